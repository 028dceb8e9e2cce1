//! `denoc models`.

use denoc_formats::catalogue::{self, Summary};
use denoc_mechanism::mobility::Mobility;
use denoc_model::Model;
use denoc_run::scenario::usual_start;
use serde_json::{Value, json};

use crate::output::{Failure, Output};
use crate::table::{Side, Table};

/// The robots of the catalogue, one line each
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  denoc models\n  denoc info puma")]
pub(crate) struct Args {
    /// Print a JSON list
    #[arg(long)]
    json: bool,
}

/// Degrees of freedom: speeds, less the independent conditions of loops.
pub(crate) fn freedoms(model: &Model) -> Result<usize, Failure> {
    match model.closures().is_empty() {
        true => Ok(model.nv()),
        false => Ok(Mobility::analyse(model, &usual_start(model))?.degrees_of_freedom),
    }
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let mut list = Vec::new();
    let mut table = Table::new([
        ("name", Side::Left),
        ("dof", Side::Right),
        ("what it is", Side::Left),
        ("numbers from", Side::Left),
    ]);
    for entry in catalogue::ENTRIES {
        let model = entry.describe()?.build()?;
        let Summary { one_line: line, source } = entry.summary()?;
        let freedoms = freedoms(&model)?;
        let mass: f64 = model.links().iter().map(|link| link.mass.mass).sum();
        list.push(json!({
            "name": entry.name, "nv": model.nv(), "freedoms": freedoms, "loops": model.closures().len(), "description": line, "mass": mass, "source": source,
            "configurations": model.configurations().iter().map(|(name, _)| name).collect::<Vec<_>>(),
        }));
        table.row([entry.name.to_owned(), freedoms.to_string(), line, source]);
    }
    if args.json {
        return Ok(Output::text(format!("{}\n", Value::Array(list))));
    }
    let hint = "SahaIR: S. K. Saha, Introduction to Robotics, chapter 9. More about one of them: denoc info NAME";
    Ok(Output::text(format!("{}\n{hint}\n", table.text())))
}
