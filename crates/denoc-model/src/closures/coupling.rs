use denoc_base::number::six;
use denoc_math::Real;

use super::{ClosureKind, Condition, Configured, Moving, Row};
use crate::model::{LinkId, Model};

/// A joint coordinate proportional to another: q − ratio · q' − offset = 0; both joints have one coordinate. Descriptions list
/// it as [`Coupling`](crate::Coupling).
#[derive(Clone, Debug, PartialEq)]
pub struct LinearCoupling<T> {
    /// The joint that follows, by the link it moves.
    pub joint: LinkId,
    /// The joint it follows.
    pub follows: LinkId,
    /// Factor.
    pub ratio: T,
    /// Coordinate where the other is at zero.
    pub offset: T,
}

impl<T: Real> ClosureKind<T> for LinearCoupling<T> {
    const KEYWORD: &'static str = "coupling";
    type Over<U: Real> = LinearCoupling<U>;
    fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> LinearCoupling<U> {
        LinearCoupling {
            joint: self.joint,
            follows: self.follows,
            ratio: number(self.ratio),
            offset: number(self.offset),
        }
    }
    fn links(&self) -> [Option<LinkId>; 2] {
        [Some(self.joint), Some(self.follows)]
    }
    fn bound_joints(&self) -> Option<[LinkId; 2]> {
        Some([self.joint, self.follows])
    }
    fn planar_conditions(&self) -> Option<i64> {
        Some(1)
    }
    fn relation(&self) -> Vec<(LinkId, T)> {
        vec![(self.joint, T::one()), (self.follows, -self.ratio)]
    }
    fn between(&self, model: &Model<T>) -> String {
        let [joint, follows] = [self.joint, self.follows].map(|link| &model.joint_names()[link.0]);
        let (ratio, offset) = (self.ratio.value(), self.offset.value());
        let offset = if offset == 0.0 { String::new() } else { format!(" + {}", six(offset)) };
        format!("{joint} = {} · {follows}{offset}", six(ratio))
    }
    fn conditions(&self, model: &Model<T>) -> Vec<Condition> {
        vec![Condition { unit: model.links()[self.joint.0].joint.v_units()[0], holonomic: true }]
    }
    #[inline]
    fn place(&self, at: Configured<'_, T>, rows: &mut [Row<T>]) {
        rows[0].speeds =
            [Some((at.speed_index(self.joint), T::one())), Some((at.speed_index(self.follows), -self.ratio))];
    }
    fn residuals(&self, at: Configured<'_, T>, out: &mut [T]) {
        out[0] = at.coordinate(self.joint) - self.ratio.mul_add(at.coordinate(self.follows), self.offset);
    }
    #[inline]
    fn rates(&self, _: Configured<'_, T>, motion: Moving<'_, T>, rows: &[Row<T>], out: &mut [T]) {
        out[0] = rows[0].acceleration(motion.a);
    }
}
