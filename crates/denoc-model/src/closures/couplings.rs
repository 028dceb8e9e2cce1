//! Couplings resolved to independent joints: which joints follow which, directly or through others.

use std::collections::HashMap;

use denoc_math::Real;

use super::{Closure, Constraint, LinearCoupling};
use crate::model::{LinkId, Model};

/// A joint whose coordinate follows that of an independent joint: q = ratio · q' + offset; its speed and acceleration are those of
/// the other, times the ratio.
#[derive(Clone, Debug, PartialEq)]
pub struct Follower<T> {
    /// The joint that follows, by the link it moves.
    pub joint: LinkId,
    /// The joint that it follows, which follows no other.
    pub leader: LinkId,
    /// Factor.
    pub ratio: T,
    /// Coordinate where the leader is at zero, rad or m.
    pub offset: T,
}

/// The couplings of a model: every joint that follows another, and the independent joint at the end of its chain
/// ([`Model::couplings`]).
///
/// ```
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let finger = MassProperties::sphere(0.1, 0.01);
/// let slide = |y| Joint::prismatic(Vec3::new(0.0, y, 0.0));
/// let gripper = Description::new("gripper")
///     .link("left", finger)
///     .link("right", finger)
///     .joint("left_slide", "ground", "left", slide(1.0), Pose::identity())
///     .joint("right_slide", "ground", "right", slide(-1.0), Pose::identity())
///     .coupling("right_slide", "left_slide", 2.0, 0.5)
///     .build()?;
/// let couplings = gripper.couplings();
/// assert_eq!((couplings.followers()[0].ratio, gripper.is_coupled_tree()), (2.0, true));
/// let mut q = [0.25, 0.0];
/// couplings.close(&gripper, &mut q);
/// assert_eq!(q, [0.25, 1.0]);
/// # Ok::<(), denoc_model::ModelError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Couplings<T> {
    followers: Vec<Follower<T>>,
}

impl<T: Real> Couplings<T> {
    fn new(model: &Model<T>) -> Self {
        let direct: Vec<&LinearCoupling<T>> = model.closures.iter().filter_map(Closure::coupling).collect();
        let by_joint: HashMap<LinkId, &LinearCoupling<T>> = direct.iter().map(|c| (c.joint, *c)).collect();
        let resolve = |c: &&LinearCoupling<T>| {
            let (mut leader, mut ratio, mut offset) = (c.follows, c.ratio, c.offset);
            // descriptions with cycles are refused, so every chain ends
            while let Some(next) = by_joint.get(&leader) {
                offset = ratio.mul_add(next.offset, offset);
                (leader, ratio) = (next.follows, ratio * next.ratio);
            }
            Follower { joint: c.joint, leader, ratio, offset }
        };
        Self { followers: direct.iter().map(resolve).collect() }
    }

    /// The joints that follow others, in the order of the closures.
    pub fn followers(&self) -> &[Follower<T>] {
        &self.followers
    }

    /// Whether no joint follows another.
    pub fn is_empty(&self) -> bool {
        self.followers.is_empty()
    }

    /// Sets the coordinates of all followers from those of their leaders.
    pub fn close(&self, model: &Model<T>, q: &mut [T]) {
        let links = model.links();
        for f in &self.followers {
            q[links[f.joint.0].q] = f.ratio.mul_add(q[links[f.leader.0].q], f.offset);
        }
    }

    /// Sets the speeds, or the accelerations, of all followers from those of their leaders.
    pub fn close_speeds(&self, model: &Model<T>, v: &mut [T]) {
        let links = model.links();
        for f in &self.followers {
            v[links[f.joint.0].v] = f.ratio * v[links[f.leader.0].v];
        }
    }
}

impl<T: Real> Model<T> {
    /// The couplings between joint coordinates, resolved to independent joints.
    pub fn couplings(&self) -> Couplings<T> {
        Couplings::new(self)
    }

    /// Whether couplings are the only closures, and there are some: a tree in which some joints follow others.
    pub fn is_coupled_tree(&self) -> bool {
        !self.closures.is_empty() && self.closures.iter().all(|closure| closure.coupling().is_some())
    }
}

impl<T> Closure<T> {
    /// The coupling of two joint coordinates, if it is one.
    pub fn coupling(&self) -> Option<&LinearCoupling<T>> {
        match self {
            Self::Constraint(Constraint::LinearCoupling(coupling)) => Some(coupling),
            _ => None,
        }
    }
}
