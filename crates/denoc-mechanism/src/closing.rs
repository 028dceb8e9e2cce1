//! From an initial guess of a state to one that satisfies all loop closures.

use denoc_base::number::six;
use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use crate::MechanismError;
use crate::assembly::{self, Assembled, AssemblyMethod, AssemblyOptions, Metric};
use crate::long_loops::has_long_loops;
use crate::quantity::{Entries, Quantity};

/// The default start of a mechanism: the configuration in which its file shows it (`qpos0` of MJCF, the configuration `start` of a
/// mechanism with loops), otherwise the neutral configuration. Loops may be open.
pub fn usual_start(model: &Model) -> Vec<f64> {
    let names: &[&str] = if model.closures().is_empty() { &["qpos0"] } else { &["qpos0", "start"] };
    let drawn = names.iter().find_map(|name| model.configuration(name).ok());
    drawn.map_or_else(|| model.neutral(), <[f64]>::to_vec)
}

/// An initial guess of a state: coordinates that may leave loops open, and speeds of some joints.
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
    /// Coordinates, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// The joints whose coordinates are held; the others move to close the loops.
    pub held: Vec<LinkId>,
    /// Speeds, nv: rad/s, m/s.
    pub v: Vec<f64>,
    /// The joints whose speeds are held while the others follow; `None` leaves all speeds as they are.
    pub driven: Option<Vec<LinkId>>,
}

/// A state that satisfies all loop closures, computed by [`Draft::close`].
///
/// ```
/// use denoc_mechanism::Draft;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let crank = fourbar.joint("crank_pivot")?;
/// let mut draft = Draft::usual(&fourbar);
/// draft.v[fourbar.links()[crank.0].v] = 10.0; // rad/s
/// draft.driven = Some(vec![crank]);
/// let state = draft.close(&fourbar)?; // the other speeds follow the crank
/// assert!(state.v.iter().all(|v| *v != 0.0));
/// let a = state.accelerations(&fourbar, vec![0.0; 3], &[crank])?;
/// assert_eq!(a[fourbar.links()[crank.0].v], 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ClosedState {
    /// Coordinates, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Speeds, nv: rad/s, m/s.
    pub v: Vec<f64>,
    /// How the loops were closed; `None` for a mechanism without loops.
    pub assembled: Option<Assembled>,
    /// The initial guess, if no joint was held.
    guess: Option<Vec<f64>>,
}

impl Draft {
    /// The usual start, at rest.
    pub fn usual(model: &Model) -> Self {
        Self { q: usual_start(model), held: Vec::new(), v: vec![0.0; model.nv()], driven: None }
    }

    /// Computes coordinates and speeds that satisfy all closures; a tree keeps its state. If no joint is held, the passive joints
    /// close the loops if they can, otherwise all joints. Joints move within their limits; a guess that is beyond them but closes all
    /// loops is kept. If couplings are the only closures, only joints that follow others move, unless they are held and the others
    /// are not.
    ///
    /// # Errors
    /// [`MechanismError::NotClosed`] if the loops cannot be closed, [`MechanismError::HeldSpeeds`] if the speeds of the driven joints
    /// contradict each other.
    pub fn close(self, model: &Model) -> Result<ClosedState, MechanismError> {
        let Self { q: guess, held, v: speeds, driven } = self;
        if model.closures().is_empty() {
            return Ok(ClosedState { q: guess, v: speeds, assembled: None, guess: None });
        }
        // long loops that are closed already are left alone: closing them takes dense matrices; so is a closed start beyond limits, which
        // closing would move into them
        if driven.is_none()
            && (has_long_loops(model) || is_beyond_limits(model, &guess))
            && let Some(assembled) = closed_already(model, &guess)?
        {
            return Ok(ClosedState { q: guess, v: speeds, assembled: Some(assembled), guess: None });
        }
        let followed = if model.is_coupled_tree() { follow(model, &guess, &held)? } else { None };
        let assembled = if let Some(assembled) = followed {
            assembled
        } else if held.is_empty() && model.lists_motors() {
            let motors: Vec<LinkId> = (0..model.links().len()).map(LinkId).filter(|&l| model.is_actuated(l)).collect();
            assembly::assemble(model, &guess, &AssemblyOptions::holding(&motors))
                .or_else(|_| assembly::assemble(model, &guess, &AssemblyOptions::default()))?
        } else {
            assembly::assemble(model, &guess, &AssemblyOptions::holding(&held))?
        };
        let v = match driven {
            Some(driven) => assembly::project_velocity(model, &assembled.q, &speeds, &driven, Metric::Identity)?,
            None => speeds,
        };
        let guess = held.is_empty().then_some(guess);
        Ok(ClosedState { q: assembled.q.clone(), v, assembled: Some(assembled), guess })
    }
}

impl ClosedState {
    /// Projects accelerations (rad/s², m/s²) onto the closures: keeps those of the joints `held`, the others follow.
    ///
    /// # Errors
    /// [`MechanismError::HeldAccelerations`] if the accelerations of the held joints contradict each other.
    pub fn accelerations(&self, model: &Model, a: Vec<f64>, held: &[LinkId]) -> Result<Vec<f64>, MechanismError> {
        if model.closures().is_empty() {
            return Ok(a);
        }
        assembly::project_acceleration(model, &self.q, &self.v, &a, held)
    }

    /// A remark for the user if open loops were closed and no joint was held.
    pub fn note(&self, model: &Model) -> Option<String> {
        let (guess, distance) = (self.guess.as_ref()?, self.assembled.as_ref()?.distance);
        if distance < 1e-3 {
            return None;
        }
        let mut change = vec![0.0; model.nv()];
        model.difference(guess, &self.q, &mut change).ok()?;
        let most = (0..change.len()).max_by(|&a, &b| change[a].abs().total_cmp(&change[b].abs()))?;
        let entries = Entries::new(model, Quantity::V);
        let unit = entries.units[most].trim_end_matches("/s");
        let (label, most) = (&entries.labels[most], six(change[most]));
        Some(format!("the initial guess left loops open: closing them moved {label} by {most} {unit}"))
    }
}

/// Whether a coordinate of the tree is beyond the limits of its joint.
fn is_beyond_limits(model: &Model, q: &[f64]) -> bool {
    model.links().iter().enumerate().filter(|(_, link)| link.nq == link.nv).any(|(i, link)| {
        let limits = model.properties(LinkId(i)).limits;
        limits.is_some_and(|[low, high]| q[link.q..link.q + link.nq].iter().any(|x| !(low..=high).contains(x)))
    })
}

/// Joints that follow others set from these, in a tree with couplings; where only followers are held, from one of them. `None` if held joints
/// contradict each other.
fn follow(model: &Model, guess: &[f64], held: &[LinkId]) -> Result<Option<Assembled>, MechanismError> {
    let (mut q, couplings, links) = (guess.to_vec(), model.couplings(), model.links());
    for f in couplings.followers().iter().filter(|f| held.contains(&f.joint) && !held.contains(&f.leader)) {
        if f.ratio != 0.0 {
            q[links[f.leader.0].q] = (q[links[f.joint.0].q] - f.offset) / f.ratio;
        }
    }
    couplings.close(model, &mut q);
    let mut change = vec![0.0; model.nv()];
    model.difference(guess, &q, &mut change)?;
    let moved = |link: &LinkId| change[links[link.0].v..][..links[link.0].nv].iter().any(|change| change.abs() > 1e-9);
    if held.iter().any(moved) {
        return Ok(None);
    }
    let distance = change.iter().map(|change| change * change).sum::<f64>().sqrt();
    Ok(closed_already(model, &q)?.map(|assembled| Assembled { distance, ..assembled }))
}

/// Coordinates that close all loops up to rounding; `None` if they do not.
fn closed_already(model: &Model, q: &[f64]) -> Result<Option<Assembled>, MechanismError> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q)?;
    loops.place(&position);
    let mut gaps = vec![0.0; loops.count()];
    loops.residuals(&position, &mut gaps)?;
    let closed = gaps.iter().zip(loops.units()).all(|(gap, unit)| gap.abs() < 1e-9 * unit.max(1.0));
    let largest = |lengths: bool| {
        let rows = loops.rows().iter().zip(&gaps).filter(|(row, _)| (row.unit == Unit::Length) == lengths);
        rows.fold(0.0, |most: f64, (_, gap)| most.max(gap.abs()))
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
