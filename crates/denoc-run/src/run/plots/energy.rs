//! Energies, works, and what of them is unexplained.

use denoc_results::{Panel, Table};

use super::RunPlot;
use super::abscissa::Abscissa;
use crate::display_unit::plain;

/// Energies and works over the abscissa; curves that are zero throughout are left out.
pub(super) fn plot(results: &Table, over: &Abscissa) -> Option<RunPlot> {
    results.column("total energy")?;
    let panel = |label: &str, curves: &[(&str, &str)]| {
        let columns = curves.iter().filter_map(|(name, column)| Some((*name, results.column(column)?)));
        let columns = columns.filter(|(_, column)| column.values.iter().any(|&x| x != 0.0));
        columns.fold(Panel::new(label, "J"), |panel, (name, column)| {
            panel.series(name, over.curve(&column.values, plain("J")))
        })
    };
    let energies = [
        ("kinetic", "kinetic energy"),
        ("gravity", "gravity energy"),
        ("springs", "spring energy"),
        ("total", "total energy"),
    ];
    let works = [
        ("actuators", "work of actuators"),
        ("friction", "work of friction"),
        ("external", "external work"),
        ("stops", "work of stops"),
    ];
    let mut panels = vec![panel("energy", &energies), panel("work", &works)];
    let unexplained = results.column("unexplained energy").map(|column| &column.values);
    if let Some(values) = unexplained.filter(|values| values.iter().any(|&x| x != 0.0)) {
        let sizes: Vec<f64> = values.iter().map(|x| x.abs().max(1e-18)).collect();
        panels.push(Panel::new("unexplained", "J").log().series("unexplained", over.curve(&sizes, plain("J"))));
    }
    let mut plot = over.plot("Energy");
    plot.panels = panels.into_iter().filter(|panel| !panel.series.is_empty()).collect();
    (!plot.panels.is_empty()).then(|| RunPlot::new("energy", plot, String::new()))
}
