//! Integration in time by extrapolation of the modified midpoint rule (Gragg, Bulirsch, Stoer), for oracles.

use denoc_base::number::six;

use crate::ValidationError;
use crate::reproduce::curves::Curves;

/// Columns of the extrapolation table. More would allow longer steps, but weights grow and rounding with them.
const MOST: usize = 8;
/// Difference of the last two columns that is accepted, relative to max(1, |y|); the result is much better than that.
const TOLERANCE: f64 = 1e-13;

/// The state at the given times, the first of which is that of `start`; `rates` gives ẏ for y.
pub(in crate::reproduce) fn integrate(
    start: &[f64],
    times: &[f64],
    mut rates: impl FnMut(&[f64], &mut [f64]) -> Result<(), ValidationError>,
) -> Result<Curves, ValidationError> {
    let mut y = start.to_vec();
    let mut curves = Curves::default();
    let mut h = f64::INFINITY;
    for (k, &end) in times.iter().enumerate() {
        let mut t = if k == 0 { end } else { times[k - 1] };
        while t < end {
            // no step of rounding is left over
            let last = t + h >= end - 1e-12;
            let step = if last { end - t } else { h };
            match attempt(&y, step, &mut rates)? {
                Some((next, columns)) => {
                    y = next;
                    t = if last { end } else { t + step };
                    if columns < MOST - 1 {
                        h = h.max(1.5 * step);
                    }
                }
                None if step < 1e-7 => {
                    return Err(ValidationError::case(format!(
                        "the dense equations cannot be integrated beyond t = {} s",
                        six(t)
                    )));
                }
                None => h = 0.5 * step,
            }
        }
        curves.times.push(end);
        curves.rows.push(y.clone());
    }
    Ok(curves)
}

/// One step and the number of columns it took; nothing if they do not settle.
fn attempt(
    y: &[f64],
    h: f64,
    rates: &mut impl FnMut(&[f64], &mut [f64]) -> Result<(), ValidationError>,
) -> Result<Option<(Vec<f64>, usize)>, ValidationError> {
    let mut first = vec![0.0; y.len()];
    rates(y, &mut first)?;
    let mut previous: Vec<Vec<f64>> = Vec::new();
    for j in 0..MOST {
        let mut row = vec![midpoints(y, &first, h, 2 * (j + 1), rates)?];
        for k in 0..j {
            let ratio = (j + 1) as f64 / (j - k) as f64;
            let weight = 1.0 / (ratio * ratio - 1.0);
            row.push(row[k].iter().zip(&previous[k]).map(|(new, old)| new + (new - old) * weight).collect());
        }
        if j > 0 {
            let settled = |((a, b), y): ((&f64, &f64), &f64)| (a - b).abs() <= TOLERANCE * y.abs().max(1.0);
            if row[j].iter().zip(&row[j - 1]).zip(y).all(settled) {
                let end = row[j].iter().zip(y).map(|(change, y)| y + change).collect();
                return Ok(Some((end, j + 1)));
            }
        }
        previous = row;
    }
    Ok(None)
}

/// What an even number of steps of the modified midpoint rule changes: its error is a series in the squares of the step. Changes
/// are small beside the state, and so is the rounding of what is extrapolated.
fn midpoints(
    y: &[f64],
    first: &[f64],
    h: f64,
    steps: usize,
    rates: &mut impl FnMut(&[f64], &mut [f64]) -> Result<(), ValidationError>,
) -> Result<Vec<f64>, ValidationError> {
    let small = h / steps as f64;
    let mut before = vec![0.0; y.len()];
    let mut change: Vec<f64> = first.iter().map(|rate| small * rate).collect();
    let (mut now, mut slope) = (y.to_vec(), vec![0.0; y.len()]);
    for _ in 1..steps {
        for ((now, y), change) in now.iter_mut().zip(y).zip(&change) {
            *now = y + change;
        }
        rates(&now, &mut slope)?;
        for ((before, change), slope) in before.iter_mut().zip(&mut change).zip(&slope) {
            let next = *before + 2.0 * small * slope;
            (*before, *change) = (*change, next);
        }
    }
    Ok(change)
}
