//! Which joints drive the mechanism.

use denoc_math::Real;
use denoc_model::{ClosureId, LinkId, Model};

use super::equations::Equations;
use super::reduced::Reduced;
use crate::DynamicsError;

/// The speeds with motors that the model lists; `None` if it lists none.
pub(super) fn listed<T: Real>(model: &Model<T>) -> Result<Option<Vec<usize>>, DynamicsError> {
    if let Some(closure) = (0..model.closures().len()).find(|&i| model.is_closure_actuated(ClosureId(i))) {
        return Err(DynamicsError::MotorInCut { joint: model.closure_names()[closure].clone() });
    }
    if !model.lists_motors() {
        return Ok(None);
    }
    let driven = model.links().iter().enumerate().filter(|(i, _)| model.is_actuated(LinkId(*i)));
    Ok(Some(driven.flat_map(|(_, link)| link.v..link.v + link.nv).collect()))
}

/// As many independent speeds as there are freedoms, those nearest to the ground; fewer if nothing but a floating base is left.
pub(super) fn choose<T: Real>(
    model: &Model<T>,
    equations: &Equations<T>,
    reduced: &mut Reduced<T>,
    limit: usize,
) -> Vec<usize> {
    let nv = model.nv();
    let rank = reduced.decompose(equations, &equations.whole(), limit);
    let mut candidates: Vec<(usize, usize)> = Vec::with_capacity(nv);
    let mut depth: Vec<usize> = Vec::with_capacity(model.links().len());
    for (i, link) in model.links().iter().enumerate() {
        depth.push(link.parent.map_or(0, |LinkId(p)| depth[p] + 1));
        if model.is_actuated(LinkId(i)) {
            candidates.extend((link.v..link.v + link.nv).map(|s| (depth[i], s)));
        }
    }
    candidates.sort_unstable();
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let mut chosen: Vec<usize> = Vec::new();
    // first those that clearly work on a freedom of their own, then those that barely do
    for least in [0.05, 1e-6] {
        for &(_, s) in &candidates {
            if basis.len() + rank == nv || chosen.contains(&s) {
                continue;
            }
            let mut rest: Vec<f64> = reduced.freedom(s, nv).iter().map(|x| x.value()).collect();
            for _ in 0..2 {
                for b in &basis {
                    let along: f64 = b.iter().zip(&rest).map(|(b, x)| b * x).sum();
                    rest.iter_mut().zip(b).for_each(|(x, b)| *x -= along * b);
                }
            }
            let norm = rest.iter().map(|x| x * x).sum::<f64>().sqrt();
            if norm > least {
                basis.push(rest.iter().map(|x| x / norm).collect());
                chosen.push(s);
            }
        }
    }
    chosen.sort_unstable();
    chosen
}
