//! LU decomposition of complex square systems with row pivoting: P A = L U.

/// LU decomposition of a square complex matrix with row pivoting. Real and imaginary parts are stored apart, so that rows are
/// combined several entries at a time. Memory is reused.
///
/// ```
/// use denoc_math::dense::ComplexLu;
///
/// // (1 + 2i) x = 5
/// let mut lu = ComplexLu::new(1);
/// assert!(lu.factor(|_, _| [1.0, 2.0]));
/// let (mut re, mut im) = ([5.0], [0.0]);
/// lu.solve(&mut re, &mut im);
/// assert_eq!((re, im), ([1.0], [-2.0]));
/// ```
#[derive(Clone, Debug)]
pub struct ComplexLu {
    n: usize,
    re: Vec<f64>,
    im: Vec<f64>,
    pivots: Vec<usize>,
    /// Reciprocals of the pivots.
    inverse: Vec<[f64; 2]>,
}

impl ComplexLu {
    /// Allocates memory for n×n matrices.
    pub fn new(n: usize) -> Self {
        Self { n, re: vec![0.0; n * n], im: vec![0.0; n * n], pivots: vec![0; n], inverse: vec![[0.0; 2]; n] }
    }

    /// Fills the matrix with `[real, imaginary]` parts and decomposes it; `false` if it is singular or not finite.
    pub fn factor(&mut self, entry: impl Fn(usize, usize) -> [f64; 2]) -> bool {
        let n = self.n;
        for i in 0..n {
            for j in 0..n {
                [self.re[i * n + j], self.im[i * n + j]] = entry(i, j);
            }
        }
        (0..n).all(|k| self.eliminate(k))
    }

    /// Eliminates column `k` below the diagonal; `false` without a pivot.
    fn eliminate(&mut self, k: usize) -> bool {
        let n = self.n;
        let size = |i: &usize| self.re[i * n + k].abs() + self.im[i * n + k].abs();
        let pivot = (k..n).max_by(|a, b| size(a).total_cmp(&size(b))).unwrap_or(k);
        let largest = size(&pivot);
        if largest == 0.0 || !largest.is_finite() {
            return false;
        }
        self.pivots[k] = pivot;
        if pivot != k {
            for j in 0..n {
                self.re.swap(k * n + j, pivot * n + j);
                self.im.swap(k * n + j, pivot * n + j);
            }
        }
        let inverse = reciprocal([self.re[k * n + k], self.im[k * n + k]]);
        self.inverse[k] = inverse;
        let (re_upper, re_lower) = self.re.split_at_mut((k + 1) * n);
        let (im_upper, im_lower) = self.im.split_at_mut((k + 1) * n);
        let (row_re, row_im) = (&re_upper[k * n + k + 1..], &im_upper[k * n + k + 1..]);
        for (re, im) in re_lower.chunks_exact_mut(n).zip(im_lower.chunks_exact_mut(n)) {
            let [a, b] = times([re[k], im[k]], inverse);
            (re[k], im[k]) = (a, b);
            if a == 0.0 && b == 0.0 {
                continue;
            }
            let others = re[k + 1..].iter_mut().zip(&mut im[k + 1..]).zip(row_re.iter().zip(row_im));
            for ((x, y), (&r, &i)) in others {
                *x -= a * r - b * i;
                *y -= a * i + b * r;
            }
        }
        true
    }

    /// x ← A⁻¹ x.
    pub fn solve(&self, re: &mut [f64], im: &mut [f64]) {
        let n = self.n;
        for (k, &pivot) in self.pivots.iter().enumerate() {
            re.swap(k, pivot);
            im.swap(k, pivot);
        }
        for i in 1..n {
            let [a, b] = self.product(i, 0..i, re, im);
            re[i] -= a;
            im[i] -= b;
        }
        for i in (0..n).rev() {
            let [a, b] = self.product(i, i + 1..n, re, im);
            [re[i], im[i]] = times([re[i] - a, im[i] - b], self.inverse[i]);
        }
    }

    /// A part of a row times that part of a vector.
    fn product(&self, row: usize, columns: core::ops::Range<usize>, re: &[f64], im: &[f64]) -> [f64; 2] {
        let at = row * self.n;
        let (m_re, m_im) = (&self.re[at..][columns.clone()], &self.im[at..][columns.clone()]);
        let (mut a, mut b) = (0.0, 0.0);
        for ((&r, &i), (&x, &y)) in m_re.iter().zip(m_im).zip(re[columns.clone()].iter().zip(&im[columns])) {
            a += r * x - i * y;
            b += r * y + i * x;
        }
        [a, b]
    }
}

fn times([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a * c - b * d, a * d + b * c]
}

fn reciprocal([a, b]: [f64; 2]) -> [f64; 2] {
    // scaled: squares of large numbers would overflow
    let size = a.abs().max(b.abs());
    let (a, b) = (a / size, b / size);
    let norm = (a * a + b * b) * size;
    [a / norm, -b / norm]
}

#[cfg(test)]
mod tests {
    use super::ComplexLu;
    use crate::random::Random;

    // oracle: the product with the matrix
    #[test]
    fn solutions_satisfy_the_equations() {
        let mut random = Random::new(7);
        for n in [1, 2, 5, 12] {
            let (m_re, m_im) = (random.vector(n * n, 1.0), random.vector(n * n, 1.0));
            let (b_re, b_im) = (random.vector(n, 1.0), random.vector(n, 1.0));
            let mut lu = ComplexLu::new(n);
            assert!(lu.factor(|i, j| [m_re[i * n + j], m_im[i * n + j]]));
            let (mut re, mut im) = (b_re.clone(), b_im.clone());
            lu.solve(&mut re, &mut im);
            for i in 0..n {
                let real: f64 = (0..n).map(|j| m_re[i * n + j] * re[j] - m_im[i * n + j] * im[j]).sum();
                let imaginary: f64 = (0..n).map(|j| m_re[i * n + j] * im[j] + m_im[i * n + j] * re[j]).sum();
                assert!((real - b_re[i]).abs() < 1e-10 && (imaginary - b_im[i]).abs() < 1e-10, "{real} {imaginary}");
            }
        }
        assert!(!ComplexLu::new(2).factor(|_, _| [1.0, 1.0]));
        assert!(!ComplexLu::new(2).factor(|_, _| [0.0, f64::NAN]));
    }
}
