//! Denavit-Hartenberg parameters of a serial chain.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{DhJoint, DhRow, FrameId, Model};

use super::chain::{Axis, Chain};
use crate::MechanismError;

/// Below this sine two axes count as parallel.
const PARALLEL: f64 = 1e-9;
/// Below this distance (m) two axes count as meeting.
const MEETING: f64 = 1e-9;

/// The order of the four elementary motions of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DhConvention {
    /// Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α), as in SahaIR and [`denoc_model::Description::from_dh`].
    Standard,
    /// Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(b), as in [`denoc_model::Description::from_modified_dh`].
    Modified,
}

/// A serial chain as a table: T(q) = base · T₁(q₁) … Tₙ(qₙ) · tool.
#[derive(Clone, Debug, PartialEq)]
pub struct DhParameters {
    /// The order of the elementary motions.
    pub convention: DhConvention,
    /// The joints, from the ground to the frame.
    pub joints: Vec<String>,
    /// One row for every joint; the varying parameter holds its value at q = 0.
    pub rows: Vec<DhRow>,
    /// The first frame of the table in the world.
    pub base: Pose<f64>,
    /// The requested frame in the last frame of the table.
    pub tool: Pose<f64>,
}

impl DhParameters {
    /// The pose of the frame for the coordinates of the joints of the table.
    pub fn pose(&self, q: &[f64]) -> Result<Pose<f64>, MechanismError> {
        if q.len() != self.rows.len() {
            let rule = "give one coordinate for every row of the table";
            return Err(MechanismError::Count { what: "q", found: q.len(), expected: self.rows.len(), rule });
        }
        let rows = self.rows.iter().zip(q).map(|(row, &q)| {
            let (b, theta) = match row.joint {
                DhJoint::Revolute => (row.b, row.theta + q),
                DhJoint::Prismatic => (row.b + q, row.theta),
            };
            let (along_z, along_x) = (screw(2, theta, b), screw(0, row.alpha, row.a));
            if self.convention == DhConvention::Standard { along_z * along_x } else { along_x * along_z }
        });
        Ok(rows.fold(self.base, |pose, row| pose * row) * self.tool)
    }

    /// The same chain in the other convention. Only the tool changes, and which row holds a and α.
    fn modified(self) -> Self {
        let mut rows = self.rows;
        let mut before = (0.0, 0.0);
        for row in &mut rows {
            let here = (row.a, row.alpha);
            (row.a, row.alpha) = before;
            before = here;
        }
        let tool = screw(0, before.1, before.0) * self.tool;
        Self { convention: DhConvention::Modified, rows, tool, ..self }
    }
}

/// Rotation about and shift along a coordinate axis.
fn screw(axis: usize, angle: f64, shift: f64) -> Pose<f64> {
    let (s, c) = denoc_model::exact_sin_cos(angle);
    Pose::new(Mat3::rotation(Vec3::unit(axis), s, c), Vec3::unit(axis).scale(shift))
}

/// The Denavit-Hartenberg table of the joints between the ground and `frame`, which must be revolute or prismatic (fixed
/// ones are absorbed).
///
/// Where the convention leaves a choice (parallel axes, meeting axes, the first x axis), offsets b are zero and angles θ at
/// q = 0 are small. The table of a model made by `from_dh` with a ≥ 0 and θ = 0 comes back, up to offsets along parallel axes.
///
/// # Panics
/// If the model has no such frame.
pub fn dh_table(model: &Model, frame: FrameId, convention: DhConvention) -> Result<DhParameters, MechanismError> {
    let chain = Chain::of(model, frame)?;
    let base = first_frame(&chain.axes[0]);
    let (mut at, mut rows) = (base, Vec::new());
    for (axis, next) in chain.axes.iter().zip(&chain.axes[1..]) {
        let row = to_axis(at, axis, next);
        at = at * screw(2, row.theta, row.b) * screw(0, row.alpha, row.a);
        rows.push(row);
    }
    let last = &chain.axes[chain.axes.len() - 1];
    let row = to_frame(at, last, chain.home);
    at = at * screw(2, row.theta, row.b) * screw(0, row.alpha, row.a);
    rows.push(row);
    let joints = chain.axes.iter().map(|a| model.joint_names()[a.link.0].clone()).collect();
    let table =
        DhParameters { convention: DhConvention::Standard, joints, rows, base, tool: at.inverse() * chain.home };
    Ok(if convention == DhConvention::Standard { table } else { table.modified() })
}

/// z along the first axis; the world frame itself if its z is that axis.
fn first_frame(axis: &Axis) -> Pose<f64> {
    let (z, world) = (axis.direction, Vec3::unit(2));
    // the point of the axis nearest to the world origin
    let origin = axis.point - z.scale(z.dot(axis.point));
    if z.cross(world).norm() < PARALLEL && z.dot(world) > 0.0 && origin.norm() < MEETING {
        return Pose::identity();
    }
    let side = if z.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    let x = (side - z.scale(z.dot(side))).normalized();
    Pose::new(Mat3::from_columns(x, z.cross(x), z), origin)
}

/// The row from the frame `at` on `axis` to a frame on `next`, x along their common normal.
fn to_axis(at: Pose<f64>, axis: &Axis, next: &Axis) -> DhRow {
    let (z, w) = (at.rotation.z, next.direction);
    let between = next.point - at.position;
    let normal = z.cross(w);
    let (x, b, a) = if normal.norm() < PARALLEL {
        let across = between - z.scale(z.dot(between));
        let a = across.norm();
        if a < MEETING { (at.rotation.x, 0.0, 0.0) } else { (across.scale(1.0 / a), 0.0, a) }
    } else {
        let n = normal.normalized();
        // foot of the common normal: between − z b − x a lies along w, so its product with z × w's perpendicular vanishes
        let across = w.cross(n);
        let b = between.dot(across) / z.dot(across);
        let a = between.dot(n);
        let turned = if a.abs() > MEETING { a } else { n.dot(at.rotation.x) };
        if turned < 0.0 { (-n, b, -a) } else { (n, b, a) }
    };
    let theta = about(z, at.rotation.x, x);
    let alpha = about(x, z, w);
    row(axis, tidy(b), tidy(theta), tidy(a), tidy(alpha))
}

/// The row to the frame itself where x of the frame meets the last axis at a right angle; otherwise a row without parameters.
fn to_frame(at: Pose<f64>, axis: &Axis, frame: Pose<f64>) -> DhRow {
    let (z, x) = (at.rotation.z, frame.rotation.x);
    let between = frame.position - at.position;
    let b = z.dot(between);
    let across = between - z.scale(b);
    let a = across.dot(x);
    if z.dot(x).abs() < PARALLEL && (across - x.scale(a)).norm() < MEETING {
        let (theta, alpha) = (about(z, at.rotation.x, x), about(x, z, frame.rotation.z));
        return row(axis, tidy(b), tidy(theta), tidy(a), tidy(alpha));
    }
    row(axis, 0.0, 0.0, 0.0, 0.0)
}

fn row(axis: &Axis, b: f64, theta: f64, a: f64, alpha: f64) -> DhRow {
    if axis.is_revolute() { DhRow::revolute(b, theta, a, alpha) } else { DhRow::prismatic(b, theta, a, alpha) }
}

/// The angle about `axis` that takes the direction `from` to `to`, both at right angles to it.
fn about(axis: Vec3<f64>, from: Vec3<f64>, to: Vec3<f64>) -> f64 {
    axis.dot(from.cross(to)).atan2(from.dot(to))
}

/// Rounding errors of exact zeros, removed.
fn tidy(x: f64) -> f64 {
    if x.abs() < 1e-14 { 0.0 } else { x }
}
