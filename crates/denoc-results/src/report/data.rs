//! Plots as they are embedded in the page.

use super::bytes::Bytes;
use super::scene_data::SceneData;
use crate::plot::{ascending, extremes, shown};
use crate::{Panel, Plot, Series, Style};
use serde::Serialize;
use std::borrow::Cow;

/// Maximum number of points of a panel; wide screens have fewer pixels.
const POINTS: usize = 4_000;

#[derive(Serialize)]
pub(super) struct PageData<'a> {
    pub(super) scene: Option<SceneData<'a>>,
    pub(super) plots: Vec<PlotData<'a>>,
}

#[derive(Serialize)]
pub(super) struct PlotData<'a> {
    label: &'a str,
    unit: &'a str,
    time: bool,
    /// Values of the abscissa and the times of the animation at them, if the abscissa is not time.
    clock: Option<[Bytes; 2]>,
    panels: Vec<PanelData<'a>>,
}

#[derive(Serialize)]
struct PanelData<'a> {
    label: &'a str,
    unit: &'a str,
    log: bool,
    x: Bytes,
    series: Vec<SeriesData<'a>>,
}

#[derive(Serialize)]
struct SeriesData<'a> {
    name: &'a str,
    style: &'static str,
    color: Option<usize>,
    /// Values are `base + values`: differences in single precision resolve drifts far smaller than the value.
    base: f64,
    values: Bytes,
    x: Option<Bytes>,
}

/// Whether the page can draw the plot interactively: all abscissae are ascending, and the scales of both axes are independent.
pub(super) fn is_function(plot: &Plot) -> bool {
    if plot.equal_axes {
        return false;
    }
    let abscissae = plot.panels.iter().flat_map(|panel| &panel.series).filter_map(|series| series.x.as_ref());
    ascending(&plot.x.values) && abscissae.into_iter().all(|x| ascending(x))
}

impl<'a> PlotData<'a> {
    pub(super) fn new(plot: &'a Plot) -> Self {
        let panels = plot.panels.iter().map(|panel| panel_data(panel, &plot.x.values)).collect();
        let clock = plot.x.times.as_ref().map(|times| {
            let every = 1 + times.len() / POINTS;
            let thinned =
                |values: &[f64]| Bytes::f64(values.iter().copied().step_by(every).chain(values.last().copied()));
            [thinned(&plot.x.values), thinned(times)]
        });
        PlotData { label: &plot.x.label, unit: &plot.x.unit, time: plot.x.time, clock, panels }
    }
}

fn panel_data<'a>(panel: &'a Panel, x: &[f64]) -> PanelData<'a> {
    let values: Vec<Cow<'_, [f64]>> = panel.series.iter().map(|series| shown(&series.values, panel.log)).collect();
    let common = panel.series.iter().zip(&values).filter(|(series, _)| series.x.is_none());
    let common: Vec<&[f64]> = common.map(|(_, values)| &values[..]).collect();
    let kept = extremes(x, &common, POINTS / (2 + 2 * common.len()));
    let series = panel.series.iter().zip(&values).map(|(series, values)| match &series.x {
        None => series_data(series, values, panel.log, &kept, None),
        Some(x) => {
            let kept = extremes(x, &[values], POINTS / 4);
            let x = Bytes::f64(kept.iter().map(|&i| x[i]));
            series_data(series, values, panel.log, &kept, Some(x))
        }
    });
    let series = series.collect();
    let x = Bytes::f64(kept.iter().map(|&i| x[i]));
    PanelData { label: &panel.label, unit: &panel.unit, log: panel.log, x, series }
}

fn series_data<'a>(series: &'a Series, values: &[f64], log: bool, kept: &[usize], x: Option<Bytes>) -> SeriesData<'a> {
    let first = kept.iter().map(|&i| values[i]).find(|value| value.is_finite());
    let base = if log { 0.0 } else { first.unwrap_or(0.0) };
    let values = Bytes::f32(kept.iter().map(|&i| (values[i] - base) as f32));
    let style = match series.style {
        Style::Line => "line",
        Style::Dashed => "dashed",
        Style::Dotted => "dotted",
        Style::DashDot => "dashdot",
        Style::Dots => "dots",
    };
    SeriesData { name: &series.name, style, color: series.color, base, values, x }
}
