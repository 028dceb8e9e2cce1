//! Quaternions as files write them: of any length but zero.

/// The unit quaternion in the same direction, and the length as written; `None` for zero. In two steps, so that very large or
/// small numbers neither overflow nor vanish.
pub(crate) fn normalised(q: [f64; 4]) -> Option<([f64; 4], f64)> {
    let largest = q.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    if largest == 0.0 {
        return None;
    }
    let scaled = q.map(|x| x / largest);
    let norm = scaled.iter().map(|x| x * x).sum::<f64>().sqrt();
    Some((scaled.map(|x| x / norm), norm * largest))
}
