//! Steps of fixed length, for environments and digital controllers.

use denoc::Error;
use denoc::dynamics::compiled::Compiled;
use denoc::evaluate::{Acting, Evaluator, JointForces};
use denoc::model::Model as Mechanism;
use denoc::sim::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc::sim::{FixedStep, smooth_joint_forces};
use pyo3::prelude::*;

use crate::errors::input;
use crate::external::External;
use crate::inner::Inner;
use crate::model::Model;
use crate::states::{Object, States, Width};

#[pymethods]
impl Model {
    /// Moves states on by steps of fixed length under constant joint forces: (q, v) after `steps` steps of `dt` seconds
    /// (classical Runge-Kutta). For environments and digital controllers; `simulate` controls its error and knows events.
    ///
    /// Args:
    ///     q, v, tau: one state, or a batch.
    ///     joint_forces: whether friction, damping and springs of the joints act (dry friction is smoothed).
    ///     external: wrenches as in inverse_dynamics, constant in world axes.
    #[pyo3(signature = (q, v, tau, dt, *, steps=1, joint_forces=true, external=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn step<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        tau: Object<'_, 'py>,
        dt: f64,
        steps: usize,
        joint_forces: bool,
        external: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if !(dt.is_finite() && dt > 0.0) {
            return Err(input(q.py(), format!("dt is {dt}; it must be a positive number of seconds"), "step.dt"));
        }
        let model = self.inner.model();
        let external = External::new(model, q.py(), external)?;
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("tau", tau, Width::V)])?;
        let states = states.beside("external", external.rows)?;
        let joint_forces = if joint_forces { JointForces::Smooth } else { JointForces::None };
        let one = |evaluator: &mut Evaluator, k, [q, v, tau]: [&[f64]; 3], [q1, v1, _]: [&mut [f64]; 3]| {
            q1.copy_from_slice(q);
            v1.copy_from_slice(v);
            let wrenches = external.of(k);
            let acting = Acting { external: &wrenches, joint_forces };
            advance(&self.inner, evaluator, (q1, v1), tau, (dt, steps), acting)
        };
        let [q, v] = states.compute([&[model.nq()], &[model.nv()]], [None, None], threads, one)?;
        Ok((q, v))
    }
}

fn advance(
    inner: &Inner,
    evaluator: &mut Evaluator,
    (q, v): (&mut [f64], &mut [f64]),
    tau: &[f64],
    (dt, steps): (f64, usize),
    acting: Acting<'_>,
) -> Result<(), Error> {
    let model = inner.model();
    model.check_coordinates(q)?;
    model.check_speeds("v", v)?;
    model.check_speeds("tau", tau)?;
    let mut stepper = FixedStep::new(model);
    let plain = acting.external.is_empty() && model.point_springs().is_empty() && !inner.is_closed();
    for _ in 0..steps {
        if plain {
            inner.with_compiled(|compiled| fast(&mut stepper, compiled, (q, v), tau, dt, acting.joint_forces))?;
        } else {
            stepper.step(q, v, dt, |q, v, a| evaluator.forward_dynamics(model, (q, v, tau), acting, a))?;
        }
        if inner.is_closed() {
            close(model, q, v)?;
        }
    }
    Ok(())
}

fn fast(
    stepper: &mut FixedStep<'_>,
    compiled: &mut Compiled,
    (q, v): (&mut [f64], &mut [f64]),
    tau: &[f64],
    dt: f64,
    joint_forces: JointForces,
) -> Result<(), Error> {
    let mut forces = tau.to_vec();
    stepper.step(q, v, dt, |q, v, a| {
        if joint_forces != JointForces::None {
            smooth_joint_forces(compiled.model(), q, v, &mut forces);
            forces.iter_mut().zip(tau).for_each(|(force, tau)| *force += tau);
        }
        Ok::<(), Error>(compiled.forward_dynamics(q, v, &forces, a)?)
    })
}

/// What a step has opened is closed again.
fn close(model: &Mechanism, q: &mut [f64], v: &mut [f64]) -> Result<(), Error> {
    let closed = assemble(model, q, &AssemblyOptions::default())?;
    q.copy_from_slice(&closed.q);
    v.copy_from_slice(&project_velocity(model, q, v, &[], Metric::Identity)?);
    Ok(())
}
