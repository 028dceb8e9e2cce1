//! Denavit-Hartenberg parameters of a serial arm from its joint axes.

use core::f64::consts::{FRAC_PI_2, PI};

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{DhJoint, DhRow};

/// Axes are parallel if their directions differ by less than this, and intersect if their distance is less.
const NEAR: f64 = 1e-12;

/// A joint axis in the zero configuration, in ground axes.
#[derive(Copy, Clone)]
pub(super) struct Axis {
    pub(super) joint: DhJoint,
    pub(super) point: Vec3<f64>,
    pub(super) direction: Vec3<f64>,
    /// The frame of the link after the joint, which becomes the frame of the row where the convention permits.
    pub(super) link: Pose<f64>,
}

/// A table and its frames in the zero configuration.
pub(super) struct Extracted {
    /// Pose of the first frame in the ground.
    pub(super) base: Pose<f64>,
    pub(super) rows: Vec<DhRow>,
    /// The frame at the distal end of each link.
    pub(super) frames: Vec<Pose<f64>>,
}

/// Places frames along the common normals of successive axes. A link frame of the model that satisfies the convention is
/// kept, so that a table is written as it was read.
pub(super) fn extract(axes: &[Axis]) -> Extracted {
    let Some(first) = axes.first() else {
        return Extracted { base: Pose::identity(), rows: Vec::new(), frames: Vec::new() };
    };
    let base = base(first);
    let (mut rows, mut frames) = (Vec::new(), Vec::new());
    let mut frame = base;
    for (i, axis) in axes.iter().enumerate() {
        let next = axes.get(i + 1);
        let step = link_frame(frame, axis, next).unwrap_or_else(|| match next {
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

/// Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α), with the same sines and cosines as a model built from the row.
pub(super) fn row_pose(row: &DhRow) -> Pose<f64> {
    let (s, c) = row.theta.sin_cos();
    let about_z = Pose::new(Mat3::rotation(Vec3::unit(2), s, c), Vec3::new(0.0, 0.0, row.b));
    let (s, c) = denoc_model::exact_sin_cos(row.alpha);
    about_z * Pose::new(Mat3::rotation(Vec3::unit(0), s, c), Vec3::new(row.a, 0.0, 0.0))
}

/// The frame of the ground if its z axis is the first joint axis, otherwise the nearest frame.
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

/// The parameters that lead to the frame of the link, if it lies on the next axis and its x is perpendicular to both axes.
fn link_frame(frame: Pose<f64>, axis: &Axis, next: Option<&Axis>) -> Option<[f64; 4]> {
    if let Some(next) = next {
        let offset = axis.link.position - next.point;
        let off = offset - next.direction.scale(offset.dot(next.direction));
        if off.norm() > NEAR || (axis.link.rotation.z - next.direction).norm() > NEAR {
            return None;
        }
    }
    let Pose { rotation: r, position: p } = frame.inverse() * axis.link;
    // x of the row is perpendicular to z of the previous frame
    let (c, s) = (r.get(0, 0), r.get(1, 0));
    let a = c * p.x + s * p.y;
    let aside = c * p.y - s * p.x;
    if r.get(2, 0).abs() > NEAR || aside.abs() > NEAR {
        return None;
    }
    Some([s.atan2(c), p.z, a, r.get(2, 1).atan2(r.get(2, 2))])
}

/// The parameters that lead along the common normal from z of a frame to the next axis.
fn common_normal(frame: Pose<f64>, next: &Axis) -> [f64; 4] {
    let inverse = frame.inverse();
    let (point, direction) = (inverse.point(next.point), inverse.rotation.apply(next.direction));
    let across = Vec3::new(-direction.y, direction.x, 0.0); // z × direction
    let sine = across.norm();
    if sine < NEAR {
        // parallel: the normal through the origin of the frame
        let (x, y) = (point.x, point.y);
        let alpha = if direction.z > 0.0 { 0.0 } else { PI };
        let a = x.hypot(y);
        return if a < NEAR { [0.0, 0.0, 0.0, alpha] } else { [y.atan2(x), 0.0, a, alpha] };
    }
    let mut normal = across.scale(1.0 / sine);
    let mut a = point.dot(normal);
    // the distance is positive; where axes intersect, the smaller rotation is chosen
    if a < -NEAR || (a.abs() <= NEAR && (normal.x < -NEAR || (normal.x.abs() <= NEAR && normal.y < 0.0))) {
        (normal, a) = (-normal, -a);
    }
    // the foot of the common normal on z: remove the component of the point along the next axis, projected on the x-y plane
    let flat = direction.x * direction.x + direction.y * direction.y;
    let along = (point.x * direction.x + point.y * direction.y) / flat;
    let b = point.z - along * direction.z;
    let alpha = Vec3::unit(2).cross(direction).dot(normal).atan2(direction.z);
    [normal.y.atan2(normal.x), b, a, alpha]
}

/// Removes rounding errors from lengths that are nearly zero and angles that are nearly multiples of a right angle.
fn tidy([theta, b, a, alpha]: [f64; 4]) -> [f64; 4] {
    let length = |x: f64| if x.abs() < 1e-15 { 0.0 } else { x };
    let angle = |x: f64| {
        let right = (x / FRAC_PI_2).round() * FRAC_PI_2;
        if (x - right).abs() < 1e-15 { right + 0.0 } else { x }
    };
    [angle(theta), length(b), length(a), angle(alpha)]
}
