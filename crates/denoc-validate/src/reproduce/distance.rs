//! The distance between two segments.

use super::dense::vector::{V3, add, dot, scale, sub};

/// A straight piece between two points.
pub(super) type Segment = [V3; 2];

/// The least distance between points of two segments.
///
/// The squared distance is a convex function of the two parameters: its least value on the square of parameters is inside, or
/// where one of them is at an end, for which the other follows by projection.
pub(super) fn distance([a, b]: Segment, [c, d]: Segment) -> f64 {
    let (u, w, between) = (sub(b, a), sub(d, c), sub(c, a));
    let (uu, ww, uw) = (dot(u, u), dot(w, w), dot(u, w));
    let square = |s: f64, t: f64| {
        let apart = sub(add(between, scale(w, t)), scale(u, s));
        dot(apart, apart)
    };
    // the parameter of the foot of a perpendicular, kept on the segment; a segment without length has one point
    let kept = |along: f64, length: f64| if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 };
    let on_first = |t: f64| kept(dot(u, add(between, scale(w, t))), uu);
    let on_second = |s: f64| kept(dot(w, sub(scale(u, s), between)), ww);
    let mut least = [0.0, 1.0].map(|t| square(on_first(t), t)).into_iter().fold(f64::INFINITY, f64::min);
    least = [0.0, 1.0].map(|s| square(s, on_second(s))).into_iter().fold(least, f64::min);
    let determinant = uu * ww - uw * uw;
    if determinant > 1e-12 * uu * ww {
        let s = (dot(u, between) * ww - dot(w, between) * uw) / determinant;
        let t = (dot(u, between) * uw - dot(w, between) * uu) / determinant;
        if (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
            least = least.min(square(s, t));
        }
    }
    least.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: drawn by hand
    #[test]
    fn distances_by_hand() {
        let x = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
        let cases = [
            ([[0.5, -1.0, 0.3], [0.5, 1.0, 0.3]], 0.3),
            ([[0.0, 2.0, 0.0], [1.0, 2.0, 0.0]], 2.0),
            ([[4.0, 4.0, 0.0], [5.0, 4.0, 0.0]], 5.0),
            ([[0.5, 0.0, 0.0], [0.5, 3.0, 0.0]], 0.0),
            ([[0.2, 0.0, 0.0], [0.9, 0.0, 0.0]], 0.0),
            ([[2.0, 0.0, 1.0], [2.0, 0.0, 1.0]], 2.0_f64.sqrt()),
        ];
        for (other, expected) in cases {
            assert!((distance(x, other) - expected).abs() < 1e-15, "{other:?}");
            assert!((distance(other, x) - expected).abs() < 1e-15, "{other:?}");
        }
    }

    // oracle: the least distance of many pairs of points
    #[test]
    fn no_pair_of_points_is_nearer() {
        let number = |k: f64| (12.9898 * k).sin() * 2.0;
        for case in 0..200 {
            let k = f64::from(case) * 12.0;
            let at = |i: f64| [number(k + i), number(k + i + 1.0), number(k + i + 2.0)];
            let (first, second) = ([at(0.0), at(3.0)], [at(6.0), at(9.0)]);
            let mut least = f64::INFINITY;
            for i in 0..=60 {
                for j in 0..=60 {
                    let p = |[a, b]: Segment, n: i32| add(a, scale(sub(b, a), f64::from(n) / 60.0));
                    let apart = sub(p(first, i), p(second, j));
                    least = least.min(dot(apart, apart).sqrt());
                }
            }
            let found = distance(first, second);
            assert!(found <= least + 1e-12 && found > least - 0.15, "{found} {least}");
        }
    }
}
