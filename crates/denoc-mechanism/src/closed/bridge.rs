//! Through singular configurations: states near one are interpolated from states on both sides.

use denoc_dynamics::Workspace;
use nalgebra::DMatrix;

use super::block::{Level, Placed, aligned, orthonormal};
use super::follow::norm;
use super::{ClosedSpace, Independent, Node, SINGULAR, ZONE};
use crate::MechanismError;

/// Farther from a singular configuration than this, in units of what is usual, the equations of a configuration determine its branch.
const DISTINCT: f64 = 1e-5;
/// Nodes on each side.
const NODES: usize = 8;
/// Places that are tried for them on each side, the nearest first.
const PLACES: i32 = 24;
/// Distances between places that are tried, in strides.
const SPACINGS: [f64; 3] = [0.04, 0.02, 0.08];

/// A configuration near a singular one: its distance along the motion, and its tangents at both levels.
type Aside = (f64, [DMatrix<f64>; 2]);

/// A place of a node, in independent coordinates, and the local coordinates there; `None` if it is not suitable.
#[derive(Clone, Debug)]
pub(super) struct KnownNode {
    s: Vec<f64>,
    local: Option<Vec<f64>>,
}

impl ClosedSpace<'_> {
    /// A state too near to a singular configuration for its own equations: the polynomial through states before and after it along its
    /// motion, with the same independent speeds.
    pub(super) fn bridge(
        &mut self,
        ws: &mut Workspace<f64>,
        Independent { s, u }: Independent<'_>,
        q: &mut [f64],
        v: &mut [f64],
    ) -> Result<(), MechanismError> {
        let Some(direction) = self.heading(ws, s, u)? else { return Err(self.rests()) };
        for spacing in SPACINGS.map(|spacing| spacing * self.stride) {
            let Some(nodes) = self.nodes_along(ws, Independent { s, u }, &direction, spacing)? else { continue };
            self.local = sum(&nodes, |node| &node.local);
            self.manifold.coordinates(&self.base, &self.local, q);
            v.copy_from_slice(&sum(&nodes, |node| &node.v));
            self.nodes = nodes;
            return Ok(());
        }
        Err(self.stuck())
    }

    /// A direction in independent coordinates through the singular configuration: every cluster that is near one along its own motion, by
    /// unit length; the others rest, whatever their speeds.
    fn heading(&mut self, ws: &mut Workspace<f64>, s: &[f64], u: &[f64]) -> Result<Option<Vec<f64>>, MechanismError> {
        let mut along = vec![0.0; s.len()];
        self.reduce(Level::Coordinates, &self.tangent(Level::Speeds, u), &mut along);
        // the tangents are accurate enough to show which clusters are near a singular configuration
        let mut q = vec![0.0; self.model.nq()];
        self.manifold.coordinates(&self.base, &self.tangent(Level::Coordinates, s), &mut q);
        let there = self.regularity(ws, &q)?;
        let here = self.regularity(ws, &self.base.clone())?;
        let near: Vec<f64> = there.iter().zip(&here).map(|(a, b)| a.min(*b)).collect();
        let least = near.iter().copied().fold(f64::INFINITY, f64::min);
        let (mut direction, mut moves) = (vec![0.0; s.len()], false);
        for (block, near) in self.blocks.iter().zip(&near) {
            let range = block.independent_range();
            if *near > (10.0 * ZONE).max(2.0 * least) {
                continue;
            }
            // at rest: away from the base
            let motion = if norm(&along[range.clone()]) > 1e-9 { &along } else { s };
            let length = norm(&motion[range.clone()]);
            moves |= !range.is_empty();
            if length > 1e-12 {
                direction[range.clone()].iter_mut().zip(&motion[range]).for_each(|(d, x)| *d = x / length);
            } else if let Some(first) = direction.get_mut(range.start).filter(|_| !range.is_empty()) {
                *first = 1.0;
            }
        }
        Ok(moves.then_some(direction))
    }

    fn nodes_along(
        &mut self,
        ws: &mut Workspace<f64>,
        Independent { s, u }: Independent<'_>,
        direction: &[f64],
        spacing: f64,
    ) -> Result<Option<Vec<Node>>, MechanismError> {
        // the places lie on a grid through the base: all states of a step that differ along the motion only share them, and one
        // polynomial describes them all
        let length = norm(direction);
        let along = s.iter().zip(direction).map(|(s, d)| s * d).sum::<f64>() / (length * length);
        let first = (along / spacing).floor();
        let aside: Vec<f64> = s.iter().zip(direction).map(|(s, d)| s - along * d).collect();
        let (mut nodes, mut places) = (Vec::new(), Vec::new());
        for side in [-1.0, 1.0] {
            let enough = nodes.len() + NODES;
            for k in 0..PLACES {
                let at = (first + side * f64::from(k) + f64::from(u8::from(side > 0.0))) * spacing;
                let there: Vec<f64> = aside.iter().zip(direction).map(|(a, d)| a + at * d).collect();
                let Some(local) = self.node_at(ws, &there)? else { continue };
                let (q, v) = self.complete(ws, &local, u)?;
                places.push(at - along);
                nodes.push(Node { q, v, weight: 0.0, local });
                if nodes.len() == enough {
                    break;
                }
            }
            if nodes.len() < enough {
                return Ok(None);
            }
        }
        for (node, weight) in nodes.iter_mut().zip(weights(&places)) {
            node.weight = weight;
        }
        Ok(Some(nodes))
    }

    /// Local coordinates of a configuration outside the zone that is bridged; `None` if there is none.
    fn node_at(&mut self, ws: &mut Workspace<f64>, s: &[f64]) -> Result<Option<Vec<f64>>, MechanismError> {
        if let Some(known) = self.known_nodes.iter().find(|known| known.s == s) {
            return Ok(known.local.clone());
        }
        let found = self.follow(ws, s)?.filter(|followed| followed.least >= ZONE);
        let local = found.map(|followed| self.embed(s, &followed.w));
        self.known_nodes.push(KnownNode { s: s.to_vec(), local: local.clone() });
        Ok(local)
    }

    /// Tangents of clusters whose base is singular: those of the branch along `v`, from configurations on both sides.
    pub(super) fn set_singular_tangents(&mut self, ws: &mut Workspace<f64>, v: &[f64]) -> Result<(), MechanismError> {
        let base = self.base.clone();
        let near = self.regularity(ws, &base)?;
        for i in (0..self.blocks.len()).filter(|&i| near[i] < SINGULAR) {
            let heading = self.blocks[i].scaled(v, &self.scale);
            if self.at_rest(&self.blocks[i], v) {
                // at rest near a singular configuration, its equations still determine the branch
                if near[i] > DISTINCT {
                    continue;
                }
                return Err(self.rests());
            }
            if !self.set_tangents_between(ws, i, heading.normalize().as_slice())? {
                return Err(self.stuck());
            }
        }
        Ok(())
    }

    /// Tangents of one cluster, between configurations on both sides along a direction of its speeds; whether there were enough.
    fn set_tangents_between(
        &mut self,
        ws: &mut Workspace<f64>,
        i: usize,
        heading: &[f64],
    ) -> Result<bool, MechanismError> {
        for spacing in SPACINGS.map(|spacing| spacing * self.stride) {
            let mut found: Vec<Aside> = Vec::new();
            for side in [-spacing, spacing] {
                let enough = found.len() + NODES;
                for k in 1..=PLACES {
                    found.extend(self.tangents_aside(ws, i, heading, f64::from(k) * side)?);
                    if found.len() == enough {
                        break;
                    }
                }
            }
            if found.len() < 2 * NODES {
                continue;
            }
            let weights = weights(&found.iter().map(|(place, _)| *place).collect::<Vec<_>>());
            let block = &mut self.blocks[i];
            for level in [0, 1] {
                // bases with the same parts along those of one configuration are smooth along the branch
                let reference = &found[0].1[level];
                let mut sum = DMatrix::zeros(reference.nrows(), reference.ncols());
                for ((_, tangents), weight) in found.iter().zip(&weights) {
                    sum += aligned(&tangents[level], reference).0 * *weight;
                }
                block.tangents[level] = orthonormal(sum);
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// The configuration nearest to the base plus a step of one cluster along a direction of its speeds: its distance, and its
    /// tangents of coordinates and of speeds; `None` where there is no such configuration, or a singular one.
    fn tangents_aside(
        &mut self,
        ws: &mut Workspace<f64>,
        i: usize,
        heading: &[f64],
        place: f64,
    ) -> Result<Option<Aside>, MechanismError> {
        let base = self.base.clone();
        let mut local = vec![0.0; self.model.nv()];
        for (&s, h) in self.blocks[i].speeds.iter().zip(heading) {
            local[s] = place * h * self.scale[s];
        }
        let mut q = vec![0.0; base.len()];
        self.manifold.coordinates(&base, &local, &mut q);
        if !self.close(ws, &mut q, None)? {
            return Ok(None);
        }
        let stage = ws.position(self.model, &q)?;
        self.loops.place(&stage);
        let placed = Placed { loops: &self.loops, stage: &stage, scale: &self.scale };
        let block = &mut self.blocks[i];
        for level in [Level::Coordinates, Level::Speeds] {
            if block.eliminate(placed, level) < ZONE * block.usual {
                return Ok(None);
            }
        }
        let tangents = [Level::Coordinates, Level::Speeds].map(|level| block.allowed(level));
        let mut change = vec![0.0; local.len()];
        self.model.difference(&base, &q, &mut change)?;
        let along = block.scaled(&change, &self.scale).iter().zip(heading).map(|(x, h)| x * h).sum();
        Ok(Some((along, tangents)))
    }

    pub(super) fn rests(&self) -> MechanismError {
        MechanismError::RestsSingular { loops: self.singular_loops() }
    }

    fn stuck(&self) -> MechanismError {
        MechanismError::StaysSingular { loops: self.singular_loops() }
    }

    /// Names of the closures of the mechanism's loops.
    fn singular_loops(&self) -> Vec<String> {
        self.model.closure_names().to_vec()
    }
}

/// Weights of the values at `places` in the value at zero of the polynomial through them (Lagrange).
fn weights(places: &[f64]) -> Vec<f64> {
    let weight = |i: usize| {
        let others = places.iter().enumerate().filter(|(j, _)| *j != i);
        others.map(|(_, other)| other / (other - places[i])).product()
    };
    (0..places.len()).map(weight).collect()
}

fn sum<'n>(nodes: &'n [Node], part: impl Fn(&'n Node) -> &'n Vec<f64>) -> Vec<f64> {
    let mut total = vec![0.0; nodes.first().map_or(0, |node| part(node).len())];
    for node in nodes {
        total.iter_mut().zip(part(node)).for_each(|(total, x)| *total += node.weight * x);
    }
    total
}
