//! Forces, torques and power of the actuators, and their peak values.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{LinkId, Model};
use denoc_results::{Panel, Table, TextTable};

use super::abscissa::Abscissa;
use super::state::{self, Choice, ROUNDING, is_silent};
use super::{MOST_CURVES, RunPlot, number, peak};
use crate::display_unit::{Shown, plain};

/// Joints with motors, or all that can have one if the model lists none. Joints where loops are cut have no columns.
fn has_motor(model: &Model, link: LinkId) -> bool {
    model.is_actuated(link) && model.links()[link.0].nv > 0
}

/// Forces and power of joints with motors; `None` if all forces are zero: a mechanism that moves freely has nothing to show.
pub(super) fn plot(
    model: &Model,
    results: &Table,
    over: &Abscissa,
    speeds: fn(&str) -> Shown<'_>,
    files: bool,
) -> Option<RunPlot> {
    let entries = Entries::new(model, Quantity::Tau);
    let chosen = Choice::of(model, &entries, results, |link| has_motor(model, link));
    let panels = state::panels(model, &entries, &chosen.entries, results, over, plain);
    let silent = panels.iter().flat_map(|panel| &panel.series).all(|series| is_silent(&series.values));
    if silent {
        return None;
    }
    let mut plot = over.plot("Forces and torques of the actuators");
    plot.panels = panels;
    let powers: Vec<(String, Vec<f64>)> =
        chosen.entries.iter().filter_map(|&i| Some((entries.labels[i].clone(), power(model, results, i)?))).collect();
    for some in powers.chunks(MOST_CURVES) {
        let curves = some.iter().map(|(name, values)| (name, over.curve(values, plain("W"))));
        plot.panels.push(curves.fold(Panel::new("power", "W"), |panel, (name, values)| panel.series(name, values)));
    }
    let rows = chosen.entries.iter().filter_map(|&i| row(model, results, over, i, speeds)).collect();
    let [force, rest] = [["actuator", "peak force or torque"], ["rms", "peak speed"]];
    let columns = force.map(str::to_owned).into_iter().chain(over.heads());
    let columns = columns.chain(rest.map(str::to_owned)).chain(["peak power [W]".to_owned()]).chain(over.heads());
    let table = TextTable {
        title: "Peak values of the actuators".into(),
        columns: columns.collect(),
        rows,
        note: "Largest absolute values at the samples, with their signs; root mean square over time.".into(),
    };
    let note = chosen.note(files);
    Some(RunPlot { short: "Actuators", tables: vec![table], ..RunPlot::new("forces", plot, note) })
}

/// Power of the entry of a joint that is not a rotation about several axes, for which it would be a part of the power only.
fn power(model: &Model, results: &Table, entry: usize) -> Option<Vec<f64>> {
    let [tau, v] = [Quantity::Tau, Quantity::V].map(|quantity| {
        let entries = Entries::new(model, quantity);
        results.column(&entries.column(entry)).map(|column| &column.values)
    });
    Some(tau?.iter().zip(v?).map(|(tau, v)| tau * v).collect())
}

/// The row of an actuator in the table of peak values.
fn row(
    model: &Model,
    results: &Table,
    over: &Abscissa,
    entry: usize,
    speeds: fn(&str) -> Shown<'_>,
) -> Option<Vec<String>> {
    let [forces, rates] = [Quantity::Tau, Quantity::V].map(|quantity| Entries::new(model, quantity));
    let tau = &results.column(&forces.column(entry))?.values;
    let v = &results.column(&rates.column(entry))?.values;
    let power = power(model, results, entry)?;
    let (k, m) = (peak(tau)?, peak(&power)?);
    let shown = speeds(rates.units[entry]);
    // rounding, such as the speed of a joint that is held
    let seen = |x: f64| if x.abs() < ROUNDING { 0.0 } else { x };
    let with = |x: f64, unit: &str| format!("{} {unit}", number(seen(x)));
    let mut cells = vec![forces.labels[entry].clone(), with(tau[k], forces.units[entry])];
    cells.extend(over.cells(k));
    cells.push(with(rms(over.times(), tau), forces.units[entry]));
    cells.push(with(v[peak(v)?] * shown.factor, shown.unit));
    cells.push(number(seen(power[m])));
    cells.extend(over.cells(m));
    Some(cells)
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
