//! Motions of many states under sequences of joint forces.

use denoc_run::Error;
use pyo3::prelude::*;

use crate::arrays::{Argument, common_rows, is_single, output, repeated, tuple};
use crate::errors::{OrRaise, input};
use crate::external::External;
use crate::failures::{BLOCK, OnFailure, by_blocks_of, returned};
use crate::inner::Inner;
use crate::model::Model;
use crate::rows::{Block, Part};
use crate::states::{Object, Width, narrowed};
use crate::stepping::{Alone, Lanes, Rule};
use crate::threads::Crew;

/// The inputs of all motions.
struct Inputs<'a> {
    inner: &'a Inner,
    rule: Rule,
    q: &'a [f64],
    v: &'a [f64],
    /// Motion by motion, or those of every motion.
    tau: &'a [f64],
    shared_tau: bool,
    external: &'a External,
    /// Joint forces from one row of results to the next.
    every: usize,
    /// Joint forces of a motion.
    length: usize,
}

#[pymethods]
impl Model {
    /// The motions of states under sequences of joint forces, with fixed steps: (q, v) of shapes (T / every + 1, nq) and
    /// (T / every + 1, nv), or (N, …) for N motions; the first row is the initial state.
    ///
    /// Every row of tau acts for `steps` steps of `dt` seconds. States of trees are computed in SIMD lanes ("rk4" without external
    /// wrenches), all others one by one; both on all cores. A motion does not depend on the others, bit for bit.
    ///
    /// Args:
    ///     q, v: initial state (nq,), (nv,), or one for each motion.
    ///     tau: joint forces (T, nv), the same for all motions, or (N, T, nv).
    ///     steps: steps for each row of tau.
    ///     every: rows of tau from one row of the result to the next; it divides T.
    ///     joint_forces, integrator, external: as in step.
    ///     out: a tuple of arrays for q and v.
    ///     on_failure: "raise" the error of the first motion that cannot be computed, or set such motions to "nan" and return
    ///         (q, v, failures).
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = arm.rollout(arm.random(1, n=100), np.zeros(3), np.zeros((50, 3)), 0.01)
    /// >>> q.shape, v.shape
    /// ((100, 51, 3), (100, 51, 3))
    #[pyo3(signature = (q, v, tau, dt, *, steps=1, every=1, joint_forces=true, integrator="rk4", external=None, out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn rollout<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        tau: Object<'_, 'py>,
        dt: f64,
        steps: usize,
        every: usize,
        joint_forces: bool,
        integrator: &str,
        external: Option<&Bound<'py, PyAny>>,
        out: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, inner, model) = (q.py(), &*self.inner, self.inner.model());
        let rule = Rule::new(py, dt, steps, joint_forces, integrator)?;
        inner.check_base(py, "rollout")?;
        let in_lanes = external.is_none() && rule.in_lanes(inner);
        if !in_lanes {
            Alone::new(inner, rule).or_raise(py)?;
        }
        let on_failure = OnFailure::new(py, on_failure)?;
        let single = [q, v, tau].into_iter().all(is_single);
        let (nq, nv) = (model.nq(), model.nv());
        let length = length_of(tau, nv, every)?;
        let q = Argument::<f64>::new("q", q, &[nq], || Width::Q.owner(model))?;
        let v = Argument::<f64>::new("v", v, &[nv], || Width::V.owner(model))?;
        let tau = Argument::<f64>::new("tau", tau, &[length, nv], || Width::V.owner(model))?;
        let external = External::new(inner, py, external)?;
        let arguments = [&q, &v, &tau].map(|a| (a.name, a.rows));
        let rows = common_rows(py, arguments.into_iter().chain([("external", external.rows)]))?;
        let samples = length / every + 1;
        let [q_out, v_out] = out.map_or([None, None], |(q, v)| [Some(q), Some(v)]);
        let array = |given: &Option<Bound<'py, PyAny>>, width| {
            output::<f64>(py, given.as_ref().filter(|_| !single), rows, &[samples, width])
        };
        let (mut q1, mut v1) = (array(&q_out, nq)?, array(&v_out, nv)?);
        let count = rows.unwrap_or(1);
        let crew = Crew::choose(py, threads, count * nv * steps * length)?;
        let (q, v) = (repeated(&q, rows), repeated(&v, rows));
        let shared_tau = tau.rows.is_none();
        let inputs =
            Inputs { inner, rule, q: &q, v: &v, tau: tau.numbers(), shared_tau, external: &external, every, length };
        let parts = vec![
            Part { numbers: q1.as_slice_mut().unwrap_or(&mut []), width: samples * nq },
            Part { numbers: v1.as_slice_mut().unwrap_or(&mut []), width: samples * nv },
        ];
        let all = Block { states: 0..count, parts };
        let compute = |block: &mut Block<'_>| if in_lanes { inputs.in_lanes(block) } else { inputs.one_by_one(block) };
        // motions are long: blocks for every thread
        let each = if in_lanes { (count / 16).next_multiple_of(4).clamp(4, BLOCK) } else { 1 };
        let failures = py.detach(|| by_blocks_of(each, &crew, all, on_failure, compute));
        let alone =
            |error: Error| if rows.is_some() { error } else { error.in_batch().map_or(error, |(_, alone)| alone) };
        let failures = failures.map_err(alone).or_raise(py)?;
        let finish = |array: &Bound<'py, numpy::PyArrayDyn<f64>>, given: &Option<Bound<'py, PyAny>>| {
            if single { narrowed(array, given.as_ref()) } else { Ok(array.as_any().clone()) }
        };
        returned(py, vec![finish(&q1, &q_out)?, finish(&v1, &v_out)?], on_failure, count, &failures)
    }
}

/// T of joint forces (T, nv) or (N, T, nv).
fn length_of(tau: Object<'_, '_>, nv: usize, every: usize) -> PyResult<usize> {
    let py = tau.py();
    let shape: Vec<usize> = py.import("numpy")?.call_method1("shape", (tau,))?.extract()?;
    let length = match shape[..] {
        [length, width] | [_, length, width] if width == nv => length,
        _ => {
            let found = tuple(&shape, None);
            let message = format!("tau has shape {found}; expected (T, {nv}) or (N, T, {nv}): one row per interval");
            return Err(input(py, message, "state.length"));
        }
    };
    if every == 0 || !length.is_multiple_of(every) {
        let message = format!("every is {every}; it must divide the {length} rows of tau");
        return Err(input(py, message, "rollout.every"));
    }
    Ok(length)
}

impl Inputs<'_> {
    /// The joint forces of a motion.
    fn forces(&self, motion: usize) -> &[f64] {
        let width = self.length * self.inner.model().nv();
        &self.tau[if self.shared_tau { 0 } else { motion * width }..][..width]
    }

    /// All motions of a block together.
    fn in_lanes(&self, block: &mut Block<'_>) -> Result<(), Error> {
        let (model, states) = (self.inner.model(), block.states.clone());
        let (nq, nv) = (model.nq(), model.nv());
        let mut q = self.q[states.start * nq..states.end * nq].to_vec();
        let mut v = self.v[states.start * nv..states.end * nv].to_vec();
        let mut tau = vec![0.0; states.len() * nv];
        let mut lanes = Lanes::new(model, self.rule, states.len());
        lanes.check(&q, &v)?;
        record(block, 0, &q, &v, [nq, nv]);
        self.inner.mechanism.with_compiled(|compiled| {
            for t in 0..self.length {
                for (motion, tau) in states.clone().zip(tau.chunks_exact_mut(nv.max(1))) {
                    tau.copy_from_slice(&self.forces(motion)[t * nv..][..nv]);
                }
                lanes.check_forces(&tau)?;
                lanes.advance(compiled, &mut q, &mut v, &tau)?;
                if (t + 1).is_multiple_of(self.every) {
                    record(block, (t + 1) / self.every, &q, &v, [nq, nv]);
                }
            }
            Ok(())
        })
    }

    /// One motion after the other.
    fn one_by_one(&self, block: &mut Block<'_>) -> Result<(), Error> {
        let first = block.states.start;
        let [q, v] = &mut block.parts[..] else { unreachable!("two results") };
        self.inner.mechanism.with_evaluator(|evaluator| {
            let mut alone = Alone::new(self.inner, self.rule)?;
            for k in 0..block.states.len() {
                let done = self.one(evaluator, &mut alone, first + k, (q.row(k), v.row(k)));
                done.map_err(|error| error.in_state(k))?;
            }
            Ok(())
        })
    }

    fn one(
        &self,
        evaluator: &mut denoc_mechanism::evaluate::Evaluator,
        alone: &mut Alone<'_>,
        motion: usize,
        (q_rows, v_rows): (&mut [f64], &mut [f64]),
    ) -> Result<(), Error> {
        let model = self.inner.model();
        let (nq, nv) = (model.nq(), model.nv());
        let (mut q, mut v) = (self.q[motion * nq..][..nq].to_vec(), self.v[motion * nv..][..nv].to_vec());
        alone.check(evaluator, &q, &v)?;
        let wrenches = self.external.of(motion);
        for t in 0..=self.length {
            if t.is_multiple_of(self.every) {
                let row = t / self.every;
                q_rows[row * nq..][..nq].copy_from_slice(&q);
                v_rows[row * nv..][..nv].copy_from_slice(&v);
            }
            if t < self.length {
                alone.advance(evaluator, (&mut q, &mut v), &self.forces(motion)[t * nv..][..nv], &wrenches)?;
            }
        }
        Ok(())
    }
}

/// Writes one row of every motion.
fn record(block: &mut Block<'_>, row: usize, q: &[f64], v: &[f64], widths: [usize; 2]) {
    for ((part, numbers), width) in block.parts.iter_mut().zip([q, v]).zip(widths) {
        for (k, numbers) in numbers.chunks_exact(width.max(1)).enumerate() {
            part.row(k)[row * width..][..width].copy_from_slice(numbers);
        }
    }
}
