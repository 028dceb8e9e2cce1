//! The typeface of the plots, embedded so that they look the same on machines without fonts: Inter, reduced to Latin,
//! Greek and mathematical symbols. Its licence is in the folder of the font files.

use ttf_parser::{Face, OutlineBuilder};

static REGULAR: &[u8] = include_bytes!("font/Inter-Regular.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("font/Inter-SemiBold.ttf");

fn face(bold: bool) -> Option<Face<'static>> {
    Face::parse(if bold { SEMI_BOLD } else { REGULAR }, 0).ok()
}

/// Width of a text in pixels.
pub(super) fn width(text: &str, size: f32, bold: bool) -> f32 {
    face(bold).map_or(0.0, |face| {
        let units: f32 = text.chars().map(|character| advance(&face, character)).sum();
        units * size / f32::from(face.units_per_em())
    })
}

/// Draws the outlines of a text that starts at `at` on the baseline.
pub(super) fn outline(text: &str, size: f32, bold: bool, at: [f32; 2], path: &mut tiny_skia::PathBuilder) {
    let Some(face) = face(bold) else { return };
    let scale = size / f32::from(face.units_per_em());
    let mut pen = Pen { path, x: at[0], y: at[1], scale };
    for character in text.chars() {
        // Glyph 0, an empty box, marks characters that the typeface lacks.
        face.outline_glyph(face.glyph_index(character).unwrap_or_default(), &mut pen);
        pen.x += advance(&face, character) * scale;
    }
}

fn advance(face: &Face<'_>, character: char) -> f32 {
    f32::from(face.glyph_hor_advance(face.glyph_index(character).unwrap_or_default()).unwrap_or(0))
}

struct Pen<'a> {
    path: &'a mut tiny_skia::PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen<'_> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + x * self.scale, self.y - y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}
