//! Accelerations with speeds that stick.
//!
//! In trees, by forward dynamics with locked speeds ([`Velocity::forward_locked`]). With loops, unit forces along the speeds that stick
//! give the matrix G of the closed mechanism, whatever the algorithm; G λ = −a₀ gives the forces, refined once.

use denoc_dynamics::{DynamicsError, Loads, Velocity};
use denoc_math::Wrench;
use denoc_math::dense::Semidefinite;

use super::Friction;
use crate::SimError;
use crate::simulation::equations::Equations;

/// Pivots of G, scaled to a unit diagonal, below this count as zero.
const DEPENDENT: f64 = 1e-12;

/// Diagonal entries of G below this, relative to the largest, belong to speeds at dead points, which forces along them do not affect.
const IMMOBILE: f64 = 1e-14;

/// How speeds at rest respond to forces along them.
pub(super) struct Response {
    /// G, by rows.
    pub(super) g: Vec<f64>,
    /// The accelerations of the whole mechanism per unit of force, one vector for each speed.
    pub(super) motions: Vec<Vec<f64>>,
}

impl Response {
    /// The shortest solution of G x = b, scaled to a unit diagonal, and the rank of G.
    pub(super) fn solve(&self, b: &[f64]) -> (Vec<f64>, usize) {
        let n = b.len();
        let largest = (0..n).map(|i| self.g[i * n + i]).fold(0.0, f64::max);
        let scale = |own: f64| if own > IMMOBILE * largest { own.sqrt().recip() } else { 0.0 };
        let scales: Vec<f64> = (0..n).map(|i| scale(self.g[i * n + i])).collect();
        let mut solver = Semidefinite::new(n);
        for i in 0..n {
            for j in 0..=i {
                solver.set(i, j, 0.5 * (self.g[i * n + j] + self.g[j * n + i]) * scales[i] * scales[j]);
            }
        }
        solver.factor(DEPENDENT, usize::MAX);
        let mut x: Vec<f64> = b.iter().zip(&scales).map(|(b, scale)| b * scale).collect();
        solver.solve(&mut x, &mut vec![0.0; n]);
        x.iter_mut().zip(&scales).for_each(|(x, scale)| *x *= scale);
        (x, solver.rank())
    }
}

impl Friction {
    /// The accelerations of a tree; forces of speeds that stick are added to `total`.
    pub(in crate::simulation) fn accelerate(
        &mut self,
        stage: &mut Velocity<'_, f64>,
        total: &mut [f64],
        wrenches: &[Wrench<f64>],
        a: &mut [f64],
    ) -> Result<(), DynamicsError> {
        stage.forward_locked(total, Loads::per_link(wrenches), &self.locked, a, &mut self.held)?;
        total.iter_mut().zip(&self.held).for_each(|(total, held)| *total += held);
        for &j in &self.sticking {
            self.forces[j] = self.held[self.speeds[j]];
        }
        Ok(())
    }

    /// Adds the wrenches of friction in cut joints; its power.
    pub(in crate::simulation) fn add_wrenches(
        &mut self,
        stage: &Velocity<'_, f64>,
        wrenches: &mut [Wrench<f64>],
    ) -> f64 {
        if !self.has_cuts() {
            return 0.0;
        }
        let forces = &self.forces[self.speeds.len()..];
        self.cuts.add(stage, forces, wrenches);
        let mut speeds = vec![0.0; forces.len()];
        self.cuts.speeds(stage, &mut speeds);
        forces.iter().zip(&speeds).map(|(force, speed)| force * speed).sum()
    }
}

impl Equations<'_, '_> {
    /// The speeds with dry friction at `self.q` and `self.v`.
    pub(in crate::simulation) fn friction_speeds(&mut self) -> Result<Vec<f64>, SimError> {
        let Self { plant, friction, q, v, .. } = self;
        let mut speeds: Vec<f64> = friction.speeds.iter().map(|&k| v[k]).collect();
        if friction.has_cuts() {
            speeds.resize(friction.limits.len(), 0.0);
            let stage = plant.ws.position(plant.model, q)?.velocity(v)?;
            friction.cuts.speeds(&stage, &mut speeds[friction.speeds.len()..]);
        }
        Ok(speeds)
    }

    /// Their rates, at the last accelerations.
    pub(in crate::simulation) fn friction_rates(&mut self) -> Result<Vec<f64>, SimError> {
        let Self { plant, friction, q, v, a, .. } = self;
        let mut rates: Vec<f64> = friction.speeds.iter().map(|&k| a[k]).collect();
        if friction.has_cuts() {
            rates.resize(friction.limits.len(), 0.0);
            let stage = plant.ws.position(plant.model, q)?.velocity(v)?;
            friction.cuts.rates(&stage, a, &mut rates[friction.speeds.len()..]);
        }
        Ok(rates)
    }

    fn rates_of(&mut self, which: &[usize]) -> Result<Vec<f64>, SimError> {
        let all = self.friction_rates()?;
        Ok(which.iter().map(|&j| all[j]).collect())
    }

    /// The accelerations of a mechanism with loops, with these friction forces besides the joint forces `base`; the powers of
    /// dampers and of loads.
    fn push(&mut self, t: f64, base: &[f64], which: &[usize], forces: &[f64]) -> Result<[f64; 2], SimError> {
        self.total.copy_from_slice(base);
        for (&j, &force) in which.iter().zip(forces) {
            self.friction.forces[j] = force;
            if let Some(&k) = self.friction.speeds.get(j) {
                self.total[k] += force;
            }
        }
        let powers = self.set_wrenches(t)?;
        self.accelerate_closed(t)?;
        Ok(powers)
    }

    /// The accelerations of a mechanism with loops in which speeds stick; the powers of dampers and of loads.
    pub(in crate::simulation) fn accelerate_sticking(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        let sticking = core::mem::take(&mut self.friction.sticking);
        let powers = self.accelerate_closed_sticking(t, &sticking);
        self.friction.sticking = sticking;
        powers
    }

    fn accelerate_closed_sticking(&mut self, t: f64, sticking: &[usize]) -> Result<[f64; 2], SimError> {
        let base = self.total.clone();
        let mut forces = vec![0.0; sticking.len()];
        self.push(t, &base, sticking, &forces)?;
        let mut rates = self.rates_of(sticking)?;
        let response = self.response_closed(t, &base, sticking)?;
        let (mut powers, mut rank) = ([0.0; 2], 0);
        for _ in 0..2 {
            let change;
            (change, rank) = response.solve(&rates);
            forces.iter_mut().zip(&change).for_each(|(force, change)| *force -= change);
            powers = self.push(t, &base, sticking, &forces)?;
            rates = self.rates_of(sticking)?;
        }
        if self.closing.as_ref().is_some_and(|closing| closing.freedoms() == rank) {
            self.a.fill(0.0); // nothing can move
        }
        Ok(powers)
    }

    /// The response of speeds at the state evaluated last, in which none of them sticks.
    pub(super) fn response(&mut self, t: f64, which: &[usize]) -> Result<Response, SimError> {
        if self.closing.is_some() {
            let (base, a) = (self.total.clone(), self.a.clone());
            let response = self.response_closed(t, &base, which)?;
            (self.total, self.a) = (base, a);
            return Ok(response);
        }
        let Self { plant, friction, q, a, .. } = self;
        let (n, mut unit) = (which.len(), vec![0.0; a.len()]);
        let mut motions = vec![unit.clone(); n];
        let mut stage = plant.ws.position(plant.model, q)?;
        let mut decomposition = stage.udut()?;
        for (&j, motion) in which.iter().zip(&mut motions) {
            unit[friction.speeds[j]] = 1.0;
            decomposition.solve(&unit, motion)?;
            unit[friction.speeds[j]] = 0.0;
        }
        let g = (0..n * n).map(|x| motions[x % n][friction.speeds[which[x / n]]]).collect();
        Ok(Response { g, motions })
    }

    /// The same with loops: accelerations are affine functions of the forces, so their differences from the last ones.
    fn response_closed(&mut self, t: f64, base: &[f64], which: &[usize]) -> Result<Response, SimError> {
        let n = which.len();
        let (mut g, mut motions) = (vec![0.0; n * n], Vec::with_capacity(n));
        let given: Vec<f64> = which.iter().map(|&j| self.friction.forces[j]).collect();
        let (start, rates) = (self.a.clone(), self.rates_of(which)?);
        for (column, (&j, &force)) in which.iter().zip(&given).enumerate() {
            let unit = self.friction.limits[j];
            self.friction.forces[j] = force + unit;
            let mut pushed = base.to_vec();
            if let Some(&k) = self.friction.speeds.get(j) {
                pushed[k] += unit;
            }
            self.push(t, &pushed, &[], &[])?;
            self.friction.forces[j] = force;
            for (row, (with, without)) in self.rates_of(which)?.iter().zip(&rates).enumerate() {
                g[row * n + column] = (with - without) / unit;
            }
            motions.push(self.a.iter().zip(&start).map(|(with, without)| (with - without) / unit).collect());
        }
        Ok(Response { g, motions })
    }
}
