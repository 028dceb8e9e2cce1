//! Forward dynamics in time.
//!
//! | File | Contents |
//! |---|---|
//! | `mod.rs` | [`Simulation`]: the settings |
//! | `run/` | one run: steps, samples, events, checkpoints |
//! | `segments.rs` | intervals in which all forces are smooth |
//! | `control.rs` | step-size control |
//! | `automatic.rs` | the integrator `auto`: the choice between an explicit and an implicit method |
//! | `equations/` | the equations of motion as a system of differential equations |
//! | `friction/` | dry friction that sticks, stops at joint limits |
//! | `implicit.rs` | their linearly implicit steps |
//! | `plant.rs` | the mechanism as seen by controllers |
//! | `undriven.rs` | controllers of trees in which some joints have no motor |
//! | `loops.rs` | how loops are kept closed |
//! | `load.rs`, `event.rs`, `limits.rs` | external wrenches; events; joint limits |
//! | `outside.rs` | whether anything acts from outside |
//! | `sample.rs`, `sink.rs` | the output, and its receiver |
//! | `checkpoint.rs`, `observations.rs`, `summary.rs` | the state between two steps; data for the audit; the end of a run |

mod automatic;
mod checkpoint;
mod control;
mod equations;
mod event;
mod friction;
mod implicit;
mod limits;
mod load;
mod loops;
mod observations;
mod outside;
mod plant;
mod run;
mod sample;
mod segments;
mod sink;
mod summary;
mod undriven;

pub use automatic::Automatic;
pub use checkpoint::{Checkpoint, Counters, FrictionState, Passage};
pub use event::{Action, Direction, Event, EventQuantity, Occurrence};
pub use friction::{DryFriction, FrictionMode, StopState};
pub use limits::{Impact, Limits, Side};
pub(crate) use load::check_times;
pub use load::{Load, LoadAxes, LoadProfile};
pub use loops::{ClosureUse, LoopClosure, LoopSettings};
pub use observations::{GimbalLock, Momentum, Observations, OutsideLimits, TrackingErrors};
pub use plant::Plant;
pub use sample::{Energies, Sample, Works};
pub use sink::{Flow, Progress, Sink};
pub use summary::{Status, Summary};

use denoc_base::number::brief;
use denoc_mechanism::MechanismError;
use denoc_model::{ClosureId, Model};

use crate::controllers::{Controller, NoForces};
use crate::verification::{Comparison, Recording, Verification};
use crate::{Integrator, SimError};

/// A simulation: model, initial state, controller, loads and integrator. Nothing is computed before [`Simulation::run`].
///
/// Joint springs and friction act by default; joints at rest stick by dry friction ([`DryFriction`]). Stops keep joints between their limits
/// ([`Limits`]).
///
/// ```
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
/// use denoc_sim::{Event, Simulation, Status};
///
/// let rod = MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0));
/// let model = Description::new("pendulum")
///     .link("rod", rod)
///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
///     .build()?;
/// let mut simulation = Simulation::new(&model)
///     .start(&[0.0], &[0.0])
///     .duration(2.0)
///     .output_step(0.1)
///     .event(Event::coordinate("pivot", 0, std::f64::consts::FRAC_PI_2).named("lowest point"));
/// let (samples, summary) = simulation.run_collect()?;
/// assert_eq!((samples.len(), summary.status), (21, Status::Finished));
/// assert!((summary.events()[0].t - 0.342).abs() < 1e-3);
/// assert!(summary.observations().relative_unexplained() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation<'m> {
    model: &'m Model,
    q: Vec<f64>,
    v: Vec<f64>,
    duration: f64,
    output_step: f64,
    integrator: Integrator,
    relative: f64,
    absolute: f64,
    step: Option<f64>,
    longest_step: f64,
    most_steps: u64,
    controller: Box<dyn Controller + 'm>,
    loads: Vec<Load>,
    events: Vec<Event>,
    limits: Limits,
    joint_forces: bool,
    dry_friction: DryFriction,
    saturate: bool,
    closure: LoopSettings,
}

/// Default step of integrators without error control, s.
const FIXED_STEP: f64 = 1e-3;
/// Rounding of times must be smaller, s.
const FINEST_TIME: f64 = 1e-6;
/// The smallest relative tolerance.
const LEAST_TOLERANCE: f64 = 1e-14;
/// The smallest relative tolerance that can be reduced to a tenth.
const LEAST_VERIFIABLE: f64 = 1e-13;

impl<'m> Simulation<'m> {
    /// Defaults: at rest in the neutral configuration, 10 s, [`Integrator::default`] with tolerance 1e-10, no controller, a sample
    /// every 0.01 s.
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            q: model.neutral(),
            v: vec![0.0; model.nv()],
            duration: 10.0,
            output_step: 0.01,
            integrator: Integrator::default(),
            relative: 1e-10,
            absolute: 1e-10,
            step: None,
            longest_step: f64::INFINITY,
            most_steps: 10_000_000,
            controller: Box::new(NoForces),
            loads: Vec::new(),
            events: Vec::new(),
            limits: Limits::default(),
            joint_forces: true,
            dry_friction: DryFriction::default(),
            saturate: false,
            closure: LoopSettings::default(),
        }
    }

    /// Initial coordinates (nq: rad, m, unit quaternions) and speeds (nv: rad/s, m/s).
    pub fn start(mut self, q: &[f64], v: &[f64]) -> Self {
        (self.q, self.v) = (q.to_vec(), v.to_vec());
        self
    }

    /// Duration of the simulation, s.
    pub fn duration(mut self, seconds: f64) -> Self {
        self.duration = seconds;
        self
    }

    /// Time between samples, s. It does not affect the integration steps.
    pub fn output_step(mut self, seconds: f64) -> Self {
        self.output_step = seconds;
        self
    }

    /// The integrator.
    pub fn integrator(mut self, integrator: Integrator) -> Self {
        self.integrator = integrator;
        self
    }

    /// Relative and absolute tolerance of coordinates and speeds per step.
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        (self.relative, self.absolute) = (tolerance, tolerance);
        self
    }

    /// Absolute tolerance, if it differs from the relative one; call this after [`Simulation::tolerance`].
    pub fn absolute_tolerance(mut self, tolerance: f64) -> Self {
        self.absolute = tolerance;
        self
    }

    /// The step of integrators with fixed steps (default 1e-3 s), the first step of others, s.
    pub fn step(mut self, seconds: f64) -> Self {
        self.step = Some(seconds);
        self
    }

    /// The longest step, s (default: unlimited).
    pub fn longest_step(mut self, seconds: f64) -> Self {
        self.longest_step = seconds;
        self
    }

    /// The largest number of steps, those included that are rejected or repeated (default ten million); exceeding it ends the run with
    /// an error.
    pub fn most_steps(mut self, steps: u64) -> Self {
        self.most_steps = steps;
        self
    }

    /// The controller (default: no forces).
    pub fn controller(mut self, controller: Box<dyn Controller + 'm>) -> Self {
        self.controller = controller;
        self
    }

    /// Adds an external load.
    pub fn load(mut self, load: Load) -> Self {
        self.loads.push(load);
        self
    }

    /// Adds an event.
    pub fn event(mut self, event: Event) -> Self {
        self.events.push(event);
        self
    }

    /// What happens at joint limits (default: stops act).
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether joint springs and friction act (default: yes).
    pub fn joint_forces(mut self, act: bool) -> Self {
        self.joint_forces = act;
        self
    }

    /// The law of dry friction (default: joints at rest stick exactly).
    pub fn dry_friction(mut self, law: DryFriction) -> Self {
        self.dry_friction = law;
        self
    }

    /// Whether actuator forces saturate at the effort limits of their joints (default: no).
    pub fn saturate(mut self, saturate: bool) -> Self {
        self.saturate = saturate;
        self
    }

    /// How loops are kept closed (default: [`LoopClosure::Auto`]). The start must close them
    /// ([`denoc_mechanism::assembly`] computes such coordinates).
    pub fn loops(mut self, settings: LoopSettings) -> Self {
        self.closure = settings;
        self
    }

    /// Runs from the start. After an error, the sink has received everything computed before it.
    pub fn run(&mut self, sink: &mut dyn Sink) -> Result<Summary, SimError> {
        run::run(self, None, sink)
    }

    /// Resumes a run from a checkpoint of the same simulation; results are bit-identical to an uninterrupted run. The duration may
    /// be longer than before.
    pub fn resume(&mut self, checkpoint: &Checkpoint, sink: &mut dyn Sink) -> Result<Summary, SimError> {
        run::run(self, Some(checkpoint), sink)
    }

    /// Runs from the start and collects all samples in memory.
    pub fn run_collect(&mut self) -> Result<(Vec<Sample>, Summary), SimError> {
        self.check()?;
        if self.duration / self.output_step > 5e7 {
            let rule = "this gives more than 50 million samples: choose a longer one";
            return Err(MechanismError::Setting { what: "the output step", value: self.output_step, rule }.into());
        }
        let mut samples = Vec::new();
        let summary = self.run(&mut samples)?;
        Ok((samples, summary))
    }

    /// Runs the simulation again from the start, with a tenth of the tolerance or half of the fixed step, and compares it with the
    /// samples of a completed run: an estimate of the global error of that run. Controllers must depend on their arguments only. A run
    /// that is interrupted by `progress` or fails is compared up to there.
    ///
    /// ```
    /// use denoc_sim::{Flow, Simulation};
    /// # use denoc_formats::catalogue;
    ///
    /// let pendulum = catalogue::describe("one_r")?.build()?;
    /// let mut fall = Simulation::new(&pendulum).start(&[0.5], &[0.0]).duration(5.0).tolerance(1e-8);
    /// let (samples, _) = fall.run_collect()?;
    /// let found = fall.verify(&samples, &mut |_| Flow::Continue)?;
    /// assert!(found.relative < 1e-6 && found.parted.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the tolerance cannot be reduced.
    pub fn verify(
        &mut self,
        first: &dyn Recording,
        progress: &mut dyn FnMut(&Progress) -> Flow,
    ) -> Result<Verification, SimError> {
        self.check_verifiable()?;
        let given = (self.relative, self.absolute, self.step, self.most_steps);
        let step = self.step.unwrap_or(FIXED_STEP);
        self.most_steps = self.most_steps.saturating_mul(10);
        let second_run = if self.integrator.adapts() {
            (self.relative, self.absolute) = ((self.relative / 10.0).max(LEAST_TOLERANCE), self.absolute / 10.0);
            format!("tolerance {}", brief(self.relative))
        } else {
            self.step = Some(0.5 * step);
            format!("step {} s", brief(0.5 * step))
        };
        let done = Comparison::new(self.model, first, second_run, given.1, progress).map(|mut comparison| {
            let end = self.run(&mut comparison).map(|summary| summary.t());
            comparison.finish(end, self.duration)
        });
        (self.relative, self.absolute, self.step, self.most_steps) = given;
        done?
    }

    /// Checks that [`Simulation::verify`] can reduce the tolerance.
    pub fn check_verifiable(&self) -> Result<(), SimError> {
        if !self.integrator.adapts() || self.relative >= LEAST_VERIFIABLE {
            return Ok(());
        }
        let rule = "a verification runs again at a tenth of it: choose at least 1e-13";
        Err(MechanismError::Setting { what: "the tolerance", value: self.relative, rule }.into())
    }

    /// Checks the settings without running.
    pub fn check(&self) -> Result<(), SimError> {
        self.model.check_coordinates(&self.q)?;
        self.model.check_speeds("v", &self.v)?;
        let positive = |what, value: f64| {
            let rule = "it must be positive and finite";
            if value > 0.0 && value.is_finite() { Ok(()) } else { Err(MechanismError::Setting { what, value, rule }) }
        };
        positive("the duration", self.duration)?;
        if self.duration * f64::EPSILON > FINEST_TIME {
            let rule =
                "beyond 4.5e9 s (140 years), double precision does not resolve time to 1 µs: choose a shorter one";
            return Err(MechanismError::Setting { what: "the duration", value: self.duration, rule }.into());
        }
        positive("the output step", self.output_step)?;
        positive("the absolute tolerance", self.absolute)?;
        if let Some(step) = self.step {
            positive("the step", step)?;
        }
        let refuse = |what, value, rule| Err(MechanismError::Setting { what, value, rule }.into());
        if self.longest_step.is_nan() || self.longest_step <= 0.0 {
            return refuse("the longest step", self.longest_step, "it must be positive");
        }
        if !(LEAST_TOLERANCE..=1e-2).contains(&self.relative) {
            return refuse("the tolerance", self.relative, "choose one between 1e-14 and 1e-2");
        }
        for load in &self.loads {
            load::BoundLoad::new(self.model, load)?;
        }
        for event in &self.events {
            event::Watch::new(self.model, event)?;
        }
        self.closure.check(self.model, self.integrator)?;
        if let Some(LoopClosure::Baumgarte(rate)) = self.closure.closure {
            positive("the rate of Baumgarte's method", rate)?;
        }
        let cut = (0..self.model.closures().len()).find(|&i| self.model.is_closure_actuated(ClosureId(i)));
        if let Some(i) = cut.filter(|_| self.controller.keyword() != "free") {
            return Err(SimError::CutMotor { joint: self.model.closure_names()[i].clone() });
        }
        self.controller.check(self.model)
    }
}
