//! Dry friction and stops in joints where loops are cut, as forces along the speeds of these joints.

use denoc_dynamics::Velocity;
use denoc_dynamics::loops::Loops;
use denoc_math::{Twist, Wrench};
use denoc_model::{ClosureId, JointProperties, Model};
use nalgebra::DVector;

use super::wrenches::{CutState, solve};

/// The speeds of cut joints with dry friction or stops: their values, their rates, and forces along them.
#[derive(Clone, Debug)]
pub struct CutFriction {
    /// If there are any.
    loops: Option<Loops<f64>>,
    /// Closure, speed within its joint, largest force.
    entries: Vec<(ClosureId, usize, f64)>,
}

impl CutFriction {
    /// Those of a model with dry friction.
    pub fn new(model: &Model) -> Self {
        Self::of(model, |_, _, p| (p.dry_friction > 0.0).then_some(p.dry_friction))
    }

    /// The speeds for which `choose`, called with the closure, the speed within its joint and the properties of the joint, returns a
    /// largest friction force; zero for speeds along which only other forces act, such as those of stops.
    pub fn of(model: &Model, mut choose: impl FnMut(ClosureId, usize, &JointProperties) -> Option<f64>) -> Self {
        let mut entries = Vec::new();
        for (i, closure) in model.closures().iter().enumerate() {
            let (Some(joint), Some(p)) = (closure.cut_joint(), model.closure_properties(ClosureId(i))) else {
                continue;
            };
            for k in 0..joint.v_units().len() {
                entries.extend(choose(ClosureId(i), k, p).map(|most| (ClosureId(i), k, most)));
            }
        }
        Self { loops: (!entries.is_empty()).then(|| Loops::new(model)), entries }
    }

    /// Where the speeds are found: the closure, and the speed within its joint.
    pub fn places(&self) -> impl Iterator<Item = (ClosureId, usize)> {
        self.entries.iter().map(|&(closure, k, _)| (closure, k))
    }

    /// The largest friction forces, by speed: N m or N.
    pub fn limits(&self) -> impl Iterator<Item = f64> {
        self.entries.iter().map(|entry| entry.2)
    }

    /// The speeds, rad/s or m/s.
    pub fn speeds(&mut self, stage: &Velocity<'_, f64>, out: &mut [f64]) {
        let Some(loops) = &mut self.loops else { return };
        loops.place(stage);
        for (out, &(closure, k, _)) in out.iter_mut().zip(&self.entries) {
            *out = CutState::of(loops, stage, closure, None).map_or(0.0, |cut| cut.v[k]);
        }
    }

    /// The rates of the speeds for accelerations `a`, rad/s² or m/s².
    pub fn rates(&mut self, stage: &Velocity<'_, f64>, a: &[f64], out: &mut [f64]) {
        let Some(loops) = &mut self.loops else { return };
        loops.place(stage);
        for (out, &(closure, k, _)) in out.iter_mut().zip(&self.entries) {
            let rate = loops.relative_rate(stage, a, closure).unwrap_or(Twist::zero());
            let rate = DVector::from_column_slice(&rate.to_array());
            let cut = CutState::of(loops, stage, closure, None);
            *out = cut.and_then(|cut| solve(&cut.columns, &rate)).map_or(0.0, |rates| rates[k]);
        }
    }

    /// Adds the wrenches of forces along the speeds, in link axes about the origins of the links.
    pub fn add(&mut self, stage: &Velocity<'_, f64>, forces: &[f64], wrenches: &mut [Wrench<f64>]) {
        if forces.iter().all(|force| *force == 0.0) {
            return;
        }
        let Some(loops) = &mut self.loops else { return };
        loops.place(stage);
        for (&force, &(closure, k, _)) in forces.iter().zip(&self.entries) {
            let Some(cut) = CutState::of(loops, stage, closure, None) else { continue };
            let mut one = DVector::zeros(cut.v.len());
            one[k] = force;
            if let Some(wrench) = cut.wrench(&one) {
                cut.apply(stage, wrench, wrenches);
            }
        }
    }
}
