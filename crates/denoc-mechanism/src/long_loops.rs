//! Which mechanisms have loops of so many joints that dense matrices cost too much.

use denoc_model::{Closure, ClosureId, Cluster, Model};

/// A cluster of loops with more speeds than this is long: dense bases of its motions take too much time and memory.
pub const LONG_LOOP: usize = 50;

/// The cluster of loops with the most speeds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LongestLoop {
    /// A closure of it.
    pub closure: ClosureId,
    /// Its number of speeds.
    pub speeds: usize,
}

/// The cluster of loops with the most speeds; `None` for a tree.
pub fn longest_loop(model: &Model) -> Option<LongestLoop> {
    let speeds = |cluster: &Cluster| cluster.links.iter().map(|link| model.links()[link.0].nv).sum::<usize>();
    let one = |cluster: &Cluster| Some(LongestLoop { closure: *cluster.closures.first()?, speeds: speeds(cluster) });
    model.clusters().iter().filter_map(one).max_by_key(|longest| longest.speeds)
}

/// Whether a cluster of loops has more than [`LONG_LOOP`] speeds.
pub fn has_long_loops(model: &Model) -> bool {
    longest_loop(model).is_some_and(|longest| longest.speeds > LONG_LOOP)
}

/// Whether a cluster of loops has more than [`LONG_LOOP`] independent motions: at least as many as it has speeds beyond its
/// constraints. Bases of them are dense.
pub fn has_many_freedoms(model: &Model) -> bool {
    let speeds = |cluster: &Cluster| cluster.links.iter().map(|link| model.links()[link.0].nv).sum::<usize>();
    let constraints = |&ClosureId(i): &ClosureId| match &model.closures()[i] {
        Closure::Joint(cut) => 6 - cut.joint.v_units().len().min(6),
        Closure::Constraint(constraint) => constraint.conditions(model).len(),
    };
    let rows = |cluster: &Cluster| cluster.closures.iter().map(constraints).sum::<usize>();
    let closed = model.clusters().iter().filter(|cluster| !cluster.closures.is_empty());
    closed.into_iter().any(|cluster| speeds(cluster).saturating_sub(rows(cluster)) > LONG_LOOP)
}
