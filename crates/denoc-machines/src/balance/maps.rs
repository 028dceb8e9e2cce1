//! Goals as linear maps of the mass properties that counterweights add.

use denoc_dynamics::{Loads, Workspace};
use denoc_math::{Vec3, Wrench};
use denoc_mechanism::passive::PassiveWrenches;
use denoc_model::{FrameId, Model};
use nalgebra::{DMatrix, DVector};

use super::{BalanceOptions, Goals};
use crate::MachineError;
use crate::cycle::forces::total;
use crate::cycle::summary::weights;
use crate::cycle::{Cycle, CycleSample};

/// What a body adds: mass, first moments, second moments xx, yy, zz, yz, xz, xy.
pub(super) const ADDED: usize = 10;
/// The axes of the second moments.
pub(super) const PAIRS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [1, 2], [0, 2], [0, 1]];

/// A counterweight of a candidate.
#[derive(Copy, Clone, Debug)]
pub(super) struct Weight {
    pub(super) candidate: usize,
    pub(super) mass: f64,
    pub(super) position: Vec3<f64>,
}

/// The three goals: each is the norm of a matrix times (what all candidates add, 1).
#[derive(Clone, Debug)]
pub(super) struct Maps {
    pub(super) goals: [DMatrix<f64>; 3],
    candidates: usize,
}

impl Maps {
    pub(super) fn new(model: &Model, options: &BalanceOptions, cycle: &Cycle) -> Result<Self, MachineError> {
        let frames: Result<Vec<FrameId>, MachineError> =
            options.candidates.iter().map(|c| Ok(FrameId(model.link(&c.link)?.0))).collect();
        let frames = frames?;
        let still = model.clone().with_gravity(Vec3::zero());
        let gravity = if options.cycle.gravity { model.gravity() } else { Vec3::zero() };
        let (count, columns) = (cycle.samples.len(), ADDED * frames.len() + 1);
        let mut force = DMatrix::zeros(3 * count, columns);
        let (mut moment, mut torque) = (force.clone(), DMatrix::zeros(count, columns));
        let weights = weights(count);
        let (mut ws, passive) = (Workspace::new(&still), PassiveWrenches::new(&still));
        for (i, sample) in cycle.samples.iter().enumerate() {
            let rows = rows(&still, &mut ws, &passive, sample, &frames, gravity)?;
            for (j, [f, l, t]) in rows.into_iter().enumerate() {
                for k in 0..3 {
                    force[(3 * i + k, j)] = f.to_array()[k];
                    moment[(3 * i + k, j)] = l.to_array()[k];
                }
                torque[(i, j)] = t.x;
            }
        }
        // the ripple is the deviation from the mean
        for mut column in torque.column_iter_mut() {
            let mean: f64 = column.iter().zip(&weights).map(|(x, w)| x * w).sum();
            column.add_scalar_mut(-mean);
        }
        let finish = |mut m: DMatrix<f64>, per: usize| {
            for (i, mut row) in m.row_iter_mut().enumerate() {
                row *= weights[i / per].sqrt();
            }
            // the norm of a product is that with the small factor R alone
            if m.nrows() > m.ncols() { m.qr().r() } else { m }
        };
        Ok(Self { goals: [finish(force, 3), finish(moment, 3), finish(torque, 1)], candidates: frames.len() })
    }

    /// (What all candidates add, 1).
    pub(super) fn added(&self, counterweights: &[Weight]) -> DVector<f64> {
        let mut x = DVector::zeros(ADDED * self.candidates + 1);
        x[ADDED * self.candidates] = 1.0;
        for w in counterweights {
            let (at, r) = (ADDED * w.candidate, w.position.to_array());
            x[at] = w.mass;
            for k in 0..3 {
                x[at + 1 + k] = w.mass * r[k];
            }
            for (k, [a, b]) in PAIRS.into_iter().enumerate() {
                x[at + 4 + k] = w.mass * r[a] * r[b];
            }
        }
        x
    }

    /// The goals with counterweights.
    pub(super) fn goals(&self, counterweights: &[Weight]) -> Goals {
        let x = self.added(counterweights);
        let [shaking_force, shaking_moment, torque_ripple] = self.goals.each_ref().map(|g| (g * &x).norm());
        Goals { shaking_force, shaking_moment, torque_ripple }
    }
}

/// Force and moment on the ground, and torque (first entry), of what each candidate can add, and of the mechanism itself.
fn rows(
    model: &Model,
    ws: &mut Workspace<f64>,
    passive: &PassiveWrenches,
    sample: &CycleSample,
    frames: &[FrameId],
    gravity: Vec3<f64>,
) -> Result<Vec<[Vec3<f64>; 3]>, MachineError> {
    let gains: Vec<_> = {
        let stage = ws.position(model, &sample.q)?.velocity(&sample.gain)?;
        frames.iter().map(|&f| stage.twist(f)).collect()
    };
    let stage = ws.position(model, &sample.q)?.velocity(&sample.v)?;
    let mut drag = vec![Wrench::zero(); model.links().len()];
    passive.add_drag(&stage, &mut drag);
    let stage = stage.acceleration(&sample.a, Loads::per_link(&drag))?;
    let mut all = Vec::with_capacity(ADDED * frames.len() + 1);
    for (&frame, gain) in frames.iter().zip(gains) {
        let (pose, w, rate) = (stage.frame_pose(frame), stage.twist(frame).angular, stage.twist_rate(frame));
        let origin = pose.position;
        // acceleration of a point relative to that of the origin
        let bend = |r: Vec3<f64>| rate.angular.cross(r) + w.cross(w.cross(r));
        let axes = [0, 1, 2].map(|k| pose.rotation.apply(Vec3::unit(k)));
        let torque = |x: f64| Vec3::new(x, 0.0, 0.0);
        let felt = rate.linear - gravity;
        all.push([-rate.linear, -origin.cross(rate.linear), torque(felt.dot(gain.linear))]);
        for r in axes {
            let (force, spin) = (bend(r), r.cross(felt));
            let moment = origin.cross(force) + r.cross(rate.linear);
            all.push([-force, -moment, torque(force.dot(gain.linear) + spin.dot(gain.angular))]);
        }
        for [a, b] in PAIRS {
            let one = axes[a].cross(bend(axes[b]));
            let spin = if a == b { one } else { one + axes[b].cross(bend(axes[a])) };
            all.push([Vec3::zero(), -spin, torque(spin.dot(gain.angular))]);
        }
    }
    let ground = -total(model, &stage);
    all.push([ground.force, ground.moment, Vec3::new(sample.torque, 0.0, 0.0)]);
    Ok(all)
}
