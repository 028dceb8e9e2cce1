//! How many motions the drawing has: by the count of Grübler, and by the rank of the constraints in the drawn position.

use denoc_base::plural;

use super::super::section::Section;
use super::Connection;
use super::bodies::Bodies;
use super::points::{Points, distance};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// Larger mechanisms are not drawn by hand, and elimination would take long; `denoc mobility` analyses them as well.
const MOST_BODIES: usize = 200;

/// A row is zero if elimination leaves less than this of it.
const NEGLIGIBLE: f64 = 1e-9;

/// Rejects what cannot move; notes that constraints are redundant. The rows of the constraints; none of large mechanisms.
pub(super) fn check(
    section: &Section,
    points: &Points,
    bodies: &Bodies,
    connections: &[Connection],
    notes: &mut Notes,
) -> Result<Vec<Vec<f64>>, FormatError> {
    let bars = bodies.list.len() - 1;
    if bars > MOST_BODIES {
        return Ok(Vec::new());
    }
    let [slides, pins] = [true, false].map(|slide| connections.iter().filter(|c| c.along.is_some() == slide).count());
    let count = 3 * bars as i64 - 2 * connections.len() as i64;
    let rows = rows(points, bodies, connections);
    let freedom = (3 * bars).saturating_sub(rank(rows.clone()));
    let moving = format!("{bars} moving part{}", plural(bars));
    let slides = if slides == 0 { String::new() } else { format!(" and {slides} slide{}", plural(slides)) };
    let sum = format!(
        "{moving} with {pins} pin{}{slides} have mobility 3·{bars} − 2·{} = {count}",
        plural(pins),
        connections.len()
    );
    if freedom == 0 {
        let rule = format!("nothing can move: {sum}");
        let remedy = "remove a pin, a slide or a ground point, or add a bar".into();
        return Err(FormatError::BadValue { rule, remedy, at: section.spot() });
    }
    if count < freedom as i64 {
        notes.add(NoteKind::Redundant, "", || {
            let message = format!(
                "{sum}, but {freedom} motion{} possible in the drawn position: some constraints are redundant, and \
                 reactions may be indeterminate; see denoc mobility",
                if freedom == 1 { " is" } else { "s are" }
            );
            (section.source.place(section.at), message)
        });
    }
    Ok(rows)
}

/// The constraints on the displacements (u, v, angle · size) of all moving bodies.
fn rows(points: &Points, bodies: &Bodies, connections: &[Connection]) -> Vec<Vec<f64>> {
    let origin = points.list.first().map_or([0.0; 2], |point| point.at);
    let size = points.list.iter().map(|point| distance(point.at, origin)).fold(f64::MIN_POSITIVE, f64::max);
    let columns = 3 * (bodies.list.len() - 1);
    let mut rows = Vec::with_capacity(2 * connections.len());
    for c in connections {
        // displacement along a direction, at the point of the connection
        let arm = [(c.at[0] - origin[0]) / size, (c.at[1] - origin[1]) / size];
        let along = |e: [f64; 2]| [e[0], e[1], arm[0] * e[1] - arm[1] * e[0]];
        let conditions = match c.along {
            None => [along([1.0, 0.0]), along([0.0, 1.0])],
            Some([u, v]) => {
                let length = u.hypot(v);
                [[0.0, 0.0, 1.0], along([-v / length, u / length])]
            }
        };
        for condition in conditions {
            let mut row = vec![0.0; columns];
            for (body, sign) in [(c.parent, -1.0), (c.child, 1.0)].into_iter().filter(|(body, _)| *body > 0) {
                for (slot, x) in row[3 * (body - 1)..].iter_mut().zip(condition) {
                    *slot = sign * x;
                }
            }
            rows.push(row);
        }
    }
    rows
}

/// The rank, by elimination with the largest remaining entry.
pub(super) fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let mut rank = 0;
    loop {
        let entries = rows[rank..]
            .iter()
            .enumerate()
            .flat_map(|(i, row)| row.iter().enumerate().map(move |(j, x)| (i, j, x.abs())));
        let Some((i, j, largest)) = entries.max_by(|a, b| a.2.total_cmp(&b.2)) else { return rank };
        if largest < NEGLIGIBLE {
            return rank;
        }
        rows.swap(rank, rank + i);
        let (done, rest) = rows.split_at_mut(rank + 1);
        let pivot = &done[rank];
        for row in rest {
            let factor = row[j] / pivot[j];
            if factor != 0.0 {
                row.iter_mut().zip(pivot).for_each(|(x, p)| *x -= factor * p);
                row[j] = 0.0;
            }
        }
        rank += 1;
    }
}
