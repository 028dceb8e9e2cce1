//! Warnings about thin links, kept only where the generalised inertia matrix is singular because of them.

use std::collections::{BTreeMap, HashSet};

use denoc_math::{ArticulatedMass, RigidMass, Twist};

use crate::checks::{Rule, Warning};
use crate::closures::Closure;
use crate::joints::{MAX_COLUMNS, Unit};
use crate::model::{Link, LinkId};

/// A pivot below this part of the inertia of all that moves at the joint is zero.
const NEGLIGIBLE: f64 = 1e-10;

/// The warnings without those about thin links that do not matter: something resists each joint, or a heavier link is welded on.
pub(crate) fn relevant(
    warnings: Vec<Warning>,
    links: &[Link<f64>],
    names: &[String],
    closures: &[Closure<f64>],
) -> Vec<Warning> {
    if warnings.iter().all(|warning| warning.rule != Rule::ZeroMoment) {
        return warnings;
    }
    let mut loose = unresisted(links);
    let moves_others = driving(&loose, closures);
    loose.iter_mut().zip(moves_others).for_each(|(loose, moves)| *loose &= !moves);
    for i in 0..links.len() {
        // what is welded on moves along
        if links[i].nv == 0 {
            loose[i] = links[i].parent.is_some_and(|parent| loose[parent.0]);
        }
    }
    let loose: HashSet<&str> = (0..links.len()).filter(|&i| loose[i]).map(|i| names[i].as_str()).collect();
    let matters = |warning: &Warning| warning.rule != Rule::ZeroMoment || loose.contains(warning.link.as_str());
    warnings.into_iter().filter(matters).collect()
}

/// For each link, whether its joint can accelerate without resistance in a configuration without special angles: a pivot of the
/// generalised inertia matrix is zero.
fn unresisted(links: &[Link<f64>]) -> Vec<bool> {
    let mut articulated: Vec<ArticulatedMass<f64>> = links.iter().map(|link| link.mass.into()).collect();
    let mut composite: Vec<RigidMass<f64>> = links.iter().map(|link| link.mass).collect();
    let mut loose = vec![false; links.len()];
    for (i, link) in links.iter().enumerate().rev() {
        let q = generic(link.joint.q_units(), i);
        let mut columns = [Twist::zero(); MAX_COLUMNS];
        link.joint.columns(&q, &mut columns[..link.nv]);
        let mut mass = articulated[i];
        for column in columns[..link.nv].iter().rev() {
            let psi_hat = mass.apply(*column);
            let pivot = column.dot(psi_hat) + link.rotor_inertia;
            let whole = column.dot(composite[i].apply(*column)) + link.rotor_inertia;
            if pivot <= NEGLIGIBLE * whole {
                loose[i] = true;
                continue;
            }
            mass = mass.deflate(psi_hat, psi_hat.scale(1.0 / pivot));
        }
        if let Some(parent) = link.parent {
            let pose = link.placement * link.joint.pose(&q);
            articulated[parent.0] += mass.to_parent(pose);
            let moved = composite[i].to_parent(pose);
            composite[parent.0] += moved;
        }
    }
    loose
}

/// For each link, whether its joint cannot move alone, or with other loose joints alone: couplings and gears then make what resists
/// another joint resist this one.
fn driving(loose: &[bool], closures: &[Closure<f64>]) -> Vec<bool> {
    let relations = closures.iter().filter_map(|closure| match closure {
        Closure::Constraint(constraint) => Some(constraint.relation()),
        Closure::Joint(_) => None,
    });
    // reduced echelon form in the loose joints: one that is alone in its row is zero
    let mut rows: Vec<BTreeMap<usize, f64>> = Vec::new();
    for relation in relations {
        let mut row: BTreeMap<usize, f64> = BTreeMap::new();
        for (LinkId(i), factor) in relation.into_iter().filter(|(LinkId(i), _)| loose[*i]) {
            *row.entry(i).or_default() += factor;
        }
        rows.iter().for_each(|pivot| eliminate(&mut row, pivot));
        let most = row.values().fold(0.0_f64, |most, x| most.max(x.abs()));
        row.retain(|_, x| x.abs() > NEGLIGIBLE * most);
        let Some(first) = row.values().next().copied() else { continue };
        row.values_mut().for_each(|x| *x /= first);
        rows.iter_mut().for_each(|other| eliminate(other, &row));
        rows.push(row);
    }
    let mut driving = vec![false; loose.len()];
    rows.iter().filter(|row| row.len() == 1).flat_map(BTreeMap::keys).for_each(|&i| driving[i] = true);
    driving
}

/// Removes the first entry of `pivot`, which is one there, from a row.
fn eliminate(row: &mut BTreeMap<usize, f64>, pivot: &BTreeMap<usize, f64>) {
    let Some(factor) = pivot.keys().next().and_then(|first| row.get(first)).copied() else { return };
    for (i, x) in pivot {
        let before = row.get(i).copied().unwrap_or(0.0);
        let after = before - factor * x;
        if after.abs() <= NEGLIGIBLE * before.abs().max((factor * x).abs()) {
            row.remove(i);
        } else {
            row.insert(*i, after);
        }
    }
}

/// Coordinates without special angles.
fn generic(units: &[Unit], link: usize) -> Vec<f64> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let mut q: Vec<f64> = (0..units.len()).map(|k| 0.2 + ((link * 7 + k + 1) as f64 * GOLDEN).fract()).collect();
    let norm = |q: &[f64]| {
        q.iter().zip(units).filter(|(_, unit)| **unit == Unit::Quaternion).map(|(x, _)| x * x).sum::<f64>().sqrt()
    };
    let length = norm(&q);
    q.iter_mut().zip(units).filter(|(_, unit)| **unit == Unit::Quaternion).for_each(|(x, _)| *x /= length);
    q
}
