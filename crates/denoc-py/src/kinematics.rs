//! Where frames are and how they move; steps between configurations.

use denoc_math::Pose;
use denoc_mechanism::evaluate::Evaluator;
use pyo3::prelude::*;

use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// The Jacobian of a frame or link, (6, nv): its twist is jacobian @ v. World axes, at the origin of the frame, angular rows
    /// first.
    #[pyo3(signature = (q, frame, *, out=None, threads=None))]
    fn jacobian<'py>(
        &self,
        q: Object<'_, 'py>,
        frame: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let frame = self.inner.frame(q.py(), frame)?;
        self.at_position(q, &[6, model.nv()], out, threads, |state, out| state.jacobian(frame, out))
    }

    /// The time derivative of the Jacobian, (6, nv).
    #[pyo3(signature = (q, v, frame, *, out=None, threads=None))]
    fn jacobian_rate<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        frame: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let frame = self.inner.frame(q.py(), frame)?;
        self.at_velocity((q, v), &[6, model.nv()], out, threads, |state, out| state.jacobian_rate(frame, out))
    }

    /// The pose of a frame or link in the world: a homogeneous matrix (4, 4).
    #[pyo3(signature = (q, frame, *, out=None, threads=None))]
    fn pose<'py>(
        &self,
        q: Object<'_, 'py>,
        frame: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let frame = self.inner.frame(q.py(), frame)?;
        self.at_position(q, &[4, 4], out, threads, |state, out| {
            homogeneous(state.frame_pose(frame), out);
            Ok(())
        })
    }

    /// The twist of a frame or link, [angular; linear at its origin] in world axes.
    #[pyo3(signature = (q, v, frame, *, out=None, threads=None))]
    fn twist<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        frame: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let frame = self.inner.frame(q.py(), frame)?;
        self.at_velocity((q, v), &[6], out, threads, |state, out| {
            let twist = state.twist(frame);
            out.copy_from_slice(&twist.to_array());
            Ok(())
        })
    }

    /// The coordinates reached from q by a step in the tangent space (speeds times time): q + step, with unit quaternions.
    #[pyo3(signature = (q, step, *, out=None, threads=None))]
    fn integrate<'py>(
        &self,
        q: Object<'_, 'py>,
        step: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("step", step, Width::V)])?;
        let one = |_: &mut Evaluator, _, [q, step, _]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            model.check_speeds("step", step)?;
            Ok(model.integrate(q, step, out)?)
        };
        let [result] = states.compute([&[model.nq()]], [out], threads, one)?;
        Ok(result)
    }

    /// The tangent-space step from q0 to q1: integrate(q0, difference(q0, q1)) is q1.
    #[pyo3(signature = (q0, q1, *, out=None, threads=None))]
    fn difference<'py>(
        &self,
        q0: Object<'_, 'py>,
        q1: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q0", q0, Width::Q), ("q1", q1, Width::Q)])?;
        let one = |_: &mut Evaluator, _, [q0, q1, _]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            Ok(model.difference(q0, q1, out)?)
        };
        let [result] = states.compute([&[model.nv()]], [out], threads, one)?;
        Ok(result)
    }
}

fn homogeneous(pose: Pose<f64>, out: &mut [f64]) {
    let (r, p) = (pose.rotation, pose.position);
    let rows =
        [[r.x.x, r.y.x, r.z.x, p.x], [r.x.y, r.y.y, r.z.y, p.y], [r.x.z, r.y.z, r.z.z, p.z], [0.0, 0.0, 0.0, 1.0]];
    out.iter_mut().zip(rows.iter().flatten()).for_each(|(out, x)| *out = *x);
}
