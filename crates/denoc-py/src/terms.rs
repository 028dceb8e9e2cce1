//! The terms of the equations of motion.

use denoc_mechanism::evaluate::Evaluator;
use pyo3::prelude::*;

use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// The matrix of convective inertia C(q, v), (nv, nv); the time derivative of the inertia matrix minus 2 C is skew-symmetric.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]
    /// >>> bool(np.allclose(arm.mci(q, v) @ v, arm.vci(q, v)))
    /// True
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn mci<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let nv = self.inner.model().nv();
        self.at_velocity((q, v), &[nv, nv], out, Batch { threads, on_failure }, |state, out| state.mci(out))
    }

    /// The vector of convective inertia h = C(q, v) v: centrifugal and Coriolis forces, (nv,), N m or N.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").vci([0.1, 0.2, 0.3], [0, 0, 0]).tolist()
    /// [0.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn vci<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        self.at_velocity((q, v), &[model.nv()], out, Batch { threads, on_failure }, |state, out| state.vci(out))
    }

    /// The joint forces that balance gravity (generalised gravity), (nv,), N m or N. With loops: those of the spanning tree.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("one_r")
    /// >>> arm.gravity(arm.configuration(joint1="90 deg")).round(3).tolist()
    /// [4.905]
    #[pyo3(signature = (q, *, out=None, threads=None, on_failure="raise"))]
    fn gravity<'py>(
        &self,
        q: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.inner.forces(q, None, out, Batch { threads, on_failure })
    }

    /// C(q, v) v + gravity: the joint forces at zero acceleration (nonlinear effects), (nv,), N m or N.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]
    /// >>> bool(np.allclose(arm.bias(q, v), arm.vci(q, v) + arm.gravity(q)))
    /// True
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn bias<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.inner.forces(q, Some(v), out, Batch { threads, on_failure })
    }

    /// The forces that springs, damping and friction exert in the joints, (nv,), N m or N (dry friction is zero at rest).
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").joint_forces([0.1, 0.2, 0.3], [0, 0, 0]).shape
    /// (3,)
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn joint_forces<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V)])?;
        let one = |_: &mut Evaluator, _, [q, v, _]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            Ok(model.joint_forces(q, v, out)?)
        };
        states.compute([&[model.nv()]], [out], Batch { threads, on_failure }, one)
    }

    /// The factors of the inertia matrix: (U, d) with gim = U diag(d) U^T, U unit upper triangular.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("puma")
    /// >>> U, d = arm.udut(arm.neutral())
    /// >>> bool(np.allclose(U @ np.diag(d) @ U.T, arm.gim(arm.neutral())))
    /// True
    #[pyo3(signature = (q, *, threads=None, on_failure="raise"))]
    fn udut<'py>(&self, q: Object<'_, 'py>, threads: Option<usize>, on_failure: &str) -> PyResult<Bound<'py, PyAny>> {
        let (model, nv) = (self.inner.model(), self.inner.model().nv());
        let states = States::new(&self.inner, &[("q", q, Width::Q)])?;
        let one = |evaluator: &mut Evaluator, _, [q, ..]: [&[f64]; 3], [u, d, _]: [&mut [f64]; 3]| {
            let mut position = evaluator.workspace().position(model, q)?;
            let factors = position.udut()?;
            factors.u_matrix(u)?;
            d.copy_from_slice(factors.d());
            Ok(())
        };
        states.compute([&[nv, nv], &[nv]], [None, None], Batch { threads, on_failure }, one)
    }
}
