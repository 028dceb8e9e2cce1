//! Inverse kinematics of several tasks, at one place or along a path.

use denoc_mechanism::ik::tasks::{ActiveLimit, Task, TaskError, TaskOptions, TaskResult, solve_task_path, solve_tasks};
use denoc_run::ik_tasks::{TaskSpec, resolve};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::errors::{OrRaise, input};
use crate::model::Model;
use crate::objects::from_python;
use crate::results::result;

#[pymethods]
impl Model {
    /// Coordinates that perform several tasks, a list of dictionaries.
    #[pyo3(signature = (tasks, *, seed, limits, starts, random_seed))]
    fn _inverse_kinematics_tasks<'py>(
        &self,
        py: Python<'py>,
        tasks: &Bound<'py, PyAny>,
        seed: Option<Vec<f64>>,
        limits: bool,
        starts: usize,
        random_seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tasks = self.tasks(py, tasks)?;
        let options = TaskOptions { seed, limits, starts, random_seed, ..TaskOptions::default() };
        let found = py.detach(|| solve_tasks(self.inner.model(), &tasks, &options)).or_raise(py)?;
        let each = |task: &TaskResult| {
            result!(
                py,
                TaskResult {
                    task: &task.task,
                    priority: task.priority,
                    length: task.error.length,
                    angle: task.error.angle,
                    tolerance: task.tolerance,
                    reached: task.reached,
                }
            )
        };
        let limit = |at: &ActiveLimit| result!(py, ActiveLimit { joint: &at.joint, limit: at.limit });
        result!(
            py,
            TaskSolution {
                q: PyArray1::from_slice(py, &found.q),
                reached: found.reached,
                tasks: found.tasks.iter().map(each).collect::<PyResult<Vec<_>>>()?,
                active_limits: found.active_limits.iter().map(limit).collect::<PyResult<Vec<_>>>()?,
                closure_error_length: found.closure_error_length,
                closure_error_angle: found.closure_error_angle,
                freedoms: found.freedoms,
                starts: found.starts,
                iterations: found.iterations,
                reason: found.reason.as_ref(),
                message: found.to_string(),
            }
        )
    }

    /// Coordinates that perform tasks along a path: a list of tasks for every place of it.
    #[pyo3(signature = (places, *, seed, limits, starts, random_seed))]
    fn _inverse_kinematics_path<'py>(
        &self,
        py: Python<'py>,
        places: Vec<Bound<'py, PyAny>>,
        seed: Option<Vec<f64>>,
        limits: bool,
        starts: usize,
        random_seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let tasks = places.iter().map(|tasks| self.tasks(py, tasks)).collect::<PyResult<Vec<_>>>()?;
        let options = TaskOptions { seed, limits, starts, random_seed, ..TaskOptions::default() };
        let path = py
            .detach(|| solve_task_path(self.inner.model(), tasks.len(), |k| tasks[k].clone(), &options))
            .or_raise(py)?;
        let errors = |number: fn(&TaskError) -> f64| {
            let rows: Vec<Vec<f64>> = path.errors.iter().map(|row| row.iter().map(number).collect()).collect();
            PyArray2::from_vec2(py, &rows)
        };
        result!(
            py,
            TaskPath {
                q: PyArray2::from_vec2(py, &path.q)?,
                reached: PyArray1::from_slice(py, &path.reached),
                length: errors(|error| error.length)?,
                angle: errors(|error| error.angle)?,
                iterations: path.iterations,
            }
        )
    }
}

impl Model {
    fn tasks(&self, py: Python<'_>, tasks: &Bound<'_, PyAny>) -> PyResult<Vec<Task>> {
        let specs: Vec<TaskSpec> =
            from_python(tasks).map_err(|error| input(py, format!("tasks{error}"), "ik.tasks"))?;
        resolve(self.inner.model(), &specs).or_raise(py)
    }
}
