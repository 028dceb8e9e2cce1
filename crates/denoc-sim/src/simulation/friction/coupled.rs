//! Dry friction in trees in which joints follow others.
//!
//! A joint that sticks locks its whole group of coupled joints. Accelerations follow from the reduced inertia matrix without the rows of
//! locked groups, the forces that hold these from inverse dynamics; no multipliers are needed.

use denoc_dynamics::compiled::{Compiled, CoupledInertia};
use denoc_dynamics::{DynamicsError, State};
use denoc_model::Model;

use super::Friction;

/// The groups of coupled joints, and buffers.
pub(super) struct CoupledFriction {
    inertia: CoupledInertia,
    /// Speeds of a group, the leader first, with their ratios to it.
    groups: Vec<Vec<(usize, f64)>>,
    bias: Vec<f64>,
    rest: Vec<f64>,
}

impl CoupledFriction {
    /// `None` for other models.
    pub(super) fn new(model: &Model) -> Option<Box<Self>> {
        let inertia = CoupledInertia::new(model)?;
        let mut groups: Vec<Vec<(usize, f64)>> = Vec::new();
        for f in model.couplings().followers() {
            let [follower, leader] = [f.joint, f.leader].map(|link| model.links()[link.0].v);
            match groups.iter_mut().find(|group| group[0].0 == leader) {
                Some(group) => group.push((follower, f.ratio)),
                None => groups.push(vec![(leader, 1.0), (follower, f.ratio)]),
            }
        }
        Some(Box::new(Self { inertia, groups, bias: vec![0.0; model.nv()], rest: vec![0.0; model.nv()] }))
    }

    /// Calls `each` with the speeds that are zero if this one is.
    pub(super) fn moved_with(&self, speed: usize, each: &mut impl FnMut(usize)) {
        let binds = |group: &&Vec<(usize, f64)>| group.iter().any(|&(s, ratio)| s == speed && ratio != 0.0);
        self.groups.iter().filter(binds).flatten().for_each(|&(s, _)| each(s));
    }

    /// Locks all joints of groups of which one that moves with its leader is locked.
    pub(super) fn lock_groups(&self, locked: &mut [bool]) {
        for group in &self.groups {
            if group.iter().any(|&(s, ratio)| locked[s] && ratio != 0.0) {
                group.iter().for_each(|&(s, _)| locked[s] = true);
            }
        }
    }
}

impl Friction {
    /// The accelerations of a tree with couplings in which speeds stick; forces that hold these are added to `total`. `false` if they
    /// are left to the algorithms for loops.
    pub(in crate::simulation) fn accelerate_coupled(
        &mut self,
        compiled: &mut Compiled,
        State { q, v }: State<'_>,
        total: &mut [f64],
        a: &mut [f64],
    ) -> Result<bool, DynamicsError> {
        let Some(coupled) = &mut self.coupled else { return Ok(false) };
        let CoupledFriction { inertia, groups, bias, rest } = coupled.as_mut();
        compiled.inverse_dynamics(q, v, rest, bias)?;
        if !inertia.factor(compiled, q, &self.locked)? {
            return Ok(false);
        }
        for ((a, total), bias) in a.iter_mut().zip(&*total).zip(&*bias) {
            *a = total - bias;
        }
        inertia.solve(a);
        // what is missing at speeds that stick
        let missing = bias;
        compiled.inverse_dynamics(q, v, a, missing)?;
        missing.iter_mut().zip(&*total).for_each(|(missing, total)| *missing -= total);
        for group in groups.iter().filter(|group| self.locked[group[0].0]) {
            let sum: f64 = group.iter().map(|&(s, ratio)| ratio * missing[s]).sum();
            let bears = |s: usize, ratio: f64| ratio != 0.0 && self.sticking.iter().any(|&j| self.speeds[j] == s);
            let bearers = group.iter().filter(|&&(s, ratio)| bears(s, ratio)).count() as f64;
            for &(s, ratio) in group {
                missing[s] = if bears(s, ratio) { sum / (bearers * ratio) } else { 0.0 };
            }
        }
        for &j in &self.sticking {
            let s = self.speeds[j];
            self.forces[j] = missing[s];
            total[s] += missing[s];
        }
        Ok(true)
    }

    /// The accelerations of the whole mechanism per unit of force at each of these speeds, in a tree with couplings in which none of them
    /// sticks.
    pub(super) fn motions_coupled(
        &mut self,
        compiled: &mut Compiled,
        q: &[f64],
        which: &[usize],
    ) -> Result<Option<Vec<Vec<f64>>>, DynamicsError> {
        let Some(coupled) = &mut self.coupled else { return Ok(None) };
        if !coupled.inertia.factor(compiled, q, &vec![false; self.locked.len()])? {
            return Ok(None);
        }
        let motion = |&j: &usize| {
            let mut motion = vec![0.0; self.locked.len()];
            motion[self.speeds[j]] = 1.0;
            coupled.inertia.solve(&mut motion);
            motion
        };
        Ok(Some(which.iter().map(motion).collect()))
    }
}
