use super::drawing::{Anchor, Drawing, Item};
use super::font;
use super::palette::{PAPER, rgb};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

/// Pixels per unit of the drawing.
const RESOLUTION: f32 = 2.0;

/// Browsers and viewers do not show taller images, which would take half a gigabyte of memory.
const MAX_HEIGHT: u32 = 65_535;

/// Renders the drawing of a plot with this many panels as PNG.
pub(super) fn render(drawing: &Drawing, panels: usize) -> Result<Vec<u8>, String> {
    let size = |length: f32| (length * RESOLUTION) as u32;
    let (width, height) = (size(drawing.width), size(drawing.height));
    let too_tall =
        || format!("the image of {panels} panels would be {height} pixels tall, but the limit is {MAX_HEIGHT}");
    let image = if height > MAX_HEIGHT { None } else { Pixmap::new(width, height) };
    let mut image = image.ok_or_else(too_tall)?;
    let [r, g, b] = rgb(PAPER);
    image.fill(Color::from_rgba8(r, g, b, 255));
    for item in &drawing.items {
        draw(&mut image, item);
    }
    image.encode_png().map_err(|error| format!("the image cannot be encoded as PNG ({error})"))
}

fn draw(image: &mut Pixmap, item: &Item) {
    let scale = Transform::from_scale(RESOLUTION, RESOLUTION);
    let mut path = PathBuilder::new();
    match item {
        Item::Line { runs, color, width, dash } => {
            for run in runs {
                run.iter().take(1).for_each(|p| path.move_to(p[0], p[1]));
                run.iter().skip(1).for_each(|p| path.line_to(p[0], p[1]));
            }
            let dash = if dash.is_empty() { None } else { StrokeDash::new(dash.to_vec(), 0.0) };
            let (line_cap, line_join) = (LineCap::Butt, LineJoin::Round);
            let stroke = Stroke { width: *width, dash, line_cap, line_join, ..Stroke::default() };
            if let Some(path) = path.finish() {
                image.stroke_path(&path, &paint(color), &stroke, scale, None);
            }
        }
        Item::Dots { centres, color, radius } => {
            centres.iter().for_each(|c| path.push_circle(c[0], c[1], *radius));
            fill(image, path.finish(), color, scale);
        }
        Item::Text { at: [x, y], text, size, bold, color, anchor } => {
            let shift = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => 0.5,
                Anchor::End => 1.0,
            };
            let start = x - shift * font::width(text, *size, *bold);
            font::outline(text, *size, *bold, [start, *y], &mut path);
            fill(image, path.finish(), color, scale);
        }
    }
}

fn fill(image: &mut Pixmap, path: Option<Path>, color: &str, scale: Transform) {
    if let Some(path) = path {
        image.fill_path(&path, &paint(color), FillRule::Winding, scale, None);
    }
}

fn paint(color: &str) -> Paint<'static> {
    let [r, g, b] = rgb(color);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, 255);
    paint
}
