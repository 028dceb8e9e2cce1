//! `denoc matrices`.

use clap::ValueEnum;
use denoc_dynamics::DynamicsError;
use denoc_dynamics::Workspace;
use denoc_dynamics::compiled::Compile;
use denoc_dynamics::loops::Loops;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::ClosureId;
use denoc_model::Model;
use denoc_run::Loaded;
use serde_json::{Value, json};

use super::latex;
use super::motion::head;
use crate::args::{ModelArgs, ResultArgs, remarks};
use crate::output::{Failure, Output};
use crate::record::Record;
use crate::state::{self, FILES, StateArgs, States};
use crate::table::{Side, Table, number, short, without_noise};
use denoc_mechanism::evaluate::Algorithm;

/// The matrices of the equations of motion I(q) a + C(q, v) v + g(q) = tau at a state
///
/// GIM: the generalised inertia matrix I. MCI: the matrix C of convective inertia. VCI: the vector C v. Gravity: the vector g.
/// UDUT: the factors of I = U D Uᵀ, which is how forward dynamics solves for the accelerations. Mechanisms with loops: these are
/// the matrices of the open tree, at the closed state; the loop Jacobian J adds I a + C v + g = tau + Jᵀ λ with J v = 0.
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{FILES}"))]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    state: StateArgs,

    /// Speeds, as --q; zero if not given
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// Only these of them
    #[arg(long, value_enum, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<Part>,

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
  denoc matrices robot.urdf --base floating --json";

/// What can be asked for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    Gim,
    Mci,
    Vci,
    Gravity,
    Udut,
    LoopJacobian,
}

impl Part {
    const ALL: [Self; 6] = [Self::Gim, Self::Mci, Self::Vci, Self::Gravity, Self::Udut, Self::LoopJacobian];

    pub(crate) fn word(self) -> &'static str {
        ["gim", "mci", "vci", "gravity", "udut", "loop_jacobian"][self as usize]
    }

    fn title(self) -> &'static str {
        [
            "GIM: generalised inertia matrix I, in kg m², kg m and kg",
            "MCI: matrix C of convective inertia",
            "VCI: C v, in N m and N",
            "gravity: the forces g that hold the links, in N m and N",
            "U D Uᵀ: the factors of the GIM",
            "loop Jacobian J: the conditions J v = 0 of the closures, a row each",
        ][self as usize]
    }

    fn is_vector(self) -> bool {
        matches!(self, Self::Vci | Self::Gravity)
    }
}

/// The numbers of one state: one entry for each part asked for, matrices by rows.
pub(crate) struct Matrices {
    pub(crate) parts: Vec<(Part, Vec<f64>)>,
    factors: Option<Factors>,
}

/// U by rows, the diagonal of D and the determinant.
struct Factors {
    u: Vec<f64>,
    d: Vec<f64>,
    determinant: f64,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let algorithm = args.results.algorithm.unwrap_or(Algorithm::Compiled);
    if ![Algorithm::Compiled, Algorithm::RECURSIVE].contains(&algorithm) {
        let word = algorithm.keyword();
        return Err(Failure::new(format!("--algorithm {word}: matrices are computed by compiled or recursive")));
    }
    let model = &loaded.model;
    let flags = [(Quantity::Q, args.state.q.as_deref()), (Quantity::V, args.v.as_deref())];
    let mut states = state::read(model, args.state.state.as_deref(), &flags)?;
    states.close(model)?;
    let closed = !model.closures().is_empty();
    if !closed && args.only.contains(&Part::LoopJacobian) {
        return Err(Failure::new(format!("--only loop-jacobian: \"{}\" has no loops", model.name())));
    }
    let wanted = |part: &Part| match args.only.is_empty() {
        true => closed || *part != Part::LoopJacobian,
        false => args.only.contains(part),
    };
    let mut parts: Vec<Part> = Part::ALL.into_iter().filter(wanted).collect();
    let mut found = compute(model, &states, &parts, algorithm);
    // without factors the rest can still be told
    let singular = match &found {
        Err(error) if args.only.is_empty() && error.is_singular() => Some(error.to_string()),
        _ => None,
    };
    if singular.is_some() {
        parts.retain(|part| *part != Part::Udut);
        found = compute(model, &states, &parts, algorithm);
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
    if let Some(words) = singular {
        output.note(format!("note: no factors U D Uᵀ here: {words}"));
    }
    if closed {
        output.note(
            "note: these matrices are those of the open tree; the closures act through the loop Jacobian J".into(),
        );
    }
    remarks(&loaded, args.model.name(), &mut output);
    states.remarks(model, &mut output);
    Ok(output)
}

/// Names of the rows of a part.
fn row_labels(model: &Model, part: Part, joints: &[String]) -> Vec<String> {
    if part != Part::LoopJacobian {
        return joints.to_vec();
    }
    let loops = Loops::new(model);
    let of = |i: usize| {
        let name = &model.closure_names()[i];
        let count = loops.rows_of(ClosureId(i)).len();
        (1..=count).map(move |k| if count == 1 { name.clone() } else { format!("{name} {k}") })
    };
    (0..model.closures().len()).flat_map(of).collect()
}

fn compute(
    model: &Model,
    states: &States,
    parts: &[Part],
    algorithm: Algorithm,
) -> Result<Vec<Matrices>, denoc_run::Error> {
    let (nq, nv) = (model.nq(), model.nv());
    let (q, v) = (states.of(Quantity::Q), states.of(Quantity::V));
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let mut compiled = (algorithm == Algorithm::Compiled).then(|| model.compile());
    let mut one = |k: usize| -> Result<Matrices, DynamicsError> {
        let mut found = Matrices { parts: Vec::new(), factors: None };
        let (q, v) = (&q[k * nq..][..nq], &v[k * nv..][..nv]);
        let mut state = ws.position(model, q)?.velocity(v)?;
        for &part in parts {
            let mut out = vec![0.0; if part.is_vector() { nv } else { nv * nv }];
            match part {
                Part::Gim => match &mut compiled {
                    Some(compiled) => compiled.gim(q, &mut out)?,
                    None => state.gim(&mut out)?,
                },
                Part::Mci => state.mci(&mut out)?,
                Part::Vci => state.vci(&mut out)?,
                Part::Gravity => state.gravity_forces(&mut out)?,
                Part::Udut => {
                    let udut = state.udut()?;
                    udut.u_matrix(&mut out)?;
                    found.factors = Some(Factors { u: out, d: udut.d().to_vec(), determinant: udut.determinant() });
                    continue;
                }
                Part::LoopJacobian => {
                    loops.place(&state);
                    out = vec![0.0; loops.count() * nv];
                    loops.jacobian(&state, &mut out)?;
                }
            }
            found.parts.push((part, out));
        }
        Ok(found)
    };
    let all: Result<_, _> = (0..states.count)
        .map(|k| one(k).map_err(|e| DynamicsError::InBatch { index: k, error: Box::new(e) }))
        .collect();
    Ok(all?)
}

impl Matrices {
    /// U by rows and the diagonal of D, if they were asked for.
    pub(crate) fn factors(&self) -> Option<(&[f64], &[f64])> {
        self.factors.as_ref().map(|f| (f.u.as_slice(), f.d.as_slice()))
    }
}

fn tables(model: &Model, labels: &[String], one: &Matrices) -> String {
    let mut text = String::new();
    for (part, numbers) in &one.parts {
        text += &format!(
            "\n{}\n{}",
            part.title(),
            if part.is_vector() {
                vector(labels, numbers)
            } else {
                matrix(&row_labels(model, *part, labels), labels, numbers)
            }
        );
    }
    if let Some(factors) = &one.factors {
        let determinant = number(factors.determinant);
        text += &format!("\n{}\n{}", Part::Udut.title(), matrix(labels, labels, &factors.u));
        text += &format!("\n  the pivots, diagonal of D; determinant {determinant}\n{}", vector(labels, &factors.d));
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
        object.insert("conditions".into(), json!(row_labels(&loaded.model, Part::LoopJacobian, &joints.labels)));
    }
    if let Some(times) = &states.times {
        object.insert("t".into(), pick(times.iter().map(|t| json!(t)).collect()));
    }
    object.insert("q".into(), chunks(states.of(Quantity::Q), nq));
    object.insert("v".into(), chunks(states.of(Quantity::V), nv));
    for (i, (part, _)) in all.first().map_or(&[][..], |one| &one.parts).iter().enumerate() {
        let entry = |one: &Matrices| {
            let numbers = &one.parts[i].1;
            if part.is_vector() { json!(numbers) } else { rows(numbers) }
        };
        object.insert(part.word().into(), pick(all.iter().map(entry).collect()));
    }
    let factors: Vec<&Factors> = all.iter().filter_map(|one| one.factors.as_ref()).collect();
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
    for (i, (part, _)) in all.first().map_or(&[][..], |one| &one.parts).iter().enumerate() {
        for (k, row) in row_labels(model, *part, labels).iter().enumerate() {
            if part.is_vector() {
                let entry = all.iter().map(|one| one.parts[i].1[k]).collect();
                record.column(format!("{}[{row}]", part.word()), "", entry);
                continue;
            }
            for (l, column) in labels.iter().enumerate() {
                let entry = all.iter().map(|one| one.parts[i].1[k * labels.len() + l]).collect();
                record.column(format!("{}[{row},{column}]", part.word()), "", entry);
            }
        }
    }
    let factors: Vec<&Factors> = all.iter().filter_map(|one| one.factors.as_ref()).collect();
    if !factors.is_empty() {
        for (k, label) in labels.iter().enumerate() {
            record.column(format!("d[{label}]"), "", factors.iter().map(|f| f.d[k]).collect());
        }
        record.column("determinant".into(), "", factors.iter().map(|f| f.determinant).collect());
    }
    record.csv()
}
