//! `denoc matrices`.

use denoc_mechanism::evaluate::{Algorithm, Matrices, MatrixKind, States as Numbers, condition_labels};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{Model, names};
use denoc_run::{Loaded, Record};
use serde_json::{Value, json};

use super::latex;
use super::motion::head;
use crate::args::{ModelArgs, ResultArgs, remarks};
use crate::output::{Failure, Output};
use crate::state::{self, FILES, StateArgs, States};
use crate::table::{Side, Table, number, short, without_noise};

/// Compute the matrices of the equations of motion I(q) a + C(q, v) v + g(q) = tau at a state
///
/// GIM: generalised inertia matrix I. MCI: matrix of convective inertia C. VCI: vector of convective inertia C v. Gravity: vector g.
/// UDUT: factors of I = U D Uᵀ, with which forward dynamics solves for the accelerations. For mechanisms with loops, these are the
/// matrices of the spanning tree at the closed state, and the loop Jacobian J completes I a + C v + g = tau + Jᵀ λ, J v = 0.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{FILES}"))]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    state: StateArgs,

    /// Speeds, as --q [default: zero]
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = matrix_kind, help = only_help())]
    only: Vec<MatrixKind>,

    /// Print LaTeX instead of the table
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    latex: bool,

    #[command(flatten)]
    results: ResultArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc matrices planar_3r --q 0.1,0.2,0.3 --v 1,0,0
  denoc matrices planar_3r --q 0.1,0.2,0.3 --only gim,udut
  denoc matrices puma --q joint2=-0.5 --latex
  denoc matrices puma --base floating --only com-jacobian,centroidal-momentum
  denoc matrices robot.urdf --base floating --json";

fn matrix_kind(keyword: &str) -> Result<MatrixKind, String> {
    let known = MatrixKind::ALL.map(option_value);
    let found = MatrixKind::ALL.into_iter().find(|kind| option_value(*kind) == keyword);
    found.ok_or_else(|| names::choose(keyword, &known.each_ref().map(String::as_str)))
}

/// The value of `--only`.
fn option_value(kind: MatrixKind) -> String {
    kind.keyword().replace('_', "-")
}

fn only_help() -> String {
    let name = |one_of: bool| {
        let kinds = MatrixKind::ALL.into_iter().filter(move |kind| kind.is_term() == one_of);
        kinds.map(option_value).collect::<Vec<_>>().join(", ")
    };
    let more = name(false);
    format!("Compute only these: {}, {more} [default: all but {more}]", name(true))
}

fn title(kind: MatrixKind) -> &'static str {
    match kind {
        MatrixKind::Gim => "GIM: generalised inertia matrix I, in kg m², kg m and kg",
        MatrixKind::Mci => "MCI: matrix of convective inertia C",
        MatrixKind::Vci => "VCI: vector of convective inertia C v, in N m and N",
        MatrixKind::Gravity => "gravity: joint forces g that balance gravity, in N m and N",
        MatrixKind::Udut => "U D Uᵀ: factors of the GIM",
        MatrixKind::LoopJacobian => "loop Jacobian J: closure conditions J v = 0, one per row",
        MatrixKind::ComJacobian => "Jacobian of the mass centre: velocity per unit speed, world axes",
        MatrixKind::CentroidalMomentum => {
            "centroidal momentum matrix: momentum about the mass centre per unit speed, world axes"
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let algorithm = args.results.algorithm.unwrap_or(Algorithm::Compiled);
    if ![Algorithm::Compiled, Algorithm::RECURSIVE].contains(&algorithm) {
        let keyword = algorithm.keyword();
        return Err(Failure::new(format!("--algorithm {keyword}: matrices are computed by compiled or recursive")));
    }
    let model = &loaded.model;
    let flags = [(Quantity::Q, args.state.q.as_deref()), (Quantity::V, args.v.as_deref())];
    let mut states = state::read(model, args.state.state.as_deref(), &flags)?;
    states.close(model)?;
    let closed = !model.closures().is_empty();
    if !closed && args.only.contains(&MatrixKind::LoopJacobian) {
        return Err(Failure::new(format!("--only loop-jacobian: \"{}\" has no loops", model.name())));
    }
    let requested = |kind: &MatrixKind| match args.only.is_empty() {
        true => kind.is_term() && (closed || *kind != MatrixKind::LoopJacobian),
        false => args.only.contains(kind),
    };
    let mut kinds: Vec<MatrixKind> = MatrixKind::ALL.into_iter().filter(requested).collect();
    let mechanism = loaded.mechanism();
    let numbers = Numbers { q: states.of(Quantity::Q), v: states.of(Quantity::V) };
    let compute = |kinds: &[MatrixKind]| {
        mechanism.matrices(numbers, kinds, algorithm == Algorithm::Compiled).map_err(denoc_run::Error::from)
    };
    let mut found = compute(&kinds);
    // a singular inertia matrix has no factors; the other matrices exist
    let singular = match &found {
        Err(error) if args.only.is_empty() && error.is_singular() => Some(error.to_string()),
        _ => None,
    };
    if singular.is_some() {
        kinds.retain(|kind| *kind != MatrixKind::Udut);
        found = compute(&kinds);
    }
    let found = found.map_err(|e| states.explain(e))?;

    let joints = Entries::new(model, Quantity::V);
    if args.latex {
        let all: Vec<String> = found.iter().map(|one| latex::matrices(one, joints.len())).collect();
        return Ok(Output::text(all.join("\n")));
    }
    let text = || {
        let equation = if closed { "I a + C v + g = tau + Jᵀ λ" } else { "I a + C v + g = tau" };
        let mut text = format!("{} at a state: {equation} (algorithm {})\n", model.name(), algorithm.keyword());
        let (most, more) = args.results.shown(states.count);
        for (k, one) in found.iter().take(most).enumerate() {
            text += &match (&states.times, states.many) {
                (_, false) => String::new(),
                (Some(times), true) => format!("\nt = {} s\n", short(times[k])),
                (None, true) => format!("\nstate {k}\n"),
            };
            text += &tables(model, &joints.labels, one);
        }
        text + &more
    };
    let json = || object(&loaded, &states, &joints, &found, algorithm);
    let mut output = args.results.deliver(text, json, || csv(model, &states, &joints, &found))?;
    if let Some(reason) = singular {
        output.note(format!("note: no factors U D Uᵀ at this state: {reason}"));
    }
    if closed {
        output.note(
            "note: these are the matrices of the spanning tree; the closures act through the loop Jacobian J".into(),
        );
    }
    remarks(&loaded, args.model.name(), &mut output);
    states.remarks(model, &mut output);
    Ok(output)
}

/// Names of the rows of a matrix.
fn row_labels(model: &Model, kind: MatrixKind, joints: &[String]) -> Vec<String> {
    let axes = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    match kind {
        MatrixKind::LoopJacobian => condition_labels(model),
        MatrixKind::ComJacobian => axes(&["x", "y", "z"]),
        MatrixKind::CentroidalMomentum => {
            axes(&["angular x", "angular y", "angular z", "linear x", "linear y", "linear z"])
        }
        _ => joints.to_vec(),
    }
}

/// The matrices and vectors that were computed, without the factors.
pub(crate) fn computed(all: &[Matrices]) -> impl Iterator<Item = MatrixKind> {
    let first = all.first();
    MatrixKind::ALL.into_iter().filter(move |kind| first.is_some_and(|one| one.get(*kind).is_some()))
}

fn entries(one: &Matrices, kind: MatrixKind) -> &[f64] {
    one.get(kind).unwrap_or_default()
}

fn tables(model: &Model, labels: &[String], one: &Matrices) -> String {
    let mut text = String::new();
    for kind in computed(std::slice::from_ref(one)) {
        let numbers = entries(one, kind);
        text += &format!(
            "\n{}\n{}",
            title(kind),
            if kind.is_vector() {
                vector(labels, numbers)
            } else {
                matrix(&row_labels(model, kind, labels), labels, numbers)
            }
        );
    }
    if let Some(factors) = &one.factors {
        let determinant = number(factors.determinant);
        text += &format!("\n{}\n{}", title(MatrixKind::Udut), matrix(labels, labels, &factors.u));
        text += &format!("\n  pivots (diagonal of D); determinant {determinant}\n{}", vector(labels, &factors.d));
    }
    text
}

fn matrix(rows: &[String], labels: &[String], entries: &[f64]) -> String {
    let header = labels.iter().map(|label| (label.as_str(), Side::Right));
    let mut table = Table::new([("", Side::Left)].into_iter().chain(header));
    for (label, row) in rows.iter().zip(without_noise(entries).chunks_exact(labels.len().max(1))) {
        table.row([label.clone()].into_iter().chain(row.iter().map(|&x| number(x))));
    }
    table.text()
}

fn vector(labels: &[String], entries: &[f64]) -> String {
    let mut table = Table::new([("", Side::Left), ("", Side::Right)]);
    for (label, x) in labels.iter().zip(without_noise(entries)) {
        table.row([label.clone(), number(x)]);
    }
    // a vector needs no header
    table.text().lines().skip(1).map(|line| format!("{line}\n")).collect()
}

fn object(loaded: &Loaded, states: &States, joints: &Entries, all: &[Matrices], algorithm: Algorithm) -> Value {
    let (nq, nv) = (loaded.model.nq(), joints.len());
    let rows = |m: &[f64]| json!(m.chunks_exact(nv.max(1)).collect::<Vec<_>>());
    let pick = |mut all: Vec<Value>| if states.many { Value::Array(all) } else { all.pop().unwrap_or(Value::Null) };
    let chunks = |x: &[f64], n: usize| pick(x.chunks_exact(n.max(1)).map(|x| json!(x)).collect());
    let mut object = head(loaded, algorithm);
    object.insert("joints".into(), json!(joints.labels));
    if !loaded.model.closures().is_empty() {
        object.insert("conditions".into(), json!(condition_labels(&loaded.model)));
    }
    if let Some(times) = &states.times {
        object.insert("t".into(), pick(times.iter().map(|t| json!(t)).collect()));
    }
    object.insert("q".into(), chunks(states.of(Quantity::Q), nq));
    object.insert("v".into(), chunks(states.of(Quantity::V), nv));
    for kind in computed(all) {
        let entry = |one: &Matrices| {
            let numbers = entries(one, kind);
            if kind.is_vector() { json!(numbers) } else { rows(numbers) }
        };
        object.insert(kind.keyword().into(), pick(all.iter().map(entry).collect()));
    }
    let factors: Vec<_> = all.iter().filter_map(|one| one.factors.as_ref()).collect();
    if !factors.is_empty() {
        object.insert("u".into(), pick(factors.iter().map(|f| rows(&f.u)).collect()));
        object.insert("d".into(), pick(factors.iter().map(|f| json!(f.d)).collect()));
        object.insert("determinant".into(), pick(factors.iter().map(|f| json!(f.determinant)).collect()));
    }
    Value::Object(object)
}

fn csv(model: &Model, states: &States, joints: &Entries, all: &[Matrices]) -> Result<String, Failure> {
    let mut record = Record::default();
    if let Some(times) = &states.times {
        record.time(times);
    }
    for quantity in [Quantity::Q, Quantity::V] {
        record.entries(&Entries::new(model, quantity), states.of(quantity));
    }
    let labels = &joints.labels;
    for kind in computed(all) {
        for (k, row) in row_labels(model, kind, labels).iter().enumerate() {
            if kind.is_vector() {
                let entry = all.iter().map(|one| entries(one, kind)[k]).collect();
                record.column(format!("{}[{row}]", kind.keyword()), "", entry);
                continue;
            }
            for (l, column) in labels.iter().enumerate() {
                let entry = all.iter().map(|one| entries(one, kind)[k * labels.len() + l]).collect();
                record.column(format!("{}[{row},{column}]", kind.keyword()), "", entry);
            }
        }
    }
    let factors: Vec<_> = all.iter().filter_map(|one| one.factors.as_ref()).collect();
    if !factors.is_empty() {
        for (k, label) in labels.iter().enumerate() {
            record.column(format!("d[{label}]"), "", factors.iter().map(|f| f.d[k]).collect());
        }
        record.column("determinant", "", factors.iter().map(|f| f.determinant).collect());
    }
    Ok(record.csv()?)
}
