//! Rows of Denavit-Hartenberg tables, read from the frames of a joint.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{Description, Joint, JointSpec, exact_sin_cos};

use super::See;

/// How far a frame may lie from where the table wants it: rounding of its sines and cosines.
const NEAR: f64 = 1e-12;

/// b, θ, a, α.
pub(super) type Row = [f64; 4];

const KEYS: [(&str, &str); 4] = [("b", "m"), ("theta", "rad"), ("a", "m"), ("alpha", "rad")];

/// Whether the joints make up a table: each moves about z of the link before, and some row is not empty.
pub(super) fn is_table(d: &Description) -> bool {
    let row = |joint: &JointSpec| {
        let first = joint.parent == d.ground;
        standard(joint).is_some() && (first || joint.origin == Pose::identity())
    };
    d.joints.iter().any(|joint| joint.child_origin != Pose::identity())
        && d.joints.iter().filter(|joint| !joint.joint.v_units().is_empty()).all(row)
}

/// The row if the child's frame is Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α) behind the joint.
pub(super) fn standard(joint: &JointSpec) -> Option<Row> {
    about_z(&joint.joint)?;
    let Pose { rotation: r, position: p } = joint.child_origin.inverse();
    let (c, s) = (r.get(0, 0), r.get(1, 0));
    let fits = r.get(2, 0).abs() < NEAR && (c * p.y - s * p.x).abs() < NEAR;
    fits.then(|| tidy([p.z, s.atan2(c), c * p.x + s * p.y, r.get(2, 1).atan2(r.get(2, 2))]))
}

/// The row if the joint is at Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(b) in its parent.
pub(super) fn modified(joint: &JointSpec) -> Option<Row> {
    about_z(&joint.joint)?;
    let Pose { rotation: r, position: p } = joint.origin;
    let (s, c) = (-r.get(1, 2), r.get(2, 2));
    let fits = joint.child_origin == Pose::identity() && r.get(0, 2).abs() < NEAR && (c * p.y + s * p.z).abs() < NEAR;
    fits.then(|| tidy([c * p.z - s * p.y, (-r.get(0, 1)).atan2(r.get(0, 0)), p.x, s.atan2(c)]))
}

pub(super) fn see_standard(joint: &mut JointSpec, see: See) {
    if let Some(row) = standard(joint).and_then(|row| seen(row, see)) {
        let (z, x) = parts(row);
        joint.child_origin = (z * x).inverse();
    }
}

pub(super) fn see_modified(joint: &mut JointSpec, see: See) {
    if let Some(row) = modified(joint).and_then(|row| seen(row, see)) {
        let (z, x) = parts(row);
        joint.origin = x * z;
    }
}

/// The row, if something in it was replaced.
fn seen(mut row: Row, see: See) -> Option<Row> {
    let mut changed = false;
    for ((key, unit), x) in KEYS.into_iter().zip(&mut row) {
        if let Some(new) = see(&[key], unit, Some(*x)) {
            (*x, changed) = (new, true);
        }
    }
    changed.then_some(row)
}

/// Rot_z(θ) Trans_z(b), and Trans_x(a) Rot_x(α).
fn parts([b, theta, a, alpha]: Row) -> (Pose<f64>, Pose<f64>) {
    let about = |axis: usize, angle: f64, shift: f64| {
        let (s, c) = exact_sin_cos(angle);
        let axis = Vec3::unit(axis);
        Pose::new(Mat3::rotation(axis, s, c), axis.scale(shift))
    };
    (about(2, theta, b), about(0, alpha, a))
}

fn about_z(joint: &Joint<f64>) -> Option<()> {
    let axis = joint.turn_axis().or_else(|| joint.slide_axis())?;
    (axis == Vec3::unit(2)).then_some(())
}

/// Without the dust of rounding.
fn tidy(row: Row) -> Row {
    row.map(|x| if x.abs() < 1e-15 { 0.0 } else { x })
}
