//! The plots of a run.

use std::borrow::Cow;
use std::ops::Range;

use denoc_model::Model;
use denoc_results::{Panel, Plot, Table, XAxis};

use super::shape::shape;
use denoc_mechanism::quantity::{Entries, Quantity};

/// More curves in one panel could not be told apart.
const MOST_CURVES: usize = 8;
/// More panels would not be read: a rope of twenty links with ball joints would have ten.
const MOST_PANELS: usize = 8;
/// Number of joints that are drawn then.
const FEW_JOINTS: usize = 12;

/// A plot of a run.
pub(super) struct RunPlot {
    /// The name of its files.
    pub(super) file: &'static str,
    pub(super) plot: Plot,
    /// What it omits; may be empty.
    pub(super) note: String,
}

impl RunPlot {
    fn new(file: &'static str, plot: Plot) -> Self {
        Self { file, plot, note: String::new() }
    }

    /// With the note in its title, for an image file.
    pub(super) fn alone(&self) -> Cow<'_, Plot> {
        match self.note.is_empty() {
            true => Cow::Borrowed(&self.plot),
            false => Cow::Owned(Plot { title: format!("{}: {}", self.plot.title, self.note), ..self.plot.clone() }),
        }
    }
}

/// The plots of a run.
///
/// If there are too many curves to read, only those of a few joints are drawn; `files`: `results.csv`, which has all, is in the same
/// folder.
pub(super) fn plots(model: &Model, results: &Table, files: bool) -> Vec<RunPlot> {
    let mut plots = Vec::new();
    let values = |name: &str| results.column(name).map(|c| c.values.clone());
    // one instant makes no curve
    let Some(t) = values("t").filter(|t| t.len() > 1) else { return plots };
    plots.extend(shape(model, results).map(|plot| RunPlot::new("shape", plot)));
    for (quantity, file, title) in [
        (Quantity::Q, "coordinates", "Joint coordinates"),
        (Quantity::V, "speeds", "Joint speeds"),
        (Quantity::Tau, "forces", "Forces and torques of the actuators"),
    ] {
        let entries = Entries::new(model, quantity);
        let chosen = Choice::of(model, &entries, results);
        let mut plot = Plot::new(title, XAxis::time(t.clone()));
        for panel in panels(&entries, &chosen.entries, results) {
            plot = plot.panel(panel);
        }
        // a mechanism that moves freely has no forces to show
        let silent = plot.panels.iter().flat_map(|p| &p.series).all(|s| s.values.iter().all(|&x| x == 0.0));
        let nothing = plot.panels.is_empty() || (quantity == Quantity::Tau && silent);
        if !nothing {
            plots.push(RunPlot { file, plot, note: chosen.note(files) });
        }
    }
    if values("total energy").is_some() {
        let mut energies = Panel::new("energy", "J");
        for (name, column) in [
            ("kinetic", "kinetic energy"),
            ("gravity", "gravity energy"),
            ("springs", "spring energy"),
            ("total", "total energy"),
        ] {
            let series = values(column).unwrap_or_default();
            if series.iter().any(|&x| x != 0.0) {
                energies = energies.series(name, series);
            }
        }
        let mut plot = Plot::new("Energy", XAxis::time(t.clone())).panel(energies);
        let works: Vec<_> =
            [("actuators", "work of actuators"), ("friction", "work of friction"), ("external", "external work")]
                .into_iter()
                .filter_map(|(name, column)| Some((name, values(column)?)))
                .filter(|(_, series)| series.iter().any(|&x| x != 0.0))
                .collect();
        if !works.is_empty() {
            let panel = works.into_iter().fold(Panel::new("work", "J"), |panel, (name, w)| panel.series(name, w));
            plot = plot.panel(panel);
        }
        if let Some(unexplained) = values("unexplained energy") {
            let size: Vec<f64> = unexplained.iter().map(|x| x.abs().max(1e-18)).collect();
            plot = plot.panel(Panel::new("unexplained", "J").log().series("unexplained", size));
        }
        plots.push(RunPlot::new("energy", plot));
    }
    plots
}

/// The entries that are drawn.
struct Choice {
    entries: Vec<usize>,
    /// How many joints they belong to, and of how many, if some are left out.
    joints: Option<(usize, usize)>,
}

impl Choice {
    /// All entries if they can be read; else those of [`FEW_JOINTS`] joints, evenly chosen from the first to the last. Of forces
    /// only joints count that have some.
    fn of(model: &Model, entries: &Entries, results: &Table) -> Self {
        // coordinates and speeds of the same joints
        if model.nq() <= MOST_PANELS * MOST_CURVES {
            return Self { entries: (0..entries.len()).collect(), joints: None };
        }
        let forces = entries.quantity == Quantity::Tau;
        let counts = |i: usize| {
            let column = results.column(&entries.column(i));
            !forces || column.is_some_and(|c| c.values.iter().any(|&x| x != 0.0))
        };
        let joints: Vec<Range<usize>> = model
            .joint_names()
            .iter()
            .filter_map(|name| entries.find(name))
            .filter(|range| range.clone().any(counts))
            .collect();
        let all: usize = joints.iter().map(ExactSizeIterator::len).sum();
        if forces && all <= MOST_PANELS * MOST_CURVES {
            return Self { entries: joints.into_iter().flatten().collect(), joints: None };
        }
        let few = joints.len().min(FEW_JOINTS);
        let place = |i: usize| i * (joints.len() - 1) / (few - 1).max(1);
        let chosen = (0..few).flat_map(|i| joints[place(i)].clone()).collect();
        Self { entries: chosen, joints: (few < joints.len()).then_some((few, joints.len())) }
    }

    /// Which joints are shown, if not all.
    fn note(&self, files: bool) -> String {
        let source = if files { "results.csv" } else { "the results" };
        match self.joints {
            Some((few, all)) => format!("{few} of {all} joints; all are in {source}"),
            None => String::new(),
        }
    }
}

/// One panel for each unit, at most [`MOST_CURVES`] curves each.
fn panels(entries: &Entries, chosen: &[usize], results: &Table) -> Vec<Panel> {
    let mut units: Vec<&str> = Vec::new();
    for &i in chosen {
        if !units.contains(&entries.units[i]) {
            units.push(entries.units[i]);
        }
    }
    let mut panels = Vec::new();
    for unit in units {
        let with_unit: Vec<usize> = chosen.iter().copied().filter(|&i| entries.units[i] == unit).collect();
        for some in with_unit.chunks(MOST_CURVES) {
            let mut panel = Panel::new(entries.quantity.symbol(), unit);
            let mut errors = Panel::new("reference minus actual", unit);
            for &i in some {
                if let Some(column) = results.column(&entries.column(i)) {
                    // rounding drawn to full height looks like motion
                    let values = column.values.iter().map(|&x| if x.abs() < 1e-12 { 0.0 } else { x }).collect();
                    panel = panel.series(entries.labels[i].clone(), values);
                    if let Some(reference) = results.column(&format!("reference {}", entries.column(i))) {
                        let error = reference.values.iter().zip(&column.values).map(|(r, x)| r - x).collect();
                        errors = errors.series(entries.labels[i].clone(), error);
                    }
                }
            }
            panels.extend([panel, errors].into_iter().filter(|panel| !panel.series.is_empty()));
        }
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;
    use denoc_model::{Description, Rope, RopeMass};
    use denoc_results::Column;

    fn results(model: &Model) -> Table {
        let columns = super::super::columns::state(model).into_iter().enumerate();
        let columns = columns.map(|(i, (name, unit))| {
            let values = match name.split('[').next() {
                Some("t") => [0.0, 1.0],
                Some("q") => [model.neutral()[i - 1]; 2],
                Some("tau") => [0.0; 2],
                _ => [1.0, 2.0],
            };
            Column::new(name, unit, values.to_vec())
        });
        Table::from_columns(columns).unwrap()
    }

    // oracle: the bound on the height of a picture, and the names of the first and the last joint
    #[test]
    fn many_joints_are_told_by_a_few() {
        for (links, complete) in [(16, true), (17, false), (1_000, false)] {
            let rope = Rope::new("rope", links, 1.0, RopeMass::Total(1.0), 0.01);
            let model = Description::new("long").rope(&rope).unwrap().build().unwrap();
            let plots = plots(&model, &results(&model), true);
            let files: Vec<&str> = plots.iter().map(|plot| plot.file).collect();
            assert_eq!(files, ["shape", "coordinates", "speeds"]);
            let (speeds, coordinates) = (plots[2].alone(), plots[1].alone());
            assert!(coordinates.panels.len() <= MOST_PANELS && speeds.panels.len() <= MOST_PANELS);
            let names: Vec<&str> = coordinates.panels.iter().flat_map(|p| &p.series).map(|s| s.name.as_str()).collect();
            assert_eq!(names.len(), if complete { 4 * links } else { 4 * FEW_JOINTS });
            assert_eq!((names[0], names[names.len() - 1]), ("rope_joint_1.qx", &*format!("rope_joint_{links}.qw")));
            assert!(!names[1..].contains(&names[0]));
            let title = format!("Joint coordinates: 12 of {links} joints; all are in results.csv");
            assert_eq!(speeds.panels.iter().map(|p| p.series.len()).sum::<usize>(), names.len() / 4 * 3);
            assert_eq!(coordinates.title, if complete { "Joint coordinates" } else { &title });
        }
    }
}
