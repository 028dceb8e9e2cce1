//! Where frames are and how they move; steps between configurations.

use denoc_mechanism::evaluate::Evaluator;
use pyo3::prelude::*;

use crate::failures::Batch;
use crate::frames::{homogeneous, reference_of};
use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// The Jacobian of a frame or link, (6, nv): its twist is jacobian @ v, angular rows first.
    ///
    /// reference: "aligned" (world axes, at the origin of the frame), "local" (axes of the frame, at its origin) or "world" (world
    /// axes, at the world origin).
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]
    /// >>> bool(np.allclose(arm.jacobian(q, "link3") @ v, arm.twist(q, v, "link3")))
    /// True
    #[pyo3(signature = (q, frame, *, reference="aligned", out=None, threads=None, on_failure="raise"))]
    fn jacobian<'py>(
        &self,
        q: Object<'_, 'py>,
        frame: &str,
        reference: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let (frame, reference) = (self.inner.frame(q.py(), frame)?, reference_of(q.py(), reference)?);
        self.at_position(q, &[6, model.nv()], out, Batch { threads, on_failure }, |state, out| {
            state.jacobian_in(frame, reference, out)
        })
    }

    /// The time derivative of the Jacobian, (6, nv); `reference` as for jacobian, whose components it differentiates.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").jacobian_rate([0.1, 0.2, 0.3], [1, 2, 3], "link3").shape
    /// (6, 3)
    #[pyo3(signature = (q, v, frame, *, reference="aligned", out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn jacobian_rate<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        frame: &str,
        reference: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let (frame, reference) = (self.inner.frame(q.py(), frame)?, reference_of(q.py(), reference)?);
        self.at_velocity((q, v), &[6, model.nv()], out, Batch { threads, on_failure }, |state, out| {
            state.jacobian_rate_in(frame, reference, out)
        })
    }

    /// The pose of a frame or link in the world: a homogeneous matrix (4, 4); lengths in m.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").pose([0, 0, 0], "link3").round(9)[3].tolist()
    /// [0.0, 0.0, 0.0, 1.0]
    #[pyo3(signature = (q, frame, *, out=None, threads=None, on_failure="raise"))]
    fn pose<'py>(
        &self,
        q: Object<'_, 'py>,
        frame: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let frame = self.inner.frame(q.py(), frame)?;
        self.at_position(q, &[4, 4], out, Batch { threads, on_failure }, |state, out| {
            homogeneous(state.frame_pose(frame), out);
            Ok(())
        })
    }

    /// The twist of a frame or link, [angular; linear], rad/s and m/s, (6,).
    ///
    /// reference: "aligned" (world axes, at the origin of the frame), "local" (axes of the frame, at its origin) or "world" (world
    /// axes, at the world origin).
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").twist([0, 0, 0], [1, 0, 0], "link1")[:3].round(9).tolist()
    /// [0.0, 0.0, 1.0]
    #[pyo3(signature = (q, v, frame, *, reference="aligned", out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn twist<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        frame: &str,
        reference: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (frame, reference) = (self.inner.frame(q.py(), frame)?, reference_of(q.py(), reference)?);
        self.at_velocity((q, v), &[6], out, Batch { threads, on_failure }, |state, out| {
            let twist = state.twist_in(frame, reference);
            out.copy_from_slice(&twist.to_array());
            Ok(())
        })
    }

    /// The coordinates reached from q by a step in the tangent space (speeds times time): q + step, with unit quaternions.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").integrate([0.1, 0.2, 0.3], [1, 1, 1]).round(9).tolist()
    /// [1.1, 1.2, 1.3]
    #[pyo3(signature = (q, step, *, out=None, threads=None, on_failure="raise"))]
    fn integrate<'py>(
        &self,
        q: Object<'_, 'py>,
        step: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("step", step, Width::V)])?;
        let one = |_: &mut Evaluator, _, [q, step, _]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            model.check_speeds("step", step)?;
            Ok(model.integrate(q, step, out)?)
        };
        states.compute([&[model.nq()]], [out], Batch { threads, on_failure }, one)
    }

    /// The tangent-space step from q0 to q1: integrate(q0, difference(q0, q1)) is q1.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").difference([0.1, 0.2, 0.3], [1.1, 1.2, 1.3]).round(9).tolist()
    /// [1.0, 1.0, 1.0]
    #[pyo3(signature = (q0, q1, *, out=None, threads=None, on_failure="raise"))]
    fn difference<'py>(
        &self,
        q0: Object<'_, 'py>,
        q1: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q0", q0, Width::Q), ("q1", q1, Width::Q)])?;
        let one = |_: &mut Evaluator, _, [q0, q1, _]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            Ok(model.difference(q0, q1, out)?)
        };
        states.compute([&[model.nv()]], [out], Batch { threads, on_failure }, one)
    }
}
