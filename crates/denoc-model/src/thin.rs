//! Warnings about thin links, kept only where the generalised inertia matrix is singular because of them.

use std::collections::HashSet;

use denoc_math::{ArticulatedMass, RigidMass, Twist};

use crate::checks::{Rule, Warning};
use crate::joints::{MAX_COLUMNS, Unit};
use crate::model::Link;

/// A pivot below this part of the inertia of all that moves at the joint is zero.
const NEGLIGIBLE: f64 = 1e-10;

/// The warnings without those about thin links that do not matter: something resists each joint, or a heavier link is welded on.
pub(crate) fn relevant(warnings: Vec<Warning>, links: &[Link<f64>], names: &[String]) -> Vec<Warning> {
    if warnings.iter().all(|warning| warning.rule != Rule::ZeroMoment) {
        return warnings;
    }
    let mut loose = unresisted(links);
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
