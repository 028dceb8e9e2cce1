//! Steps of fixed length, for environments and digital controllers.

use denoc_base::number::six;
use denoc_dynamics::compiled::{Layout, Threads};
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc_mechanism::evaluate::{Acting, Evaluator, JointForces, State};
use denoc_mechanism::passive::{PassiveWrenches, smooth_joint_forces};
use denoc_model::Model as Mechanism;
use denoc_run::Error;
use denoc_sim::FixedStep;
use pyo3::prelude::*;

use crate::arrays::{Argument, common_rows, is_single, output, repeated};
use crate::errors::{OrRaise, input};
use crate::external::External;
use crate::failures::{Batch, OnFailure, by_block, returned};
use crate::inner::Inner;
use crate::model::Model;
use crate::rows::{Block, Part};
use crate::states::{Object, States, Width};
use crate::threads::Crew;

#[pymethods]
impl Model {
    /// Integrates states with fixed steps under constant joint forces: (q, v) after `steps` steps of `dt` seconds
    /// (classical Runge-Kutta). For environments and digital controllers; `simulate` has error control and events.
    ///
    /// Args:
    ///     q, v, tau: one state, or a batch; forces act on all joints, actuated or not.
    ///     joint_forces: include joint friction, damping and springs (dry friction is smoothed).
    ///     external: wrenches as in inverse_dynamics, constant in world axes.
    ///     on_failure: "raise" the error of the first state that cannot be computed, or set such states to "nan" and return
    ///         (q, v, failures).
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = arm.step([0, 0, 0], [0, 0, 0], [0, 0, 0], 0.01)
    /// >>> q.shape, v.shape
    /// ((3,), (3,))
    #[pyo3(signature = (q, v, tau, dt, *, steps=1, joint_forces=true, external=None, threads=None, on_failure="raise"))]
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
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch { threads, on_failure };
        if !(dt.is_finite() && dt > 0.0) {
            return Err(input(
                q.py(),
                format!("dt is {}; it must be a positive number of seconds", six(dt)),
                "step.dt",
            ));
        }
        self.inner.check_base(q.py(), "step")?;
        let model = self.inner.model();
        if external.is_none() && !PassiveWrenches::may_act(model) && self.inner.is_compiled() {
            return self.inner.march((q, v, tau), (dt, steps), joint_forces, batch);
        }
        let external = External::new(&self.inner, q.py(), external)?;
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("tau", tau, Width::V)])?;
        let states = states.beside("external", external.rows)?.long();
        let joint_forces = if joint_forces { JointForces::Smooth } else { JointForces::Ignored };
        let one = |evaluator: &mut Evaluator, k, [q, v, tau]: [&[f64]; 3], [q1, v1, _]: [&mut [f64]; 3]| {
            q1.copy_from_slice(q);
            v1.copy_from_slice(v);
            let wrenches = external.of(k);
            let acting = Acting { external: &wrenches, joint_forces };
            advance(&self.inner, evaluator, (q1, v1), tau, (dt, steps), acting)
        };
        states.compute([&[model.nq()], &[model.nv()]], [None, None], batch, one)
    }
}

/// One state, under all kinds of forces.
fn advance(
    inner: &Inner,
    evaluator: &mut Evaluator,
    (q, v): (&mut [f64], &mut [f64]),
    tau: &[f64],
    (dt, steps): (f64, usize),
    acting: Acting<'_>,
) -> Result<(), Error> {
    let model = inner.model();
    check(model, (q, v, tau))?;
    evaluator.check_closed(State { q, v })?;
    let mut stepper = FixedStep::new(model);
    for _ in 0..steps {
        stepper.step(q, v, dt, |q, v, a| {
            evaluator.forward_dynamics(State { q, v }, tau, acting, a).map(drop).map_err(Error::from)
        })?;
        if inner.is_closed() {
            close(model, q, v)?;
        }
    }
    Ok(())
}

fn check(model: &Mechanism, (q, v, tau): (&[f64], &[f64], &[f64])) -> Result<(), Error> {
    model.check_coordinates(q)?;
    model.check_speeds("v", v)?;
    Ok(model.check_speeds("tau", tau)?)
}

impl Inner {
    /// Trees, also with couplings, without external wrenches. A single state is computed like a batch, so that both give the same bits.
    fn march<'py>(
        &self,
        (q, v, tau): (Object<'_, 'py>, Object<'_, 'py>, Object<'_, 'py>),
        (dt, steps): (f64, usize),
        joint_forces: bool,
        batch: Batch<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, model) = (q.py(), self.model());
        let on_failure = OnFailure::new(py, batch.on_failure)?;
        let single = [q, v, tau].into_iter().all(is_single);
        let q = Argument::<f64>::new("q", q, &[model.nq()], || Width::Q.owner(model))?;
        let v = Argument::<f64>::new("v", v, &[model.nv()], || Width::V.owner(model))?;
        let tau = Argument::<f64>::new("tau", tau, &[model.nv()], || Width::V.owner(model))?;
        let rows = common_rows(py, [&q, &v, &tau].map(|a| (a.name, a.rows)))?;
        let (mut q1, mut v1) =
            (output::<f64>(py, None, rows, &[model.nq()])?, output::<f64>(py, None, rows, &[model.nv()])?);
        let [q, v, tau] = [&q, &v, &tau].map(|argument| repeated(argument, rows));
        let (nq, nv, count) = (model.nq(), model.nv(), rows.unwrap_or(1));
        let crew = Crew::choose(py, batch.threads, count * nv * steps)?;
        let parts = vec![
            Part { numbers: q1.as_slice_mut().unwrap_or(&mut []), width: nq },
            Part { numbers: v1.as_slice_mut().unwrap_or(&mut []), width: nv },
        ];
        let compute = |block: &mut Block<'_>| {
            let (first, last) = (block.states.start, block.states.end);
            let [q1, v1] = &mut block.parts[..] else { unreachable!("two results") };
            q1.numbers.copy_from_slice(&q[first * nq..last * nq]);
            v1.numbers.copy_from_slice(&v[first * nv..last * nv]);
            self.block((q1.numbers, v1.numbers), &tau[first * nv..last * nv], (dt, steps), joint_forces)
        };
        let all = Block { states: 0..count, parts };
        let failures = py.detach(|| by_block(&crew, all, on_failure, compute));
        let alone =
            |error: Error| if rows.is_some() { error } else { error.in_batch().map_or(error, |(_, alone)| alone) };
        let failures = failures.map_err(alone).or_raise(py)?;
        let finish = |array: &Bound<'py, PyAny>| {
            if single { array.call_method1("astype", ("float32",)) } else { Ok(array.clone()) }
        };
        returned(py, vec![finish(q1.as_any())?, finish(v1.as_any())?], on_failure, count, &failures)
    }

    fn block(
        &self,
        (q, v): (&mut [f64], &mut [f64]),
        tau: &[f64],
        (dt, steps): (f64, usize),
        joint_forces: bool,
    ) -> Result<(), Error> {
        let model = self.model();
        let (nq, nv) = (model.nq().max(1), model.nv().max(1));
        let states = || q.chunks_exact(nq).zip(v.chunks_exact(nv)).zip(tau.chunks_exact(nv)).enumerate();
        for (k, ((q, v), tau)) in states() {
            check(model, (q, v, tau)).map_err(|error| error.in_state(k))?;
        }
        let (mut stepper, couplings) = (FixedStep::many(model, v.len() / nv), model.couplings());
        let mut forces = tau.to_vec();
        self.mechanism.with_compiled(|compiled| {
            for _ in 0..steps {
                stepper.step(q, v, dt, |q, v, a| {
                    if joint_forces {
                        let states = q.chunks_exact(nq).zip(v.chunks_exact(nv)).zip(forces.chunks_exact_mut(nv));
                        states.for_each(|((q, v), forces)| smooth_joint_forces(model, q, v, forces));
                        forces.iter_mut().zip(tau).for_each(|(force, tau)| *force += tau);
                    }
                    let states = denoc_dynamics::States { q, v };
                    Ok::<(), Error>(compiled.forward_dynamics_batch(states, &forces, a, Layout::Rows, Threads::One)?)
                })?;
                if !couplings.is_empty() {
                    q.chunks_exact_mut(nq).for_each(|q| couplings.close(model, q));
                    v.chunks_exact_mut(nv).for_each(|v| couplings.close_speeds(model, v));
                }
            }
            Ok(())
        })
    }
}

/// Projects the state back onto closure after a step.
fn close(model: &Mechanism, q: &mut [f64], v: &mut [f64]) -> Result<(), Error> {
    if model.is_coupled_tree() {
        let couplings = model.couplings();
        couplings.close(model, q);
        couplings.close_speeds(model, v);
        return Ok(());
    }
    // joint limits are ignored, as in simulations
    let closed = assemble(model, q, &AssemblyOptions { limits: false, ..AssemblyOptions::default() })?;
    q.copy_from_slice(&closed.q);
    v.copy_from_slice(&project_velocity(model, q, v, &[], Metric::Identity)?);
    Ok(())
}
