//! Curves in plain text.

const WIDTH: usize = 61;
const HEIGHT: usize = 17;

/// Draws curves of equally spaced samples, each with its sign; `*` where they meet. `start` and `end` label the time axis.
pub(crate) fn plot(curves: &[(char, &[f64])], unit: &str, [start, end]: [&str; 2]) -> String {
    let all = curves.iter().flat_map(|(_, samples)| samples.iter().copied());
    let (low, high) = all.fold((0.0_f64, 0.0_f64), |(low, high), x| (low.min(x), high.max(x)));
    let span = if high > low { high - low } else { 1.0 };
    let level = |x: f64| (((high - x) / span) * (HEIGHT - 1) as f64).round() as usize;

    let mut cells = vec![[' '; WIDTH]; HEIGHT];
    cells[level(0.0)] = ['·'; WIDTH];
    for (sign, samples) in curves {
        let sample = |column: usize| samples.get(column * (samples.len().max(1) - 1) / (WIDTH - 1));
        for (column, &x) in (0..WIDTH).filter_map(|column| Some((column, sample(column)?))) {
            let cell = &mut cells[level(x)][column];
            *cell = if *cell == ' ' || *cell == '·' { *sign } else { '*' };
        }
    }

    let mut text = String::new();
    for (row, line) in cells.iter().enumerate() {
        let label = match row {
            0 => format!("{high:.1} {unit}"),
            row if row == HEIGHT - 1 => format!("{low:.1} {unit}"),
            row if row == level(0.0) => format!("0 {unit}"),
            _ => String::new(),
        };
        let line: String = line.iter().collect();
        text += format!("{label:>10} │{line}").trim_end();
        text.push('\n');
    }
    let gap = WIDTH.saturating_sub(start.chars().count() + end.chars().count());
    text + &format!("{:>10} └{}\n{:>12}{start}{}{end}\n", "", "─".repeat(WIDTH), "", " ".repeat(gap))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_is_on_top_and_the_end_at_the_right() {
        let rising: Vec<f64> = (0..101).map(|i| f64::from(i) - 50.0).collect();
        let text = plot(&[('1', &rising)], "N", ["0", "1"]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("    50.0 N │") && lines[0].ends_with('1'));
        assert!(lines[HEIGHT - 1].starts_with("   -50.0 N │1"));
        assert_eq!(lines.len(), HEIGHT + 2);
    }

    #[test]
    fn nothing_to_draw_is_no_trouble() {
        plot(&[], "N", ["", ""]);
        plot(&[('1', &[])], "N", ["", ""]);
        plot(&[('1', &[0.0])], "N", ["", ""]);
    }
}
