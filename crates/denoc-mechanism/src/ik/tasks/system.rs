//! The closures of a model and the tasks in one configuration, as functions of its coordinates without units.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::Model;
use nalgebra::{DMatrix, DVector};

use super::{Task, rows};
use crate::MechanismError;
use crate::assembly::{Freedom, Kinematics};

/// Tasks of higher priority whose errors are to stay what they are.
pub(in crate::ik) struct Settled<'t> {
    pub(in crate::ik) tasks: Vec<&'t Task>,
    /// Their weighted rows.
    pub(in crate::ik) rows: DVector<f64>,
}

/// A model whose configurations are sought.
pub(in crate::ik) struct System<'m> {
    pub(in crate::ik) model: &'m Model,
    pub(in crate::ik) freedom: Freedom,
    /// Units of the speeds: 1 for angles, the size of the mechanism for lengths.
    pub(in crate::ik) units: Vec<f64>,
    /// For models with closures.
    pub(in crate::ik) closures: Option<Kinematics<'m>>,
    ws: Workspace<f64>,
}

impl<'m> System<'m> {
    pub(in crate::ik) fn new(model: &'m Model, limits: bool) -> Result<Self, MechanismError> {
        let closures = (!model.closures().is_empty()).then(|| Kinematics::new(model));
        let units = match &closures {
            Some(k) => k.speed_units.clone(),
            None => Loops::new(model).speed_units().to_vec(),
        };
        Ok(Self { model, freedom: Freedom::new(model, &[], limits)?, units, closures, ws: Workspace::new(model) })
    }

    /// Weighted rows of tasks and their Jacobian by steps without units.
    pub(in crate::ik) fn tasks(
        &mut self,
        tasks: &[&Task],
        q: &[f64],
    ) -> Result<(DVector<f64>, DMatrix<f64>), MechanismError> {
        let (e, mut j) = rows::rows(&mut self.ws.position(self.model, q)?, tasks, true)?;
        for (mut column, unit) in j.column_iter_mut().zip(&self.units) {
            column.scale_mut(*unit);
        }
        Ok((e, j))
    }

    /// Half the weighted sum of the squared errors of tasks.
    pub(in crate::ik) fn cost(&mut self, tasks: &[&Task], q: &[f64]) -> Result<f64, MechanismError> {
        Ok(0.5 * rows::rows(&mut self.ws.position(self.model, q)?, tasks, false)?.0.norm_squared())
    }

    /// How far each task is from its target.
    pub(in crate::ik) fn errors(&mut self, tasks: &[Task], q: &[f64]) -> Result<Vec<rows::TaskError>, MechanismError> {
        let mut stage = self.ws.position(self.model, q)?;
        tasks.iter().map(|task| rows::error(&mut stage, task)).collect()
    }

    /// What must stay zero, closures first, and its Jacobian by steps without units.
    pub(in crate::ik) fn equations(
        &mut self,
        settled: &[Settled<'_>],
        q: &[f64],
    ) -> Result<(DVector<f64>, DMatrix<f64>), MechanismError> {
        let closing = self.closures.as_ref().map_or(0, |k| k.residuals.len());
        let total = closing + settled.iter().map(|s| s.rows.len()).sum::<usize>();
        let (mut c, mut j) = (DVector::zeros(total), DMatrix::zeros(total, self.model.nv()));
        if let Some(k) = &mut self.closures {
            k.place(q)?;
            for (cluster, rows) in k.rows.iter().enumerate() {
                let block = k.block(cluster);
                for (i, &row) in rows.iter().enumerate() {
                    c[row] = k.residuals[row] / k.row_units[row];
                    for (column, &s) in k.speeds[cluster].iter().enumerate() {
                        j[(row, s)] = block[(i, column)];
                    }
                }
            }
        }
        let mut first = closing;
        for level in settled {
            let (e, of_level) = self.tasks(&level.tasks, q)?;
            c.rows_mut(first, e.len()).copy_from(&(e - &level.rows));
            j.rows_mut(first, of_level.nrows()).copy_from(&of_level);
            first += of_level.nrows();
        }
        Ok((c, j))
    }

    /// Whether anything must stay zero.
    pub(in crate::ik) fn constrained(&self, settled: &[Settled<'_>]) -> bool {
        self.closures.is_some() || !settled.is_empty()
    }

    /// Room of each coordinate to its limits, without units.
    pub(in crate::ik) fn room(&self, q: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let room = |s: usize| match self.freedom.bounds[s] {
            Some((at, [low, high])) => {
                ((low - q[at]).min(0.0) / self.units[s], (high - q[at]).max(0.0) / self.units[s])
            }
            None => (f64::NEG_INFINITY, f64::INFINITY),
        };
        (0..self.units.len()).map(room).unzip()
    }

    /// `q` ⊕ a step without units, within the limits exactly.
    pub(in crate::ik) fn moved(&self, q: &[f64], step: &DVector<f64>) -> Result<Vec<f64>, MechanismError> {
        let step: Vec<f64> = step.iter().zip(&self.units).map(|(x, unit)| x * unit).collect();
        let mut moved = q.to_vec();
        self.model.integrate(q, &step, &mut moved)?;
        self.freedom.clamp(&mut moved);
        Ok(moved)
    }
}
