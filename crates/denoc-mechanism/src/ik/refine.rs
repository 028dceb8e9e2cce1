//! One branch followed from configuration to configuration.

use denoc_dynamics::Workspace;
use denoc_model::{FrameId, Model};

use super::descent::descend;
use super::report::Reporter;
use super::residual::{Miss, Problem};
use super::{IkOptions, Target};
use crate::MechanismError;

/// The solution next to `from`, without regard to limits, and how far it misses.
pub fn refine(
    model: &Model,
    frame: FrameId,
    target: Target,
    from: &[f64],
) -> Result<(Vec<f64>, Option<Miss>), MechanismError> {
    let options = IkOptions::default();
    let tasks = [(frame, target)];
    let problem = Problem::new(model, &tasks, &options);
    let mut ws = Workspace::new(model);
    let end = descend(&problem, &mut ws, from, false, 50)?;
    let miss = problem.miss(&mut ws, &end.q)?;
    Ok((end.q, (!problem.reached(miss)).then_some(miss)))
}

/// Whether more joints move the frame than the target needs.
pub fn redundant(model: &Model, frame: FrameId, target: Target, near: &[f64]) -> Result<bool, MechanismError> {
    let options = IkOptions::default();
    let tasks = [(frame, target)];
    let problem = Problem::new(model, &tasks, &options);
    let mut ws = Workspace::new(model);
    Ok(Reporter::new(&problem, &mut ws, String::new(), near.to_vec())?.redundant())
}
