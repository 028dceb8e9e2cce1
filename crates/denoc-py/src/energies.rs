//! Energies, momentum and mass centre.

use denoc_mechanism::evaluate::Evaluator;
use pyo3::prelude::*;

use crate::failures::Batch;
use crate::model::Model;
use crate::states::{Object, Out, States, Width};

#[pymethods]
impl Model {
    /// Kinetic energy and gravitational potential energy (zero at the world origin), J.
    ///
    /// >>> import denoc
    /// >>> kinetic, potential = denoc.load("one_r").energy([0.0], [2.0])
    /// >>> round(kinetic, 3)
    /// 0.667
    #[pyo3(signature = (q, v, *, threads=None, on_failure="raise"))]
    fn energy<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let model = self.inner.model();
        let states = States::new(&self.inner, &[("q", q, Width::Q), ("v", v, Width::V)])?;
        let one = |evaluator: &mut Evaluator, _, [q, v, _]: [&[f64]; 3], [kinetic, potential, _]: [&mut [f64]; 3]| {
            let state = evaluator.workspace().position(model, q)?.velocity(v)?;
            (kinetic[0], potential[0]) = (state.kinetic_energy(), state.potential_energy());
            Ok(())
        };
        let number =
            |array: Bound<'py, PyAny>| if states.rows.is_some() { Ok(array) } else { array.call_method0("item") };
        states.compute_and([&[], &[]], [None, None], Batch { threads, on_failure }, one, number)
    }

    /// Momentum [angular about the world origin; linear] in world axes, (6,), kg m²/s and kg m/s.
    ///
    /// >>> import denoc
    /// >>> arm = denoc.load("planar_3r")
    /// >>> arm.momentum([0, 0, 0], [0, 0, 0]).tolist()
    /// [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    #[pyo3(signature = (q, v, *, out=None, threads=None, on_failure="raise"))]
    fn momentum<'py>(
        &self,
        q: Object<'_, 'py>,
        v: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_velocity((q, v), &[6], out, Batch { threads, on_failure }, |state, out| {
            let momentum = state.momentum();
            out.copy_from_slice(&momentum.to_array());
            Ok(())
        })
    }

    /// The mass centre of all moving links, (3,), m, in world axes.
    ///
    /// >>> import denoc
    /// >>> denoc.load("one_r").center_of_mass([0.0]).round(9).tolist()
    /// [0.5, 0.0, 0.0]
    #[pyo3(signature = (q, *, out=None, threads=None, on_failure="raise"))]
    fn center_of_mass<'py>(
        &self,
        q: Object<'_, 'py>,
        out: Out<'_, 'py>,
        threads: Option<usize>,
        on_failure: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at_position(q, &[3], out, Batch { threads, on_failure }, |state, out| {
            let center = state.center_of_mass();
            out.copy_from_slice(&center.to_array());
            Ok(())
        })
    }
}
