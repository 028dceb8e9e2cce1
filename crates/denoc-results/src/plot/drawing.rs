//! The elements of a plot before they are rendered as SVG or PNG. Lengths in pixels, y downwards.

/// Alignment of a text relative to its point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Debug, Clone)]
pub(super) enum Item {
    /// Connected points in one or more runs; `dash` has the lengths of strokes and gaps, and is empty for solid lines.
    Line { runs: Vec<Vec<[f32; 2]>>, color: &'static str, width: f32, dash: &'static [f32] },
    /// Filled circles.
    Dots { centres: Vec<[f32; 2]>, color: &'static str, radius: f32 },
    /// One line of text; `at` is on the baseline.
    Text { at: [f32; 2], text: String, size: f32, bold: bool, color: &'static str, anchor: Anchor },
}

#[derive(Debug, Clone)]
pub(super) struct Drawing {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) items: Vec<Item>,
}

impl Drawing {
    pub(super) fn segment(&mut self, from: [f32; 2], to: [f32; 2], color: &'static str, width: f32) {
        self.items.push(Item::Line { runs: vec![vec![from, to]], color, width, dash: &[] });
    }

    pub(super) fn text(
        &mut self,
        at: [f32; 2],
        text: impl Into<String>,
        size: f32,
        color: &'static str,
        anchor: Anchor,
    ) {
        self.items.push(Item::Text { at, text: text.into(), size, bold: false, color, anchor });
    }
}
