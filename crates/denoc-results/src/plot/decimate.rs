//! Decimation without visible change: keeps the extremes in every interval of the abscissa.

use std::borrow::Cow;

/// Whether the numbers are finite and never decrease.
pub(crate) fn ascending(x: &[f64]) -> bool {
    x.iter().all(|x| x.is_finite()) && x.windows(2).all(|pair| pair[0] <= pair[1])
}

/// The values that a panel can show: on a logarithmic ordinate, values that are not positive become gaps.
pub(crate) fn shown(values: &[f64], log: bool) -> Cow<'_, [f64]> {
    match log {
        true => values.iter().map(|&value| if value > 0.0 { value } else { f64::NAN }).collect(),
        false => Cow::Borrowed(values),
    }
}

/// Indices of the points to keep: in each of `buckets` equal intervals of an ascending abscissa, the first and last point and
/// the minimum and maximum of every curve.
pub(crate) fn extremes(x: &[f64], curves: &[&[f64]], buckets: usize) -> Vec<usize> {
    let (Some(&first), Some(&last)) = (x.first(), x.last()) else { return Vec::new() };
    if x.len() <= 4 * buckets || last <= first {
        return (0..x.len()).collect();
    }
    let bucket = |x: f64| (((x - first) / (last - first) * buckets as f64) as usize).min(buckets - 1);
    let mut kept = Vec::new();
    let mut start = 0;
    while start < x.len() {
        let this = bucket(x[start]);
        let end = start + x[start..].iter().take_while(|&&x| bucket(x) == this).count();
        let from = kept.len();
        let known = |i: usize| curves.is_empty() || curves.iter().any(|curve| curve[i].is_finite());
        // A single gap among many points is invisible and would only interrupt the line; a gap of a full interval is kept.
        let empty = !(start..end).any(known);
        kept.extend([start, end - 1].into_iter().filter(|&i| empty || known(i)));
        for curve in curves {
            let by_value = |&a: &usize, &b: &usize| curve[a].total_cmp(&curve[b]);
            let finite = || (start..end).filter(|&i| curve[i].is_finite());
            kept.extend(finite().min_by(by_value));
            kept.extend(finite().max_by(by_value));
        }
        kept[from..].sort_unstable();
        kept.dedup();
        start = end;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the spike inserted by hand, and the requested number of points
    #[test]
    fn spikes_and_gaps_survive() {
        let x: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut y: Vec<f64> = x.iter().map(|x| (x * 1e-3).sin()).collect();
        y[54_321] = 9.0;
        y[77_700..78_300].fill(f64::NAN);
        y[11_000] = f64::NAN;
        let kept = extremes(&x, &[&y], 500);
        assert!(kept.len() < 2_100 && kept.is_sorted());
        assert!(kept.contains(&54_321) && kept.contains(&0) && kept.contains(&99_999));
        let gaps: Vec<usize> = kept.into_iter().filter(|&i| y[i].is_nan()).collect();
        assert!(!gaps.is_empty() && gaps.iter().all(|i| (77_700..78_300).contains(i)), "{gaps:?}");
    }

    // oracle: a logarithm has no zero
    #[test]
    fn zeros_of_a_logarithmic_panel_do_not_interrupt_the_line() {
        let x: Vec<f64> = (0..10_000).map(f64::from).collect();
        let y: Vec<f64> = (0..10_000).map(|i| if i % 2 == 0 { 0.0 } else { 1e-12 }).collect();
        let shown = shown(&y, true);
        assert!(extremes(&x, &[&shown], 100).iter().all(|&i| y[i] > 0.0));
    }
}
