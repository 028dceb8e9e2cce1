//! Numbers, names and poses as XML text.

use denoc_base::number::exact;
use denoc_math::{Mat3, Pose, Vec3, quaternion_from_rotation};

/// The shortest text that reads back as the same number.
pub(crate) fn number(x: f64) -> String {
    exact(x + 0.0) // no −0
}

/// Numbers separated by spaces.
pub(crate) fn numbers(values: &[f64]) -> String {
    values.iter().map(|x| number(*x)).collect::<Vec<_>>().join(" ")
}

pub(crate) fn vector(v: Vec3<f64>) -> String {
    numbers(&v.to_array())
}

/// A name, escaped for quotation marks.
pub(crate) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\n' | '\t' | '\r' => text.push(' '),
            c if c.is_control() => {} // XML cannot represent it
            c => text.push(c),
        }
    }
    text
}

/// Roll, pitch and yaw of a rotation. Each angle is computed from the rotation that the others leave, so that the product is accurate
/// even near gimbal lock.
pub(crate) fn rpy(r: Mat3<f64>) -> [f64; 3] {
    let yaw = if r.get(0, 0) == 0.0 && r.get(1, 0) == 0.0 { 0.0 } else { r.get(1, 0).atan2(r.get(0, 0)) };
    let (s, c) = crate::angle::sin_cos(yaw);
    let pitch = (-r.get(2, 0)).atan2(c * r.get(0, 0) + s * r.get(1, 0));
    let roll = (s * r.get(0, 2) - c * r.get(1, 2)).atan2(c * r.get(1, 1) - s * r.get(0, 1));
    [roll, pitch, yaw].map(|x| x + 0.0) // no −0
}

/// Quaternion, w first.
pub(crate) fn quaternion(r: Mat3<f64>) -> [f64; 4] {
    let [x, y, z, w] = quaternion_from_rotation(r);
    [w, x, y, z]
}

/// `pos` and `quat` of MJCF, with a space before each; nothing for the identity.
pub(crate) fn mjcf_pose(pose: Pose<f64>) -> String {
    let mut text = String::new();
    if pose.position != Vec3::zero() {
        text += &format!(" pos=\"{}\"", vector(pose.position));
    }
    if pose.rotation != Mat3::identity() {
        text += &format!(" quat=\"{}\"", numbers(&quaternion(pose.rotation)));
    }
    text
}

/// `<origin>` of URDF; nothing for the identity.
pub(crate) fn urdf_origin(pose: Pose<f64>) -> String {
    if pose == Pose::identity() {
        return String::new();
    }
    let turn = if pose.rotation == Mat3::identity() {
        String::new()
    } else {
        format!(" rpy=\"{}\"", numbers(&rpy(pose.rotation)))
    };
    format!("<origin xyz=\"{}\"{turn}/>", vector(pose.position))
}
