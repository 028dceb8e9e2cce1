//! Inverse and forward dynamics and the inertia matrix: the compiled layer wherever it applies.

use std::borrow::Cow;
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

use denoc_dynamics::DynamicsError;
use denoc_dynamics::compiled::{Compiled, Layout, Threads};
use denoc_mechanism::GimbalLockDistance;
use denoc_mechanism::evaluate::{Ask, ExternalWrench, ExternalWrenches, JointForces, States, Task as Asked};
use numpy::{PyArray1, PyReadwriteArrayDyn};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::arrays::{Argument, Number, common_rows, few, is_single, output, repeated};
use crate::errors::OrRaise;
use crate::external::External;
use crate::failures::{Batch, Failures, OnFailure, by_block, returned};
use crate::inner::Inner;
use crate::model::Model;
use crate::rows::{Block, Part};
use crate::states::{Width, narrowed};
use crate::threads::Crew;

/// What the compiled layer computes.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Task {
    Inverse,
    /// The same without closures.
    OfTree,
    Forward,
}

/// Batches in double and single precision.
trait Precision: Number {
    fn batch(
        compiled: &mut Compiled,
        task: Task,
        input: (&[Self], &[Self], &[Self]),
        out: &mut [Self],
        threads: Threads,
    ) -> Result<(), DynamicsError>;

    fn gims(compiled: &mut Compiled, q: &[Self], out: &mut [Self], threads: Threads) -> Result<(), DynamicsError>;

    /// One state, if there is a kernel for it.
    fn single(
        compiled: &mut Compiled,
        task: Task,
        input: (&[Self], &[Self], &[Self]),
        out: &mut [Self],
    ) -> Result<(), DynamicsError> {
        Self::batch(compiled, task, input, out, Threads::One)
    }

    fn gim(compiled: &mut Compiled, q: &[Self], out: &mut [Self]) -> Result<(), DynamicsError> {
        Self::gims(compiled, q, out, Threads::One)
    }
}

impl Precision for f64 {
    fn batch(
        compiled: &mut Compiled,
        task: Task,
        (q, v, x): (&[f64], &[f64], &[f64]),
        out: &mut [f64],
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        match task {
            Task::Inverse => compiled.drive_forces_batch(States { q, v }, x, out, Layout::Rows, threads),
            Task::OfTree => compiled.inverse_dynamics_batch(States { q, v }, x, out, Layout::Rows, threads),
            Task::Forward => compiled.forward_dynamics_batch(States { q, v }, x, out, Layout::Rows, threads),
        }
    }

    fn gims(compiled: &mut Compiled, q: &[f64], out: &mut [f64], threads: Threads) -> Result<(), DynamicsError> {
        compiled.gim_batch(q, out, Layout::Rows, threads)
    }

    #[inline]
    fn single(
        compiled: &mut Compiled,
        task: Task,
        (q, v, x): (&[f64], &[f64], &[f64]),
        out: &mut [f64],
    ) -> Result<(), DynamicsError> {
        match task {
            Task::Inverse => compiled.drive_forces(q, v, x, out),
            Task::OfTree => compiled.inverse_dynamics(q, v, x, out),
            Task::Forward => compiled.forward_dynamics(q, v, x, out),
        }
    }

    fn gim(compiled: &mut Compiled, q: &[f64], out: &mut [f64]) -> Result<(), DynamicsError> {
        compiled.gim(q, out)
    }
}

impl Precision for f32 {
    fn batch(
        compiled: &mut Compiled,
        task: Task,
        (q, v, x): (&[f32], &[f32], &[f32]),
        out: &mut [f32],
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        match task {
            Task::Inverse => compiled.drive_forces_batch_f32(States { q, v }, x, out, Layout::Rows, threads),
            Task::OfTree => compiled.inverse_dynamics_batch_f32(States { q, v }, x, out, Layout::Rows, threads),
            Task::Forward => compiled.forward_dynamics_batch_f32(States { q, v }, x, out, Layout::Rows, threads),
        }
    }

    fn gims(compiled: &mut Compiled, q: &[f32], out: &mut [f32], threads: Threads) -> Result<(), DynamicsError> {
        compiled.gim_batch_f32(q, out, Layout::Rows, threads)
    }
}

/// Settings of a call.
struct How<'a, 'py> {
    external: Option<&'a Bound<'py, PyAny>>,
    joint_forces: bool,
    out: Option<&'a Bound<'py, PyAny>>,
    batch: Batch<'a>,
}

#[pymethods]
impl Model {
    /// Joint forces for a motion: tau from q, v and a (RNEA).
    ///
    /// Args:
    ///     q, v, a: one state (nq,), (nv,), (nv,), or a batch (N, nq), ...; a single state is broadcast against a batch.
    ///     external: wrenches on links, [moment; force] in world axes about the origin of the frame: a dict by the name of a
    ///         link or frame, or an array (links, 6).
    ///     joint_forces: include joint friction, damping and springs (default: ignored); tau is then the motor force.
    ///     out: output array.
    ///     threads: number of threads; None: automatic.
    ///     on_failure: "raise" the error of the first state that cannot be computed, or set the rows of such states to "nan" and
    ///         return (tau, failures), with denoc.results.Failures. All methods for batches have this option.
    ///
    /// With closed loops: motor forces; q, v and a must satisfy closure. Joints that follow others (mimic joints) have no force of their
    /// own, unless theirs are the motors; the joints that they follow bear it.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> arm.inverse_dynamics([0, 0, 0], [0, 0, 0], [0, 0, 0]).round(3).tolist()
    /// [4.346, 1.55, 0.324]
    #[pyo3(signature = (q, v, a, external=None, *, joint_forces=false, out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn inverse_dynamics<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        v: &Bound<'py, PyAny>,
        a: &Bound<'py, PyAny>,
        external: Option<&Bound<'py, PyAny>>,
        joint_forces: bool,
        out: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.inner.motion(
            Task::Inverse,
            (q, v, a),
            How { external, joint_forces, out, batch: Batch { threads, on_failure } },
        )
    }

    /// Accelerations for joint forces: a from q, v and tau (ABA). Arguments as in inverse_dynamics.
    ///
    /// With closed loops: accelerations consistent with closure; q and v must satisfy closure.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> tau = arm.inverse_dynamics([0.1, 0.2, 0.3], [1, 0, 0], [3, 2, 1])
    /// >>> arm.forward_dynamics([0.1, 0.2, 0.3], [1, 0, 0], tau).round(9).tolist()
    /// [3.0, 2.0, 1.0]
    #[pyo3(signature = (q, v, tau, external=None, *, joint_forces=false, out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn forward_dynamics<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        v: &Bound<'py, PyAny>,
        tau: &Bound<'py, PyAny>,
        external: Option<&Bound<'py, PyAny>>,
        joint_forces: bool,
        out: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.inner.check_base(q.py(), "forward_dynamics")?;
        self.inner.motion(
            Task::Forward,
            (q, v, tau),
            How { external, joint_forces, out, batch: Batch { threads, on_failure } },
        )
    }

    /// The generalised inertia matrix (mass matrix, CRBA), (nv, nv). With closed loops: that of the spanning tree.
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").gim([0.3]).shape
    /// (1, 1)
    #[pyo3(signature = (q, *, out=None, threads=None, on_failure="raise"))]
    fn gim<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let batch = Batch { threads, on_failure };
        if is_single(q) { self.inner.gim::<f32>(q, out, batch) } else { self.inner.gim::<f64>(q, out, batch) }
    }

    /// Nanoseconds of one evaluation inside the library, minimum of many rounds; the reference for the overhead of a call from
    /// Python.
    #[pyo3(signature = (q, v, x, *, forward=false, repeats=200))]
    fn _kernel_ns(
        &self,
        q: &Bound<'_, PyAny>,
        v: &Bound<'_, PyAny>,
        x: &Bound<'_, PyAny>,
        forward: bool,
        repeats: usize,
    ) -> PyResult<f64> {
        let (py, task) = (q.py(), if forward { Task::Forward } else { Task::Inverse });
        let states = self.inner.arguments::<f64>(task, (q, v, x))?;
        let [q, v, x] = [0, 1, 2].map(|i: usize| states[i].numbers());
        let mut out = vec![0.0; self.inner.model().nv()];
        let mut best = f64::INFINITY;
        let timed = self.inner.mechanism.with_compiled(|compiled| -> Result<(), DynamicsError> {
            for _ in 0..repeats {
                let start = Instant::now();
                for _ in 0..100 {
                    f64::single(compiled, task, black_box((q, v, x)), black_box(&mut out))?;
                }
                best = best.min(start.elapsed().as_nanos() as f64 / 100.0);
            }
            Ok(())
        });
        timed.or_raise(py)?;
        Ok(best)
    }
}

impl Inner {
    fn arguments<'py, T: Number>(
        &self,
        task: Task,
        (q, v, x): (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
    ) -> PyResult<[Argument<'py, T>; 3]> {
        let model = self.model();
        let third = if task == Task::Forward { "tau" } else { "a" };
        Ok([
            Argument::new("q", q, &[model.nq()], || Width::Q.owner(model))?,
            Argument::new("v", v, &[model.nv()], || Width::V.owner(model))?,
            Argument::new(third, x, &[model.nv()], || Width::V.owner(model))?,
        ])
    }

    fn motion<'py>(
        &self,
        task: Task,
        input: (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
        how: How<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let result = self.forces_or_accelerations(task, input, how)?;
        if matches!(task, Task::Forward) {
            self.warn_near_gimbal_lock(input.0)?;
        }
        Ok(result)
    }

    /// Warns if Euler angles near gimbal lock leave little precision.
    fn warn_near_gimbal_lock(&self, q: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, model) = (q.py(), self.model());
        if model.links().iter().all(|link| link.joint.gimbal_lock().is_none()) {
            return Ok(());
        }
        let q = Argument::<f64>::new("q", q, &[model.nq()], || Width::Q.owner(model))?;
        match GimbalLockDistance::nearest(model, q.numbers()).filter(GimbalLockDistance::is_remarkable) {
            Some(near) => {
                let state = if q.rows.is_some() { format!("state {}: ", near.state) } else { String::new() };
                let message = std::ffi::CString::new(format!("{state}{near}")).unwrap_or_default();
                PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)
            }
            None => Ok(()),
        }
    }

    fn forces_or_accelerations<'py>(
        &self,
        task: Task,
        input: (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
        how: How<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if how.external.is_some() || how.joint_forces || !self.is_compiled() {
            return self.everything(task, input, how);
        }
        if how.out.is_none()
            && how.batch.on_failure == "raise"
            && let Some(result) = self.one_state(task, input)
        {
            return result;
        }
        if is_single(input.0) && is_single(input.1) && is_single(input.2) {
            return self.fast::<f32>(task, input, how);
        }
        self.fast::<f64>(task, input, how)
    }

    /// One state in contiguous arrays of the right length, the usual call in a loop: copying a few numbers costs less than
    /// borrowing the arrays. `None` if the arguments are anything else.
    fn one_state<'py>(
        &self,
        task: Task,
        (q, v, x): (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
    ) -> Option<PyResult<Bound<'py, PyAny>>> {
        let (nq, nv) = (self.model().nq(), self.model().nv());
        let (py, q, v, x) = (q.py(), few(q, nq)?, few(v, nv)?, few(x, nv)?);
        let mut out = vec![0.0; nv];
        let done = self.mechanism.with_compiled(|compiled| f64::single(compiled, task, (&q, &v, &x), &mut out));
        let result = done.map(|()| PyArray1::from_slice(py, &out).into_any());
        Some(result.or_raise(py))
    }

    /// Trees, also with couplings, under gravity and motor forces only.
    fn fast<'py, T: Precision>(
        &self,
        task: Task,
        input: (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
        how: How<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = input.0.py();
        let arguments = self.arguments::<T>(task, input)?;
        let rows = common_rows(py, arguments.iter().map(|a| (a.name, a.rows)))?;
        let (nq, nv) = (self.model().nq(), self.model().nv());
        let result = output::<T>(py, how.out, rows, &[nv])?;
        let [q, v, x]: [Cow<'_, [T]>; 3] = [0, 1, 2].map(|i: usize| repeated(&arguments[i], rows));
        let run = |compiled: &mut Compiled, states: Range<usize>, out: &mut [T], threads: Option<Threads>| {
            let of_q = &q[states.start * nq..states.end * nq];
            let [of_v, of_x] = [&v, &x].map(|numbers| &numbers[states.start * nv..states.end * nv]);
            match threads {
                None => T::single(compiled, task, (of_q, of_v, of_x), out),
                Some(threads) => T::batch(compiled, task, (of_q, of_v, of_x), out, threads),
            }
        };
        self.compiled(result, rows, nv, how.batch, run)
    }

    fn gim<'py, T: Precision>(
        &self,
        q: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        batch: Batch<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, model) = (q.py(), self.model());
        let (nq, nv) = (model.nq(), model.nv());
        let q = Argument::<T>::new("q", q, &[nq], || Width::Q.owner(model))?;
        let result = output::<T>(py, out, q.rows, &[nv, nv])?;
        let numbers = q.numbers();
        let run = |compiled: &mut Compiled, states: Range<usize>, out: &mut [T], threads: Option<Threads>| {
            let q = &numbers[states.start * nq..states.end * nq];
            match threads {
                None => T::gim(compiled, q, out),
                Some(threads) => T::gims(compiled, q, out, threads),
            }
        };
        self.compiled(result, q.rows, nv * nv, batch, run)
    }

    /// Runs the compiled layer on one state (no threads) or a batch. If a state fails and failures are not raised, the batch is
    /// repeated in blocks.
    fn compiled<'py, T: Precision>(
        &self,
        mut result: PyReadwriteArrayDyn<'py, T>,
        rows: Option<usize>,
        width: usize,
        batch: Batch<'_>,
        run: impl Fn(&mut Compiled, Range<usize>, &mut [T], Option<Threads>) -> Result<(), DynamicsError> + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, count) = (result.py(), rows.unwrap_or(1));
        let on_failure = OnFailure::new(py, batch.on_failure)?;
        let out = result.as_slice_mut().unwrap_or(&mut []);
        let crew = Crew::choose(py, batch.threads, count * self.model().nv())?;
        let done = match rows {
            None => self.mechanism.with_compiled(|compiled| run(compiled, 0..1, out, None)),
            Some(rows) => py.detach(|| {
                crew.run(|| self.mechanism.with_compiled(|compiled| run(compiled, 0..rows, out, Some(crew.threads()))))
            }),
        };
        let failures = match done {
            Ok(()) => Failures::new(),
            Err(error) if on_failure == OnFailure::Raise => return Err(error).or_raise(py),
            Err(_) => {
                let all = Block { states: 0..count, parts: vec![Part { numbers: out, width }] };
                let again = |block: &mut Block<'_, T>| {
                    let (states, out) = (block.states.clone(), &mut *block.parts[0].numbers);
                    let threads = rows.map(|_| Threads::One);
                    Ok(self.mechanism.with_compiled(|compiled| run(compiled, states, out, threads))?)
                };
                py.detach(|| by_block(&crew, all, on_failure, again)).or_raise(py)?
            }
        };
        returned(py, vec![result.as_any().clone()], on_failure, count, &failures)
    }

    /// Forces of the tree at zero accelerations, and zero speeds if none are given.
    pub(crate) fn forces<'py>(
        &self,
        q: &Bound<'py, PyAny>,
        v: Option<&Bound<'py, PyAny>>,
        out: Option<&Bound<'py, PyAny>>,
        batch: Batch<'_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, nv) = (q.py(), self.model().nv());
        let single = is_single(q) && v.is_none_or(is_single);
        let rest = if single {
            PyArray1::<f32>::zeros(py, nv, false).into_any()
        } else {
            PyArray1::<f64>::zeros(py, nv, false).into_any()
        };
        let input = (q, v.unwrap_or(&rest), &rest);
        if out.is_none()
            && batch.on_failure == "raise"
            && let Some(result) = self.one_state(Task::OfTree, input)
        {
            return result;
        }
        let how = How { external: None, joint_forces: false, out, batch };
        if single { self.fast::<f32>(Task::OfTree, input, how) } else { self.fast::<f64>(Task::OfTree, input, how) }
    }

    /// Loops, external wrenches, springs and friction.
    fn everything<'py>(
        &self,
        task: Task,
        input: (&Bound<'py, PyAny>, &Bound<'py, PyAny>, &Bound<'py, PyAny>),
        how: How<'_, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, nv) = (input.0.py(), self.model().nv());
        let external = External::new(self, py, how.external)?;
        let arguments = self.arguments::<f64>(task, input)?;
        let given = arguments.iter().map(|a| (a.name, a.rows)).chain([("external", external.rows)]);
        let rows = common_rows(py, given)?;
        let single = is_single(input.0) && is_single(input.1) && is_single(input.2);
        // results in single precision are rounded from double precision
        let mut result = output::<f64>(py, how.out.filter(|_| !single), rows, &[nv])?;
        let count = rows.unwrap_or(1);
        let crew = Crew::choose(py, how.batch.threads, count * nv)?;
        let on_failure = OnFailure::new(py, how.batch.on_failure)?;
        let [q, v, x]: [Cow<'_, [f64]>; 3] = [0, 1, 2].map(|i: usize| repeated(&arguments[i], rows));
        let wrenches: Vec<Vec<ExternalWrench>> = (0..count).map(|k| external.of(k)).collect();
        let nq = self.model().nq();
        let run = |states: Range<usize>, out: &mut [f64], threads: Threads| {
            let x = &x[states.start * nv..states.end * nv];
            let ask = Ask {
                external: match external.is_empty() {
                    true => ExternalWrenches::None,
                    false => ExternalWrenches::PerState(&wrenches[states.clone()]),
                },
                joint_forces: JointForces::included(how.joint_forces),
                ..Ask::new(match task {
                    Task::Inverse | Task::OfTree => Asked::Inverse { a: x },
                    Task::Forward => Asked::Forward { tau: x, prescribed: None },
                })
            };
            let (q, v) = (&q[states.start * nq..states.end * nq], &v[states.start * nv..states.end * nv]);
            self.mechanism.evaluate_into(States { q, v }, &ask, out, threads).map_err(denoc_run::Error::from)
        };
        let out = result.as_slice_mut().unwrap_or(&mut []);
        let done = match rows {
            // releasing the GIL would cost more than the work
            None if nv < 64 => run(0..1, out, crew.threads()),
            _ => py.detach(|| crew.run(|| run(0..count, out, crew.threads()))),
        };
        let failures = match done {
            Ok(()) => Failures::new(),
            Err(error) if on_failure == OnFailure::Raise => return Err(error).or_raise(py),
            Err(_) => {
                let all = Block { states: 0..count, parts: vec![Part { numbers: out, width: nv }] };
                let again =
                    |block: &mut Block<'_>| run(block.states.clone(), &mut *block.parts[0].numbers, Threads::One);
                py.detach(|| by_block(&crew, all, on_failure, again)).or_raise(py)?
            }
        };
        let result = if single { narrowed(&result, how.out)? } else { result.as_any().clone() };
        returned(py, vec![result], on_failure, count, &failures)
    }
}
