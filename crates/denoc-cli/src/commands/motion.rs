//! Common parts of `denoc inverse` and `denoc forward`.

use denoc_mechanism::Mechanism;
use denoc_mechanism::evaluate::{Algorithm, Ask, Evaluation, JointForces, States as Numbers, Task as Quantities};
use denoc_model::Model;
use denoc_run::{Base, Loaded, Record};
use serde_json::{Map, Value, json};

use super::outcomes;
use super::reactions;
use crate::args::{ModelArgs, ResultArgs, remarks, resistance};
use crate::output::{Failure, Output};
use crate::state::{self, StateArgs, States};
use crate::table::{Side, Table, number, plural, short, with_units, without_noise};
use denoc_mechanism::quantity::{Entries, Quantity};

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

/// The options of a command line.
pub(crate) struct Request<'a> {
    pub(crate) task: Task,
    pub(crate) model: &'a ModelArgs,
    pub(crate) state: &'a StateArgs,
    pub(crate) v: Option<&'a str>,
    /// Accelerations, or joint forces.
    pub(crate) x: Option<&'a str>,
    /// Prescribed accelerations of forward dynamics.
    pub(crate) prescribed: Option<&'a str>,
    pub(crate) joint_forces: bool,
    pub(crate) reactions: bool,
    pub(crate) results: &'a ResultArgs,
}

/// The results of all states, with the names of their entries.
pub(crate) struct Answer<'a> {
    pub(crate) model: &'a Model,
    pub(crate) evaluation: &'a Evaluation,
    /// q, v, what is given, what is computed.
    vectors: Vec<(Entries, &'a [f64])>,
    /// Labels of the prescribed accelerations.
    prescribed: Option<Vec<String>>,
    joint_forces: bool,
}

pub(crate) fn run(request: &Request<'_>) -> Result<Output, Failure> {
    let Request { task, joint_forces, results, .. } = *request;
    let loaded = request.model.load()?;
    let (model, mechanism) = (&*loaded.model, loaded.mechanism());
    let (known, computed) = task.quantities();
    let flags = [(Quantity::Q, request.state.q.as_deref()), (Quantity::V, request.v), (known, request.x)];
    let mut states = state::read(model, request.state.state.as_deref(), &flags)?;
    let prescribed = prescribed(request, &loaded)?;
    states.close(model)?;
    let evaluation = evaluate(&mechanism, &states, request, prescribed.as_deref())?;
    let label = |prescribed: &Vec<Option<f64>>| {
        let labels = Entries::new(model, Quantity::A).labels;
        labels.into_iter().zip(prescribed).filter(|x| x.1.is_some()).map(|x| x.0).collect()
    };
    let vector = |quantity: Quantity| match quantity {
        Quantity::A => &evaluation.a[..],
        Quantity::Tau => &evaluation.tau[..],
        other => states.of(other),
    };
    let vectors = [Quantity::Q, Quantity::V, known, computed].map(|x| (Entries::new(model, x), vector(x)));
    let answer = Answer {
        model,
        evaluation: &evaluation,
        vectors: vectors.into(),
        prescribed: prescribed.as_ref().map(label),
        joint_forces,
    };
    let text = || format!("{}\n\n", answer.heading(task)) + &answer.text(&states, results);
    let mut output = results.deliver(text, || answer.object(&loaded, &states), || answer.csv(&states))?;
    remarks(&loaded, request.model.name(), &mut output);
    states.remarks(model, &mut output);
    outcomes::remarks(&answer, &mut output);
    if let Some(note) = resistance(model).filter(|_| !joint_forces) {
        output.note(format!("note: {note}"));
    }
    Ok(output)
}

/// Prescribed accelerations of forward dynamics: those of `--given`, and of a prescribed base.
fn prescribed(request: &Request<'_>, loaded: &Loaded) -> Result<Option<Vec<Option<f64>>>, Failure> {
    let base = loaded.base == Base::Prescribed && request.task == Task::Forward;
    if request.prescribed.is_none() && !base {
        return Ok(None);
    }
    if !matches!(request.results.algorithm, None | Some(Algorithm::ODCA)) {
        let option = if request.prescribed.is_some() { "--given" } else { "--base prescribed" };
        return Err(Failure::new(format!("{option} requires --algorithm odca")));
    }
    let mut all = loaded.prescribed_accelerations();
    if let Some(text) = request.prescribed {
        let given = state::given(&loaded.model, "--given", text)?;
        all.iter_mut().zip(given).filter(|(_, given)| given.is_some()).for_each(|(one, given)| *one = given);
    }
    Ok(Some(all))
}

fn evaluate(
    mechanism: &Mechanism,
    states: &States,
    request: &Request<'_>,
    prescribed: Option<&[Option<f64>]>,
) -> Result<Evaluation, Failure> {
    let given = states.of(request.task.quantities().0);
    let task = match request.task {
        Task::Inverse => Quantities::Inverse { a: given },
        Task::Forward => Quantities::Forward { tau: given, prescribed },
    };
    let ask = Ask {
        algorithm: request.results.algorithm,
        joint_forces: JointForces::included(request.joint_forces),
        reactions: request.reactions,
        ..Ask::new(task)
    };
    let numbers = Numbers { q: states.of(Quantity::Q), v: states.of(Quantity::V) };
    mechanism.evaluate(numbers, &ask).map_err(|e| states.explain(e))
}

impl Answer<'_> {
    fn heading(&self, task: Task) -> String {
        let with = if self.joint_forces { ", with joint friction and springs" } else { "" };
        let loops =
            if self.model.closures().is_empty() || self.model.is_coupled_tree() { "" } else { "loops closed, " };
        let prescribed = self.prescribed.as_ref().map(|labels| format!(", prescribed: a of {}", labels.join(", ")));
        format!(
            "{}, {}{with} ({loops}algorithm {}{})",
            self.model.name(),
            task.title(),
            self.evaluation.algorithm.keyword(),
            prescribed.unwrap_or_default()
        )
    }

    pub(crate) fn is_one(&self) -> bool {
        self.vectors[1].1.len() <= self.model.nv()
    }

    pub(crate) fn is_prescribed(&self) -> bool {
        self.prescribed.is_some()
    }

    /// For each speed whether it is actuated, in inverse dynamics with loops.
    pub(crate) fn driven(&self) -> Option<Vec<bool>> {
        let motors = self.evaluation.motors.as_ref()?;
        let mut driven = vec![false; self.model.nv()];
        motors.speeds.iter().for_each(|&s| driven[s] = true);
        Some(driven)
    }

    /// Motors in cut joints: labels, and their forces in each state.
    fn cut_motors(&self) -> Vec<(String, Vec<f64>)> {
        let cuts = self.evaluation.motors.as_ref().map_or(&[][..], |motors| &motors.cuts);
        let one = |&(closure, k): &(denoc_model::ClosureId, usize)| {
            let name = &self.model.closure_names()[closure.0];
            let label = if k == 0 { name.clone() } else { format!("{name}.{}", k + 1) };
            (label, self.evaluation.cut_forces_of((closure, k)))
        };
        cuts.iter().map(one).collect()
    }

    fn text(&self, states: &States, results: &ResultArgs) -> String {
        if states.many { self.many(states, results) } else { self.one() }
    }

    /// One state: a row for each degree of freedom.
    fn one(&self) -> String {
        let rows = self.vectors[1].0.len();
        // coordinates stand beside speeds only where they are as many
        let shown: Vec<_> = self.vectors.iter().filter(|(entries, _)| entries.len() == rows).collect();
        let header = shown.iter().map(|(entries, _)| (entries.quantity.symbol(), Side::Right));
        let mut table = Table::new([("joint", Side::Left)].into_iter().chain(header));
        let result = self.vectors[3].0.quantity;
        let found = |quantity: Quantity| quantity == result || self.prescribed.is_some() && quantity == Quantity::Tau;
        let column = |(entries, values): &&(Entries, &[f64])| match found(entries.quantity) {
            true => with_units(&without_noise(values), &entries.units),
            false => with_units(values, &entries.units),
        };
        let mut columns: Vec<Vec<String>> = shown.iter().map(column).collect();
        if let (Some(driven), Some(last)) = (self.driven(), columns.last_mut()) {
            let passive = last.iter_mut().zip(&driven).filter(|(_, driven)| !**driven);
            passive.for_each(|(cell, _)| *cell = "passive".into());
        }
        for i in 0..rows {
            table.row([&self.vectors[1].0.labels[i]].into_iter().chain(columns.iter().map(|column| &column[i])));
        }
        let mut text = table.text();
        for (label, forces) in self.cut_motors() {
            let force = forces.first().map_or_else(String::new, |&x| number(x));
            text += &format!("  motor at the cut joint {label}: {force} (N m or N)\n");
        }
        text + &self.evaluation.reactions.first().map_or_else(String::new, |all| reactions::text(self.model, all))
    }

    /// Many states: a row for each.
    fn many(&self, states: &States, results: &ResultArgs) -> String {
        let (entries, values) = &self.vectors[3];
        // of inverse dynamics with loops only the motors
        let driven = self.driven();
        let is_shown = |i: &usize| driven.as_ref().is_none_or(|driven| driven[*i]);
        let shown: Vec<usize> = (0..entries.len()).filter(is_shown).collect();
        let first = if states.times.is_some() { "t [s]" } else { "state" };
        let cuts = self.cut_motors();
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
        let hint =
            if self.evaluation.reactions.is_empty() { "" } else { "reactions of many states: with --csv or --json\n" };
        format!("{symbol} of {n} state{}\n{}{more}{hint}", plural(n), table.text())
    }

    fn object(&self, loaded: &Loaded, states: &States) -> Value {
        let mut object = head(loaded, self.evaluation.algorithm);
        object.insert("joint_forces".into(), json!(self.joint_forces));
        let computed = &self.vectors[3].0;
        object.insert("joints".into(), json!(computed.labels));
        object.insert("units".into(), json!(computed.units));
        if let Some(times) = &states.times {
            object.insert("t".into(), if states.many { json!(times) } else { json!(times[0]) });
        }
        for (entries, values) in &self.vectors {
            let rows: Vec<&[f64]> = values.chunks_exact(entries.len().max(1)).collect();
            let value = if states.many { json!(rows) } else { json!(values) };
            object.insert(entries.quantity.symbol().into(), value);
        }
        outcomes::members(self, states.many, &mut object);
        if let Some(driven) = self.driven() {
            let labels = &self.vectors[3].0.labels;
            let driven: Vec<&String> = driven.iter().zip(labels).filter(|x| *x.0).map(|x| x.1).collect();
            object.insert("motors".into(), json!(driven));
            let force = |forces: Vec<f64>| if states.many { json!(forces) } else { json!(forces.first()) };
            let cuts: Map<String, Value> =
                self.cut_motors().into_iter().map(|(label, forces)| (label, force(forces))).collect();
            object.insert("cut_motors".into(), Value::Object(cuts));
        }
        if let Some(labels) = &self.prescribed {
            object.insert("given".into(), json!(labels));
        }
        if !self.evaluation.reactions.is_empty() {
            let mut all: Vec<Value> =
                self.evaluation.reactions.iter().map(|all| reactions::object(self.model, all)).collect();
            let one = if states.many { None } else { all.pop() };
            object.insert("reactions".into(), one.unwrap_or(Value::Array(all)));
        }
        Value::Object(object)
    }

    fn csv(&self, states: &States) -> Result<String, Failure> {
        let mut record = Record::default();
        if let Some(times) = &states.times {
            record.time(times);
        }
        for (entries, values) in &self.vectors {
            record.entries(entries, values);
        }
        for (label, forces) in self.cut_motors() {
            record.column(format!("tau[{label}]"), "", forces);
        }
        reactions::columns(self.model, &self.evaluation.reactions, &mut record);
        Ok(record.csv()?)
    }
}

/// The first members of every JSON result.
pub(crate) fn head(loaded: &Loaded, algorithm: Algorithm) -> Map<String, Value> {
    let warnings: Vec<String> = loaded.model.warning_lines();
    let notes: Vec<String> = loaded.notes.iter().map(ToString::to_string).collect();
    let mut object = Map::new();
    object.insert("model".into(), json!(loaded.model.name()));
    object.insert("algorithm".into(), json!(algorithm.keyword()));
    object.insert("warnings".into(), json!(warnings));
    object.insert("notes".into(), json!(notes));
    object
}
