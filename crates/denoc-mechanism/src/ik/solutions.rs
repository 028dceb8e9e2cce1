use core::fmt;

use denoc_base::number::six;
use denoc_base::plural;
use serde::Serialize;

use super::amount::amount;
use super::closed::HELD;
use super::tasks::{TOLERANCE, TaskError};
use crate::fk::PoseReport;

/// A coordinate outside its limits.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// The joint.
    pub joint: String,
    /// Its coordinate, rad or m.
    pub q: f64,
    /// The limit, rad or m.
    pub limit: f64,
    /// Distance beyond the limit, rad or m.
    pub by: f64,
}

/// One solution, computed by [`solve`](super::solve).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branch {
    /// Coordinates of the model, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Name of the branch, such as "shoulder right, elbow up, wrist no-flip"; "numeric 1", … for numeric solutions.
    pub label: String,
    /// Pose of the (first) frame, world axes.
    pub pose: PoseReport,
    /// Distance from the target position, m.
    pub position_error: f64,
    /// Angle from the target orientation, rad.
    pub orientation_error: f64,
    /// Joints outside their limits.
    pub violations: Vec<Violation>,
    /// Smallest over largest singular value of the Jacobian, rotations scaled by the size of the mechanism; 0 is singular.
    pub conditioning: f64,
    /// Whether the conditioning is below 1/1000: a small motion of the target may require a large motion of the joints.
    pub near_singular: bool,
    /// Whether it is one of infinitely many solutions: redundant joints, or aligned axes.
    pub family: bool,
}

/// How the solutions were computed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IkMethod {
    /// A closed form with all branches, for this family of mechanisms.
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

/// The solutions, or the nearest configuration, computed by [`solve`](super::solve).
///
/// ```
/// use denoc_math::Vec3;
/// use denoc_mechanism::ik::{Cause, IkOptions, Target, solve};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("two_r")?.build()?;
/// let tip = arm.frame(arm.link_names().last().unwrap())?;
/// let far = Target::Position(Vec3::new(50.0, 0.0, 0.0));
/// let found = solve(&arm, tip, far, &IkOptions::default())?;
/// assert_eq!((found.reached, found.cause), (false, Some(Cause::Distance)));
/// assert!(found.nearest.position_error > 1.0); // m
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Solutions {
    /// Name of the frame (of all frames, separated by commas).
    pub frame: String,
    /// Whether a branch reaches the target (within limits, if required).
    pub reached: bool,
    /// The solutions: those within limits first, then by distance from the seed. Closed forms also list branches outside limits.
    pub branches: Vec<Branch>,
    /// The first branch, if the target is reached; otherwise the nearest configuration found.
    pub nearest: Branch,
    /// Why the target is not reached.
    pub cause: Option<Cause>,
    /// How the solutions were computed.
    pub method: IkMethod,
    /// Dimension of the families to which the solutions belong, 0 if they are single. With families there is one representative of each
    /// branch: the one nearest to the initial guess, or the one whose last joints have the values of the guess.
    pub family_dimension: usize,
    /// Number of starts of numeric searches.
    pub starts: usize,
    /// Number of iterations of numeric searches, over all starts.
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
            write!(f, "; joint \"{}\" is {} beyond its limit {}", v.joint, six(v.by), six(v.limit))?;
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

impl Solutions {
    /// How many solutions there are: "2 solutions", "singular: infinitely many solutions, 1 family with 1 free parameter".
    fn count(&self) -> String {
        let families: Vec<&Branch> = self.branches.iter().filter(|branch| branch.family).collect();
        let (count, singles, n) = (families.len(), self.branches.len() - families.len(), self.family_dimension);
        let singles = (singles > 0).then(|| format!("{singles} solution{}", plural(singles)));
        if families.is_empty() {
            return singles.unwrap_or_else(|| "no solution".into());
        }
        let singular = if families.iter().all(|branch| branch.near_singular) { "singular: " } else { "" };
        let free = format!("{n} free parameter{}", plural(n));
        let many = if self.method == IkMethod::ClosedForm(HELD) {
            // with the held joints free, a motion may lead from one to the other
            let branches = if count == 1 { "branch" } else { "branches" };
            format!(
                "{count} {branches} of the arm, with {n} joint{} held, of infinitely many solutions with {free}",
                plural(n)
            )
        } else {
            let ways = if count == 1 { "family" } else { "families" };
            format!("infinitely many solutions, {count} {ways} with {free}")
        };
        let parts: Vec<String> = singles.into_iter().chain([many]).collect();
        format!("{singular}{}", parts.join(" and "))
    }

    /// That the pose of the first solution is the nearest reachable one rather than the target, if they differ by more than rounding.
    pub fn remark(&self) -> Option<String> {
        const ROUNDING: f64 = 1e-9;
        let near = &self.nearest;
        let error = TaskError { length: near.position_error, angle: near.orientation_error };
        let differs = self.reached && (error.length > ROUNDING || error.angle > ROUNDING);
        differs.then(|| {
            format!("the target cannot be reached exactly: the nearest pose is used, {} off", amount(&error, ROUNDING))
        })
    }
}

impl fmt::Display for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reached {
            let how = match self.method {
                IkMethod::ClosedForm(family) => format!("closed form, {family}"),
                IkMethod::Numeric => format!("numeric, {} starts, {} iterations", self.starts, self.iterations),
            };
            write!(f, "\"{}\": {} ({how})", self.frame, self.count())?;
            if let Some(remark) = self.remark() {
                write!(f, "\n  {remark}")?;
            }
            for branch in &self.branches {
                write!(f, "\n  {branch}")?;
            }
            return Ok(());
        }
        let near = &self.nearest;
        // rounding errors are not shown
        let tidy = |x: f64| six((x * 1e6).round() / 1e6 + 0.0);
        let position = near.pose.position.map(tidy).join(", ");
        let error = TaskError { length: near.position_error, angle: near.orientation_error };
        let by = amount(&error, TOLERANCE);
        write!(f, "\"{}\": unreachable by {by}; the nearest pose found is at [{position}] m", self.frame)?;
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
