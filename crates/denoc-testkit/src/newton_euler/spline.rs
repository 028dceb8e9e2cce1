//! Cubic splines through the points of a cam profile, by the second derivatives at the points.

use denoc_model::CamProfile;

use super::linear::{Dense, solve_square};

/// Value, first and second derivative at x.
pub(super) fn at(profile: &CamProfile, x: f64) -> [f64; 3] {
    let points = profile.points();
    let last = points.len() - 1;
    let period = points[last][0] - points[0][0];
    let x = if profile.is_periodic() { points[0][0] + (x - points[0][0]).rem_euclid(period) } else { x };
    let bends = bends(points, profile.is_periodic());
    if x < points[0][0] || x > points[last][0] {
        let (end, piece) = if x < points[0][0] { (0, 0) } else { (last, last - 1) };
        let [y, slope, _] = inside(points, &bends, piece, points[end][0]);
        return [y + slope * (x - points[end][0]), slope, 0.0];
    }
    let piece = (0..last).rev().find(|&i| points[i][0] <= x).unwrap_or(0);
    inside(points, &bends, piece, x)
}

fn inside(points: &[[f64; 2]], bends: &[f64], i: usize, x: f64) -> [f64; 3] {
    let ([x0, y0], [x1, y1]) = (points[i], points[i + 1]);
    let h = x1 - x0;
    let (a, b) = ((x1 - x) / h, (x - x0) / h);
    let (m0, m1) = (bends[i], bends[i + 1]);
    let y = a * y0 + b * y1 + ((a * a * a - a) * m0 + (b * b * b - b) * m1) * h * h / 6.0;
    let slope = (y1 - y0) / h + ((3.0 * b * b - 1.0) * m1 - (3.0 * a * a - 1.0) * m0) * h / 6.0;
    [y, slope, a * m0 + b * m1]
}

/// The second derivatives for which slopes are continuous; zero at the ends, or equal there in a periodic profile.
fn bends(points: &[[f64; 2]], periodic: bool) -> Vec<f64> {
    let n = points.len();
    let (mut matrix, mut right) = (Dense::zeros(n, n), vec![0.0; n]);
    let width = |i: usize| points[i + 1][0] - points[i][0];
    let chord = |i: usize| (points[i + 1][1] - points[i][1]) / width(i);
    for i in 0..n {
        let (before, after) = match (i, periodic) {
            (0, true) => (n - 2, 0),
            (0, false) => {
                matrix[(i, i)] = 1.0;
                continue;
            }
            (i, _) if i + 1 == n => {
                matrix[(i, i)] = 1.0;
                matrix[(i, 0)] = if periodic { -1.0 } else { 0.0 };
                continue;
            }
            (i, _) => (i - 1, i),
        };
        matrix[(i, before)] += width(before);
        matrix[(i, i)] += 2.0 * (width(before) + width(after));
        matrix[(i, after + 1)] += width(after);
        right[i] = 6.0 * (chord(after) - chord(before));
    }
    solve_square(matrix, right)
}
