//! The plots of a run, with their tables of peak values.

mod abscissa;
mod actuators;
mod energy;
mod reactions;
mod state;

use std::borrow::Cow;
use std::f64::consts::TAU;

use denoc_base::number::Digits;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model};
use denoc_results::{Plot, Table, TextTable};

use super::shape::shape;
use crate::display_unit::{degrees, turning};
use abscissa::Abscissa;
use state::Choice;

/// More curves in one panel could not be told apart.
const MOST_CURVES: usize = 8;
/// More panels would not be read: a rope of twenty links with ball joints would have ten.
const MOST_PANELS: usize = 8;

/// A plot of a run.
pub(super) struct RunPlot {
    /// The name of its files.
    pub(super) file: &'static str,
    /// Its name in the navigation bar; may be empty.
    pub(super) short: &'static str,
    pub(super) plot: Plot,
    /// What it omits; may be empty.
    pub(super) note: String,
    /// Tables to show with it.
    pub(super) tables: Vec<TextTable>,
}

impl RunPlot {
    fn new(file: &'static str, plot: Plot, note: String) -> Self {
        Self { file, short: "", plot, note, tables: Vec::new() }
    }

    /// With the note in its title, for an image file.
    pub(super) fn alone(&self) -> Cow<'_, Plot> {
        match self.note.is_empty() {
            true => Cow::Borrowed(&self.plot),
            false => Cow::Owned(Plot { title: format!("{}: {}", self.plot.title, self.note), ..self.plot.clone() }),
        }
    }
}

/// What is drawn besides the results of a simulation.
#[derive(Copy, Clone, Default)]
pub(super) struct Along<'a> {
    /// The joint that drives the mechanism: if it turns fully, its angle is the abscissa.
    pub(super) input: Option<LinkId>,
    /// Wrenches at all joints.
    pub(super) reactions: Option<&'a Table>,
    /// Whether they are in a file, too.
    pub(super) reactions_file: bool,
    /// Whether redundant constraints make some of them indeterminate.
    pub(super) indeterminate: bool,
}

/// The plots of a run.
///
/// If there are too many curves to read, only those of a few joints are drawn; `files`: `results.csv`, which has all, is in the same
/// folder.
pub(super) fn plots(model: &Model, results: &Table, along: Along<'_>, files: bool) -> Vec<RunPlot> {
    let Some(over) = Abscissa::of(model, results, along.input) else { return Vec::new() };
    let speeds = if turns(model, results) { turning } else { degrees };
    let mut plots = Vec::new();
    plots.extend(
        shape(model, results).map(|plot| RunPlot { short: "Shape", ..RunPlot::new("shape", plot, String::new()) }),
    );
    for (quantity, file, title, short) in [
        (Quantity::Q, "coordinates", "Joint coordinates", "Coordinates"),
        (Quantity::V, "speeds", "Joint speeds", "Speeds"),
        (Quantity::A, "accelerations", "Joint accelerations", "Accelerations"),
    ] {
        let entries = Entries::new(model, quantity);
        let chosen = Choice::of(model, &entries, results, |_| true);
        let mut plot = over.plot(title);
        plot.panels = state::panels(model, &entries, &chosen.entries, results, &over, speeds);
        if !plot.panels.is_empty() {
            plots.push(RunPlot { short, ..RunPlot::new(file, plot, chosen.note(files)) });
        }
    }
    plots.extend(actuators::plot(model, results, &over, speeds, files));
    plots.extend(along.reactions.and_then(|table| reactions::plot(model, table, &over, along)));
    plots.extend(energy::plot(results, &over));
    plots
}

/// Whether a hinge of a mechanism with loops makes a full turn: the speeds of such machines are read in revolutions per minute.
fn turns(model: &Model, results: &Table) -> bool {
    if model.closures().is_empty() {
        return false;
    }
    let entries = Entries::new(model, Quantity::Q);
    let hinges = model.links().iter().filter(|link| link.nq == 1 && entries.units[link.q] == "rad");
    let mut angles = hinges.filter_map(|link| results.column(&entries.column(link.q)));
    angles.any(|column| {
        let least = column.values.iter().copied().fold(f64::INFINITY, f64::min);
        column.values.iter().any(|x| x - least >= TAU)
    })
}

fn number(x: f64) -> String {
    Digits::TABLE.text(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use denoc_model::{Description, Rope, RopeMass};
    use denoc_results::{Column, Series};

    /// Two rows; `value` gives those of a column.
    fn results(model: &Model, value: impl Fn(&str) -> [f64; 2]) -> Table {
        let columns = super::super::columns::state(model).into_iter();
        let columns = columns.map(|(name, unit)| {
            let values = if name == "t" { [0.0, 1.0] } else { value(&name) };
            Column::new(name, unit, values.to_vec())
        });
        Table::from_columns(columns).unwrap()
    }

    fn series(plot: &Plot) -> Vec<&Series> {
        plot.panels.iter().flat_map(|panel| &panel.series).collect()
    }

    fn names(plot: &Plot) -> Vec<&str> {
        series(plot).iter().map(|series| series.name.as_str()).collect()
    }

    fn find<'a>(plots: &'a [RunPlot], file: &str) -> &'a RunPlot {
        plots.iter().find(|plot| plot.file == file).unwrap_or_else(|| panic!("no plot {file}"))
    }

    // oracle: the bound on the height of a picture, and the names of the first and the last joint
    #[test]
    fn many_joints_are_told_by_a_few() {
        for (links, complete) in [(16, true), (17, false), (1_000, false)] {
            let rope = Rope::new("rope", links, 1.0, RopeMass::Total(1.0), 0.01);
            let model = Description::new("long").rope(&rope).unwrap().build().unwrap();
            // half of each component is a quaternion of unit length
            let value = |name: &str| match &name[..2] {
                "q[" => [0.5, -0.5],
                "ta" => [0.0; 2],
                _ => [1.0, 2.0],
            };
            let plots = plots(&model, &results(&model, value), Along::default(), true);
            let files: Vec<&str> = plots.iter().map(|plot| plot.file).collect();
            assert_eq!(files, ["shape", "coordinates", "speeds", "accelerations"]);
            let (speeds, coordinates) = (plots[2].alone(), plots[1].alone());
            assert!(coordinates.panels.len() <= MOST_PANELS && speeds.panels.len() <= MOST_PANELS);
            let names = names(&coordinates);
            assert_eq!(names.len(), if complete { 4 * links } else { 4 * state::FEW_JOINTS });
            assert_eq!((names[0], names[names.len() - 1]), ("rope_joint_1.qx", &*format!("rope_joint_{links}.qw")));
            assert!(!names[1..].contains(&names[0]));
            let title = format!("Joint coordinates: 12 of {links} joints; all are in results.csv");
            assert_eq!(series(&speeds).len(), names.len() / 4 * 3);
            assert_eq!(coordinates.title, if complete { "Joint coordinates" } else { &title });
        }
    }

    // oracle: by hand; the motor of the four-bar is at its crank, and half a turn per second is 30 rpm
    #[test]
    fn actuators_are_joints_with_motors_and_their_peaks_are_in_a_table() {
        let model = crate::load("fourbar").unwrap().model;
        let value = |name: &str| match name {
            "q[crank_pivot]" => [0.0, 7.0],
            "v[crank_pivot]" => [std::f64::consts::PI, 0.0],
            "tau[crank_pivot]" => [-2.0, 1.0],
            "tau[coupler_pin]" => [5.0, 5.0],
            _ => [0.0; 2],
        };
        let plots = plots(&model, &results(&model, value), Along::default(), true);
        let forces = find(&plots, "forces");
        assert_eq!((forces.short, names(&forces.plot)), ("Actuators", vec!["crank_pivot"; 2]));
        let units: Vec<&str> = forces.plot.panels.iter().map(|panel| panel.unit.as_str()).collect();
        assert_eq!(units, ["N m", "W"]);
        let expected = ["crank_pivot", "-2 N m", "0.0000", "1 N m", "30 rpm", "-6.28319", "0.0000"];
        assert_eq!(forces.tables[0].rows, [expected]);
        // joints that do not move are mentioned, not drawn; accelerations are zero
        assert_eq!(find(&plots, "coordinates").note, "2 more are constant");
        assert!(!plots.iter().any(|plot| plot.file == "accelerations"));
    }

    // oracle: by hand, for a crank that turns once, forwards and backwards, and one that turns back
    #[test]
    fn the_angle_of_a_crank_that_turns_fully_is_the_abscissa() {
        let model = crate::load("fourbar").unwrap().model;
        let plots_of = |angles: [f64; 2], speeds: [f64; 2]| {
            let value = |name: &str| match name {
                "q[crank_pivot]" => angles,
                "v[crank_pivot]" => speeds,
                _ => [0.0; 2],
            };
            let input = Some(model.joint("crank_pivot").unwrap());
            plots(&model, &results(&model, value), Along { input, ..Along::default() }, true)
        };
        let plots = plots_of([0.0, -TAU], [1.0, 2.0]);
        let speeds = &find(&plots, "speeds").plot;
        assert_eq!((&*speeds.x.label, &*speeds.x.unit, speeds.x.time), ("crank_pivot", "°", false));
        assert_eq!(speeds.x.values, [-360.0, 0.0]);
        assert_eq!(speeds.x.times.as_deref(), Some(&[1.0, 0.0][..]));
        let rpm = 30.0 / std::f64::consts::PI;
        assert_eq!(series(speeds)[0].values, [2.0 * rpm, rpm]);
        let plots = plots_of([0.0, 6.0], [1.0, 2.0]);
        let speeds = &find(&plots, "speeds").plot;
        assert_eq!((&*speeds.x.label, &*speeds.panels[0].unit), ("time", "°/s"));
    }

    // oracle: by hand; a limb stays together, and no panel has more than eight curves
    #[test]
    fn limbs_have_panels_of_their_own() {
        let model = crate::load("quadruped").unwrap().model;
        let plots = plots(&model, &results(&model, |_| [1.0, 2.0]), Along::default(), true);
        let coordinates = &find(&plots, "coordinates").plot;
        assert!(coordinates.panels.iter().all(|panel| (1..=MOST_CURVES).contains(&panel.series.len())));
        let joint = |name: &str| name.rsplit_once('.').map_or(name, |(joint, _)| joint).to_owned();
        for panel in coordinates.panels.iter().filter(|panel| panel.unit == "°") {
            let mut limbs: Vec<String> = panel.series.iter().map(|series| joint(&series.name)).collect();
            limbs.dedup();
            assert!(limbs.len() <= MOST_CURVES);
        }
        let all = super::super::columns::state(&model).iter().filter(|(name, _)| name.starts_with("q[")).count();
        assert_eq!(names(coordinates).len(), all);
    }
}
