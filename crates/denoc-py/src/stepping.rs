//! Fixed steps under constant joint forces: many states of a tree in the lanes of the compiled layer, or one state under any forces.

use denoc_base::number::six;
use denoc_dynamics::compiled::{Compiled, Layout, Threads};
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc_mechanism::evaluate::{Acting, Evaluator, ExternalWrench, JointForces, State};
use denoc_mechanism::passive::{PassiveWrenches, smooth_joint_forces};
use denoc_model::Model as Mechanism;
use denoc_run::Error;
use denoc_sim::{FixedStep, Integrator};
use pyo3::prelude::*;

use crate::errors::{OrRaise, input};
use crate::inner::Inner;

/// How states are moved on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rule {
    /// Seconds.
    pub(crate) dt: f64,
    /// Steps under the same joint forces.
    pub(crate) steps: usize,
    /// Whether springs, damping and friction of joints act.
    pub(crate) joint_forces: bool,
    integrator: Integrator,
}

impl Rule {
    pub(crate) fn new(py: Python<'_>, dt: f64, steps: usize, joint_forces: bool, integrator: &str) -> PyResult<Self> {
        if !(dt.is_finite() && dt > 0.0) {
            return Err(input(py, format!("dt is {}; it must be a positive number of seconds", six(dt)), "step.dt"));
        }
        let integrator = Integrator::from_keyword(integrator).or_raise(py)?;
        Ok(Self { dt, steps, joint_forces, integrator })
    }

    /// Whether many states can be moved together.
    pub(crate) fn in_lanes(&self, inner: &Inner) -> bool {
        self.integrator == Integrator::Rk4 && inner.is_compiled() && !PassiveWrenches::may_act(inner.model())
    }
}

/// States of a tree, also with couplings, that are moved together.
pub(crate) struct Lanes<'m> {
    model: &'m Mechanism,
    rule: Rule,
    stepper: FixedStep<'m>,
    forces: Vec<f64>,
}

impl<'m> Lanes<'m> {
    pub(crate) fn new(model: &'m Mechanism, rule: Rule, states: usize) -> Self {
        Self { model, rule, stepper: FixedStep::many(model, states), forces: vec![0.0; states * model.nv()] }
    }

    /// Checks all states; an error names the one.
    pub(crate) fn check(&self, q: &[f64], v: &[f64]) -> Result<(), Error> {
        let states = q.chunks_exact(self.model.nq().max(1)).zip(v.chunks_exact(self.model.nv().max(1)));
        for (k, (q, v)) in states.enumerate() {
            check_state(self.model, q, v).map_err(|error| error.in_state(k))?;
        }
        Ok(())
    }

    /// Checks the joint forces of all states.
    pub(crate) fn check_forces(&self, tau: &[f64]) -> Result<(), Error> {
        for (k, tau) in tau.chunks_exact(self.model.nv().max(1)).enumerate() {
            self.model.check_speeds("tau", tau).map_err(|error| Error::from(error).in_state(k))?;
        }
        Ok(())
    }

    pub(crate) fn advance(
        &mut self,
        compiled: &mut Compiled,
        q: &mut [f64],
        v: &mut [f64],
        tau: &[f64],
    ) -> Result<(), Error> {
        let Self { model, rule, stepper, forces } = self;
        let couplings = model.couplings();
        let (nq, nv) = (model.nq().max(1), model.nv().max(1));
        forces.copy_from_slice(tau);
        for _ in 0..rule.steps {
            stepper.step(q, v, rule.dt, |q, v, a| {
                if rule.joint_forces {
                    let states = q.chunks_exact(nq).zip(v.chunks_exact(nv)).zip(forces.chunks_exact_mut(nv));
                    states.for_each(|((q, v), forces)| smooth_joint_forces(model, q, v, forces));
                    forces.iter_mut().zip(tau).for_each(|(force, tau)| *force += tau);
                }
                let states = denoc_dynamics::States { q, v };
                Ok::<(), Error>(compiled.forward_dynamics_batch(states, forces, a, Layout::Rows, Threads::One)?)
            })?;
            if !couplings.is_empty() {
                q.chunks_exact_mut(nq).for_each(|q| couplings.close(model, q));
                v.chunks_exact_mut(nv).for_each(|v| couplings.close_speeds(model, v));
            }
        }
        Ok(())
    }
}

/// One state, under all kinds of forces.
pub(crate) struct Alone<'m> {
    inner: &'m Inner,
    rule: Rule,
    stepper: FixedStep<'m>,
}

impl<'m> Alone<'m> {
    pub(crate) fn new(inner: &'m Inner, rule: Rule) -> Result<Self, Error> {
        Ok(Self { inner, rule, stepper: FixedStep::with_integrator(inner.model(), rule.integrator)? })
    }

    /// Checks a state, and whether its loops are closed.
    pub(crate) fn check(&self, evaluator: &mut Evaluator, q: &[f64], v: &[f64]) -> Result<(), Error> {
        check_state(self.inner.model(), q, v)?;
        Ok(evaluator.check_closed(State { q, v })?)
    }

    pub(crate) fn advance(
        &mut self,
        evaluator: &mut Evaluator,
        (q, v): (&mut [f64], &mut [f64]),
        tau: &[f64],
        external: &[ExternalWrench],
    ) -> Result<(), Error> {
        let model = self.inner.model();
        model.check_speeds("tau", tau)?;
        let joint_forces = if self.rule.joint_forces { JointForces::Smooth } else { JointForces::Ignored };
        let acting = Acting { external, joint_forces };
        for _ in 0..self.rule.steps {
            self.stepper.step(q, v, self.rule.dt, |q, v, a| {
                evaluator.forward_dynamics(State { q, v }, tau, acting, a).map(drop).map_err(Error::from)
            })?;
            if self.inner.is_closed() {
                close(model, q, v)?;
            }
        }
        Ok(())
    }
}

fn check_state(model: &Mechanism, q: &[f64], v: &[f64]) -> Result<(), Error> {
    model.check_coordinates(q)?;
    Ok(model.check_speeds("v", v)?)
}

/// Projects the state back onto closure after a step.
fn close(model: &Mechanism, q: &mut [f64], v: &mut [f64]) -> Result<(), Error> {
    if model.is_coupled_tree() {
        let couplings = model.couplings();
        couplings.close(model, q);
        couplings.close_speeds(model, v);
        return Ok(());
    }
    // single steps have no stops at joint limits
    let closed = assemble(model, q, &AssemblyOptions { limits: false, ..AssemblyOptions::default() })?;
    q.copy_from_slice(&closed.q);
    v.copy_from_slice(&project_velocity(model, q, v, &[], Metric::Identity)?);
    Ok(())
}
