//! The result of an evaluation.

use denoc_model::ClosureId;

use super::{Algorithm, JointReaction, LoopDiagnostics, Motors};
use crate::GimbalLockDistance;

/// Forces, accelerations and reactions at one or many states, computed by
/// [`Mechanism::evaluate`](crate::Mechanism::evaluate). Vectors hold one state after the other; entries are in the order of v
/// ([`Entries`](crate::quantity::Entries) has their names and units).
///
/// ```
/// use denoc_mechanism::evaluate::{Ask, States};
/// use denoc_mechanism::{Draft, Mechanism};
/// # use denoc_formats::catalogue;
///
/// let linkage = Mechanism::new(catalogue::describe("fourbar")?.build()?);
/// let start = Draft::usual(linkage.model()).close(linkage.model())?;
/// let rest = vec![0.0; linkage.model().nv()];
/// let result = linkage.evaluate(States { q: &start.q, v: &start.v }, &Ask::inverse(&rest))?;
/// assert_eq!(result.motors.as_ref().unwrap().speeds, [0]); // one motor holds the linkage
/// assert_eq!(result.usual_rank, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The algorithm that was used.
    pub algorithm: Algorithm,
    /// Accelerations, nv per state, rad/s² or m/s² along the joint axes: the input of inverse dynamics, the result of forward
    /// dynamics.
    pub a: Vec<f64>,
    /// Joint forces, nv per state, N m or N along the joint axes: the result of inverse dynamics, the input of forward dynamics.
    /// Prescribed accelerations replace their entries by the required forces.
    pub tau: Vec<f64>,
    /// Ranks and pivots, one entry per state, for mechanisms with loops or prescribed accelerations; empty otherwise.
    pub diagnostics: Vec<LoopDiagnostics>,
    /// The wrench transmitted by every joint, per state, in world axes; empty unless requested ([`Ask::reactions`](super::Ask)).
    pub reactions: Vec<Vec<JointReaction>>,
    /// The motors that supply `tau`, in inverse dynamics of mechanisms with loops.
    pub motors: Option<Motors>,
    /// Forces of motors in cut joints, N m or N, per state in the order of [`Motors::cuts`].
    pub cut_forces: Vec<f64>,
    /// Number of independent constraints away from singular configurations, for mechanisms with loops.
    pub usual_rank: Option<usize>,
    /// The Euler-angle joint nearest to gimbal lock, in forward dynamics, if that costs precision.
    pub gimbal_lock: Option<GimbalLockDistance>,
}

impl Evaluation {
    /// The forces of one motor in a cut joint, one per state, N m or N.
    pub fn cut_forces_of(&self, motor: (ClosureId, usize)) -> Vec<f64> {
        let cuts = self.motors.as_ref().map_or(&[][..], |motors| &motors.cuts);
        let Some(k) = cuts.iter().position(|cut| *cut == motor) else { return Vec::new() };
        self.cut_forces.chunks_exact(cuts.len()).map(|forces| forces[k]).collect()
    }
}
