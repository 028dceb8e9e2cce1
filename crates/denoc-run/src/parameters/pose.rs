//! Positions and orientations by components.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::exact_sin_cos;

use super::See;

const AXES: [&str; 3] = ["x", "y", "z"];
pub(super) const ANGLES: [&str; 3] = ["roll", "pitch", "yaw"];

/// Three components under a key.
pub(super) fn vector(see: See, before: &[&str], unit: &'static str, v: &mut Vec3<f64>) {
    let mut all = v.to_array();
    for (axis, x) in AXES.iter().zip(&mut all) {
        if let Some(new) = see(&[before, &[axis]].concat(), unit, Some(*x)) {
            *x = new;
        }
    }
    *v = Vec3::from(all);
}

/// Position, and roll, pitch and yaw about fixed axes.
pub(super) fn pose(see: See, before: &str, pose: &mut Pose<f64>) {
    vector(see, &[before], "m", &mut pose.position);
    let mut angles = roll_pitch_yaw(pose.rotation);
    let mut changed = false;
    for (name, angle) in ANGLES.iter().zip(&mut angles) {
        if let Some(new) = see(&[before, name], "rad", Some(*angle)) {
            (*angle, changed) = (new, true);
        }
    }
    if changed {
        pose.rotation = rotation(angles);
    }
}

/// Where pitch is a right angle yaw is taken as zero.
fn roll_pitch_yaw(r: Mat3<f64>) -> [f64; 3] {
    let across = r.get(0, 0).hypot(r.get(1, 0));
    let pitch = (-r.get(2, 0)).atan2(across);
    let [roll, yaw] = if across > 1e-12 {
        [r.get(2, 1).atan2(r.get(2, 2)), r.get(1, 0).atan2(r.get(0, 0))]
    } else {
        [(-r.get(1, 2)).atan2(r.get(1, 1)), 0.0]
    };
    [roll, pitch, yaw].map(|x| x + 0.0) // no negative zeros
}

/// Right angles have sines and cosines of exactly 0 and 1, as in files.
fn rotation(angles: [f64; 3]) -> Mat3<f64> {
    let about = |axis: usize| {
        let (s, c) = exact_sin_cos(angles[axis]);
        Mat3::rotation(Vec3::unit(axis), s, c)
    };
    about(2) * about(1) * about(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the definition in the library of numbers
    #[test]
    fn angles_and_rotations_belong_together() {
        let right = std::f64::consts::FRAC_PI_2;
        for rpy in [[0.1, -0.2, 0.3], [3.0, 1.5, -2.5], [0.4, right, 0.0], [0.4, -right, 0.0]] {
            let r = Mat3::from_rpy(rpy);
            let (again, found) = (rotation(roll_pitch_yaw(r)), roll_pitch_yaw(r));
            assert!(rpy.iter().zip(found).all(|(x, y)| (x - y).abs() < 1e-12), "{rpy:?} {found:?}");
            assert!((0..9).all(|k| (again.get(k / 3, k % 3) - r.get(k / 3, k % 3)).abs() < 1e-12));
        }
    }
}
