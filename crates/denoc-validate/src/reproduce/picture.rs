//! Plots and tables of the results of denoc with those of others.

use denoc_results::{Panel, Plot, Style, TextTable, XAxis};

use super::curves::{Curves, Labels};

/// Panels of one plot.
const PANELS: usize = 3;
/// Points of a reference that are drawn; more would hide our line.
const DOTS: usize = 26;
/// Smaller deviations are drawn here: a logarithm has no place for zero.
const LEAST: f64 = 1e-18;

/// Our curves as lines, the reference as dots; one panel for each joint, three to a plot.
pub(super) fn curves(title: &str, labels: &Labels, ours: &Curves, other: &Curves, name: &str) -> Vec<Plot> {
    let joints: Vec<usize> = (0..labels.symbols.len()).collect();
    let several = joints.len() > PANELS;
    let step = other.times.len().div_ceil(DOTS).max(1);
    let thin = |values: Vec<f64>| values.into_iter().step_by(step).collect::<Vec<f64>>();
    let plot = |some: &[usize]| {
        let first = some.first().map_or(0, |i| i + 1);
        let title = if several { format!("{title} {first} to {}", first + some.len() - 1) } else { title.to_owned() };
        some.iter().fold(Plot::new(title, XAxis::time(ours.times.clone())), |plot, &i| {
            let panel = Panel::new(&labels.symbols[i], labels.units[i]).series("denoc", ours.column(i)).over(
                name,
                thin(other.times.clone()),
                thin(other.column(i)),
                Style::Dots,
            );
            plot.panel(panel)
        })
    };
    joints.chunks(PANELS).map(plot).collect()
}

/// How deviations are drawn.
pub(super) struct Scale {
    pub(super) by: f64,
    pub(super) unit: &'static str,
    /// Drawn as a broken line.
    pub(super) tolerance: f64,
}

/// Sizes of the deviations on a logarithmic scale.
pub(super) fn deviation(title: &str, labels: &Labels, ours: &Curves, other: &Curves, scale: &Scale) -> Plot {
    let differences = ours.deviation(other);
    let times = differences.times.clone();
    let mut panel = Panel::new("deviation", scale.unit).log();
    for (i, symbol) in labels.symbols.iter().enumerate() {
        let sizes = differences.column(i).iter().map(|d| (d / scale.by).max(LEAST)).collect();
        panel = panel.series(symbol, sizes);
    }
    panel = panel.styled("tolerance", vec![scale.tolerance; times.len()], Style::Dashed);
    Plot::new(title, XAxis::time(times)).panel(panel)
}

/// Our numbers and the others at a few instants.
pub(super) fn numbers(labels: &Labels, ours: &Curves, other: &Curves, name: &str, times: &[f64]) -> TextTable {
    let mut rows = Vec::new();
    // a page has room for so many
    let digits = if labels.symbols.len() > PANELS { 8 } else { 12 };
    for &t in times {
        for (who, curves) in [("denoc", ours), (name, other)] {
            if let Some(row) = curves.at(t) {
                let cells = row.iter().map(|x| figure(*x, digits));
                rows.push([format!("{t}"), who.to_owned()].into_iter().chain(cells).collect());
            }
        }
    }
    let heads = labels.symbols.iter().zip(&labels.units).map(|(symbol, unit)| format!("{symbol} [{unit}]"));
    let columns = ["t [s]".to_owned(), "by".to_owned()].into_iter().chain(heads).collect();
    TextTable { title: "Numbers".into(), columns, rows, note: String::new() }
}

/// So many significant digits, without zeros behind the point; nearly nothing is zero.
fn figure(x: f64, digits: usize) -> String {
    match x.abs() {
        small if small < 1e-14 => "0".into(),
        1e-3..1e6 => {
            let digits = (digits as i32 - 1 - x.abs().log10().floor() as i32).clamp(0, 14) as usize;
            let text = format!("{x:.digits$}");
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        }
        _ => format!("{x:.*e}", digits / 2),
    }
}
