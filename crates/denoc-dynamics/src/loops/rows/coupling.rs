//! A coordinate that is proportional to another: q − ratio · q' − offset = 0.

use denoc_math::Real;
use denoc_model::joints::Unit;
use denoc_model::{LinkId, Model};

use super::{At, ClosureRows, Motion, Row, accelerated};

pub(super) struct Coupled<T> {
    pub(super) joint: LinkId,
    pub(super) follows: LinkId,
    pub(super) ratio: T,
    pub(super) offset: T,
}

impl<T: Real> ClosureRows<T> for Coupled<T> {
    fn conditions(&self, model: &Model<T>) -> impl Iterator<Item = (Unit, bool)> {
        core::iter::once((model.links()[self.joint.0].joint.v_units()[0], true))
    }

    #[inline]
    fn place(&self, at: At<'_, T>, rows: &mut [Row<T>]) {
        let speed = |link: LinkId| at.model.links()[link.0].v;
        rows[0].speeds = [Some((speed(self.joint), T::one())), Some((speed(self.follows), -self.ratio))];
    }

    fn residuals(&self, at: At<'_, T>, out: &mut [T]) {
        let q = |link: LinkId| at.q[at.model.links()[link.0].q];
        out[0] = q(self.joint) - self.ratio.mul_add(q(self.follows), self.offset);
    }

    #[inline]
    fn rates(&self, _: At<'_, T>, motion: Motion<'_, T>, rows: &[Row<T>], out: &mut [T]) {
        out[0] = accelerated(&rows[0], motion.a);
    }
}
