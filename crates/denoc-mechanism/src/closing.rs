//! From a rough drawing of a state to one that satisfies all loop closures.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use crate::MechanismError;
use crate::assembly::{self, Assembled, AssemblyMethod, AssemblyOptions, Metric};
use crate::long_loops::has_long_loops;
use crate::quantity::{Entries, Quantity};

/// The pose in which a mechanism is if nothing else is given: the one in which its file draws it (`qpos0` of MJCF, the
/// configuration `start` of a mechanism with loops), else the neutral pose.
pub fn usual_start(model: &Model) -> Vec<f64> {
    let names: &[&str] = if model.closures().is_empty() { &["qpos0"] } else { &["qpos0", "start"] };
    let drawn = names.iter().find_map(|name| model.configuration(name).ok());
    drawn.map_or_else(|| model.neutral(), <[f64]>::to_vec)
}

/// A state as it was given: coordinates that may leave loops open, and speeds of some joints.
///
/// ```
/// use denoc_mechanism::Draft;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let state = Draft::usual(&fourbar).close(&fourbar)?;
/// assert!(state.assembled.is_some_and(|assembled| assembled.closure_error_length < 1e-12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Coordinates, nq.
    pub q: Vec<f64>,
    /// The joints whose coordinates are kept; the others move to close the loops.
    pub held: Vec<LinkId>,
    /// Speeds, nv.
    pub v: Vec<f64>,
    /// The joints whose speeds are kept while the others follow; `None`: all speeds are meant as they are.
    pub driven: Option<Vec<LinkId>>,
}

/// A state that satisfies all loop closures.
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedState {
    /// Coordinates, nq.
    pub q: Vec<f64>,
    /// Speeds, nv.
    pub v: Vec<f64>,
    /// How the pose was found; `None` for a mechanism without loops.
    pub assembled: Option<Assembled>,
    /// The drawing it was made from, if no joint of it was held.
    drawn: Option<Vec<f64>>,
}

impl Draft {
    /// The usual start, at rest.
    pub fn usual(model: &Model) -> Self {
        Self { q: usual_start(model), held: Vec::new(), v: vec![0.0; model.nv()], driven: None }
    }

    /// Coordinates and speeds that satisfy all closures; those of a mechanism without loops stay as they are. If no joint is
    /// held, the passive joints close the loops if they can, and all joints otherwise.
    pub fn close(self, model: &Model) -> Result<ClosedState, MechanismError> {
        let Self { q: drawn, held, v: speeds, driven } = self;
        if model.closures().is_empty() {
            return Ok(ClosedState { q: drawn, v: speeds, assembled: None, drawn: None });
        }
        // long loops are only closed where they are open: closing takes dense matrices
        if has_long_loops(model)
            && driven.is_none()
            && let Some(assembled) = as_drawn(model, &drawn)?
        {
            return Ok(ClosedState { q: drawn, v: speeds, assembled: Some(assembled), drawn: None });
        }
        let assembled = if held.is_empty() && model.lists_motors() {
            let motors: Vec<LinkId> = (0..model.links().len()).map(LinkId).filter(|&l| model.is_actuated(l)).collect();
            assembly::assemble(model, &drawn, &AssemblyOptions::holding(&motors))
                .or_else(|_| assembly::assemble(model, &drawn, &AssemblyOptions::default()))?
        } else {
            assembly::assemble(model, &drawn, &AssemblyOptions::holding(&held))?
        };
        let v = match driven {
            Some(driven) => assembly::project_velocity(model, &assembled.q, &speeds, &driven, Metric::Identity)?,
            None => speeds,
        };
        let drawn = held.is_empty().then_some(drawn);
        Ok(ClosedState { q: assembled.q.clone(), v, assembled: Some(assembled), drawn })
    }
}

impl ClosedState {
    /// Accelerations that keep all loops closed: those of the joints `held` are kept, the others follow.
    pub fn accelerations(&self, model: &Model, a: Vec<f64>, held: &[LinkId]) -> Result<Vec<f64>, MechanismError> {
        if model.closures().is_empty() {
            return Ok(a);
        }
        assembly::project_acceleration(model, &self.q, &self.v, &a, held)
    }

    /// A remark about a drawing with open loops that were closed without any joint being held.
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

/// A drawing that closes all loops up to rounding, and how well it does; `None` if it does not.
fn as_drawn(model: &Model, q: &[f64]) -> Result<Option<Assembled>, MechanismError> {
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
        path: AssemblyMethod::Drawn,
        beyond_limits: Vec::new(),
    }))
}
