//! The coordinates of a joint from the relative pose of its frames.

use denoc_math::{Mat3, Pose, Real, Twist, Vec3};
use denoc_model::Joint;
use denoc_model::joints::{Guess, Unit};

use super::span::speeds;
use crate::kinematics::MAX_COLUMNS;

/// Coordinates of one joint.
pub(crate) type Coordinates<T> = [T; 7];

/// The coordinates of the zero pose.
pub(super) fn neutral<T: Real>(joint: &Joint<T>) -> Coordinates<T> {
    let mut q = [T::zero(); 7];
    let units = joint.q_units();
    if units.last() == Some(&Unit::Quaternion) {
        q[units.len() - 1] = T::one();
    }
    q
}

/// The coordinates whose pose is nearest to `target`: exactly that pose where the joint allows it. Angles are found up to full
/// turns, near zero. Newton's method from the best of a few starts, unless the joint knows better.
#[inline(never)]
pub(super) fn of<T: Real>(joint: &Joint<T>, target: Pose<T>) -> Coordinates<T> {
    if let Some(original) = joint.original() {
        return of(original, target.inverse());
    }
    let units = joint.q_units();
    let mut q = neutral(joint);
    match joint.coordinates(target, &mut q[..units.len()]) {
        Guess::Exact => return q,
        Guess::Start => {}
        Guess::Unknown => q = best_start(joint, units, target),
    }
    let nv = units.len();
    let mut columns = [Twist::zero(); MAX_COLUMNS];
    for _ in 0..30 {
        joint.columns(&q[..nv], &mut columns[..nv]);
        let step = speeds(&columns[..nv], error(joint, &q, target));
        for (q, &step) in q.iter_mut().zip(&step[..nv]) {
            *q += step;
        }
        let size = |x: &[T]| x[..nv].iter().map(|x| x.value().abs()).fold(0.0, f64::max);
        if size(&step) <= 1e-15 * (1.0 + size(&q)) {
            break;
        }
    }
    q
}

/// Of starts with angles of 0 and ± a third of a turn, the one whose pose is nearest.
fn best_start<T: Real>(joint: &Joint<T>, units: &[Unit], target: Pose<T>) -> Coordinates<T> {
    let angles = || (0..units.len()).filter(|&i| units[i] == Unit::Angle);
    let third = core::f64::consts::TAU / 3.0;
    let (mut best, mut least) = ([T::zero(); 7], f64::INFINITY);
    for trial in 0..3_usize.pow(angles().count() as u32) {
        let mut q = [T::zero(); 7];
        let mut rest = trial;
        for i in angles() {
            q[i] = T::lift([0.0, third, -third][rest % 3]);
            rest /= 3;
        }
        let off = error(joint, &q, target).angular;
        let size = off.dot(off).value();
        if size < least - 1e-9 {
            (best, least) = (q, size);
        }
    }
    best
}

/// What leads from the pose for `q` to `target`, as a rotation vector and a displacement in the axes of the former.
#[inline(never)]
pub(super) fn error<T: Real>(joint: &Joint<T>, q: &Coordinates<T>, target: Pose<T>) -> Twist<T> {
    let off = joint.pose(&q[..joint.q_units().len()]).inverse() * target;
    Twist::new(rotation_vector(off.rotation), off.position)
}

/// Axis times angle. Exact in value; the first derivative is exact where the rotation is small.
fn rotation_vector<T: Real>(r: Mat3<T>) -> Vec3<T> {
    let half = T::lift(0.5);
    // sin θ times the axis
    let turn = Vec3::new(r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x).scale(half);
    let sine = turn.dot(turn).value().sqrt();
    let cosine = 0.5 * (r.x.x + r.y.y + r.z.z - T::one()).value();
    if sine <= 1e-6 && cosine > 0.0 {
        return turn;
    }
    let angle = sine.atan2(cosine);
    if sine > 1e-6 {
        return turn.scale(T::lift(angle / sine));
    }
    // half a turn: the columns of R + 1 are along the axis
    let columns = [r.x + Vec3::unit(0), r.y + Vec3::unit(1), r.z + Vec3::unit(2)];
    let longest = columns.into_iter().max_by(|a, b| a.dot(*a).value().total_cmp(&b.dot(*b).value()));
    longest.map_or(turn, |axis| axis.scale(T::lift(angle / axis.dot(axis).value().sqrt())))
}
