use denoc_math::{Pose, Real, Twist};
use denoc_model::Model;

/// Poses and twists of the links.
#[derive(Clone, Debug)]
pub(crate) struct KinematicsBuffers<T> {
    /// Pose of every link in its parent.
    pub(crate) relative: Vec<Pose<T>>,
    /// Pose of every link in the world.
    pub(crate) world: Vec<Pose<T>>,
    /// The columns p of all joints, by speed, in link axes about the link's origin.
    pub(crate) columns: Vec<Twist<T>>,
    /// Twist of every link, in link axes at its origin.
    pub(crate) twists: Vec<Twist<T>>,
    /// The contribution of its joint to that twist.
    pub(crate) joint_twists: Vec<Twist<T>>,
}

impl<T: Real> KinematicsBuffers<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        let n = model.links().len();
        Self {
            relative: vec![Pose::identity(); n],
            world: vec![Pose::identity(); n],
            columns: vec![Twist::zero(); model.nv()],
            twists: vec![Twist::zero(); n],
            joint_twists: vec![Twist::zero(); n],
        }
    }
}
