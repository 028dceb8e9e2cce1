//! Motion in time: the extrapolated midpoint rule of Gragg, Bulirsch and Stoer, of order 16, with step control.

use super::joint::quaternion_rate;
use super::vectors::{Matrix, Vector};
use super::{Actions, BodiesState, NewtonEuler};

/// Midpoint rules with 2, 4, … substeps.
const COLUMNS: usize = 8;

impl NewtonEuler {
    /// The state after a time, under actions that depend on time. The local error is kept near `tolerance`, relative to the largest
    /// number of the state.
    pub fn integrate(
        &self,
        start: &BodiesState,
        duration: f64,
        tolerance: f64,
        actions: &dyn Fn(f64) -> Actions,
    ) -> BodiesState {
        let (mut y, mut t, mut step) = (self.pack(start), 0.0, 0.02_f64.min(duration));
        while t < duration {
            step = step.min(duration - t);
            // the states within a step violate constraints a little: redundant ones would seem independent
            let chosen = self.independent(&self.unpack(start, &y));
            let rates = |t: f64, y: &[f64]| self.rates(&self.unpack(start, y), &actions(t), &chosen);
            let (next, error) = extrapolated(&rates, t, &y, step);
            let scale = y.iter().fold(1.0_f64, |most, y| most.max(y.abs()));
            let quality = error / (tolerance * scale);
            assert!(step > 1e-9, "the motion cannot be followed beyond {t} s: error {error:e}");
            if quality <= 1.0 {
                t = if duration - t <= step { duration } else { t + step };
                y = next;
            }
            // the error estimate is of order 2 · COLUMNS − 1
            step *= (0.8 * quality.max(1e-20).powf(-1.0 / (2 * COLUMNS - 1) as f64)).clamp(0.2, 2.0);
        }
        self.unpack(start, &y)
    }

    /// Orientations as quaternions, mass centres, coordinates, speeds.
    fn pack(&self, state: &BodiesState) -> Vec<f64> {
        let mut y = Vec::new();
        state.quaternions.iter().for_each(|q| y.extend(q));
        state.centers.iter().for_each(|c| y.extend(c.0));
        state.q.iter().for_each(|q| y.extend(q));
        y.extend(&state.speeds);
        y
    }

    /// The state; `like` has as many coordinates in each joint.
    fn unpack(&self, like: &BodiesState, mut y: &[f64]) -> BodiesState {
        let mut take = |count: usize| {
            let (taken, rest) = y.split_at(count);
            y = rest;
            taken
        };
        let n = self.bodies.len();
        let quaternions: Vec<[f64; 4]> = take(4 * n).chunks(4).map(|q| [q[0], q[1], q[2], q[3]]).collect();
        let rotations = quaternions.iter().map(|q| Matrix::from_quaternion(*q)).collect();
        let centers = take(3 * n).chunks(3).map(|c| Vector([c[0], c[1], c[2]])).collect();
        let q = like.q.iter().map(|q| take(q.len()).to_vec()).collect();
        BodiesState { q, quaternions, rotations, centers, speeds: y.to_vec() }
    }

    fn rates(&self, state: &BodiesState, actions: &Actions, chosen: &[usize]) -> Vec<f64> {
        let mut rates = Vec::new();
        for (b, r) in state.rotations.iter().enumerate() {
            let turning = r.transpose() * self.motion(state, Some(b)).0;
            rates.extend(quaternion_rate(state.quaternions[b], turning));
        }
        (0..self.bodies.len()).for_each(|b| rates.extend(self.motion(state, Some(b)).1.0));
        for (i, joint) in self.joints.iter().enumerate() {
            rates.extend(joint.law.rates(&state.q[i], self.joint_speeds(state, i)));
        }
        rates.extend(self.accelerations_under(state, actions, chosen));
        rates
    }
}

/// The state after one step, and its difference from the next lower order.
fn extrapolated(rates: &dyn Fn(f64, &[f64]) -> Vec<f64>, t: f64, y: &[f64], step: f64) -> (Vec<f64>, f64) {
    let along = |y: &[f64], h: f64, rate: &[f64]| -> Vec<f64> { y.iter().zip(rate).map(|(y, r)| y + h * r).collect() };
    let first = rates(t, y);
    let (mut previous, mut error): (Vec<Vec<f64>>, f64) = (Vec::new(), f64::INFINITY);
    for j in 0..COLUMNS {
        let substeps = |j: usize| 2.0 * (j + 1) as f64;
        let h = step / substeps(j);
        let (mut before, mut here) = (y.to_vec(), along(y, h, &first));
        for k in 1..2 * (j + 1) {
            let next = along(&before, 2.0 * h, &rates(t + h * k as f64, &here));
            before = std::mem::replace(&mut here, next);
        }
        // Aitken and Neville, in squares of the substep
        let mut row = vec![here];
        for k in 1..=j {
            let ratio = (substeps(j) / substeps(j - k)).powi(2);
            let refined = row[k - 1].iter().zip(&previous[k - 1]).map(|(v, l)| v + (v - l) / (ratio - 1.0));
            row.push(refined.collect());
        }
        if let [.., lower, best] = &row[..] {
            let differences = || best.iter().zip(lower).map(|(a, b)| (a - b).abs());
            let finite = differences().all(f64::is_finite);
            error = if finite { differences().fold(0.0, f64::max) } else { f64::INFINITY };
        }
        previous = row;
    }
    (previous.pop().unwrap_or_default(), error)
}
