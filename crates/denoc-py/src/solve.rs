//! Inverse kinematics, assembly and mobility; results travel as JSON.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, branches, project_acceleration, project_velocity};
use denoc_mechanism::ik::{IkOptions, Target, solve};
use denoc_mechanism::mobility::Mobility;
use denoc_model::LinkId;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::errors::{OrRaise, input};
use crate::model::Model;

#[pymethods]
impl Model {
    /// Solutions as JSON; `target` holds the 3 numbers of a position or the 16 of a pose, row by row.
    #[pyo3(signature = (frame, target, *, seed, limits, starts, random_seed, tolerance))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn _inverse_kinematics(
        &self,
        py: Python<'_>,
        frame: &str,
        target: Vec<f64>,
        seed: Option<Vec<f64>>,
        limits: bool,
        starts: usize,
        random_seed: u64,
        tolerance: f64,
    ) -> PyResult<String> {
        let model = self.inner.model();
        let frame = self.inner.frame(py, frame)?;
        let target = match target[..] {
            [x, y, z] => Target::Position(Vec3::new(x, y, z)),
            [a, b, c, x, d, e, f, y, g, h, i, z, ..] => {
                let columns = Mat3::from_columns(Vec3::new(a, d, g), Vec3::new(b, e, h), Vec3::new(c, f, i));
                Target::Pose(Pose::new(columns, Vec3::new(x, y, z)))
            }
            _ => return Err(input(py, "target is neither a position (3,) nor a pose (4, 4)".into(), "state.length")),
        };
        let options = IkOptions {
            seed,
            limits,
            starts,
            random_seed,
            position_tolerance: tolerance,
            orientation_tolerance: tolerance,
            ..IkOptions::default()
        };
        let found = py.detach(|| solve(model, frame, target, &options)).or_raise(py)?;
        let mut all = json!(found);
        all["message"] = Value::String(found.to_string());
        Ok(all.to_string())
    }

    /// How it can move at q (a pose near it that closes the loops), as JSON.
    fn _mobility(&self, py: Python<'_>, q: PyReadonlyArray1<'_, f64>) -> PyResult<String> {
        let q = numbers(&q);
        let found = py.detach(|| Mobility::analyse(self.inner.model(), &q)).or_raise(py)?;
        let mut all = json!(found);
        all["text"] = Value::String(found.to_string());
        Ok(all.to_string())
    }

    /// The closed pose nearest to a drawing, as JSON; the joints named keep their coordinates.
    #[pyo3(signature = (q, hold, *, limits, restarts, random_seed, all_branches))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn _assemble(
        &self,
        py: Python<'_>,
        q: PyReadonlyArray1<'_, f64>,
        hold: Vec<String>,
        limits: bool,
        restarts: usize,
        random_seed: u64,
        all_branches: bool,
    ) -> PyResult<String> {
        let (q, model, hold) = (numbers(&q), self.inner.model(), self.joints(py, &hold)?);
        let options = AssemblyOptions { hold, limits, restarts, random_seed, ..AssemblyOptions::default() };
        if all_branches {
            let found = py.detach(|| branches(model, &q, &options)).or_raise(py)?;
            return Ok(json!(found).to_string());
        }
        let found = py.detach(|| assemble(model, &q, &options)).or_raise(py)?;
        Ok(json!(found).to_string())
    }

    /// The speeds that the loops allow, nearest to v; the joints named keep theirs.
    fn _project_velocity<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArray1<'py, f64>,
        v: PyReadonlyArray1<'py, f64>,
        hold: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v, hold) = (numbers(&q), numbers(&v), self.joints(py, &hold)?);
        let v = project_velocity(self.inner.model(), &q, &v, &hold, Metric::Identity).or_raise(py)?;
        Ok(PyArray1::from_vec(py, v))
    }

    /// The accelerations that the loops allow, nearest to a; the joints named keep theirs.
    fn _project_acceleration<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArray1<'py, f64>,
        v: PyReadonlyArray1<'py, f64>,
        a: PyReadonlyArray1<'py, f64>,
        hold: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v, a, hold) = (numbers(&q), numbers(&v), numbers(&a), self.joints(py, &hold)?);
        let a = project_acceleration(self.inner.model(), &q, &v, &a, &hold).or_raise(py)?;
        Ok(PyArray1::from_vec(py, a))
    }
}

impl Model {
    fn joints(&self, py: Python<'_>, names: &[String]) -> PyResult<Vec<LinkId>> {
        names.iter().map(|name| self.inner.joint(py, name)).collect()
    }
}

fn numbers(array: &PyReadonlyArray1<'_, f64>) -> Vec<f64> {
    array.to_vec().unwrap_or_else(|_| array.as_array().to_vec())
}
