//! Choice of motors.

use denoc_math::{Real, Twist, Wrench};
use denoc_model::{Closure, ClosureId, LinkId, Model};

use super::equations::Equations;
use super::reduced::Reduced;
use crate::kinematics::MAX_COLUMNS;
use crate::loops::Loops;

/// Speeds with motors, of the tree and of cut joints.
pub(super) type Motors = (Vec<usize>, Vec<(ClosureId, usize)>);

/// The motors that the model lists; `None` if it lists none.
pub(super) fn listed<T: Real>(model: &Model<T>) -> Option<Motors> {
    let cuts = (0..model.closures().len()).map(ClosureId).filter(|&closure| model.is_closure_actuated(closure));
    let speeds = |closure: ClosureId| model.closures()[closure.0].cut_joint().map_or(0, |joint| joint.v_units().len());
    let cuts: Vec<_> = cuts.flat_map(|closure| (0..speeds(closure)).map(move |k| (closure, k))).collect();
    let driven = |i: &usize| model.lists_motors() && model.is_actuated(LinkId(*i));
    let links = (0..model.links().len()).filter(driven).map(|i| &model.links()[i]);
    let tree: Vec<usize> = links.flat_map(|link| link.v..link.v + link.nv).collect();
    (!tree.is_empty() || !cuts.is_empty()).then_some((tree, cuts))
}

/// The wrench of a unit motor force at one speed of a cut joint, in the axes of its moving frame: within the span of the joint's
/// columns, the one that has power in that speed only.
pub(super) fn cut_wrench<T: Real>(model: &Model<T>, loops: &Loops<T>, closure: ClosureId, speed: usize) -> Wrench<T> {
    let (Closure::Joint(cut), Some(rows)) = (&model.closures()[closure.0], loops.rows.cut(closure)) else {
        return Wrench::zero();
    };
    let joint = &cut.joint;
    let (nq, nv) = (joint.q_units().len(), joint.v_units().len());
    let mut columns = [Twist::zero(); MAX_COLUMNS];
    joint.columns(&rows.coordinates(cut)[..nq], &mut columns[..nv]);
    let dot = |a: Twist<T>, b: Twist<T>| a.angular.dot(b.angular) + a.linear.dot(b.linear);
    // the component of the column perpendicular to all others
    columns[..nv].swap(speed, nv - 1);
    let mut basis = [Twist::zero(); MAX_COLUMNS];
    let mut rest = Twist::zero();
    let mut square = T::zero();
    for k in 0..nv {
        rest = columns[k];
        for _ in 0..2 {
            rest = basis[..k].iter().fold(rest, |rest, &b| b.neg_mul_add(dot(b, rest), rest));
        }
        square = dot(rest, rest);
        if square.value() > 1e-18 {
            basis[k] = rest.scale(square.sqrt().recip());
        }
    }
    if square.value() > 1e-18 {
        let unit = rest.scale(square.recip());
        Wrench::new(unit.angular, unit.linear)
    } else {
        Wrench::zero()
    }
}

/// As many independent speeds as there are degrees of freedom, nearest to the ground; fewer if only a floating base is left.
#[inline(never)]
pub(super) fn choose<T: Real>(
    model: &Model<T>,
    equations: &Equations<T>,
    reduced: &mut Reduced<T>,
    limit: usize,
) -> Vec<usize> {
    let nv = model.nv();
    let rank = reduced.decompose(equations, &equations.complete(), limit);
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
    // first speeds that clearly act on a separate degree of freedom, then those that barely do
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
