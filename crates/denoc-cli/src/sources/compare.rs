//! Deviations of curves, and pictures of them.

use denoc::results::{Panel, Plot, Style, XAxis};

/// The largest deviation of two tables (rows of equal length), relative to the largest entry of the second; NaN if they do not fit.
pub(crate) fn relative(found: &[Vec<f64>], expected: &[Vec<f64>]) -> f64 {
    let largest = expected.iter().flatten().fold(0.0_f64, |m, x| m.max(x.abs())).max(f64::MIN_POSITIVE);
    absolute(found, expected) / largest
}

/// The largest deviation of two tables; NaN if they do not fit.
pub(crate) fn absolute(found: &[Vec<f64>], expected: &[Vec<f64>]) -> f64 {
    let fits = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a.len() == b.len());
    if !fits || found.is_empty() {
        return f64::NAN;
    }
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    // `max` would forget a NaN
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, |m: f64, x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x) })
}

/// Our curves as lines, the others as dots, and their deviation below on a logarithmic axis. `unit` is that of the curves.
pub(crate) fn plot(
    title: &str,
    names: &[&str],
    unit: &str,
    t: &[f64],
    ours: &[Vec<f64>],
    theirs: (&str, &[Vec<f64>]),
) -> Plot {
    let (other, theirs) = theirs;
    let column = |table: &[Vec<f64>], k: usize| {
        table.iter().map(|row| row.get(k).copied().unwrap_or(f64::NAN)).collect::<Vec<_>>()
    };
    let mut curves = Panel::new("", unit);
    let mut deviation = Panel::new("deviation", unit).log();
    // dots on every row would hide the line
    let every = (theirs.len() / 40).max(1);
    let some = |x: &[f64]| x.iter().copied().step_by(every).collect::<Vec<_>>();
    for (k, name) in names.iter().enumerate() {
        curves = curves.series(*name, column(ours, k));
    }
    for (k, name) in names.iter().enumerate() {
        curves = curves.over(format!("{name}, {other}"), some(t), some(&column(theirs, k)), Style::Dots);
        let gap = column(ours, k).iter().zip(column(theirs, k)).map(|(a, b)| (a - b).abs().max(1e-17)).collect();
        deviation = deviation.series(*name, gap);
    }
    Plot::new(title, XAxis::time(t.to_vec())).panel(curves).panel(deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_never_passes() {
        let rows = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
        assert_eq!(absolute(&rows, &rows), 0.0);
        assert!(absolute(&rows, &rows[..1]).is_nan() && absolute(&[], &[]).is_nan());
        let mut nan = rows.clone();
        nan[0][0] = f64::NAN;
        assert!(absolute(&nan, &rows).is_nan() && relative(&rows, &nan).is_nan());
        assert_eq!(relative(&[vec![1.0, -3.0]], &[vec![1.0, -4.0]]), 0.25);
    }
}
