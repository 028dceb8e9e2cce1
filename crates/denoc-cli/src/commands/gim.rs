//! `denoc gim`.

use denoc::dynamics::DynamicsError;
use denoc::prelude::*;
use serde_json::{Value, json};

use super::motion::{head, in_state};
use crate::args::{Method, ModelArgs, ResultArgs, remarks};
use crate::output::{Failure, Output};
use crate::quantity::{Entries, Quantity};
use crate::record::Record;
use crate::state::{self, FILES, StateArgs, States};
use crate::table::{Side, Table, number, short, without_noise};

/// The generalised inertia matrix for coordinates q
#[derive(clap::Args, Debug)]
#[command(after_help = format!("{EXAMPLES}\n\n{FILES}"))]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    state: StateArgs,

    /// Also the decomposition into U D Uᵀ: the pivots (the diagonal of D) and the determinant; U in JSON
    #[arg(long)]
    udut: bool,

    #[command(flatten)]
    results: ResultArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc gim planar_3r --q 0.1,0.2,0.3
  denoc gim planar_3r --q 0.1,0.2,0.3 --udut
  denoc gim robot.urdf --base floating --json";

/// U by rows, the diagonal of D and the determinant.
struct Factors {
    u: Vec<f64>,
    d: Vec<f64>,
    determinant: f64,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let nv = model.nv();
    let states = state::read(model, args.state.state.as_deref(), &[(Quantity::Q, args.state.q.as_deref())])?;
    let gims = matrices(model, &states, args.results.method)?;
    let factors = if args.udut { factors(model, &states)? } else { Vec::new() };

    let joints = Entries::new(model, Quantity::V);
    let text = || {
        let method = args.results.method.word();
        let mut text = format!("{}, generalised inertia matrix in kg m², kg m and kg ({method} layer)\n", model.name());
        let (most, more) = args.results.shown(states.count);
        for (k, gim) in gims.chunks_exact((nv * nv).max(1)).take(most).enumerate() {
            text += &match (&states.times, states.many) {
                (_, false) => "\n".into(),
                (Some(times), true) => format!("\nt = {} s\n", short(times[k])),
                (None, true) => format!("\nstate {k}\n"),
            };
            text += &matrix(&joints.labels, gim, nv);
            if let Some(factors) = factors.get(k) {
                text += &pivots(&joints.labels, factors);
            }
        }
        if !more.is_empty() {
            text += &format!("\n{more}");
        }
        text
    };
    let json = || object(&loaded, &states, &joints, &gims, &factors, args.results.method);
    let mut output = args.results.deliver(text, json, || csv(model, &states, &joints, &gims, &factors))?;
    remarks(&loaded, args.model.name(), &mut output);
    states.remarks(model, &mut output);
    Ok(output)
}

fn matrices(model: &Model, states: &States, method: Method) -> Result<Vec<f64>, Failure> {
    let (q, nq, size) = (states.of(Quantity::Q), model.nq(), model.nv() * model.nv());
    let mut out = vec![0.0; states.count * size];
    let done = match (method, states.count) {
        (Method::Compiled, 1) => model.compile().gim(q, &mut out),
        (Method::Compiled, _) => model.compile().gim_batch(q, &mut out, Layout::Rows, Threads::Pool),
        (Method::Faithful, _) => {
            let mut ws = Workspace::new(model);
            (0..states.count).try_for_each(|k| model.gim(&mut ws, &q[k * nq..][..nq], &mut out[k * size..][..size]))
        }
    };
    done.map_err(|e| states.explain(e))?;
    Ok(out)
}

fn factors(model: &Model, states: &States) -> Result<Vec<Factors>, Failure> {
    let mut ws = Workspace::new(model);
    let nq = model.nq();
    let mut one = |k: usize| -> Result<Factors, DynamicsError> {
        let mut position = ws.position(model, &states.of(Quantity::Q)[k * nq..][..nq])?;
        let udut = position.udut()?;
        let mut u = vec![0.0; model.nv() * model.nv()];
        udut.u_matrix(&mut u)?;
        Ok(Factors { u, d: udut.d().to_vec(), determinant: udut.determinant() })
    };
    let all: Result<_, _> = (0..states.count).map(|k| one(k).map_err(|e| in_state(k, e))).collect();
    all.map_err(|e| states.explain(e))
}

fn matrix(labels: &[String], gim: &[f64], nv: usize) -> String {
    let header = labels.iter().map(|label| (label.as_str(), Side::Right));
    let mut table = Table::new([("", Side::Left)].into_iter().chain(header));
    for (label, row) in labels.iter().zip(without_noise(gim).chunks_exact(nv.max(1))) {
        table.row([label.clone()].into_iter().chain(row.iter().map(|&x| number(x))));
    }
    table.text()
}

fn pivots(labels: &[String], factors: &Factors) -> String {
    let mut table = Table::new([("joint", Side::Left), ("pivot", Side::Right)]);
    for (label, &d) in labels.iter().zip(&factors.d) {
        table.row([label.clone(), number(d)]);
    }
    let determinant = number(factors.determinant);
    format!("\nU D Uᵀ: the pivots, the diagonal of D\n{}  determinant {determinant}\n", table.text())
}

fn object(
    loaded: &Loaded,
    states: &States,
    joints: &Entries,
    gims: &[f64],
    factors: &[Factors],
    method: Method,
) -> Value {
    let (nq, nv) = (loaded.model.nq(), joints.len());
    let rows = |m: &[f64]| m.chunks_exact(nv.max(1)).map(|row| json!(row)).collect::<Vec<_>>();
    let pick = |mut all: Vec<Value>| if states.many { Value::Array(all) } else { all.pop().unwrap_or(Value::Null) };
    let mut object = head(loaded, method);
    object.insert("joints".into(), json!(joints.labels));
    object.insert("q".into(), pick(states.of(Quantity::Q).chunks_exact(nq.max(1)).map(|q| json!(q)).collect()));
    object.insert("gim".into(), pick(gims.chunks_exact((nv * nv).max(1)).map(|m| json!(rows(m))).collect()));
    if !factors.is_empty() {
        object.insert("u".into(), pick(factors.iter().map(|f| json!(rows(&f.u))).collect()));
        object.insert("d".into(), pick(factors.iter().map(|f| json!(f.d)).collect()));
        object.insert("determinant".into(), pick(factors.iter().map(|f| json!(f.determinant)).collect()));
    }
    Value::Object(object)
}

fn csv(model: &Model, states: &States, joints: &Entries, gims: &[f64], factors: &[Factors]) -> Result<String, Failure> {
    let mut record = Record::default();
    if let Some(times) = &states.times {
        record.time(times);
    }
    record.entries(&Entries::new(model, Quantity::Q), states.of(Quantity::Q));
    let nv = joints.len();
    for (k, row) in joints.labels.iter().enumerate() {
        for (l, column) in joints.labels.iter().enumerate() {
            let entry = gims.iter().skip(k * nv + l).step_by(nv * nv).copied().collect();
            record.column(format!("gim[{row},{column}]"), "", entry);
        }
    }
    if !factors.is_empty() {
        for (k, label) in joints.labels.iter().enumerate() {
            record.column(format!("d[{label}]"), "", factors.iter().map(|f| f.d[k]).collect());
        }
        record.column("determinant".into(), "", factors.iter().map(|f| f.determinant).collect());
    }
    record.csv()
}
