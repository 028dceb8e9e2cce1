//! Paths of a frame: a line or an arc, with the orientation along it.

use denoc_math::{Mat3, Pose, Vec3};

use super::super::check;
use crate::SimError;
use denoc_mechanism::ik::rotation_vector;

/// The orientation of the frame along the path.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Orientation {
    /// Constant.
    Keep,
    /// Turns to this orientation about a fixed axis, in proportion to the path length.
    To(Mat3<f64>),
    /// Unconstrained: only the origin follows the path.
    Free,
}

/// The path of the origin of a frame, from where it starts.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum CartesianPath {
    /// A straight line to a point.
    Line {
        /// The end, m, world axes.
        to: Vec3<f64>,
    },
    /// The arc through a point to a point.
    ArcThrough {
        /// An intermediate point, m, world axes.
        via: Vec3<f64>,
        /// The end, m, world axes.
        to: Vec3<f64>,
    },
    /// An arc about an axis.
    ArcAbout {
        /// A point of the axis.
        center: Vec3<f64>,
        /// Its direction.
        axis: Vec3<f64>,
        /// How far, rad; more than a turn is allowed.
        angle: f64,
    },
}

/// A path with a start: poses as a function of s from 0 to 1.
#[derive(Copy, Clone, Debug)]
pub(super) struct Curve {
    start: Pose<f64>,
    shape: Shape,
    /// The rotation vector of the complete path, in world axes; `None`: unconstrained.
    pub(super) turn: Option<Vec3<f64>>,
}

#[derive(Copy, Clone, Debug)]
enum Shape {
    Line { way: Vec3<f64> },
    Arc { center: Vec3<f64>, axis: Vec3<f64>, angle: f64 },
}

/// Where the frame is at s, with derivatives of the position by s.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub(super) pose: Pose<f64>,
    pub(super) first: Vec3<f64>,
    pub(super) second: Vec3<f64>,
}

impl Curve {
    pub(super) fn new(start: Pose<f64>, path: &CartesianPath, orientation: &Orientation) -> Result<Self, SimError> {
        let from = start.position;
        let shape = match *path {
            CartesianPath::Line { to } => {
                finite("line", "the end point", to)?;
                Shape::Line { way: to - from }
            }
            CartesianPath::ArcThrough { via, to } => {
                finite("arc", "the point on the way", via)?;
                finite("arc", "the end point", to)?;
                through(from, via, to)?
            }
            CartesianPath::ArcAbout { center, axis, angle } => {
                finite("arc", "the centre", center)?;
                let norm = axis.norm();
                if !norm.is_finite() || norm < 1e-12 {
                    return Err(check::number("arc", "the length of the axis", norm, "it must not be zero"));
                }
                if !angle.is_finite() {
                    return Err(check::number("arc", "the angle", angle, "it must be a finite number of radians"));
                }
                let axis = axis.scale(1.0 / norm);
                // the centre of the circle is the foot of the start on the axis
                Shape::Arc { center: center + axis.scale(axis.dot(from - center)), axis, angle }
            }
        };
        let turn = match *orientation {
            Orientation::Keep => Some(Vec3::zero()),
            Orientation::Free => None,
            Orientation::To(goal) => {
                let off = goal.transpose() * goal - Mat3::identity();
                let error = [off.x, off.y, off.z].iter().fold(0.0, |m: f64, c| m.max(c.norm()));
                let error = error.max((goal.x.cross(goal.y).dot(goal.z) - 1.0).abs());
                if error.is_nan() || error > 1e-6 {
                    let what = "the deviation of the end orientation from a rotation";
                    return Err(check::number("line", what, error, "give a right-handed orthonormal matrix"));
                }
                Some(rotation_vector(goal * start.rotation.transpose()))
            }
        };
        Ok(Self { start, shape, turn })
    }

    pub(super) fn at(&self, s: f64) -> Place {
        let (position, first, second) = match self.shape {
            Shape::Line { way } => (self.start.position + way.scale(s), way, Vec3::zero()),
            Shape::Arc { center, axis, angle } => {
                let (sin, cos) = (angle * s).sin_cos();
                let arm = Mat3::rotation(axis, sin, cos).apply(self.start.position - center);
                (center + arm, axis.cross(arm).scale(angle), arm.scale(-angle * angle))
            }
        };
        let turn = self.turn.unwrap_or(Vec3::zero());
        let angle = turn.norm();
        let rotation = if angle > 0.0 {
            let (sin, cos) = (angle * s).sin_cos();
            Mat3::rotation(turn.scale(1.0 / angle), sin, cos) * self.start.rotation
        } else {
            self.start.rotation
        };
        Place { pose: Pose::new(rotation, position), first, second }
    }
}

fn finite(motion: &'static str, what: &str, v: Vec3<f64>) -> Result<(), SimError> {
    match v.to_array().into_iter().find(|x| !x.is_finite()) {
        None => Ok(()),
        Some(x) => Err(check::number(motion, format!("a coordinate of {what}"), x, "it must be a finite number")),
    }
}

/// The circle through three points.
fn through(from: Vec3<f64>, via: Vec3<f64>, to: Vec3<f64>) -> Result<Shape, SimError> {
    let (u, w) = (via - from, to - from);
    let normal = u.cross(w);
    let (size, area) = (u.norm().max(w.norm()), normal.norm());
    if area < 1e-9 * size * size || size == 0.0 {
        let rule = "the three points must not be in line: use a line instead";
        return Err(check::number("arc", "the area between the three points", 0.5 * area, rule));
    }
    let square = normal.dot(normal);
    let to_center = (normal.cross(u).scale(w.dot(w)) + w.cross(normal).scale(u.dot(u))).scale(0.5 / square);
    let (center, axis) = (from + to_center, normal.scale(1.0 / area));
    let (a, b) = (from - center, to - center);
    // from over via to: anticlockwise about u × w
    let angle = axis.dot(a.cross(b)).atan2(a.dot(b)).rem_euclid(std::f64::consts::TAU);
    Ok(Shape::Arc { center, axis, angle })
}
