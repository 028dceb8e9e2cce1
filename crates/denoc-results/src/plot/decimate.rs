//! Fewer points that look the same: the extremes of every stretch of the abscissa.

/// Whether the numbers never decrease (and are finite).
pub(crate) fn ascending(x: &[f64]) -> bool {
    x.iter().all(|x| x.is_finite()) && x.windows(2).all(|pair| pair[0] <= pair[1])
}

/// Numbers of the points that keep, for each of `buckets` equal stretches of an ascending abscissa, the first and last
/// point and the least and greatest value of every curve.
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
        kept.extend([start, end - 1]);
        for curve in curves {
            let by_value = |&a: &usize, &b: &usize| curve[a].total_cmp(&curve[b]);
            let finite = || (start..end).filter(|&i| curve[i].is_finite());
            kept.extend(finite().min_by(by_value));
            kept.extend(finite().max_by(by_value));
            // A gap must stay a gap.
            kept.extend((start..end).find(|&i| !curve[i].is_finite()));
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

    // oracle: the spike put in by hand, and the number of points asked for
    #[test]
    fn spikes_and_gaps_survive() {
        let x: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut y: Vec<f64> = x.iter().map(|x| (x * 1e-3).sin()).collect();
        y[54_321] = 9.0;
        y[77_777] = f64::NAN;
        let kept = extremes(&x, &[&y], 500);
        assert!(kept.len() < 2_600 && kept.is_sorted());
        assert!(kept.contains(&54_321) && kept.contains(&77_777) && kept.contains(&0) && kept.contains(&99_999));
    }
}
