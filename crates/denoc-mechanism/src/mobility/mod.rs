//! Mobility of mechanisms: degrees of freedom, redundant constraints, actuation, singular configurations.
//!
//! The formula of Grübler and Kutzbach misses mechanisms that move because of their special geometry. Therefore the rank of the loop
//! constraints is determined at a generic configuration, reached from the given one by small random motions. An instantaneous
//! freedom counts only if a step along it can be closed again.
//!
//! ```
//! use denoc_math::{Pose, Vec3};
//! use denoc_model::{Description, Joint, MassProperties};
//! use denoc_mechanism::mobility::Mobility;
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
//!     .joint("rocker_pin", "coupler", "rocker", Joint::revolute(z), along(0.5))
//!     .joint("rocker_pivot", "ground", "rocker", Joint::revolute(z), along(0.5))
//!     .child_origin(along(0.4))
//!     .cut()
//!     .build()?;
//! let mobility = Mobility::analyse(&four_bar, &[1.0, -0.5, -1.5])?;
//! assert_eq!(mobility.degrees_of_freedom, 1);
//! assert_eq!((mobility.grubler_spatial, mobility.grubler_planar), (-2, Some(1)));
//! assert_eq!(mobility.redundant, 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actuation;
mod dwell;
mod four_bar;
mod generic;
mod idle;
mod reach;
mod singular;
mod stress;
mod text;

use denoc_model::{ClosureId, Model};
use nalgebra::DMatrix;
use serde::Serialize;

use crate::MechanismError;
use crate::assembly::{AssemblyOptions, Kinematics, Pivot, assemble_with, pivots, plane};
use crate::long_loops::{LONG_LOOP, longest_loop};
use crate::svd::{RANK_TOLERANCE, Svd};

pub use actuation::{ActuationReport, Balance};
pub use four_bar::{FourBar, Grashof};
pub use idle::IdleFreedom;
pub use singular::Singularities;
pub use stress::{IndeterminateReaction, Release, Released};

/// The mobility of a mechanism, computed by [`Mobility::analyse`]. [`Display`](core::fmt::Display) prints a report, serde writes JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mobility {
    /// Name of the model.
    pub model: String,
    /// The analysed closed configuration, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Degrees of freedom at a generic configuration of the branch: independent motions, including idle ones.
    pub degrees_of_freedom: usize,
    /// Dimension of the reachable configurations; with rolling wheels, larger than the degrees of freedom.
    pub reachable_coordinates: usize,
    /// Instantaneous degrees of freedom at `q`.
    pub degrees_of_freedom_at_pose: usize,
    /// Instantaneous freedoms at a generic configuration that do not lead to finite motion (a shaky structure).
    pub shaky: usize,
    /// Grübler-Kutzbach count in space: 6 (n − 1) − Σ (6 − f) for n links and joints with f freedoms.
    pub grubler_spatial: i64,
    /// Grübler-Kutzbach count in the plane: 3 (n − 1) − Σ (3 − f); `None` unless all links move in parallel planes.
    pub grubler_planar: Option<i64>,
    /// Number of speeds of the tree.
    pub speeds: usize,
    /// Number of joints that follow others by couplings.
    pub coupled: usize,
    /// Number of closure constraints.
    pub conditions: usize,
    /// Number of independent constraints.
    pub rank: usize,
    /// Number of redundant constraints.
    pub redundant: usize,
    /// Idle freedoms, such as the spin of a rod between two ball joints.
    pub idle: Vec<IdleFreedom>,
    /// Joints with indeterminate reactions.
    pub indeterminate: Vec<IndeterminateReaction>,
    /// Releases that make all reactions determinate without adding mobility.
    pub releases: Vec<Release>,
    /// Motors compared with degrees of freedom; `None` if the model lists no motors.
    pub actuation: Option<ActuationReport>,
    /// Singularities at `q`.
    pub singularities: Singularities,
    /// Planar four-bar linkages and their Grashof classes.
    pub four_bars: Vec<FourBar>,
    /// Number of independent constraints of each cluster of loops.
    pub cluster_ranks: Vec<usize>,
    /// Smallest singular value counted as nonzero and largest counted as zero, relative to the largest: how distinct the rank is.
    pub rank_gap: [f64; 2],
}

/// Degrees of freedom of a mechanism: its speeds, less the independent conditions of its loops at a generic configuration near the usual start.
///
/// ```
/// # use denoc_formats::catalogue;
/// let hexapod = catalogue::describe("stewart")?.build()?;
/// assert_eq!(denoc_mechanism::mobility::degrees_of_freedom(&hexapod)?, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Those of [`Mobility::analyse`]; there are none for a tree.
pub fn degrees_of_freedom(model: &Model) -> Result<usize, MechanismError> {
    if model.closures().is_empty() || model.is_coupled_tree() {
        return Ok(model.nv() - model.closures().len());
    }
    Ok(Mobility::analyse(model, &crate::usual_start(model))?.degrees_of_freedom)
}

/// A generic configuration of a branch of motion, and the ranks there, computed by [`generic_pose`].
#[derive(Clone, Debug, PartialEq)]
pub struct GenericPose {
    /// Closed coordinates, nq: rad, m, unit quaternions.
    pub q: Vec<f64>,
    /// Number of independent constraints of each cluster of loops.
    pub ranks: Vec<usize>,
}

/// Searches for a generic configuration near the closed configuration nearest to `q`: the part of [`Mobility::analyse`] that
/// determines [`Mobility::cluster_ranks`].
///
/// # Errors
/// [`MechanismError::NotClosed`] if the loops cannot be closed, [`MechanismError::LongLoop`] for loops of many joints.
pub fn generic_pose(model: &Model, q: &[f64]) -> Result<GenericPose, MechanismError> {
    let (_, generic) = walk(&mut Kinematics::new(model), q)?;
    Ok(GenericPose { q: generic.q, ranks: generic.ranks })
}

/// The closed configuration nearest to `q`, and the generic properties of its branch.
fn walk(k: &mut Kinematics<'_>, q: &[f64]) -> Result<(Vec<f64>, generic::Generic), MechanismError> {
    let model = k.model;
    model.check_coordinates(q)?;
    if let Some(longest) = longest_loop(model).filter(|longest| longest.speeds > LONG_LOOP) {
        let closure = model.closure_names()[longest.closure.0].clone();
        return Err(MechanismError::LongLoop { closure, speeds: longest.speeds, most: LONG_LOOP });
    }
    let options = AssemblyOptions { limits: false, ..AssemblyOptions::default() };
    let q = assemble_with(k, q, &options)?.q;
    let mut generic = generic::find(k, &q)?;
    dwell::leave(k, &mut generic)?;
    Ok((q, generic))
}

impl Mobility {
    /// Analyses the mechanism at the closed configuration nearest to `q`.
    ///
    /// # Errors
    /// [`MechanismError::NotClosed`] if the loops cannot be closed, [`MechanismError::LongLoop`] for loops of many joints.
    pub fn analyse(model: &Model, q: &[f64]) -> Result<Self, MechanismError> {
        let mut k = Kinematics::new(model);
        let (q, generic) = walk(&mut k, q)?;
        let reachable_coordinates = reachable(&mut k, &generic)?;
        let beside = idle::Motions::beside(&mut k, &generic.q)?;
        k.place(&generic.q)?;
        let listed = actuation::listed(model);
        let mut m = Self {
            model: model.name().to_owned(),
            degrees_of_freedom: generic.moves.iter().sum(),
            reachable_coordinates,
            degrees_of_freedom_at_pose: 0,
            shaky: 0,
            grubler_spatial: model.nv() as i64 - k.loops.count() as i64,
            grubler_planar: grubler_planar(&k),
            speeds: model.nv(),
            coupled: model.couplings().followers().len(),
            conditions: k.loops.count(),
            rank: generic.ranks.iter().sum(),
            redundant: 0,
            idle: Vec::new(),
            indeterminate: Vec::new(),
            releases: Vec::new(),
            actuation: None,
            singularities: singular::compare(&k, &generic, &[], listed).0,
            four_bars: (0..model.closures().len()).filter_map(|i| four_bar::of(&k, ClosureId(i))).collect(),
            cluster_ranks: generic.ranks.clone(),
            rank_gap: [generic.clear.iter().copied().fold(1.0, f64::min), generic.noise],
            q,
        };
        m.redundant = m.conditions - m.rank;
        m.shaky = (m.speeds - m.rank).saturating_sub(m.degrees_of_freedom);
        let mut usual = Vec::new();
        let mut idle_control = Vec::new();
        for (cluster, beside) in beside.iter().enumerate() {
            let motions = motions(&k, cluster, generic.ranks[cluster]);
            let mut idle = DMatrix::zeros(motions.ncols(), 0);
            if !k.rows[cluster].is_empty() {
                let (named, basis) = idle::find(&k, cluster, &motions, Some(beside));
                m.idle.extend(named);
                idle = basis;
                let stress = stress::find(&k, cluster, generic.ranks[cluster]);
                m.indeterminate.extend(stress.indeterminate);
                m.releases.extend(stress.releases);
            }
            idle_control.push(idle);
            usual.push(singular::usual(&k, cluster, motions));
        }
        if listed {
            m.actuation = Some(actuation_of(&k, &usual, &idle_control));
        }
        k.place(&m.q)?;
        (m.singularities, m.degrees_of_freedom_at_pose) = singular::compare(&k, &generic, &usual, listed);
        Ok(m)
    }
}

/// A dimensionless basis of the motions of a cluster.
fn motions(k: &Kinematics<'_>, cluster: usize, rank: usize) -> DMatrix<f64> {
    let n = k.speeds[cluster].len();
    Svd::new(&k.block(cluster)).map_or_else(|| DMatrix::zeros(n, 0), |svd| svd.null(rank))
}

/// Dimension of the reachable configurations: the freedoms of holonomic clusters, more with rolling wheels.
fn reachable(k: &mut Kinematics<'_>, generic: &generic::Generic) -> Result<usize, MechanismError> {
    let mut sum = 0;
    for cluster in 0..k.rows.len() {
        let rolls = k.rows[cluster].iter().any(|&r| !k.loops.rows()[r].holonomic);
        sum += match rolls {
            true => reach::reachable(k, cluster, generic.ranks[cluster], &generic.q)?,
            false => generic.moves[cluster],
        };
    }
    Ok(sum)
}

/// The planar Grübler-Kutzbach count, if all joints in loops move in one plane.
fn grubler_planar(k: &Kinematics<'_>) -> Option<i64> {
    let model = k.model;
    let all: Vec<Pivot> = (0..model.clusters().len()).flat_map(|c| pivots(k, c)).collect();
    plane(all.iter())?;
    let mut count = model.nv() as i64;
    for closure in model.closures() {
        count -= closure.planar_conditions()?;
    }
    (!model.closures().is_empty()).then_some(count)
}

fn actuation_of(k: &Kinematics<'_>, usual: &[singular::Usual], idle: &[DMatrix<f64>]) -> ActuationReport {
    let (mut joints, mut motors, mut powerless): (Vec<String>, usize, Vec<String>) = (Vec::new(), 0, Vec::new());
    let (mut controlled, mut uncontrolled) = (0, 0);
    for (cluster, (usual, idle)) in usual.iter().zip(idle).enumerate() {
        let view = actuation::view(k, cluster, &usual.motions);
        motors += view.joints.len();
        for joint in &view.joints {
            if !joints.contains(joint) {
                joints.push(joint.clone());
                powerless.extend((!usual.driving.contains(joint)).then(|| joint.clone()));
            }
        }
        controlled += usual.controlled;
        // idle motions need no control
        let unseen = idle.ncols() - actuation::rank(&(&view.speeds * idle), RANK_TOLERANCE);
        uncontrolled += (usual.motions.ncols() - usual.controlled).saturating_sub(unseen);
    }
    let surplus = motors - controlled;
    let balance = match (uncontrolled > 0, surplus > 0) {
        (false, false) => Balance::Exact,
        (true, false) => Balance::Under,
        (false, true) => Balance::Over,
        (true, true) => Balance::Both,
    };
    ActuationReport { joints, motors, controlled, uncontrolled, surplus, powerless, balance }
}
