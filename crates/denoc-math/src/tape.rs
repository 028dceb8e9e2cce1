//! Recording of a computation, to be replayed with any number type.
//!
//! A function over [`Real`] cannot branch on values, so one recording describes it completely. This is how custom joints work
//! with every number type.

use core::cell::RefCell;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::Real;

/// One recorded operation; operands are positions on the tape.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Step {
    Input(u32),
    Constant(f64),
    Add(u32, u32),
    Subtract(u32, u32),
    Multiply(u32, u32),
    Negate(u32),
    Reciprocal(u32),
    SquareRoot(u32),
    Sine(u32),
    Cosine(u32),
}

thread_local! {
    static RECORDING: RefCell<Vec<Step>> = const { RefCell::new(Vec::new()) };
}

/// A number that records its operations. Use it through [`Tape::record`].
#[derive(Copy, Clone, Debug)]
pub struct Traced {
    place: u32,
    value: f64,
    constant: bool,
}

fn push(step: Step, value: f64) -> Traced {
    RECORDING.with(|tape| {
        let mut tape = tape.borrow_mut();
        tape.push(step);
        Traced { place: (tape.len() - 1) as u32, value, constant: matches!(step, Step::Constant(_)) }
    })
}

impl Traced {
    fn is(self, value: f64) -> bool {
        self.constant && self.value == value
    }

    /// An operation on two numbers; on two constants it is done at once.
    fn combine(self, o: Self, step: fn(u32, u32) -> Step, value: f64) -> Self {
        if self.constant && o.constant { Self::lift(value) } else { push(step(self.place, o.place), value) }
    }
}

// zeros and ones, which are frequent in derivatives, are simplified
impl Add for Traced {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        match (self.is(0.0), o.is(0.0)) {
            (true, _) => o,
            (_, true) => self,
            _ => self.combine(o, Step::Add, self.value + o.value),
        }
    }
}
impl Sub for Traced {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        if o.is(0.0) { self } else { self.combine(o, Step::Subtract, self.value - o.value) }
    }
}
impl Mul for Traced {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        if self.is(1.0) || o.is(0.0) {
            o
        } else if o.is(1.0) || self.is(0.0) {
            self
        } else {
            self.combine(o, Step::Multiply, self.value * o.value)
        }
    }
}
impl Neg for Traced {
    type Output = Self;
    fn neg(self) -> Self {
        if self.constant { Self::lift(-self.value) } else { push(Step::Negate(self.place), -self.value) }
    }
}
impl AddAssign for Traced {
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl SubAssign for Traced {
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl Real for Traced {
    const FUSED: bool = false;
    fn lift(value: f64) -> Self {
        push(Step::Constant(value), value)
    }
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        c - self * b
    }
    fn recip(self) -> Self {
        push(Step::Reciprocal(self.place), 1.0 / self.value)
    }
    fn sqrt(self) -> Self {
        push(Step::SquareRoot(self.place), self.value.sqrt())
    }
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = self.value.sin_cos();
        (push(Step::Sine(self.place), s), push(Step::Cosine(self.place), c))
    }
    fn value(self) -> f64 {
        self.value
    }
}

/// A recorded function of several inputs and outputs.
///
/// ```
/// use denoc_math::{tape::Tape, Real};
/// let tape = Tape::record(&[0.3, 2.0], |x| vec![x[0].sin_cos().0 * x[1]]);
/// let mut out = [0.0];
/// tape.replay(&[1.0, 3.0], &mut out);
/// assert!((out[0] - 3.0 * 1.0f64.sin()).abs() < 1e-15);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tape {
    steps: Vec<Step>,
    outputs: Vec<u32>,
}

impl Tape {
    /// Records `function`; `sample` only supplies values for [`Real::value`], the recording holds for all inputs.
    pub fn record(sample: &[f64], function: impl FnOnce(&[Traced]) -> Vec<Traced>) -> Self {
        let outer = RECORDING.with(|tape| core::mem::take(&mut *tape.borrow_mut()));
        let inputs: Vec<_> = sample.iter().enumerate().map(|(i, &x)| push(Step::Input(i as u32), x)).collect();
        let outputs = function(&inputs).iter().map(|x| x.place).collect();
        let steps = RECORDING.with(|tape| core::mem::replace(&mut *tape.borrow_mut(), outer));
        Self { steps, outputs }
    }

    /// Number of outputs.
    pub fn outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Evaluates with other numbers. Recordings of up to 256 steps need no allocation.
    pub fn replay<T: Real>(&self, inputs: &[T], outputs: &mut [T]) {
        if self.steps.len() <= 256 {
            self.replay_in(&mut [T::zero(); 256], inputs, outputs);
        } else {
            self.replay_in(&mut vec![T::zero(); self.steps.len()], inputs, outputs);
        }
    }

    fn replay_in<T: Real>(&self, scratch: &mut [T], inputs: &[T], outputs: &mut [T]) {
        for (place, step) in self.steps.iter().enumerate() {
            let at = |i: u32| scratch[i as usize];
            let value = match *step {
                Step::Input(i) => inputs[i as usize],
                Step::Constant(c) => T::lift(c),
                Step::Add(a, b) => at(a) + at(b),
                Step::Subtract(a, b) => at(a) - at(b),
                Step::Multiply(a, b) => at(a) * at(b),
                Step::Negate(a) => -at(a),
                Step::Reciprocal(a) => at(a).recip(),
                Step::SquareRoot(a) => at(a).sqrt(),
                Step::Sine(a) => at(a).sin_cos().0,
                Step::Cosine(a) => at(a).sin_cos().1,
            };
            scratch[place] = value;
        }
        for (out, &place) in outputs.iter_mut().zip(&self.outputs) {
            *out = scratch[place as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tape;
    use crate::{Dual, Real};

    fn f<T: Real>(x: &[T]) -> Vec<T> {
        let (s, c) = x[0].sin_cos();
        vec![s.mul_add(x[1], c.recip()), (x[1] * x[1]).sqrt() - -x[0], c.neg_mul_add(s, T::lift(2.0))]
    }

    // oracle: direct evaluation with the same number
    #[test]
    fn replay_equals_the_function_for_plain_and_dual_numbers() {
        let tape = Tape::record(&[0.0, 1.0], f);
        let at = [Dual::<f64, 2>::variable(0.4, 0), Dual::variable(1.7, 1)];
        let mut out = [Dual::lift(0.0); 3];
        tape.replay(&at, &mut out);
        for (a, b) in out.iter().zip(f(&at)) {
            assert!((a.value - b.value).abs() < 1e-15);
            assert!((a.parts[0] - b.parts[0]).abs() < 1e-14 && (a.parts[1] - b.parts[1]).abs() < 1e-14);
        }
        assert_eq!(tape.outputs(), 3);
    }
}
