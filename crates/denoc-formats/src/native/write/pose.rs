//! Poses: the orientation as roll, pitch and yaw where these are short and exact, otherwise as a quaternion.

use denoc_math::{Mat3, Pose, Vec3, quaternion_from_rotation};

use super::super::origin::of_quaternion;
use super::text::{angle, array, degrees};
use crate::angle::rotation;

/// Permitted rounding error of the entries of a rotation matrix.
const SAME: f64 = 1e-15;

pub(super) fn write(pose: Pose<f64>) -> String {
    let mut parts = Vec::new();
    if pose.position != Vec3::zero() {
        parts.push(format!("xyz = {}", array(pose.position.to_array())));
    }
    if pose.rotation != Mat3::identity() {
        parts.push(orientation(pose.rotation));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// Position and rotation matrix, exact.
pub(super) fn canonical(pose: Pose<f64>) -> String {
    format!("{{ xyz = {}, {} }}", array(pose.position.to_array()), matrix(pose.rotation))
}

fn matrix(r: Mat3<f64>) -> String {
    format!("matrix = [{}]", r.to_rows().map(array).join(", "))
}

fn orientation(r: Mat3<f64>) -> String {
    if let Some(rpy) = short_rpy(r) {
        return format!("rpy = [{}]", rpy.map(angle).join(", "));
    }
    let q = quaternion_from_rotation(r);
    if distance(of_quaternion(q), r) <= SAME {
        return format!("quaternion = {}", array(q));
    }
    matrix(r)
}

/// Roll, pitch and yaw with few digits.
fn short_rpy(r: Mat3<f64>) -> Option<[f64; 3]> {
    let mut rpy = [0.0; 3];
    for (short, found) in rpy.iter_mut().zip(angles(r)) {
        *short = short_angle(found)?;
    }
    (distance(rotation(rpy), r) <= SAME).then_some(rpy)
}

fn angles(r: Mat3<f64>) -> [f64; 3] {
    let across = r.get(0, 0).hypot(r.get(1, 0));
    let pitch = (-r.get(2, 0)).atan2(across);
    if across < 1e-12 {
        // gimbal lock: the rotation is assigned to roll
        return [(-r.get(1, 2)).atan2(r.get(1, 1)), pitch, 0.0];
    }
    [r.get(2, 1).atan2(r.get(2, 2)), pitch, r.get(1, 0).atan2(r.get(0, 0))]
}

/// The nearest angle with few digits, in degrees or radians.
fn short_angle(found: f64) -> Option<f64> {
    let near = |x: f64| (x - found).abs() < 1e-14;
    let whole = (found.to_degrees() * 1e4).round() / 1e4;
    let radians = (found * 1e9).round() / 1e9;
    let in_degrees = whole.to_radians();
    if near(radians) {
        return Some(radians);
    }
    // the double that these degrees represent
    [in_degrees, in_degrees.next_up(), in_degrees.next_down()].into_iter().find(|x| near(*x) && degrees(*x).is_some())
}

fn distance(a: Mat3<f64>, b: Mat3<f64>) -> f64 {
    (a - b).to_rows().as_flattened().iter().fold(0.0, |most, x| most.max(x.abs()))
}
