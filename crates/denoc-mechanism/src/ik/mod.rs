//! Inverse kinematics: coordinates that bring a frame to a target.
//!
//! [`solve`] recognizes from the geometry of the chain whether a closed form exists, and then returns all branches. Otherwise, and for
//! several frames at once ([`solve_many`]), it searches numerically from several starts. An unreachable target is not an error:
//! [`Solutions`] then contains the nearest configuration and the cause.
//!
//! ```
//! use denoc_math::{Pose, Vec3};
//! use denoc_model::{Description, DhRow, MassProperties};
//! use denoc_mechanism::ik::{IkOptions, Target, solve};
//! let row = DhRow::revolute(0.0, 0.0, 0.5, 0.0);
//! let arm = Description::from_dh("arm", &[(row, MassProperties::none()), (row, MassProperties::none())]).build()?;
//! let tip = arm.frame("link2")?;
//! let found = solve(&arm, tip, Target::Position(Vec3::new(0.5, 0.5, 0.0)), &IkOptions::default())?;
//! assert_eq!(found.branches.len(), 2); // elbow up and elbow down
//! let found = solve(&arm, tip, Target::Position(Vec3::new(1.5, 0.0, 0.0)), &IkOptions::default())?;
//! assert!(!found.reached && (found.nearest.position_error - 0.5).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod amount;
mod assembly;
mod closed;
mod descent;
mod linked;
mod options;
mod random;
mod refine;
mod report;
mod residual;
mod search;
mod self_motion;
mod solutions;
mod target;
pub mod tasks;

use denoc_dynamics::Workspace;
use denoc_model::{FrameId, Model};

use crate::MechanismError;
use crate::fk::Chain;
use closed::Candidate;
use report::Reporter;
use residual::Problem;

pub use residual::{Miss, rotation_vector};

pub use options::IkOptions;
pub(crate) use random::random_coordinates;
pub use refine::{redundant, refine};
pub use solutions::{Branch, Cause, IkMethod, Solutions, Violation};
pub use target::Target;

/// Computes coordinates that bring `frame` to `target`: all branches if there is a closed form, otherwise the solutions found by a
/// numeric search.
///
/// ```
/// use denoc_mechanism::ik::{IkOptions, Target, solve};
/// # use denoc_formats::catalogue;
///
/// let arm = catalogue::describe("puma")?.build()?;
/// let hand = arm.frame(arm.link_names().last().unwrap())?;
/// let q = [0.3, -0.5, 0.4, 0.2, 0.6, -0.1];
/// let target = Target::Pose(denoc_dynamics::Workspace::new(&arm).position(&arm, &q)?.frame_pose(hand));
/// let options = IkOptions { limits: false, ..IkOptions::default() };
/// let found = solve(&arm, hand, target, &options)?;
/// assert!(found.reached && found.branches.len() == 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the target or an option is invalid, or no joint moves the frame.
///
/// # Panics
/// If the model has no such frame.
pub fn solve(model: &Model, frame: FrameId, target: Target, options: &IkOptions) -> Result<Solutions, MechanismError> {
    solve_many(model, &[(frame, target)], options)
}

/// Computes coordinates that bring every frame to its target; several frames are solved numerically.
///
/// # Errors
/// As [`solve`].
///
/// # Panics
/// If the model has no such frame.
pub fn solve_many(
    model: &Model,
    tasks: &[(FrameId, Target)],
    options: &IkOptions,
) -> Result<Solutions, MechanismError> {
    let names: Vec<&str> = tasks.iter().map(|(f, _)| model.frame_names()[f.0].as_str()).collect();
    let frame = names.join(", ");
    if tasks.is_empty() {
        let rule = "give at least one frame with a target";
        return Err(MechanismError::Target { frame, what: "the number of targets", value: 0.0, rule });
    }
    let seed = options.checked_seed(model, &frame)?;
    let checked = tasks.iter().zip(&names).map(|((f, target), name)| Ok((*f, target.checked(name)?)));
    let tasks: Vec<_> = checked.collect::<Result<_, MechanismError>>()?;
    let problem = Problem::new(model, &tasks, options);
    if problem.speeds.is_empty() {
        return Err(MechanismError::Immovable { frame });
    }
    let mut ws = Workspace::new(model);
    let reporter = Reporter::new(&problem, &mut ws, frame, seed)?;
    if linked::matter(&problem) {
        return linked::solve(&reporter, &mut ws);
    }
    let mut found = of_tree(&reporter, &mut ws)?;
    if !model.closures().is_empty() {
        for branch in found.branches.iter_mut().chain([&mut found.nearest]) {
            branch.q = linked::follow(&problem, &branch.q)?;
        }
    }
    Ok(found)
}

/// Solutions that no closure affects.
fn of_tree(reporter: &Reporter<'_>, ws: &mut Workspace<f64>) -> Result<Solutions, MechanismError> {
    let (problem, model) = (reporter.problem, reporter.problem.model);
    if let [(frame, target)] = problem.tasks[..]
        && let Ok(chain) = Chain::of(model, frame)
    {
        let mut start = reporter.seed.clone();
        if problem.options.limits {
            descent::clamp(model, &mut start);
        }
        let start: Vec<f64> = chain.axes.iter().map(|a| start[model.links()[a.link.0].q]).collect();
        if let Some((family, candidates)) = closed::solve(&chain, &target, &start) {
            let branches = polished(reporter, ws, &chain, candidates)?;
            if !branches.is_empty() {
                return search::finish_closed(reporter, ws, family, branches);
            }
            // no branch: search numerically for the nearest configuration, and for solutions in special configurations
        }
    }
    search::numeric(reporter, ws)
}

/// The candidates that reach the target, refined to rounding, without duplicates, with labels.
fn polished(
    reporter: &Reporter<'_>,
    ws: &mut Workspace<f64>,
    chain: &Chain,
    candidates: Vec<Candidate>,
) -> Result<Vec<Branch>, MechanismError> {
    let (problem, model) = (reporter.problem, reporter.problem.model);
    let at = |axis: &crate::fk::Axis| model.links()[axis.link.0].q;
    let mut found: Vec<Branch> = Vec::new();
    for candidate in candidates {
        let mut q = reporter.seed.clone();
        for (axis, x) in chain.axes.iter().zip(&candidate.q) {
            q[at(axis)] = *x;
        }
        if q.iter().any(|x| !x.is_finite()) {
            continue;
        }
        let descent = descent::descend(problem, ws, &q, false, 8)?;
        let mut q = descent.q;
        // what the descent moved far is not this branch
        let strayed = chain.axes.iter().zip(&candidate.q).any(|(axis, x)| (q[at(axis)] - x).abs() > 0.05);
        if strayed || !problem.reached(problem.miss(ws, &q)?) {
            continue;
        }
        reporter.unwind(&mut q);
        if found.iter().any(|b| reporter.same(&b.q, &q)) {
            continue;
        }
        let joint_coordinates: Vec<f64> = chain.axes.iter().map(|axis| q[at(axis)]).collect();
        let wrist_counts = !matches!(problem.tasks, [(_, Target::Position(_))]);
        let label = closed::label(chain, &joint_coordinates, wrist_counts);
        found.push(reporter.branch(ws, q, label, candidate.family)?);
    }
    report::number_equal_labels(&mut found);
    Ok(found)
}
