//! All frames at once, accelerations of frames, derivatives of their Jacobians.

use denoc_dynamics::{AccelerationKind, Reference};
use denoc_math::Pose;
use denoc_model::{FrameId, names};
use pyo3::prelude::*;

use crate::errors::input;
use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out};

#[pymethods]
impl Model {
    /// The poses of all frames, in the order of frame_names: homogeneous matrices (frames, 4, 4); lengths in m.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> poses = arm.frame_poses([0.1, 0.2, 0.3])
    /// >>> bool((poses[arm.frame_names.index("link3")] == arm.pose([0.1, 0.2, 0.3], "link3")).all())
    /// True
    #[pyo3(signature = (q, *, out=None, threads=None, on_failure="raise"))]
    fn frame_poses<'py>(
        &self,
        q: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let frames = self.inner.model().frames().len();
        self.at_position(q, &[frames, 4, 4], out, Batch { threads, on_failure }, |state, out| {
            for (f, out) in out.chunks_exact_mut(16).enumerate() {
                homogeneous(state.frame_pose(FrameId(f)), out);
            }
            Ok(())
        })
    }

    /// The acceleration of a frame or link, [angular; linear], rad/s² and m/s², (6,); gravity is not included.
    ///
    /// kind: "classical" (the linear part is the acceleration of the point) or "spatial" (the rate of the twist with constant axes and
    /// reference point, classical minus angular × linear velocity). reference: "aligned", "local" or "world", as for twist.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("one_r")
    /// >>> arm.frame_acceleration([0.0], [2.0], [0.0], "tip").round(9).tolist()
    /// [0.0, 0.0, 0.0, -4.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, a, frame, *, reference="aligned", kind="classical", out=None, threads=None, on_failure="raise"))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn frame_acceleration<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        a: Object<'_, 'py>,
        frame: &str,
        reference: &str,
        kind: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = q.py();
        let (frame, reference, kind) = (self.inner.frame(py, frame)?, reference_of(py, reference)?, kind_of(py, kind)?);
        self.at_acceleration((q, v, a), &[6], out, Batch { threads, on_failure }, |state, out| {
            out.copy_from_slice(&state.frame_acceleration(frame, reference, kind).to_array());
            Ok(())
        })
    }

    /// The derivatives of the Jacobian of a frame or link with respect to q, (6, nv, nv): entry [r, k, j] is the derivative of
    /// jacobian[r, k] along a unit step of speed j, as by integrate(q, e), so kinematic_hessian @ v is jacobian_rate.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]
    /// >>> bool(np.allclose(arm.kinematic_hessian(q, "link3") @ v, arm.jacobian_rate(q, v, "link3")))
    /// True
    #[pyo3(signature = (q, frame, *, reference="aligned", out=None, threads=None, on_failure="raise"))]
    fn kinematic_hessian<'py>(
        &self,
        q: Object<'_, 'py>,
        frame: &str,
        reference: &str,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let nv = self.inner.model().nv();
        let (frame, reference) = (self.inner.frame(q.py(), frame)?, reference_of(q.py(), reference)?);
        self.at_position(q, &[6, nv, nv], out, Batch { threads, on_failure }, |state, out| {
            state.kinematic_hessian(frame, reference, out)
        })
    }
}

/// A homogeneous matrix by rows.
pub(crate) fn homogeneous(pose: Pose<f64>, out: &mut [f64]) {
    out.iter_mut().zip(pose.to_matrix().iter().flatten()).for_each(|(out, x)| *out = *x);
}

/// The axes and the point that a keyword names.
pub(crate) fn reference_of(py: Python<'_>, keyword: &str) -> PyResult<Reference> {
    Reference::from_keyword(keyword).ok_or_else(|| {
        let remedy = names::choose(keyword, &Reference::ALL.map(Reference::keyword));
        input(py, format!("reference is \"{keyword}\"; {remedy}"), "frame.reference")
    })
}

fn kind_of(py: Python<'_>, keyword: &str) -> PyResult<AccelerationKind> {
    match keyword {
        "classical" => Ok(AccelerationKind::Classical),
        "spatial" => Ok(AccelerationKind::Spatial),
        _ => {
            let remedy = names::choose(keyword, &["classical", "spatial"]);
            Err(input(py, format!("kind is \"{keyword}\"; {remedy}"), "frame.acceleration"))
        }
    }
}
