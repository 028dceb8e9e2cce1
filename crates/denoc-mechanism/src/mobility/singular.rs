//! Singularities of the analysed configuration.

use nalgebra::DMatrix;
use serde::Serialize;

use super::actuation::{self, joint_speeds, view};
use super::generic::Generic;
use crate::assembly::Kinematics;
use crate::svd::Svd;

/// Singular values below this fraction of their generic value count as zero. Assembling a singular configuration leaves an error of
/// the square root of rounding.
const NEAR: f64 = 1e-6;

/// Singularities of a configuration, computed by [`Mobility::analyse`](super::Mobility::analyse).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Singularities {
    /// Loss of rank of the constraints: number of additional instantaneous freedoms.
    pub constraint: usize,
    /// Number of freedoms that the motors control elsewhere, but not here: locked motors do not hold the mechanism.
    pub actuation: usize,
    /// Joints that can move here with all motors locked.
    pub loose: Vec<String>,
    /// Actuated joints whose speed must be zero here while the mechanism moves (dead points).
    pub dead_points: Vec<String>,
    /// Joints at rest here while the mechanism moves: ends of their strokes.
    pub at_rest: Vec<String>,
    /// Smallest singular value of the constraints that are independent elsewhere, relative to the largest; `None` without loops.
    pub smallest_constraint: Option<f64>,
    /// Smallest singular value of the motor speeds for motions of unit length; `None` if no motors are listed.
    pub smallest_actuation: Option<f64>,
}

impl Singularities {
    /// Whether there is a singularity; ends of strokes do not count.
    pub fn any(&self) -> bool {
        self.constraint > 0 || self.actuation > 0 || !self.dead_points.is_empty()
    }
}

/// Generic properties of a cluster.
pub(super) struct Usual {
    pub(super) motions: DMatrix<f64>,
    pub(super) controlled: usize,
    /// Names of joints that usually move, and of motors that usually do.
    pub(super) moving: Vec<String>,
    pub(super) driving: Vec<String>,
}

/// Names of rows that are not zero, without repetitions.
pub(super) fn moving(view: &actuation::View, tolerance: f64) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, row) in view.joints.iter().zip(view.speeds.row_iter()) {
        if row.norm() > tolerance && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

pub(super) fn usual(k: &Kinematics<'_>, cluster: usize, motions: DMatrix<f64>) -> Usual {
    let motors = view(k, cluster, &motions);
    let all = joint_speeds(k, cluster, &motions, |_| true);
    Usual {
        controlled: actuation::rank(&motors.speeds, NEAR),
        moving: moving(&all, NEAR),
        driving: moving(&motors, NEAR),
        motions,
    }
}

/// Compares the configuration of `k` with a generic one.
pub(super) fn compare(k: &Kinematics<'_>, generic: &Generic, usual: &[Usual], listed: bool) -> (Singularities, usize) {
    let mut s = Singularities {
        constraint: 0,
        actuation: 0,
        loose: Vec::new(),
        dead_points: Vec::new(),
        at_rest: Vec::new(),
        smallest_constraint: None,
        smallest_actuation: None,
    };
    let mut freedoms = 0;
    for (cluster, usual) in usual.iter().enumerate() {
        let Some(svd) = Svd::new(&k.block(cluster)) else { continue };
        let (usual_rank, here) =
            (generic.ranks[cluster], svd.rank(NEAR * generic.clear[cluster]).min(generic.ranks[cluster]));
        s.constraint += usual_rank - here;
        if usual_rank > 0 {
            let part = svd.values[usual_rank - 1] / svd.values[0].max(f64::MIN_POSITIVE);
            s.smallest_constraint = Some(s.smallest_constraint.map_or(part, |x: f64| x.min(part)));
        }
        let motions = svd.null(here);
        freedoms += motions.ncols();
        let all = joint_speeds(k, cluster, &motions, |_| true);
        let moves_now = moving(&all, NEAR);
        s.at_rest.extend(usual.moving.iter().filter(|name| !moves_now.contains(name)).cloned());
        if !listed {
            continue;
        }
        let motors = view(k, cluster, &motions);
        let moves_now = moving(&motors, NEAR);
        s.dead_points.extend(usual.driving.iter().filter(|name| !moves_now.contains(name)).cloned());
        let Some(driven) = Svd::new(&motors.speeds) else { continue };
        let controlled = driven.values.iter().filter(|&&x| x > NEAR).count();
        let loose = motions.ncols() - controlled;
        let usually_loose = usual.motions.ncols() - usual.controlled;
        if usual.controlled > 0 {
            // freedoms that motors never control do not count
            let last = motions.ncols() - usually_loose;
            let least = driven.values.get(last - 1).copied().unwrap_or(0.0);
            s.smallest_actuation = Some(s.smallest_actuation.map_or(least, |x: f64| x.min(least)));
        }
        if loose > usually_loose {
            s.actuation += loose - usually_loose;
            let free = &motions * driven.null(controlled);
            let view = joint_speeds(k, cluster, &free, |_| true);
            s.loose.extend(moving(&view, NEAR));
        }
    }
    (s, freedoms)
}
