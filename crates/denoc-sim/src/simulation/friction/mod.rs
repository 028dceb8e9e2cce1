//! Dry friction that sticks exactly.
//!
//! Every speed with dry friction c slides, with the force −c sign(v), or rests, with a force up to c that keeps it at rest. Which of
//! them changes only between two steps ([`FrictionMode`]): inside a step all forces are smooth. Equations and reasons:
//! `docs/theory/dry_friction.md`.
//!
//! | File | Contents |
//! |---|---|
//! | `mod.rs` | [`DryFriction`], [`FrictionMode`], the speeds with dry friction of a model |
//! | `decide.rs` | which of the speeds at rest stick, and which begin to slide |
//! | `equations.rs` | accelerations with speeds that stick |
//! | `coupled.rs` | the same in trees in which joints follow others |
//! | `transition.rs` | stops speeds and changes modes between two steps |
//!
//! `run/friction.rs` finds the times at which modes change.

mod coupled;
mod decide;
mod equations;
mod transition;

pub(super) use transition::Transition;

use denoc_mechanism::passive::CutFriction;
use denoc_model::{LinkId, Model};
use serde::{Deserialize, Serialize};

use crate::SimError;
use coupled::CoupledFriction;
use equations::Buffers;

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

/// What a speed with dry friction does until the next change.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrictionMode {
    /// It slides in the direction of this sign, 1 or −1.
    Slides(f64),
    /// It sticks until the size of the force that this takes, N m or N, exceeds this one.
    Sticks(f64),
    /// It rests because others stick, with this friction force, N m or N.
    Held(f64),
}

/// The speeds of a model with dry friction: those of the tree, then those of cut joints.
pub(super) struct Friction {
    /// Entries of v.
    speeds: Vec<usize>,
    cuts: CutFriction,
    limits: Vec<f64>,
    modes: Vec<FrictionMode>,
    /// The friction forces at the last evaluation.
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
    /// Those of a model; none with another law. `is_coupled` if joints follow others in every state.
    pub(super) fn new(model: &Model, exact: bool, is_coupled: bool) -> Self {
        let (mut speeds, mut limits) = (Vec::new(), Vec::new());
        let cuts = CutFriction::new(model);
        if exact {
            for (i, l) in model.links().iter().enumerate() {
                let limit = model.properties(LinkId(i)).dry_friction;
                if limit > 0.0 {
                    speeds.extend(l.v..l.v + l.nv);
                    limits.extend((0..l.nv).map(|_| limit));
                }
            }
            limits.extend(cuts.limits());
        }
        let (n, nv) = (limits.len(), model.nv());
        let coupled = if limits.is_empty() || !is_coupled { None } else { CoupledFriction::new(model) };
        Self {
            speeds,
            cuts,
            limits,
            modes: vec![FrictionMode::Slides(1.0); n],
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
        self.limits.is_empty()
    }

    /// What each of them does.
    pub(super) fn modes(&self) -> &[FrictionMode] {
        &self.modes
    }

    /// Their friction forces at the last evaluation.
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
        self.limits.len() > self.speeds.len()
    }

    /// By how much the force that releases a speed exceeds its limit.
    pub(super) fn margin(&self, j: usize, release: f64) -> f64 {
        (release - self.limits[j]).max(0.0)
    }

    fn rests(&self, j: usize) -> bool {
        !matches!(self.modes[j], FrictionMode::Slides(_))
    }

    /// Sets the modes; forces of those that stick begin at zero.
    fn set_modes(&mut self, modes: &[FrictionMode]) {
        self.modes.copy_from_slice(modes);
        self.sticking.clear();
        self.locked.fill(false);
        self.signs.fill(0.0);
        for (j, mode) in modes.iter().enumerate() {
            let force = match *mode {
                FrictionMode::Slides(sign) => -sign * self.limits[j],
                FrictionMode::Held(force) => force,
                FrictionMode::Sticks(_) => 0.0,
            };
            self.forces[j] = force;
            if matches!(mode, FrictionMode::Sticks(_)) {
                self.sticking.push(j);
            }
            if let Some(&k) = self.speeds.get(j) {
                self.locked[k] = matches!(mode, FrictionMode::Sticks(_));
                self.signs[k] = -force / self.limits[j];
            }
        }
        if let Some(coupled) = &self.coupled {
            coupled.lock_groups(&mut self.locked);
        }
    }

    /// The modes of a checkpoint; whether there are as many as in the model.
    pub(super) fn restore(&mut self, modes: &[FrictionMode], decided: f64) -> bool {
        let fits = modes.len() == self.modes.len();
        if fits {
            self.set_modes(modes);
            self.decided = decided;
        }
        fits
    }
}
