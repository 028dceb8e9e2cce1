//! Plots of coordinates, speeds, accelerations and forces.

use std::ops::Range;

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model};
use denoc_results::{Panel, Table};

use super::abscissa::Abscissa;
use super::{MOST_CURVES, MOST_PANELS};
use crate::display_unit::Shown;

/// Number of joints that are drawn if there are too many.
pub(super) const FEW_JOINTS: usize = 12;
/// Rounding drawn to full height looks like motion: smaller numbers are drawn as zero.
pub(super) const ROUNDING: f64 = 1e-12;

/// The entries of a quantity that are drawn.
pub(super) struct Choice {
    pub(super) entries: Vec<usize>,
    /// How many joints they belong to, and of how many, if some are left out.
    joints: Option<(usize, usize)>,
    /// How many more entries stay at zero, or at their value if they are components of quaternions.
    silent: usize,
}

impl Choice {
    /// The entries for which `counts` that are not zero throughout. If they cannot be read, those of [`FEW_JOINTS`] joints, evenly
    /// chosen from the first to the last; of coordinates and their rates those of the same joints.
    pub(super) fn of(model: &Model, entries: &Entries, results: &Table, counts: impl Fn(LinkId) -> bool) -> Self {
        let moves = |i: &usize| {
            let still = if entries.units[*i] == "1" { is_constant } else { is_silent };
            results.column(&entries.column(*i)).is_some_and(|c| !still(&c.values))
        };
        let owners = model.joint_names().iter().enumerate().filter(|(i, _)| counts(LinkId(*i)));
        let joints: Vec<Range<usize>> = owners.filter_map(|(_, name)| entries.find(name)).collect();
        let all: Vec<usize> = joints.iter().cloned().flatten().collect();
        let drawn: Vec<usize> = all.iter().copied().filter(moves).collect();
        let forces = entries.quantity == Quantity::Tau;
        let curves = if forces { drawn.len() } else { coordinates(model, results) };
        if curves <= MOST_PANELS * MOST_CURVES {
            return Self { silent: all.len() - drawn.len(), entries: drawn, joints: None };
        }
        let joints: Vec<Range<usize>> =
            if forces { joints.into_iter().filter(|range| range.clone().any(|i| moves(&i))).collect() } else { joints };
        let few = joints.len().min(FEW_JOINTS);
        let place = |i: usize| i * (joints.len() - 1) / (few - 1).max(1);
        let entries = (0..few).flat_map(|i| joints[place(i)].clone()).collect();
        Self { entries, joints: (few < joints.len()).then_some((few, joints.len())), silent: 0 }
    }

    /// What is not shown, if anything.
    pub(super) fn note(&self, files: bool) -> String {
        let source = if files { "results.csv" } else { "the results" };
        match (self.joints, self.silent) {
            (Some((few, all)), _) => format!("{few} of {all} joints; all are in {source}"),
            (None, 0) => String::new(),
            (None, 1) => "one more is constant".into(),
            (None, silent) => format!("{silent} more are constant"),
        }
    }
}

/// How many coordinates are not zero throughout.
fn coordinates(model: &Model, results: &Table) -> usize {
    let entries = Entries::new(model, Quantity::Q);
    let columns = (0..entries.len()).filter_map(|i| results.column(&entries.column(i)));
    columns.filter(|column| !is_silent(&column.values)).count()
}

/// Whether nothing but rounding is to be seen.
pub(super) fn is_silent(values: &[f64]) -> bool {
    values.iter().all(|x| x.abs() < ROUNDING)
}

fn is_constant(values: &[f64]) -> bool {
    values.iter().all(|x| (x - values[0]).abs() < ROUNDING)
}

/// One panel for each unit, at most [`MOST_CURVES`] curves each; those of a limb stay together.
pub(super) fn panels(
    model: &Model,
    entries: &Entries,
    chosen: &[usize],
    results: &Table,
    over: &Abscissa,
    shown_in: fn(&str) -> Shown<'_>,
) -> Vec<Panel> {
    let mut units: Vec<&str> = Vec::new();
    for &i in chosen {
        if !units.contains(&entries.units[i]) {
            units.push(entries.units[i]);
        }
    }
    let mut panels = Vec::new();
    for unit in units {
        let with_unit: Vec<usize> = chosen.iter().copied().filter(|&i| entries.units[i] == unit).collect();
        let shown = shown_in(unit);
        for some in limbs(model, entries, &with_unit) {
            let mut panel = Panel::new(label(entries.quantity, unit), shown.unit);
            let mut errors = Panel::new("reference minus actual", shown.unit);
            for i in some {
                let Some(column) = results.column(&entries.column(i)) else { continue };
                let values: Vec<f64> =
                    column.values.iter().map(|&x| if x.abs() < ROUNDING { 0.0 } else { x }).collect();
                panel = panel.series(entries.labels[i].clone(), over.curve(&values, shown));
                if let Some(reference) = results.column(&format!("reference {}", entries.column(i))) {
                    let error: Vec<f64> = reference.values.iter().zip(&column.values).map(|(r, x)| r - x).collect();
                    errors = errors.series(entries.labels[i].clone(), over.curve(&error, shown));
                }
            }
            panels.extend([panel, errors].into_iter().filter(|panel| !panel.series.is_empty()));
        }
    }
    panels
}

/// What a panel shows.
fn label(quantity: Quantity, unit: &str) -> &'static str {
    match (quantity, unit) {
        (Quantity::Q, "rad") => "angle",
        (Quantity::Q, "m") => "position",
        (Quantity::Q, _) => "quaternion",
        (Quantity::V, _) => "speed",
        (Quantity::A, _) => "acceleration",
        (Quantity::Tau, "N") => "force",
        (Quantity::Tau, _) => "torque",
    }
}

/// The entries in groups of at most [`MOST_CURVES`]. A new group begins where a limb begins that would not fit into the last one.
fn limbs(model: &Model, entries: &Entries, chosen: &[usize]) -> Vec<Vec<usize>> {
    // runs of joints that follow one another in the tree
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut before = None;
    for &entry in chosen {
        let owner = entries.owner(model, entry);
        let follows = owner == before || owner.is_some_and(|link| is_above(model, before, link));
        match runs.last_mut() {
            Some(run) if follows => run.push(entry),
            _ => runs.push(vec![entry]),
        }
        before = owner;
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for run in runs {
        match groups.last_mut() {
            Some(group) if group.len() + run.len() <= MOST_CURVES => group.extend(run),
            _ => groups.extend(run.chunks(MOST_CURVES).map(<[usize]>::to_vec)),
        }
    }
    groups
}

/// Whether a link is the parent of another, or connected with it through links without entries of their own.
fn is_above(model: &Model, link: Option<LinkId>, below: LinkId) -> bool {
    let parents = core::iter::successors(model.links()[below.0].parent, |link| model.links()[link.0].parent);
    parents.take_while(|&parent| Some(parent) >= link).any(|parent| Some(parent) == link)
}
