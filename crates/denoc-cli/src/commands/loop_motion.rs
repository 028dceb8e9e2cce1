//! Inverse and forward dynamics of mechanisms with loops, state by state.

use denoc::dynamics::DynamicsError;
use denoc::dynamics::loops::{Actuation, LoopForward, LoopInverse, LoopMethod, Reactions};
use denoc::mechanism::mobility::Mobility;
use denoc::model::ClosureId;
use denoc::prelude::*;
use denoc::quantity::{Entries, Quantity};
use serde_json::{Map, Value, json};

use super::motion::{Task, in_state};
use super::reactions::{self, JointReaction};
use super::tree_motion::passive;
use crate::output::{Failure, Output};
use crate::state::States;
use crate::table::{plural, short};

/// Pivots smaller than this, relative to the largest, are worth a remark.
const NEAR_SINGULAR: f64 = 1e-5;

/// What is asked besides the states.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) task: Task,
    pub(crate) method: LoopMethod,
    pub(crate) joint_forces: bool,
    pub(crate) reactions: bool,
}

/// What is known about one state besides forces and accelerations.
struct Facts {
    rank: usize,
    smallest_pivot: f64,
    contradiction: f64,
}

/// The motors that inverse dynamics used.
pub(crate) struct Motors {
    /// For each speed of the tree.
    pub(crate) driven: Vec<bool>,
    /// Motors in joints where loops are cut: labels and, for each state, their forces.
    pub(crate) cuts: Vec<(String, Vec<f64>)>,
    /// Whether the model lists them.
    listed: bool,
    actuation: Actuation,
}

/// The results of all states.
pub(crate) struct Solution {
    /// Accelerations or joint forces, state after state.
    pub(crate) values: Vec<f64>,
    pub(crate) reactions: Vec<Vec<JointReaction>>,
    pub(crate) motors: Option<Motors>,
    method: &'static str,
    facts: Vec<Facts>,
    /// Independent conditions at almost all poses.
    usual_rank: Option<usize>,
    speeds: usize,
}

/// Solves all states; they are closed.
pub(crate) fn solve(model: &Model, states: &States, asked: Asked) -> Result<Solution, Failure> {
    let first = &states.of(Quantity::Q)[..model.nq()];
    // mechanisms of special geometry keep their rank in spite of rounding
    let ranks = Mobility::analyse(model, first).ok().map(|mobility| mobility.cluster_ranks);
    let mut solution = Solution {
        values: Vec::new(),
        reactions: Vec::new(),
        motors: None,
        method: if asked.task == Task::Forward { asked.method.info().keyword } else { "subsystems" },
        facts: Vec::new(),
        usual_rank: ranks.as_ref().map(|ranks| ranks.iter().sum()),
        speeds: model.nv(),
    };
    let done = match asked.task {
        Task::Forward => forward(model, states, asked, ranks.as_deref(), &mut solution),
        Task::Inverse => inverse(model, states, asked, ranks.as_deref(), &mut solution),
    };
    done.map_err(|e| states.explain(e))?;
    Ok(solution)
}

/// Springs and friction of one state, if they act.
fn acting(
    model: &Model,
    ws: &mut Workspace<f64>,
    state: (&[f64], &[f64]),
    act: bool,
) -> Result<(Vec<f64>, Vec<Wrench<f64>>), DynamicsError> {
    match act {
        true => passive(model, ws, state),
        false => Ok((vec![0.0; model.nv()], vec![Wrench::zero(); model.links().len()])),
    }
}

fn forward(
    model: &Model,
    states: &States,
    asked: Asked,
    ranks: Option<&[usize]>,
    out: &mut Solution,
) -> Result<(), DynamicsError> {
    let (nq, nv) = (model.nq(), model.nv());
    let (mut ws, mut found) = (Workspace::new(model), Reactions::new(model));
    let mut forward = LoopForward::new(model, asked.method);
    if let Some(ranks) = ranks {
        forward.limit_ranks(ranks);
    }
    for k in 0..states.count {
        let at = |quantity, n: usize| &states.of(quantity)[k * n..][..n];
        let (q, v) = (at(Quantity::Q, nq), at(Quantity::V, nv));
        let (mut tau, wrenches) = acting(model, &mut ws, (q, v), asked.joint_forces).map_err(|e| in_state(k, e))?;
        tau.iter_mut().zip(at(Quantity::Tau, nv)).for_each(|(sum, tau)| *sum += tau);
        let mut one = || {
            let (mut a, loads) = (vec![0.0; nv], Loads::per_link(&wrenches));
            let mut stage = ws.position(model, q)?.velocity(v)?;
            let outcome = forward.forward(&mut stage, &tau, loads, &mut a)?;
            if asked.reactions {
                found.compute(&mut stage, (forward.loops(), forward.lambda()), &a, loads)?;
                out.reactions.push(reactions::of(&stage, &mut forward.loops().clone(), &found));
            }
            out.facts.push(Facts {
                rank: outcome.rank,
                smallest_pivot: outcome.smallest_pivot,
                contradiction: outcome.contradiction,
            });
            out.values.extend(a);
            Ok(())
        };
        one().map_err(|e| in_state(k, e))?;
    }
    Ok(())
}

fn inverse(
    model: &Model,
    states: &States,
    asked: Asked,
    ranks: Option<&[usize]>,
    out: &mut Solution,
) -> Result<(), DynamicsError> {
    let (nq, nv) = (model.nq(), model.nv());
    let mut ws = Workspace::new(model);
    let mut inverse = LoopInverse::new(model);
    if let Some(ranks) = ranks {
        inverse.limit_ranks(ranks);
    }
    for k in 0..states.count {
        let at = |quantity, n: usize| &states.of(quantity)[k * n..][..n];
        let (q, v, a) = (at(Quantity::Q, nq), at(Quantity::V, nv), at(Quantity::A, nv));
        let (applied, wrenches) = acting(model, &mut ws, (q, v), asked.joint_forces).map_err(|e| in_state(k, e))?;
        let mut one = || {
            let (mut tau, loads) = (vec![0.0; nv], Loads::per_link(&wrenches));
            let mut stage = ws.position(model, q)?.velocity(v)?;
            inverse.set_applied(&applied);
            let outcome = inverse.inverse(&mut stage, a, loads, &mut tau)?.complete(model)?;
            if asked.reactions {
                let found = inverse.reactions(&mut stage, a, loads)?.clone();
                out.reactions.push(reactions::of(&stage, &mut inverse.loops().clone(), &found));
            }
            out.facts.push(Facts { rank: outcome.rank, smallest_pivot: outcome.smallest_pivot, contradiction: 0.0 });
            out.values.extend(tau);
            let motors = out.motors.get_or_insert_with(|| Motors::new(model, &inverse, outcome.actuation()));
            for ((_, forces), &force) in motors.cuts.iter_mut().zip(inverse.cut_forces()) {
                forces.push(force);
            }
            Ok(())
        };
        one().map_err(|e| in_state(k, e))?;
    }
    Ok(())
}

impl Motors {
    fn new(model: &Model, inverse: &LoopInverse<f64>, actuation: Actuation) -> Self {
        let mut driven = vec![false; model.nv()];
        inverse.motors().iter().for_each(|&s| driven[s] = true);
        let cut = |&(ClosureId(i), k): &(ClosureId, usize)| {
            let name = &model.closure_names()[i];
            let label = if k == 0 { name.clone() } else { format!("{name}.{}", k + 1) };
            (label, Vec::new())
        };
        let listed = model.lists_motors() || !inverse.cut_motors().is_empty();
        Self { driven, cuts: inverse.cut_motors().iter().map(cut).collect(), listed, actuation }
    }
}

impl Solution {
    /// How it was solved, for the heading.
    pub(crate) fn words(&self) -> String {
        format!("loops closed, method {}", self.method)
    }

    pub(crate) fn remarks(&self, model: &Model, output: &mut Output) {
        if let Some(motors) = &self.motors {
            let labels = Entries::new(model, Quantity::Tau).labels;
            let driven: Vec<&str> = motors.driven.iter().zip(&labels).filter(|x| *x.0).map(|x| x.1.as_str()).collect();
            if !motors.listed {
                output.note(format!(
                    "note: the model lists no motors; these joints were taken as driven: {}",
                    driven.join(", ")
                ));
            }
            if motors.actuation == Actuation::Over {
                output.note(
                    "note: there are more motors than degrees of freedom: of all forces that do, those with the least sum of \
                     squares"
                        .into(),
                );
            }
        }
        self.singular(output);
    }

    /// Poses that are singular, or nearly so.
    fn singular(&self, output: &mut Output) {
        let many = self.facts.len() > 1;
        let place = |k: usize| if many { format!("state {k}: ") } else { String::new() };
        let special = |f: &Facts| self.usual_rank.is_some_and(|usual| f.rank < usual);
        if let Some(k) = self.facts.iter().position(special) {
            let (rank, usual) = (self.facts[k].rank, self.usual_rank.unwrap_or(0));
            output.note(format!(
                "note: {}this pose is singular: {rank} independent condition{} here, {usual} elsewhere; branches of motion may \
                 meet, see denoc mobility",
                place(k),
                plural(rank)
            ));
        } else if let Some(k) = self.facts.iter().position(|f| f.smallest_pivot < NEAR_SINGULAR) {
            let pivot = short(self.facts[k].smallest_pivot);
            output.note(format!(
                "note: {}this pose is nearly singular: the smallest pivot is {pivot} of the largest",
                place(k)
            ));
        }
        let scale = self.values.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        if let Some(k) = self.facts.iter().position(|f| f.contradiction > 1e-6 * scale) {
            output.note(format!(
                "note: {}these speeds belong to no branch of motion from this pose: the conditions contradict each other by {} \
                 rad/s² or m/s²",
                place(k),
                short(self.facts[k].contradiction)
            ));
        }
    }

    /// What JSON says besides the vectors.
    pub(crate) fn members(&self, model: &Model, many: bool, object: &mut Map<String, Value>) {
        let pick = |values: Vec<Value>| match (many, values.into_iter().next_back()) {
            (true, _) => None,
            (false, last) => last,
        };
        let list = |f: &dyn Fn(&Facts) -> Value| {
            let all: Vec<Value> = self.facts.iter().map(f).collect();
            pick(all.clone()).unwrap_or(Value::Array(all))
        };
        object.insert("method".into(), json!(self.method));
        object.insert("rank".into(), list(&|f| json!(f.rank)));
        object.insert("freedoms".into(), list(&|f| json!(self.speeds - f.rank)));
        object.insert("smallest_pivot".into(), list(&|f| json!(f.smallest_pivot)));
        if let Some(motors) = &self.motors {
            let labels = Entries::new(model, Quantity::Tau).labels;
            let driven: Vec<&String> = motors.driven.iter().zip(&labels).filter(|x| *x.0).map(|x| x.1).collect();
            object.insert("motors".into(), json!(driven));
            let cuts: Map<String, Value> = motors
                .cuts
                .iter()
                .map(|(label, forces)| (label.clone(), if many { json!(forces) } else { json!(forces.first()) }))
                .collect();
            object.insert("cut_motors".into(), Value::Object(cuts));
        }
    }
}
