//! The mass centre and the momentum about it: velocity, acceleration, matrices, rates.

use pyo3::prelude::*;

use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out};

#[pymethods]
impl Model {
    /// The velocity of the mass centre of all moving links, (3,), m/s, in world axes.
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").com_velocity([0.0], [2.0]).round(9).tolist()
    /// [0.0, 1.0, 0.0]
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn com_velocity<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_velocity((q, v), &[3], out, Batch { threads, on_failure }, |state, out| {
            out.copy_from_slice(&state.com_velocity().to_array());
            Ok(())
        })
    }

    /// The acceleration of the mass centre of all moving links, (3,), m/s², in world axes; gravity is not included.
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").com_acceleration([0.0], [2.0], [0.0]).round(9).tolist()
    /// [-2.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, a, *, out=None, threads=None, on_failure="raise"))]
    fn com_acceleration<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        a: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_acceleration((q, v, a), &[3], out, Batch { threads, on_failure }, |state, out| {
            out.copy_from_slice(&state.com_acceleration().to_array());
            Ok(())
        })
    }

    /// The Jacobian of the mass centre, (3, nv), in world axes: com_jacobian @ v is com_velocity.
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").com_jacobian([0.0]).round(9).tolist()
    /// [[0.0], [0.5], [0.0]]
    #[pyo3(signature = (q, *, out=None, threads=None, on_failure="raise"))]
    fn com_jacobian<'py>(
        &self,
        q: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let nv = self.inner.model().nv();
        self.at_position(q, &[3, nv], out, Batch { threads, on_failure }, |state, out| state.com_jacobian(out))
    }

    /// The matrix of the momentum about the mass centre, (6, nv), angular rows first, in world axes: centroidal_momentum_matrix @ v is
    /// centroidal_momentum.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0]
    /// >>> bool(np.allclose(arm.centroidal_momentum_matrix(q) @ v, arm.centroidal_momentum(q, v)))
    /// True
    #[pyo3(signature = (q, *, out=None, threads=None, on_failure="raise"))]
    fn centroidal_momentum_matrix<'py>(
        &self,
        q: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let nv = self.inner.model().nv();
        self.at_position(q, &[6, nv], out, Batch { threads, on_failure }, |state, out| {
            state.centroidal_momentum_matrix(out)
        })
    }

    /// Momentum [angular about the mass centre; linear] in world axes, (6,), kg m²/s and kg m/s.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").centroidal_momentum([0, 0, 0], [0, 0, 0]).tolist()
    /// [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn centroidal_momentum<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_velocity((q, v), &[6], out, Batch { threads, on_failure }, |state, out| {
            out.copy_from_slice(&state.momentum_about_com().to_array());
            Ok(())
        })
    }

    /// The rate of centroidal_momentum, (6,), N m and N: centroidal_momentum_matrix @ a + centroidal_momentum_bias. It is the sum of
    /// all external moments about the mass centre and forces, weight included.
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").centroidal_momentum_rate([0.0], [2.0], [0.0])[3:].round(9).tolist()
    /// [-2.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, a, *, out=None, threads=None, on_failure="raise"))]
    fn centroidal_momentum_rate<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        a: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_acceleration((q, v, a), &[6], out, Batch { threads, on_failure }, |state, out| {
            out.copy_from_slice(&state.momentum_rate_about_com().to_array());
            Ok(())
        })
    }

    /// The part of centroidal_momentum_rate that depends on speeds, (6,), N m and N: the rate of the matrix times v.
    ///
    /// >>> import denoc
    /// >>> denoc.load("planar_3r").centroidal_momentum_bias([0.1, 0.2, 0.3], [0, 0, 0]).tolist()
    /// [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn centroidal_momentum_bias<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_velocity((q, v), &[6], out, Batch { threads, on_failure }, |state, out| {
            out.copy_from_slice(&state.centroidal_momentum_bias().to_array());
            Ok(())
        })
    }
}
