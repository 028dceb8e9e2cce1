//! Inverse dynamics as a linear function of the inertial parameters.

use denoc_dynamics::regressor::{PARAMETERS, inertial_parameters};
use denoc_mechanism::evaluate::Evaluator;
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// The regressor of the joint forces, (nv, 10 links): regressor @ inertial_parameters() is inverse_dynamics(q, v, a), without the
    /// inertia of rotors. With loops: that of the spanning tree.
    ///
    /// Ten columns per link, in the order of link_names: m, m c_x, m c_y, m c_z, I_xx, I_xy, I_yy, I_xz, I_yz, I_zz, with mass centre c
    /// and inertia tensor I in link axes about the origin of the link (its joint). This is the order of Pinocchio.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v, a = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0]
    /// >>> bool(np.allclose(arm.regressor(q, v, a) @ arm.inertial_parameters(), arm.inverse_dynamics(q, v, a)))
    /// True
    #[pyo3(signature = (q, v, a, *, out=None, threads=None, on_failure="raise"))]
    fn regressor<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        a: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("a", a, Width::V)])?;
        let one = |evaluator: &mut Evaluator, _, [q, v, a]: [&[f64]; 3], [out, ..]: [&mut [f64]; 3]| {
            Ok(evaluator.workspace().position(model, q)?.velocity(v)?.regressor(a, out)?)
        };
        let shape = [model.nv(), PARAMETERS * model.links().len()];
        states.compute([&shape], [out], Batch { threads, on_failure }, one)
    }

    /// The inertial parameters of all links, (10 links,), in the order of the columns of regressor: kg, kg m, kg m².
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").inertial_parameters()[:2].tolist()
    /// [1.0, 0.5]
    fn inertial_parameters<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let model = self.inner.model();
        let mut parameters = vec![0.0; PARAMETERS * model.links().len()];
        inertial_parameters(model, &mut parameters);
        PyArray1::from_vec(py, parameters)
    }
}
