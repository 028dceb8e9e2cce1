use denoc_math::{Pose, Real, Vec3, Wrench};
use denoc_model::Model;

use crate::gim::{GimBuffers, composite_masses};
use crate::kinematics::KinematicsBuffers;

/// A_G, 6×nv by rows, angular rows first, in world axes; `center` is the mass centre.
pub(crate) fn momentum_matrix<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    center: Vec3<T>,
    buffers: &mut GimBuffers<T>,
    out: &mut [T],
) {
    let nv = model.nv();
    columns(model, k, center, buffers, |s, momentum| {
        for (row, x) in momentum.to_array().into_iter().enumerate() {
            out[row * nv + s] = x;
        }
    });
}

/// The Jacobian of the mass centre, 3×nv by rows: the velocity of C per unit speed; `mass` is that of all moving links.
pub(crate) fn com_jacobian<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    mass: T,
    buffers: &mut GimBuffers<T>,
    out: &mut [T],
) {
    let nv = model.nv();
    let per_mass = mass.recip();
    // the linear momentum does not depend on the point
    columns(model, k, Vec3::zero(), buffers, |s, momentum| {
        for (row, x) in momentum.force.scale(per_mass).to_array().into_iter().enumerate() {
            out[row * nv + s] = x;
        }
    });
}

/// The momentum about `center` per unit speed, for every speed.
fn columns<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    center: Vec3<T>,
    buffers: &mut GimBuffers<T>,
    mut write: impl FnMut(usize, Wrench<T>),
) {
    composite_masses(model, k, buffers);
    for ((link, world), mass) in model.links().iter().zip(&k.world).zip(&buffers.composite) {
        let from_center = Pose::new(world.rotation, world.position - center);
        for s in link.v..link.v + link.nv {
            write(s, from_center.propagate_back(mass.apply(k.columns[s])));
        }
    }
}
