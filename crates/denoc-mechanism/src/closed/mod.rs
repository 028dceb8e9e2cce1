//! States of mechanisms with loops in independent coordinates.
//!
//! Around a base q₀ that closes all loops, the coordinates that do are q = q₀ ⊕ (T s + w(s)): T spans the motions that the
//! closures allow, w is at right angles to them and follows from s by Newton's method. Speeds are v = T u + w′ with J v = 0. The
//! integrators see s and u only, so no integrator stage can violate closure, and there is no drift. T is recomputed at the base of
//! every step, cluster by cluster (a loop, or a group of loops that share joints). J is eliminated as a sparse matrix: the cost of a
//! row of loops, each of which shares a joint with the next, is linear in their number.
//!
//! At singular configurations J loses rank, other branches of motion cross the present one, and w(s) cannot be solved for. But along the
//! branch q, v and accelerations are smooth: near such a configuration they are interpolated from configurations on both sides of it
//! that continuation reaches without ambiguity (`follow.rs`, `bridge.rs`).
//!
//! This costs an iteration per state. Away from singular configurations, and if a loop has hundreds of independent motions, for which T is too
//! large, states are kept in the coordinates of the tree instead and projected onto the closures after every step (`correction.rs`).

mod block;
mod bridge;
mod correction;
mod follow;
mod start;

use denoc_dynamics::loops::Loops;
use denoc_dynamics::{Position, Workspace};
use denoc_math::dense::Qr;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use crate::MechanismError;
use crate::manifold::Manifold;
use block::{Block, Level, Placed};
use bridge::KnownNode;
use follow::Followed;

/// Configurations whose smallest pivot is below this fraction of its usual value are bridged: geometry is known to rounding ε only,
/// so at a fraction δ the branch is known to ε/δ, its speeds to ε/δ², its accelerations to ε/δ³.
const ZONE: f64 = 0.05;
/// Below this fraction, the equations of a configuration do not tell its branch from others.
const SINGULAR: f64 = 0.01;

/// Speeds below this fraction of those of the whole mechanism are judged relative to these, not to themselves, to allow for
/// rounding ([`Loops::pace`]).
const NEGLIGIBLE: f64 = 1e-7;

/// A state near a singular configuration, as a sum over states on both sides of it.
#[derive(Clone, Debug)]
pub struct Node {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Its weight in the sum.
    pub weight: f64,
    local: Vec<f64>,
}

/// A state in independent coordinates.
#[derive(Copy, Clone, Debug)]
pub struct Independent<'a> {
    /// Independent coordinates around [`ClosedSpace::base`], dimensionless.
    pub s: &'a [f64],
    /// Independent speeds, 1/s.
    pub u: &'a [f64],
}

/// The closed states of a mechanism with loops, in independent coordinates.
#[derive(Clone, Debug)]
pub struct ClosedSpace<'m> {
    model: &'m Model,
    manifold: Manifold<'m>,
    loops: Loops<f64>,
    blocks: Vec<Block>,
    /// Speeds outside all loops.
    free: Vec<usize>,
    /// Size of each speed: 1 for angles, the size of the mechanism for lengths.
    scale: Vec<f64>,
    /// Number of independent coordinates and speeds.
    counts: [usize; 2],
    /// The length of a step along which a few joints turn by about one radian: it grows with the root of their number.
    stride: f64,
    /// The longest path along the links, relative to the size of the mechanism; at least one.
    length: f64,
    base: Vec<f64>,
    /// Local coordinates of the tree at the state placed last.
    local: Vec<f64>,
    /// Whether the base is a singular configuration.
    base_singular: bool,
    /// How far it is from one: the smallest pivot as a fraction of its usual value.
    base_least: f64,
    /// The same for the rows that bind coordinates alone, as [`ClosedSpace::regularity`] measures it.
    base_regular: f64,
    /// The coordinates at which [`ClosedSpace::regularity`] was measured last.
    examined: Vec<f64>,
    /// Whether states are kept in the coordinates of the tree.
    tree: bool,
    /// Changes of coordinates, and coordinates, of a correction.
    change: Vec<f64>,
    moved: Vec<f64>,
    /// The states that make up the last one, if it was near a singular configuration.
    pub nodes: Vec<Node>,
    /// Nodes of the present base, by their independent coordinates.
    known_nodes: Vec<KnownNode>,
    residuals: Vec<f64>,
    qr: Qr<f64>,
}

impl<'m> ClosedSpace<'m> {
    /// Number of independent coordinates.
    pub fn coordinates(&self) -> usize {
        self.counts[0]
    }

    /// Number of independent speeds.
    pub fn speeds(&self) -> usize {
        self.counts[1]
    }

    /// Highest rank of the rows of every cluster of the model.
    pub fn cluster_ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.model.clusters().len()];
        let closed = self.model.clusters().iter().enumerate().filter(|(_, c)| !c.closures.is_empty());
        for ((i, _), block) in closed.zip(&self.blocks) {
            ranks[i] = block.ranks[Level::Speeds as usize];
        }
        ranks
    }

    /// The coordinates around which states are local.
    pub fn base(&self) -> &[f64] {
        &self.base
    }

    /// Coordinates and speeds of a state.
    pub fn state(
        &mut self,
        ws: &mut Workspace<f64>,
        Independent { s, u }: Independent<'_>,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<(), MechanismError> {
        self.nodes.clear();
        let within_reach = self.base_least < ZONE + 2.0 * self.strides(s);
        let followed = if within_reach && self.is_near_singular(ws, s)? { None } else { self.follow(ws, s)? };
        match followed {
            Some(Followed { w, least }) if least >= ZONE => {
                self.local = self.embed(s, &w);
                let (here, speeds) = self.complete(ws, &self.local.clone(), u)?;
                q.copy_from_slice(&here);
                v.copy_from_slice(&speeds);
                Ok(())
            }
            _ => self.bridge(ws, Independent { s, u }, q, v),
        }
    }

    /// Whether a state is deep inside the zone that is bridged: its tangents and curvature are accurate enough to show that, and save
    /// a search in vain.
    fn is_near_singular(&mut self, ws: &mut Workspace<f64>, s: &[f64]) -> Result<bool, MechanismError> {
        let curvature = if self.base_singular { self.zero() } else { self.curvature(ws, s)? };
        let (local, mut q) = (self.embed(s, &curvature), vec![0.0; self.model.nq()]);
        self.manifold.coordinates(&self.base, &local, &mut q);
        Ok(self.regularity(ws, &q)?.into_iter().any(|least| least < 0.5 * ZONE))
    }

    /// Coordinates and speeds for local coordinates that close all loops.
    fn complete(
        &mut self,
        ws: &mut Workspace<f64>,
        local: &[f64],
        u: &[f64],
    ) -> Result<(Vec<f64>, Vec<f64>), MechanismError> {
        let mut q = vec![0.0; self.model.nq()];
        self.manifold.coordinates(&self.base, local, &mut q);
        let stage = ws.position(self.model, &q)?;
        self.loops.place(&stage);
        let v = self.full_speeds(&stage, u);
        Ok((q, v))
    }

    fn lay_out(&mut self) {
        for level in [0, 1] {
            let mut next = 0;
            for block in &mut self.blocks {
                block.first[level] = next;
                next += block.tangents[level].ncols();
            }
            self.counts[level] = next + self.free.len();
        }
    }

    /// Moves the base to these coordinates, which must close all loops; `v` selects the branch in singular configurations.
    pub fn set_base(&mut self, ws: &mut Workspace<f64>, q: &[f64], v: &[f64]) -> Result<(), MechanismError> {
        self.order_at(ws, q)?;
        for block in &mut self.blocks {
            block.tangents = [Level::Coordinates, Level::Speeds].map(|level| block.allowed(level));
        }
        if self.base_singular {
            self.set_singular_tangents(ws, v)?;
        }
        Ok(())
    }

    /// Whether states are kept in the coordinates of the tree, and corrected, rather than in independent ones.
    pub fn use_tree_coordinates(&mut self, tree: bool) {
        self.tree = tree;
        self.nodes.clear();
    }

    /// Distance of the base from a singular configuration: the smallest of [`ClosedSpace::regularity`].
    pub fn base_regularity(&self) -> f64 {
        self.base_regular
    }

    /// Makes these coordinates the base, with the order of elimination that belongs to them; directions of motion are left alone.
    pub fn order_at(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<(), MechanismError> {
        self.base.copy_from_slice(q);
        self.known_nodes.clear();
        // the order depends on the base and the start of the motion alone, so that a resumed run has the same
        let is_examined = self.examined == q && self.blocks.iter().all(Block::is_examined_in_usual_order);
        let is_known = is_examined && self.blocks.iter().all(Block::has_usual_pivots);
        if !is_known {
            if !is_examined {
                self.blocks.iter_mut().for_each(Block::take_usual_order);
                self.regularity(ws, q)?;
            }
            if !self.blocks.iter().all(Block::has_usual_pivots) {
                self.blocks.iter_mut().for_each(Block::forget_order);
                self.regularity(ws, q)?;
            }
        }
        let regular = self.blocks.iter().map(|block| block.least(Level::Coordinates) / block.usual);
        self.base_regular = regular.fold(f64::INFINITY, f64::min);
        self.base_least = self.base_regular;
        if !is_known && !self.blocks.iter().all(Block::is_holonomic) {
            let stage = ws.position(self.model, q)?;
            let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
            for block in self.blocks.iter_mut().filter(|block| !block.is_holonomic()) {
                self.base_least = self.base_least.min(block.eliminate(placed, Level::Speeds) / block.usual);
            }
        }
        self.blocks.iter_mut().for_each(Block::keep_order);
        self.base_singular = self.base_least < SINGULAR;
        Ok(())
    }

    /// The pivots of all clusters at the base, in their order: numbers of rows and of speeds.
    pub fn pivots(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        self.blocks.iter().flat_map(Block::pivots)
    }

    /// The independent speeds of full speeds.
    pub fn reduce_speeds(&self, v: &[f64], u: &mut [f64]) {
        self.reduce(Level::Speeds, v, u);
    }

    /// The rates of the independent coordinates for full speeds, at the state placed last.
    pub fn coordinate_rates(&self, v: &[f64], rates: &mut [f64]) -> Result<(), (usize, f64)> {
        let mut full = vec![0.0; v.len()];
        self.manifold.rates(&self.local, v, &mut full)?;
        self.reduce(Level::Coordinates, &full, rates);
        Ok(())
    }

    /// Tᵀ x of a full vector.
    fn reduce(&self, level: Level, full: &[f64], out: &mut [f64]) {
        for block in &self.blocks {
            let tangents = &block.tangents[level as usize];
            for (j, out) in out[block.first[level as usize]..].iter_mut().take(tangents.ncols()).enumerate() {
                *out = block.speeds.iter().zip(&tangents.column(j)).map(|(&s, t)| t * full[s] / self.scale[s]).sum();
            }
        }
        let first = self.counts[level as usize] - self.free.len();
        for (out, &s) in out[first..].iter_mut().zip(&self.free) {
            *out = full[s] / self.scale[s];
        }
    }

    /// T y of independent numbers, in full scaled-back numbers.
    fn tangent(&self, level: Level, y: &[f64]) -> Vec<f64> {
        let mut full = vec![0.0; self.model.nv()];
        for block in &self.blocks {
            let tangents = &block.tangents[level as usize];
            for (j, y) in y[block.first[level as usize]..].iter().take(tangents.ncols()).enumerate() {
                for (&s, t) in block.speeds.iter().zip(&tangents.column(j)) {
                    full[s] += t * y * self.scale[s];
                }
            }
        }
        let first = self.counts[level as usize] - self.free.len();
        for (y, &s) in y[first..].iter().zip(&self.free) {
            full[s] = y * self.scale[s];
        }
        full
    }

    /// Speeds that keep all loops closed, from independent ones; the rows are placed at the configuration of `stage`.
    fn full_speeds(&mut self, stage: &Position<'_, f64>, u: &[f64]) -> Vec<f64> {
        let mut v = self.tangent(Level::Speeds, u);
        let placed = Placed { loops: &self.loops, stage, scale: &self.scale };
        for block in &mut self.blocks {
            block.eliminate(placed, Level::Speeds);
            let (motions, _) = block.motions_along_tangents(Level::Speeds);
            let first = block.first[Level::Speeds as usize];
            let speeds = &motions * nalgebra::DVector::from_column_slice(&u[first..first + motions.ncols()]);
            for (&s, x) in block.speeds.iter().zip(&speeds) {
                v[s] = x * self.scale[s];
            }
        }
        v
    }

    /// Sizes of the independent coordinates for the error control.
    pub fn magnitudes(&self, out: &mut [f64]) {
        let mut full = vec![0.0; self.model.nv()];
        self.manifold.magnitudes(&self.base, &mut full);
        for block in &self.blocks {
            let tangents = &block.tangents[0];
            for (j, out) in out[block.first[0]..].iter_mut().take(tangents.ncols()).enumerate() {
                let part = |(i, &s): (usize, &usize)| (tangents[(i, j)] * full[s] / self.scale[s]).powi(2);
                *out = block.speeds.iter().enumerate().map(part).sum::<f64>().sqrt();
            }
        }
        let first = self.counts[0] - self.free.len();
        for (out, &s) in out[first..].iter_mut().zip(&self.free) {
            *out = full[s] / self.scale[s];
        }
    }

    /// The speed that contributes most to an independent coordinate or speed.
    pub fn speed_of(&self, level: usize, entry: usize) -> usize {
        for block in &self.blocks {
            let tangents = &block.tangents[level];
            if let Some(j) = entry.checked_sub(block.first[level]).filter(|&j| j < tangents.ncols()) {
                let size = |i: &usize| tangents[(*i, j)].abs();
                let largest = (0..tangents.nrows()).max_by(|a, b| size(a).total_cmp(&size(b)));
                return block.speeds[largest.unwrap_or(0)];
            }
        }
        let first = self.counts[level] - self.free.len();
        entry.checked_sub(first).and_then(|i| self.free.get(i)).copied().unwrap_or(0)
    }

    /// Tangents as numbers, for checkpoints.
    pub fn bases(&self) -> Vec<f64> {
        self.blocks
            .iter()
            .flat_map(|block| block.tangents.iter().flat_map(|tangents| tangents.iter().copied()))
            .collect()
    }

    /// Restores them; `false` if their number is wrong.
    pub fn set_bases(&mut self, ws: &mut Workspace<f64>, q: &[f64], numbers: &[f64]) -> Result<bool, MechanismError> {
        self.order_at(ws, q)?;
        let mut rest = numbers.iter().copied();
        for x in self.blocks.iter_mut().flat_map(|block| &mut block.tangents).flat_map(|tangents| tangents.iter_mut()) {
            let Some(number) = rest.next() else { return Ok(false) };
            *x = number;
        }
        Ok(rest.next().is_none())
    }

    /// Distance from a singular configuration, for every cluster of loops: the smallest pivot of its closures relative to the
    /// largest, as a fraction of its usual value.
    pub fn regularity(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<Vec<f64>, MechanismError> {
        let stage = ws.position(self.model, q)?;
        self.loops.place(&stage);
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        self.examined.clear();
        self.examined.extend_from_slice(q);
        Ok(self.blocks.iter_mut().map(|block| block.examine(placed) / block.usual).collect())
    }

    /// How far a change of coordinates, independent ones or those of the tree, moves the loops: one for a step in which the distance
    /// from a singular configuration may change by about its usual value.
    pub fn strides(&self, change: &[f64]) -> f64 {
        let length = |block: &Block| match self.tree {
            true => block.speeds.iter().map(|&s| (change[s] / self.scale[s]).powi(2)).sum::<f64>().sqrt(),
            false => follow::norm(&change[block.independent_range()]),
        };
        self.blocks.iter().map(length).fold(0.0, f64::max) / self.stride
    }

    /// The direction of motion of every cluster of loops: its speeds, scaled to unit length; zeros at rest.
    pub fn headings(&self, v: &[f64]) -> Vec<Vec<f64>> {
        let heading = |block: &Block| {
            let speeds = block.scaled(v, &self.scale);
            let length = if self.at_rest(block, v) { f64::INFINITY } else { speeds.norm() };
            (speeds / length).as_slice().to_vec()
        };
        self.blocks.iter().map(heading).collect()
    }

    /// A closure of a cluster of loops.
    pub fn closure_of(&self, cluster: usize) -> String {
        let row = self.blocks.get(cluster).and_then(|block| block.rows.first());
        self.name(row.map_or(0, |&row| self.loops.rows()[row].closure.0))
    }

    /// Whether the base is a singular configuration.
    pub fn starts_singular(&self) -> bool {
        self.base_singular
    }

    /// The largest closure errors of coordinates: lengths in m, angles in rad, with the closure of each.
    pub fn closure_errors(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<[(f64, usize); 2], MechanismError> {
        let stage = ws.position(self.model, q)?;
        self.loops.place(&stage);
        self.loops.residuals(&stage, &mut self.residuals)?;
        let mut worst = [(0.0, 0); 2];
        for (row, residual) in self.loops.rows().iter().zip(&self.residuals) {
            let slot = &mut worst[usize::from(row.unit != Unit::Length)];
            if residual.abs() > slot.0 {
                *slot = (residual.abs(), row.closure.0);
            }
        }
        Ok(worst)
    }

    /// The largest rate at which speeds would open a loop, relative to the speeds.
    fn opening(&self, stage: &Position<'_, f64>, v: &[f64]) -> (f64, usize) {
        let row = |i: usize| {
            let (mut rate, mut size) = (0.0, 0.0);
            self.loops.jacobian_row(stage, i, |s, x| {
                rate += x * v[s];
                size += (x * v[s]).abs();
            });
            (rate / self.loops.units()[i], size / self.loops.units()[i])
        };
        let rows: Vec<(f64, f64)> = (0..self.loops.count()).map(row).collect();
        // rows that are nothing but rounding are not relative to themselves
        let least = (NEGLIGIBLE * self.loops.pace(v)).max(f64::MIN_POSITIVE);
        let mut worst = (0.0, 0);
        for (row, (rate, size)) in self.loops.rows().iter().zip(&rows) {
            let relative = rate.abs() / size.max(least);
            if relative > worst.0 {
                worst = (relative, row.closure.0);
            }
        }
        worst
    }

    /// Whether a cluster of loops is at rest, within the rounding of the speeds of the whole mechanism.
    fn at_rest(&self, block: &Block, v: &[f64]) -> bool {
        let own = block.speeds.iter().map(|&s| (v[s] / self.scale[s]).powi(2)).sum::<f64>().sqrt();
        own <= 1e-13 * self.loops.pace(v)
    }

    fn name(&self, closure: usize) -> String {
        self.model.closure_names()[closure].clone()
    }

    fn joint_of_speed(&self, s: usize) -> &str {
        let LinkId(i) = self.model.joint_of_speed(s);
        &self.model.joint_names()[i]
    }
}
