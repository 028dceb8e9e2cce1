use denoc_math::{Mat3, Pose, Real, RigidMass, Twist, Vec3, Wrench};
use denoc_model::Model;
use denoc_model::joints::ColumnChange;

use crate::kinematics::MAX_COLUMNS;

/// Buffers of the two sweeps, in world axes about the origin of the first link.
#[derive(Clone, Debug)]
pub(crate) struct DerivativesBuffers<T> {
    pub(super) bodies: Vec<Body<T>>,
    /// By speed.
    pub(super) columns: Vec<Column<T>>,
    /// ∂ₘP_k of the joints whose columns change, in rows of [`MAX_COLUMNS`] by the speed m.
    pub(super) slopes: Vec<Twist<T>>,
}

/// A link; masses and wrench become composite in the inward sweep.
#[derive(Copy, Clone, Debug)]
pub(super) struct Body<T> {
    pub(super) pose: Pose<T>,
    /// V.
    pub(super) twist: Twist<T>,
    /// A, with gravity as an acceleration of the base.
    pub(super) rate: Twist<T>,
    /// M.
    pub(super) mass: RigidMass<T>,
    /// E: the moment of D per angular velocity.
    pub(super) turning: Mat3<T>,
    /// f: the linear momentum, which determines the force of D.
    pub(super) momentum: Vec3<T>,
    /// w̃.
    pub(super) wrench: Wrench<T>,
    /// Where its slopes begin, if the columns of its joint change in link axes.
    pub(super) slopes: Option<usize>,
    /// The last speed from the ground to this link.
    pub(super) last: Option<usize>,
}

/// A column of a joint and its effect on all links outward of it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Column<T> {
    /// J.
    pub(super) motion: Twist<T>,
    /// u.
    pub(super) along: Twist<T>,
    /// z.
    pub(super) by_coordinate: Twist<T>,
    /// y.
    pub(super) by_speed: Twist<T>,
    /// The speed before it on the path from the ground.
    pub(super) before: Option<usize>,
}

impl<T: Real> DerivativesBuffers<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        let zero = Twist::zero();
        let body = Body {
            pose: Pose::identity(),
            twist: zero,
            rate: zero,
            mass: RigidMass::zero(),
            turning: Mat3::zero(),
            momentum: Vec3::zero(),
            wrench: Wrench::zero(),
            slopes: None,
            last: None,
        };
        let column = Column { motion: zero, along: zero, by_coordinate: zero, by_speed: zero, before: None };
        let varying: usize = model
            .links()
            .iter()
            .filter(|link| link.joint.column_change() != ColumnChange::Constant)
            .map(|link| link.nv)
            .sum();
        Self {
            bodies: vec![body; model.links().len()],
            columns: vec![column; model.nv()],
            slopes: vec![zero; varying * MAX_COLUMNS],
        }
    }
}
