use super::drawing::{Anchor, Drawing, Item};
use super::font;
use super::palette::{PAPER, rgb};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

/// Pixels per unit of the drawing.
const FINE: f32 = 2.0;

/// Browsers and viewers show no image that is higher, and it takes half a gigabyte of memory.
const HIGHEST: u32 = 65_535;

/// PNG bytes of the drawing of a plot with this many panels.
pub(super) fn render(drawing: &Drawing, panels: usize) -> Result<Vec<u8>, String> {
    let size = |length: f32| (length * FINE) as u32;
    let (width, height) = (size(drawing.width), size(drawing.height));
    let too_high = || format!("{panels} panels make an image of {height} pixels in height, the most is {HIGHEST}");
    let picture = if height > HIGHEST { None } else { Pixmap::new(width, height) };
    let mut picture = picture.ok_or_else(too_high)?;
    let [r, g, b] = rgb(PAPER);
    picture.fill(Color::from_rgba8(r, g, b, 255));
    for item in &drawing.items {
        draw(&mut picture, item);
    }
    picture.encode_png().map_err(|error| format!("no PNG could be made ({error})"))
}

fn draw(picture: &mut Pixmap, item: &Item) {
    let scale = Transform::from_scale(FINE, FINE);
    let mut path = PathBuilder::new();
    match item {
        Item::Line { runs, color, width, dashed } => {
            for run in runs {
                run.iter().take(1).for_each(|p| path.move_to(p[0], p[1]));
                run.iter().skip(1).for_each(|p| path.line_to(p[0], p[1]));
            }
            let dash = if *dashed { StrokeDash::new(vec![6.0, 4.0], 0.0) } else { None };
            let (line_cap, line_join) = (LineCap::Butt, LineJoin::Round);
            let stroke = Stroke { width: *width, dash, line_cap, line_join, ..Stroke::default() };
            if let Some(path) = path.finish() {
                picture.stroke_path(&path, &paint(color), &stroke, scale, None);
            }
        }
        Item::Dots { centres, color, radius } => {
            centres.iter().for_each(|c| path.push_circle(c[0], c[1], *radius));
            fill(picture, path.finish(), color, scale);
        }
        Item::Text { at: [x, y], text, size, bold, color, anchor } => {
            let shift = match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => 0.5,
                Anchor::End => 1.0,
            };
            let start = x - shift * font::width(text, *size, *bold);
            font::outline(text, *size, *bold, [start, *y], &mut path);
            fill(picture, path.finish(), color, scale);
        }
    }
}

fn fill(picture: &mut Pixmap, path: Option<Path>, color: &str, scale: Transform) {
    if let Some(path) = path {
        picture.fill_path(&path, &paint(color), FillRule::Winding, scale, None);
    }
}

fn paint(color: &str) -> Paint<'static> {
    let [r, g, b] = rgb(color);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, 255);
    paint
}
