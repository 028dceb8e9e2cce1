use denoc_math::{Twist, Vec3, Wrench};
use nalgebra::{DMatrix, DVector};

/// A collection of numbers in a fixed order (matrices column by column).
pub trait Numbers {
    /// The numbers.
    fn numbers(&self) -> Vec<f64>;
}

macro_rules! numbers {
    ($($t:ty: $self:ident => $e:expr),* $(,)?) => {
        $(impl Numbers for $t {
            fn numbers(&$self) -> Vec<f64> {
                $e
            }
        })*
    };
}
numbers! {
    f64: self => vec![*self],
    [f64]: self => self.to_vec(),
    Vec<f64>: self => self.clone(),
    DVector<f64>: self => self.as_slice().to_vec(),
    DMatrix<f64>: self => self.as_slice().to_vec(),
    Vec3<f64>: self => self.to_array().to_vec(),
    Twist<f64>: self => self.to_array().to_vec(),
    Wrench<f64>: self => self.to_array().to_vec(),
}
impl<const N: usize> Numbers for [f64; N] {
    fn numbers(&self) -> Vec<f64> {
        self.to_vec()
    }
}
impl<N: Numbers + ?Sized> Numbers for &N {
    fn numbers(&self) -> Vec<f64> {
        (**self).numbers()
    }
}

/// The largest magnitude; NaN if any number is NaN.
pub fn largest(a: impl Numbers) -> f64 {
    a.numbers().iter().fold(0.0, |m: f64, x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x.abs()) })
}

/// The largest difference of two lists, relative to the largest number of the second (absolute if that is zero).
pub fn distance(a: impl Numbers, b: impl Numbers) -> f64 {
    let (a, b) = (a.numbers(), b.numbers());
    assert_eq!(a.len(), b.len(), "different lengths");
    let difference: Vec<f64> = a.iter().zip(&b).map(|(x, y)| x - y).collect();
    let scale = largest(&b);
    largest(&difference) / if scale == 0.0 { 1.0 } else { scale }
}

/// Panics unless the largest difference is within `tolerance` times the largest number of `b` (normwise; absolute if `b` is
/// zero).
#[track_caller]
pub fn close(a: impl Numbers, b: impl Numbers, tolerance: f64) {
    let scale = largest(b.numbers());
    close_within(a, b, tolerance * if scale == 0.0 { 1.0 } else { scale });
}

/// Panics unless every difference is within `bound`, absolutely.
#[track_caller]
pub fn close_within(a: impl Numbers, b: impl Numbers, bound: f64) {
    let (a, b) = (a.numbers(), b.numbers());
    assert_eq!(a.len(), b.len(), "{} numbers against {}", a.len(), b.len());
    // NaN counts as the worst difference
    let rank = |i: usize| {
        let d = (a[i] - b[i]).abs();
        if d.is_nan() { f64::INFINITY } else { d }
    };
    let Some(worst) = (0..a.len()).max_by(|&i, &j| rank(i).total_cmp(&rank(j))) else { return };
    assert!(
        rank(worst) <= bound,
        "entry {worst} of {}: {:e} against {:e}, difference {:.3e} > {bound:.3e} (largest number {:.3e})",
        a.len(),
        a[worst],
        b[worst],
        rank(worst),
        largest(&b),
    );
}

#[cfg(test)]
mod tests {
    use super::{close, close_within, distance};

    #[test]
    fn close_is_normwise() {
        close([1.0, 1e-15], [1.0, 0.0], 1e-14);
        close_within([0.0], [1e-3], 2e-3);
        assert_eq!(distance([1.0, 3.0], [1.0, 2.0]), 0.5);
    }

    #[test]
    #[should_panic(
        expected = "entry 1 of 2: 2e-1 against 1e-1, difference 1.000e-1 > 1.000e-3 (largest number 1.000e0)"
    )]
    fn the_worst_entry_is_named() {
        close([1.0, 0.2], [1.0, 0.1], 1e-3);
    }

    #[test]
    #[should_panic(expected = "entry 0 of 1: NaN against 1e0, difference inf")]
    fn nothing_is_close_to_nan() {
        close([f64::NAN], [1.0], 1e-3);
    }
}
