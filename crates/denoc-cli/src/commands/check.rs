//! `denoc check`.

use std::mem::discriminant;
use std::path::Path;

use denoc_formats::mesh::check_meshes;
use denoc_formats::{FormatError, model_file_help};
use denoc_mechanism::MechanismError;
use denoc_mechanism::diagnosis::{Diagnosis, Doubt, ForwardProblem};
use denoc_model::Model;
use serde_json::json;

use crate::output::{Code, Failure, Output};
use crate::table::plural;

/// Validate model files: errors with their location, warnings, notes of the reader, missing meshes
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", model_file_help().trim_end()))]
pub(crate) struct Args {
    /// Model files or catalogue names
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<String>,

    /// Treat implausible mass properties and missing meshes as errors
    #[arg(long)]
    strict: bool,

    /// Print a JSON list instead of text
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc check robot.urdf --strict
  denoc check models/*.toml
Exit code 2 if a file cannot be used.";

/// What was found about one file.
struct Finding {
    name: String,
    error: Option<String>,
    warnings: Vec<String>,
    notes: Vec<String>,
    /// Why forward dynamics is not possible.
    singular: Option<String>,
    /// Links and degrees of freedom.
    size: String,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let findings: Vec<Finding> = args.models.iter().map(|name| examine(name, args.strict)).collect();
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

fn examine(name: &str, strict: bool) -> Finding {
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
    finding.size = open_size(model);
    let (warnings, notes): (Vec<_>, Vec<_>) = loaded.notes.iter().partition(|note| note.kind.is_warning());
    finding.warnings = model.warning_lines();
    finding.warnings.extend(warnings.iter().map(ToString::to_string));
    finding.notes = notes.iter().map(ToString::to_string).collect();
    let meshes = folded(&check_meshes(&loaded.description, Path::new(&loaded.folder)));
    if strict {
        let first = meshes.first().cloned().or_else(|| finding.warnings.first().cloned());
        finding.error = first.map(|message| format!("{message} (an error in strict mode)"));
    }
    finding.warnings.extend(meshes);
    match Diagnosis::of(model) {
        Ok(diagnosis) => {
            finding.size = size(model, &diagnosis);
            finding.notes.extend(diagnosis.not_analysed.as_ref().and_then(not_analysed));
            finding.warnings.extend(diagnosis.doubts.iter().map(doubt));
            finding.singular = diagnosis.forward.as_ref().map(forward);
        }
        Err(error) => finding.error = Some(error.to_string()),
    }
    finding
}

/// One line for each kind of error, with the number of files.
fn folded(errors: &[FormatError]) -> Vec<String> {
    let mut kinds: Vec<(&FormatError, usize)> = Vec::new();
    for error in errors {
        match kinds.iter_mut().find(|(first, _)| discriminant(*first) == discriminant(error)) {
            Some((_, count)) => *count += 1,
            None => kinds.push((error, 1)),
        }
    }
    let line = |(first, count): (&FormatError, usize)| match count {
        1 => first.to_string(),
        _ => format!("{first} (and {} more)", count - 1),
    };
    kinds.into_iter().map(line).collect()
}

fn open_size(model: &Model) -> String {
    let (links, n) = (model.links().len(), model.nv());
    format!("{links} link{}, {n} degree{} of freedom", plural(links), plural(n))
}

fn size(model: &Model, diagnosis: &Diagnosis) -> String {
    let (links, closures) = (model.links().len(), model.closures().len());
    match (closures, diagnosis.degrees_of_freedom) {
        (0, _) => open_size(model),
        (_, Some(n)) => {
            format!("{links} links, {n} degree{} of freedom, {closures} closure{}", plural(n), plural(closures))
        }
        (_, None) => {
            format!("{links} links, {} speeds of the spanning tree, {closures} closure{}", model.nv(), plural(closures))
        }
    }
}

/// What to say if a loop is too long for an analysis of mobility, which is no fault of the model; `None` for other errors.
pub(super) fn not_analysed(error: &MechanismError) -> Option<String> {
    let MechanismError::LongLoop { closure, speeds, most } = error else { return None };
    Some(format!(
        "mobility was not analysed: the loop closed by \"{closure}\" has {speeds} speeds, more than the limit of {most}"
    ))
}

/// A doubt, with the command that tells more.
fn doubt(doubt: &Doubt) -> String {
    match doubt {
        Doubt::Immobile => format!("{doubt}; see denoc mobility"),
        Doubt::OpenStart { .. } => format!("{doubt}; denoc assemble --toml start prints one"),
        _ => doubt.to_string(),
    }
}

/// Why forward dynamics is not possible, with the option that helps.
fn forward(problem: &ForwardProblem) -> String {
    match problem.alternative {
        Some(method) => format!("{} (it is possible with --algorithm {})", problem.error, method.info().keyword),
        None => problem.error.to_string(),
    }
}

fn text(f: &Finding) -> String {
    let mut text = match &f.error {
        Some(error) => format!("{}: cannot be used\n  error: {error}\n", f.name),
        None => {
            let n = f.warnings.len();
            format!("{}: usable; {}; {n} warning{}\n", f.name, f.size, plural(n))
        }
    };
    text.extend(f.warnings.iter().map(|message| format!("  warning: {message}\n")));
    text.extend(f.notes.iter().map(|message| format!("  note: {message}\n")));
    if let Some(message) = &f.singular {
        text += &format!("  note: forward dynamics is not possible: {message}\n");
    }
    text
}
