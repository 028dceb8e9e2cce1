//! Derivatives of inverse and forward dynamics.

use denoc_mechanism::evaluate::{Evaluator, State};
use pyo3::prelude::*;

use crate::arrays::three_outputs;
use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// Derivatives of inverse dynamics: (dtau/dq, dtau/dv, dtau/da), each (nv, nv); dtau/da is the inertia matrix.
    ///
    /// Derivatives with respect to q are taken in the tangent space: tau(integrate(q, e), v, a) is tau + dtau/dq @ e. Trees only, also
    /// with couplings (mimic joints): all entries of q, v and a count as independent, so the derivative along a coupled motion is the
    /// column of the leader plus the ratio times that of the follower; forces of followers are zero. `out`: a tuple of three arrays.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v, a = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0]
    /// >>> by_q, by_v, by_a = arm.inverse_dynamics_derivatives(q, v, a)
    /// >>> bool(np.allclose(by_a, arm.gim(q)))
    /// True
    #[pyo3(signature = (q, v, a, *, out=None, threads=None, on_failure="raise"))]
    fn inverse_dynamics_derivatives<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        a: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let nv = self.inner.model().nv();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("a", a, Width::V)])?;
        let one = |evaluator: &mut Evaluator, _, [q, v, a]: [&[f64]; 3], [dq, dv, da]: [&mut [f64]; 3]| {
            Ok(evaluator.inverse_derivatives(State { q, v }, a, [dq, dv, da])?)
        };
        let out = three_outputs(out)?;
        states.compute([&[nv, nv]; 3], out.each_ref().map(Option::as_ref), Batch { threads, on_failure }, one)
    }

    /// Derivatives of forward dynamics: (da/dq, da/dv, da/dtau), each (nv, nv); da/dtau is the inverse of the inertia matrix.
    ///
    /// Derivatives with respect to q are taken in the tangent space. Trees only, also with couplings (mimic joints): see
    /// inverse_dynamics_derivatives. `out`: a tuple of three arrays.
    ///
    /// >>> import denoc, numpy as np
    /// >>> arm = denoc.load("planar_3r")
    /// >>> q, v, tau = [0.1, 0.2, 0.3], [1.0, 2.0, 3.0], [0.0, 0.0, 0.0]
    /// >>> by_q, by_v, by_tau = arm.forward_dynamics_derivatives(q, v, tau)
    /// >>> bool(np.allclose(by_tau @ arm.gim(q), np.eye(3)))
    /// True
    #[pyo3(signature = (q, v, tau, *, out=None, threads=None, on_failure="raise"))]
    fn forward_dynamics_derivatives<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        tau: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.inner.check_base(q.py(), "forward_dynamics_derivatives")?;
        let nv = self.inner.model().nv();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V), ("tau", tau, Width::V)])?;
        let one = |evaluator: &mut Evaluator, _, [q, v, tau]: [&[f64]; 3], [dq, dv, dtau]: [&mut [f64]; 3]| {
            Ok(evaluator.forward_derivatives(State { q, v }, tau, [dq, dv, dtau])?)
        };
        let out = three_outputs(out)?;
        states.compute([&[nv, nv]; 3], out.each_ref().map(Option::as_ref), Batch { threads, on_failure }, one)
    }
}
