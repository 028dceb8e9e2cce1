use denoc_math::{ArticulatedMass, Pose, Real, Twist, Wrench};
use denoc_model::Model;

use super::plan::Plan;
use crate::loops::Loops;

/// Results of the sweeps, and scratch memory for one cluster.
#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    pub(super) plan: Plan<T>,
    pub(super) links: Vec<LinkState<T>>,
    /// By speed, in the order of the plan.
    pub(super) speeds: Vec<SpeedState<T>>,
    /// Poses of the links of clusters in the cluster's frame, in the order of the plan.
    pub(super) poses: Vec<Pose<T>>,
    /// J̇ v of all rows.
    pub(super) bias: Vec<T>,
    /// The Jacobians of the clusters, replaced by their elimination.
    pub(super) jacobians: Vec<T>,
    /// Right sides of the rows, in the order of the plan.
    pub(super) right: Vec<T>,
    pub(super) row_order: Vec<usize>,
    pub(super) column_order: Vec<usize>,
    /// Rank of every cluster.
    pub(super) ranks: Vec<usize>,
    /// Whether the rows of a cluster were eliminated in a known order.
    pub(super) is_ordered: Vec<bool>,
    /// For each cluster the inertia matrix M, and the reduced matrix, later its factor U.
    pub(super) masses: Vec<T>,
    pub(super) scratch: Scratch<T>,
}

/// Results for one link.
#[derive(Copy, Clone, Debug)]
pub(super) struct LinkState<T> {
    /// M̂: the link with everything attached to it through other clusters. Only for links that carry other clusters, and for
    /// links outside all loops.
    pub(super) mass: ArticulatedMass<T>,
    /// The wrench required for zero joint accelerations in its cluster and inward.
    pub(super) eta: Wrench<T>,
    /// The part of its twist-rate that comes from the accelerations of joints; only for links that carry other clusters.
    pub(super) mu: Twist<T>,
    /// Magnitude of the masses that determine the rounding errors of M̂: traces of the angular and linear parts.
    pub(super) size: [T; 2],
}

/// Results for one speed.
#[derive(Copy, Clone, Debug)]
pub(super) struct SpeedState<T> {
    /// p, in the cluster's frame.
    pub(super) column: Twist<T>,
    /// The wrench per unit acceleration of everything outward in the cluster.
    pub(super) wrench: Wrench<T>,
    /// The joint force for zero accelerations.
    pub(super) force: T,
    /// The contribution of the speed to the rounding errors of the reduced mass, squared.
    pub(super) size: T,
    /// For independent speeds (the first ones of a cluster): ψ, the wrench on the parent per acceleration, divided by the pivot.
    pub(super) psi: Wrench<T>,
    /// φ̂ divided by the pivot.
    pub(super) phi: T,
}

/// Scratch memory for one cluster.
#[derive(Clone, Debug)]
pub(super) struct Scratch<T> {
    /// G, as a table: a row per speed, a column per independent one.
    pub(super) relations: Vec<T>,
    /// g, later accelerations, by speed.
    pub(super) constants: Vec<T>,
    /// A row of M G.
    pub(super) products: Vec<T>,
    /// The links with everything attached to them inside the cluster, in its frame.
    pub(super) composites: Vec<ArticulatedMass<T>>,
    pub(super) etas: Vec<Wrench<T>>,
    pub(super) sizes: Vec<[T; 2]>,
    /// F: wrenches on the cluster's parent per independent acceleration.
    pub(super) handed: Vec<Wrench<T>>,
    /// Forces in the independent directions, and the sizes of the reduced masses there.
    pub(super) forces: Vec<T>,
    pub(super) scales: Vec<T>,
    /// For multipliers: right side, solution, square.
    pub(super) residual: Vec<T>,
    pub(super) least: Vec<T>,
    pub(super) square: Vec<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let plan = Plan::new(model, loops);
        let [links, speeds, rows] = plan.largest();
        let zero = T::zero();
        let (mass, wrench, twist) = (ArticulatedMass::zero(), Wrench::zero(), Twist::zero());
        let link = LinkState { mass, eta: wrench, mu: twist, size: [zero; 2] };
        let speed = SpeedState { column: twist, wrench, force: zero, size: zero, psi: wrench, phi: zero };
        Self {
            links: vec![link; model.links().len()],
            speeds: vec![speed; plan.speeds.len()],
            poses: vec![Pose::identity(); plan.members.len()],
            bias: vec![zero; loops.count()],
            jacobians: vec![zero; plan.sizes[0]],
            right: vec![zero; plan.rows.len()],
            row_order: vec![0; plan.rows.len()],
            column_order: vec![0; plan.speeds.len()],
            ranks: vec![0; plan.parts.len()],
            is_ordered: vec![false; plan.parts.len()],
            masses: vec![zero; plan.sizes[1]],
            scratch: Scratch {
                relations: vec![zero; speeds * speeds],
                constants: vec![zero; speeds],
                products: vec![zero; speeds],
                composites: vec![mass; links],
                etas: vec![wrench; links],
                sizes: vec![[zero; 2]; links],
                handed: vec![wrench; speeds],
                forces: vec![zero; speeds],
                scales: vec![zero; speeds],
                residual: vec![zero; speeds],
                least: vec![zero; rows],
                square: vec![zero; speeds * speeds],
            },
            plan,
        }
    }
}
