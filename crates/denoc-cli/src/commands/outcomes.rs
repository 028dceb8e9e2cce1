//! Notes and JSON members on configurations of mechanisms with loops.

use denoc_base::number::six;
use denoc_dynamics::loops::Actuation;
use denoc_mechanism::evaluate::{LoopDiagnostics, lists_motors};
use denoc_mechanism::quantity::{Entries, Quantity};
use serde_json::{Map, Value, json};

use super::motion::Answer;
use crate::output::Output;
use crate::table::plural;

/// Pivots smaller than this, relative to the largest, cause a note.
const NEAR_SINGULAR: f64 = 1e-5;

pub(crate) fn remarks(answer: &Answer<'_>, output: &mut Output) {
    if let Some(driven) = answer.driven().filter(|_| !lists_motors(answer.model)) {
        let labels = Entries::new(answer.model, Quantity::Tau).labels;
        let driven: Vec<String> = driven.into_iter().zip(labels).filter(|x| x.0).map(|x| x.1).collect();
        output.note(format!(
            "note: the model lists no motors; these joints are taken as actuated: {}",
            driven.join(", ")
        ));
    }
    let outcomes = &answer.evaluation.diagnostics;
    if outcomes.iter().any(|outcome| outcome.actuation == Some(Actuation::Over)) {
        output.note("note: more motors than degrees of freedom: joint forces with the least sum of squares".into());
    }
    let many = outcomes.len() > 1;
    let place = |k: usize| if many { format!("state {k}: ") } else { String::new() };
    singular(answer, &place, output);
    if let Some(near) = &answer.evaluation.gimbal_lock {
        output.note(format!(
            "note: {}{near}",
            if answer.is_one() { String::new() } else { format!("state {}: ", near.state) }
        ));
    }
    let scale = answer.evaluation.a.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
    if let Some(k) = outcomes.iter().position(|outcome| outcome.contradiction > 1e-6 * scale) {
        let by = six(outcomes[k].contradiction);
        output.note(match answer.is_prescribed() {
            true => format!(
                "note: {}the loops do not allow the prescribed accelerations: they are missed by {by} rad/s² or m/s²; \
                 prescribe as many as there are degrees of freedom, see denoc mobility",
                place(k)
            ),
            false => format!(
                "note: {}these speeds are tangent to no branch of motion: the constraints contradict each other by {by} rad/s² or \
                 m/s²",
                place(k)
            ),
        });
    }
}

/// Notes on configurations that are singular or nearly so.
fn singular(answer: &Answer<'_>, place: &dyn Fn(usize) -> String, output: &mut Output) {
    if answer.is_prescribed() {
        return;
    }
    let (outcomes, usual) = (&answer.evaluation.diagnostics, answer.evaluation.usual_rank);
    if let Some((k, usual)) = usual.and_then(|usual| Some((outcomes.iter().position(|o| o.rank < usual)?, usual))) {
        let rank = outcomes[k].rank;
        output.note(format!(
            "note: {}this pose is singular: {rank} independent constraint{} here, {usual} elsewhere; branches of motion may \
             meet, see denoc mobility",
            place(k),
            plural(rank)
        ));
    } else if let Some(k) = outcomes.iter().position(|outcome| outcome.smallest_pivot < NEAR_SINGULAR) {
        let pivot = six(outcomes[k].smallest_pivot);
        output.note(format!(
            "note: {}this pose is nearly singular: the smallest pivot is {pivot} of the largest",
            place(k)
        ));
    }
}

/// Adds members besides the vectors.
pub(crate) fn members(answer: &Answer<'_>, many: bool, object: &mut Map<String, Value>) {
    if let Some(near) = &answer.evaluation.gimbal_lock {
        let value = json!({ "state": near.state, "joint": near.joint, "distance": near.distance, "precision": near.precision() });
        object.insert("gimbal_lock".into(), value);
    }
    let outcomes = &answer.evaluation.diagnostics;
    if outcomes.is_empty() || answer.is_prescribed() {
        return;
    }
    let speeds = answer.model.nv();
    let mut list = |name: &str, value: &dyn Fn(&LoopDiagnostics) -> Value| {
        let mut all: Vec<Value> = outcomes.iter().map(value).collect();
        let value = if many { Value::Array(all) } else { all.pop().unwrap_or_default() };
        object.insert(name.into(), value);
    };
    list("rank", &|outcome| json!(outcome.rank));
    list("freedoms", &|outcome| json!(speeds - outcome.rank));
    list("smallest_pivot", &|outcome| json!(outcome.smallest_pivot));
}
