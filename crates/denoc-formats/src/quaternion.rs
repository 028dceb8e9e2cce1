//! Quaternions in files, which may have any length but zero.

/// The normalised quaternion, and its original length; `None` for zero. Computed in two steps to avoid overflow and underflow.
pub(crate) fn normalised(q: [f64; 4]) -> Option<([f64; 4], f64)> {
    let largest = q.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = q.map(|x| x / largest);
    let norm = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some((scaled.map(|x| x / norm), norm * largest))
}
