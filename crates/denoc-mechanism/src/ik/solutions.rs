use core::fmt;

use denoc_base::plural;
use serde::Serialize;

use crate::fk::PoseReport;

/// A coordinate outside its limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// The joint.
    pub joint: String,
    /// Its coordinate.
    pub q: f64,
    /// The limit.
    pub limit: f64,
    /// How far beyond.
    pub by: f64,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// Coordinates of the whole model.
    pub q: Vec<f64>,
    /// Which of several answers: "shoulder right, elbow up, wrist no-flip", say; "numeric 1", … for numeric ones.
    pub label: String,
    /// The (first) frame there.
    pub pose: PoseReport,
    /// Distance from the target position, m.
    pub position_error: f64,
    /// Angle from the target orientation, rad.
    pub orientation_error: f64,
    /// Joints outside their limits.
    pub violations: Vec<Violation>,
    /// Smallest over largest singular value of the Jacobian, rotations scaled by the size of the mechanism: 0 is singular.
    pub conditioning: f64,
    /// Whether a small motion of the target may need a large motion of the joints (conditioning below 1/1000).
    pub near_singular: bool,
    /// Whether it is one of infinitely many: more joints than conditions, or axes in line.
    pub family: bool,
}

/// How the answers were found.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IkMethod {
    /// A closed form with all branches; the family of mechanisms it is for.
    ClosedForm(&'static str),
    /// Damped least squares from several starts.
    Numeric,
}

/// Why a target is not reached.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The position is out of range, whatever the orientation and the limits.
    Distance,
    /// The position can be reached, but not with this orientation.
    Orientation,
    /// Only joint limits prevent it.
    Limits,
}

/// All answers that were found, or the nearest miss.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solutions {
    /// The frame (all frames, separated by commas).
    pub frame: String,
    /// Whether a branch reaches the target (within limits, if they are on).
    pub reached: bool,
    /// The answers: those within limits first, then by distance from the seed. Closed forms also list branches outside
    /// limits.
    pub branches: Vec<Branch>,
    /// The first branch, if the target is reached; otherwise the nearest configuration that was found.
    pub nearest: Branch,
    /// Why it is not reached.
    pub cause: Option<Cause>,
    /// How the answers were found.
    pub method: IkMethod,
    /// Starts of numeric searches.
    pub starts: usize,
    /// Iterations of numeric searches, all starts together.
    pub iterations: usize,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: q = [", self.label)?;
        for (i, q) in self.q.iter().enumerate() {
            write!(f, "{}{q:.6}", if i == 0 { "" } else { ", " })?;
        }
        write!(f, "]")?;
        for v in &self.violations {
            write!(f, "; joint \"{}\" is {:.6} beyond its limit {:.6}", v.joint, v.by, v.limit)?;
        }
        if self.family {
            write!(f, "; one of infinitely many")?;
        }
        if self.near_singular {
            write!(f, "; near a singular configuration (conditioning {:.1e})", self.conditioning)?;
        }
        Ok(())
    }
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reached {
            let how = match self.method {
                IkMethod::ClosedForm(family) => format!("closed form, {family}"),
                IkMethod::Numeric => format!("numeric, {} starts, {} iterations", self.starts, self.iterations),
            };
            let count = self.branches.len();
            write!(f, "\"{}\": {count} solution{} ({how})", self.frame, plural(count))?;
            for branch in &self.branches {
                write!(f, "\n  {branch}")?;
            }
            return Ok(());
        }
        let near = &self.nearest;
        let [x, y, z] = near.pose.position;
        write!(
            f,
            "\"{}\": unreachable by {:.6} m and {:.3}°; the nearest pose found is at [{x:.6}, {y:.6}, {z:.6}] m",
            self.frame,
            near.position_error,
            near.orientation_error.to_degrees(),
        )?;
        match self.cause {
            Some(Cause::Distance) => write!(f, "; the position is out of range: choose one that the frame can reach")?,
            Some(Cause::Orientation) => {
                write!(f, "; the position is within range, but not with this orientation: turn the target")?;
            }
            Some(Cause::Limits) => write!(f, "; it is out of reach because of joint limits")?,
            None => {}
        }
        if self.cause == Some(Cause::Limits)
            && let Some(branch) = self.branches.first()
        {
            write!(f, ": {branch}")?;
        }
        write!(f, "\n  {near}")
    }
}
