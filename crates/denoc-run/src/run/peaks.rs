//! Peak values of the actuators over a run.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model};
use denoc_results::Table;
use serde::Serialize;

/// Largest force, speed and power of an actuator over the samples of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Peak {
    /// The joint, with the number of the entry if it has several.
    pub actuator: String,
    /// The force or torque of largest size, with its sign.
    pub force: f64,
    /// Its unit.
    pub unit: &'static str,
    /// Its time, s.
    pub t: f64,
    /// Root mean square of the force over time.
    pub rms: f64,
    /// The speed of largest size.
    pub speed: f64,
    /// Its unit.
    pub speed_unit: &'static str,
    /// The power of largest size, W.
    pub power: f64,
    /// Its time, s.
    pub power_t: f64,
    /// The rows of the largest force and power.
    #[serde(skip)]
    pub(crate) rows: [usize; 2],
}

/// The peaks of all joints with motors, or of all that can have one if the model lists none.
pub(super) fn peaks(model: &Model, results: &Table) -> Vec<Peak> {
    let entries = Entries::new(model, Quantity::Tau);
    let driven = |i: &usize| entries.owner(model, *i).is_some_and(|link| has_motor(model, link));
    (0..entries.len()).filter(driven).filter_map(|i| peak(model, results, i)).collect()
}

/// The peaks of one entry of tau; `None` if the results do not contain it.
pub(super) fn peak(model: &Model, results: &Table, entry: usize) -> Option<Peak> {
    let [forces, rates] = [Quantity::Tau, Quantity::V].map(|quantity| Entries::new(model, quantity));
    let tau = &results.column(&forces.column(entry))?.values;
    let v = &results.column(&rates.column(entry))?.values;
    let t = &results.column("t")?.values;
    let power = power(model, results, entry)?;
    let (k, m) = (largest(tau)?, largest(&power)?);
    Some(Peak {
        actuator: forces.labels[entry].clone(),
        force: tau[k],
        unit: forces.units[entry],
        t: t[k],
        rms: rms(t, tau),
        speed: v[largest(v)?],
        speed_unit: rates.units[entry],
        power: power[m],
        power_t: t[m],
        rows: [k, m],
    })
}

/// Joints with motors, or all that can have one if the model lists none. Joints where loops are cut have no columns.
pub(super) fn has_motor(model: &Model, link: LinkId) -> bool {
    model.is_actuated(link) && model.links()[link.0].nv > 0
}

/// Power of the entry of a joint that is not a rotation about several axes, for which it would be a part of the power only.
pub(super) fn power(model: &Model, results: &Table, entry: usize) -> Option<Vec<f64>> {
    let [tau, v] = [Quantity::Tau, Quantity::V].map(|quantity| {
        let entries = Entries::new(model, quantity);
        results.column(&entries.column(entry)).map(|column| &column.values)
    });
    Some(tau?.iter().zip(v?).map(|(tau, v)| tau * v).collect())
}

/// The row of the largest absolute value.
pub(super) fn largest(values: &[f64]) -> Option<usize> {
    (0..values.len()).filter(|&i| values[i].is_finite()).max_by(|&a, &b| values[a].abs().total_cmp(&values[b].abs()))
}

/// Root mean square over time, with linear interpolation between rows.
fn rms(t: &[f64], x: &[f64]) -> f64 {
    let squares = |i: usize| (x[i] * x[i] + x[i] * x[i + 1] + x[i + 1] * x[i + 1]) / 3.0;
    let duration = t.last().zip(t.first()).map_or(0.0, |(end, start)| end - start);
    let sum: f64 = t.windows(2).enumerate().map(|(i, ends)| (ends[1] - ends[0]) * squares(i)).sum();
    if duration > 0.0 { (sum / duration).sqrt() } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::rms;

    // oracle: the mean of the square of a line from 0 to 1 is 1/3, whatever the steps
    #[test]
    fn the_root_mean_square_is_over_time() {
        let t = [0.0, 0.1, 0.7, 1.0];
        assert!((rms(&t, &t) - (1.0 / 3.0_f64).sqrt()).abs() < 1e-15);
        assert_eq!(rms(&[0.0, 2.0], &[3.0, 3.0]), 3.0);
    }
}
