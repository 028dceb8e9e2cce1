//! A model as a readable table.

use core::fmt;

use denoc_base::plural;
use denoc_math::Real;

use crate::{LinkId, Model};

impl<T: Real> fmt::Display for Model<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.links().len();
        writeln!(
            f,
            "{}: {} link{}{}, {} degree{} of freedom{} (nq = {}, nv = {}), {} module{}, gravity ({:.4}, {:.4}, {:.4}) m/s²",
            self.name(),
            n,
            plural(n),
            fixed(n - self.links().iter().filter(|l| l.moves).count()),
            self.nv(),
            plural(self.nv()),
            open(self.closures().len()),
            self.nq(),
            self.nv(),
            self.modules().len(),
            plural(self.modules().len()),
            self.gravity().x.value(),
            self.gravity().y.value(),
            self.gravity().z.value(),
        )?;
        let mut rows = vec![
            ["#", "link", "parent", "joint", "kind", "q", "v", "mass [kg]", "mass centre in link frame [m]"]
                .map(String::from),
        ];
        for (i, link) in self.links().iter().enumerate().take(MOST_ROWS) {
            let parent = link.parent.map_or(self.ground_name(), |LinkId(p)| &self.link_names()[p]);
            let mass = link.mass.mass.value();
            // in the link frame of the description, so that it can be compared with the file
            let center = link.mass.first_moment.map(|x| if mass == 0.0 { 0.0 } else { x.value() / mass });
            let to_link_frame = self.frames()[i].pose.map(T::value).inverse();
            // rounded, so that no −0.0000 appears
            let c = to_link_frame.point(center).map(|x| (x * 1e4).round() / 1e4 + 0.0);
            rows.push([
                i.to_string(),
                self.link_names()[i].clone(),
                parent.to_owned(),
                self.joint_names()[i].clone(),
                link.joint.keyword().to_owned(),
                range(link.q, link.nq),
                range(link.v, link.nv),
                format!("{mass:.6}"),
                format!("{:.4} {:.4} {:.4}", c.x, c.y, c.z),
            ]);
        }
        write_aligned(f, &rows)?;
        if n > MOST_ROWS {
            writeln!(f, "… and {} more links", n - MOST_ROWS)?;
        }
        for warning in self.warning_lines() {
            writeln!(f, "warning: {warning}")?;
        }
        Ok(())
    }
}

const MOST_ROWS: usize = 200;

/// Loops remove degrees of freedom; how many depends on the configuration.
fn open(closures: usize) -> String {
    match closures {
        0 => String::new(),
        n => format!(" of the open tree, {n} closure{}", plural(n)),
    }
}

fn fixed(n: usize) -> String {
    if n == 0 { String::new() } else { format!(" ({n} fixed to the ground)") }
}

fn range(first: usize, count: usize) -> String {
    match count {
        0 => "–".into(),
        1 => first.to_string(),
        _ => format!("{}–{}", first, first + count - 1),
    }
}

fn write_aligned<const N: usize>(f: &mut fmt::Formatter<'_>, rows: &[[String; N]]) -> fmt::Result {
    let mut widths = [0; N];
    for row in rows {
        for (w, cell) in widths.iter_mut().zip(row) {
            *w = (*w).max(cell.chars().count());
        }
    }
    for row in rows {
        let line: Vec<String> = row.iter().zip(widths).map(|(cell, w)| format!("{cell:<w$}")).collect();
        writeln!(f, "  {}", line.join("  ").trim_end())?;
    }
    Ok(())
}
