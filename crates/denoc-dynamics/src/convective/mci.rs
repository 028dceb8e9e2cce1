use denoc_math::{Mat3, Pose, Real, RigidMass, Twist, Vec3, Wrench};
use denoc_model::{LinkId, Model};

use super::ConvectiveBuffers;
use crate::State;
use crate::kinematics::{KinematicsBuffers, column_rates, moving_column_rate};

/// C, nv×nv by rows.
#[inline(never)]
pub(crate) fn mci<T: Real>(
    model: &Model<T>,
    k: &KinematicsBuffers<T>,
    State { q, v }: State<'_, T>,
    b: &mut ConvectiveBuffers<T>,
    out: &mut [T],
) {
    let (links, nv) = (model.links(), model.nv());
    for (i, link) in links.iter().enumerate() {
        let (coordinates, speeds) = (link.q..link.q + link.nq, link.v..link.v + link.nv);
        let columns = &k.columns[speeds.clone()];
        let rates = &mut b.rates[speeds.clone()];
        column_rates(&link.joint, &q[coordinates], &v[speeds], columns, rates);
        for (rate, &column) in rates.iter_mut().zip(columns) {
            *rate = moving_column_rate(k.twists[i], column, *rate);
        }
        b.composite[i] = link.mass;
        b.momentum[i] = link.mass.apply(k.twists[i]).force;
        b.turning[i] = turning(link.mass, k.twists[i]);
    }
    out.fill(T::zero());
    for (i, link) in links.iter().enumerate().rev() {
        let (mass, turning, momentum) = (b.composite[i], b.turning[i], b.momentum[i]);
        if let Some(LinkId(j)) = link.parent {
            let pose = k.relative[i];
            b.composite[j] += mass.to_parent(pose);
            b.momentum[j] += pose.rotation.apply(momentum);
            b.turning[j] += turning_in_parent(turning, momentum, pose);
        }
        for s in link.v..link.v + link.nv {
            let (p, rate) = (k.columns[s], b.rates[s]);
            // the wrench that column s requires: c_·s = p_· · demanded
            let convective = Wrench::new(turning.apply(p.angular), p.angular.cross(momentum));
            let mut demanded = mass.apply(rate) + convective;
            // the wrench that acts on column s: c_s· = p′_· · felt + e_· · turned
            let mut felt = mass.apply(p);
            let mut turned = turning.apply_transpose(p.angular) + momentum.cross(p.linear);
            for other in link.v..link.v + link.nv {
                out[other * nv + s] = k.columns[other].dot(demanded);
            }
            let mut at = i;
            while let Some(LinkId(j)) = links[at].parent {
                let pose = k.relative[at];
                demanded = pose.propagate_back(demanded);
                felt = pose.propagate_back(felt);
                turned = pose.rotation.apply(turned);
                for other in links[j].v..links[j].v + links[j].nv {
                    out[other * nv + s] = k.columns[other].dot(demanded);
                    out[s * nv + other] = b.rates[other].dot(felt) + k.columns[other].angular.dot(turned);
                }
                at = j;
            }
        }
    }
}

/// Ẽ of a single link: ω × I_C + m [(c·ċ) 1 − ċ cᵀ] = ω × I_O − m|c|² ω× + (δ·v) 1 − v δᵀ, with ċ = v + ω × c.
fn turning<T: Real>(mass: RigidMass<T>, t: Twist<T>) -> Mat3<T> {
    let (w, d) = (t.angular, mass.first_moment);
    let inertia = mass.inertia.to_mat3();
    let gyroscopic = Mat3::from_columns(w.cross(inertia.x), w.cross(inertia.y), w.cross(inertia.z));
    // a link without mass has no mass centre; any multiple of ω× would do
    let offset = if mass.mass.value() == 0.0 { T::zero() } else { d.dot(d) * mass.mass.recip() };
    gyroscopic - w.scale(offset).skew() + velocity_part(d, t.linear)
}

/// (r·v) 1 − v rᵀ.
fn velocity_part<T: Real>(r: Vec3<T>, v: Vec3<T>) -> Mat3<T> {
    let along = r.dot(v);
    let column = |axis: usize, r: T| Vec3::unit(axis).scale(along) - v.scale(r);
    Mat3::from_columns(column(0, r.x), column(1, r.y), column(2, r.z))
}

/// Ẽ about the parent's origin: rotated, and with the arm r + p instead of r.
fn turning_in_parent<T: Real>(turning: Mat3<T>, momentum: Vec3<T>, pose: Pose<T>) -> Mat3<T> {
    let r = pose.rotation;
    r * turning * r.transpose() + velocity_part(pose.position, r.apply(momentum))
}
