//! The joint motion of the examples, written from the text.

use std::f64::consts::TAU;

/// From `start` to `goal` in the time `period`, at rest at both ends [SahaIR (9.36)].
#[derive(Clone, Debug)]
pub(super) struct Cycloid {
    pub(super) start: Vec<f64>,
    pub(super) goal: Vec<f64>,
    pub(super) period: f64,
}

impl Cycloid {
    /// With the period of all examples, ten seconds.
    pub(super) fn new(start: &[f64], goal: &[f64]) -> Self {
        Self { start: start.to_vec(), goal: goal.to_vec(), period: 10.0 }
    }

    /// Coordinates, speeds and accelerations.
    pub(super) fn at(&self, t: f64) -> [Vec<f64>; 3] {
        let (s, c) = (TAU * t / self.period).sin_cos();
        let rates = |f: &dyn Fn(f64, f64) -> f64| {
            self.start.iter().zip(&self.goal).map(|(q0, q1)| f(*q0, (q1 - q0) / self.period)).collect::<Vec<f64>>()
        };
        [
            rates(&|q0, rate| q0 + rate * (t - self.period / TAU * s)),
            rates(&|_, rate| rate * (1.0 - c)),
            rates(&|_, rate| rate * TAU / self.period * s),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: what the text says about (9.36): rest at both ends, half the way at half the time with twice the mean speed
    #[test]
    fn the_cycloid_rests_at_both_ends() {
        let motion = Cycloid::new(&[1.0, 0.0], &[2.0, -3.0]);
        for (t, expected) in [(0.0, [1.0, 0.0]), (5.0, [1.5, -1.5]), (10.0, [2.0, -3.0])] {
            let [q, v, a] = motion.at(t);
            let speed = if t == 5.0 { [0.2, -0.6] } else { [0.0, 0.0] };
            for i in 0..2 {
                assert!((q[i] - expected[i]).abs() < 1e-14 && (v[i] - speed[i]).abs() < 1e-15 && a[i].abs() < 1e-15);
            }
        }
    }
}
