//! `origin`: a pose.

use denoc_base::number::six_beside;
use denoc_math::{Mat3, Pose, quaternion_rotation};
use denoc_model::QUATERNION_TOLERANCE;

use super::section::{Item, Section};
use super::value::Infinity;
use super::{keys, quantity};
use crate::note::{NoteKind, Notes};
use crate::{FormatError, angle};

const EXAMPLE: &str = "{ xyz = [x, y, z], rpy = [roll, pitch, yaw] }";
const ROTATIONS: [&str; 4] = ["rpy", "quaternion", "axis_angle", "matrix"];

/// The pose under a key; the identity if there is none.
pub(super) fn read(section: &Section, key: &str, notes: &mut Notes) -> Result<Pose<f64>, FormatError> {
    let Some(item) = section.get(key) else { return Ok(Pose::identity()) };
    let origin = item.table(keys::ORIGIN, EXAMPLE)?;
    let mut given = ROTATIONS.iter().filter(|k| origin.get(k).is_some());
    if let (Some(first), Some(second)) = (given.next(), given.next()) {
        origin.not_both(first, second)?;
    }
    let position = origin.vector_or_zero("xyz", quantity::LENGTH)?;
    let rotation = if let Some(item) = origin.get("rpy") {
        let rpy = item.numbers::<3>(quantity::ANGLE)?;
        note_angles(&item, rpy, notes);
        angle::rotation(rpy)
    } else if let Some(item) = origin.get("quaternion") {
        quaternion(&item)?
    } else if let Some(item) = origin.get("axis_angle") {
        let rotation = item.table(keys::AXIS_ANGLE, "{ axis = [x, y, z], angle = … }")?;
        let axis = rotation.need("axis", "axis = [x, y, z]")?.direction()?.normalized();
        let (sin, cos) = angle::sin_cos(rotation.need("angle", "angle = \"90 deg\"")?.number(quantity::ANGLE)?);
        Mat3::rotation(axis, sin, cos)
    } else if let Some(item) = origin.get("matrix") {
        matrix(&item)?
    } else {
        Mat3::identity()
    };
    Ok(Pose::new(rotation, position))
}

/// Notes radians with few digits, which are kept but possibly unintended.
fn note_angles(item: &Item, rpy: [f64; 3], notes: &mut Notes) {
    let Some(array) = item.value.get_ref().as_array() else { return };
    for (value, number) in array.iter().zip(rpy) {
        let written = match value.get_ref().as_float() {
            Some(float) => float.as_str(),
            None => continue,
        };
        if let Some((right, distance)) = angle::nearly_right(number, written) {
            notes.add(NoteKind::NearlyRightAngle, "", || {
                let message = format!("rpy {written} differs from {right} by {distance:.2e}; kept as written");
                (item.section.source.place(value.span().start), message)
            });
        }
    }
}

/// The rotation of a quaternion with rounded components.
pub(super) fn of_quaternion(q: [f64; 4]) -> Mat3<f64> {
    let norm = length(q);
    quaternion_rotation(q.map(|x| x / norm))
}

fn length(q: [f64; 4]) -> f64 {
    q.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn quaternion(item: &Item) -> Result<Mat3<f64>, FormatError> {
    let q = item.numbers::<4>(quantity::NUMBER)?;
    let norm = length(q);
    if (norm - 1.0).abs() <= QUATERNION_TOLERANCE {
        return Ok(of_quaternion(q));
    }
    let rule = format!("{} has length {}, but it must be 1", item.label(), six_beside(norm, 1.0));
    let remedy = if norm == 0.0 || !norm.is_finite() {
        "write [0, 0, 0, 1] for no rotation".to_owned()
    } else {
        let [x, y, z, w] = q.map(|x| x / norm);
        // more than six digits: they are to be copied, and the length must then be 1
        format!("divide by its length: [{x:.9}, {y:.9}, {z:.9}, {w:.9}]")
    };
    Err(FormatError::BadValue { rule, remedy, at: item.spot() })
}

fn matrix(item: &Item) -> Result<Mat3<f64>, FormatError> {
    let example = "three rows of three numbers";
    let array = item.array(example)?;
    if array.len() != 3 {
        return Err(item.wrong_length(item.value, array.len(), "3 rows".into(), example));
    }
    let mut rows = [[0.0; 3]; 3];
    for (slot, row) in rows.iter_mut().zip(array.iter()) {
        *slot = item.array_of::<3>(row, quantity::NUMBER, Infinity::Refused)?;
    }
    let r = Mat3::from_rows(rows);
    let deviation = r.transpose() * r - Mat3::identity();
    let largest = deviation.to_rows().as_flattened().iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    let handed = (r.x.cross(r.y).dot(r.z) - 1.0).abs();
    let error = largest.max(handed);
    if error < 1e-6 {
        return Ok(r);
    }
    let rule = format!("{} is not a rotation: RᵀR or det R differs from 1 by {error:.1e}", item.label());
    let remedy = "write a right-handed orthonormal matrix with more digits, or use rpy".into();
    Err(FormatError::BadValue { rule, remedy, at: item.spot() })
}
