//! How straight a traced curve is.

use nalgebra::{Matrix3, Vector3};
use serde::Serialize;

use super::Cycle;

/// The straightest part of a curve.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Straightness {
    /// Number of its first sample.
    pub first: usize,
    /// Number of its last sample; in closed cycles it may lie beyond the end, in the next turn.
    pub last: usize,
    /// The largest distance of a sample from the line, m.
    pub deviation: f64,
    /// The length of the part, along the line, m.
    pub length: f64,
    /// A point of the line.
    pub point: [f64; 3],
    /// Its direction, a unit vector.
    pub direction: [f64; 3],
}

/// The part of the given share of the cycle, in time, whose largest distance from its line of least squares is smallest. `frame`
/// is the number of a traced frame; `None` if there is no such frame, or the share is not between 0 and 1.
pub fn straightness(cycle: &Cycle, frame: usize, share: f64) -> Option<Straightness> {
    let points: Option<Vec<Vector3<f64>>> =
        cycle.samples.iter().map(|s| s.points.get(frame).map(|p| Vector3::from(*p))).collect();
    let points = points?;
    let steps = points.len().checked_sub(1)?;
    if !(share > 0.0 && share <= 1.0) {
        return None;
    }
    let window = ((share * steps as f64).round() as usize).clamp(1, steps);
    let starts = if cycle.closed && window < steps { steps } else { steps - window + 1 };
    let part = |first: usize| -> Vec<Vector3<f64>> {
        // the last sample of a closed cycle is the first one again
        (first..=first + window).map(|i| if i <= steps { points[i] } else { points[i - steps] }).collect()
    };
    let candidates = (0..starts).map(|first| fit(&part(first), first));
    candidates.min_by(|a, b| a.deviation.total_cmp(&b.deviation))
}

fn fit(points: &[Vector3<f64>], first: usize) -> Straightness {
    let center = points.iter().sum::<Vector3<f64>>() / points.len() as f64;
    let spread = points.iter().fold(Matrix3::zeros(), |sum, p| {
        let r = p - center;
        sum + r * r.transpose()
    });
    let eigen = spread.symmetric_eigen();
    let direction: Vector3<f64> = eigen.eigenvectors.column(eigen.eigenvalues.imax()).into_owned();
    let (mut deviation, mut low, mut high) = (0.0_f64, 0.0_f64, 0.0_f64);
    for p in points {
        let r = p - center;
        let along = r.dot(&direction);
        (low, high) = (low.min(along), high.max(along));
        deviation = deviation.max((r - direction * along).norm());
    }
    let last = first + points.len() - 1;
    Straightness { first, last, deviation, length: high - low, point: center.into(), direction: direction.into() }
}
