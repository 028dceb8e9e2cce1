//! Colours of curves: those of the colour-blind-safe palette of Okabe and Ito that are legible on white, and two more.

pub(super) const CURVES: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5230", "#4b5563"];
pub(super) const PAPER: &str = "#ffffff";
pub(super) const INK: &str = "#1b2430";
pub(super) const SOFT: &str = "#5b6675";
pub(super) const GRID: &str = "#e8ebef";
pub(super) const FRAME: &str = "#aab3bf";

/// Replaces the colours by those of the report page, light or dark.
pub(crate) fn themed(svg: &str) -> String {
    let fixed = [(PAPER, "card"), (INK, "ink"), (SOFT, "soft"), (GRID, "grid"), (FRAME, "line")];
    let curves = CURVES.iter().enumerate().map(|(number, color)| (*color, format!("c{number}")));
    let all = fixed.into_iter().map(|(color, name)| (color, name.to_string())).chain(curves);
    all.fold(svg.to_string(), |svg, (color, name)| svg.replace(&format!("\"{color}\""), &format!("\"var(--{name})\"")))
}

/// Red, green and blue of `#rrggbb`.
pub(super) fn rgb(color: &str) -> [u8; 3] {
    let part = |at: usize| color.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    [part(1), part(3), part(5)]
}
