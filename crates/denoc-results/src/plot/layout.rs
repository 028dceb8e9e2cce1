//! Layout of a plot. Legends are placed above their panels, so that they never cover a curve.

use super::decimate::{ascending, extremes, shown};
use super::drawing::{Anchor, Drawing, Item};
use super::font;
use super::palette::{CURVES, FRAME, GRID, INK, SOFT};
use super::ticks::Scale;
use super::{Panel, Plot, Series, Style, with_unit};

const WIDTH: f32 = 860.0;
const RIGHT: f32 = 24.0;
const SMALL: f32 = 12.0;
const TEXT: f32 = 13.0;
/// The unit of angles whose ticks divide the turn.
const DEGREES: &str = "°";
/// Maximum number of points of all curves; at about nine bytes each, the SVG stays below 300 kB.
const POINTS: usize = 24_000;

pub(super) fn arrange(plot: &Plot) -> Drawing {
    let mut panel_height = if plot.panels.len() > 1 { 170.0 } else { 320.0 };
    let curves: usize = plot.panels.iter().map(|panel| panel.series.len()).sum();
    let buckets = (POINTS / 4 / curves.max(1)).clamp(20, WIDTH as usize);
    let all_x = plot.panels.iter().flat_map(|panel| &panel.series).filter_map(|series| series.x.as_deref());
    let (low, high) = range(std::iter::once(&plot.x.values[..]).chain(all_x), plot.x.log);
    let mut across = match plot.x.log {
        true => Scale::between(low, high),
        false if plot.x.unit == DEGREES => Scale::degrees(low, high, 9.0, 0.0),
        false => Scale::linear(low, high, 9.0, 0.0),
    };
    let mut scales: Vec<Scale> = plot.panels.iter().map(|panel| scale(panel, panel_height)).collect();
    let labels = scales.iter().flat_map(|scale| &scale.ticks);
    let left = 26.0 + labels.map(|(_, label)| font::width(label, SMALL, false)).fold(18.0, f32::max);
    if let ([down], [panel], true) = (&mut scales[..], &plot.panels[..], plot.equal_axes) {
        let ordinates = range(panel.series.iter().map(|series| &series.values[..]), false);
        (panel_height, across, *down) = equal((low, high), ordinates, WIDTH - RIGHT - left);
    }

    let mut drawing = Drawing { width: WIDTH, height: 0.0, items: Vec::new() };
    let title = [16.0, 32.0];
    let (text, size, color) = (plot.title.clone(), 17.0, INK);
    drawing.items.push(Item::Text { at: title, text, size, bold: true, color, anchor: Anchor::Start });
    let mut top = 46.0;
    for (panel, down) in plot.panels.iter().zip(&scales) {
        top = legend(&mut drawing, panel, down, top) + 12.0;
        let area = Area { left, right: WIDTH - RIGHT, top, bottom: top + panel_height };
        axes(&mut drawing, &area, &across, down);
        for (number, series) in panel.series.iter().enumerate() {
            let x = series.x.as_deref().unwrap_or(&plot.x.values);
            let axes = Axes { area: &area, across: &across, down };
            curve(&mut drawing, &axes, &Curve { series, x, number, buckets });
        }
        top = area.bottom + 14.0;
    }
    let bottom = top - 14.0;
    for (x, label) in &across.ticks {
        let x = left + across.place(*x) as f32 * (WIDTH - RIGHT - left);
        drawing.text([x, bottom + 19.0], label.clone(), SMALL, SOFT, Anchor::Middle);
    }
    let label = with_offset(with_unit(&plot.x.label, &plot.x.unit), &across);
    drawing.text([(left + WIDTH - RIGHT) / 2.0, bottom + 42.0], label, TEXT, INK, Anchor::Middle);
    drawing.height = (bottom + 58.0).round();
    drawing
}

/// Equal scales (points per unit) for both axes, and the height of the panel.
fn equal(across: (f64, f64), down: (f64, f64), width: f32) -> (f32, Scale, Scale) {
    const HEIGHTS: (f64, f64) = (120.0, 620.0);
    let extent = |(low, high): (f64, f64)| if high > low { 1.08 * (high - low) } else { 0.0 };
    let width = f64::from(width);
    let largest = extent(across).max(extent(down)).max(f64::MIN_POSITIVE);
    let points = (width / extent(across).max(1e-3 * largest)).min(HEIGHTS.1 / extent(down).max(1e-3 * largest));
    let height = (points * extent(down)).clamp(HEIGHTS.0, HEIGHTS.1);
    let around = |(low, high): (f64, f64), length: f64, ticks: f64| {
        let (middle, half) = (0.5 * (low + high), 0.5 * length / points);
        Scale::linear(middle - half, middle + half, ticks, 0.0)
    };
    (height as f32, around(across, width, 9.0), around(down, height, height / 44.0))
}

/// The rectangle of the plot area.
struct Area {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
}

impl Area {
    fn place(&self, across: f64, down: f64) -> [f32; 2] {
        let x = self.left + across as f32 * (self.right - self.left);
        [x, self.bottom - down as f32 * (self.bottom - self.top)]
    }
}

fn scale(panel: &Panel, height: f32) -> Scale {
    let (low, high) = range(panel.series.iter().map(|series| &series.values[..]), panel.log);
    match panel.log {
        true => Scale::logarithmic(low, high),
        false if panel.unit == DEGREES => Scale::degrees(low, high, f64::from(height) / 38.0, 0.06),
        false => Scale::linear(low, high, f64::from(height) / 44.0, 0.06),
    }
}

/// Differences of larger numbers would overflow.
fn drawable(value: f64) -> bool {
    value.abs() < 1e300
}

/// Smallest and largest value that can be drawn (among positive values only, if `positive`); reversed if there is none.
fn range<'a>(lists: impl Iterator<Item = &'a [f64]>, positive: bool) -> (f64, f64) {
    let values = lists.flatten().filter(|value| drawable(**value) && (!positive || **value > 0.0));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
}

fn with_offset(label: String, scale: &Scale) -> String {
    scale.offset.as_ref().map_or(label.clone(), |offset| format!("{label}, relative to {offset}"))
}

/// Draws the label of the ordinate and the names of the curves above a panel; returns the y coordinate of the last line.
fn legend(drawing: &mut Drawing, panel: &Panel, down: &Scale, top: f32) -> f32 {
    let label = with_offset(with_unit(&panel.label, &panel.unit), down);
    let mut base = top + 14.0;
    let mut x = 16.0 + font::width(&label, TEXT, false) + 26.0;
    drawing.text([16.0, base], label, TEXT, INK, Anchor::Start);
    for (number, series) in panel.series.iter().enumerate() {
        let width = 28.0 + font::width(&series.name, SMALL, false) + 20.0;
        if x + width > WIDTH - RIGHT && x > 16.0 {
            (x, base) = (16.0, base + 19.0);
        }
        let color = color(series, number);
        let y = base - 4.0;
        match series.style {
            Style::Dots => {
                drawing.items.push(Item::Dots { centres: vec![[x + 11.0, y]], color, radius: 3.0 });
            }
            style => {
                let (runs, dash) = (vec![vec![[x, y], [x + 22.0, y]]], dash(style, series.color.unwrap_or(number)));
                drawing.items.push(Item::Line { runs, color, width: 2.2, dash });
            }
        }
        drawing.text([x + 28.0, base], series.name.clone(), SMALL, INK, Anchor::Start);
        x += width;
    }
    base
}

fn axes(drawing: &mut Drawing, area: &Area, across: &Scale, down: &Scale) {
    for (x, _) in &across.ticks {
        let place = across.place(*x);
        drawing.segment(area.place(place, 0.0), area.place(place, 1.0), GRID, 1.0);
    }
    for (y, label) in &down.ticks {
        let [_, y] = area.place(0.0, down.place(*y));
        drawing.segment([area.left, y], [area.right, y], GRID, 1.0);
        drawing.text([area.left - 9.0, y + 4.2], label.clone(), SMALL, SOFT, Anchor::End);
    }
    if !down.log && down.low < 0.0 && down.high > 0.0 {
        drawing.segment(area.place(0.0, down.place(0.0)), area.place(1.0, down.place(0.0)), FRAME, 0.8);
    }
    drawing.segment(area.place(0.0, 0.0), area.place(1.0, 0.0), FRAME, 1.0);
    drawing.segment(area.place(0.0, 0.0), area.place(0.0, 1.0), FRAME, 1.0);
}

/// Colours repeat after the eighth curve, whose successors are dashed.
fn dash(style: Style, number: usize) -> &'static [f32] {
    match style {
        Style::Dotted => &[2.0, 3.0],
        Style::DashDot => &[8.0, 3.0, 2.0, 3.0],
        Style::Dashed => &[6.0, 4.0],
        _ if number >= CURVES.len() => &[6.0, 4.0],
        _ => &[],
    }
}

fn color(series: &Series, number: usize) -> &'static str {
    CURVES[series.color.unwrap_or(number) % CURVES.len()]
}

/// The plot area and the scales of a panel.
struct Axes<'a> {
    area: &'a Area,
    across: &'a Scale,
    down: &'a Scale,
}

/// A curve of a panel.
struct Curve<'a> {
    series: &'a Series,
    x: &'a [f64],
    /// Index in the panel, which selects the colour.
    number: usize,
    /// Number of intervals of the abscissa whose extremes are drawn.
    buckets: usize,
}

fn curve(drawing: &mut Drawing, axes: &Axes, curve: &Curve) {
    let Axes { area, across, down } = *axes;
    let Curve { series, x, number, buckets } = *curve;
    let values = shown(&series.values, down.log);
    let kept = match ascending(x) {
        true => extremes(x, &[&values], buckets),
        // The abscissa is not ascending, so there are no intervals to take extremes of: keep every n-th point.
        false => (0..x.len()).step_by(1 + x.len() / (4 * buckets)).collect(),
    };
    let mut runs: Vec<Vec<[f32; 2]>> = vec![Vec::new()];
    for i in kept {
        let (x, y) = (x[i], values[i]);
        match drawable(x) && drawable(y) && (x > 0.0 || !across.log) {
            true => runs.last_mut().into_iter().for_each(|run| run.push(area.place(across.place(x), down.place(y)))),
            false => runs.push(Vec::new()),
        }
    }
    let (number, color) = (series.color.unwrap_or(number), color(series, number));
    drawing.items.push(match series.style {
        Style::Dots => Item::Dots { centres: runs.concat(), color, radius: 2.2 },
        style => Item::Line { runs, color, width: 1.5, dash: dash(style, number) },
    });
}

#[cfg(test)]
mod tests {
    use super::equal;

    // oracle: points per unit, both ways, for wide, high and flat curves
    #[test]
    fn equal_scales_have_as_many_points_per_unit() {
        for (across, down) in [((0.0, 4.0), (1.0, 2.0)), ((3.0, 3.5), (-7.0, 9.0)), ((0.0, 1.0), (2.0, 2.0))] {
            let (height, x, y) = equal(across, down, 700.0);
            let (per_x, per_y) = (700.0 / (x.high - x.low), f64::from(height) / (y.high - y.low));
            assert!((per_x / per_y - 1.0).abs() < 1e-6, "{per_x} {per_y}");
            assert!(x.low <= across.0 && x.high >= across.1 && y.low <= down.0 && y.high >= down.1);
        }
    }
}
