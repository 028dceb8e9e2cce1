//! Solution of the equations by subsystems, in sequence.
//!
//! In the manner of the subsystem recursion [Saha13 (54)]: a subsystem with as many unknown multipliers and forces as equations
//! is solved by itself; its multipliers are then known loads for its neighbours. The survey cuts the four-bar linkage into a
//! chain of two links (output and coupler: two equations, two multipliers) and the crank (one equation, its motor). Here
//! subsystems are found from the sparsity pattern of the equations ([`super::structure`]), so any other cut gives subsystems that
//! are as small or smaller.

use denoc_math::Real;
use denoc_math::dense::Qr;
use denoc_model::{ClosureId, LinkId, Model};

use super::equations::{Equations, Part};
use super::reduced::{Found, Reduced};
use super::structure::Pattern;
use crate::loops::{Loops, RANK_TOLERANCE};

/// Entries of J smaller than this, relative to the largest, count as zero.
const ZERO: f64 = 1e-12;

/// Joints whose equations are solved together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subsystem {
    /// The joints.
    pub joints: Vec<LinkId>,
    /// The closures whose multipliers it determines.
    pub closures: Vec<ClosureId>,
    /// The speeds whose motor forces it determines.
    pub motors: Vec<usize>,
    /// The speeds of cut joints whose motor forces it determines.
    pub cut_motors: Vec<(ClosureId, usize)>,
    /// Whether it has as many unknowns as equations, so that its forces do not depend on weights. Otherwise it has more unknowns.
    pub determinate: bool,
}

impl Subsystem {
    /// Names of its joints.
    pub fn names<'a, T: Real>(&self, model: &'a Model<T>) -> Vec<&'a str> {
        self.joints.iter().map(|link| model.joint_names()[link.0].as_str()).collect()
    }
}

#[derive(Clone, Debug)]
pub(super) struct Subsystems<T> {
    /// For every entry of J and S, whether it was nonzero in any state so far.
    seen: Vec<bool>,
    /// Whether the parts are up to date with `seen`.
    built: bool,
    parts: Vec<(Part, bool)>,
    /// Whether every equation can be matched with an unknown.
    enough: bool,
    pub(super) public: Vec<Subsystem>,
    qr: Qr<T>,
    x: Vec<T>,
}

impl<T: Real> Subsystems<T> {
    pub(super) fn new(nv: usize) -> Self {
        Self {
            seen: Vec::new(),
            built: false,
            parts: Vec::new(),
            enough: false,
            public: Vec::new(),
            qr: Qr::new(),
            x: vec![T::zero(); nv],
        }
    }

    /// Discards the subsystems after a change of motors.
    pub(super) fn restart(&mut self) {
        self.built = false;
        self.seen.clear();
    }

    /// Solves all subsystems; `None` if there are too few motors or a subsystem is singular.
    pub(super) fn solve(
        &mut self,
        model: &Model<T>,
        loops: &Loops<T>,
        equations: &mut Equations<T>,
        reduced: &mut Reduced<T>,
        limit: usize,
    ) -> Option<Found> {
        self.look(model, loops, equations);
        if !self.enough {
            return None;
        }
        let mut found = Found { rank: 0, controlled: 0, smallest: 1.0 };
        for at in 0..self.parts.len() {
            let here = if self.parts[at].1 {
                self.direct(equations, at)?
            } else {
                let here = reduced.solve(equations, &self.parts[at].0, limit.saturating_sub(found.rank));
                (here.rank + here.controlled == self.parts[at].0.equations.len()).then_some(here)?
            };
            found.rank += here.rank;
            found.controlled += here.controlled;
            found.smallest = found.smallest.min(here.smallest);
        }
        Some(found)
    }

    /// Solves a subsystem with as many unknowns as equations.
    fn direct(&mut self, equations: &mut Equations<T>, at: usize) -> Option<Found> {
        let part = &self.parts[at].0;
        let (n, m) = (part.equations.len(), part.rows.len());
        self.qr.start(n, n);
        for (i, &s) in part.equations.iter().enumerate() {
            for (j, &row) in part.rows.iter().enumerate() {
                self.qr.set(i, j, equations.scaled(row, s));
            }
            for (j, &motor) in part.motors.iter().enumerate() {
                self.qr.set(i, m + j, equations.drive(motor, s));
            }
            self.x[i] = equations.left[s];
        }
        self.qr.factor(RANK_TOLERANCE, usize::MAX);
        if self.qr.rank() < n {
            return None;
        }
        self.qr.apply_transpose(&mut self.x[..n]);
        self.qr.solve_upper(&mut self.x[..n]);
        for (&column, &x) in self.qr.order().iter().zip(&self.x) {
            match column.checked_sub(m) {
                None => {
                    let row = part.rows[column];
                    equations.set_lambda(row, x * equations.units[row].recip());
                }
                Some(motor) => equations.set_tau(part.motors[motor], x),
            }
        }
        Some(Found { rank: m, controlled: n - m, smallest: self.qr.smallest() })
    }

    /// Looks for new nonzero entries, which change the subsystems.
    fn look(&mut self, model: &Model<T>, loops: &Loops<T>, equations: &Equations<T>) {
        let (nv, m) = (equations.nv, equations.units.len());
        let size = |i: usize| match i.checked_sub(nv * m) {
            None => equations.jacobian[i].value().abs() / equations.units[i / nv].value(),
            Some(i) => equations.drives[i].value().abs(),
        };
        let count = nv * m + equations.drives.len();
        let least = ZERO * (0..count).map(size).fold(0.0, f64::max);
        self.seen.resize(count, false);
        for i in 0..count {
            if !self.seen[i] && size(i) > least {
                self.seen[i] = true;
                self.built = false;
            }
        }
        if !self.built {
            self.rebuild(model, loops, equations);
            self.built = true;
        }
    }

    fn rebuild(&mut self, model: &Model<T>, loops: &Loops<T>, equations: &Equations<T>) {
        let (nv, m) = (equations.nv, equations.units.len());
        let mut pattern = Pattern::new(nv, m + equations.motor_count());
        for i in (0..self.seen.len()).filter(|&i| self.seen[i]) {
            pattern.add(i % nv, i / nv);
        }
        let groups = pattern.groups();
        self.enough = groups.is_some();
        let groups = groups.unwrap_or_default();
        self.parts = groups
            .iter()
            .map(|group| {
                let (rows, motors): (Vec<usize>, Vec<usize>) = group.unknowns.iter().partition(|&&u| u < m);
                let motors = motors.iter().map(|u| u - m).collect();
                (Part { equations: group.equations.clone(), rows, motors }, group.determinate)
            })
            .collect();
        let public = |(part, determinate): &(Part, bool)| {
            let mut joints: Vec<LinkId> = part.equations.iter().map(|&s| model.joint_of_speed(s)).collect();
            let mut closures: Vec<ClosureId> = part.rows.iter().map(|&row| loops.rows()[row].closure).collect();
            joints.dedup();
            closures.dedup();
            let motors = part.motors.iter().filter_map(|&motor| equations.motors.get(motor).copied()).collect();
            let cuts = part.motors.iter().filter_map(|&motor| motor.checked_sub(equations.motors.len()));
            let cut_motors = cuts.map(|cut| equations.cuts[cut]).collect();
            Subsystem { joints, closures, motors, cut_motors, determinate: *determinate }
        };
        self.public = self.parts.iter().map(public).collect();
    }
}
