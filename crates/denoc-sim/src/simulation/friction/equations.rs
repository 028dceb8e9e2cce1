//! Accelerations with speeds that stick.
//!
//! In trees, by forward dynamics with locked speeds ([`Velocity::forward_locked`]). With loops, unit forces along the speeds that stick
//! give the matrix G of the closed mechanism, whatever the algorithm; G λ = −a₀ gives the forces, refined once.

use denoc_dynamics::{DynamicsError, Loads, State, Velocity};
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

/// G x = b for the shortest x, scaled to a unit diagonal.
struct Shortest {
    g: Semidefinite<f64>,
    scales: Vec<f64>,
    gaps: Vec<f64>,
}

impl Default for Shortest {
    fn default() -> Self {
        Self { g: Semidefinite::new(0), scales: Vec::new(), gaps: Vec::new() }
    }
}

impl Shortest {
    /// Decomposes G of n rows.
    fn factor(&mut self, g: &[f64], n: usize) {
        let largest = (0..n).map(|i| g[i * n + i]).fold(0.0, f64::max);
        let scale = |own: f64| if own > IMMOBILE * largest { own.sqrt().recip() } else { 0.0 };
        if self.scales.len() != n {
            self.g = Semidefinite::new(n);
            self.gaps.resize(n, 0.0);
        }
        self.scales.clear();
        self.scales.extend((0..n).map(|i| scale(g[i * n + i])));
        for i in 0..n {
            for j in 0..=i {
                self.g.set(i, j, 0.5 * (g[i * n + j] + g[j * n + i]) * self.scales[i] * self.scales[j]);
            }
        }
        self.g.factor(DEPENDENT, usize::MAX);
    }

    fn rank(&self) -> usize {
        self.g.rank()
    }

    /// x ← G⁺ x.
    fn solve(&mut self, x: &mut [f64]) {
        x.iter_mut().zip(&self.scales).for_each(|(x, scale)| *x *= scale);
        self.g.solve(x, &mut self.gaps);
        x.iter_mut().zip(&self.scales).for_each(|(x, scale)| *x *= scale);
    }
}

impl Response {
    /// The shortest solution of G x = b, scaled to a unit diagonal, and the rank of G.
    fn solve(&self, b: &[f64]) -> (Vec<f64>, usize) {
        let (mut x, mut shortest) = (b.to_vec(), Shortest::default());
        shortest.factor(&self.g, b.len());
        shortest.solve(&mut x);
        (x, shortest.rank())
    }

    /// The change of all speeds by the shortest impulses that change those of the response by −b, and how many of these are independent.
    pub(super) fn undo(&self, b: &[f64]) -> (Vec<f64>, usize) {
        let (mut impulses, rank) = self.solve(b);
        impulses.iter_mut().for_each(|impulse| *impulse = -*impulse);
        (self.motion(&impulses), rank)
    }

    /// The change of all speeds by impulses.
    pub(super) fn motion(&self, impulses: &[f64]) -> Vec<f64> {
        let mut change = vec![0.0; self.motions.first().map_or(0, Vec::len)];
        for (impulse, motion) in impulses.iter().zip(&self.motions) {
            change.iter_mut().zip(motion).for_each(|(change, motion)| *change += impulse * motion);
        }
        change
    }
}

/// Memory for accelerations with speeds that stick, in mechanisms with loops.
#[derive(Default)]
pub(super) struct Buffers {
    /// Joint forces without those that hold speeds, and with one of these.
    base: Vec<f64>,
    pushed: Vec<f64>,
    /// The forces that hold speeds, and the rates of these speeds.
    forces: Vec<f64>,
    rates: Vec<f64>,
    /// Rates with a force.
    moved: Vec<f64>,
    g: Vec<f64>,
    shortest: Shortest,
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

    /// G, from the motions per unit of force along the same speeds.
    fn rates_along(&self, which: &[usize], motions: &[Vec<f64>]) -> Vec<f64> {
        let n = which.len();
        (0..n * n).map(|x| motions[x % n][self.speeds[which[x / n]]]).collect()
    }

    /// Adds the wrenches of friction and stops in cut joints; their power.
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
        self.cut_speeds.resize(forces.len(), 0.0);
        self.cuts.speeds(stage, &mut self.cut_speeds);
        forces.iter().zip(&self.cut_speeds).map(|(force, speed)| force * speed).sum()
    }
}

impl Equations<'_, '_> {
    /// The speeds with dry friction or stops at `self.q` and `self.v`.
    pub(in crate::simulation) fn friction_speeds(&mut self) -> Result<Vec<f64>, SimError> {
        let Self { plant, friction, q, v, .. } = self;
        let mut speeds: Vec<f64> = friction.speeds.iter().map(|&k| v[k]).collect();
        if friction.has_cuts() {
            speeds.resize(friction.dry.len(), 0.0);
            let stage = plant.ws.position(plant.model, q)?.velocity(v)?;
            friction.cuts.speeds(&stage, &mut speeds[friction.speeds.len()..]);
        }
        Ok(speeds)
    }

    /// Their rates, at the last accelerations.
    pub(in crate::simulation) fn friction_rates(&mut self) -> Result<Vec<f64>, SimError> {
        let mut rates = Vec::new();
        self.fill_friction_rates(&mut rates)?;
        Ok(rates)
    }

    fn fill_friction_rates(&mut self, rates: &mut Vec<f64>) -> Result<(), SimError> {
        let Self { plant, friction, q, v, a, .. } = self;
        rates.clear();
        rates.extend(friction.speeds.iter().map(|&k| a[k]));
        if friction.has_cuts() {
            rates.resize(friction.dry.len(), 0.0);
            let stage = plant.ws.position(plant.model, q)?.velocity(v)?;
            friction.cuts.rates(&stage, a, &mut rates[friction.speeds.len()..]);
        }
        Ok(())
    }

    /// The rates of some of them, whose numbers ascend.
    fn rates_of(&mut self, which: &[usize], rates: &mut Vec<f64>) -> Result<(), SimError> {
        self.fill_friction_rates(rates)?;
        which.iter().enumerate().for_each(|(i, &j)| rates[i] = rates[j]);
        rates.truncate(which.len());
        Ok(())
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
        // the compiled layer gives no multipliers
        if !self.needs_multipliers && !self.any_wrenches(t) {
            let Self { plant, friction, q, v, total, a, .. } = self;
            if friction.accelerate_coupled(&mut plant.compiled, State { q, v }, total, a)? {
                self.clear_wrenches();
                return Ok([0.0; 2]);
            }
        }
        let sticking = core::mem::take(&mut self.friction.sticking);
        let mut buffers = core::mem::take(&mut self.friction.buffers);
        let powers = self.accelerate_closed_sticking(t, &sticking, &mut buffers);
        (self.friction.sticking, self.friction.buffers) = (sticking, buffers);
        powers
    }

    fn accelerate_closed_sticking(
        &mut self,
        t: f64,
        sticking: &[usize],
        buffers: &mut Buffers,
    ) -> Result<[f64; 2], SimError> {
        let n = sticking.len();
        buffers.base.clone_from(&self.total);
        buffers.forces.clear();
        buffers.forces.resize(n, 0.0);
        self.push(t, &buffers.base, sticking, &buffers.forces)?;
        self.rates_of(sticking, &mut buffers.rates)?;
        self.response_closed(t, sticking, buffers, |_, _| ())?;
        buffers.shortest.factor(&buffers.g, n);
        let mut powers = [0.0; 2];
        for _ in 0..2 {
            buffers.shortest.solve(&mut buffers.rates);
            buffers.forces.iter_mut().zip(&buffers.rates).for_each(|(force, change)| *force -= change);
            powers = self.push(t, &buffers.base, sticking, &buffers.forces)?;
            self.rates_of(sticking, &mut buffers.rates)?;
        }
        let rank = buffers.shortest.rank();
        if self.closing.as_ref().is_some_and(|closing| closing.freedoms() == rank) {
            self.a.fill(0.0); // nothing can move
        }
        Ok(powers)
    }

    /// The response of speeds at the state evaluated last, in which none of them sticks.
    pub(super) fn response(&mut self, t: f64, which: &[usize]) -> Result<Response, SimError> {
        let Self { plant, friction, q, .. } = self;
        if let Some(motions) = friction.motions_coupled(&mut plant.compiled, q, which)? {
            return Ok(Response { g: friction.rates_along(which, &motions), motions });
        }
        if self.closing.is_some() {
            let (a, mut buffers, mut motions) = (self.a.clone(), Buffers::default(), Vec::new());
            buffers.base.clone_from(&self.total);
            // by the algorithm that finds the other accelerations, too: rounding must not look like a response
            self.push(t, &buffers.base, &[], &[])?;
            let alone = self.a.clone();
            self.rates_of(which, &mut buffers.rates)?;
            self.response_closed(t, which, &mut buffers, |with, unit| {
                motions.push(with.iter().zip(&alone).map(|(with, without)| (with - without) / unit).collect());
            })?;
            (self.total, self.a) = (buffers.base, a);
            return Ok(Response { g: buffers.g, motions });
        }
        let Self { plant, friction, q, a, .. } = self;
        let mut unit = vec![0.0; a.len()];
        let mut motions = vec![unit.clone(); which.len()];
        let mut stage = plant.ws.position(plant.model, q)?;
        let mut decomposition = stage.udut()?;
        for (&j, motion) in which.iter().zip(&mut motions) {
            unit[friction.speeds[j]] = 1.0;
            decomposition.solve(&unit, motion)?;
            unit[friction.speeds[j]] = 0.0;
        }
        Ok(Response { g: friction.rates_along(which, &motions), motions })
    }

    /// G with loops: accelerations are affine functions of the forces, so the rates with one force more differ from those given, in
    /// `buffers`, by a column of G. `seen` is called with the accelerations and the force.
    fn response_closed(
        &mut self,
        t: f64,
        which: &[usize],
        buffers: &mut Buffers,
        mut seen: impl FnMut(&[f64], f64),
    ) -> Result<(), SimError> {
        let Buffers { base, pushed, rates, moved, g, .. } = buffers;
        let n = which.len();
        g.resize(n * n, 0.0);
        // without friction, a force of the size of those at work
        let size = base.iter().fold(self.weight, |most, force| most.max(force.abs()));
        let size = if size > 0.0 { size } else { 1.0 };
        for (column, &j) in which.iter().enumerate() {
            let given = self.friction.forces[j];
            let unit = if self.friction.dry[j] > 0.0 { self.friction.dry[j] } else { size };
            self.friction.forces[j] = given + unit;
            pushed.clone_from(base);
            if let Some(&k) = self.friction.speeds.get(j) {
                pushed[k] += unit;
            }
            self.push(t, pushed, &[], &[])?;
            self.friction.forces[j] = given;
            self.rates_of(which, moved)?;
            for (row, (with, without)) in moved.iter().zip(&*rates).enumerate() {
                g[row * n + column] = (with - without) / unit;
            }
            seen(&self.a, unit);
        }
        Ok(())
    }
}
