use denoc_math::{Pose, Real, Twist, Vec3, Wrench};
use denoc_model::Model;

use crate::kinematics::KinematicsBuffers;

/// The rate of the momentum about the mass centre `center`, in world axes, from twist-rates of the links on a base that accelerates
/// with `base`; this acceleration is taken away again.
pub(crate) fn momentum_rate<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    rates: &[Twist<T>],
    base: Vec3<T>,
    center: Vec3<T>,
) -> Wrench<T> {
    let links = model.links().iter().zip(&k.world).zip(k.twists.iter().zip(rates));
    links.filter(|((link, _), _)| link.moves).fold(Wrench::zero(), |sum, ((link, world), (twist, rate))| {
        let own = Twist::new(rate.angular, rate.linear - world.rotation.apply_transpose(base));
        let from_center = Pose::new(world.rotation, world.position - center);
        sum + from_center.propagate_back(link.mass.wrench(twist.angular, own))
    })
}
