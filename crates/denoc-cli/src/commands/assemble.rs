//! `denoc assemble`.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_mechanism::ClosedState;
use denoc_mechanism::MechanismError;
use denoc_mechanism::assembly::{Assembled, AssemblyBranch, AssemblyMethod, AssemblyOptions, branches};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{ClosureId, names};
use denoc_model::{LinkId, Model};
use denoc_run::scenario::Values;
use serde_json::{Value, json};

use super::drawing::{DrawingArgs, need_loops};
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output};
use crate::table::{Side, Table, number, plural, short};

/// Poses farther from the drawing than this, rad, are worth a remark.
const FAR: f64 = 1.0;

/// Close the loops of a mechanism: the coordinates of all joints, near a drawing, with those that are named kept
///
/// Also the speeds of all joints for those of some (--v), and all ways to assemble a single loop (--branches).
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    drawing: DrawingArgs,

    /// Speeds: some by name, which are kept while the others follow
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    v: Option<String>,

    /// All ways to assemble a mechanism with one planar loop, for the joints that --q names
    #[arg(long, conflicts_with_all = ["v", "toml"])]
    branches: bool,

    /// Print a block [configuration.NAME] for a model file
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "assembled", conflicts_with = "json")]
    toml: Option<String>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc assemble fourbar --q crank_pivot=0.5
  denoc assemble fourbar --q \"crank_pivot=30 deg\" --branches
  denoc assemble fourbar --q crank_pivot=0.5 --v crank_pivot=6.28
  denoc assemble stewart --toml raised          a block to paste into the model file";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    need_loops(model, "its coordinates are free, see denoc fk")?;
    let mut output = if args.branches { all_branches(args, model)? } else { one(args, model)? };
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

fn one(args: &Args, model: &Model) -> Result<Output, Failure> {
    let closed = args.drawing.close(model, args.v.as_deref())?;
    let Some(assembled) = &closed.assembled else { return Err(Failure::new("there are no loops to close")) };
    let cuts = cut_coordinates(model, &closed.q)?;
    let mut output = Output::text(match &args.toml {
        Some(name) => block(model, name, &closed.q, &cuts),
        None if args.json => format!("{}\n", object(model, &closed, assembled, &cuts)),
        None => text(model, &closed, assembled, &cuts, args.v.is_some()),
    });
    if assembled.distance > FAR || matches!(assembled.path, AssemblyMethod::Restarts { .. }) {
        let hint = "perhaps another way to assemble it; give more joints with --q, or all of them as a rough drawing";
        output.note(format!("note: far from the drawing: {hint}"));
    }
    for beyond in &assembled.beyond_limits {
        let [low, high] = beyond.limits.map(short);
        output.note(format!("note: {} = {} is outside its limits {low} … {high}", beyond.joint, short(beyond.value)));
    }
    Ok(output)
}

/// A joint where a loop is cut, with its coordinates.
struct Cut {
    name: String,
    kind: &'static str,
    q: Vec<f64>,
    units: Vec<&'static str>,
}

fn cut_coordinates(model: &Model, q: &[f64]) -> Result<Vec<Cut>, Failure> {
    use denoc_model::joints::Unit;
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    loops.place(&ws.position(model, q)?);
    let mut cuts = Vec::new();
    for (i, closure) in model.closures().iter().enumerate() {
        let Some(joint) = closure.cut_joint() else { continue };
        let unit = |unit: &Unit| match unit {
            Unit::Angle => "rad",
            Unit::Length => "m",
            Unit::Quaternion => "1",
        };
        cuts.push(Cut {
            name: model.closure_names()[i].clone(),
            kind: joint.keyword(),
            q: loops.cut_coordinates(model, ClosureId(i)),
            units: joint.q_units().iter().map(unit).collect(),
        });
    }
    Ok(cuts)
}

/// How a pose was found, in words.
fn path(assembled: &Assembled) -> String {
    let n = assembled.iterations;
    let iterations = format!("{n} iteration{}", plural(n));
    match assembled.path {
        AssemblyMethod::Drawn => "it was closed as drawn".into(),
        AssemblyMethod::Descent => format!("by going down from the drawing, {iterations}"),
        AssemblyMethod::Continuation => format!("by letting the gaps of the drawing shrink step by step, {iterations}"),
        AssemblyMethod::Restarts { tried } => format!("from {tried} random starts, {iterations}"),
    }
}

fn text(model: &Model, closed: &ClosedState, assembled: &Assembled, cuts: &[Cut], with_speeds: bool) -> String {
    let (q, v) = (Entries::new(model, Quantity::Q), Entries::new(model, Quantity::V));
    // speeds stand beside coordinates only where they are as many
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
        "gaps left: {:.1e} m, {:.1e} rad; {}; {} rad away from the drawing (lengths relative to the size of the mechanism)\n",
        assembled.closure_error_length,
        assembled.closure_error_angle,
        path(assembled),
        short(assembled.distance)
    );
    text
}

fn object(model: &Model, closed: &ClosedState, assembled: &Assembled, cuts: &[Cut]) -> Value {
    let [q, v] = [Quantity::Q, Quantity::V].map(|quantity| Entries::new(model, quantity));
    let cuts: Vec<Value> =
        cuts.iter().map(|cut| json!({"joint": cut.name, "kind": cut.kind, "q": cut.q, "units": cut.units})).collect();
    json!({
        "model": model.name(), "coordinates": q.labels, "units": q.units, "speeds": v.labels, "q": closed.q, "v": closed.v,
        "cut": cuts, "assembled": assembled,
    })
}

/// A block of a model file; cut joints are written too, for people.
fn block(model: &Model, name: &str, q: &[f64], cuts: &[Cut]) -> String {
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
    let mut text =
        format!("{}: {n} way{} to assemble it, the nearest to the drawing first\n\n", model.name(), plural(n));
    let heads = found.iter().map(|branch| (branch.label.clone(), Side::Right));
    let mut table = Table::new([("joint".to_owned(), Side::Left)].into_iter().chain(heads));
    for (i, (label, unit)) in entries.labels.iter().zip(&entries.units).enumerate() {
        let cells = found.iter().map(|branch: &AssemblyBranch| number(branch.q[i]));
        table.row([format!("{label} [{unit}]")].into_iter().chain(cells));
    }
    text += &table.text();
    let mut output = Output::text(text);
    if found.iter().any(|branch| branch.label == "nearest") {
        output.note(
            "note: other ways are looked for in mechanisms with one planar loop only; this is the nearest".into(),
        );
    }
    Ok(output)
}

/// An error with the option that helps.
fn moves(error: MechanismError) -> Failure {
    let MechanismError::LoopMoves { model, freedoms: n, held } = error else { return error.into() };
    Failure::new(format!(
        "the loop of \"{model}\" still has {n} degree{} of freedom with {held} held, so that it has no finite number of assemblies: \
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
    owner.map(LinkId).ok_or_else(|| Failure::new(format!("--q: joint \"{name}\" is fixed: it has no q")))
}
