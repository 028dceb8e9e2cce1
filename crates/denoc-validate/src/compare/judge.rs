//! Whether two solutions of the equations of motion differ by more than rounding.
//!
//! Accelerations of light links are known to fewer digits: a thin link has almost no inertia about its axis. So differences are
//! substituted into the equations, M a + h = τ + Jᵀλ, and the error of each equation is compared with its terms (the
//! componentwise backward error). This does not depend on the condition of M, and a wrong sign of any term still shows.

use denoc_dynamics::DynamicsError;
use denoc_dynamics::{Loads, Workspace};
use denoc_model::Model;

use super::{DrivenState, Solution};

/// Terms that are smaller than this relative to those of other equations may be rounding alone: rods that nothing turns.
const NOTHING: f64 = 1e-4;

/// The equations of motion in one state, one per speed.
pub(super) struct Equations {
    gim: Vec<f64>,
    /// The sum of the magnitudes of all terms of each, and a little of the largest.
    sizes: Vec<f64>,
}

impl Equations {
    /// With the accelerations and the forces of a solution.
    pub(super) fn new(model: &Model, state: &DrivenState, solution: &Solution) -> Result<Self, DynamicsError> {
        let nv = model.nv();
        let (mut gim, mut h) = (vec![0.0; nv * nv], vec![0.0; nv]);
        let mut ws = Workspace::new(model);
        let mut stage = ws.position(model, &state.q)?.velocity(&state.v)?;
        stage.gim(&mut gim)?;
        stage.inverse(&vec![0.0; nv], Loads::NONE, &mut h)?;
        let inertia = |row: &[f64]| row.iter().zip(&solution.a).map(|(m, a)| (m * a).abs()).sum::<f64>();
        let others = h.iter().zip(&state.tau).zip(&solution.forces).map(|((h, tau), f)| h.abs() + tau.abs() + f.abs());
        let sizes: Vec<f64> = gim.chunks_exact(nv.max(1)).map(inertia).zip(others).map(|(a, b)| a + b).collect();
        let least = NOTHING * largest(sizes.iter().copied());
        Ok(Self { gim, sizes: sizes.into_iter().map(|size| size + least).collect() })
    }

    /// The largest change of an equation from one solution to another, relative to its terms: by accelerations, and by forces.
    pub(super) fn change(&self, from: &Solution, to: &Solution) -> f64 {
        let apart: Vec<f64> = to.a.iter().zip(&from.a).map(|(x, y)| x - y).collect();
        let inertia =
            self.gim.chunks_exact(apart.len().max(1)).map(|row| row.iter().zip(&apart).map(|(m, d)| m * d).sum());
        let forces = to.forces.iter().zip(&from.forces).map(|(x, y)| x - y);
        let share = |(change, size): (f64, &f64)| if change == 0.0 { 0.0 } else { change.abs() / size };
        largest(inertia.zip(&self.sizes).map(share)).max(largest(forces.zip(&self.sizes).map(share)))
    }
}

/// The largest difference, relative to the largest number.
pub(super) fn difference(x: &[f64], y: &[f64]) -> f64 {
    let apart = largest(x.iter().zip(y).map(|(x, y)| (x - y).abs()));
    if apart == 0.0 { 0.0 } else { apart / largest(y.iter().map(|y| y.abs())).max(f64::MIN_POSITIVE) }
}

/// The largest of numbers of at least 0; infinite if one is not a number.
fn largest(mut numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.try_fold(0.0_f64, |most, x| (!x.is_nan()).then(|| most.max(x))).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use denoc_dynamics::loops::{LoopForward, LoopMethod};
    use denoc_run::scenario::usual_start;

    use super::super::TOLERANCE;
    use super::*;

    fn found(model: &Model, state: &DrivenState, method: LoopMethod) -> Solution {
        Solution::new(model, state, &mut LoopForward::new(model, method)).unwrap()
    }

    fn state(model: &Model) -> DrivenState {
        let tau = (0..model.nv()).map(|i| 0.3 - 0.1 * i as f64).collect();
        DrivenState { q: usual_start(model), v: vec![0.0; model.nv()], tau }
    }

    // oracle: the same equations with something wrong in them; two methods that are right
    #[test]
    fn what_is_wrong_shows_and_rounding_does_not() {
        let rope = "[model]\nname = \"r\"\n[[rope]]\nname = \"r\"\nlinks = 8\nlength = 2.5\nmass_per_length = 0.1\n\
                    diameter = 0.01\nto = { point = [2, 0, 0] }\n";
        let rope = denoc_run::load_text(rope.into(), "r.toml", denoc_run::Base::Fixed).unwrap().model;
        for model in [denoc_run::load("fourbar").unwrap().model, rope] {
            let state = state(&model);
            let right = found(&model, &state, LoopMethod::Multipliers);
            let equations = Equations::new(&model, &state, &right).unwrap();
            assert_eq!(equations.change(&right, &right), 0.0);
            for &method in LoopMethod::ALL {
                let other = found(&model, &state, method);
                let change = equations.change(&right, &other);
                assert!(change < TOLERANCE, "{method:?} {change:e}");
            }
            let copy = || Solution { a: right.a.clone(), forces: right.forces.clone(), ..right };
            for i in (0..model.nv()).filter(|&i| right.a[i].abs() > 1e-6) {
                let mut wrong = copy();
                wrong.a[i] *= -1.0;
                assert!(equations.change(&right, &wrong) > 1e3 * TOLERANCE, "{i}");
            }
            let mut wrong = copy();
            wrong.forces.iter_mut().for_each(|f| *f *= -1.0);
            assert!(equations.change(&right, &wrong) > 0.01);
            let backward = DrivenState { tau: state.tau.iter().map(|x| -x).collect(), ..state };
            assert!(equations.change(&right, &found(&model, &backward, LoopMethod::Multipliers)) > 0.01);
        }
    }

    // oracle: by hand
    #[test]
    fn differences() {
        assert_eq!(difference(&[1.0, 2.0], &[1.0, 4.0]), 0.5);
        assert_eq!(difference(&[0.0], &[0.0]), 0.0);
        assert_eq!(difference(&[f64::NAN], &[1.0]), f64::INFINITY);
    }
}
