//! A coordinate that is a function of another: q − f(q') = 0.

use denoc_math::Real;
use denoc_model::joints::Unit;
use denoc_model::{CamProfile, LinkId, Model};

use super::{At, ClosureRows, Motion, Row, accelerated};

pub(super) struct Follower<'a> {
    pub(super) joint: LinkId,
    pub(super) follows: LinkId,
    pub(super) profile: &'a CamProfile,
}

impl<T: Real> ClosureRows<T> for Follower<'_> {
    fn conditions(&self, model: &Model<T>) -> impl Iterator<Item = (Unit, bool)> {
        core::iter::once((model.links()[self.joint.0].joint.v_units()[0], true))
    }

    #[inline]
    fn place(&self, at: At<'_, T>, rows: &mut [Row<T>]) {
        let link = |link: LinkId| &at.model.links()[link.0];
        let [_, slope, _] = self.profile.at(at.q[link(self.follows).q]);
        rows[0].speeds = [Some((link(self.joint).v, T::one())), Some((link(self.follows).v, -slope))];
    }

    fn residuals(&self, at: At<'_, T>, out: &mut [T]) {
        let q = |link: LinkId| at.q[at.model.links()[link.0].q];
        out[0] = q(self.joint) - self.profile.at(q(self.follows))[0];
    }

    #[inline]
    fn rates(&self, at: At<'_, T>, motion: Motion<'_, T>, rows: &[Row<T>], out: &mut [T]) {
        let link = &at.model.links()[self.follows.0];
        let [_, _, curvature] = self.profile.at(motion.q[link.q]);
        out[0] = accelerated(&rows[0], motion.a) - curvature * motion.v[link.v].square();
    }
}
