//! What inverse and forward dynamics have in common.

use denoc::dynamics::DynamicsError;
use denoc::prelude::*;
use serde_json::{Map, Value, json};

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
    fn quantities(self) -> (Quantity, Quantity) {
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

pub(crate) fn run(
    task: Task,
    model_args: &ModelArgs,
    state: &StateArgs,
    (v, x): (Option<&str>, Option<&str>),
    joint_forces: bool,
    results: &ResultArgs,
) -> Result<Output, Failure> {
    let loaded = model_args.load()?;
    let model = &loaded.model;
    let (given, computed) = task.quantities();
    let flags = [(Quantity::Q, state.q.as_deref()), (Quantity::V, v), (given, x)];
    let states = state::read(model, state.state.as_deref(), &flags)?;
    let result = if joint_forces {
        with_joint_forces(task, model, &states, results.method)?
    } else {
        solve(task, model, &states, states.of(given), results.method)?
    };

    let vectors: Vec<(Entries, &[f64])> = [Quantity::Q, Quantity::V, given]
        .map(|quantity| (quantity, states.of(quantity)))
        .into_iter()
        .chain([(computed, result.as_slice())])
        .map(|(quantity, values)| (Entries::new(model, quantity), values))
        .collect();
    let with = if joint_forces { ", with friction and springs" } else { "" };
    let heading = format!("{}, {}{with} ({} layer)\n\n", model.name(), task.title(), results.method.word());
    let text = || heading + &if states.many { many(&states, &vectors, results) } else { one(&vectors) };
    let json = || object(&loaded, &states, &vectors, joint_forces, results.method);
    let mut output = results.deliver(text, json, || csv(&states, &vectors))?;
    remarks(&loaded, model_args.name(), &mut output);
    states.remarks(model, &mut output);
    if let Some(words) = resistance(model).filter(|_| !joint_forces) {
        output.note(format!("note: {words}"));
    }
    Ok(output)
}

/// Friction and springs act besides the forces tau.
fn with_joint_forces(task: Task, model: &Model, states: &States, method: Method) -> Result<Vec<f64>, Failure> {
    let (q, v, nq, nv) = (states.of(Quantity::Q), states.of(Quantity::V), model.nq(), model.nv());
    let mut forces = vec![0.0; states.count * nv];
    for k in 0..states.count {
        let at = k * nv..(k + 1) * nv;
        model.joint_forces(&q[k * nq..][..nq], &v[at.clone()], &mut forces[at])?;
    }
    match task {
        Task::Inverse => {
            let tau = solve(task, model, states, states.of(Quantity::A), method)?;
            Ok(tau.iter().zip(&forces).map(|(tau, force)| tau - force).collect())
        }
        Task::Forward => {
            let all: Vec<f64> = states.of(Quantity::Tau).iter().zip(&forces).map(|(tau, force)| tau + force).collect();
            solve(task, model, states, &all, method)
        }
    }
}

/// All states in one call where there are many.
fn solve(task: Task, model: &Model, states: &States, x: &[f64], method: Method) -> Result<Vec<f64>, Failure> {
    let (q, v) = (states.of(Quantity::Q), states.of(Quantity::V));
    let mut out = vec![0.0; states.count * model.nv()];
    let done = match (method, states.count) {
        (Method::Compiled, 1) => {
            let mut compiled = model.compile();
            match task {
                Task::Inverse => compiled.inverse_dynamics(q, v, x, &mut out),
                Task::Forward => compiled.forward_dynamics(q, v, x, &mut out),
            }
        }
        (Method::Compiled, _) => {
            let mut compiled = model.compile();
            match task {
                Task::Inverse => compiled.inverse_dynamics_batch((q, v, x), &mut out, Layout::Rows, Threads::Pool),
                Task::Forward => compiled.forward_dynamics_batch((q, v, x), &mut out, Layout::Rows, Threads::Pool),
            }
        }
        (Method::Faithful, _) => faithful(task, model, (q, v, x), states.count, &mut out),
    };
    done.map_err(|e| states.explain(e))?;
    Ok(out)
}

fn faithful(
    task: Task,
    model: &Model,
    (q, v, x): (&[f64], &[f64], &[f64]),
    count: usize,
    out: &mut [f64],
) -> Result<(), DynamicsError> {
    let mut ws = Workspace::new(model);
    let (nq, nv) = (model.nq(), model.nv());
    for k in 0..count {
        let (q, at) = (&q[k * nq..][..nq], k * nv..(k + 1) * nv);
        let (v, x, out) = (&v[at.clone()], &x[at.clone()], &mut out[at]);
        match task {
            Task::Inverse => model.inverse_dynamics(&mut ws, q, v, x, out),
            Task::Forward => model.forward_dynamics(&mut ws, q, v, x, out),
        }
        .map_err(|error| in_state(k, error))?;
    }
    Ok(())
}

/// The same error, saying which state it is about.
pub(crate) fn in_state(index: usize, error: DynamicsError) -> DynamicsError {
    DynamicsError::InBatch { index, error: Box::new(error) }
}

/// One state: a row for each degree of freedom.
fn one(vectors: &[(Entries, &[f64])]) -> String {
    let rows = vectors[1].0.len();
    // coordinates stand beside speeds only where they are as many
    let shown: Vec<_> = vectors.iter().filter(|(entries, _)| entries.len() == rows).collect();
    let header = shown.iter().map(|(entries, _)| (entries.quantity.symbol(), Side::Right));
    let mut table = Table::new([("joint", Side::Left)].into_iter().chain(header));
    let result = vectors[3].0.quantity;
    let column = |(entries, values): &&(Entries, &[f64])| match entries.quantity == result {
        true => with_units(&without_noise(values), &entries.units),
        false => with_units(values, &entries.units),
    };
    let columns: Vec<Vec<String>> = shown.iter().map(column).collect();
    for i in 0..rows {
        table.row([&vectors[1].0.labels[i]].into_iter().chain(columns.iter().map(|column| &column[i])));
    }
    table.text()
}

/// Many states: a row for each.
fn many(states: &States, vectors: &[(Entries, &[f64])], results: &ResultArgs) -> String {
    let (entries, values) = &vectors[3];
    let first = if states.times.is_some() { "t [s]" } else { "state" };
    let header = entries.labels.iter().zip(&entries.units).map(|(label, unit)| format!("{label} [{unit}]"));
    let mut table = Table::new([first.to_owned()].into_iter().chain(header).map(|h| (h, Side::Right)));
    let (most, more) = results.shown(states.count);
    for (k, row) in without_noise(values).chunks_exact(entries.len().max(1)).take(most).enumerate() {
        let first = states.times.as_ref().map_or(k.to_string(), |t| short(t[k]));
        table.row([first].into_iter().chain(row.iter().map(|&x| number(x))));
    }
    let (symbol, n) = (entries.quantity.symbol(), states.count);
    format!("{symbol} of {n} state{}\n{}{more}", plural(n), table.text())
}

fn object(
    loaded: &Loaded,
    states: &States,
    vectors: &[(Entries, &[f64])],
    joint_forces: bool,
    method: Method,
) -> Value {
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

fn csv(states: &States, vectors: &[(Entries, &[f64])]) -> Result<String, Failure> {
    let mut record = Record::default();
    if let Some(times) = &states.times {
        record.time(times);
    }
    for (entries, values) in vectors {
        record.entries(entries, values);
    }
    record.csv()
}
