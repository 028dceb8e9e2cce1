use denoc_math::{Mat3, Pose, quaternion_from_rotation};
use serde::Serialize;

/// A pose in the world, in every usual form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PoseReport {
    /// The link or frame.
    pub name: String,
    /// Origin, m.
    pub position: [f64; 3],
    /// Rotation matrix by rows; it maps the frame's axes to world axes.
    pub rotation: [[f64; 3]; 3],
    /// Unit quaternion `[x, y, z, w]`, w ≥ 0.
    pub quaternion: [f64; 4],
    /// Roll, pitch and yaw about the fixed axes x, y, z: R = Rz(yaw) Ry(pitch) Rx(roll). At pitch ±90° roll is zero.
    pub rpy: [f64; 3],
}

impl PoseReport {
    /// The forms of a pose.
    pub fn new(name: &str, pose: Pose<f64>) -> Self {
        Self {
            name: name.to_owned(),
            position: pose.position.to_array(),
            rotation: pose.rotation.to_rows(),
            quaternion: quaternion_from_rotation(pose.rotation),
            rpy: rpy(pose.rotation),
        }
    }
}

fn rpy(r: Mat3<f64>) -> [f64; 3] {
    let flat = r.get(0, 0).hypot(r.get(1, 0));
    let pitch = (-r.get(2, 0)).atan2(flat);
    if flat < 1e-12 {
        // only yaw − roll (or their sum) is known: all of it is called yaw
        return [0.0, pitch, (-r.get(0, 1)).atan2(r.get(1, 1))];
    }
    [r.get(2, 1).atan2(r.get(2, 2)), pitch, r.get(1, 0).atan2(r.get(0, 0))]
}
