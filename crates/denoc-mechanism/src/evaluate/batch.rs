//! Many states at once: by the compiled layer where it applies, otherwise by evaluators on several threads.

use denoc_dynamics::compiled::{Compiled, Layout, Threads};
use denoc_dynamics::{CouplingForces, DynamicsError, State, States};
use denoc_model::Model;
use rayon::prelude::*;

use super::ask::{Acting, Ask, Task};
use super::evaluation::Evaluation;
use super::evaluator::{Evaluator, LoopDiagnostics};
use super::{Algorithm, JointForces, JointReaction};
use crate::passive::PassiveWrenches;
use crate::{GimbalLockDistance, Mechanism, MechanismError};

/// State `k` of states that are stored one after the other.
fn nth_state<'a>(states: States<'a>, model: &Model, k: usize) -> State<'a> {
    State { q: nth(states.q, model.nq(), k), v: nth(states.v, model.nv(), k) }
}

pub(super) fn nth(all: &[f64], width: usize, k: usize) -> &[f64] {
    &all[k * width..(k + 1) * width]
}

/// Further results of one state.
#[derive(Default)]
struct Extras {
    diagnostics: Option<LoopDiagnostics>,
    reactions: Option<Vec<JointReaction>>,
    cut_forces: Vec<f64>,
}

impl Mechanism {
    /// Evaluates one or many states. The number of states follows from the lengths of `states` and of the vectors in `ask`.
    ///
    /// The compiled layer computes trees, also with couplings, without loads on links: a single state gives the bits of
    /// [`Compiled::drive_forces`], several states those of its batches. All other requests go state by state through an
    /// [`Evaluator`], on all threads; results do not depend on the number of threads.
    ///
    /// # Errors
    /// The error of the first state that fails, with its index if there are several.
    pub fn evaluate(&self, states: States<'_>, ask: &Ask<'_>) -> Result<Evaluation, MechanismError> {
        let (model, count) = (self.model(), self.count(states, ask)?);
        let algorithm = self.algorithm(ask)?;
        let (given, prescribed) = match ask.task {
            Task::Inverse { a } => (a, None),
            Task::Forward { tau, prescribed } => (tau, prescribed),
        };
        let mut out = vec![0.0; count * model.nv()];
        let mut forces = if prescribed.is_some() { given.to_vec() } else { Vec::new() };
        let extras = self.compute(states, ask, (algorithm, count), &mut out, &mut forces, Threads::Pool)?;
        let mut evaluation = Evaluation {
            algorithm,
            a: Vec::new(),
            tau: Vec::new(),
            diagnostics: extras.iter().filter_map(|extra| extra.diagnostics).collect(),
            cut_forces: extras.iter().flat_map(|extra| extra.cut_forces.iter().copied()).collect(),
            reactions: extras.into_iter().filter_map(|extra| extra.reactions).collect(),
            motors: None,
            usual_rank: None,
            gimbal_lock: None,
        };
        (evaluation.a, evaluation.tau) = match ask.task {
            Task::Inverse { .. } => (given.to_vec(), out),
            Task::Forward { prescribed: Some(_), .. } => (out, forces),
            Task::Forward { .. } => (out, given.to_vec()),
        };
        if matches!(ask.task, Task::Forward { .. }) {
            evaluation.gimbal_lock =
                GimbalLockDistance::nearest(model, states.q).filter(GimbalLockDistance::is_remarkable);
        }
        if !self.is_tree() {
            let facts = self.facts()?;
            evaluation.usual_rank = facts.ranks.as_ref().map(|ranks| ranks.iter().sum());
            if matches!(ask.task, Task::Inverse { .. }) {
                evaluation.motors = Some(self.with_evaluator(Evaluator::motors)?);
            }
        }
        Ok(evaluation)
    }

    /// Like [`Mechanism::evaluate`], but writes only the joint forces or accelerations, nv per state, to `out`.
    ///
    /// # Errors
    /// As [`Mechanism::evaluate`]; also if `ask` prescribes accelerations or requests reactions, for which `out` has no room.
    pub fn evaluate_into(
        &self,
        states: States<'_>,
        ask: &Ask<'_>,
        out: &mut [f64],
        threads: Threads,
    ) -> Result<(), MechanismError> {
        let count = self.count(states, ask)?;
        self.model().check_length("out", out.len(), count * self.model().nv())?;
        if ask.reactions || matches!(ask.task, Task::Forward { prescribed: Some(_), .. }) {
            let rule = "only joint forces or accelerations are written to `out`; use `evaluate`";
            return Err(MechanismError::Setting { what: "reactions or prescribed accelerations", value: 1.0, rule });
        }
        let algorithm = self.algorithm(ask)?;
        self.compute(states, ask, (algorithm, count), out, &mut [], threads).map(drop)
    }

    /// The algorithm for a request.
    fn algorithm(&self, ask: &Ask<'_>) -> Result<Algorithm, MechanismError> {
        let forward = matches!(ask.task, Task::Forward { .. });
        if matches!(ask.task, Task::Forward { prescribed: Some(_), .. }) {
            return match ask.algorithm {
                None | Some(Algorithm::ODCA) => Ok(Algorithm::ODCA),
                Some(other) => Err(MechanismError::Algorithm {
                    algorithm: other.keyword(),
                    model: self.model().name().to_owned(),
                    rule: "prescribed accelerations require divide and conquer",
                    instead: Algorithm::ODCA.keyword().to_owned(),
                }),
            };
        }
        let algorithm = ask.algorithm.unwrap_or_else(|| self.usual_algorithm());
        algorithm.check(self.model(), forward)?;
        Ok(algorithm)
    }

    fn count(&self, states: States<'_>, ask: &Ask<'_>) -> Result<usize, MechanismError> {
        let (model, given) = (self.model(), ask.task.given());
        let count = states.q.len().checked_div(model.nq()).unwrap_or(1).max(1);
        model.check_length("q", states.q.len(), count * model.nq())?;
        model.check_length("v", states.v.len(), count * model.nv())?;
        model.check_length(ask.task.given_name(), given.len(), count * model.nv())?;
        Ok(count)
    }

    /// Whether the compiled layer computes this: it supports trees and couplings, without loads on links.
    fn is_compiled(&self, ask: &Ask<'_>, algorithm: Algorithm) -> bool {
        let acts_on_links = ask.joint_forces != JointForces::Ignored && PassiveWrenches::may_act(self.model());
        algorithm == Algorithm::Compiled
            && self.is_tree()
            && !ask.reactions
            && ask.external.is_empty()
            && !acts_on_links
    }

    fn compute(
        &self,
        states: States<'_>,
        ask: &Ask<'_>,
        (algorithm, count): (Algorithm, usize),
        out: &mut [f64],
        forces: &mut [f64],
        threads: Threads,
    ) -> Result<Vec<Extras>, MechanismError> {
        if self.is_compiled(ask, algorithm) {
            self.compute_compiled(states, ask, count, out, threads)?;
            return Ok(Vec::new());
        }
        let job = Job { mechanism: self, states, ask, algorithm, many: count > 1 };
        let nv = self.model().nv();
        // a mechanism without speeds has one state; chunks must not be empty
        let width = nv.max(1);
        let each = match threads {
            Threads::One => count,
            Threads::Pool => count.div_ceil(8 * rayon::current_num_threads()).clamp(1, 1024),
        };
        let mut forces = if forces.is_empty() { Vec::new() } else { forces.chunks_mut(each * width).collect() };
        forces.resize_with(count.div_ceil(each), Default::default);
        let blocks = out.chunks_mut(each * width).zip(forces).enumerate();
        let blocks: Vec<_> = blocks.map(|(i, (out, forces))| (i * each, out, forces)).collect();
        // report the error of the first state, whichever thread was fastest
        let done: Vec<Result<Vec<Extras>, MechanismError>> = match threads {
            Threads::One => blocks.into_iter().map(|(first, out, forces)| job.block(first, out, forces)).collect(),
            Threads::Pool => blocks.into_par_iter().map(|(first, out, forces)| job.block(first, out, forces)).collect(),
        };
        let done: Vec<Vec<Extras>> = done.into_iter().collect::<Result<_, _>>()?;
        Ok(done.into_iter().flatten().collect())
    }

    /// Trees without loads on links; springs and friction act in the joints, in addition to the motors.
    fn compute_compiled(
        &self,
        states: States<'_>,
        ask: &Ask<'_>,
        count: usize,
        out: &mut [f64],
        threads: Threads,
    ) -> Result<(), MechanismError> {
        let acting = self.joint_forces(states, ask.joint_forces, count)?;
        let run = |compiled: &mut Compiled, given: &[f64], out: &mut [f64]| match (ask.task, count) {
            (Task::Inverse { .. }, 1) => compiled.drive_forces(states.q, states.v, given, out),
            (Task::Forward { .. }, 1) => compiled.forward_dynamics(states.q, states.v, given, out),
            (Task::Inverse { .. }, _) => compiled.drive_forces_batch(states, given, out, Layout::Rows, threads),
            (Task::Forward { .. }, _) => compiled.forward_dynamics_batch(states, given, out, Layout::Rows, threads),
        };
        let given = ask.task.given();
        match (ask.task, acting) {
            (_, None) => self.with_compiled(|compiled| run(compiled, given, out))?,
            (Task::Inverse { .. }, Some(mut acting)) => {
                self.with_compiled(|compiled| run(compiled, given, out))?;
                let couplings = CouplingForces::new(self.model());
                acting.chunks_exact_mut(self.model().nv().max(1)).for_each(|forces| couplings.gather(forces));
                out.iter_mut().zip(&acting).for_each(|(tau, force)| *tau -= force);
            }
            (Task::Forward { .. }, Some(acting)) => {
                let total: Vec<f64> = given.iter().zip(&acting).map(|(tau, force)| tau + force).collect();
                self.with_compiled(|compiled| run(compiled, &total, out))?;
            }
        }
        Ok(())
    }

    /// The forces of springs and friction in the joints of all states, if they act.
    fn joint_forces(
        &self,
        states: States<'_>,
        joint_forces: JointForces,
        count: usize,
    ) -> Result<Option<Vec<f64>>, MechanismError> {
        let (model, nv) = (self.model(), self.model().nv());
        if joint_forces == JointForces::Ignored {
            return Ok(None);
        }
        let mut all = vec![0.0; count * nv];
        for (k, forces) in all.chunks_exact_mut(nv.max(1)).enumerate() {
            let State { q, v } = nth_state(states, model, k);
            match joint_forces {
                JointForces::Smooth => crate::passive::smooth_joint_forces(model, q, v, forces),
                _ => model.joint_forces(q, v, forces).map_err(|error| in_state(k, count > 1, error.into()))?,
            }
        }
        Ok(Some(all))
    }
}

struct Job<'a> {
    mechanism: &'a Mechanism,
    states: States<'a>,
    ask: &'a Ask<'a>,
    algorithm: Algorithm,
    many: bool,
}

impl Job<'_> {
    fn block(&self, first: usize, out: &mut [f64], forces: &mut [f64]) -> Result<Vec<Extras>, MechanismError> {
        let usual = self.algorithm == self.mechanism.usual_algorithm();
        if usual {
            return self.mechanism.with_evaluator(|evaluator| self.run(evaluator, first, out, forces));
        }
        self.run(&mut self.mechanism.evaluator(self.algorithm), first, out, forces)
    }

    fn run(
        &self,
        evaluator: &mut Evaluator,
        first: usize,
        out: &mut [f64],
        forces: &mut [f64],
    ) -> Result<Vec<Extras>, MechanismError> {
        let nv = self.mechanism.model().nv();
        let mut all = Vec::new();
        for (i, out) in out.chunks_exact_mut(nv.max(1)).enumerate() {
            let k = first + i;
            let forces = forces.get_mut(i * nv..(i + 1) * nv).unwrap_or_default();
            all.push(self.one(evaluator, k, out, forces).map_err(|error| in_state(k, self.many, error))?);
        }
        Ok(all)
    }

    fn one(
        &self,
        evaluator: &mut Evaluator,
        k: usize,
        out: &mut [f64],
        forces: &mut [f64],
    ) -> Result<Extras, MechanismError> {
        let (mechanism, ask) = (self.mechanism, self.ask);
        let model = mechanism.model();
        let state = nth_state(self.states, model, k);
        let acting = Acting { external: ask.external.of(k), joint_forces: ask.joint_forces };
        let given = nth(ask.task.given(), model.nv(), k);
        let mut extras = Extras::default();
        let diagnostics = match ask.task {
            Task::Inverse { .. } => {
                let diagnostics = evaluator.inverse_dynamics(state, given, acting, out)?;
                extras.cut_forces = evaluator.cut_forces().to_vec();
                if ask.reactions {
                    extras.reactions = Some(evaluator.reactions(state, given, acting)?);
                }
                diagnostics
            }
            Task::Forward { prescribed, .. } => {
                evaluator.check_closed(state)?;
                let diagnostics = match prescribed {
                    Some(prescribed) => evaluator.prescribed_dynamics(state, prescribed, acting, forces, out)?,
                    None => evaluator.forward_dynamics(state, given, acting, out)?,
                };
                if ask.reactions {
                    extras.reactions = Some(evaluator.forward_reactions(state, out)?);
                }
                diagnostics
            }
        };
        let has_diagnostics = !mechanism.is_tree() || matches!(ask.task, Task::Forward { prescribed: Some(_), .. });
        extras.diagnostics = has_diagnostics.then_some(diagnostics);
        Ok(extras)
    }
}

/// Adds the index of the state to an error about one of many states.
fn in_state(index: usize, many: bool, error: MechanismError) -> MechanismError {
    let of = |error| DynamicsError::InBatch { index, error: Box::new(error) }.into();
    match error {
        MechanismError::Dynamics(error) if many => of(error),
        MechanismError::State(error) if many => of(error.into()),
        error => error,
    }
}
