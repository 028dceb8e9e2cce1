//! Dry friction that sticks exactly, and joint limits that act as stops.
//!
//! Every speed with dry friction c slides, with the force −c sign(v), or rests, with a force up to c that keeps it at rest. At a limit of its
//! coordinate it rests with any force that pushes back. Which of them changes only between two steps ([`FrictionMode`]): inside a step
//! all forces are smooth. Equations and reasons: `docs/theory/dry_friction.md`, `docs/theory/joint_stops.md`.
//!
//! | File | Contents |
//! |---|---|
//! | `mod.rs` | [`DryFriction`], [`FrictionMode`], the speeds of a model with dry friction or stops |
//! | `stops.rs` | ranges of coordinates, and at which of their ends they are |
//! | `decide.rs` | which of the speeds at rest stick, and which begin to move |
//! | `equations.rs` | accelerations with speeds that stick |
//! | `coupled.rs` | the same in trees in which joints follow others |
//! | `transition.rs` | stops speeds and changes modes between two steps |
//! | `impact.rs` | impulses where coordinates arrive at their limits |
//!
//! `run/friction.rs` and `run/tracks.rs` find the times at which modes change.

mod coupled;
mod decide;
mod equations;
mod impact;
mod stops;
mod transition;

pub use stops::StopState;

pub(super) use stops::Reached;
pub(super) use transition::{Changed, Transition};

use denoc_mechanism::passive::CutFriction;
use denoc_model::{JointProperties, LinkId, Model};
use serde::{Deserialize, Serialize};

use super::limits::{Limited, Place};
use crate::SimError;
use coupled::CoupledFriction;
use equations::Buffers;
use stops::Stop;

/// The law of dry friction in simulations.
///
/// ```
/// use denoc_sim::DryFriction;
///
/// assert_eq!(DryFriction::default(), DryFriction::Exact);
/// assert_eq!(DryFriction::from_keyword("smooth")?, DryFriction::Smooth);
/// # Ok::<(), denoc_sim::SimError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DryFriction {
    /// −c sign(v); joints at rest stick until the force on them exceeds c.
    #[default]
    Exact,
    /// −c tanh(v / [`DRY_FRICTION_SPEED`](denoc_mechanism::passive::DRY_FRICTION_SPEED)): joints creep instead of sticking.
    Smooth,
}

impl DryFriction {
    /// Every law.
    pub const ALL: [Self; 2] = [Self::Exact, Self::Smooth];

    /// Its keyword in files and on command lines.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Smooth => "smooth",
        }
    }

    /// One line for tables and help.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Exact => "joints at rest stick, without creep, until the force on them exceeds dry friction",
            Self::Smooth => "dry friction fades below a speed of 1e-3 rad/s or m/s; joints creep instead of sticking",
        }
    }

    /// The law with this keyword.
    pub fn from_keyword(keyword: &str) -> Result<Self, SimError> {
        let known = || Self::ALL.map(Self::keyword).to_vec();
        let found = Self::ALL.into_iter().find(|law| law.keyword() == keyword);
        found.ok_or_else(|| SimError::Keyword { what: "law of dry friction", word: keyword.to_owned(), known: known() })
    }
}

/// What a speed with dry friction or a stop does until the next change.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrictionMode {
    /// It slides in the direction of this sign, 1 or −1.
    Slides(f64),
    /// It sticks, by friction or at a stop, until the force that this takes, N m or N, leaves this interval.
    Sticks([f64; 2]),
    /// It rests because others stick, with this force of friction or stop, N m or N.
    Held(f64),
    /// It has no dry friction and is not at a stop.
    Free,
}

/// No bound of a force; finite, for checkpoints in JSON.
const UNBOUNDED: f64 = f64::MAX;

/// The speeds of a model with dry friction or stops: those of the tree, then those of cut joints.
pub(super) struct Friction {
    /// Entries of v.
    speeds: Vec<usize>,
    cuts: CutFriction,
    /// Dry friction, zero without.
    dry: Vec<f64>,
    stops: Vec<Option<Stop>>,
    modes: Vec<FrictionMode>,
    /// The forces of friction and stops at the last evaluation.
    forces: Vec<f64>,
    /// Which of them stick.
    sticking: Vec<usize>,
    /// Entries of v that stick.
    locked: Vec<bool>,
    /// The friction force of entries of v relative to its limit, with opposite sign; zero for those that stick.
    signs: Vec<f64>,
    held: Vec<f64>,
    /// Memory: the speeds of cut joints, and for speeds that stick in loops.
    cut_speeds: Vec<f64>,
    buffers: Buffers,
    /// The time of the last decision.
    decided: f64,
    has_loops: bool,
    /// Of trees with couplings.
    coupled: Option<Box<CoupledFriction>>,
}

impl Friction {
    /// Those of a model: with dry friction where its law is `exact`, and with stops. `is_coupled` if joints follow others in every state.
    pub(super) fn new(model: &Model, exact: bool, limited: &[Limited<'_>], is_coupled: bool) -> Self {
        let (mut speeds, mut dry, mut stops) = (Vec::new(), Vec::new(), Vec::new());
        let of = |p: &JointProperties| if exact { p.dry_friction } else { 0.0 };
        let stop_at = |place| limited.iter().find(|limited| limited.place == place).and_then(Stop::new);
        for (i, l) in model.links().iter().enumerate() {
            let friction = of(model.properties(LinkId(i)));
            for k in l.v..l.v + l.nv {
                let stop = stop_at(Place::Tree(k));
                if friction > 0.0 || stop.is_some() {
                    speeds.push(k);
                    dry.push(friction);
                    stops.push(stop);
                }
            }
        }
        let cuts = CutFriction::of(model, |closure, k, p| {
            let acts = of(p) > 0.0 || stop_at(Place::Cut(closure, k)).is_some();
            acts.then(|| of(p))
        });
        dry.extend(cuts.limits());
        stops.extend(cuts.places().map(|(closure, k)| stop_at(Place::Cut(closure, k))));
        let (n, nv) = (dry.len(), model.nv());
        let coupled = if dry.is_empty() || !is_coupled { None } else { CoupledFriction::new(model) };
        Self {
            speeds,
            cuts,
            dry,
            stops,
            modes: vec![FrictionMode::Free; n],
            forces: vec![0.0; n],
            sticking: Vec::new(),
            locked: vec![false; nv],
            signs: vec![0.0; nv],
            held: vec![0.0; nv],
            cut_speeds: Vec::new(),
            buffers: Buffers::default(),
            decided: -1.0,
            has_loops: !model.closures().is_empty() && coupled.is_none(),
            coupled,
        }
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.dry.is_empty()
    }

    /// Whether dry friction acts in one of them.
    pub(super) fn has_dry(&self) -> bool {
        self.dry.iter().any(|dry| *dry > 0.0)
    }

    /// What each of them does.
    pub(super) fn modes(&self) -> &[FrictionMode] {
        &self.modes
    }

    /// Their forces of friction and stops at the last evaluation.
    pub(super) fn forces(&self) -> &[f64] {
        &self.forces
    }

    /// Whether one of them sticks.
    pub(super) fn sticks(&self) -> bool {
        !self.sticking.is_empty()
    }

    /// The entries of v that stick: their accelerations are zero while the modes stay.
    pub(super) fn locked(&self) -> &[bool] {
        &self.locked
    }

    /// Speeds that stick are zero; trial states of integrators can differ by rounding. With loops, speeds follow from others.
    pub(super) fn hold(&self, v: &mut [f64]) {
        if self.sticks() && !self.has_loops {
            v.iter_mut().zip(self.locked()).filter(|(_, locked)| **locked).for_each(|(v, _)| *v = 0.0);
        }
    }

    /// The time at which the modes were decided last.
    pub(super) fn decided(&self) -> f64 {
        self.decided
    }

    /// The friction force of entries of v relative to its limit, with opposite sign; zero for those that stick.
    pub(super) fn signs(&self) -> &[f64] {
        &self.signs
    }

    /// Calls `each` with a speed and those that are zero if it is, because they are coupled to it.
    fn held_with(&self, speed: usize, mut each: impl FnMut(usize)) {
        each(speed);
        self.coupled.iter().for_each(|coupled| coupled.moved_with(speed, &mut each));
    }

    /// Whether any of them belongs to a cut joint.
    pub(super) fn has_cuts(&self) -> bool {
        self.dry.len() > self.speeds.len()
    }

    /// Between which values the force is that keeps a speed at rest: friction, and a stop that pushes back.
    fn bounds(&self, j: usize) -> [f64; 2] {
        let (dry, [lower, upper]) = (self.dry[j], self.at_stops(j));
        [if upper { -UNBOUNDED } else { -dry }, if lower { UNBOUNDED } else { dry }]
    }

    /// By how much the force that releases a speed exceeds what could hold it, at least.
    pub(super) fn margin(&self, j: usize, release: [f64; 2]) -> f64 {
        let bounds = self.bounds(j);
        let below = if bounds[0] > -UNBOUNDED { bounds[0] - release[0] } else { UNBOUNDED };
        let above = if bounds[1] < UNBOUNDED { release[1] - bounds[1] } else { UNBOUNDED };
        below.min(above).max(0.0)
    }

    fn rests(&self, j: usize) -> bool {
        matches!(self.modes[j], FrictionMode::Sticks(_) | FrictionMode::Held(_))
    }

    fn is_held_by_friction(&self, j: usize) -> bool {
        self.rests(j) && !self.is_stopped(j)
    }

    /// The mode of a speed that is not at rest.
    fn moving(&self, j: usize, speed: f64) -> FrictionMode {
        if self.dry[j] > 0.0 { FrictionMode::Slides(speed.signum()) } else { FrictionMode::Free }
    }

    /// Adds forces that hold speeds without dry friction at stops; with it, they are part of the friction forces.
    pub(super) fn add_held(&self, total: &mut [f64]) {
        for (j, &k) in self.speeds.iter().enumerate().filter(|&(j, _)| self.dry[j] == 0.0) {
            if let FrictionMode::Held(force) = self.modes[j] {
                total[k] += force;
            }
        }
    }

    /// Sets the modes; forces of those that stick begin at zero.
    fn set_modes(&mut self, modes: &[FrictionMode]) {
        self.modes.copy_from_slice(modes);
        self.sticking.clear();
        self.locked.fill(false);
        self.signs.fill(0.0);
        for (j, mode) in modes.iter().enumerate() {
            let force = match *mode {
                FrictionMode::Slides(sign) => -sign * self.dry[j],
                FrictionMode::Held(force) => force,
                FrictionMode::Sticks(_) | FrictionMode::Free => 0.0,
            };
            self.forces[j] = force;
            if matches!(mode, FrictionMode::Sticks(_)) {
                self.sticking.push(j);
            }
            if let Some(&k) = self.speeds.get(j) {
                self.locked[k] = matches!(mode, FrictionMode::Sticks(_));
                if self.dry[j] > 0.0 {
                    self.signs[k] = -force / self.dry[j];
                }
            }
        }
        if let Some(coupled) = &self.coupled {
            coupled.lock_groups(&mut self.locked);
        }
    }

    /// The state of a checkpoint; whether it has as many speeds and stops as the model.
    pub(super) fn restore(&mut self, modes: &[FrictionMode], stops: &[StopState], decided: f64) -> bool {
        let fits = modes.len() == self.modes.len() && self.restore_stops(stops);
        if fits {
            self.set_modes(modes);
            self.decided = decided;
        }
        fits
    }
}
