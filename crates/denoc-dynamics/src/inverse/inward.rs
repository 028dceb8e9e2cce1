//! Wrenches.

use denoc_math::{Real, Twist};
use denoc_model::{LinkId, Model};

use super::InverseBuffers;
use crate::Loads;
use crate::kinematics::KinematicsBuffers;

/// w̃ of every link from the twist-rates [SahaIR (9.33)]. Without twists (`moving` false) the convective part is left out.
#[inline(never)]
pub(crate) fn gather<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    moving: bool,
    loads: Loads<'_, T>,
    buffers: &mut InverseBuffers<T>,
) {
    for (i, link) in model.links().iter().enumerate() {
        let rate = buffers.rates[i];
        let wrench = if moving { link.mass.wrench(k.twists[i].angular, rate) } else { link.mass.apply(rate) };
        buffers.wrenches[i] = match loads.on(i) {
            Some(load) => wrench - load,
            None => wrench,
        };
    }
    for (i, link) in model.links().iter().enumerate().rev() {
        if let Some(LinkId(j)) = link.parent {
            let moved = k.relative[i].propagate_back(buffers.wrenches[i]);
            buffers.wrenches[j] += moved;
        }
    }
}

/// τ = Pᵀ w̃ + J a [SahaIR (9.21b)].
pub(crate) fn project<T: Real>(
    model: &Model<T>,
    columns: &[Twist<T>],
    buffers: &InverseBuffers<T>,
    a: Option<&[T]>,
    tau: &mut [T],
) {
    for (link, &wrench) in model.links().iter().zip(&buffers.wrenches) {
        for s in link.v..link.v + link.nv {
            let transmitted = columns[s].dot(wrench);
            tau[s] = match a {
                Some(a) => link.rotor_inertia.mul_add(a[s], transmitted),
                None => transmitted,
            };
        }
    }
}
