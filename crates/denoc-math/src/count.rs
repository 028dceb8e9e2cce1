//! A number type that counts its operations.

use core::cell::Cell;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::{Lane, Real};

/// Operation counts. A fused multiply-add counts as one multiplication and one addition; sign changes and sines are not part of
/// the published counts and are counted separately.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Operations {
    /// Multiplications.
    pub multiplications: u64,
    /// Additions and subtractions.
    pub additions: u64,
    /// Divisions (reciprocals).
    pub divisions: u64,
    /// Sine and cosine pairs.
    pub sin_cos: u64,
    /// Changes of sign.
    pub negations: u64,
}

thread_local! {
    static OPERATIONS: Cell<Operations> = const {
        Cell::new(Operations { multiplications: 0, additions: 0, divisions: 0, sin_cos: 0, negations: 0 })
    };
}

// The operations below are out of line: counting need not be fast, and kernels with counting numbers should compile quickly.
fn record(change: impl FnOnce(&mut Operations)) {
    OPERATIONS.with(|cell| {
        let mut now = cell.get();
        change(&mut now);
        cell.set(now);
    });
}

/// Runs `work` and returns its result with the operations of [`Count`] numbers on this thread.
///
/// ```
/// use denoc_math::{count_operations, Count, Real};
/// let (_, done) = count_operations(|| Count(2.0) * Count(3.0) + Count(1.0));
/// assert_eq!((done.multiplications, done.additions), (1, 1));
/// ```
pub fn count_operations<R>(work: impl FnOnce() -> R) -> (R, Operations) {
    let before = OPERATIONS.with(|cell| cell.replace(Operations::default()));
    let result = work();
    (result, OPERATIONS.with(|cell| cell.replace(before)))
}

/// An `f64` that counts its operations; see [`count_operations`].
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Count(pub f64);

impl Add for Count {
    type Output = Self;
    #[inline(never)]
    fn add(self, o: Self) -> Self {
        record(|n| n.additions += 1);
        Self(self.0 + o.0)
    }
}
impl Sub for Count {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "counts the operation")]
    #[inline(never)]
    fn sub(self, o: Self) -> Self {
        record(|n| n.additions += 1);
        Self(self.0 - o.0)
    }
}
impl Mul for Count {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "counts the operation")]
    #[inline(never)]
    fn mul(self, o: Self) -> Self {
        record(|n| n.multiplications += 1);
        Self(self.0 * o.0)
    }
}
impl Neg for Count {
    type Output = Self;
    #[inline(never)]
    fn neg(self) -> Self {
        record(|n| n.negations += 1);
        Self(-self.0)
    }
}
impl AddAssign for Count {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl SubAssign for Count {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Real for Count {
    const FUSED: bool = false;
    const SPECIALISE: bool = true;
    fn lift(value: f64) -> Self {
        Self(value)
    }
    #[inline(never)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    #[inline(never)]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        c - self * b
    }
    #[inline(never)]
    fn recip(self) -> Self {
        record(|n| n.divisions += 1);
        Self(1.0 / self.0)
    }
    #[inline(never)]
    fn sqrt(self) -> Self {
        record(|n| n.divisions += 1);
        Self(self.0.sqrt())
    }
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        record(|n| n.sin_cos += 1);
        let (s, c) = self.0.sin_cos();
        (Self(s), Self(c))
    }
    fn value(self) -> f64 {
        self.0
    }
}

impl Lane for Count {
    type Element = Count;
    const LANES: usize = 1;
    fn load(from: &[Count]) -> Self {
        from[0]
    }
    fn store(self, to: &mut [Count]) {
        to[0] = self;
    }
    fn splat(value: Count) -> Self {
        value
    }
    fn from_lanes(mut lane: impl FnMut(usize) -> Count) -> Self {
        lane(0)
    }
    fn exceeds(self, threshold: Self) -> bool {
        self.0 > threshold.0 && self.0 < f64::INFINITY
    }
}
