use denoc_math::{Real, Twist, Vec3};
use denoc_model::{LinkId, Model};

use crate::kinematics::KinematicsBuffers;

/// The number of inertial parameters of a link.
pub const PARAMETERS: usize = 10;

/// The inertial parameters π of all links, [`PARAMETERS`] per link; the order is described in [`crate::regressor`].
///
/// # Panics
/// If `out` has another length.
pub fn inertial_parameters<T: Real>(model: &Model<T>, out: &mut [T]) {
    assert_eq!(out.len(), PARAMETERS * model.links().len(), "ten parameters per link");
    for (link, out) in model.links().iter().zip(out.chunks_exact_mut(PARAMETERS)) {
        let (m, d, i) = (link.mass.mass, link.mass.first_moment, link.mass.inertia);
        out.copy_from_slice(&[m, d.x, d.y, d.z, i.xx, i.xy, i.yy, i.xz, i.yz, i.zz]);
    }
}

/// Y by rows, nv × 10 links; `rates` are the twist-rates of the links on a base that accelerates with −g.
pub(crate) fn regressor<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, rates: &[Twist<T>], out: &mut [T]) {
    out.fill(T::zero());
    let width = PARAMETERS * model.links().len();
    for (i, (rate, twist)) in rates.iter().zip(&k.twists).enumerate() {
        let mut at = Some(LinkId(i));
        while let Some(LinkId(j)) = at {
            let joint = &model.links()[j];
            // link i, seen from link j
            let here = k.world[j].inverse() * k.world[i];
            for s in joint.v..joint.v + joint.nv {
                let seen = if i == j { k.columns[s] } else { here.propagate(k.columns[s]) };
                out[s * width + PARAMETERS * i..][..PARAMETERS].copy_from_slice(&row(seen, twist.angular, *rate));
            }
            at = joint.parent;
        }
    }
}

/// The force along a column per unit of every parameter of a link, all in link axes at the link's origin.
#[inline]
fn row<T: Real>(column: Twist<T>, w: Vec3<T>, rate: Twist<T>) -> [T; PARAMETERS] {
    let (e, u) = (column.angular, column.linear);
    let (alpha, a) = (rate.angular, rate.linear);
    let moment = u.cross(alpha) + w.cross(w.cross(u)) + a.cross(e);
    let f = e.cross(w);
    let both = |ei: T, ej: T, ai: T, aj: T, fi: T, fj: T, wi: T, wj: T| ei * aj + ej * ai + fi * wj + fj * wi;
    [
        u.dot(a),
        moment.x,
        moment.y,
        moment.z,
        e.x * alpha.x + f.x * w.x,
        both(e.x, e.y, alpha.x, alpha.y, f.x, f.y, w.x, w.y),
        e.y * alpha.y + f.y * w.y,
        both(e.x, e.z, alpha.x, alpha.z, f.x, f.z, w.x, w.z),
        both(e.y, e.z, alpha.y, alpha.z, f.y, f.z, w.y, w.z),
        e.z * alpha.z + f.z * w.z,
    ]
}
