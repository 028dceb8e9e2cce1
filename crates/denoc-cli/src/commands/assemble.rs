//! `denoc assemble`.

use denoc_base::number::six_beside;
use denoc_mechanism::assembly::{
    Assembled, AssemblyBranch, AssemblyMethod, AssemblyOptions, CutJoint, branches, cut_joints,
};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::{ClosedState, MechanismError};
use denoc_model::{LinkId, Model, names};
use denoc_run::scenario::Values;
use serde_json::{Value, json};

use super::drawing::{DrawingArgs, need_loops};
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output};
use crate::table::{Side, Table, number, plural, short};

/// Close the loops of a mechanism from an approximate configuration
///
/// Joints named with --q keep their coordinates, and the others move to the nearest closed configuration. With --v, the speeds of
/// all joints follow from those of some. With --branches, all assembly modes of a single planar loop are listed.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    drawing: DrawingArgs,

    /// Speeds of some joints by name; those of the others follow from closure
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// List all assembly modes of a mechanism with one planar loop, with the joints named by --q held
    #[arg(long, conflicts_with_all = ["v", "toml"])]
    branches: bool,

    /// Print the configuration as a block [configuration.NAME] for a model file
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "assembled", conflicts_with = "json")]
    toml: Option<String>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc assemble fourbar --q crank_pivot=0.5
  denoc assemble fourbar --q \"crank_pivot=30 deg\" --branches
  denoc assemble fourbar --q crank_pivot=0.5 --v crank_pivot=6.28
  denoc assemble stewart --toml raised          block to paste into the model file";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    need_loops(model, "its coordinates are independent; see denoc fk")?;
    let mut output = if args.branches { all_branches(args, model)? } else { one(args, model)? };
    args.drawing.remarks(model, &mut output)?;
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

fn one(args: &Args, model: &Model) -> Result<Output, Failure> {
    let closed = args.drawing.close(model, args.v.as_deref())?;
    let Some(assembled) = &closed.assembled else { return Err(Failure::new("the model has no loops to close")) };
    let cuts = cut_joints(model, &closed.q)?;
    let mut output = Output::text(match &args.toml {
        Some(name) => block(model, name, &closed.q, &cuts),
        None if args.json => format!("{}\n", object(model, &closed, assembled, &cuts)),
        None => text(model, &closed, assembled, &cuts, args.v.is_some()),
    });
    if assembled.is_far() {
        let hint =
            "it may be another assembly mode than intended; give more joints with --q, or all of them approximately";
        output.note(format!("note: the configuration is far from the initial guess: {hint}"));
    }
    for beyond in &assembled.beyond_limits {
        let [low, high] = beyond.limits.map(|limit| six_beside(limit, beyond.value));
        let passed = if beyond.value < beyond.limits[0] { beyond.limits[0] } else { beyond.limits[1] };
        let value = six_beside(beyond.value, passed);
        output.note(format!("note: {} = {value} is outside its limits {low} … {high}", beyond.joint));
    }
    Ok(output)
}

/// How a configuration was found, as text.
fn path(assembled: &Assembled) -> String {
    let n = assembled.iterations;
    let iterations = format!("{n} iteration{}", plural(n));
    match assembled.path {
        AssemblyMethod::Drawn => "the initial guess was closed".into(),
        AssemblyMethod::Descent => format!("found by descent from the initial guess, {iterations}"),
        AssemblyMethod::Continuation => format!("found by continuation from the initial guess, {iterations}"),
        AssemblyMethod::Restarts { tried } => format!("found from {tried} random starts, {iterations}"),
    }
}

fn text(model: &Model, closed: &ClosedState, assembled: &Assembled, cuts: &[CutJoint], with_speeds: bool) -> String {
    let (q, v) = (Entries::new(model, Quantity::Q), Entries::new(model, Quantity::V));
    // speeds share the table only if there are as many as coordinates
    let beside = with_speeds && q.len() == v.len();
    let mut table =
        Table::new([("joint", Side::Left), ("q", Side::Right), ("", Side::Left)].into_iter().chain(if beside {
            vec![("v", Side::Right), ("", Side::Left)]
        } else {
            Vec::new()
        }));
    for (i, x) in closed.q.iter().enumerate() {
        let mut cells = vec![q.labels[i].clone(), number(*x), q.units[i].into()];
        if beside {
            cells.extend([number(closed.v[i]), v.units[i].into()]);
        }
        table.row(cells);
    }
    for cut in cuts {
        for (k, (x, unit)) in cut.q.iter().zip(&cut.units).enumerate() {
            let part = if cut.q.len() > 1 { format!(".{}", k + 1) } else { String::new() };
            let mut cells = vec![format!("{}{part} (cut)", cut.name), number(*x), (*unit).into()];
            if beside {
                cells.extend([String::new(), String::new()]);
            }
            table.row(cells);
        }
    }
    let mut text = format!("{}, closed\n\n{}\n", model.name(), table.text());
    if with_speeds && !beside {
        let mut table = Table::new([("joint", Side::Left), ("v", Side::Right), ("", Side::Left)]);
        for (i, x) in closed.v.iter().enumerate() {
            table.row([v.labels[i].clone(), number(*x), v.units[i].into()]);
        }
        text += &format!("{}\n", table.text());
    }
    text += &format!(
        "closure error {:.1e} m, {:.1e} rad; {}; distance from the initial guess {} rad (lengths relative to the size of the mechanism)\n",
        assembled.closure_error_length,
        assembled.closure_error_angle,
        path(assembled),
        short(assembled.distance)
    );
    text
}

fn object(model: &Model, closed: &ClosedState, assembled: &Assembled, cuts: &[CutJoint]) -> Value {
    let [q, v] = [Quantity::Q, Quantity::V].map(|quantity| Entries::new(model, quantity));
    let cuts: Vec<Value> =
        cuts.iter().map(|cut| json!({"joint": cut.name, "kind": cut.kind, "q": cut.q, "units": cut.units})).collect();
    json!({
        "model": model.name(), "coordinates": q.labels, "units": q.units, "speeds": v.labels, "q": closed.q, "v": closed.v,
        "cut": cuts, "assembled": assembled,
    })
}

/// A block of a model file; cut joints are included for the reader.
fn block(model: &Model, name: &str, q: &[f64], cuts: &[CutJoint]) -> String {
    let mut text = format!("[configuration.{}]\n", key(name));
    let value = |numbers: &[f64]| match numbers {
        [x] => format!("{x:?}"),
        several => format!("{several:?}"),
    };
    for (link, joint) in model.links().iter().zip(model.joint_names()).filter(|(link, _)| link.nq > 0) {
        text += &format!("{} = {}\n", key(joint), value(&q[link.q..link.q + link.nq]));
    }
    for cut in cuts.iter().filter(|cut| !cut.q.is_empty()) {
        text += &format!("{} = {}\n", key(&cut.name), value(&cut.q));
    }
    text
}

/// A key of TOML: bare where that is possible.
fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { name.to_owned() } else { format!("{name:?}") }
}

fn all_branches(args: &Args, model: &Model) -> Result<Output, Failure> {
    let (drawn, q) = args.drawing.drawn(model)?;
    let hold = match &q {
        Some(Values::Named(named)) => named.keys().map(|name| joint_of(model, name)).collect::<Result<Vec<_>, _>>()?,
        _ => Vec::new(),
    };
    let found = branches(model, &drawn, &AssemblyOptions::holding(&hold)).map_err(moves)?;
    let entries = Entries::new(model, Quantity::Q);
    if args.json {
        let object =
            json!({"model": model.name(), "coordinates": entries.labels, "units": entries.units, "branches": found});
        return Ok(Output::text(format!("{object}\n")));
    }
    let n = found.len();
    let mut text = format!("{}: {n} assembly mode{}, nearest to the initial guess first\n\n", model.name(), plural(n));
    let heads = found.iter().map(|branch| (branch.label.clone(), Side::Right));
    let mut table = Table::new([("joint".to_owned(), Side::Left)].into_iter().chain(heads));
    for (i, (label, unit)) in entries.labels.iter().zip(&entries.units).enumerate() {
        let cells = found.iter().map(|branch: &AssemblyBranch| number(branch.q[i]));
        table.row([format!("{label} [{unit}]")].into_iter().chain(cells));
    }
    text += &table.text();
    let mut output = Output::text(text);
    if let Some(remark) = found.iter().find_map(AssemblyBranch::remark) {
        output.note(format!("note: {remark}"));
    }
    Ok(output)
}

/// An error with the option that helps.
fn moves(error: MechanismError) -> Failure {
    let MechanismError::LoopMoves { model, freedoms: n, held } = error else { return error.into() };
    Failure::new(format!(
        "the loop of \"{model}\" still has {n} degree{} of freedom with {held} held, so it has no finite number of assembly modes: \
         hold as many joints with --q as it has degrees of freedom",
        plural(n)
    ))
}

/// The link that a named coordinate moves.
fn joint_of(model: &Model, name: &str) -> Result<LinkId, Failure> {
    let entries = Entries::new(model, Quantity::Q);
    let range = entries.find(name).ok_or_else(|| {
        let hint = names::nearest(name, entries.labels.iter().map(String::as_str));
        let hint = hint.map_or(String::new(), |n| format!("; did you mean \"{n}\"?"));
        Failure::new(format!("--q: there is no joint called \"{name}\"{hint}"))
    })?;
    let owner = model.links().iter().position(|l| (l.q..l.q + l.nq).contains(&range.start));
    owner.map(LinkId).ok_or_else(|| Failure::new(format!("--q: joint \"{name}\" is fixed and has no coordinate")))
}
