//! `denoc check`.

use std::path::Path;

use denoc_dynamics::loops::{LoopMethod, Loops};
use denoc_dynamics::{Loads, Workspace};
use denoc_formats::mesh::check_meshes;
use denoc_formats::model_file_help;
use denoc_mechanism::Draft;
use denoc_mechanism::MechanismError;
use denoc_mechanism::evaluate::LoopFacts;
use denoc_mechanism::mobility::Mobility;
use denoc_model::ClosureId;
use denoc_model::Model;
use denoc_model::joints::Unit;
use denoc_run::scenario::usual_start;
use serde_json::json;

use crate::output::{Code, Failure, Output};
use crate::table::plural;

/// Whether a model file can be used: errors with their place, warnings, remarks of the reader, missing meshes
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", model_file_help().trim_end()))]
pub(crate) struct Args {
    /// Model files, or names of the catalogue
    #[arg(required = true)]
    models: Vec<String>,

    /// Doubtful mass properties and missing meshes are errors
    #[arg(long)]
    strict: bool,

    /// Print a JSON list
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc check robot.urdf --strict
  denoc check models/*.toml
Exit code 2 if a file cannot be used.";

/// Gaps larger than this, relative to the size of the mechanism, are worth a warning.
const GAP: f64 = 1e-6;

/// What was found about one file.
struct Finding {
    name: String,
    error: Option<String>,
    warnings: Vec<String>,
    notes: Vec<String>,
    singular: Option<String>,
    size: String,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let findings: Vec<Finding> = args.models.iter().map(|name| look(name, args.strict)).collect();
    let broken = findings.iter().filter(|f| f.error.is_some()).count();
    let mut output = Output::text(if args.json {
        let one = |f: &Finding| {
            json!({
                "model": f.name, "usable": f.error.is_none(), "error": f.error, "warnings": f.warnings, "notes": f.notes,
                "singular": f.singular,
            })
        };
        format!("{}\n", serde_json::Value::Array(findings.iter().map(one).collect()))
    } else {
        findings.iter().map(text).collect()
    });
    if broken > 0 {
        output.code = Some(Code::BadInput);
    }
    Ok(output)
}

fn look(name: &str, strict: bool) -> Finding {
    let mut finding = Finding {
        name: name.to_owned(),
        error: None,
        warnings: Vec::new(),
        notes: Vec::new(),
        singular: None,
        size: String::new(),
    };
    let loaded = match denoc_run::load(name) {
        Ok(loaded) => loaded,
        Err(error) => {
            finding.error = Some(error.to_string());
            return finding;
        }
    };
    let model = &loaded.model;
    finding.size = format!("{} links, {} degrees of freedom", model.links().len(), model.nv());
    finding.warnings = model.warnings().iter().map(ToString::to_string).collect();
    finding.notes = loaded.notes.iter().map(ToString::to_string).collect();
    let meshes: Vec<String> =
        check_meshes(&loaded.description, Path::new(&loaded.folder)).iter().map(ToString::to_string).collect();
    if strict {
        let first = meshes.first().cloned().or_else(|| finding.warnings.first().cloned());
        finding.error = first.map(|words| format!("{words} (an error in strict mode)"));
    }
    finding.warnings.extend(meshes);
    match model.closures().is_empty() {
        true => finding.singular = tree(model),
        false => with_loops(model, &mut finding),
    }
    finding
}

/// Why forward dynamics of a tree is not possible.
fn tree(model: &Model) -> Option<String> {
    // in the zero pose, whose sines vanish, some singular poses hide: a general one is safer
    let step: Vec<f64> = (0..model.nv()).map(|i| 0.3 + 0.1 * i as f64).collect();
    let mut q = model.neutral();
    let neutral = q.clone();
    if model.integrate(&neutral, &step, &mut q).is_ok() {
        let mut ws = Workspace::new(model);
        let checked = ws.position(model, &q).and_then(|mut position| position.udut().map(|_| ()));
        return checked.err().map(|error| error.to_string());
    }
    None
}

/// Whether loops can be closed, how far they move, and whether forward dynamics is possible.
fn with_loops(model: &Model, finding: &mut Finding) {
    let mobility = match Mobility::analyse(model, &usual_start(model)) {
        Ok(mobility) => mobility,
        Err(error) => {
            match not_analysed(&error) {
                Some(words) => {
                    finding.notes.push(words);
                    long_loops(model, finding);
                }
                None => finding.error = Some(error.to_string()),
            }
            return;
        }
    };
    let (links, n, closures) = (model.links().len(), mobility.degrees_of_freedom, model.closures().len());
    finding.size = format!("{links} links, {n} degree{} of freedom, {closures} closure{}", plural(n), plural(closures));
    finding.warnings.extend(doubts(model, &mobility));
    let facts = LoopFacts { ranks: Some(mobility.cluster_ranks.clone()), motors: None };
    finding.singular = forward(model, &mobility.q, LoopMethod::default(), &facts);
}

/// What to say where a loop is too long for the analysis of mobility, which is no fault of the model; `None` for other errors.
pub(super) fn not_analysed(error: &MechanismError) -> Option<String> {
    let MechanismError::LongLoop { closure, speeds, most } = error else { return None };
    Some(format!(
        "mobility was not analysed: the loop that \"{closure}\" closes has {speeds} speeds, and loops of up to {most} are analysed"
    ))
}

/// The same without what only the analysis of mobility knows.
fn long_loops(model: &Model, finding: &mut Finding) {
    let (links, speeds, closures) = (model.links().len(), model.nv(), model.closures().len());
    finding.size =
        format!("{links} links, {speeds} speeds of the spanning tree, {closures} closure{}", plural(closures));
    match Draft::usual(model).close(model) {
        Ok(closed) => {
            finding.warnings.extend(open(model));
            // what a simulation takes
            finding.singular = forward(model, &closed.q, LoopMethod::Multipliers, &LoopFacts::default());
        }
        Err(error) => finding.error = Some(error.to_string()),
    }
}

/// Why forward dynamics at rest is not possible by a method.
fn forward(model: &Model, q: &[f64], usual: LoopMethod, facts: &LoopFacts) -> Option<String> {
    let (mut ws, mut a) = (Workspace::new(model), vec![0.0; model.nv()]);
    let rest = vec![0.0; model.nv()];
    // each method divides by something else: one that works is enough
    let mut solve = |method: LoopMethod| {
        let mut solver = facts.forward_solver(model, method);
        let mut stage = ws.position(model, q)?.velocity(&rest)?;
        solver.forward(&mut stage, &rest, Loads::NONE, &mut a)
    };
    let words = solve(usual).err()?.to_string();
    Some(match LoopMethod::ALL.iter().find(|&&method| solve(method).is_ok()) {
        Some(works) => format!("{words} (but it is with --algorithm {})", works.info().keyword),
        None => words,
    })
}

/// What may be meant otherwise: freedoms, motors, the pose it starts from.
fn doubts(model: &Model, mobility: &Mobility) -> Vec<String> {
    let mut doubts = Vec::new();
    if mobility.degrees_of_freedom == 0 {
        doubts.push("it has no degree of freedom: nothing can move; see denoc mobility".into());
    }
    if let Some(a) = &mobility.actuation {
        let joints = a.joints.join(", ");
        if a.uncontrolled > 0 {
            let (n, s) = (a.uncontrolled, plural(a.uncontrolled));
            doubts.push(format!("{n} degree{s} of freedom without a motor: there are motors at {joints} only"));
        }
        if a.surplus > 0 {
            let (n, s) = (a.surplus, plural(a.surplus));
            doubts
                .push(format!("{n} motor{s} more than needed, of those at {joints}: they can work against each other"));
        }
    }
    doubts.extend(open(model));
    doubts
}

/// A configuration `start` that does not close the loops.
fn open(model: &Model) -> Option<String> {
    let q = model.configuration("start").ok()?;
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let position = ws.position(model, q).ok()?;
    loops.place(&position);
    let mut gaps = vec![0.0; loops.count()];
    loops.residuals(&position, &mut gaps).ok()?;
    let far = |r: &usize| gaps[*r].abs() / loops.units()[*r];
    let worst = (0..gaps.len()).max_by(|a, b| far(a).total_cmp(&far(b))).filter(|r| far(r) > GAP)?;
    let closure = (0..model.closures().len()).find(|&i| loops.rows_of(ClosureId(i)).contains(&worst))?;
    let unit = if loops.rows()[worst].unit == Unit::Length { "m" } else { "rad" };
    Some(format!(
        "[configuration.start] leaves \"{}\" open by {:.1e} {unit}: the nearest closed pose is taken; denoc assemble --toml start \
         prints one",
        model.closure_names()[closure],
        gaps[worst].abs()
    ))
}

fn text(f: &Finding) -> String {
    let mut text = match &f.error {
        Some(error) => format!("{}: cannot be used\n  error: {error}\n", f.name),
        None => {
            let n = f.warnings.len();
            format!("{}: usable; {}; {n} warning{}\n", f.name, f.size, plural(n))
        }
    };
    text.extend(f.warnings.iter().map(|words| format!("  warning: {words}\n")));
    text.extend(f.notes.iter().map(|words| format!("  note: {words}\n")));
    if let Some(words) = &f.singular {
        text += &format!("  note: forward dynamics is not possible as it is: {words}\n");
    }
    text
}
