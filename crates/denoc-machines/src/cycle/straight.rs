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

/// The part of the given share of the cycle, in time, whose largest distance from its best line is smallest. The best line of a
/// planar curve is the one with the smallest largest distance, that of other curves the line of least squares. `frame` is the
/// number of a traced frame; `None` if there is no such frame, or the share is not between 0 and 1.
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
    let main = eigen.eigenvalues.imax();
    let flat = eigen.eigenvalues.imin();
    let along: Vector3<f64> = eigen.eigenvectors.column(main).into_owned();
    let normal: Vector3<f64> = eigen.eigenvectors.column(flat).into_owned();
    let across = normal.cross(&along);
    let (mut point, mut direction) = (center, along);
    if main != flat && points.iter().all(|p| (p - center).dot(&normal).abs() < 1e-9 * eigen.eigenvalues[main].sqrt()) {
        let flat: Vec<[f64; 2]> =
            points.iter().map(|p| [(p - center).dot(&along), (p - center).dot(&across)]).collect();
        let ([x, y], [dx, dy]) = middle_line(&flat);
        (point, direction) = (center + along * x + across * y, along * dx + across * dy);
    }
    let (mut deviation, mut low, mut high) = (0.0_f64, f64::INFINITY, f64::NEG_INFINITY);
    for p in points {
        let r = p - point;
        let along = r.dot(&direction);
        (low, high) = (low.min(along), high.max(along));
        deviation = deviation.max((r - direction * along).norm());
    }
    let last = first + points.len() - 1;
    Straightness { first, last, deviation, length: high - low, point: point.into(), direction: direction.into() }
}

/// A point and the direction of the middle line of the narrowest strip that holds all points of a plane. One side of it lies
/// along an edge of their convex hull.
fn middle_line(points: &[[f64; 2]]) -> ([f64; 2], [f64; 2]) {
    let hull = hull(points);
    let (mut narrowest, mut line) = (f64::INFINITY, ([0.0; 2], [1.0, 0.0]));
    for (i, a) in hull.iter().enumerate() {
        let b = hull[(i + 1) % hull.len()];
        let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        let length = dx.hypot(dy);
        if length == 0.0 {
            continue;
        }
        let [dx, dy] = [dx / length, dy / length];
        let height = |p: &[f64; 2]| (p[1] - a[1]) * dx - (p[0] - a[0]) * dy;
        let width = hull.iter().map(height).fold(0.0, f64::max);
        if width < narrowest {
            narrowest = width;
            line = ([a[0] - 0.5 * width * dy, a[1] + 0.5 * width * dx], [dx, dy]);
        }
    }
    line
}

/// The convex hull, counter-clockwise.
fn hull(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turns_left =
        |a: [f64; 2], b: [f64; 2], c: [f64; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0.0;
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut side: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while side.len() > 1 && !turns_left(side[side.len() - 2], side[side.len() - 1], p) {
                side.pop();
            }
            side.push(p);
        }
        side.pop();
        side
    };
    let mut hull = chain(&mut sorted.iter().copied());
    hull.extend(chain(&mut sorted.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the long middle line of a rectangle that is moved and tilted
    #[test]
    fn the_strip_around_a_rectangle() {
        let (sin, cos) = 0.5_f64.sin_cos();
        let corners = [[2.0, 0.3], [-2.0, 0.3], [-2.0, -0.3], [2.0, -0.3], [0.5, 0.1]];
        let points = corners.map(|[x, y]: [f64; 2]| [1.0 + cos * x - sin * y, 2.0 + sin * x + cos * y]);
        let ([x, y], [dx, dy]) = middle_line(&points);
        assert!((dx * sin - dy * cos).abs() < 1e-15 && (dx * dx + dy * dy - 1.0).abs() < 1e-15);
        // the middle lies on it
        assert!(((2.0 - y) * dx - (1.0 - x) * dy).abs() < 1e-15);
    }
}
