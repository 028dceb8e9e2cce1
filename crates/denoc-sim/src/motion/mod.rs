//! Trajectories: coordinates, speeds and accelerations as functions of time.
//!
//! | Keyword | Type | From |
//! |---|---|---|
//! | `cycloidal`, `cubic`, `quintic`, `trapezoidal` | [`PointToPoint`] | start, goal, a [`TimeLaw`] |
//! | `cubic`, `quintic` with end speeds | [`Polynomial`] | states at both ends |
//! | `spline` | [`Spline`] | via points |
//! | `table` | [`TableMotion`] | samples |
//! | `constant` | [`ConstantMotion`] | a configuration |
//! | `sequence` | [`Sequence`] | other motions |
//! | `line`, `arc` | [`Cartesian`] | a path of a frame, followed by inverse kinematics |
//!
//! Joints with quaternions move on their manifold: see `chart.rs`. Speeds and accelerations are always the exact rates of
//! the coordinates.

mod cartesian;
mod chart;
mod check;
mod constant;
mod hermite;
mod laws;
mod point_to_point;
mod polynomial;
mod sequence;
mod spline;
mod table;

use core::fmt::Debug;

use crate::SimError;

pub use cartesian::{Cartesian, CartesianPath, Orientation};
pub use constant::ConstantMotion;
pub use laws::{LAWS, TimeLaw};
pub use point_to_point::PointToPoint;
pub use polynomial::{Polynomial, Waypoint};
pub use sequence::Sequence;
pub use spline::{Ends, Spline};
pub use table::TableMotion;

/// A kind of trajectory, for files and help.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MotionKind {
    /// Its keyword.
    pub keyword: &'static str,
    /// One line about it.
    pub summary: &'static str,
}

/// Every kind of trajectory.
pub const KINDS: &[MotionKind] = &[
    MotionKind { keyword: "cycloidal", summary: "point to point, speed 1 - cos, smooth acceleration" },
    MotionKind { keyword: "cubic", summary: "point to point, cubic polynomial, end speeds may be given" },
    MotionKind {
        keyword: "quintic",
        summary: "point to point, quintic polynomial, end speeds and accelerations may be given",
    },
    MotionKind { keyword: "trapezoidal", summary: "point to point, constant acceleration, speed, deceleration" },
    MotionKind { keyword: "spline", summary: "cubic spline through via points, clamped or natural" },
    MotionKind { keyword: "table", summary: "samples of q, of q and v, or of q, v and a" },
    MotionKind { keyword: "constant", summary: "hold the initial configuration" },
    MotionKind { keyword: "sequence", summary: "motions one after another" },
    MotionKind { keyword: "line", summary: "a frame on a straight line, by inverse kinematics" },
    MotionKind { keyword: "arc", summary: "a frame on an arc of a circle, by inverse kinematics" },
];

/// Coordinates, speeds and accelerations as functions of time.
///
/// Time runs from 0 to [`Motion::duration`]. Before and after, the motion rests at its ends.
pub trait Motion: Debug + Send + Sync {
    /// How long it takes, s.
    fn duration(&self) -> f64;

    /// The state at time `t`: coordinates (nq), speeds and accelerations (nv).
    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError>;

    /// Times between 0 and the duration (both included) where derivatives may jump. Integrators should step on them.
    fn breakpoints(&self) -> Vec<f64> {
        vec![0.0, self.duration()]
    }
}

/// A motion that several parts of a program share, such as a controller and the table of its results.
impl<M: Motion + ?Sized> Motion for std::sync::Arc<M> {
    fn duration(&self) -> f64 {
        (**self).duration()
    }

    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        (**self).sample(t, q, v, a)
    }

    fn breakpoints(&self) -> Vec<f64> {
        (**self).breakpoints()
    }
}
