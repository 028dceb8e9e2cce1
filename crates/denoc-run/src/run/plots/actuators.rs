//! Forces, torques and power of the actuators, and their peak values.

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;
use denoc_results::{Panel, Table, TextTable};

use super::super::peaks::{self, has_motor, power};
use super::abscissa::Abscissa;
use super::state::{self, Choice, ROUNDING, is_silent};
use super::{MOST_CURVES, RunPlot, number};
use crate::display_unit::{Shown, plain};

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

/// The row of an actuator in the table of peak values.
fn row(
    model: &Model,
    results: &Table,
    over: &Abscissa,
    entry: usize,
    speeds: fn(&str) -> Shown<'_>,
) -> Option<Vec<String>> {
    let peak = peaks::peak(model, results, entry)?;
    let shown = speeds(peak.speed_unit);
    // rounding, such as the speed of a joint that is held
    let seen = |x: f64| if x.abs() < ROUNDING { 0.0 } else { x };
    let with = |x: f64, unit: &str| format!("{} {unit}", number(seen(x)));
    let mut cells = vec![peak.actuator.clone(), with(peak.force, peak.unit)];
    cells.extend(over.cells(peak.rows[0]));
    cells.push(with(peak.rms, peak.unit));
    cells.push(with(peak.speed * shown.factor, shown.unit));
    cells.push(number(seen(peak.power)));
    cells.extend(over.cells(peak.rows[1]));
    Some(cells)
}
