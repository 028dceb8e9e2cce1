//! Along the branch: the dependent part w of the coordinates for independent ones s.

use denoc_dynamics::Workspace;
use nalgebra::DVector;

use super::block::{Level, Placed};
use super::{ClosedSpace, SINGULAR};
use crate::MechanismError;

/// A first correction of Newton's method must be smaller than this times the smallest pivot in units of the usual one: then there
/// is one solution nearby, and it is on the branch that was predicted (Newton-Kantorovich; a pivot changes by about its usual
/// size in a step of length one).
const GUARD: f64 = 0.15;
/// Shortest step of continuation, in strides: closer singular configurations are jumped over.
const SHORTEST: f64 = 0.004;
/// Jumps over a singular configuration that are tried, in strides.
const JUMPS: [f64; 7] = [0.01, 0.02, 0.03, 0.045, 0.07, 0.1, 0.15];

/// Dependent parts, one per block.
pub(super) type Dependent = Vec<DVector<f64>>;

/// The dependent part on the present branch.
pub(super) struct Followed {
    pub(super) w: Dependent,
    /// Its distance from a singular configuration: the smallest pivot as a fraction of its usual value.
    pub(super) least: f64,
}

/// Result of Newton's method.
enum Found {
    Solution(Followed),
    /// Too near to a singular configuration, or too far from the prediction to be sure of the branch.
    Unsure,
}

impl ClosedSpace<'_> {
    /// Local coordinates of the tree.
    pub(super) fn embed(&self, s: &[f64], w: &Dependent) -> Vec<f64> {
        let mut local = self.tangent(Level::Coordinates, s);
        for (block, w) in self.blocks.iter().zip(w) {
            for (&k, x) in block.speeds.iter().zip(w) {
                local[k] += x * self.scale[k];
            }
        }
        local
    }

    /// w on the present branch; `None` too near to a singular configuration.
    pub(super) fn follow(&mut self, ws: &mut Workspace<f64>, s: &[f64]) -> Result<Option<Followed>, MechanismError> {
        // joints outside all loops do not matter
        let length = self.blocks.iter().map(|block| norm(&s[block.independent_range()])).fold(0.0, f64::max);
        let still: Dependent = self.zero();
        if length == 0.0 {
            return Ok((!self.base_singular).then_some(Followed { w: still, least: self.base_least }));
        }
        let start = if self.base_singular { still } else { self.curvature(ws, s)? };
        // w(t) = t² p(t) along the ray t s: p is extrapolated from the points found so far
        let mut points: Vec<(f64, Dependent)> = vec![(0.0, start)];
        let (mut t, mut step, mut last) = (0.0, 1.0_f64, 0.0);
        while t < 1.0 {
            let next = (t + step).min(1.0);
            if let Some(least) = self.advance(ws, s, &mut points, next)? {
                (t, last) = (next, least);
                step *= 2.0;
                continue;
            }
            step *= 0.5;
            if step * length >= SHORTEST * self.stride {
                continue;
            }
            let jumps = JUMPS.map(|jump| t + jump * self.stride / length);
            let mut landed = None;
            for far in jumps {
                if self.advance(ws, s, &mut points, far)?.is_some() {
                    landed = Some(far);
                    break;
                }
            }
            match landed {
                Some(far) if far < 1.0 => {
                    (t, step) = (far, (SHORTEST * self.stride).max(0.25 * (1.0 - far) * length) / length)
                }
                _ => return Ok(None),
            }
        }
        Ok(points.pop().map(|(_, w)| Followed { w, least: last }))
    }

    pub(super) fn zero(&self) -> Dependent {
        self.blocks.iter().map(|b| DVector::zeros(b.speeds.len())).collect()
    }

    /// Finds the point `t` of the ray from a prediction; adds it to the points as w (the last one) and p (the others). Its distance
    /// from a singular configuration, if it was found.
    fn advance(
        &mut self,
        ws: &mut Workspace<f64>,
        s: &[f64],
        points: &mut Vec<(f64, Dependent)>,
        t: f64,
    ) -> Result<Option<f64>, MechanismError> {
        let target: Vec<f64> = s.iter().map(|x| x * t).collect();
        // points other than the first hold w: p = w/t²
        let known: Vec<(f64, Dependent)> = points
            .iter()
            .map(|(t, w)| (*t, if *t == 0.0 { w.clone() } else { w.iter().map(|w| w / (t * t)).collect() }))
            .collect();
        let mut p = extrapolate(&known[known.len().saturating_sub(4)..], t);
        p.iter_mut().for_each(|p| *p *= t * t);
        match self.newton(ws, &target, p)? {
            Found::Solution(Followed { w, least }) => {
                points.push((t, w));
                Ok(Some(least))
            }
            Found::Unsure => Ok(None),
        }
    }

    /// Half the curvature of w along s at the base: w″ = −J⁺ J̇ v for v = T s.
    pub(super) fn curvature(&mut self, ws: &mut Workspace<f64>, s: &[f64]) -> Result<Dependent, MechanismError> {
        let v = self.tangent(Level::Coordinates, s);
        let base = self.base.clone();
        let stage = ws.position(self.model, &base)?.velocity(&v)?;
        self.loops.place(&stage);
        let mut bias = vec![0.0; self.loops.count()];
        self.loops.bias(&stage, &mut bias)?;
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        let solve = |block: &mut super::Block| {
            block.eliminate(placed, Level::Coordinates);
            let right = -block.part(placed.loops, &bias, Level::Coordinates) * 0.5;
            block.solve(Level::Coordinates, right).0
        };
        Ok(self.blocks.iter_mut().map(solve).collect())
    }

    /// Newton's method for the dependent part.
    fn newton(&mut self, ws: &mut Workspace<f64>, s: &[f64], mut w: Dependent) -> Result<Found, MechanismError> {
        let mut before = f64::INFINITY;
        let smallest = self.resolution(&self.base).max(1e-12);
        for round in 0..60 {
            let Some(Correction { change, least, safe }) = self.correct_dependent(ws, s, &mut w)? else {
                return Ok(Found::Unsure);
            };
            if (round == 0 && !safe) || !change.is_finite() || (change > 1e-9 && change > 0.9 * before) {
                return Ok(Found::Unsure);
            }
            // as good as rounding allows: the corrections get no smaller, or the next one would be a rounding error, because they shrink
            // quadratically (a pivot changes by about its usual size in a step of length one)
            let next = change * change / least;
            if change <= 1e-16
                || (change < smallest && change >= 0.25 * before)
                || (change < 0.01 * before && next < 1e-17)
            {
                return Ok(if least < SINGULAR { Found::Unsure } else { Found::Solution(Followed { w, least }) });
            }
            before = change;
        }
        Ok(Found::Unsure)
    }

    /// One round of Newton's method; `None` too far from the base. Closures bind the speeds v at the coordinates of this round, and
    /// changes of local coordinates are R v, R the map of [`Manifold::rates`](crate::Manifold::rates): without it corrections would
    /// shrink linearly, by the angles through which ball joints have turned.
    fn correct_dependent(
        &mut self,
        ws: &mut Workspace<f64>,
        s: &[f64],
        w: &mut Dependent,
    ) -> Result<Option<Correction>, MechanismError> {
        let local = self.embed(s, w);
        let far = |&k: &usize| local[k].abs() > 3.0 * self.scale[k];
        if self.blocks.iter().flat_map(|block| &block.speeds).any(far) {
            return Ok(None);
        }
        let Self { model, manifold, loops, blocks, scale, base, moved, residuals, .. } = self;
        moved.resize(base.len(), 0.0);
        manifold.coordinates(base, &local, moved);
        let stage = ws.position(model, moved)?;
        loops.place(&stage);
        loops.residuals(&stage, residuals)?;
        let placed = Placed { loops, stage: &stage, scale };
        let mut all = Correction { change: 0.0, least: f64::INFINITY, safe: true };
        for (block, w) in blocks.iter_mut().zip(w) {
            let Some(turns) = manifold.turns(&local, &block.speeds) else { return Ok(None) };
            let right = -block.part(loops, residuals, Level::Coordinates);
            let pivot = block.eliminate(placed, Level::Coordinates) / block.usual;
            let (step, smallest) = block.solve_mapped(Level::Coordinates, right, |speeds| {
                turns.iter().for_each(|(first, turn)| turn.apply(&mut speeds[*first..]));
            });
            *w += &step;
            let change = step.norm();
            all.safe &= change * block.usual <= GUARD * smallest;
            all.change = all.change.max(change);
            all.least = all.least.min(pivot);
        }
        Ok(Some(all))
    }
}

/// A correction of Newton's method.
struct Correction {
    /// Its length.
    change: f64,
    /// The distance from a singular configuration where it was computed.
    least: f64,
    /// Whether it is small enough for the solution nearby to be unique.
    safe: bool,
}

pub(super) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The polynomial through points of a curve, at `t` (Neville).
fn extrapolate(points: &[(f64, Dependent)], t: f64) -> Dependent {
    let mut table: Vec<Dependent> = points.iter().map(|(_, p)| p.clone()).collect();
    for level in 1..points.len() {
        for i in 0..points.len() - level {
            let (a, b) = (points[i].0, points[i + level].0);
            table[i] = table[i]
                .iter()
                .zip(&table[i + 1])
                .map(|(left, right)| (left * (b - t) + right * (t - a)) / (b - a))
                .collect();
        }
    }
    table.swap_remove(0)
}

#[cfg(test)]
mod tests {
    use denoc_formats::catalogue;

    use super::*;

    // oracle: quadratic convergence, which derivatives with any error of first order do not have. Ball joints of the three turn by
    // about half a radian. The constant: a pivot changes by about its usual size in a step of length one, and here is within a factor
    // of ten of it
    #[test]
    fn corrections_shrink_quadratically_where_ball_joints_turn() {
        for name in ["stewart", "spatial_fourbar", "delta"] {
            let model = catalogue::describe(name).unwrap().build().unwrap();
            let mut ws = Workspace::new(&model);
            let (mut q, mut v) = (model.configuration("start").unwrap().to_vec(), vec![0.0; model.nv()]);
            let mut space = ClosedSpace::new(&model, &mut ws, &mut q, &mut v).unwrap();
            let s: Vec<f64> = (0..space.coordinates()).map(|i| 0.5 * (0.3 + i as f64).cos()).collect();
            let mut w = space.zero();
            let mut changes = Vec::new();
            for _ in 0..5 {
                changes.push(space.correct_dependent(&mut ws, &s, &mut w).unwrap().unwrap().change);
            }
            for pair in changes.windows(2) {
                assert!(pair[1] <= 5.0 * pair[0] * pair[0] + 1e-14, "{name}: {changes:?}");
            }
        }
    }
}
