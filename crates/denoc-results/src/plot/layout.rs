//! Where everything stands in the picture. Legends stand above their panels, so that they never cover a curve.

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
/// Points of all curves together; at about nine bytes each the SVG stays below 300 kB.
const POINTS: usize = 24_000;

pub(super) fn arrange(plot: &Plot) -> Drawing {
    let panel_height = if plot.panels.len() > 1 { 170.0 } else { 320.0 };
    let curves: usize = plot.panels.iter().map(|panel| panel.series.len()).sum();
    let buckets = (POINTS / 4 / curves.max(1)).clamp(20, WIDTH as usize);
    let all_x = plot.panels.iter().flat_map(|panel| &panel.series).filter_map(|series| series.x.as_deref());
    let (low, high) = range(std::iter::once(&plot.x.values[..]).chain(all_x), false);
    let across = Scale::linear(low, high, 9.0, 0.0);
    let scales: Vec<Scale> = plot.panels.iter().map(|panel| scale(panel, panel_height)).collect();
    let labels = scales.iter().flat_map(|scale| &scale.ticks);
    let left = 26.0 + labels.map(|(_, label)| font::width(label, SMALL, false)).fold(18.0, f32::max);

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
            curve(&mut drawing, &area, (&across, down), series, (plot, number), buckets);
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

/// The rectangle of the curves.
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
        false => Scale::linear(low, high, f64::from(height) / 44.0, 0.06),
    }
}

/// Differences of larger numbers overflow; nobody wants to see those.
fn drawable(value: f64) -> bool {
    value.abs() < 1e300
}

/// Least and greatest value that can be drawn (positive ones only, if asked); reversed if there is none.
fn range<'a>(lists: impl Iterator<Item = &'a [f64]>, positive: bool) -> (f64, f64) {
    let values = lists.flatten().filter(|value| drawable(**value) && (!positive || **value > 0.0));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
}

fn with_offset(label: String, scale: &Scale) -> String {
    scale.offset.as_ref().map_or(label.clone(), |offset| format!("{label}, from {offset}"))
}

/// The ordinate's label and the names of the curves in lines above a panel; gives the height where they end.
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
        let color = CURVES[number % CURVES.len()];
        let y = base - 4.0;
        match series.style {
            Style::Dots => {
                drawing.items.push(Item::Dots { centres: vec![[x + 11.0, y]], color, radius: 3.0 });
            }
            style => {
                let (runs, dashed) = (vec![vec![[x, y], [x + 22.0, y]]], dashed(style, number));
                drawing.items.push(Item::Line { runs, color, width: 2.2, dashed });
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

/// Colours repeat after the eighth curve; then lines are broken.
fn dashed(style: Style, number: usize) -> bool {
    style == Style::Dashed || number >= CURVES.len()
}

fn curve(
    drawing: &mut Drawing,
    area: &Area,
    (across, down): (&Scale, &Scale),
    series: &Series,
    (plot, number): (&Plot, usize),
    buckets: usize,
) {
    let x = series.x.as_deref().unwrap_or(&plot.x.values);
    let values = shown(&series.values, down.log);
    let kept = match ascending(x) {
        true => extremes(x, &[&values], buckets),
        // A curve that turns back has no extremes by stretches: every n-th point has to do.
        false => (0..x.len()).step_by(1 + x.len() / (4 * buckets)).collect(),
    };
    let mut runs: Vec<Vec<[f32; 2]>> = vec![Vec::new()];
    for i in kept {
        let (x, y) = (x[i], values[i]);
        match drawable(x) && drawable(y) {
            true => runs.last_mut().into_iter().for_each(|run| run.push(area.place(across.place(x), down.place(y)))),
            false => runs.push(Vec::new()),
        }
    }
    let color = CURVES[number % CURVES.len()];
    drawing.items.push(match series.style {
        Style::Dots => Item::Dots { centres: runs.concat(), color, radius: 2.2 },
        style => Item::Line { runs, color, width: 1.5, dashed: dashed(style, number) },
    });
}
