//! Comparison of all algorithms of forward dynamics on a mechanism with loops.
//!
//! States are random and reproducible. The verdict is based on the change of the equations of motion from one solution to another
//! (`judge.rs`), because accelerations of light links have fewer significant digits. Singular and nearly singular states are not
//! judged.
//!
//! ```
//! use denoc_validate::compare::{CompareSettings, TOLERANCE, compare};
//!
//! let model = denoc_run::load("fourbar")?.model;
//! let comparison = compare(&model, model.configuration("start")?, &CompareSettings { states: 5, seed: 7 })?;
//! assert!(comparison.methods.iter().all(|method| method.equations <= TOLERANCE));
//! # Ok::<(), denoc_validate::ValidationError>(())
//! ```

mod judge;
mod solution;
mod states;

use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_mechanism::MechanismError;
use denoc_mechanism::evaluate::LoopFacts;
use denoc_mechanism::mobility::Mobility;
use denoc_model::Model;
use serde::{Serialize, Serializer};

use crate::ValidationError;
use judge::{Equations, difference};
use solution::Solution;
use states::{DrivenState, random_states};

/// The largest change of an equation of motion that rounding explains, relative to its terms.
pub const TOLERANCE: f64 = 1e-9;
/// Poses with smaller pivots lose more digits than that.
const SINGULAR: f64 = 1e-6;
/// Loops with more speeds are not compared.
const LONGEST: usize = 600;

/// Which states are compared.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CompareSettings {
    /// How many.
    pub states: usize,
    /// Seed of the random numbers: equal seeds give equal states.
    pub seed: u64,
}

/// The methods for loops on one mechanism. Serialises to the JSON object of `denoc compare --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Name of the model.
    pub model: String,
    /// Degrees of freedom; none if a loop is too long to be analysed.
    pub freedoms: Option<usize>,
    /// Scalar closure conditions; none if a loop is too long to be analysed.
    pub conditions: Option<usize>,
    /// Independent closure conditions; none if a loop is too long to be analysed.
    pub rank: Option<usize>,
    /// States that were solved.
    pub states: usize,
    /// States among them that are singular or nearly so, and are not judged.
    pub singular: usize,
    /// Whether all methods agree.
    pub alike: bool,
    /// [`TOLERANCE`].
    pub tolerance: f64,
    /// One entry for each method; the first without an error is the reference of the others.
    pub methods: Vec<MethodComparison>,
    /// Why the mobility was not analysed; ranks are then compared with that of the first state.
    #[serde(skip)]
    pub not_analysed: Option<MechanismError>,
}

/// One method over all states.
#[derive(Clone, Debug, Serialize)]
pub struct MethodComparison {
    /// The method.
    #[serde(rename = "method", serialize_with = "keyword")]
    pub method: LoopMethod,
    /// A short description of the method.
    pub summary: &'static str,
    /// Why the method was given up, if it was.
    #[serde(serialize_with = "message")]
    pub error: Option<denoc_run::Error>,
    /// The largest change of an equation of motion from the reference, relative to its terms; this is judged.
    pub equations: f64,
    /// The largest difference of the accelerations from the reference, relative to the largest acceleration.
    pub accelerations: f64,
    /// The largest difference of the closure forces Jᵀλ from the reference, relative to the largest force.
    pub forces: f64,
    /// The least and the largest rank of the closure conditions that was found.
    pub rank: [usize; 2],
    /// The smallest pivot, relative to the largest.
    pub smallest_pivot: f64,
    /// The fastest evaluation of one state, ns.
    #[serde(rename = "ns")]
    pub nanoseconds: f64,
}

fn keyword<S: Serializer>(method: &LoopMethod, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(method.info().keyword)
}

fn message<S: Serializer>(error: &Option<denoc_run::Error>, serializer: S) -> Result<S::Ok, S::Error> {
    error.as_ref().map(ToString::to_string).serialize(serializer)
}

impl MethodComparison {
    fn new(method: LoopMethod) -> Self {
        Self {
            method,
            summary: method.info().summary,
            error: None,
            equations: 0.0,
            accelerations: 0.0,
            forces: 0.0,
            rank: [usize::MAX, 0],
            smallest_pivot: f64::INFINITY,
            nanoseconds: f64::INFINITY,
        }
    }
}

/// Compares the methods in random states, reached from a pose `start` in which the loops are closed.
pub fn compare(model: &Model, start: &[f64], settings: &CompareSettings) -> Result<Comparison, ValidationError> {
    if model.closures().is_empty() {
        return Err(ValidationError::NoLoops { model: model.name().to_owned() });
    }
    let (mobility, not_analysed) = match Mobility::analyse(model, start) {
        Ok(mobility) => (Some(mobility), None),
        Err(MechanismError::LongLoop { closure, speeds, .. }) if speeds > LONGEST => {
            return Err(ValidationError::LoopTooLong { closure, speeds, most: LONGEST });
        }
        Err(error @ MechanismError::LongLoop { .. }) => (None, Some(error)),
        Err(error) => return Err(error.into()),
    };
    let mobility = mobility.as_ref();
    let states = random_states(model, start, mobility, settings)?;
    let mut methods: Vec<MethodComparison> = LoopMethod::ALL.iter().copied().map(MethodComparison::new).collect();
    let facts = LoopFacts { ranks: mobility.map(|mobility| mobility.cluster_ranks.clone()), ..LoopFacts::default() };
    let mut solvers: Vec<LoopForward<f64>> =
        LoopMethod::ALL.iter().map(|&method| facts.forward_solver(model, method)).collect();
    let mut rank = mobility.map(|m| m.rank);
    let mut singular = 0;
    for state in &states {
        singular += usize::from(!compare_state(model, state, &mut rank, &mut solvers, &mut methods));
    }
    Ok(Comparison {
        model: model.name().to_owned(),
        freedoms: mobility.map(|m| m.degrees_of_freedom),
        conditions: mobility.map(|m| m.conditions),
        rank: mobility.map(|m| m.rank),
        states: states.len(),
        singular,
        alike: methods.iter().all(|method| method.error.is_some() || method.equations <= TOLERANCE),
        tolerance: TOLERANCE,
        methods,
        not_analysed,
    })
}

/// Compares one state; false if it is singular and cannot be judged. `rank` is that of regular states, if it is known.
fn compare_state(
    model: &Model,
    state: &DrivenState,
    rank: &mut Option<usize>,
    solvers: &mut [LoopForward<f64>],
    methods: &mut [MethodComparison],
) -> bool {
    let solve = |(solver, method): (&mut LoopForward<f64>, &mut MethodComparison)| {
        if method.error.is_some() {
            return None;
        }
        Solution::new(model, state, solver).map_err(|error| method.error = Some(error.into())).ok()
    };
    let all: Vec<Option<Solution>> = solvers.iter_mut().zip(methods.iter_mut()).map(solve).collect();
    let Some(first) = all.iter().flatten().next() else { return false };
    let regular = first.rank == *rank.get_or_insert(first.rank) && first.smallest_pivot > SINGULAR;
    let Ok(equations) = Equations::new(model, state, first) else { return false };
    for (solution, method) in all.iter().zip(methods) {
        let Some(solution) = solution else { continue };
        method.nanoseconds = method.nanoseconds.min(solution.nanoseconds);
        method.rank = [method.rank[0].min(solution.rank), method.rank[1].max(solution.rank)];
        method.smallest_pivot = method.smallest_pivot.min(solution.smallest_pivot);
        if regular {
            method.accelerations = method.accelerations.max(difference(&solution.a, &first.a));
            method.forces = method.forces.max(difference(&solution.forces, &first.forces));
            method.equations = method.equations.max(equations.change(first, solution));
        }
    }
    regular
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by definition
    #[test]
    fn models_without_loops_are_refused() {
        let model = denoc_run::load("puma").unwrap().model;
        let error = compare(&model, &model.neutral(), &CompareSettings { states: 1, seed: 1 }).unwrap_err();
        assert_eq!(error, ValidationError::NoLoops { model: "puma".to_owned() });
    }

    // oracle: equal seeds give equal states, so only times may differ; the JSON keys are those of the program
    #[test]
    fn comparisons_can_be_repeated() {
        let model = denoc_run::load("stewart").unwrap().model;
        let start = denoc_run::scenario::usual_start(&model);
        let run = |seed: u64| {
            let mut comparison = compare(&model, &start, &CompareSettings { states: 3, seed }).unwrap();
            comparison.methods.iter_mut().for_each(|method| method.nanoseconds = 0.0);
            serde_json::to_value(&comparison).unwrap()
        };
        let first = run(3);
        assert_eq!(first, run(3));
        assert_ne!(first, run(4));
        let keys: Vec<&str> = first.as_object().unwrap().keys().map(String::as_str).collect();
        let expected =
            ["model", "freedoms", "conditions", "rank", "states", "singular", "alike", "tolerance", "methods"];
        assert_eq!(keys, expected);
        let keys: Vec<&str> = first["methods"][0].as_object().unwrap().keys().map(String::as_str).collect();
        let expected =
            ["method", "summary", "error", "equations", "accelerations", "forces", "rank", "smallest_pivot", "ns"];
        assert_eq!(keys, expected);
    }
}
