use denoc_math::{Pose, Vec3};

use super::tasks::check::{rotation, unit};
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
        let error = |what, value, rule| MechanismError::Target { frame: frame.to_owned(), what, value, rule };
        let bad = |what, value, rule| Err(error(what, value, rule));
        let finite = |v: Vec3<f64>| v.to_array().into_iter().find(|x| !x.is_finite());
        if let Some(value) = finite(self.position()) {
            return bad("the target position", value, "positions must be finite numbers, in metres");
        }
        match self {
            Self::Position(_) => Ok(self),
            Self::Pose(pose) => {
                let rotation = rotation(pose.rotation).map_err(|(what, value, rule)| error(what, value, rule))?;
                Ok(Self::Pose(Pose::new(rotation, pose.position)))
            }
            Self::Pointing { position, axis, direction } => {
                let one = |what, v| unit(what, v).map_err(|(what, value, rule)| error(what, value, rule));
                let axis = one("the length of the axis", axis)?;
                Ok(Self::Pointing { position, axis, direction: one("the length of the direction", direction)? })
            }
        }
    }
}
