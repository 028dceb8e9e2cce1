//! Polynomials of one segment from what is given at its ends.

/// Polynomials in the time since the start of the segment, one of six coefficients for every entry.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) start: f64,
    pub(super) length: f64,
    coefficients: Vec<[f64; 6]>,
}

impl Segment {
    /// Cubic: values and rates at both ends.
    pub(super) fn cubic(start: f64, length: f64, [x0, x1]: [&[f64]; 2], [r0, r1]: [&[f64]; 2]) -> Self {
        let entry = |k: usize| {
            let (way, h) = (x1[k] - x0[k], length);
            let c2 = (3.0 * way / h - 2.0 * r0[k] - r1[k]) / h;
            let c3 = (r0[k] + r1[k] - 2.0 * way / h) / (h * h);
            [x0[k], r0[k], c2, c3, 0.0, 0.0]
        };
        Self { start, length, coefficients: (0..x0.len()).map(entry).collect() }
    }

    /// Quintic: values, rates and second rates at both ends.
    pub(super) fn quintic(
        start: f64,
        length: f64,
        [x0, x1]: [&[f64]; 2],
        [r0, r1]: [&[f64]; 2],
        [s0, s1]: [&[f64]; 2],
    ) -> Self {
        let entry = |k: usize| {
            let h = length;
            // what the quadratic from the start misses at the end
            let value = x1[k] - x0[k] - h * (r0[k] + 0.5 * h * s0[k]);
            let rate = (r1[k] - r0[k] - h * s0[k]) * h;
            let second = (s1[k] - s0[k]) * h * h;
            let h3 = h * h * h;
            [
                x0[k],
                r0[k],
                0.5 * s0[k],
                (10.0 * value - 4.0 * rate + 0.5 * second) / h3,
                (-15.0 * value + 7.0 * rate - second) / (h3 * h),
                (6.0 * value - 3.0 * rate + 0.5 * second) / (h3 * h * h),
            ]
        };
        Self { start, length, coefficients: (0..x0.len()).map(entry).collect() }
    }

    /// Values, rates and second rates at time `t`.
    pub(super) fn at(&self, t: f64) -> [Vec<f64>; 3] {
        let u = t - self.start;
        let value = |c: &[f64; 6]| c.iter().rev().fold(0.0, |sum, c| sum * u + c);
        let rate = |c: &[f64; 6]| (1..6).rev().fold(0.0, |sum, k| sum * u + k as f64 * c[k]);
        let second = |c: &[f64; 6]| (2..6).rev().fold(0.0, |sum, k| sum * u + (k * (k - 1)) as f64 * c[k]);
        [
            self.coefficients.iter().map(value).collect(),
            self.coefficients.iter().map(rate).collect(),
            self.coefficients.iter().map(second).collect(),
        ]
    }

    /// The largest rate and second rate of a cubic entry in magnitude.
    pub(super) fn cubic_peaks(&self, k: usize) -> [f64; 2] {
        let [_, c1, c2, c3, ..] = self.coefficients[k];
        let rate = |u: f64| (c1 + u * (2.0 * c2 + 3.0 * u * c3)).abs();
        let second = |u: f64| (2.0 * c2 + 6.0 * c3 * u).abs();
        let turning = -c2 / (3.0 * c3);
        let inside = if turning > 0.0 && turning < self.length { rate(turning) } else { 0.0 };
        [rate(0.0).max(rate(self.length)).max(inside), second(0.0).max(second(self.length))]
    }
}
