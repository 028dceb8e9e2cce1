//! Functions on an interval as Chebyshev series, and what their coefficients prove about roots.
//!
//! On an interval scaled to −1 ≤ x ≤ 1, f(x) = Σ cₖ Tₖ(x) with |Tₖ| ≤ 1. So f has no root if |c₀| exceeds the sum of all other |cₖ|,
//! and is monotonic if the same holds for the series of its derivative. L. N. Trefethen, *Approximation Theory and Approximation
//! Practice*, chapters 3 and 18; J. P. Boyd, *Solving Transcendental Equations*, chapters 2 and 3.

/// Degree of the series.
pub(crate) const DEGREE: usize = 16;
/// Number of nodes.
pub(crate) const NODES: usize = DEGREE + 1;
/// The last coefficients of a series, whose sizes tell how much it leaves out.
const TAIL: usize = 3;
/// Parts of an interval that are not divided further.
const NARROWEST: f64 = 1e-13;

/// cos(k π / 16), k = 0 … 8.
const COSINES: [f64; 9] = [
    1.0,
    0.980_785_280_403_230_4,
    0.923_879_532_511_286_7,
    0.831_469_612_302_545_2,
    core::f64::consts::FRAC_1_SQRT_2,
    0.555_570_233_019_602_2,
    0.382_683_432_365_089_8,
    0.195_090_322_016_128_27,
    0.0,
];

/// cos(k π / 16).
fn cosine(k: usize) -> f64 {
    match k % 32 {
        k @ 0..=8 => COSINES[k],
        k @ 9..=16 => -COSINES[16 - k],
        k @ 17..=24 => -COSINES[k - 16],
        k => COSINES[32 - k],
    }
}

/// Where the nodes are, as fractions of the interval from its start (0) to its end (1): Clenshaw-Curtis points.
pub(crate) fn node(j: usize) -> f64 {
    // exact at both ends and in the middle
    0.5 - 0.5 * cosine(j)
}

/// A Chebyshev series.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    c: [f64; NODES],
    /// The last coefficient that was computed.
    degree: usize,
}

impl Series {
    /// The series of degree `DEGREE / stride` through the values at every `stride`-th node (1 or 2).
    pub(crate) fn through(stride: usize, value: impl Fn(usize) -> f64) -> Self {
        let degree = DEGREE / stride;
        let mut c = [0.0; NODES];
        for (k, c) in c.iter_mut().enumerate().take(degree + 1) {
            let sum: f64 = (0..=degree)
                .map(|j| {
                    let end = if j == 0 || j == degree { 0.5 } else { 1.0 };
                    end * value(j * stride) * cosine(k * j * stride)
                })
                .sum();
            let end = if k == 0 || k == degree { 1.0 } else { 2.0 };
            // nodes ascend: Tₖ at node j is (−1)ᵏ cos(k j π / degree)
            *c = if k % 2 == 0 { end } else { -end } * sum / degree as f64;
        }
        Self { c, degree }
    }

    /// The series minus a constant.
    pub(crate) fn minus(mut self, level: f64) -> Self {
        self.c[0] -= level;
        self
    }

    /// The constant term, about which the function varies.
    pub(crate) fn constant(&self) -> f64 {
        self.c[0]
    }

    /// A bound of the distance from the constant term.
    pub(crate) fn variation(&self) -> f64 {
        sum_of_sizes(&self.c[1..])
    }

    /// A bound of the distance from the terms up to the second degree.
    pub(crate) fn beyond_quadratic(&self) -> f64 {
        sum_of_sizes(&self.c[3..])
    }

    /// The size of the last coefficients: about what the series leaves out.
    pub(crate) fn tail(&self) -> f64 {
        self.c[self.degree + 1 - TAIL..=self.degree].iter().map(|c| c.abs()).sum()
    }

    /// Whether the function has no root, if the series is within `error` of it.
    pub(crate) fn has_no_root(&self, error: f64) -> bool {
        self.c[0].abs() > self.variation() + error
    }

    fn is_monotonic(&self) -> bool {
        let mut d = [0.0; NODES + 1];
        for k in (1..=self.degree).rev() {
            d[k - 1] = d[k + 1] + 2.0 * k as f64 * self.c[k];
        }
        (0.5 * d[0]).abs() > sum_of_sizes(&d[1..])
    }

    /// The value at the fraction `s` of the interval (Clenshaw's recurrence).
    pub(crate) fn value(&self, s: f64) -> f64 {
        let x = 2.0 * s - 1.0;
        let (mut one, mut two) = (0.0, 0.0);
        for c in self.c[1..=self.degree].iter().rev() {
            (one, two) = (2.0 * x * one - two + c, one);
        }
        x * one - two + self.c[0]
    }

    /// Divides the interval into parts in which the series has no root or is monotonic, or stays within `error` of zero: calls
    /// `end` with the fraction at which each of them ends, and the value there.
    pub(crate) fn separate(&self, error: f64, mut end: impl FnMut(f64, f64)) {
        let mut parts = vec![(0.0, 1.0)];
        while let Some((from, to)) = parts.pop() {
            let part = match (from, to) {
                (0.0, 1.0) => self.clone(),
                _ => Self::through(1, |j| self.value(from + (to - from) * node(j))),
            };
            let near_zero = || sum_of_sizes(&part.c) <= error;
            if part.has_no_root(error) || part.is_monotonic() || near_zero() || to - from < NARROWEST {
                end(to, self.value(to));
            } else {
                let middle = 0.5 * (from + to);
                parts.extend([(middle, to), (from, middle)]);
            }
        }
    }
}

/// Whether a function whose values at the nine even nodes have this range is known not to reach `level`: its series, whose
/// calculation this saves, has no root there if it is within its tail and `slack` (at most its variation) of the function. For c₀ is an
/// average of the values, and with r half the range, ½ Σ cₖ² ≤ r² (Parseval): so the other coefficients and the tail are less than 6 r in
/// sum, the coefficients alone at most 4 r.
pub(crate) fn is_beyond(level: f64, [low, high]: [f64; 2], slack: f64) -> bool {
    let r = 0.5 * (high - low);
    (low - level).max(level - high) > 6.0 * r + slack.min(4.0 * r)
}

fn sum_of_sizes(c: &[f64]) -> f64 {
    c.iter().map(|c| c.abs()).sum()
}

#[cfg(test)]
mod tests {
    use denoc_math::random::Random;

    use super::{NODES, Series, cosine, is_beyond, node};

    // oracle: the standard library
    #[test]
    fn nodes_are_those_of_clenshaw_and_curtis() {
        for k in 0..70 {
            assert!((cosine(k) - (k as f64 * core::f64::consts::PI / 16.0).cos()).abs() < 3e-15, "{k}");
        }
        assert_eq!([node(0), node(8), node(NODES - 1)], [0.0, 0.5, 1.0]);
    }

    // oracle: the functions themselves
    #[test]
    fn series_reproduce_functions() {
        let f = |s: f64| (3.0 * s).sin() * (-s).exp() + 0.2 * s.powi(5);
        for (stride, bound) in [(1, 1e-14), (2, 1e-5)] {
            let series = Series::through(stride, |j| f(node(j)));
            for i in 0..=100 {
                let s = f64::from(i) / 100.0;
                let difference = (series.value(s) - f(s)).abs();
                assert!(difference < bound && difference < 100.0 * series.tail() + 1e-15, "{stride} {s} {difference}");
            }
        }
    }

    // oracle: the series itself
    #[test]
    fn what_the_range_of_values_proves_the_series_proves_too() {
        let mut random = Random::new(1);
        let (mut proved, mut not_proved) = (0, 0);
        for trial in 0..2000 {
            let mut values = random.vector(NODES, 1.0);
            if trial % 2 == 0 {
                values = values.iter().map(|x| x.signum()).collect(); // as large as the range permits
            }
            let (level, slack) = (random.signed(15.0), random.signed(4.0).abs());
            let even = || values.iter().step_by(2).copied();
            let range = [even().fold(1.0, f64::min), even().fold(-1.0, f64::max)];
            let series = Series::through(2, |j| values[j]);
            let slack = slack.min(series.variation());
            let series = series.minus(level);
            let none = series.has_no_root(series.tail() + slack);
            assert!(none || !is_beyond(level, range, slack), "{trial}");
            proved += usize::from(is_beyond(level, range, slack));
            not_proved += usize::from(!none);
        }
        assert!(proved > 100 && not_proved > 100, "{proved} {not_proved}");
        assert!(!is_beyond(1.0, [f64::NAN, f64::NAN], 0.0));
    }

    // oracle: the roots, by hand: simple ones, a pair 1e-5 apart, a double one, none
    #[test]
    fn intervals_between_the_ends_contain_one_root_each() {
        let changes = |f: &dyn Fn(f64) -> f64| {
            let series = Series::through(1, |j| f(node(j)));
            let (mut before, mut changes, mut parts) = (f(0.0), 0, 0);
            series.separate(1e-14, |s, _| {
                changes += usize::from((before < 0.0) != (f(s) < 0.0));
                (before, parts) = (f(s), parts + 1);
            });
            assert!(parts < 200, "{parts}");
            changes
        };
        assert_eq!(changes(&|s| (s - 0.1) * (s - 0.2) * (s - 0.7)), 3);
        assert_eq!(changes(&|s| (s - 0.3) * (s - 0.300_01)), 2);
        assert_eq!(changes(&|s| (s - 0.3) * (s - 0.3) + 1e-12), 0);
        assert_eq!(changes(&|s| s - 2.0), 0);
        assert_eq!(changes(&|_| 0.0), 0);
        assert_eq!(changes(&|s| (s - 0.3) * (s - 0.3)), 0);
        assert_eq!(changes(&|s| (10.0 * s).sin() - 0.1), 4);
    }
}
