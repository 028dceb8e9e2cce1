use denoc_mechanism::MechanismError;
use denoc_model::Model;
use serde::{Deserialize, Serialize};

use super::ingredients::needed;
use super::spline::Ends;
use super::{Controller, ControllerInfo, ForceTable, Ingredients, Moment, Setting, spline};
use crate::SimError;
use crate::simulation::{Plant, check_times};

pub(super) const INFO: ControllerInfo = ControllerInfo {
    keyword: "table",
    summary: "forces from a table in time, with straight lines or splines between",
    settings: &[Setting::File, Setting::Interpolation],
    follows: |_| false,
    make: |Ingredients { table, .. }| {
        let ForceTable { times, rows, interpolation } = needed(table, Setting::File, "name a CSV or npz file")?;
        Ok(Box::new(TorqueTable::new(times, rows, interpolation)?))
    },
};

/// Interpolation between the rows of a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interpolation {
    /// Linear.
    #[default]
    Linear,
    /// A cubic spline whose outer two intervals have one polynomial (not-a-knot): errors of order h⁴.
    Cubic,
    /// A natural cubic spline, without curvature at its ends.
    Natural,
}

/// Forces from a table, such as results of inverse dynamics or a recording. The first and last rows are held outside its times.
///
/// ```
/// use denoc_sim::controllers::{Interpolation, TorqueTable};
///
/// let rows = vec![vec![0.0, 0.0], vec![2.0, -1.0]]; // N m
/// let table = TorqueTable::new(vec![0.0, 1.0], rows, Interpolation::Linear)?;
/// # let _ = table;
/// # Ok::<(), denoc_sim::SimError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TorqueTable {
    times: Vec<f64>,
    rows: Vec<Vec<f64>>,
    /// Second derivatives of every column, zero for straight lines.
    curvatures: Vec<Vec<f64>>,
}

impl TorqueTable {
    /// Times (s) increase; every row has one force (N m, N) per speed.
    pub fn new(times: Vec<f64>, rows: Vec<Vec<f64>>, interpolation: Interpolation) -> Result<Self, SimError> {
        check_times(["the table of forces", "a time in the table of forces"], &times, rows.len())?;
        let width = rows[0].len();
        for row in &rows {
            if row.len() != width {
                let rule = "every row of the table needs one force for every degree of freedom";
                return Err(
                    MechanismError::Count { what: "a row of forces", found: row.len(), expected: width, rule }.into()
                );
            }
            if let Some(&value) = row.iter().find(|x| !x.is_finite()) {
                return Err(
                    MechanismError::Setting { what: "a force in the table", value, rule: "it must be finite" }.into()
                );
            }
        }
        let curvatures = (0..width)
            .map(|k| match interpolation {
                Interpolation::Linear => vec![0.0; times.len()],
                Interpolation::Cubic => spline::curvatures(&times, |i| rows[i][k], Ends::NotAKnot),
                Interpolation::Natural => spline::curvatures(&times, |i| rows[i][k], Ends::Natural),
            })
            .collect();
        Ok(Self { times, rows, curvatures })
    }
}

impl Controller for TorqueTable {
    fn keyword(&self) -> &'static str {
        INFO.keyword
    }

    fn explicit(&self) -> bool {
        true
    }

    fn check(&self, model: &Model) -> Result<(), SimError> {
        model.check_length("a row of forces", self.rows[0].len(), model.nv())?;
        self.rows.iter().try_for_each(|row| super::check_motors(model, row))
    }

    fn breakpoints(&self) -> Vec<f64> {
        self.times.clone()
    }

    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        let next = self.times.partition_point(|&x| x <= now.t);
        match (next.checked_sub(1), self.times.get(next)) {
            (None, _) => tau.copy_from_slice(&self.rows[0]),
            (Some(i), None) => tau.copy_from_slice(&self.rows[i]),
            (Some(i), Some(end)) => {
                let h = end - self.times[i];
                let s = (now.t - self.times[i]) / h;
                for (k, tau) in tau.iter_mut().enumerate() {
                    let (values, bends) = ([self.rows[i][k], self.rows[next][k]], &self.curvatures[k]);
                    *tau = spline::value(s, h, values, [bends[i], bends[next]]);
                }
            }
        }
        Ok(())
    }
}
