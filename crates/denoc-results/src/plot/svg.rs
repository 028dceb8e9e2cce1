use super::drawing::{Anchor, Drawing, Item};
use super::palette::PAPER;
use crate::escape::escape;
use std::fmt::Write;

/// SVG text of a drawing.
pub(super) fn render(drawing: &Drawing, title: &str) -> String {
    let (width, height) = (drawing.width, drawing.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"Inter,'Segoe UI',Helvetica,Arial,sans-serif\">\n\
         <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n",
        escape(title)
    );
    for item in &drawing.items {
        push(&mut svg, item);
    }
    svg.push_str("</svg>\n");
    svg
}

// Writing to a String cannot fail, so the results of `write!` are ignored.
fn push(svg: &mut String, item: &Item) {
    match item {
        Item::Line { runs, color, width, dash } => {
            let lengths = dash.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let dash = if dash.is_empty() { lengths } else { format!(" stroke-dasharray=\"{lengths}\"") };
            svg.push_str("<path d=\"");
            runs.iter().for_each(|run| push_run(svg, run));
            let _ = writeln!(
                svg,
                "\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linejoin=\"round\"{dash}/>"
            );
        }
        Item::Dots { centres, color, radius } => {
            // Zero-length lines with round caps: one short element for all dots.
            svg.push_str("<path d=\"");
            for [x, y] in centres {
                let _ = write!(svg, "M{:.1} {:.1}h0", x, y);
            }
            let _ = writeln!(svg, "\" stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>", 2.0 * radius);
        }
        Item::Text { at: [x, y], text, size, bold, color, anchor } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = if *bold { " font-weight=\"600\"" } else { "" };
            let text = escape(text);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{color}\"{anchor}{weight}>{text}</text>"
            );
        }
    }
}

/// A run of points in tenths of a pixel, with relative steps to keep it short.
fn push_run(svg: &mut String, run: &[[f32; 2]]) {
    let tenths = |[x, y]: [f32; 2]| [(x * 10.0).round() as i32, (y * 10.0).round() as i32];
    let mut points = run.iter().map(|point| tenths(*point));
    let Some(mut last) = points.next() else { return };
    let _ = write!(svg, "M{} {}l", tenth(last[0]), tenth(last[1]));
    for point in points {
        let step = [point[0] - last[0], point[1] - last[1]];
        if step != [0, 0] {
            let gap = if step[1] < 0 { "" } else { " " };
            let _ = write!(svg, "{}{gap}{} ", tenth(step[0]), tenth(step[1]));
        }
        last = point;
    }
    if svg.ends_with('l') {
        svg.push_str("0 0");
    }
}

/// Tenths as a decimal number with the fewest characters.
fn tenth(value: i32) -> String {
    let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
    match (size / 10, size % 10) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, rest) => format!("{sign}.{rest}"),
        (whole, rest) => format!("{sign}{whole}.{rest}"),
    }
}
