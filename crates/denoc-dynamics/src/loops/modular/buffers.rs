use denoc_math::{ArticulatedMass, Real, Twist, Wrench};
use denoc_model::Model;

use super::plan::Plan;
use crate::loops::Loops;

/// What the sweeps leave behind, and room for the work on one cluster.
#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    pub(super) plan: Plan<T>,
    pub(super) links: Vec<LinkState<T>>,
    /// By speed, in the order of the plan.
    pub(super) speeds: Vec<SpeedState<T>>,
    /// J̇ v of all rows.
    pub(super) bias: Vec<T>,
    /// The Jacobians of the clusters and what elimination makes of them.
    pub(super) jacobians: Vec<T>,
    /// Right sides of the rows, in the order of the plan.
    pub(super) right: Vec<T>,
    pub(super) row_order: Vec<usize>,
    pub(super) column_order: Vec<usize>,
    /// Rank of every cluster.
    pub(super) ranks: Vec<usize>,
    /// The reduced masses of the clusters, later their factors U.
    pub(super) masses: Vec<T>,
    pub(super) scratch: Scratch<T>,
}

/// Of one link.
#[derive(Copy, Clone, Debug)]
pub(super) struct LinkState<T> {
    /// M̂: the link with all that hangs on it through other clusters.
    pub(super) mass: ArticulatedMass<T>,
    /// What the joints outward must transmit to it for zero accelerations in its own cluster and inward.
    pub(super) eta: Wrench<T>,
    /// The part of its twist-rate that comes from the accelerations of joints.
    pub(super) mu: Twist<T>,
    /// The size of the masses that the rounding errors of M̂ come from: traces of angular and of linear parts.
    pub(super) size: [T; 2],
}

/// Of one independent speed.
#[derive(Copy, Clone, Debug)]
pub(super) struct SpeedState<T> {
    /// ψ: the wrench on the cluster's parent per acceleration, divided by the pivot.
    pub(super) psi: Wrench<T>,
    /// φ̂ divided by the pivot.
    pub(super) phi: T,
}

/// Room for the work on one cluster.
#[derive(Clone, Debug)]
pub(super) struct Scratch<T> {
    /// Accelerations of the cluster's speeds, each a row: one column per independent one, one for none of them.
    pub(super) relations: Vec<T>,
    /// Twist-rates of its links relative to its parent, by the same columns.
    pub(super) motions: Vec<Twist<T>>,
    /// Wrenches that its joints transmit for these.
    pub(super) wrenches: Vec<Wrench<T>>,
    /// The links with what hangs on them inside the cluster.
    pub(super) composites: Vec<ArticulatedMass<T>>,
    /// See [`LinkState::size`]; with what hangs on the links inside the cluster.
    pub(super) sizes: Vec<[T; 2]>,
    /// F: wrenches on the cluster's parent per independent acceleration.
    pub(super) handed: Vec<Wrench<T>>,
    /// What the pivots are judged against.
    pub(super) scales: Vec<[T; 3]>,
    /// Forces in the independent directions.
    pub(super) forces: Vec<T>,
    /// For multipliers: right side, solution, square.
    pub(super) residual: Vec<T>,
    pub(super) least: Vec<T>,
    pub(super) square: Vec<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let plan = Plan::new(model, loops);
        let [links, speeds] = plan.largest();
        let rows = plan.parts.iter().map(|part| part.rows.len()).max().unwrap_or(0);
        let zero = T::zero();
        let link = LinkState {
            mass: ArticulatedMass::zero(),
            eta: Wrench::zero(),
            mu: Twist::zero(),
            size: [zero; 2],
        };
        Self {
            links: vec![link; model.links().len()],
            speeds: vec![SpeedState { psi: Wrench::zero(), phi: zero }; plan.speeds.len()],
            bias: vec![zero; loops.count()],
            jacobians: vec![zero; plan.sizes[0]],
            right: vec![zero; plan.rows.len()],
            row_order: vec![0; plan.rows.len()],
            column_order: vec![0; plan.speeds.len()],
            ranks: vec![0; plan.parts.len()],
            masses: vec![zero; plan.sizes[1]],
            scratch: Scratch {
                relations: vec![zero; speeds * (speeds + 1)],
                motions: vec![Twist::zero(); links * (speeds + 1)],
                wrenches: vec![Wrench::zero(); links * (speeds + 1)],
                composites: vec![ArticulatedMass::zero(); links],
                sizes: vec![[zero; 2]; links],
                handed: vec![Wrench::zero(); speeds],
                scales: vec![[zero; 3]; speeds],
                forces: vec![zero; speeds],
                residual: vec![zero; speeds],
                least: vec![zero; rows],
                square: vec![zero; speeds * speeds],
            },
            plan,
        }
    }
}
