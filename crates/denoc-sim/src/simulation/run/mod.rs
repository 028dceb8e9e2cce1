//! One run: steps, samples, events, checkpoints.

mod close_up;
mod closure;
mod events;
mod friction;
mod samples;
mod singular;
mod state;
mod step;
mod tracks;
mod undo;

use core::f64::consts::PI;
use std::time::Instant;

use denoc_model::ClosureId;

use super::Simulation;
use super::automatic::{Automatic, Costs};
use super::checkpoint::{Checkpoint, Counters, Passage};
use super::control::{LEAST_MEMORY, StepControl};
use super::equations::Equations;
use super::event::{Action, Occurrence, Watch};
use super::limits::{Limited, Limits};
use super::load::BoundLoad;
use super::loops::{Closing, ClosureUse, LoopClosure};
use super::observations::Observations;
use super::plant::Plant;
use super::sample::Sample;
use super::segments::Segments;
use super::sink::{Flow, Progress, Sink};
use super::summary::{Status, Summary};
use crate::integrators::{LinearisedAt, Stepper, System};
use crate::{Integrator, SimError};
use close_up::CloseUp;
use events::Search;
use friction::Slip;

/// Seconds of the clock between reports of progress.
const PROGRESS_INTERVAL: f64 = 0.1;

/// Steps shorter than this part of the time left end a run near gimbal lock, if rounding causes them.
const SHORTEST_NEAR_LOCK: f64 = 1e-6;

/// How a step ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum StepEnd {
    /// The run goes on.
    Complete,
    /// An event ends the run.
    Event,
    /// The sink ended the run before all samples of the step were given to it.
    Interrupted,
}

/// Runs a simulation from its start or from a checkpoint.
pub(super) fn run(
    simulation: &mut Simulation<'_>,
    from: Option<&Checkpoint>,
    sink: &mut dyn Sink,
) -> Result<Summary, SimError> {
    simulation.check()?;
    let model = simulation.model;
    let loads = simulation.loads.iter().map(|load| BoundLoad::new(model, load)).collect::<Result<Vec<_>, _>>()?;
    let mut watches = simulation.events.iter().map(|e| Watch::new(model, e)).collect::<Result<Vec<_>, _>>()?;
    let (limited, unmonitored) = match simulation.limits {
        Limits::Ignore => Default::default(),
        _ => Limited::all(model),
    };
    watches.extend(Watch::limits(&limited, simulation.limits));
    let mut times = simulation.controller.breakpoints();
    loads.iter().for_each(|load| load.breakpoints(&mut times));
    let settings = Settings {
        end: simulation.duration,
        output_step: simulation.output_step,
        integrator: simulation.integrator,
        relative: simulation.relative,
        absolute: simulation.absolute,
        longest_step: simulation.longest_step,
        most_steps: simulation.most_steps,
        segments: Segments::new(times, simulation.duration),
        singular: simulation.closure.singular,
        limits: simulation.limits,
        watches,
    };
    let mut plant = Plant::new(model, simulation.joint_forces);
    let (mut q, mut v) = (simulation.q.clone(), simulation.v.clone());
    let closing = match model.closures() {
        [] => None,
        _ => {
            let settings = simulation.closure.for_integrator(simulation.integrator)?;
            Some(Closing::new(model, &mut plant.ws, (settings, simulation.integrator), &mut q, &mut v)?)
        }
    };
    let mechanism = Equations::new(
        plant,
        &mut *simulation.controller,
        loads,
        simulation.saturate,
        closing,
        (simulation.dry_friction, if simulation.limits == Limits::Act { &limited } else { &[] }),
    );
    let speeds = mechanism.controlled() - mechanism.sizes().0;
    let costs = Costs::new(model, speeds, simulation.closure.partner(model), mechanism.has_wrenches());
    let mut run = Run::new(settings, costs, mechanism, sink);
    match from {
        None => {
            run.begin(&q, &v, simulation.step)?;
            unmonitored.iter().for_each(|joint| run.tell_unmonitored(joint));
        }
        Some(checkpoint) => run.restore(checkpoint)?,
    }
    run.drive()
}

struct Settings {
    end: f64,
    output_step: f64,
    integrator: Integrator,
    relative: f64,
    absolute: f64,
    longest_step: f64,
    most_steps: u64,
    segments: Segments,
    /// What happens at singular configurations.
    singular: Action,
    limits: Limits,
    watches: Vec<Watch>,
}

struct Run<'a, 'm> {
    settings: Settings,
    mechanism: Equations<'a, 'm>,
    /// The integrator at work.
    method: Integrator,
    stepper: Box<dyn Stepper>,
    /// `None` for fixed steps.
    control: Option<StepControl>,
    /// The choice of the integrator `auto`, and what it reckons with.
    automatic: Option<Automatic>,
    costs: Costs,
    /// Where the derivatives were taken that the integrator keeps.
    linearised: Option<LinearisedAt>,
    /// The method that takes over after the step in work.
    next_method: Option<Integrator>,
    sink: &'a mut dyn Sink,
    clock: Instant,
    last_progress: f64,
    /// Unexplained change of energy at the last report of progress, relative to the energy exchanged.
    drift: f64,
    // the state between two steps
    t: f64,
    y: Vec<f64>,
    rates: Vec<f64>,
    step: f64,
    error: f64,
    next_sample: u64,
    counters: Counters,
    events: Vec<Occurrence>,
    observations: Observations,
    // the step in work
    end_time: f64,
    end: Vec<f64>,
    end_rates: Vec<f64>,
    allowed: Vec<f64>,
    sizes: Vec<f64>,
    inside: Vec<f64>,
    scratch: Vec<f64>,
    /// The last sample.
    sample: Sample,
    distances: Vec<f64>,
    search: Search,
    /// Changes of dry friction and stops in the step.
    slip: Slip,
    /// Made when an event needs it.
    close_up: Option<CloseUp>,
    worst: usize,
    /// How far the end of the last step was from a singular configuration.
    regular: f64,
    /// How far the last step moved the loops.
    strides: f64,
    /// The direction of motion of every cluster of loops at the end of the last step.
    headings: Vec<Vec<f64>>,
    /// Motions through singular configurations whose branch is not known yet.
    passages: Vec<Passage>,
    /// How loops were kept closed, if that is chosen automatically.
    closures: ClosureUse,
    /// Angles of springs in cut joints, at the end of the last step.
    spring_angles: Vec<(ClosureId, f64)>,
    stop: bool,
}

impl<'a, 'm> Run<'a, 'm> {
    fn new(settings: Settings, costs: Costs, mechanism: Equations<'a, 'm>, sink: &'a mut dyn Sink) -> Self {
        let n = mechanism.dimension();
        let zeros = || vec![0.0; n];
        let automatic = (settings.integrator == Integrator::Auto).then(|| Automatic::new(settings.relative));
        let method = automatic.as_ref().map_or(settings.integrator, |automatic| automatic.method);
        Self {
            method,
            stepper: (method.info().make)(n),
            control: method.info().control_order.map(StepControl::new),
            automatic,
            costs,
            linearised: None,
            next_method: None,
            sink,
            clock: Instant::now(),
            last_progress: 0.0,
            drift: 0.0,
            t: 0.0,
            y: zeros(),
            rates: zeros(),
            step: 0.0,
            error: LEAST_MEMORY,
            next_sample: 0,
            counters: Counters::default(),
            events: Vec::new(),
            observations: Observations::default(),
            end_time: 0.0,
            end: zeros(),
            end_rates: zeros(),
            allowed: vec![0.0; mechanism.controlled()],
            sizes: vec![0.0; mechanism.controlled()],
            inside: zeros(),
            scratch: zeros(),
            sample: Sample::default(),
            distances: vec![0.0; settings.watches.len()],
            search: Search::new(&settings.watches, &mechanism),
            slip: Slip::default(),
            close_up: None,
            worst: 0,
            regular: f64::INFINITY,
            strides: 0.0,
            headings: Vec::new(),
            passages: Vec::new(),
            closures: ClosureUse::default(),
            spring_angles: Vec::new(),
            stop: false,
            settings,
            mechanism,
        }
    }

    fn drive(mut self) -> Result<Summary, SimError> {
        let from = self.t;
        let every = self.sink.checkpoint_interval().filter(|interval| *interval > 0.0);
        let mut next_checkpoint = every.map(|interval| from + interval);
        let start = self.mechanism.placed(&self.y, self.events_need_poses())?;
        for (distance, watch) in self.distances.iter_mut().zip(&self.settings.watches) {
            *distance = watch.measure(&start);
        }
        self.mechanism.place(&self.y)?;
        self.regular = self.mechanism.base_regularity();
        self.headings = self.mechanism.headings();
        self.spring_angles = self.mechanism.uncounted_angles()?;
        self.report_progress()?;
        let mut status = Status::Finished;
        if self.counters.steps == 0 && self.start_beyond_limits() {
            status = Status::Event;
        }
        while status == Status::Finished && self.t < self.settings.end {
            if self.stop {
                status = Status::Interrupted;
                break;
            }
            let mut undo = self.prepare_undo();
            self.slip.prepared = false;
            let tried = self.take_step();
            let mut suspicious = tried.is_ok() && self.may_be_singular()?;
            if self.needs_independent(tried.as_ref().err(), suspicious)? {
                undo.apply_to_step(&mut self);
                self.counters.rejected += u64::from(tried.is_ok()); // others are counted
                if tried.is_err() || !self.shorten_step() {
                    self.integrate_independent()?;
                }
                continue;
            }
            tried?;
            let end = self.end_time;
            if !self.end_at_slip()? {
                // dry friction or a stop changed at the start of the step, or the step up to the change failed
                undo.apply_to_method(&mut self);
                self.counters.rejected += 1;
                continue;
            }
            if self.end_time != end {
                suspicious = self.may_be_singular()?;
            }
            if self.has_many_samples() {
                undo.keep_observations(&self);
            }
            let end = self.finish_step(undo.is_possible(), suspicious)?;
            if end == StepEnd::Interrupted {
                undo.apply(&mut self);
                status = Status::Interrupted;
                break;
            }
            if end == StepEnd::Event {
                // no checkpoint: a run that is resumed meets the event again
                status = Status::Event;
                break;
            }
            // not at the end, which may have a sample that a resumed run would not make again
            if let (Some(interval), Some(next)) = (every, next_checkpoint)
                && self.t >= next
                && self.t < self.settings.end
            {
                self.sink.checkpoint(&self.checkpoint());
                next_checkpoint = Some(self.t + interval);
            }
            if self.progress_is_due() {
                self.report_progress()?;
            }
        }
        self.observations.end = self.mechanism.energies(&self.y)?;
        self.observations.works = self.mechanism.works(&self.y);
        self.report_progress()?;
        let wall_seconds = self.clock.elapsed().as_secs_f64();
        self.mechanism.place(&self.y)?;
        let v = self.mechanism.v.clone();
        let closure = self.mechanism.closing.as_ref().map(Closing::closure);
        let limits = self.settings.limits;
        Ok(Summary { status, from, wall_seconds, v, closure, limits, checkpoint: self.checkpoint() })
    }

    /// Functions of time are continuous from the right: the end of a segment belongs to the next.
    fn enter_segment(&mut self) {
        self.mechanism.latest = self.settings.segments.end_after(self.t).next_down();
    }

    /// Events and samples of a good step, then makes its end the new state. With `interruptible`, a sink that ends the run ends the
    /// samples as well; the state is then that of the start of the step.
    fn finish_step(&mut self, interruptible: bool, suspicious: bool) -> Result<StepEnd, SimError> {
        // examined already
        let singular = suspicious && self.mechanism.automatic_closure() != Some(LoopClosure::Corrected);
        self.counters.steps += 1;
        let h = self.end_time - self.t;
        if self.mechanism.saturated {
            self.observations.saturated += h;
        }
        if self.mechanism.pushed {
            self.observations.momentum = None; // it acted from outside
        }
        let due = self.sample_time(self.next_sample);
        if due.is_some_and(|due| due < self.end_time) || !self.settings.watches.is_empty() || singular {
            self.prepare_interpolation()?;
        }
        let stopped = self.find_events(h, singular)?;
        if let Some(s) = stopped {
            self.state_inside(s);
            core::mem::swap(&mut self.end, &mut self.inside);
            self.mechanism.correct(&mut self.end)?;
            self.end_time = self.t + s * h;
        }
        self.leave_short_steps();
        if !self.emit_samples(h, stopped.is_some(), interruptible)? {
            return Ok(StepEnd::Interrupted);
        }
        if stopped.is_some() {
            self.mechanism.rates(self.end_time, &self.end, &mut self.end_rates)?;
        }
        core::mem::swap(&mut self.y, &mut self.end);
        core::mem::swap(&mut self.rates, &mut self.end_rates);
        if let Some(automatic) = &mut self.automatic {
            automatic.complete(self.method, self.end_time - self.t);
        }
        self.t = self.end_time;
        self.change_method();
        self.mechanism.recentre(self.t, &mut self.y, &mut self.rates)?;
        self.regular = self.mechanism.base_regularity();
        let (energies, works) = (self.mechanism.energies_here()?, self.mechanism.works(&self.y));
        self.observations.exchange(energies, works);
        self.check_gimbal_lock()?;
        self.check_branches();
        self.check_springs()?;
        self.enter_segment();
        if self.settings.segments.start_at(self.t) && self.t < self.settings.end {
            // forces may have jumped
            self.mechanism.rates(self.t, &self.y, &mut self.rates)?;
        }
        if stopped.is_some() {
            self.slip.pending = Default::default();
        }
        self.change_friction()?;
        self.choose_closure(suspicious)?;
        Ok(if stopped.is_some() { StepEnd::Event } else { StepEnd::Complete })
    }

    /// At the end of a step: near gimbal lock, rounding does not make the error control take steps without end.
    fn check_gimbal_lock(&mut self) -> Result<(), SimError> {
        let near = self.observations.observe_gimbal_lock(self.mechanism.model(), self.t, &self.mechanism.q);
        let short = self.control.is_some() && self.step < SHORTEST_NEAR_LOCK * (self.settings.end - self.t);
        match near.filter(|near| short && near.precision() > 0.1 * self.settings.relative) {
            Some(near) => Err(SimError::GimbalLock { time: self.t, step: self.step, near: near.place() }),
            None => Ok(()),
        }
    }

    /// At the end of a step: springs in cut joints have not passed half a turn, where their moment would reverse.
    fn check_springs(&mut self) -> Result<(), SimError> {
        let angles = self.mechanism.uncounted_angles()?;
        let mut pairs = angles.iter().zip(&self.spring_angles);
        if let Some((passed, _)) = pairs.find(|(now, before)| (now.1 - before.1).abs() > PI) {
            let joint = self.mechanism.model().closure_names()[passed.0.0].clone();
            return Err(SimError::SpringTurns { time: self.t, joint });
        }
        self.spring_angles = angles;
        Ok(())
    }

    fn report_progress(&mut self) -> Result<(), SimError> {
        let energies = self.mechanism.energies(&self.y)?;
        let unexplained = self.observations.unexplained_at(energies, self.mechanism.works(&self.y));
        let exchanged = self.observations.exchanged;
        self.drift = if exchanged > 0.0 { unexplained.abs() / exchanged } else { 0.0 };
        self.tell_progress(self.t);
        Ok(())
    }

    /// Reports that time `t` is reached, with the energy of the last report: nothing is computed.
    fn tell_progress(&mut self, t: f64) {
        self.last_progress = self.clock.elapsed().as_secs_f64();
        let progress = Progress {
            t,
            end: self.settings.end,
            wall_seconds: self.last_progress,
            steps: self.counters.steps,
            rejected: self.counters.rejected,
            energy_drift: self.drift,
            method: self.method,
        };
        if self.sink.progress(&progress) == Flow::Stop {
            self.stop = true;
        }
    }

    fn progress_is_due(&self) -> bool {
        self.clock.elapsed().as_secs_f64() - self.last_progress > PROGRESS_INTERVAL
    }
}
