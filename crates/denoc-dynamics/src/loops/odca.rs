//! Divide and conquer with orthogonal complements [MukAnd06 (31)-(72)]: see [`crate::odca`].

use denoc_math::Real;
use denoc_model::Model;

use super::method::{LoopMethodInfo, Problem};
use super::{LoopOutcome, Loops};
use crate::DynamicsError;
use crate::odca::{GRAIN, Input, Known, Solver};
use crate::stages::Velocity;

pub(crate) const INFO: LoopMethodInfo = LoopMethodInfo {
    keyword: "odca",
    summary: "divide and conquer with orthogonal complements: pieces assembled pairwise, linear in the number of links and of local loops",
};

#[derive(Clone, Debug)]
pub(crate) struct Buffers<T> {
    solver: Solver<T>,
}

impl<T: Real> Buffers<T> {
    pub(crate) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        Self { solver: Solver::new(model, Some(loops), GRAIN) }
    }

    pub(crate) fn solve(
        &mut self,
        stage: &mut Velocity<'_, T>,
        problem: Problem<'_, T>,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let Problem { loops, target, lambda, ranks, tau, loads } = problem;
        let input = Input { model: stage.model, q: stage.q, v: stage.v, tau, given: &[], loads, task: usize::MAX };
        let kinematics = &stage.ws.kinematics;
        let known = Known { kinematics, loops, target: Some(target), ranks };
        self.solver.solve(input, Some(known), lambda, a, false)
    }
}
