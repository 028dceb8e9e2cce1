//! Steps of fixed length, for environments and digital controllers.

use denoc_mechanism::evaluate::Evaluator;
use denoc_run::Error;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping};

use crate::arrays::{Argument, common_rows, is_single, output, repeated};
use crate::errors::{OrRaise, exception};
use crate::external::External;
use crate::failures::{Batch, Failures, OnFailure, by_block, returned};
use crate::inner::Inner;
use crate::model::Model;
use crate::rows::{Block, Part};
use crate::states::{Object, States, Width};
use crate::stepping::{Alone, Lanes, Rule};
use crate::threads::Crew;

#[pymethods]
impl Model {
    /// Integrates states with fixed steps under constant joint forces: (q, v) after `steps` steps of `dt` seconds. For environments
    /// and digital controllers; rollout takes a sequence of joint forces, simulate has error control, events and
    /// stops at joint limits.
    ///
    /// Args:
    ///     q, v, tau: one state, or a batch; forces act on all joints, actuated or not.
    ///     joint_forces: include joint friction, damping and springs (dry friction is smoothed).
    ///     integrator: "rk4" (classical Runge-Kutta) or "gauss4" (implicit; keeps the energy of conservative mechanisms; slower).
    ///     external: wrenches as in inverse_dynamics, constant in world axes.
    ///     on_failure: "raise" the error of the first state that cannot be computed, or set such states to "nan" and return
    ///         (q, v, failures).
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = arm.step([0, 0, 0], [0, 0, 0], [0, 0, 0], 0.01)
    /// >>> q.shape, v.shape
    /// ((3,), (3,))
    #[pyo3(signature = (q, v, tau, dt, *, steps=1, joint_forces=true, integrator="rk4", external=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn step<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        tau: Object<'_, 'py>,
        dt: f64,
        steps: usize,
        joint_forces: bool,
        integrator: &str,
        external: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, batch) = (q.py(), Batch { threads, on_failure });
        let rule = Rule::new(py, dt, steps, joint_forces, integrator)?;
        self.inner.check_base(py, "step")?;
        if external.is_none() && rule.in_lanes(&self.inner) {
            let on_failure = OnFailure::new(py, on_failure)?;
            let Marched { results, states, failures } = self.inner.march((q, v, tau), rule, threads, on_failure)?;
            return returned(py, results.to_vec(), on_failure, states, &failures);
        }
        let model = self.inner.model();
        Alone::new(&self.inner, rule).or_raise(py)?;
        let external = External::new(&self.inner, py, external)?;
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("tau", tau, Width::V)])?;
        let states = states.beside("external", external.rows)?.long();
        let one = |evaluator: &mut Evaluator, k, [q, v, tau]: [&[f64]; 3], [q1, v1, _]: [&mut [f64]; 3]| {
            let mut alone = Alone::new(&self.inner, rule)?;
            alone.check(evaluator, q, v)?;
            q1.copy_from_slice(q);
            v1.copy_from_slice(v);
            alone.advance(evaluator, (q1, v1), tau, &external.of(k))
        };
        states.compute([&[model.nq()], &[model.nv()]], [None, None], batch, one)
    }

    /// `step` of rows for environments: (q, v, reasons), with the reasons why rows cannot be computed. One call with few objects.
    fn _step_rows<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        tau: Object<'_, 'py>,
        dt: f64,
        steps: usize,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let (py, reasons) = (q.py(), PyDict::new(q.py()));
        let rule = Rule::new(py, dt, steps, true, "rk4")?;
        self.inner.check_base(py, "step")?;
        if rule.in_lanes(&self.inner) {
            let Marched { results: [q, v], failures, .. } =
                self.inner.march((q, v, tau), rule, None, OnFailure::Nan)?;
            for (row, error) in failures {
                reasons.set_item(row, exception(py, &error).value(py).str()?)?;
            }
            return Ok((q, v, reasons));
        }
        let all = self.step(q, v, tau, dt, steps, true, "rk4", None, None, "nan")?;
        let (q, v, failures): (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>) = all.extract()?;
        for item in failures.getattr("errors")?.cast::<PyMapping>()?.items()? {
            let (row, error): (usize, Bound<'py, PyAny>) = item.extract()?;
            reasons.set_item(row, error.str()?)?;
        }
        Ok((q, v, reasons))
    }
}

/// Coordinates and speeds after steps.
struct Marched<'py> {
    results: [Bound<'py, PyAny>; 2],
    states: usize,
    failures: Failures,
}

impl Inner {
    /// Trees, also with couplings, without external wrenches. A single state is computed like a batch, so that both give the same bits.
    fn march<'py>(
        &self,
        (q, v, tau): (Object<'_, 'py>, Object<'_, 'py>, Object<'_, 'py>),
        rule: Rule,
        threads: Option<usize>,
        on_failure: OnFailure,
    ) -> PyResult<Marched<'py>> {
        let (py, model) = (q.py(), self.model());
        let single = [q, v, tau].into_iter().all(is_single);
        let q = Argument::<f64>::new("q", q, &[model.nq()], || Width::Q.owner(model))?;
        let v = Argument::<f64>::new("v", v, &[model.nv()], || Width::V.owner(model))?;
        let tau = Argument::<f64>::new("tau", tau, &[model.nv()], || Width::V.owner(model))?;
        let rows = common_rows(py, [&q, &v, &tau].map(|a| (a.name, a.rows)))?;
        let (mut q1, mut v1) =
            (output::<f64>(py, None, rows, &[model.nq()])?, output::<f64>(py, None, rows, &[model.nv()])?);
        let [q, v, tau] = [&q, &v, &tau].map(|argument| repeated(argument, rows));
        let (nq, nv, count) = (model.nq(), model.nv(), rows.unwrap_or(1));
        let crew = Crew::choose(py, threads, count * nv * rule.steps)?;
        let parts = vec![
            Part { numbers: q1.as_slice_mut().unwrap_or(&mut []), width: nq },
            Part { numbers: v1.as_slice_mut().unwrap_or(&mut []), width: nv },
        ];
        let compute = |block: &mut Block<'_>| {
            let (first, last) = (block.states.start, block.states.end);
            let [q1, v1] = &mut block.parts[..] else { unreachable!("two results") };
            q1.numbers.copy_from_slice(&q[first * nq..last * nq]);
            v1.numbers.copy_from_slice(&v[first * nv..last * nv]);
            let tau = &tau[first * nv..last * nv];
            let mut lanes = Lanes::new(model, rule, last - first);
            lanes.check(q1.numbers, v1.numbers)?;
            lanes.check_forces(tau)?;
            self.mechanism.with_compiled(|compiled| lanes.advance(compiled, q1.numbers, v1.numbers, tau))
        };
        let all = Block { states: 0..count, parts };
        let failures = py.detach(|| by_block(&crew, all, on_failure, compute));
        let alone =
            |error: Error| if rows.is_some() { error } else { error.in_batch().map_or(error, |(_, alone)| alone) };
        let failures = failures.map_err(alone).or_raise(py)?;
        let finish = |array: &Bound<'py, PyAny>| {
            if single { array.call_method1("astype", ("float32",)) } else { Ok(array.clone()) }
        };
        Ok(Marched { results: [finish(q1.as_any())?, finish(v1.as_any())?], states: count, failures })
    }
}
