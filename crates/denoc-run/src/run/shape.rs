//! The shape of a rope at a few times.

use denoc_dynamics::Workspace;
use denoc_model::joints::Unit;
use denoc_model::{Link, LinkId, Model};
use denoc_results::{Panel, Plot, Style, Table, XAxis};

use denoc_mechanism::quantity::{Entries, Quantity};

/// Chains with fewer links are seen well enough by their coordinates.
const LEAST_LINKS: usize = 8;
/// Shapes in the picture.
const TIMES: usize = 6;

/// The points of the longest rope of a model, drawn in the plane of two of the world's axes in which it is largest.
pub(super) fn shape(model: &Model, results: &Table) -> Option<Plot> {
    let rope = longest(model);
    if rope.len() < LEAST_LINKS {
        return None;
    }
    let times = &results.column("t")?.values;
    let last = times.len().checked_sub(1)?;
    let mut kept: Vec<usize> = (0..TIMES).map(|i| i * last / (TIMES - 1)).collect();
    kept.dedup();
    let shapes: Vec<Vec<[f64; 3]>> =
        kept.iter().map(|&row| points(model, results, &rope, row)).collect::<Option<_>>()?;
    let [across, down] = plane(&shapes);
    let along = |shape: &[[f64; 3]], axis: usize| shape.iter().map(|point| point[axis]).collect::<Vec<f64>>();
    let name = |axis: usize| ["x", "y", "z"][axis];
    let mut panel = Panel::new(name(down), "m");
    for (&row, shape) in kept.iter().zip(&shapes) {
        let style = if row == 0 { Style::Dashed } else { Style::Line };
        // three digits of the duration tell the times apart
        let digits = (2.0 - times[last].abs().max(1e-9).log10().floor()).clamp(0.0, 12.0) as usize;
        let label = format!("{:.digits$} s", times[row]);
        panel = panel.over(label, along(shape, across), along(shape, down), style);
    }
    let [first, end] = [rope.first()?, rope.last()?].map(|link| &model.link_names()[link.0]);
    let title = format!("Shape of {first} … {end}");
    let axis = XAxis::new(name(across), "m", along(shapes.first()?, across));
    Some(Plot::new(title, axis).panel(panel).equal_axes())
}

/// The longest run of links, each hanging on the one before by a joint that bends to all sides.
fn longest(model: &Model) -> Vec<LinkId> {
    let bends = |link: &Link<f64>| {
        let units = link.joint.v_units();
        matches!(units.len(), 2..=3) && units.iter().all(|unit| *unit == Unit::Angle)
    };
    let links = model.links();
    let mut before = vec![0_usize; links.len()];
    for (i, link) in links.iter().enumerate() {
        let above = link.parent.map_or(0, |LinkId(p)| before[p]);
        before[i] = if bends(link) { above + 1 } else { 0 };
    }
    let Some((end, &count)) = before.iter().enumerate().max_by_key(|(_, count)| **count) else { return Vec::new() };
    let parents = core::iter::successors(Some(LinkId(end)), |link| links[link.0].parent);
    let mut run: Vec<LinkId> = parents.take(count).collect();
    run.reverse();
    run
}

/// The joints of a rope at a row of the results, and its end: the farthest frame of its last link.
fn points(model: &Model, results: &Table, rope: &[LinkId], row: usize) -> Option<Vec<[f64; 3]>> {
    let entries = Entries::new(model, Quantity::Q);
    let value = |i: usize| results.column(&entries.column(i))?.values.get(row).copied();
    let q: Vec<f64> = (0..entries.len()).map(value).collect::<Option<_>>()?;
    let mut workspace = Workspace::new(model);
    let position = workspace.position(model, &q).ok()?;
    let mut points: Vec<[f64; 3]> = rope.iter().map(|&link| position.link_pose(link).position.to_array()).collect();
    let last = *rope.last()?;
    let frames = model.frames().iter().filter(|frame| frame.link == Some(last)).map(|frame| frame.pose.position);
    let end = frames.max_by(|a, b| a.norm().total_cmp(&b.norm()))?;
    points.push(position.link_pose(last).point(end).to_array());
    Some(points)
}

/// The two axes in which the points are farthest apart; z upwards if it is one of them.
fn plane(shapes: &[Vec<[f64; 3]>]) -> [usize; 2] {
    let extent = |axis: usize| {
        let values = || shapes.iter().flatten().map(|point| point[axis]);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    // of equal ones the depth, y, is left out
    let order = [1, 0, 2];
    let least = order.into_iter().min_by(|&a, &b| extent(a).total_cmp(&extent(b))).unwrap_or(1);
    match least {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use denoc_model::{Description, Rope, RopeMass};
    use denoc_results::Column;

    // oracle: by hand; a rope of ten links hangs straight down, then lies along x
    #[test]
    fn a_rope_is_drawn_from_joint_to_joint() {
        let rope = Rope::new("rope", 10, 2.0, RopeMass::Total(1.0), 0.01);
        let model = Description::new("rope").rope(&rope).unwrap().build().unwrap();
        let entries = Entries::new(&model, Quantity::Q);
        let turned = |i: usize| match i {
            1 => -core::f64::consts::FRAC_1_SQRT_2,
            3 => core::f64::consts::FRAC_1_SQRT_2,
            i => model.neutral()[i],
        };
        let columns =
            (0..entries.len()).map(|i| Column::new(entries.column(i), "1", vec![model.neutral()[i], turned(i)]));
        let columns = core::iter::once(Column::new("t", "s", vec![0.0, 1.0])).chain(columns);
        let plot = shape(&model, &Table::from_columns(columns).unwrap()).unwrap();
        assert_eq!((plot.x.label.as_str(), plot.panels[0].label.as_str()), ("x", "z"));
        let [before, after] = &plot.panels[0].series[..] else { panic!("two shapes") };
        for (i, ((x, z), (far, level))) in
            before.x.iter().flatten().zip(&before.values).zip(after.x.iter().flatten().zip(&after.values)).enumerate()
        {
            let way = 0.2 * i as f64;
            assert!(x.abs() < 1e-12 && (z + way).abs() < 1e-12, "{i}: {x} {z}");
            assert!((far.abs() - way).abs() < 1e-12 && level.abs() < 1e-12, "{i}: {far} {level}");
        }
        assert_eq!(before.values.len(), 11);
    }

    // oracle: an arm of hinges is no rope
    #[test]
    fn arms_have_no_shape() {
        assert!(longest(&crate::load("puma").unwrap().model).is_empty());
    }
}
