//! The start of a motion: a configuration that closes all loops, with speeds that keep them closed.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::dense::Qr;
use denoc_math::random::Random;
use denoc_model::{LinkId, Model};
use nalgebra::DMatrix;

use super::block::{Block, Level, Placed, left_values};
use super::correction::{ROUNDING, SAME};
use super::{ClosedSpace, NEGLIGIBLE, SINGULAR};
use crate::MechanismError;
use crate::manifold::Manifold;

/// Loops that are open by less than this, relative to the size of the mechanism, are closed silently.
const CLOSED: f64 = 1e-6;
/// Speeds that open loops by less than this, relative to the speeds themselves, are corrected silently.
const TANGENT: f64 = 1e-6;
/// Singular values below this part of the largest count as zero when ranks are found.
pub(super) const NOISE: f64 = 1e-7;
/// Number of random directions.
const DIRECTIONS: usize = 6;
/// How far the configurations lie away that tell the usual rank from that of a singular configuration, in scaled numbers.
const EXCURSIONS: [f64; 2] = [0.05, 0.3];

/// In which directions configurations beside the start are looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Excursions {
    /// All that the closures allow; needs as many vectors.
    AllTangents,
    /// A few that the closures allow, at random with a fixed seed: almost all directions meet the usual ranks.
    Random,
}

impl<'m> ClosedSpace<'m> {
    /// The states around a start. Coordinates and speeds are corrected within rounding.
    pub fn new(
        model: &'m Model,
        ws: &mut Workspace<f64>,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<Self, MechanismError> {
        let mut space = Self::unranked(model, q);
        space.settle_pose(ws, q, Excursions::AllTangents)?;
        space.check_speeds(ws, q, v)?;
        space.set_base(ws, q, v)?;
        space.lay_out();
        if space.counts == [0, 0] {
            return Err(space.rigid());
        }
        space.settle_speeds(ws, q, v)?;
        Ok(space)
    }

    /// The loops of a model, before anything is known about their ranks.
    pub(super) fn unranked(model: &'m Model, q: &[f64]) -> Self {
        let loops = Loops::new(model);
        let blocks: Vec<Block> = model
            .clusters()
            .iter()
            .filter(|cluster| !cluster.closures.is_empty())
            .map(|cluster| Block::new(model, &loops, cluster))
            .collect();
        let most = blocks.iter().map(|b| b.speeds.len()).max().unwrap_or(0);
        let stride = (most as f64 / 3.0).sqrt().max(1.0);
        let free = (0..model.nv()).filter(|s| !blocks.iter().any(|b| b.speeds.binary_search(s).is_ok())).collect();
        let size = loops.size();
        let scale = loops.speed_units().to_vec();
        Self {
            model,
            manifold: Manifold::new(model),
            residuals: vec![0.0; loops.count()],
            loops,
            blocks,
            free,
            scale,
            counts: [0, 0],
            stride,
            length: (longest_way(model) / size).max(1.0),
            base: q.to_vec(),
            local: vec![0.0; model.nv()],
            base_singular: false,
            base_least: f64::INFINITY,
            base_regular: f64::INFINITY,
            examined: Vec::new(),
            tree: false,
            change: Vec::new(),
            moved: Vec::new(),
            nodes: Vec::new(),
            known_nodes: Vec::new(),
            qr: Qr::new(),
        }
    }

    /// Closes the loops of a start within rounding and finds their ranks.
    pub(super) fn settle_pose(
        &mut self,
        ws: &mut Workspace<f64>,
        q: &mut [f64],
        excursions: Excursions,
    ) -> Result<(), MechanismError> {
        let open = self.check_closed(ws, q)?;
        // first estimate the ranks while loops are open, to close them; then determine the ranks of the closed configuration
        let rough = self.ranks_at(ws, q, NOISE.max(100.0 * open))?;
        self.take_ranks(&rough);
        self.close(ws, q, None)?;
        if 100.0 * open > NOISE {
            let ranks = self.ranks_at(ws, q, NOISE)?;
            self.take_ranks(&ranks);
        }
        if self.find_usual_ranks(ws, q, excursions)? != rough {
            self.close(ws, q, None)?;
        }
        Ok(())
    }

    pub(super) fn rigid(&self) -> MechanismError {
        MechanismError::NoFreedom { model: self.model.name().to_owned() }
    }

    /// How far loops are open, relative to the size of the mechanism.
    fn check_closed(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<f64, MechanismError> {
        let [(length, first), (angle, second)] = self.closure_errors(ws, q)?;
        let size = self.loops.size();
        if length <= CLOSED * size && angle <= CLOSED {
            return Ok(angle.max(length / size));
        }
        let closure = self.name(if length > CLOSED * size { first } else { second });
        Err(MechanismError::OpenLoop { closure, length, angle })
    }

    /// Finds the ranks that the closures usually have around the start, from those at the start, and the usual size of their smallest
    /// pivots; the ranks.
    fn find_usual_ranks(
        &mut self,
        ws: &mut Workspace<f64>,
        q: &[f64],
        excursions: Excursions,
    ) -> Result<Vec<[usize; 2]>, MechanismError> {
        let here: Vec<[usize; 2]> = self.blocks.iter().map(|block| block.ranks).collect();
        let mut best = here.clone();
        let mut poses = vec![q.to_vec()];
        let tangents = match excursions {
            Excursions::AllTangents => self.all_tangents(ws, q)?,
            Excursions::Random => self.random_tangents(ws, q)?,
        };
        // where all rows are independent no configuration has more: only the size of pivots is looked at, which open loops change
        // little
        let full = self.blocks.iter().zip(&here).all(|(block, here)| *here == [block.holonomic, block.rows.len()]);
        for (i, tangents) in tangents.iter().enumerate() {
            // both ways along a few directions, one way along each of many
            let sides: &[f64] = if full && 2 * tangents.ncols() > DIRECTIONS { &[1.0] } else { &[1.0, -1.0] };
            let distances = if full { &EXCURSIONS[1..] } else { &EXCURSIONS[..] };
            let aside = |t| distances.iter().flat_map(move |&far| sides.iter().map(move |side| (t, side * far)));
            for (tangent, far) in tangents.column_iter().flat_map(aside) {
                let mut local = vec![0.0; self.model.nv()];
                for (&s, t) in self.blocks[i].speeds.iter().zip(&tangent) {
                    local[s] = far * t * self.scale[s];
                }
                if full {
                    let mut there = q.to_vec();
                    self.manifold.coordinates(q, &local, &mut there);
                    poses.push(there);
                    continue;
                }
                // a singular start has more independent constraints nearby, one or two or as many as it has loops
                for more in [0, 1, 2, self.loops.count()] {
                    let mut there = q.to_vec();
                    self.manifold.coordinates(q, &local, &mut there);
                    if self.close(ws, &mut there, Some((i, more)))? {
                        let ranks = self.ranks_at(ws, &there, NOISE)?;
                        for (best, found) in best.iter_mut().zip(&ranks) {
                            *best = [best[0].max(found[0]), best[1].max(found[1])];
                        }
                        poses.push(there);
                        break;
                    }
                }
            }
        }
        self.take_ranks(&best);
        let mut usual = vec![0.0_f64; self.blocks.len()];
        for (i, pose) in poses.iter().enumerate() {
            let stage = ws.position(self.model, pose)?;
            self.loops.place(&stage);
            let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
            for (usual, block) in usual.iter_mut().zip(&mut self.blocks) {
                *usual = usual.max(block.eliminate(placed, Level::Coordinates));
                if i == 0 {
                    block.keep_usual_order();
                }
            }
        }
        self.blocks.iter_mut().zip(usual).for_each(|(block, usual)| block.usual = usual);
        Ok(best)
    }

    /// Ranks of every block, of coordinates and of speeds.
    pub(super) fn ranks_at(
        &mut self,
        ws: &mut Workspace<f64>,
        q: &[f64],
        noise: f64,
    ) -> Result<Vec<[usize; 2]>, MechanismError> {
        let stage = ws.position(self.model, q)?;
        self.loops.place(&stage);
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        // mechanisms that move only because of their special geometry are closed to 1e-14 also beside their way, by the root of
        // that: what is below is noise
        let rank = |block: &mut Block, level| block.eliminate_within(placed, level, noise, usize::MAX);
        let both = |block: &mut Block| {
            let coordinates = rank(block, Level::Coordinates);
            [coordinates, if block.is_holonomic() { coordinates } else { rank(block, Level::Speeds) }]
        };
        Ok(self.blocks.iter_mut().map(both).collect())
    }

    fn take_ranks(&mut self, ranks: &[[usize; 2]]) {
        self.blocks.iter_mut().zip(ranks).for_each(|(block, ranks)| block.ranks = *ranks);
    }

    /// The directions that the closures of every block allow.
    fn all_tangents(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<Vec<DMatrix<f64>>, MechanismError> {
        let stage = ws.position(self.model, q)?;
        self.loops.place(&stage);
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        let tangents = |block: &mut Block| {
            block.eliminate(placed, Level::Coordinates);
            block.allowed(Level::Coordinates)
        };
        Ok(self.blocks.iter_mut().map(tangents).collect())
    }

    /// A few directions that the closures of every block allow, of unit length.
    fn random_tangents(&mut self, ws: &mut Workspace<f64>, q: &[f64]) -> Result<Vec<DMatrix<f64>>, MechanismError> {
        let stage = ws.position(self.model, q)?;
        self.loops.place(&stage);
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        let mut random = Random::new(1);
        let mut tangents = |block: &mut Block| {
            let (n, rank) = (block.speeds.len(), block.ranks[0]);
            let jacobian = block.jacobian(placed, Level::Coordinates);
            let count = DIRECTIONS.min(n.saturating_sub(rank));
            let mut directions = DMatrix::from_fn(n, count, |_, _| random.signed(1.0));
            for mut direction in directions.column_iter_mut() {
                block.right.clear();
                block.right.extend((&jacobian * &direction).iter());
                block.shortest(placed, Level::Coordinates, rank);
                direction.iter_mut().zip(&block.step).for_each(|(x, step)| *x -= step);
                let length = direction.norm();
                direction /= length;
            }
            directions
        };
        Ok(self.blocks.iter_mut().map(&mut tangents).collect())
    }

    /// Moves coordinates the shortest way to a configuration that closes all loops; whether that worked. One block may have more
    /// independent constraints than its rank says.
    pub(super) fn close(
        &mut self,
        ws: &mut Workspace<f64>,
        q: &mut [f64],
        more: Option<(usize, usize)>,
    ) -> Result<bool, MechanismError> {
        let mut before = f64::INFINITY;
        let (mut moved, mut local) = (q.to_vec(), vec![0.0; self.model.nv()]);
        // how far the configuration has moved since the rows were decomposed
        let mut moved_by = f64::INFINITY;
        for _ in 0..50 {
            let stage = ws.position(self.model, q)?;
            self.loops.place(&stage);
            self.loops.residuals(&stage, &mut self.residuals)?;
            if more.is_none() && self.is_closed(&stage, ROUNDING) {
                return Ok(true);
            }
            let mut change = 0.0_f64;
            let mut open = 0.0_f64;
            let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
            let is_reused = moved_by <= SAME;
            for (i, block) in self.blocks.iter_mut().enumerate() {
                let extra = more.filter(|(which, _)| *which == i).map_or(0, |(_, extra)| extra);
                open = open.max(block.set_right(&self.loops, &self.residuals, Level::Coordinates));
                if !is_reused {
                    block.decompose(placed, Level::Coordinates, block.ranks[0] + extra);
                }
                change = change.max(block.solve_shortest(Level::Coordinates));
                for (&s, x) in block.speeds.iter().zip(&block.step) {
                    local[s] = x * self.scale[s];
                }
            }
            if !change.is_finite() || change > 1.0 {
                return Ok(false);
            }
            let stays = change >= 0.25 * before;
            if change <= 1e-16 || (stays && change < if is_reused { 1e-14 } else { 1e-12 }) {
                return Ok(open < 1e-11);
            }
            moved_by = match (is_reused, stays) {
                (true, true) => f64::INFINITY,
                (true, false) => moved_by + change,
                (false, _) => change,
            };
            self.manifold.coordinates(q, &local, &mut moved);
            q.copy_from_slice(&moved);
            before = change;
        }
        Ok(false)
    }

    /// Speeds must keep the loops closed, and in a singular configuration belong to a branch of motion.
    pub(super) fn check_speeds(&mut self, ws: &mut Workspace<f64>, q: &[f64], v: &[f64]) -> Result<(), MechanismError> {
        let stage = ws.position(self.model, q)?.velocity(v)?;
        self.loops.place(&stage);
        let (relative, closure) = self.opening(&stage, v);
        if relative > TANGENT {
            return Err(MechanismError::OpeningSpeeds { closure: self.name(closure), relative });
        }
        // left null vectors c of J: cᵀ J̇ v must vanish too, or no motion has these speeds
        let mut bias = vec![0.0; self.loops.count()];
        self.loops.bias(&stage, &mut bias)?;
        let least = (NEGLIGIBLE * self.loops.pace(v).powi(2)).max(f64::MIN_POSITIVE);
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        for block in &mut self.blocks {
            // elsewhere all speeds that keep the loops closed belong to a motion
            if block.holonomic == 0 || block.eliminate(placed, Level::Coordinates) > SINGULAR * block.usual {
                continue;
            }
            let jacobian = block.jacobian(placed, Level::Coordinates);
            let part = block.part(&self.loops, &bias, Level::Coordinates);
            let Some((values, u)) = left_values(&mut self.qr, &jacobian) else { continue };
            let largest = values[0].max(f64::MIN_POSITIVE);
            let own = block.speeds.iter().map(|&s| (v[s] / self.scale[s]).powi(2)).sum::<f64>();
            let size = own.max(least);
            for (i, left) in u.column_iter().enumerate() {
                if values.get(i).copied().unwrap_or(0.0) < 1e-7 * largest {
                    let curvature = left.dot(&part).abs();
                    if curvature > 1e-6 * size {
                        let share = |k: &usize| left[*k].abs();
                        let row = (0..part.len()).max_by(|a, b| share(a).total_cmp(&share(b)));
                        let closure = row.map_or(0, |k| self.loops.rows()[block.rows[k]].closure.0);
                        return Err(MechanismError::NoBranch {
                            closure: self.name(closure),
                            relative: curvature / size,
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// The speeds nearest to those given that keep the loops closed exactly.
    fn settle_speeds(&mut self, ws: &mut Workspace<f64>, q: &[f64], v: &mut [f64]) -> Result<(), MechanismError> {
        let mut u = vec![0.0; self.speeds()];
        self.reduce_speeds(v, &mut u);
        let settled = if self.base_singular {
            self.tangent(Level::Speeds, &u)
        } else {
            let stage = ws.position(self.model, q)?;
            self.loops.place(&stage);
            self.full_speeds(&stage, &u)
        };
        let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
        let change = norm(&mut v.iter().zip(&settled).zip(&self.scale).map(|((a, b), scale)| (a - b) / scale));
        let size = norm(&mut v.iter().zip(&self.scale).map(|(v, scale)| v / scale));
        if change > 1e-5 * size {
            return Err(MechanismError::NoBranch { closure: self.name(0), relative: change / size });
        }
        v.copy_from_slice(&settled);
        Ok(())
    }

    /// A branch of motion as text: the speeds of the joints, relative to the largest.
    pub fn branch(&self, v: &[f64]) -> String {
        let largest = v.iter().zip(&self.scale).map(|(v, scale)| (v / scale).abs()).fold(0.0, f64::max);
        let part = |(s, v): (usize, &f64)| {
            let share = v / self.scale[s] / largest;
            format!(
                "{} {}",
                self.joint_of_speed(s),
                if share.abs() < 1e-9 { "at rest".into() } else { format!("{share:+.3}") }
            )
        };
        v.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
    }
}

/// The longest way from joint to joint along the links.
fn longest_way(model: &Model) -> f64 {
    let mut ways: Vec<f64> = Vec::with_capacity(model.links().len());
    for link in model.links() {
        let before = link.parent.map_or(0.0, |LinkId(p)| ways[p]);
        ways.push(before + link.placement.position.norm());
    }
    ways.into_iter().fold(0.0, f64::max)
}
