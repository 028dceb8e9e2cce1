//! Forces and moments that the joints transmit, and their peak values.

use denoc_mechanism::evaluate::{reaction_links, reaction_names};
use denoc_model::Model;
use denoc_results::{Panel, Table, TextTable};

use super::super::peaks;
use super::abscissa::Abscissa;
use super::{Along, MOST_CURVES, MOST_PANELS, RunPlot, number};
use crate::display_unit::plain;

/// Smaller forces and moments are rounding, relative to the largest of both in SI units.
const ROUNDING: f64 = 1e-12;

/// Magnitudes of the wrench of one joint.
struct Bearing<'a> {
    joint: String,
    on: &'a str,
    /// Of the force and of the moment.
    sizes: [Vec<f64>; 2],
}

/// Magnitudes of the reactions of all joints over the abscissa; `table` has the columns of `reaction_columns`.
pub(super) fn plot(model: &Model, table: &Table, over: &Abscissa, along: Along<'_>) -> Option<RunPlot> {
    let columns = &table.columns()[1..];
    let joints = reaction_names(model).into_iter().zip(reaction_links(model)).zip(columns.chunks_exact(6));
    let all: Vec<Bearing<'_>> = joints
        .map(|((joint, [_, on]), six)| {
            let length = |k: usize| {
                let rows = 0..six[k].values.len();
                rows.map(|i| six[k..k + 3].iter().map(|c| c.values[i] * c.values[i]).sum::<f64>().sqrt()).collect()
            };
            Bearing { joint, on, sizes: [length(3), length(0)] }
        })
        .collect();
    let largest = all.iter().flat_map(|b| b.sizes.iter().flatten()).fold(0.0_f64, |most, x| most.max(*x));
    let seen = |b: &Bearing<'_>, part: usize| b.sizes[part].iter().any(|&x| x > ROUNDING * largest);
    let mut plot = over.plot("Forces and moments in the joints");
    for (part, label, unit) in [(0, "force", "N"), (1, "moment", "N m")] {
        let shown: Vec<&Bearing<'_>> = all.iter().filter(|b| seen(b, part)).collect();
        for some in shown.chunks(MOST_CURVES).take(MOST_PANELS / 2) {
            let curves = some.iter().map(|b| (b.joint.as_str(), over.curve(&b.sizes[part], plain(unit))));
            plot.panels.push(curves.fold(Panel::new(label, unit), |panel, (name, values)| panel.series(name, values)));
        }
    }
    if plot.panels.is_empty() {
        return None;
    }
    let rows = all.iter().filter(|b| seen(b, 0) || seen(b, 1)).filter_map(|b| {
        let mut cells = vec![b.joint.clone(), b.on.to_owned()];
        for (part, sizes) in b.sizes.iter().enumerate() {
            let row = peaks::largest(sizes)?;
            match seen(b, part) {
                true => cells.extend(std::iter::once(number(sizes[row])).chain(over.cells(row))),
                false => cells.extend(std::iter::once("0".into()).chain(over.heads().iter().map(|_| "–".into()))),
            }
        }
        Some(cells)
    });
    let columns = ["joint", "on link", "peak force [N]"].map(str::to_owned).into_iter().chain(over.heads());
    let columns = columns.chain(["peak moment [N m]".to_owned()]).chain(over.heads());
    let mut note =
        "Magnitudes of what each joint transmits, with its motor, spring and friction; moments about the joint origin."
            .to_owned();
    if along.reactions_file {
        note += " All components are in reactions.csv.";
    }
    if along.indeterminate {
        note += " The mechanism has redundant constraints, which make some components indeterminate: see Mobility.";
    }
    let peaks =
        TextTable { title: "Peak values of the joints".into(), columns: columns.collect(), rows: rows.collect(), note };
    let limit = MOST_CURVES * MOST_PANELS / 2;
    let more = if all.len() > limit { format!("the first {limit} joints") } else { String::new() };
    Some(RunPlot { short: "Reactions", tables: vec![peaks], ..RunPlot::new("reactions", plot, more) })
}
