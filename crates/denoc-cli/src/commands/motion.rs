//! What inverse and forward dynamics have in common.

use denoc::dynamics::DynamicsError;
use denoc::dynamics::loops::LoopMethod;
use denoc::prelude::*;
use serde_json::{Map, Value, json};

use super::given_motion;
use super::loop_motion::{self, Asked, Motors};
use super::reactions::{self, JointReaction};
use super::tree_motion;
use crate::args::{Method, ModelArgs, ResultArgs, remarks, resistance};
use crate::output::{Failure, Output};
use crate::record::Record;
use crate::state::{self, StateArgs, States};
use crate::table::{Side, Table, number, plural, short, with_units, without_noise};
use denoc::quantity::{Entries, Quantity};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Inverse,
    Forward,
}

impl Task {
    /// Quantities given besides q and v, and computed.
    pub(crate) fn quantities(self) -> (Quantity, Quantity) {
        match self {
            Self::Inverse => (Quantity::A, Quantity::Tau),
            Self::Forward => (Quantity::Tau, Quantity::A),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Inverse => "inverse dynamics: joint forces tau for the accelerations a",
            Self::Forward => "forward dynamics: accelerations a for the joint forces tau",
        }
    }
}

/// What a command line asks for.
pub(crate) struct Request<'a> {
    pub(crate) task: Task,
    pub(crate) model: &'a ModelArgs,
    pub(crate) state: &'a StateArgs,
    pub(crate) v: Option<&'a str>,
    /// Accelerations, or joint forces.
    pub(crate) x: Option<&'a str>,
    /// Accelerations that forward dynamics shall not find.
    pub(crate) given: Option<&'a str>,
    pub(crate) joint_forces: bool,
    pub(crate) reactions: bool,
    pub(crate) loop_method: Option<LoopMethod>,
    pub(crate) results: &'a ResultArgs,
}

/// The vectors of all states with what is told besides them.
struct Told<'a> {
    vectors: Vec<(Entries, &'a [f64])>,
    loops: Option<&'a loop_motion::Solution>,
    given: Option<&'a given_motion::Solution>,
    reactions: &'a [Vec<JointReaction>],
}

impl Told<'_> {
    fn motors(&self) -> Option<&Motors> {
        self.loops.and_then(|solution| solution.motors.as_ref())
    }
}

pub(crate) fn run(request: &Request<'_>) -> Result<Output, Failure> {
    let Request { task, joint_forces, results, .. } = *request;
    if task == Task::Inverse {
        results.layers_only("inverse dynamics")?;
    }
    let loaded = request.model.load()?;
    let model = &loaded.model;
    let (known, computed) = task.quantities();
    let flags = [(Quantity::Q, request.state.q.as_deref()), (Quantity::V, request.v), (known, request.x)];
    let mut states = state::read(model, request.state.state.as_deref(), &flags)?;
    let given = with_given(model, &mut states, request)?;
    let loops = if given.is_some() { None } else { with_loops(model, &mut states, request)? };
    let (result, reactions) = match (&given, &loops) {
        (Some(solution), _) => (solution.a.clone(), None),
        (_, Some(solution)) => (solution.values.clone(), None),
        _ => {
            let result = tree_motion::solve(task, model, &states, joint_forces, results.method())?;
            let reactions = if request.reactions {
                tree_motion::reactions(task, model, &states, &result, joint_forces)?
            } else {
                Vec::new()
            };
            (result, Some(reactions))
        }
    };
    let vectors: Vec<(Entries, &[f64])> = [Quantity::Q, Quantity::V, known]
        .map(|quantity| (quantity, states.of(quantity)))
        .into_iter()
        .chain([(computed, result.as_slice())])
        .map(|(quantity, values)| (Entries::new(model, quantity), values))
        .collect();
    let elsewhere = given.as_ref().map(|s| &s.reactions).or(loops.as_ref().map(|s| &s.reactions));
    let reactions = reactions.as_ref().or(elsewhere).map(Vec::as_slice).unwrap_or_default();
    let told = Told { vectors, loops: loops.as_ref(), given: given.as_ref(), reactions };
    let with = if joint_forces { ", with friction and springs" } else { "" };
    let how = match (&given, &loops) {
        (Some(solution), _) => solution.words(),
        (_, Some(solution)) => solution.words(),
        _ => results.method().heading(),
    };
    let heading = format!("{}, {}{with} ({how})\n\n", model.name(), task.title());
    let text = || heading + &if states.many { many(&states, &told, results) } else { one(model, &told) };
    let json = || object(&loaded, &states, &told, joint_forces, results.method());
    let mut output = results.deliver(text, json, || csv(&states, &told))?;
    remarks(&loaded, request.model.name(), &mut output);
    states.remarks(model, &mut output);
    if let Some(solution) = &loops {
        solution.remarks(model, &mut output);
    }
    if let Some(solution) = &given {
        solution.remarks(&mut output);
    }
    if let Some(words) = resistance(model).filter(|_| !joint_forces) {
        output.note(format!("note: {words}"));
    }
    Ok(output)
}

/// The solution with given accelerations, whose forces become those of the states; `None` if there are none.
fn with_given(
    model: &Model,
    states: &mut States,
    request: &Request<'_>,
) -> Result<Option<given_motion::Solution>, Failure> {
    let Some(text) = request.given else { return Ok(None) };
    let by_odca = request.results.method.is_none_or(|method| method == Method::Odca)
        && request.loop_method.is_none_or(|method| method == LoopMethod::Odca);
    if !by_odca {
        return Err(Failure::new(
            "--given: only divide and conquer knows given accelerations; leave the method out, or choose odca",
        ));
    }
    let given = state::given(model, "--given", text)?;
    if !model.closures().is_empty() {
        states.close(model)?;
    }
    let solution = given_motion::solve(model, states, &given, request.joint_forces, request.reactions)?;
    states.set_tau(solution.tau.clone());
    Ok(Some(solution))
}

/// The solution of a mechanism with loops, whose states are closed first; `None` for a tree.
fn with_loops(
    model: &Model,
    states: &mut States,
    request: &Request<'_>,
) -> Result<Option<loop_motion::Solution>, Failure> {
    if model.closures().is_empty() {
        return match request.loop_method {
            None => Ok(None),
            Some(method) => Err(Failure::new(format!(
                "--loop-method {}: \"{}\" has no loops; leave it out",
                method.info().keyword,
                model.name()
            ))),
        };
    }
    let instead = match request.task {
        Task::Inverse => "leave it out",
        Task::Forward => "leave it out, or choose recursive, odca or multipliers",
    };
    request.results.refuse_layer(model, instead)?;
    if let (Some(_), Some(method)) = (request.results.of_loops(), request.loop_method) {
        let word = method.info().keyword;
        return Err(Failure::new(format!(
            "--loop-method {word}: --method says by which method already; give one of them"
        )));
    }
    states.close(model)?;
    let asked = Asked {
        task: request.task,
        method: request.results.of_loops().or(request.loop_method).unwrap_or_default(),
        joint_forces: request.joint_forces,
        reactions: request.reactions,
    };
    loop_motion::solve(model, states, asked).map(Some)
}

/// The same error, saying which state it is about.
pub(crate) fn in_state(index: usize, error: DynamicsError) -> DynamicsError {
    DynamicsError::InBatch { index, error: Box::new(error) }
}

/// One state: a row for each degree of freedom.
fn one(model: &Model, told: &Told<'_>) -> String {
    let vectors = &told.vectors;
    let rows = vectors[1].0.len();
    // coordinates stand beside speeds only where they are as many
    let shown: Vec<_> = vectors.iter().filter(|(entries, _)| entries.len() == rows).collect();
    let header = shown.iter().map(|(entries, _)| (entries.quantity.symbol(), Side::Right));
    let mut table = Table::new([("joint", Side::Left)].into_iter().chain(header));
    let result = vectors[3].0.quantity;
    let found = |quantity: Quantity| quantity == result || told.given.is_some() && quantity == Quantity::Tau;
    let column = |(entries, values): &&(Entries, &[f64])| match found(entries.quantity) {
        true => with_units(&without_noise(values), &entries.units),
        false => with_units(values, &entries.units),
    };
    let mut columns: Vec<Vec<String>> = shown.iter().map(column).collect();
    if let (Some(motors), Some(last)) = (told.motors(), columns.last_mut()) {
        let passive = last.iter_mut().zip(&motors.driven).filter(|(_, driven)| !**driven);
        passive.for_each(|(cell, _)| *cell = "passive".into());
    }
    for i in 0..rows {
        table.row([&vectors[1].0.labels[i]].into_iter().chain(columns.iter().map(|column| &column[i])));
    }
    let mut text = table.text();
    for (label, forces) in told.motors().map_or(&[][..], |motors| &motors.cuts) {
        text += &format!(
            "  motor at the cut joint {label}: {} (N m or N)\n",
            forces.first().map_or_else(String::new, |&x| number(x))
        );
    }
    text + &told.reactions.first().map_or_else(String::new, |all| reactions::text(model, all))
}

/// Many states: a row for each.
fn many(states: &States, told: &Told<'_>, results: &ResultArgs) -> String {
    let (entries, values) = &told.vectors[3];
    // of inverse dynamics with loops only the motors
    let driven = |i: &usize| told.motors().is_none_or(|motors| motors.driven[*i]);
    let shown: Vec<usize> = (0..entries.len()).filter(driven).collect();
    let first = if states.times.is_some() { "t [s]" } else { "state" };
    let cuts = told.motors().map_or(&[][..], |motors| &motors.cuts);
    let header = shown.iter().map(|&i| format!("{} [{}]", entries.labels[i], entries.units[i]));
    let header = header.chain(cuts.iter().map(|(label, _)| format!("{label} (cut)")));
    let mut table = Table::new([first.to_owned()].into_iter().chain(header).map(|h| (h, Side::Right)));
    let (most, more) = results.shown(states.count);
    for (k, row) in without_noise(values).chunks_exact(entries.len().max(1)).take(most).enumerate() {
        let first = states.times.as_ref().map_or(k.to_string(), |t| short(t[k]));
        let cells = shown.iter().map(|&i| number(row[i])).chain(cuts.iter().map(|(_, forces)| number(forces[k])));
        table.row([first].into_iter().chain(cells));
    }
    let (symbol, n) = (entries.quantity.symbol(), states.count);
    let hint = if told.reactions.is_empty() { "" } else { "reactions of many states: with --csv or --json\n" };
    format!("{symbol} of {n} state{}\n{}{more}{hint}", plural(n), table.text())
}

fn object(loaded: &Loaded, states: &States, told: &Told<'_>, joint_forces: bool, method: Method) -> Value {
    let vectors = &told.vectors;
    let mut object = head(loaded, method);
    object.insert("joint_forces".into(), json!(joint_forces));
    let computed = &vectors[3].0;
    object.insert("joints".into(), json!(computed.labels));
    object.insert("units".into(), json!(computed.units));
    if let Some(times) = &states.times {
        object.insert("t".into(), if states.many { json!(times) } else { json!(times[0]) });
    }
    for (entries, values) in vectors {
        let rows: Vec<&[f64]> = values.chunks_exact(entries.len().max(1)).collect();
        let value = if states.many { json!(rows) } else { json!(values) };
        object.insert(entries.quantity.symbol().into(), value);
    }
    if let Some(solution) = told.loops {
        solution.members(&loaded.model, states.many, &mut object);
    }
    if let Some(solution) = told.given {
        object.insert("method".into(), json!(Method::Odca.word()));
        object.insert("given".into(), json!(solution.labels));
    }
    if !told.reactions.is_empty() {
        let mut all: Vec<Value> = told.reactions.iter().map(|all| reactions::object(all)).collect();
        let one = if states.many { None } else { all.pop() };
        object.insert("reactions".into(), one.unwrap_or(Value::Array(all)));
    }
    Value::Object(object)
}

/// What every JSON result begins with.
pub(crate) fn head(loaded: &Loaded, method: Method) -> Map<String, Value> {
    let warnings: Vec<String> = loaded.model.warnings().iter().map(ToString::to_string).collect();
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    let mut object = Map::new();
    object.insert("model".into(), json!(loaded.model.name()));
    object.insert("method".into(), json!(method.word()));
    object.insert("warnings".into(), json!(warnings));
    object.insert("notes".into(), json!(notes));
    object
}

fn csv(states: &States, told: &Told<'_>) -> Result<String, Failure> {
    let mut record = Record::default();
    if let Some(times) = &states.times {
        record.time(times);
    }
    for (entries, values) in &told.vectors {
        record.entries(entries, values);
    }
    for (label, forces) in told.motors().map_or(&[][..], |motors| &motors.cuts) {
        record.column(format!("tau[{label}]"), "", forces.clone());
    }
    reactions::columns(told.reactions, &mut record);
    record.csv()
}
