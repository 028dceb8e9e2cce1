//! Denavit-Hartenberg parameters of a serial arm from the lines of its joints.

use core::f64::consts::{FRAC_PI_2, PI};

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{DhJoint, DhRow};

/// Lines whose directions differ by less than this are parallel; closer than this, they meet.
const NEAR: f64 = 1e-12;

/// A joint at zero, in the ground.
#[derive(Copy, Clone)]
pub(super) struct Axis {
    pub(super) joint: DhJoint,
    pub(super) point: Vec3<f64>,
    pub(super) direction: Vec3<f64>,
    /// The frame of the link behind the joint, which becomes the frame of the row where it can.
    pub(super) link: Pose<f64>,
}

/// A table and its frames at zero.
pub(super) struct Extracted {
    /// The first frame in the ground.
    pub(super) base: Pose<f64>,
    pub(super) rows: Vec<DhRow>,
    /// The frame at the far end of every link.
    pub(super) frames: Vec<Pose<f64>>,
}

/// Frames along the common normals of successive lines. Where a link frame of the model already lies as the convention wants
/// it, it is taken, so that a table reads back as it was.
pub(super) fn extract(axes: &[Axis]) -> Extracted {
    let Some(first) = axes.first() else {
        return Extracted { base: Pose::identity(), rows: Vec::new(), frames: Vec::new() };
    };
    let base = base(first);
    let (mut rows, mut frames) = (Vec::new(), Vec::new());
    let mut frame = base;
    for (i, axis) in axes.iter().enumerate() {
        let next = axes.get(i + 1);
        let step = own_frame(frame, axis, next).unwrap_or_else(|| match next {
            Some(next) => common_normal(frame, next),
            None => [0.0; 4],
        });
        let [theta, b, a, alpha] = tidy(step);
        let row = DhRow { joint: axis.joint, b, theta, a, alpha };
        frame = frame * row_pose(&row);
        rows.push(row);
        frames.push(frame);
    }
    Extracted { base, rows, frames }
}

/// Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α), with the sines and cosines that a model built from the row has.
pub(super) fn row_pose(row: &DhRow) -> Pose<f64> {
    let (s, c) = row.theta.sin_cos();
    let about_z = Pose::new(Mat3::rotation(Vec3::unit(2), s, c), Vec3::new(0.0, 0.0, row.b));
    let (s, c) = denoc_model::exact_sin_cos(row.alpha);
    about_z * Pose::new(Mat3::rotation(Vec3::unit(0), s, c), Vec3::new(row.a, 0.0, 0.0))
}

/// The ground's own frame if its z axis is the first line, else the nearest one.
fn base(first: &Axis) -> Pose<f64> {
    let (point, z) = (first.point, first.direction);
    let foot = point - z.scale(point.dot(z));
    let identity = (z - Vec3::unit(2)).norm() < NEAR && foot.norm() < NEAR;
    if identity {
        return Pose::identity();
    }
    let candidate =
        [0, 1].map(Vec3::unit).into_iter().find(|x: &Vec3<f64>| x.dot(z).abs() < 0.9).unwrap_or(Vec3::unit(0));
    let x = (candidate - z.scale(candidate.dot(z))).normalized();
    Pose::new(Mat3::from_columns(x, z.cross(x), z), foot)
}

/// The parameters that lead to the link's own frame: if it lies on the next line, with x across both lines.
fn own_frame(frame: Pose<f64>, axis: &Axis, next: Option<&Axis>) -> Option<[f64; 4]> {
    if let Some(next) = next {
        let offset = axis.link.position - next.point;
        let off = offset - next.direction.scale(offset.dot(next.direction));
        if off.norm() > NEAR || (axis.link.rotation.z - next.direction).norm() > NEAR {
            return None;
        }
    }
    let Pose { rotation: r, position: p } = frame.inverse() * axis.link;
    // x of the row is across z of the frame before
    let (c, s) = (r.get(0, 0), r.get(1, 0));
    let a = c * p.x + s * p.y;
    let aside = c * p.y - s * p.x;
    if r.get(2, 0).abs() > NEAR || aside.abs() > NEAR {
        return None;
    }
    Some([s.atan2(c), p.z, a, r.get(2, 1).atan2(r.get(2, 2))])
}

/// The parameters that lead along the common normal from z of a frame to the next line.
fn common_normal(frame: Pose<f64>, next: &Axis) -> [f64; 4] {
    let inverse = frame.inverse();
    let (point, direction) = (inverse.point(next.point), inverse.rotation.apply(next.direction));
    let across = Vec3::new(-direction.y, direction.x, 0.0); // z × direction
    let sine = across.norm();
    if sine < NEAR {
        // parallel: the normal through the frame's origin
        let (x, y) = (point.x, point.y);
        let alpha = if direction.z > 0.0 { 0.0 } else { PI };
        let a = x.hypot(y);
        return if a < NEAR { [0.0, 0.0, 0.0, alpha] } else { [y.atan2(x), 0.0, a, alpha] };
    }
    let mut normal = across.scale(1.0 / sine);
    let mut a = point.dot(normal);
    // the shortest way is counted positive; where lines meet, the smaller turn is taken
    if a < -NEAR || (a.abs() <= NEAR && (normal.x < -NEAR || (normal.x.abs() <= NEAR && normal.y < 0.0))) {
        (normal, a) = (-normal, -a);
    }
    // where the next line is nearest to z: remove from the point what lies along the line, seen from above
    let flat = direction.x * direction.x + direction.y * direction.y;
    let along = (point.x * direction.x + point.y * direction.y) / flat;
    let b = point.z - along * direction.z;
    let alpha = Vec3::unit(2).cross(direction).dot(normal).atan2(direction.z);
    [normal.y.atan2(normal.x), b, a, alpha]
}

/// Without the dust of rounding: lengths that are nearly zero, angles that are nearly multiples of a right angle.
fn tidy([theta, b, a, alpha]: [f64; 4]) -> [f64; 4] {
    let length = |x: f64| if x.abs() < 1e-15 { 0.0 } else { x };
    let angle = |x: f64| {
        let right = (x / FRAC_PI_2).round() * FRAC_PI_2;
        if (x - right).abs() < 1e-15 { right + 0.0 } else { x }
    };
    [angle(theta), length(b), length(a), angle(alpha)]
}
