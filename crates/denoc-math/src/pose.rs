//! Poses: position and orientation of one frame in another.

use core::ops::Mul;

use crate::{Mat3, Real, Twist, Vec3, Wrench};

/// Position and orientation of a child frame in its parent: `x_parent = rotation · x_child + position`.
///
/// It also transforms six-vectors between the two frames: [`Pose::propagate`] is the twist-propagation matrix A_ij of
/// [Saha13 (36)] (with the change of axes), [`Pose::propagate_back`] its transpose.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Pose<T> {
    /// Child axes to parent axes.
    pub rotation: Mat3<T>,
    /// Origin of the child, in parent axes, m.
    pub position: Vec3<T>,
}

impl<T: Real> Pose<T> {
    /// From rotation and position.
    #[inline(always)]
    pub fn new(rotation: Mat3<T>, position: Vec3<T>) -> Self {
        Self { rotation, position }
    }

    /// The identity.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::new(Mat3::identity(), Vec3::zero())
    }

    /// A translation.
    #[inline(always)]
    pub fn translation(position: Vec3<T>) -> Self {
        Self::new(Mat3::identity(), position)
    }

    /// Converts constants to the number type of the computation.
    #[inline(always)]
    pub fn lift(pose: Pose<f64>) -> Self {
        Self::new(Mat3::lift(pose.rotation), Vec3::lift(pose.position))
    }

    /// Applies a function to every number.
    #[inline(always)]
    pub fn map<U>(self, f: impl Fn(T) -> U + Copy) -> Pose<U> {
        Pose { rotation: self.rotation.map(f), position: self.position.map(f) }
    }

    /// Transforms a point from child to parent coordinates.
    #[inline(always)]
    pub fn point(self, p: Vec3<T>) -> Vec3<T> {
        self.rotation.apply_add(p, self.position)
    }

    /// The pose of the parent in the child.
    #[inline(always)]
    pub fn inverse(self) -> Self {
        Self::new(self.rotation.transpose(), -self.rotation.apply_transpose(self.position))
    }

    /// The twist of the child frame when it moves rigidly with the parent: A t [Saha13 (36)].
    #[inline(always)]
    pub fn propagate(self, t: Twist<T>) -> Twist<T> {
        Twist {
            angular: self.rotation.apply_transpose(t.angular),
            linear: self.rotation.apply_transpose(t.angular.cross_add(self.position, t.linear)),
        }
    }

    /// A wrench about the child's origin, moved to the parent's: Aᵀ w.
    #[inline(always)]
    pub fn propagate_back(self, w: Wrench<T>) -> Wrench<T> {
        let force = self.rotation.apply(w.force);
        Wrench { moment: self.rotation.apply_add(w.moment, self.position.cross(force)), force }
    }

    /// As a 4×4 homogeneous matrix, by rows.
    pub fn to_matrix(self) -> [[T; 4]; 4] {
        let rows = self.rotation.to_rows();
        let p = self.position.to_array();
        let (o, one) = (T::zero(), T::one());
        let row = |i: usize| [rows[i][0], rows[i][1], rows[i][2], p[i]];
        [row(0), row(1), row(2), [o, o, o, one]]
    }
}

impl<T: Real> Mul for Pose<T> {
    type Output = Self;
    /// Composition: the pose of a grandchild, whose pose in the child is `b`.
    #[inline(always)]
    fn mul(self, b: Self) -> Self {
        Self::new(self.rotation * b.rotation, self.point(b.position))
    }
}
