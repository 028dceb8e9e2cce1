//! The wrenches that joints, rods and wheels transmit.

use super::linear::Orthogonal;
use super::rows::{Block, BlockKind};
use super::vectors::Vector;
use super::{Actions, BodiesState, NewtonEuler, Solution};

/// A wrench from one body on another.
#[derive(Clone, Debug, PartialEq)]
pub struct Reaction {
    /// The joint or constraint.
    pub name: String,
    /// The link that exerts it; the name of the ground if none.
    pub from: String,
    /// The link on which it acts.
    pub on: String,
    /// The point about which its moment is given, world axes.
    pub origin: [f64; 3],
    /// [moment; force], world axes.
    pub wrench: [f64; 6],
}

impl Reaction {
    /// The wrench [moment; force] on one of its two links, about another point.
    pub fn at(&self, point: [f64; 3], link: &str) -> [f64; 6] {
        let sign = if link == self.on { 1.0 } else { -1.0 };
        let [x, y, z, fx, fy, fz] = self.wrench.map(|x| x * sign);
        let arm = Vector(self.origin) - Vector(point);
        let [x, y, z] = (Vector([x, y, z]) + arm.cross(Vector([fx, fy, fz]))).0;
        [x, y, z, fx, fy, fz]
    }
}

impl NewtonEuler {
    fn link_name(&self, body: Option<usize>) -> String {
        body.map_or_else(|| self.description.ground.clone(), |b| self.description.links[b].name.clone())
    }

    fn reaction(&self, block: &Block, lambda: &[f64]) -> Option<Reaction> {
        let BlockKind::Wrench { from, on, point, directions } = &block.kind else { return None };
        let [mut moment, mut force] = [Vector::ZERO; 2];
        for ([turn, push], factor) in directions.iter().zip(&lambda[block.first..]) {
            moment += *turn * *factor;
            force += *push * *factor;
        }
        let ([x, y, z], [fx, fy, fz]) = (moment.0, force.0);
        Some(Reaction {
            name: block.name.clone(),
            from: self.link_name(*from),
            on: self.link_name(*on),
            origin: point.0,
            wrench: [x, y, z, fx, fy, fz],
        })
    }

    /// The wrenches of all joints, rods and wheels.
    pub fn reactions(&self, state: &BodiesState, solution: &Solution) -> Vec<Reaction> {
        let rows = self.rows(state, &[]);
        rows.blocks.iter().filter_map(|block| self.reaction(block, &solution.lambda)).collect()
    }

    /// The stresses without load: for each, the wrenches of all joints, rods and wheels, in the order of
    /// [`reactions`](Self::reactions).
    pub fn self_stresses(&self, state: &BodiesState) -> Vec<Vec<Reaction>> {
        let rows = self.rows(state, &[]);
        let stresses = Orthogonal::new(rows.transposed.clone()).null_factors();
        stresses.iter().map(|l| rows.blocks.iter().filter_map(|block| self.reaction(block, l)).collect()).collect()
    }

    /// By how much the wrenches on each body, about its mass centre, fail to explain its acceleration: the largest component over all
    /// bodies, relative to the largest component of any wrench.
    pub fn imbalance(
        &self,
        state: &BodiesState,
        solution: &Solution,
        actions: &Actions,
        reactions: &[Reaction],
    ) -> (f64, String) {
        let mut f = self.applied(state, actions);
        let size = |sum: f64, x: &f64| sum.max(x.abs());
        let mut scale = f[..6 * self.bodies.len()].iter().fold(0.0, size);
        let number = |name: &str| self.description.links.iter().position(|link| link.name == name);
        for reaction in reactions {
            let [x, y, z, fx, fy, fz] = reaction.wrench;
            let (wrench, at) = ([Vector([x, y, z]), Vector([fx, fy, fz])], Vector(reaction.origin));
            scale = reaction.wrench.iter().fold(scale, size);
            self.add(&mut f, state, number(&reaction.on), at, wrench);
            self.add(&mut f, state, number(&reaction.from), at, wrench.map(|w| -w));
        }
        let inertial = self.inertial(state, &solution.x);
        let off = |i: usize| (inertial[i] - f[i]).abs();
        let worst = (0..6 * self.bodies.len()).max_by(|&i, &k| off(i).total_cmp(&off(k))).unwrap_or(0);
        (off(worst) / scale.max(f64::MIN_POSITIVE), self.description.links[worst / 6].name.clone())
    }
}
