use denoc_math::{Mat3, Pose, Vec3};

use crate::MechanismError;

/// The target of a frame, world axes.
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_mechanism::ik::Target;
///
/// let z = Vec3::unit(2);
/// let down = Target::Pointing { position: Vec3::new(0.4, 0.0, 0.2), axis: z, direction: -z };
/// assert_eq!(down.dimension(), 5);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Target {
    /// Position (m) and orientation.
    Pose(Pose<f64>),
    /// Position of the origin, m; any orientation.
    Position(Vec3<f64>),
    /// Position of the origin, and the direction of one axis of the frame.
    Pointing {
        /// Position of the origin, m.
        position: Vec3<f64>,
        /// A direction fixed in the frame, in frame axes (for example the approach axis of a tool).
        axis: Vec3<f64>,
        /// Its required direction, in world axes.
        direction: Vec3<f64>,
    },
}

impl Target {
    /// The required position, m.
    pub fn position(&self) -> Vec3<f64> {
        match self {
            Self::Pose(pose) => pose.position,
            Self::Position(position) | Self::Pointing { position, .. } => *position,
        }
    }

    /// Number of constraints.
    pub fn dimension(&self) -> usize {
        match self {
            Self::Pose(_) => 6,
            Self::Position(_) => 3,
            Self::Pointing { .. } => 5,
        }
    }

    /// Checks its numbers and normalizes directions.
    pub(super) fn checked(self, frame: &str) -> Result<Self, MechanismError> {
        let bad = |what, value, rule| Err(MechanismError::Target { frame: frame.to_owned(), what, value, rule });
        let finite = |v: Vec3<f64>| v.to_array().into_iter().find(|x| !x.is_finite());
        if let Some(value) = finite(self.position()) {
            return bad("the target position", value, "positions must be finite numbers, in metres");
        }
        match self {
            Self::Position(_) => Ok(self),
            Self::Pose(pose) => {
                let r = pose.rotation;
                let off = r.transpose() * r - Mat3::identity();
                let error = [off.x, off.y, off.z].iter().fold(0.0, |m: f64, c| m.max(c.norm()));
                let error = error.max((r.x.cross(r.y).dot(r.z) - 1.0).abs());
                if error.is_nan() || error > 1e-6 {
                    let rule = "give a right-handed orthonormal rotation matrix";
                    return bad("the deviation of the target orientation from a rotation", error, rule);
                }
                // exactly orthonormal, so that residuals can become as small as rounding allows
                let rotation = denoc_math::quaternion_rotation(denoc_math::quaternion_from_rotation(r));
                Ok(Self::Pose(Pose::new(rotation, pose.position)))
            }
            Self::Pointing { position, axis, direction } => {
                for (what, v) in [("the length of the axis", axis), ("the length of the direction", direction)] {
                    let norm = v.norm();
                    if !norm.is_finite() || norm < 1e-12 {
                        return bad(what, norm, "give a direction with a finite length that is not zero");
                    }
                }
                Ok(Self::Pointing { position, axis: axis.normalized(), direction: direction.normalized() })
            }
        }
    }
}
