//! The answer to a question about states.

use denoc_model::ClosureId;

use super::{Algorithm, JointReaction, LoopDiagnostics, Motors};

/// What a mechanism does at one or many states, computed by [`Mechanism::evaluate`](crate::Mechanism::evaluate). Vectors hold
/// state after state.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By which algorithm.
    pub algorithm: Algorithm,
    /// Accelerations, nv each, rad/s² or m/s²: as given, or as computed.
    pub a: Vec<f64>,
    /// Joint forces, nv each, N m or N: as given, or as computed.
    pub tau: Vec<f64>,
    /// What is known about each pose of a mechanism with loops, or with prescribed accelerations; empty otherwise.
    pub outcomes: Vec<LoopDiagnostics>,
    /// What every joint transmits, for each state, if it was asked for.
    pub reactions: Vec<Vec<JointReaction>>,
    /// The motors, in inverse dynamics of a mechanism with loops.
    pub motors: Option<Motors>,
    /// Forces of the motors in cut joints, N m or N: as many for each state as [`Motors::cuts`].
    pub cut_forces: Vec<f64>,
    /// Independent constraints in almost all poses, of a mechanism with loops.
    pub usual_rank: Option<usize>,
}

impl Evaluation {
    /// The forces of one motor in a cut joint, over all states.
    pub fn cut_forces_of(&self, motor: (ClosureId, usize)) -> Vec<f64> {
        let cuts = self.motors.as_ref().map_or(&[][..], |motors| &motors.cuts);
        let Some(k) = cuts.iter().position(|cut| *cut == motor) else { return Vec::new() };
        self.cut_forces.chunks_exact(cuts.len()).map(|forces| forces[k]).collect()
    }
}
