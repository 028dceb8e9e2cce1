//! How a mechanism can move: degrees of freedom by rank, redundant conditions, motors, singular configurations.
//!
//! Counting links and joints (Grübler, Kutzbach) misses mechanisms that move because of their special geometry. Here the
//! conditions of the loops are ranked at a pose that is not special, reached from the given one by small random motions, and
//! motions are tried: a freedom of speed counts if a step along it can be closed again.
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

/// How a mechanism can move. As text: [`Display`](core::fmt::Display); as JSON: through serde.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mobility {
    /// The mechanism.
    pub model: String,
    /// The closed configuration that was asked about.
    pub q: Vec<f64>,
    /// Degrees of freedom at almost all configurations of the branch: independent motions, idle ones included.
    pub degrees_of_freedom: usize,
    /// Coordinates that these motions reach. More than the degrees of freedom where wheels roll.
    pub reachable_coordinates: usize,
    /// Degrees of freedom of the speeds at the configuration itself.
    pub degrees_of_freedom_at_pose: usize,
    /// Freedoms of the speeds, at almost all configurations, that do not lead to motion (a shaky structure).
    pub shaky: usize,
    /// 6 (n − 1) − Σ (6 − f).
    pub grubler_spatial: i64,
    /// 3 (n − 1) − Σ (3 − f), if everything moves in parallel planes.
    pub grubler_planar: Option<i64>,
    /// Speeds of the tree.
    pub speeds: usize,
    /// Conditions of the closures.
    pub conditions: usize,
    /// How many of them are independent.
    pub rank: usize,
    /// How many are redundant.
    pub redundant: usize,
    /// Motions that move nothing but single links, such as the spin of a rod between ball joints.
    pub idle: Vec<IdleFreedom>,
    /// Joints whose reactions cannot be known.
    pub indeterminate: Vec<IndeterminateReaction>,
    /// One way to make all of them known without adding mobility.
    pub releases: Vec<Release>,
    /// Motors against degrees of freedom; none where no motors are listed.
    pub actuation: Option<ActuationReport>,
    /// What is special about the pose.
    pub singularities: Singularities,
    /// The planar four-bar linkages.
    pub four_bars: Vec<FourBar>,
    /// Independent conditions of each cluster of the model, for computations that cap ranks.
    pub cluster_ranks: Vec<usize>,
    /// The smallest singular value that counts and the largest that does not, relative to the largest: how clear the rank is.
    pub rank_gap: [f64; 2],
}

/// A pose of the same branch of motion that is not special, and the ranks there.
#[derive(Clone, Debug, PartialEq)]
pub struct GenericPose {
    /// Coordinates; they close all loops.
    pub q: Vec<f64>,
    /// Independent constraints of each cluster of the model.
    pub ranks: Vec<usize>,
}

/// Looks for a pose that is not special near the closed configuration nearest to `q`: the part of [`Mobility::analyse`] that finds
/// [`Mobility::cluster_ranks`].
///
/// # Errors
/// [`MechanismError::NotClosed`] if there is no closed configuration, [`MechanismError::LongLoop`] for loops of many joints.
pub fn generic_pose(model: &Model, q: &[f64]) -> Result<GenericPose, MechanismError> {
    let (_, generic) = walk(&mut Kinematics::new(model), q)?;
    Ok(GenericPose { q: generic.q, ranks: generic.ranks })
}

/// The closed configuration nearest to `q`, and what holds at almost all configurations of its branch.
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
    /// [`MechanismError::NotClosed`] if there is none.
    pub fn analyse(model: &Model, q: &[f64]) -> Result<Self, MechanismError> {
        let mut k = Kinematics::new(model);
        let (q, generic) = walk(&mut k, q)?;
        let reachable_coordinates = reachable(&mut k, &generic)?;
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
        for cluster in 0..model.clusters().len() {
            let motions = motions(&k, cluster, generic.ranks[cluster]);
            let mut idle = DMatrix::zeros(motions.ncols(), 0);
            if !k.rows[cluster].is_empty() {
                let (named, basis) = idle::find(&k, cluster, &motions);
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

/// A basis of the motions of a cluster, without units.
fn motions(k: &Kinematics<'_>, cluster: usize, rank: usize) -> DMatrix<f64> {
    let n = k.speeds[cluster].len();
    Svd::new(&k.block(cluster)).map_or_else(|| DMatrix::zeros(n, 0), |svd| svd.null(rank))
}

/// Coordinates that motions reach: the freedoms of the holonomic clusters, more where wheels roll.
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

/// The count of Grübler for planar mechanisms: all joints in loops move in one plane.
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
        // idle motions that no motor sees may stay as they are
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
