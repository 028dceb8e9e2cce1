//! Coordinates, speeds and accelerations that satisfy loop closures.
//!
//! [`assemble`] closes the loops from an initial guess by damped least squares. If that stops early, it reduces the gaps step by
//! step (continuation); if that fails too, it restarts from random coordinates and reports it ([`AssemblyMethod`]). Errors are
//! those of the true relative pose at the joint where a loop is cut, so an axis that points the wrong way is 180° from closed. If the
//! mechanism can move, the result is the closed configuration nearest to the guess. [`project_velocity`] and
//! [`project_acceleration`] project speeds and accelerations onto the closures, [`branches`] lists all assemblies of a single loop.
//!
//! ```
//! use denoc_math::{Pose, Vec3};
//! use denoc_model::{Description, Joint, MassProperties};
//! use denoc_mechanism::assembly::{AssemblyOptions, assemble};
//!
//! let (x, z) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 1.0));
//! let along = |length: f64| Pose::translation(Vec3::new(length, 0.0, 0.0));
//! let rod = |length: f64| MassProperties::rod(1.0, length, x);
//! let four_bar = Description::new("four-bar")
//!     .link("crank", rod(0.2))
//!     .link("coupler", rod(0.5))
//!     .link("rocker", rod(0.4))
//!     .joint("crank_pivot", "ground", "crank", Joint::revolute(z), Pose::identity())
//!     .joint("crank_pin", "crank", "coupler", Joint::revolute(z), along(0.2))
//!     .joint("rocker_pivot", "ground", "rocker", Joint::revolute(z), along(0.5))
//!     .joint("rocker_pin", "coupler", "rocker", Joint::revolute(z), along(0.5))
//!     .child_origin(along(0.4))
//!     .cut()
//!     .build()?;
//! let hold = [four_bar.joint("crank_pivot")?];
//! let mut drawn = four_bar.neutral();
//! let links = four_bar.links();
//! drawn[links[hold[0].0].q] = 1.2;
//! drawn[links[four_bar.joint("rocker_pivot")?.0].q] = 2.0;
//! let closed = assemble(&four_bar, &drawn, &AssemblyOptions::holding(&hold))?;
//! assert!(closed.closure_error_length < 1e-13);
//! assert_eq!(closed.q[links[hold[0].0].q], 1.2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accelerations;
mod branches;
mod cut_joints;
mod descent;
mod driving;
mod kinematics;
mod nearest;
mod options;
mod planar;
mod search;
mod speeds;

use denoc_model::joints::Unit;
use denoc_model::{ClosureId, LinkId, Model};

use crate::MechanismError;
use descent::{Descent, descend};

use crate::svd::{RANK_TOLERANCE, Svd};
pub use accelerations::project_acceleration;
pub use branches::{AssemblyBranch, branches};
pub use cut_joints::{CutJoint, cut_joints};
pub(crate) use descent::{Freedom, Goal, copy};
pub use driving::{HoldOnMotion, hold_on_motion};
pub(crate) use kinematics::Kinematics;
pub use options::{Assembled, AssemblyMethod, AssemblyOptions, BeyondLimits};
pub(crate) use planar::{Pivot, Which, around_loop, pivots, plane};
pub use speeds::{Metric, project_velocity};

/// Violations of this fraction of the motion of the whole mechanism ([`Loops::pace`]) are rounding.
///
/// [`Loops::pace`]: denoc_dynamics::loops::Loops::pace
const ROUNDING: f64 = 1e-13;

/// A mechanism, the options, and the limit of rounding.
pub(crate) struct Closing<'k, 'm> {
    pub(crate) k: &'k mut Kinematics<'m>,
    pub(crate) options: &'k AssemblyOptions,
    pub(crate) freedom: Freedom,
    /// Without units.
    pub(crate) tolerance: f64,
}

impl<'k, 'm> Closing<'k, 'm> {
    pub(crate) fn new(
        k: &'k mut Kinematics<'m>,
        options: &'k AssemblyOptions,
        drawn: &[f64],
    ) -> Result<Self, MechanismError> {
        options.check()?;
        k.place(drawn)?;
        let freedom = Freedom::new(k.model, &options.hold, options.limits)?;
        let tolerance = options.tolerance.max(4e-16 * k.model.links().len() as f64) * k.reach();
        Ok(Self { k, options, freedom, tolerance })
    }

    pub(crate) fn descend(
        &mut self,
        start: &[f64],
        clusters: &[usize],
        goal: &Goal<'_>,
        most: usize,
    ) -> Result<Descent, MechanismError> {
        descend(self.k, &self.freedom, start, clusters, goal, (self.tolerance, most))
    }

    /// The norm of the way between two poses of a cluster, dimensionless.
    pub(crate) fn distance(&self, from: &[f64], to: &[f64], cluster: usize) -> f64 {
        self.k.way(from, to, cluster).norm()
    }

    /// Closes the open loops from `drawn`; returns coordinates, iterations and the method.
    pub(crate) fn close(&mut self, drawn: &[f64]) -> Result<(Vec<f64>, usize, AssemblyMethod), MechanismError> {
        let (model, mut q) = (self.k.model, drawn.to_vec());
        self.freedom.clamp(&mut q);
        self.k.place(&q)?;
        let open = |c: &usize| self.k.worst(&self.k.rows[*c]) > self.tolerance;
        let clusters: Vec<usize> = (0..model.clusters().len()).filter(open).collect();
        if clusters.is_empty() {
            return Ok((q, 0, AssemblyMethod::Drawn));
        }
        let start = q.clone();
        let first = self.descend(&start, &clusters, &Goal::Closed, self.options.iterations)?;
        let (mut iterations, mut path) = (first.iterations, AssemblyMethod::Descent);
        q = first.q;
        for &cluster in &clusters {
            if first.errors[cluster] <= self.tolerance {
                continue;
            }
            let found = match search::continuation(self, &start, cluster)? {
                Some(descent) => Some(search::Found { descent, path: AssemblyMethod::Continuation }),
                None => search::restarts(self, &start, cluster)?,
            };
            let Some(found) = found else { continue };
            iterations += found.descent.iterations;
            // an attempt that misses by more than the first descent does not count
            if found.descent.errors[cluster] < first.errors[cluster] {
                copy(model, cluster, &found.descent.q, &mut q);
                path = path.max(found.path);
            }
        }
        self.k.place(&q)?;
        let closed: Vec<usize> =
            clusters.into_iter().filter(|&c| self.k.worst(&self.k.rows[c]) <= self.tolerance).collect();
        iterations += nearest::approach(self, &start, &mut q, &closed)?;
        Ok((q, iterations, path))
    }
}

/// The closed configuration nearest to the initial guess `q_guess`.
///
/// ```
/// use denoc_mechanism::assembly::{AssemblyMethod, AssemblyOptions, assemble};
/// use denoc_mechanism::usual_start;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let closed = assemble(&fourbar, &usual_start(&fourbar), &AssemblyOptions::default())?;
/// assert!(closed.closure_error_length < 1e-12); // m
/// assert!(closed.path <= AssemblyMethod::Descent); // no restart was needed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MechanismError::NotClosed`] with the loop that stays open and its gap, if the loops cannot be closed.
pub fn assemble(model: &Model, q_guess: &[f64], options: &AssemblyOptions) -> Result<Assembled, MechanismError> {
    model.check_coordinates(q_guess)?;
    let mut k = Kinematics::new(model);
    assemble_with(&mut k, q_guess, options)
}

pub(crate) fn assemble_with(
    k: &mut Kinematics<'_>,
    q_guess: &[f64],
    options: &AssemblyOptions,
) -> Result<Assembled, MechanismError> {
    let model = k.model;
    let mut closing = Closing::new(k, options, q_guess)?;
    let (mut q, iterations, path) = closing.close(q_guess)?;
    let tolerance = closing.tolerance;
    // normalising quaternions touches all joints
    for &LinkId(i) in &options.hold {
        let range = model.links()[i].q..model.links()[i].q + model.links()[i].nq;
        q[range.clone()].copy_from_slice(&q_guess[range]);
    }
    let squares = (0..model.clusters().len()).map(|c| closing.distance(q_guess, &q, c).powi(2));
    let distance = squares.sum::<f64>().sqrt();
    k.place(&q)?;
    check_closed(k, tolerance, options)?;
    let misses = (0..model.closures().len()).map(|i| k.miss(ClosureId(i)));
    let (length, angle) = misses.fold((0.0_f64, 0.0_f64), |(l, a), (x, y)| (l.max(x), a.max(y)));
    let beyond_limits = if options.limits { beyond_limits(k) } else { Vec::new() };
    Ok(Assembled {
        q,
        closure_error_length: length,
        closure_error_angle: angle,
        distance,
        iterations,
        path,
        beyond_limits,
    })
}

/// An error that names the loop with the largest error, if one is open.
fn check_closed(k: &Kinematics<'_>, tolerance: f64, options: &AssemblyOptions) -> Result<(), MechanismError> {
    let model = k.model;
    let size = |i: usize| k.worst(&k.loops.rows_of(ClosureId(i)).collect::<Vec<_>>());
    let worst = (0..model.closures().len()).max_by(|&a, &b| size(a).total_cmp(&size(b)));
    let Some(worst) = worst.filter(|&i| size(i) > tolerance) else { return Ok(()) };
    let (length, angle) = k.miss(ClosureId(worst));
    let held: Vec<&str> = options.hold.iter().map(|l| model.joint_names()[l.0].as_str()).collect();
    let remedy = match (held.is_empty(), options.limits) {
        (true, true) => "check the lengths and axes of these links, and the limits of their joints".to_owned(),
        (true, false) => "check the lengths and axes of these links".to_owned(),
        (false, _) => format!("check the lengths and axes of these links, or do not hold {}", held.join(", ")),
    };
    Err(MechanismError::NotClosed {
        model: model.name().to_owned(),
        closure: model.closure_names()[worst].clone(),
        around: around(model, worst),
        length,
        angle,
        remedy,
    })
}

/// The links around a loop, from the link where its two branches meet, and back.
pub(crate) fn around(model: &Model, closure: usize) -> String {
    let l = &model.loops()[closure];
    let root = l.root.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i]);
    let mut links: Vec<LinkId> = l.first.iter().rev().chain(&l.second).copied().collect();
    // along the longer branch first
    if l.first.len() < l.second.len() {
        links.reverse();
    }
    let names = links.iter().map(|&LinkId(i)| model.link_names()[i].as_str());
    let all: Vec<&str> = core::iter::once(root).chain(names).chain(core::iter::once(root)).collect();
    all.join(" - ")
}

/// Cut joints beyond their limits; angles are compared modulo full turns.
fn beyond_limits(k: &Kinematics<'_>) -> Vec<BeyondLimits> {
    let (model, mut found) = (k.model, Vec::new());
    for (i, closure) in model.closures().iter().enumerate() {
        let limits = model.closure_properties(ClosureId(i)).and_then(|p| p.limits);
        let (Some(joint), Some([low, high])) = (closure.cut_joint(), limits) else { continue };
        let turn = core::f64::consts::TAU;
        for (&x, unit) in k.loops.cut_coordinates(model, ClosureId(i)).iter().zip(joint.q_units()) {
            let wound = if *unit == Unit::Angle { x + turn * ((low - x) / turn).ceil() } else { x };
            let slack = 1e-9 * (1.0 + high - low);
            let inside = |x: f64| x >= low - slack && x <= high + slack;
            if *unit != Unit::Quaternion && !inside(wound) && !inside(x) {
                let joint = model.closure_names()[i].clone();
                found.push(BeyondLimits { joint, value: x, limits: [low, high] });
            }
        }
    }
    found
}
