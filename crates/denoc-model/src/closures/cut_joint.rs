use denoc_math::Real;

use crate::joints::Joint;
use crate::model::{Frame, LinkId};

/// A joint where a loop is cut. Its conditions follow from the columns of the joint (`denoc_dynamics::loops`).
#[derive(Clone, Debug, PartialEq)]
pub struct CutJoint<T> {
    /// The joint.
    pub joint: Joint<T>,
    /// Its fixed frame, in one link.
    pub parent: Frame<T>,
    /// Its moving frame, in the other.
    pub child: Frame<T>,
}

impl<T: Real> CutJoint<T> {
    pub(super) fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> CutJoint<U> {
        CutJoint { joint: self.joint.map(number), parent: self.parent.map(number), child: self.child.map(number) }
    }

    pub(super) fn links(&self) -> [Option<LinkId>; 2] {
        [self.parent.link, self.child.link]
    }

    pub(super) fn planar_conditions(&self) -> i64 {
        3 - self.joint.v_units().len() as i64
    }
}
