//! Accelerations, motor forces and multipliers.

use super::linear::{Dense, Orthogonal, add_scaled, dot, solve_square};
use super::rows::Rows;
use super::{Actions, BodiesState, NewtonEuler};

/// The motions that the constraints allow in one configuration.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// Degrees of freedom.
    pub freedoms: usize,
    /// Number of redundant constraints.
    pub redundant: usize,
    /// The smallest pivot of the constraints that counts, relative to the largest.
    pub weakest: f64,
    /// The largest pivot that does not count.
    pub rejected: f64,
    basis: Dense,
}

/// The solution of the equations of motion.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Accelerations of all bodies and joints.
    pub(super) x: Vec<f64>,
    /// Motor forces, those of prescribed accelerations and of inverse dynamics included, by joint.
    pub motors: Vec<Vec<f64>>,
    /// One solution for the multipliers; where rows are redundant there are others.
    pub(super) lambda: Vec<f64>,
    /// The largest ratio of pivots of the constraints, and in inverse dynamics of the motors.
    pub pivots: f64,
    /// The largest acceleration by which redundant constraints contradict each other.
    pub contradiction: f64,
    /// Forces that neither motors nor constraints can exert, relative to the largest force; inverse dynamics only.
    pub unmet: f64,
}

impl NewtonEuler {
    /// The motions that the constraints allow.
    pub fn allowed(&self, state: &BodiesState) -> Allowed {
        let rows = self.rows(state, &[]);
        let factors = Orthogonal::new(rows.transposed);
        let (basis, redundant) = (factors.complement(), rows.bias.len() - factors.rank);
        let (weakest, rejected) = (factors.weakest, factors.rejected);
        Allowed { freedoms: basis.columns(), redundant, weakest, rejected, basis }
    }

    /// The state with the allowed speeds nearest to those given; joints whose list is empty follow.
    pub fn with_speeds(&self, state: &BodiesState, v: &[Vec<f64>]) -> BodiesState {
        let allowed = self.allowed(state);
        BodiesState { speeds: self.nearest(&allowed, v), ..state.clone() }
    }

    /// The allowed motion whose joint speeds are nearest to given ones, in the least-squares sense.
    fn nearest(&self, allowed: &Allowed, v: &[Vec<f64>]) -> Vec<f64> {
        let target: Vec<f64> = v.iter().flatten().copied().collect();
        let part = |k: usize| {
            let speeds = self.by_joint(allowed.basis.column(k));
            speeds.into_iter().zip(v).filter(|(_, v)| !v.is_empty()).flat_map(|(speeds, _)| speeds).collect()
        };
        let parts: Vec<Vec<f64>> = (0..allowed.freedoms).map(part).collect();
        let factors = Orthogonal::new(Dense::from_columns(target.len(), &parts)).basic(&target);
        allowed.basis.times(&factors)
    }

    /// Accelerations that the constraints allow, those of the joints as near as possible to given ones.
    pub fn accelerations(&self, state: &BodiesState, a: &[Vec<f64>]) -> Vec<f64> {
        let rows = self.rows(state, &[]);
        let (mut x, _) = particular(&Orthogonal::new(rows.transposed.clone()), &rows);
        let rest: Vec<Vec<f64>> = self.by_joint(&x).iter().zip(a).map(|(x, a)| difference(a, x)).collect();
        add_scaled(&mut x, 1.0, &self.nearest(&self.allowed(state), &rest));
        x
    }

    /// Forward dynamics.
    pub fn forward(&self, state: &BodiesState, actions: &Actions) -> Solution {
        let rows = self.rows(state, &actions.prescribed);
        let f = self.applied(state, actions);
        let factors = Orthogonal::new(rows.transposed.clone());
        let (x, contradiction) = self.solve(state, &rows, &factors, &f);
        let lambda = factors.basic(&difference(&self.inertial(state, &x), &f));
        let mut motors = self.motors(actions);
        let needed = rows.blocks.len() - actions.prescribed.len();
        for (&(joint, speed, _), block) in actions.prescribed.iter().zip(&rows.blocks[needed..]) {
            motors[joint][speed] += lambda[block.first];
        }
        Solution { x, motors, lambda, pivots: 1.0 / factors.weakest, contradiction, unmet: 0.0 }
    }

    /// A choice of independent constraints.
    pub(super) fn independent(&self, state: &BodiesState) -> Vec<usize> {
        Orthogonal::new(self.rows(state, &[]).transposed).independent().to_vec()
    }

    /// The accelerations of all bodies and joints under some of the constraints.
    pub(super) fn accelerations_under(&self, state: &BodiesState, actions: &Actions, chosen: &[usize]) -> Vec<f64> {
        let rows = self.rows(state, &[]).only(chosen);
        let factors = Orthogonal::new(rows.transposed.clone());
        self.solve(state, &rows, &factors, &self.applied(state, actions)).0
    }

    /// Accelerations, and the contradiction of redundant rows.
    fn solve(&self, state: &BodiesState, rows: &Rows, factors: &Orthogonal, f: &[f64]) -> (Vec<f64>, f64) {
        let basis = factors.complement();
        let reduced = self.reduced_mass(state, &basis);
        let (mut x, contradiction) = particular(factors, rows);
        // a second round removes most of the rounding of the first
        for _ in 0..2 {
            let rest = difference(f, &self.inertial(state, &x));
            let step = solve_square(reduced.clone(), basis.transposed_times(&rest));
            add_scaled(&mut x, 1.0, &basis.times(&step));
        }
        (x, contradiction)
    }

    /// How much the equations M x − Jᵀ λ = f, J x = −b amplify errors of their numbers: the condition number of their matrix, on the
    /// multipliers that are determined.
    pub fn condition(&self, state: &BodiesState, actions: &Actions) -> f64 {
        let rows = self.rows(state, &actions.prescribed);
        let factors = Orthogonal::new(rows.transposed.clone());
        let basis = factors.complement();
        let reduced = self.reduced_mass(state, &basis);
        let n = self.unknowns;
        let multiply = |y: &[f64]| {
            let (x, lambda) = y.split_at(n);
            let forces = difference(&self.inertial(state, x), &rows.transposed.times(lambda));
            [forces, rows.transposed.transposed_times(x).iter().map(|r| -r).collect()].concat()
        };
        let solve = |y: &[f64]| {
            let (forces, rates) = y.split_at(n);
            let (mut x, _) = factors.shortest(&rates.iter().map(|r| -r).collect::<Vec<_>>());
            let rest = basis.transposed_times(&difference(forces, &self.inertial(state, &x)));
            add_scaled(&mut x, 1.0, &basis.times(&solve_square(reduced.clone(), rest)));
            let lambda = factors.shortest_factors(&difference(&self.inertial(state, &x), forces));
            [x, lambda].concat()
        };
        // rates that dependent rows contradict are no rates
        let possible: Vec<f64> = (0..n).map(|i| (1.0 + i as f64).sin()).collect();
        let start = [possible.clone(), rows.transposed.transposed_times(&possible)].concat();
        largest_factor(&multiply, &start) * largest_factor(&solve, &start)
    }

    /// Inverse dynamics: the least forces, in the sense of the sum of squares, of motors at these speeds of joints.
    pub fn inverse(&self, state: &BodiesState, x: &[f64], at: &[(usize, usize)], actions: &Actions) -> Solution {
        let rows = self.rows(state, &[]);
        let factors = Orthogonal::new(rows.transposed.clone());
        let basis = factors.complement();
        let mut needed = difference(&self.inertial(state, x), &self.applied(state, actions));
        let unit = |&(joint, speed): &(usize, usize)| {
            let mut unit = vec![0.0; self.unknowns];
            unit[self.joints[joint].first + speed] = 1.0;
            unit
        };
        let drives: Vec<Vec<f64>> = at.iter().map(|motor| basis.transposed_times(&unit(motor))).collect();
        // a motor may be unable to move anything
        let driven = Orthogonal::beside(Dense::from_columns(basis.columns(), &drives), 1.0);
        let forces = driven.shortest_factors(&basis.transposed_times(&needed));
        let mut motors = self.motors(actions);
        let scale = needed.iter().fold(f64::MIN_POSITIVE, |most, x| most.max(x.abs()));
        for (&(joint, speed), force) in at.iter().zip(&forces) {
            motors[joint][speed] += force;
            needed[self.joints[joint].first + speed] -= force;
        }
        let unmet = basis.transposed_times(&needed).iter().fold(0.0_f64, |most, x| most.max(x.abs())) / scale;
        let lambda = factors.basic(&needed);
        let pivots = 1.0 / (factors.weakest * driven.weakest);
        Solution { x: x.to_vec(), motors, lambda, pivots, contradiction: 0.0, unmet }
    }

    fn motors(&self, actions: &Actions) -> Vec<Vec<f64>> {
        match actions.motors.is_empty() {
            true => self.joints.iter().map(|joint| vec![0.0; joint.law.freedoms()]).collect(),
            false => actions.motors.clone(),
        }
    }

    /// The mass matrix of the allowed motions.
    fn reduced_mass(&self, state: &BodiesState, basis: &Dense) -> Dense {
        let n = basis.columns();
        let mut reduced = Dense::zeros(n, n);
        for k in 0..n {
            let moved = self.inertial(state, basis.column(k));
            (0..n).for_each(|i| reduced[(i, k)] = dot(basis.column(i), &moved));
        }
        reduced
    }

    /// Accelerations of all joints.
    pub fn joint_accelerations(&self, solution: &Solution) -> Vec<Vec<f64>> {
        self.by_joint(&solution.x)
    }
}

/// The shortest x with J x + b = 0, and the contradiction of redundant rows.
fn particular(factors: &Orthogonal, rows: &Rows) -> (Vec<f64>, f64) {
    factors.shortest(&rows.bias.iter().map(|b| -b).collect::<Vec<_>>())
}

fn difference(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// The largest factor by which a symmetric map lengthens vectors, by power iteration.
fn largest_factor(map: &dyn Fn(&[f64]) -> Vec<f64>, start: &[f64]) -> f64 {
    let (mut y, mut factor) = (start.to_vec(), 0.0);
    for _ in 0..20 {
        let length = dot(&y, &y).sqrt();
        y.iter_mut().for_each(|y| *y /= length);
        y = map(&y);
        factor = dot(&y, &y).sqrt();
    }
    factor
}
