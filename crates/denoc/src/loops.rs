//! States of mechanisms with loops, from what is known of them.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_mechanism::assembly::{self, Assembled, AssemblyOptions, Metric, Path};
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};
use denoc_sim::LoopClosure;

use crate::Error;
use crate::quantity::{Entries, Quantity};
use crate::scenario::Values;

/// A state that closes all loops.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedState {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// How the pose was found.
    pub assembled: Option<Assembled>,
    /// The drawing it was made from, if no joint of it was named.
    drawn: Option<Vec<f64>>,
}

impl ClosedState {
    /// What to tell about a drawing whose loops were open and that nobody asked to be changed.
    pub fn note(&self, model: &Model) -> Option<String> {
        let (drawn, distance) = (self.drawn.as_ref()?, self.assembled.as_ref()?.distance);
        if distance < 1e-3 {
            return None;
        }
        let mut change = vec![0.0; model.nv()];
        model.difference(drawn, &self.q, &mut change).ok()?;
        let most = (0..change.len()).max_by(|&a, &b| change[a].abs().total_cmp(&change[b].abs()))?;
        let entries = Entries::new(model, Quantity::V);
        let unit = entries.units[most].trim_end_matches("/s");
        let (label, most) = (&entries.labels[most], change[most]);
        Some(format!("the loops of the drawing were open: closed, which moved {label} by {most:.4} {unit}"))
    }
}

/// The joints whose numbers are given by name: these are meant, the others follow.
fn named(model: &Model, values: Option<&Values>, quantity: Quantity) -> Vec<LinkId> {
    let Some(Values::Named(named)) = values else { return Vec::new() };
    let entries = Entries::new(model, quantity);
    let owner = |name: &String| {
        let range = entries.find(name)?;
        let own = |l: &denoc_model::Link<f64>| if quantity == Quantity::Q { l.q..l.q + l.nq } else { l.v..l.v + l.nv };
        model.links().iter().position(|l| own(l).contains(&range.start)).map(LinkId)
    };
    let mut links: Vec<LinkId> = named.keys().filter_map(owner).collect();
    links.sort();
    links.dedup();
    links
}

/// Coordinates and speeds that close all loops. Coordinates `drawn` are a rough drawing; those that `q` names are kept. Speeds
/// that `v` names are kept and the others follow; speeds given as a whole must fit. Mechanisms without loops stay as they are.
pub fn close(
    model: &Model,
    (drawn, q): (Vec<f64>, Option<&Values>),
    (speeds, v): (Vec<f64>, Option<&Values>),
) -> Result<ClosedState, Error> {
    if model.closures().is_empty() {
        return Ok(ClosedState { q: drawn, v: speeds, assembled: None, drawn: None });
    }
    let hold = named(model, q, Quantity::Q);
    // long loops are only closed where they are open: that takes dense matrices
    if LoopClosure::usual(model) == LoopClosure::Corrected
        && !matches!(v, Some(Values::Named(_)))
        && let Some(assembled) = as_drawn(model, &drawn)?
    {
        return Ok(ClosedState { q: drawn, v: speeds, assembled: Some(assembled), drawn: None });
    }
    let assembled = match hold.is_empty() && model.lists_motors() {
        // a drawing that is open is closed by the passive joints, if they can
        true => {
            let motors: Vec<LinkId> = (0..model.links().len()).map(LinkId).filter(|&l| model.is_actuated(l)).collect();
            assembly::assemble(model, &drawn, &AssemblyOptions::holding(&motors))
                .or_else(|_| assembly::assemble(model, &drawn, &AssemblyOptions::default()))?
        }
        false => assembly::assemble(model, &drawn, &AssemblyOptions::holding(&hold))?,
    };
    let v = match v {
        Some(Values::Named(_)) => {
            let hold = named(model, v, Quantity::V);
            assembly::project_velocity(model, &assembled.q, &speeds, &hold, Metric::Identity)?
        }
        _ => speeds,
    };
    let drawn = hold.is_empty().then_some(drawn);
    Ok(ClosedState { q: assembled.q.clone(), v, assembled: Some(assembled), drawn })
}

/// Accelerations that keep all loops closed: those that `a` names are kept, the others follow.
pub fn accelerations(
    model: &Model,
    state: &ClosedState,
    (given, a): (Vec<f64>, Option<&Values>),
) -> Result<Vec<f64>, Error> {
    if model.closures().is_empty() {
        return Ok(given);
    }
    let hold = named(model, a, Quantity::A);
    Ok(assembly::project_acceleration(model, &state.q, &state.v, &given, &hold)?)
}

/// A drawing that closes all loops up to rounding, and how well it does; `None` if it does not.
fn as_drawn(model: &Model, q: &[f64]) -> Result<Option<Assembled>, Error> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q)?;
    loops.place(&position);
    let mut gaps = vec![0.0; loops.count()];
    loops.residuals(&position, &mut gaps)?;
    let closed = gaps.iter().zip(loops.units()).all(|(gap, unit)| gap.abs() < 1e-9 * unit.max(1.0));
    let largest = |lengths: bool| {
        let own = loops.rows().iter().zip(&gaps).filter(|(row, _)| (row.unit == Unit::Length) == lengths);
        own.fold(0.0, |most: f64, (_, gap)| most.max(gap.abs()))
    };
    Ok(closed.then(|| Assembled {
        q: q.to_vec(),
        closure_error_length: largest(true),
        closure_error_angle: largest(false),
        distance: 0.0,
        iterations: 0,
        path: Path::Drawn,
        beyond_limits: Vec::new(),
    }))
}
