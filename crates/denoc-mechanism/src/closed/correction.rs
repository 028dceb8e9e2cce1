//! States in the coordinates of the tree, projected onto the closures. No directions of motion are stored: memory and time
//! are linear in the number of joints for a given number of constraints, also where one loop has thousands of joints.
//!
//! The change is the shortest that closes the loops, δ = S J̄ᵀ (J̄ J̄ᵀ)⁺ (−r) with J̄ = J S and S the scales of the speeds, by a
//! rank-revealing decomposition of J̄. One decomposition serves all corrections of coordinates and speeds while they are small.

use std::f64::consts::TAU;

use denoc_dynamics::{Position, Workspace};
use denoc_model::Model;

use super::ClosedSpace;
use super::block::{Block, Level, Placed};
use super::start::{Excursions, NOISE};
use crate::MechanismError;

/// Loops are as closed as rounding allows when they are open by less than this, relative to the size of the mechanism and to
/// the number of links that rounding goes through; see [`ClosedSpace::is_closed`].
pub(super) const ROUNDING: f64 = 1e-15;
/// The same after a correction that was so small that only rounding is left.
const NEARLY: f64 = 4e-15;
/// Where corrections do not help any more, loops must be closed to this.
const CLOSED: f64 = 1e-11;
/// Largest number of corrections.
const ROUNDS: usize = 20;
/// Largest number of corrections of speeds with rows that were decomposed beside the configuration.
const MOST_SPEED_ROUNDS: usize = 4;
/// A decomposition serves configurations that are nearer than this to its own, in scaled numbers.
pub(super) const SAME: f64 = 1e-4;

impl<'m> ClosedSpace<'m> {
    /// The closures around a start, for states in the coordinates of the tree. Coordinates and speeds are corrected within
    /// rounding.
    pub fn without_bases(
        model: &'m Model,
        ws: &mut Workspace<f64>,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<Self, MechanismError> {
        let mut space = Self::unranked(model, q);
        space.settle_pose(ws, q, Excursions::Random)?;
        space.check_speeds(ws, q, v)?;
        let here = space.ranks_at(ws, q, NOISE)?;
        for (block, here) in space.blocks.iter().zip(&here) {
            if space.at_rest(block, v) && (here[0] < block.ranks[0] || here[1] < block.ranks[1]) {
                return Err(space.rests());
            }
        }
        if space.free.is_empty() && space.blocks.iter().all(|block| block.speeds.len() == block.ranks[0]) {
            return Err(space.rigid());
        }
        space.nearest_speeds(ws, q, v)?;
        space.use_tree_coordinates(true);
        Ok(space)
    }

    /// The configuration and the speeds nearest to these that close all loops.
    pub fn correct(&mut self, ws: &mut Workspace<f64>, q: &mut [f64], v: &mut [f64]) -> Result<(), MechanismError> {
        let (mut before, mut longest) = (f64::INFINITY, f64::INFINITY);
        // how far the configuration has moved since the rows were decomposed, and whether the last correction was not the first since
        let (mut moved_by, mut is_reused) = (f64::INFINITY, false);
        for _ in 0..ROUNDS {
            let stage = ws.position(self.model, q)?;
            self.loops.place(&stage);
            self.loops.residuals(&stage, &mut self.residuals)?;
            let scaled = self.residuals.iter().zip(self.loops.units()).map(|(r, unit)| (r / unit).abs());
            let open = scaled.fold(0.0, f64::max);
            // corrections do not help any more: the last one left nothing but rounding (convergence is quadratic), or the one before
            let stays = open >= 0.5 * before;
            let limit = if longest * moved_by <= ROUNDING { NEARLY } else { ROUNDING };
            if self.is_closed(&stage, limit) || (stays && !is_reused && open <= CLOSED * self.length) {
                self.correct_speeds(&stage, v, moved_by);
                return Ok(());
            }
            if stays && !is_reused {
                break;
            }
            before = open;
            let Self { model, manifold, loops, blocks, scale, residuals, change, moved, stride, .. } = self;
            let placed = Placed { loops, stage: &stage, scale };
            longest = 0.0;
            change.clear();
            change.resize(model.nv(), 0.0);
            is_reused = moved_by <= SAME && !stays;
            for block in blocks {
                block.set_right(loops, residuals, Level::Coordinates);
                if !is_reused {
                    block.decompose(placed, Level::Coordinates, block.ranks[0]);
                }
                let length = block.solve_shortest(Level::Coordinates);
                // not a number counts as the longest
                longest = if length > longest || length.is_nan() { length } else { longest };
                block.speeds.iter().zip(&block.step).for_each(|(&s, x)| change[s] = x * scale[s]);
            }
            moved_by = if is_reused { moved_by + longest } else { longest };
            // another branch may be nearer than that
            if longest.is_nan() || longest >= 0.5 * *stride {
                break;
            }
            moved.resize(q.len(), 0.0);
            manifold.coordinates(q, change, moved);
            q.copy_from_slice(moved);
        }
        self.lost(ws, q)
    }

    /// Whether the residuals computed last, of the configuration of `stage`, are within this limit. Coordinates that count turns are
    /// rounded in proportion to their size, and every row is open by what their rounding moves it.
    pub(super) fn is_closed(&self, stage: &Position<'_, f64>, limit: f64) -> bool {
        let mut sizes = Vec::new();
        let is_closed = |(row, (residual, unit)): (usize, (&f64, &f64))| {
            let open = residual.abs();
            if open <= limit * self.length * unit {
                return true;
            }
            if sizes.is_empty() {
                sizes = self.turned(stage.q());
            }
            let mut moved = 0.0;
            self.loops.jacobian_row(stage, row, |s, x| moved += (x * sizes[s]).abs());
            open <= limit * (self.length * unit + moved)
        };
        self.residuals.iter().zip(self.loops.units()).enumerate().all(is_closed)
    }

    /// By how much each coordinate is more than a turn; rounding within a turn is part of every limit.
    fn turned(&self, q: &[f64]) -> Vec<f64> {
        let mut sizes = vec![0.0; self.model.nv()];
        self.manifold.magnitudes(q, &mut sizes);
        sizes.iter_mut().zip(&self.scale).for_each(|(size, unit)| *size = (*size - TAU * unit).max(0.0));
        sizes
    }

    /// The least change of coordinates around these, in scaled numbers, that is not rounding.
    pub(super) fn resolution(&self, q: &[f64]) -> f64 {
        let turned = self.turned(q);
        NEARLY * turned.iter().zip(&self.scale).map(|(size, unit)| size / unit).fold(0.0, f64::max)
    }

    /// The speeds nearest to these that keep all loops closed.
    pub fn nearest_speeds(&mut self, ws: &mut Workspace<f64>, q: &[f64], v: &mut [f64]) -> Result<(), MechanismError> {
        let stage = ws.position(self.model, q)?;
        self.loops.place(&stage);
        self.correct_speeds(&stage, v, f64::INFINITY);
        Ok(())
    }

    /// The same; the rows are placed at the configuration of `stage`, which is this far from the one at which those that bind
    /// coordinates were decomposed.
    fn correct_speeds(&mut self, stage: &Position<'_, f64>, v: &mut [f64], moved_by: f64) {
        let placed = Placed { loops: &self.loops, stage, scale: &self.scale };
        for block in &mut self.blocks {
            let mut reused_rounds = if moved_by <= SAME && block.is_holonomic() { MOST_SPEED_ROUNDS } else { 0 };
            loop {
                let is_reused = reused_rounds > 0;
                if !is_reused {
                    block.decompose(placed, Level::Speeds, block.ranks[1]);
                }
                block.set_right_to_opening(placed, v);
                let change = block.solve_shortest(Level::Speeds);
                block.speeds.iter().zip(&block.step).for_each(|(&s, x)| v[s] += x * self.scale[s]);
                // with rows of a configuration beside this one, what is left shrinks by the distance between both, far from
                // singular configurations
                if !is_reused || change * moved_by <= ROUNDING * norm_of(block, v, &self.scale) {
                    break;
                }
                reused_rounds -= 1;
            }
        }
    }

    fn lost(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<(), MechanismError> {
        let [(length, first), (angle, second)] = self.closure_errors(ws, q)?;
        let closure = self.name(if length > angle * self.loops.size() { first } else { second });
        Err(MechanismError::LostClosure { closure, length, angle })
    }
}

/// The length of the speeds of a block, in scaled numbers.
fn norm_of(block: &Block, v: &[f64], scale: &[f64]) -> f64 {
    block.speeds.iter().map(|&s| (v[s] / scale[s]).powi(2)).sum::<f64>().sqrt()
}
