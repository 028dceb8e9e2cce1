//! Integration in time by extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer).

/// Columns of the extrapolation table.
const MOST: usize = 12;
/// Difference of the last two columns that is accepted, relative to max(1, |y|); the result is much better than that.
const TOLERANCE: f64 = 1e-13;
/// Below this step, s, the integration gives up.
const SHORTEST: f64 = 1e-7;

/// The state at the given times, the first of which is that of `start`; `rates` gives ẏ for y. Rows are NaN from where the
/// integration cannot go on: no comparison passes them.
pub(crate) fn integrate(start: &[f64], times: &[f64], mut rates: impl FnMut(&[f64]) -> Vec<f64>) -> Vec<Vec<f64>> {
    let mut y = start.to_vec();
    let mut rows = Vec::with_capacity(times.len());
    let mut h = f64::INFINITY;
    let mut t = times.first().copied().unwrap_or(0.0);
    for &end in times {
        while t < end {
            // no step of rounding is left over
            let last = t + h >= end - 1e-12;
            let step = if last { end - t } else { h };
            match attempt(&y, step, &mut rates) {
                Some((next, columns)) => {
                    y = next;
                    t = if last { end } else { t + step };
                    if columns < MOST - 3 {
                        h = h.max(1.5 * step);
                    }
                }
                None if step < SHORTEST => {
                    y.fill(f64::NAN);
                    t = f64::INFINITY;
                }
                None => h = 0.5 * step,
            }
        }
        rows.push(y.clone());
    }
    rows
}

/// One step and the number of columns it took; nothing if they do not settle.
fn attempt(y: &[f64], h: f64, rates: &mut impl FnMut(&[f64]) -> Vec<f64>) -> Option<(Vec<f64>, usize)> {
    let first = rates(y);
    let mut previous: Vec<Vec<f64>> = Vec::new();
    for j in 0..MOST {
        let mut row = vec![midpoints(y, &first, h, 2 * (j + 1), rates)];
        for k in 0..j {
            let ratio = (j + 1) as f64 / (j - k) as f64;
            let weight = 1.0 / (ratio * ratio - 1.0);
            row.push(row[k].iter().zip(&previous[k]).map(|(new, old)| new + (new - old) * weight).collect());
        }
        if j > 0 {
            let settled = |((a, b), y): ((&f64, &f64), &f64)| (a - b).abs() <= TOLERANCE * y.abs().max(1.0);
            if row[j].iter().zip(&row[j - 1]).zip(y).all(settled) {
                return Some((row.swap_remove(j), j + 1));
            }
        }
        previous = row;
    }
    None
}

/// An even number of steps of the modified midpoint rule: its error is a series in the squares of the step.
fn midpoints(y: &[f64], first: &[f64], h: f64, steps: usize, rates: &mut impl FnMut(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let small = h / steps as f64;
    let mut before = y.to_vec();
    let mut now: Vec<f64> = y.iter().zip(first).map(|(y, r)| y + small * r).collect();
    for _ in 1..steps {
        let slope = rates(&now);
        for ((before, now), slope) in before.iter_mut().zip(&mut now).zip(&slope) {
            let next = *before + 2.0 * small * slope;
            (*before, *now) = (*now, next);
        }
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: sine and cosine
    #[test]
    fn an_oscillator_is_followed_to_rounding() {
        let times = [0.0, 0.7, 5.0, 30.0];
        let found = integrate(&[0.0, 1.0], &times, |y| vec![y[1], -y[0]]);
        for (t, y) in times.iter().zip(&found) {
            assert!((y[0] - t.sin()).abs() < 1e-12 && (y[1] - t.cos()).abs() < 1e-12, "{t}: {y:?}");
        }
    }

    // oracle: ẏ = y² from 1 has a pole at t = 1
    #[test]
    fn nothing_is_said_beyond_a_pole() {
        let found = integrate(&[1.0], &[0.0, 0.5, 2.0, 3.0], |y| vec![y[0] * y[0]]);
        assert!((found[1][0] - 2.0).abs() < 1e-11 && found[2][0].is_nan() && found[3][0].is_nan(), "{found:?}");
    }
}
