//! Inverse kinematics, and configurations and speeds that satisfy closure.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::assembly::{
    Assembled, AssemblyBranch, AssemblyMethod, AssemblyOptions, Metric, assemble, branches, project_acceleration,
    project_velocity,
};
use denoc_mechanism::ik::{Branch, Cause, IkMethod, IkOptions, Solutions, Target, solve};
use denoc_model::LinkId;
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::arrays::vector;
use crate::errors::{OrRaise, input};
use crate::model::Model;
use crate::results::result;

#[pymethods]
impl Model {
    /// All solutions, or the nearest approach; `target` holds the 3 numbers of a position or the 16 of a pose, row by row.
    #[pyo3(signature = (frame, target, *, seed, limits, starts, random_seed, tolerance))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn _inverse_kinematics<'py>(
        &self,
        py: Python<'py>,
        frame: &str,
        target: Vec<f64>,
        seed: Option<Vec<f64>>,
        limits: bool,
        starts: usize,
        random_seed: u64,
        tolerance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
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
        solutions(py, &found)
    }

    /// The closed configuration nearest to the initial guess q; the joints named in `hold` keep their coordinates.
    #[pyo3(signature = (q, hold, *, limits, restarts, random_seed))]
    fn _assemble<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArray1<'py, f64>,
        hold: Vec<String>,
        limits: bool,
        restarts: usize,
        random_seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (q, hold) = (vector(&q), self.joints(py, &hold)?);
        let options = AssemblyOptions { hold, limits, restarts, random_seed, ..AssemblyOptions::default() };
        let found = py.detach(|| assemble(self.inner.model(), &q, &options)).or_raise(py)?;
        assembled(py, &found)
    }

    /// All closed configurations of planar loops; the joints named in `hold` keep their coordinates.
    fn _branches<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArray1<'py, f64>,
        hold: Vec<String>,
    ) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        let (q, hold) = (vector(&q), self.joints(py, &hold)?);
        let options = AssemblyOptions { hold, ..AssemblyOptions::default() };
        let found = py.detach(|| branches(self.inner.model(), &q, &options)).or_raise(py)?;
        if let Some(remark) = found.iter().find_map(AssemblyBranch::remark) {
            let remark = std::ffi::CString::new(remark).unwrap_or_default();
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &remark, 2)?;
        }
        Ok(found.iter().map(|branch| PyArray1::from_slice(py, &branch.q)).collect())
    }

    /// The speeds nearest to v that satisfy closure; the joints named in `hold` keep theirs.
    fn _project_velocity<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArray1<'py, f64>,
        v: PyReadonlyArray1<'py, f64>,
        hold: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v, hold) = (vector(&q), vector(&v), self.joints(py, &hold)?);
        let v = project_velocity(self.inner.model(), &q, &v, &hold, Metric::Identity).or_raise(py)?;
        Ok(PyArray1::from_vec(py, v))
    }

    /// The accelerations nearest to a that satisfy closure; the joints named in `hold` keep theirs.
    fn _project_acceleration<'py>(
        &self,
        py: Python<'py>,
        q: PyReadonlyArray1<'py, f64>,
        v: PyReadonlyArray1<'py, f64>,
        a: PyReadonlyArray1<'py, f64>,
        hold: Vec<String>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let (q, v, a, hold) = (vector(&q), vector(&v), vector(&a), self.joints(py, &hold)?);
        let a = project_acceleration(self.inner.model(), &q, &v, &a, &hold).or_raise(py)?;
        Ok(PyArray1::from_vec(py, a))
    }
}

impl Model {
    fn joints(&self, py: Python<'_>, names: &[String]) -> PyResult<Vec<LinkId>> {
        names.iter().map(|name| self.inner.joint(py, name)).collect()
    }
}

fn solutions<'py>(py: Python<'py>, found: &Solutions) -> PyResult<Bound<'py, PyAny>> {
    let cause = found.cause.map(|cause| match cause {
        Cause::Distance => "distance",
        Cause::Orientation => "orientation",
        Cause::Limits => "limits",
    });
    let method = match found.method {
        IkMethod::ClosedForm(family) => format!("closed form: {family}"),
        IkMethod::Numeric => "numeric".to_owned(),
    };
    result!(
        py,
        Solutions {
            frame: &found.frame,
            reached: found.reached,
            q: PyArray1::from_slice(py, &found.nearest.q),
            branches: found.branches.iter().map(|each| branch(py, each)).collect::<PyResult<Vec<_>>>()?,
            nearest: branch(py, &found.nearest)?,
            cause: cause,
            method: method,
            family_dimension: found.family_dimension,
            starts: found.starts,
            iterations: found.iterations,
            message: found.to_string(),
        }
    )
}

fn branch<'py>(py: Python<'py>, found: &Branch) -> PyResult<Bound<'py, PyAny>> {
    let violation = |v: &denoc_mechanism::ik::Violation| {
        result!(py, Violation { joint: &v.joint, q: v.q, limit: v.limit, by: v.by })
    };
    result!(
        py,
        Branch {
            q: PyArray1::from_slice(py, &found.q),
            label: &found.label,
            position_error: found.position_error,
            orientation_error: found.orientation_error,
            conditioning: found.conditioning,
            near_singular: found.near_singular,
            family: found.family,
            violations: found.violations.iter().map(violation).collect::<PyResult<Vec<_>>>()?,
        }
    )
}

fn assembled<'py>(py: Python<'py>, found: &Assembled) -> PyResult<Bound<'py, PyAny>> {
    let (path, restarts) = match found.path {
        AssemblyMethod::Drawn => ("drawn", 0),
        AssemblyMethod::Descent => ("descent", 0),
        AssemblyMethod::Continuation => ("continuation", 0),
        AssemblyMethod::Restarts { tried } => ("restarts", tried),
    };
    let beyond = |joint: &denoc_mechanism::assembly::BeyondLimits| {
        let limits = <(f64, f64)>::from(joint.limits);
        result!(py, BeyondLimits { joint: &joint.joint, value: joint.value, limits: limits })
    };
    result!(
        py,
        Assembled {
            q: PyArray1::from_slice(py, &found.q),
            closure_error_length: found.closure_error_length,
            closure_error_angle: found.closure_error_angle,
            distance: found.distance,
            iterations: found.iterations,
            path: path,
            restarts: restarts,
            beyond_limits: found.beyond_limits.iter().map(beyond).collect::<PyResult<Vec<_>>>()?,
        }
    )
}
