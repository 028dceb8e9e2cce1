//! The lines along which the mass of a bar is spread.

use super::points::{difference, distance};

/// The line through points on a line, from one end to the other, or else the sides of their convex hull.
pub(super) fn collinear_or_hull(points: &[[f64; 2]]) -> Vec<[[f64; 2]; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    // both chains of the hull, from the first point to the last and back
    let mut hull = chain(sorted.iter().copied());
    let back = chain(sorted.iter().rev().copied());
    hull.extend(&back[1..]);
    if hull.len() <= 3 {
        return vec![[hull[0], hull[1]]];
    }
    hull.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The chain of the hull that has all points on its left; points on its lines are left out.
fn chain(points: impl Iterator<Item = [f64; 2]>) -> Vec<[f64; 2]> {
    let mut chain: Vec<[f64; 2]> = Vec::new();
    for point in points {
        while let [.., a, b] = chain[..] {
            let (u, v) = (difference(b, a), difference(point, b));
            let area = u[0] * v[1] - u[1] * v[0];
            // points that were computed to lie on a line are off it by rounding
            if area > 1e-9 * distance(a, b) * distance(b, point) {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

pub(super) fn length(lines: &[[[f64; 2]; 2]]) -> f64 {
    lines.iter().map(|[a, b]| distance(*a, *b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: drawn by hand
    #[test]
    fn the_outline_is_a_line_or_the_sides_of_the_hull() {
        let line = collinear_or_hull(&[[0.1, 0.3], [0.0, 0.0], [0.2, 0.6]]);
        assert_eq!(line, [[[0.0, 0.0], [0.2, 0.6]]]);
        let triangle = [[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]];
        assert_eq!((collinear_or_hull(&triangle).len(), length(&collinear_or_hull(&triangle))), (3, 12.0));
        // a point inside, and one on a side
        let more = [[0.0, 0.0], [3.0, 0.0], [1.0, 1.0], [0.0, 4.0], [0.0, 2.0]];
        assert_eq!(length(&collinear_or_hull(&more)), 12.0);
        assert_eq!(length(&collinear_or_hull(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]])), 4.0);
    }
}
