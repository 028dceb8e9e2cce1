//! The results: JSON, table, plot.

use comfy_table::{CellAlignment, Table, presets};
use denoc_results::{Panel, Plot, ResultsError, Style, XAxis};
use serde_json::{Value, json};

use super::ladder::{Point, TARGETS, best, cheapest};

/// All settings of a library on a machine.
pub(super) struct Curve {
    pub(super) model: &'static str,
    pub(super) library: String,
    pub(super) points: Vec<Point>,
    /// CPU time of denoc before the first step, s.
    pub(super) setup: Option<f64>,
}

impl Curve {
    /// The point that is chosen for an error.
    pub(super) fn at(&self, target: f64) -> Option<&Point> {
        cheapest(&self.points, target).map(|i| &self.points[i])
    }

    fn is_ours(&self) -> bool {
        self.library == "denoc"
    }
}

/// Curves in the order of machines, denoc first in each.
#[derive(Default)]
pub(super) struct Study {
    pub(super) curves: Vec<Curve>,
}

impl Study {
    /// CPU time of a library divided by that of denoc.
    fn ratio(&self, curve: &Curve, target: f64) -> Option<f64> {
        let ours = self.curves.iter().find(|ours| ours.is_ours() && ours.model == curve.model)?;
        Some(curve.at(target)?.cpu / ours.at(target)?.cpu)
    }

    /// One object per error of the curves from the one with number `first`.
    pub(super) fn json(&self, first: usize) -> Vec<Value> {
        let rows = |curve| TARGETS.into_iter().map(move |target| self.row(curve, target));
        self.curves[first..].iter().flat_map(rows).collect()
    }

    fn row(&self, curve: &Curve, target: f64) -> Value {
        let chosen = curve.at(target);
        let shown = chosen.or(best(&curve.points));
        let mut row = json!({
            "model": curve.model,
            "error": target,
            "library": curve.library,
            "cpu_ms": chosen.map(|point| rounded(1e3 * point.cpu)),
            "ratio": self.ratio(curve, target).map(rounded),
            "reached": shown.map(|point| rounded(point.error)),
            "method": shown.map(|point| &point.method),
        });
        if let Some(point) = shown {
            row[&point.kind] = json!(rounded(point.setting));
        }
        if chosen.is_none() {
            row["note"] = json!("not reached");
        }
        if let Some(setup) = curve.setup {
            row["setup_ms"] = json!(rounded(1e3 * setup));
        }
        row
    }

    /// One line per machine and error: milliseconds of denoc; of the others, with the ratio to denoc, or the smallest error.
    pub(super) fn table(&self) -> String {
        let mut libraries: Vec<&str> = Vec::new();
        for curve in &self.curves {
            if !libraries.contains(&curve.library.as_str()) {
                libraries.push(&curve.library);
            }
        }
        let mut table = Table::new();
        table.load_preset(presets::ASCII_MARKDOWN);
        table.set_header([&["model", "error"], &libraries[..]].concat());
        for ours in self.curves.iter().filter(|curve| curve.is_ours()) {
            for target in TARGETS {
                let cell = |library: &&str| {
                    let curve = self.curves.iter().find(|c| c.model == ours.model && c.library == **library);
                    curve.map_or("-".to_owned(), |curve| self.cell(curve, target))
                };
                let mut line = vec![ours.model.to_owned(), format!("{target:.0e}")];
                line.extend(libraries.iter().map(cell));
                table.add_row(line);
            }
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.to_string()
    }

    fn cell(&self, curve: &Curve, target: f64) -> String {
        match (curve.at(target), self.ratio(curve, target)) {
            (Some(point), _) if curve.is_ours() => short(1e3 * point.cpu),
            (Some(point), Some(ratio)) => format!("{} ({}×)", short(1e3 * point.cpu), short(ratio)),
            (Some(point), None) => short(1e3 * point.cpu),
            (None, _) => match best(&curve.points) {
                Some(point) if point.error.is_finite() => format!("not reached ({:.0e})", point.error),
                _ => "fails".to_owned(),
            },
        }
    }

    /// A panel per machine: CPU time over error, both logarithmic; of each library the settings that no other one of it beats.
    pub(super) fn plot(&self) -> Plot {
        let mut plot = Plot::new("CPU time over final error", XAxis::new("relative error", "1", Vec::new()).log());
        for ours in self.curves.iter().filter(|curve| curve.is_ours()) {
            let mut panel = Panel::new(ours.model, "ms").log();
            for curve in self.curves.iter().filter(|curve| curve.model == ours.model) {
                let (errors, times) = front(&curve.points).into_iter().unzip();
                panel = panel.over(curve.library.clone(), errors, times, Style::Line);
            }
            plot = plot.panel(panel);
        }
        plot
    }

    pub(super) fn write_plot(&self, path: &std::path::Path) -> Result<(), ResultsError> {
        self.plot().write_svg(path)
    }
}

/// Errors between 1e-11 and 0.1, ascending, with CPU times in ms: the points than which no other one is both faster and better.
fn front(points: &[Point]) -> Vec<(f64, f64)> {
    let mut sorted: Vec<&Point> = points.iter().filter(|point| (1e-11..0.1).contains(&point.error)).collect();
    sorted.sort_by(|a, b| a.error.total_cmp(&b.error));
    let mut front: Vec<(f64, f64)> = Vec::new();
    for point in sorted {
        if front.last().is_none_or(|&(_, cpu)| 1e3 * point.cpu < cpu) {
            front.push((point.error, 1e3 * point.cpu));
        }
    }
    front
}

/// Three significant digits.
fn rounded(x: f64) -> f64 {
    format!("{x:.2e}").parse().unwrap_or(x)
}

/// About two significant digits, without an exponent.
fn short(x: f64) -> String {
    let digits = if x >= 10.0 { 0 } else { (1.0 - x.log10().floor()).clamp(1.0, 3.0) as usize };
    format!("{x:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::{Curve, Point, Study, front, short};

    fn curve(library: &str, points: &[(f64, f64)]) -> Curve {
        let point = |&(cpu, error): &(f64, f64)| Point {
            method: "default".into(),
            kind: "tolerance".into(),
            setting: 1e-6,
            cpu,
            error,
        };
        Curve { model: "puma", library: library.into(), points: points.iter().map(point).collect(), setup: None }
    }

    // oracle: computed by hand
    #[test]
    fn rows_have_ratios_or_say_not_reached() {
        let ours = curve("denoc", &[(1e-3, 1e-4), (2e-3, 1e-7), (4e-3, 1e-10)]);
        let peer = curve("peer", &[(3e-3, 1e-4), (9e-3, 1e-7)]);
        let study = Study { curves: vec![ours, peer] };
        let rows = study.json(0);
        assert_eq!((rows.len(), &rows[4]["cpu_ms"], &rows[4]["ratio"]), (6, &9.0.into(), &4.5.into()));
        assert_eq!(rows[0]["ratio"], 1.0);
        assert!(rows[5]["cpu_ms"].is_null() && rows[5]["note"] == "not reached" && rows[5]["reached"] == 1e-7);
        let table = study.table();
        assert!(table.contains("9.0 (4.5×)") && table.contains("not reached (1e-7)"), "{table}");
        assert!(study.plot().to_svg().unwrap().contains("puma"));
    }

    #[test]
    fn the_front_leaves_out_what_is_slower_and_worse() {
        let points = curve("denoc", &[(1e-3, 1e-4), (2e-3, 1e-3), (4e-3, 1e-10)]).points;
        assert_eq!(front(&points), [(1e-10, 4.0), (1e-4, 1.0)]);
        assert_eq!([short(0.0123), short(1.26), short(12.6)], ["0.012", "1.3", "13"]);
    }
}
