use denoc_math::Real;
use denoc_model::{LinkId, Model};

use super::GimBuffers;
use crate::kinematics::KinematicsBuffers;

/// The composite masses M̃.
pub(crate) fn composite_masses<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, buffers: &mut GimBuffers<T>) {
    let composite = &mut buffers.composite;
    for (to, link) in composite.iter_mut().zip(model.links()) {
        *to = link.mass;
    }
    for (i, link) in model.links().iter().enumerate().rev() {
        if let Some(LinkId(j)) = link.parent {
            let moved = composite[i].to_parent(k.relative[i]);
            composite[j] += moved; // [SahaIR (9.11d)]
        }
    }
}

/// The full symmetric matrix, by rows.
#[inline(never)]
pub(crate) fn gim<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, buffers: &mut GimBuffers<T>, out: &mut [T]) {
    let (links, nv) = (model.links(), model.nv());
    composite_masses(model, k, buffers);
    out.fill(T::zero());
    for (i, link) in links.iter().enumerate().rev() {
        let mass = buffers.composite[i];
        for a in link.v..link.v + link.nv {
            let mut momentum = mass.apply(k.columns[a]); // M̃ p
            for b in link.v..=a {
                let entry = k.columns[b].dot(momentum);
                (out[a * nv + b], out[b * nv + a]) = (entry, entry);
            }
            out[a * nv + a] += link.rotor_inertia;
            // [SahaIR (9.15b)], moving M̃ p inward instead of p outward
            let mut at = i;
            while let Some(LinkId(j)) = links[at].parent {
                momentum = k.relative[at].propagate_back(momentum);
                for b in links[j].v..links[j].v + links[j].nv {
                    let entry = k.columns[b].dot(momentum);
                    (out[a * nv + b], out[b * nv + a]) = (entry, entry);
                }
                at = j;
            }
        }
    }
}
