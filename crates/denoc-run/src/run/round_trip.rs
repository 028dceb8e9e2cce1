//! Whether forward dynamics undoes inverse dynamics, at a few instants of a motion.

use denoc_dynamics::{Loads, Workspace};
use denoc_model::Model;

use super::AuditRow;
use super::driven::{Driven, Instant};
use crate::Error;

/// Instants that are checked, about.
const INSTANTS: usize = 50;
/// Relative difference that passes.
const TOLERANCE: f64 = 1e-9;
/// Accelerations below this count as this, in rad/s² or m/s²: at rest there is nothing to be relative to.
const SLOWEST: f64 = 1e-3;

/// Largest differences so far, not relative yet.
#[derive(Debug, Default)]
pub(super) struct RoundTrip {
    /// Of forces that went through forward and inverse dynamics.
    forces: f64,
    /// Of accelerations that went through inverse and forward dynamics; of mechanisms with loops.
    accelerations: Option<f64>,
    /// Why the check could not be made.
    failure: Option<String>,
}

/// Samples of a motion, one after the other.
#[derive(Copy, Clone, Debug)]
pub(super) struct Samples<'a> {
    pub(super) q: &'a [f64],
    pub(super) v: &'a [f64],
    /// Total joint forces: motors, springs and friction.
    pub(super) forces: &'a [f64],
}

/// Whether sample `k` of `count` is one of those that are checked.
pub(super) fn is_checked(k: usize, count: usize) -> bool {
    k.is_multiple_of((count / INSTANTS).max(1))
}

impl RoundTrip {
    /// Of a tree, by the faithful layer; the forces come from the compiled one.
    pub(super) fn of_tree(model: &Model, samples: Samples<'_>, count: usize) -> Result<Self, Error> {
        let (nq, nv) = (model.nq(), model.nv());
        let mut ws = Workspace::new(model);
        let (mut back, mut again) = (vec![0.0; nv], vec![0.0; nv]);
        let mut found = Self::default();
        for k in (0..count).filter(|&k| is_checked(k, count)) {
            let at = k * nv..(k + 1) * nv;
            let forces = &samples.forces[at.clone()];
            let mut state = ws.position(model, &samples.q[k * nq..][..nq])?.velocity(&samples.v[at])?;
            if let Err(error) = state.forward(forces, Loads::NONE, &mut back) {
                found.failure = Some(error.to_string());
                break;
            }
            state.inverse(&back, Loads::NONE, &mut again)?;
            found.forces = found.forces.max(difference(&again, forces));
        }
        Ok(found)
    }

    /// Adds an instant of a mechanism with loops. In singular poses forces are sums over instants beside: nothing is checked there.
    pub(super) fn add_closed(&mut self, driven: &mut Driven<'_>, at: &Instant, forces: &[f64]) {
        if self.failure.is_some() || at.is_singular() {
            return;
        }
        let there_and_back =
            driven.accelerations(at, forces).and_then(|back| Ok((driven.forces_for(at, &back)?, back)));
        match there_and_back {
            Ok((again, back)) => {
                self.forces = self.forces.max(difference(&again, forces));
                let accelerations = self.accelerations.get_or_insert(0.0);
                *accelerations = accelerations.max(difference(&back, &at.a));
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Rows of the audit, relative to the largest of all forces and accelerations.
    pub(super) fn rows(&self, forces: &[f64], accelerations: &[f64]) -> Vec<AuditRow> {
        let name = "forward and inverse dynamics";
        if let Some(failure) = &self.failure {
            return vec![AuditRow::unchecked(name, failure.as_str())];
        }
        let largest = |numbers: &[f64], least: f64| numbers.iter().fold(least, |most, x| most.max(x.abs()));
        let relative = self.forces / largest(forces, f64::MIN_POSITIVE);
        let meaning = "forces that come back after forward and inverse dynamics, largest difference relative to the largest force";
        let mut rows = vec![AuditRow::bounded(name, relative, "", TOLERANCE, meaning)];
        if let Some(found) = self.accelerations {
            let meaning = "accelerations that come back after inverse and forward dynamics, largest difference relative to the \
                           largest acceleration";
            let relative = found / largest(accelerations, SLOWEST);
            rows.push(AuditRow::bounded("inverse and forward dynamics", relative, "", TOLERANCE, meaning));
        }
        rows
    }
}

fn difference(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |most: f64, (x, y)| most.max((x - y).abs()))
}
