//! `denoc models`.

use denoc_formats::catalogue::{self, Summary};
use denoc_mechanism::mobility::degrees_of_freedom;
use serde_json::{Value, json};

use crate::output::{Failure, Output};
use crate::table::{Side, Table};

/// List the catalogue of models
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  denoc models\n  denoc info puma")]
pub(crate) struct Args {
    /// Print a JSON list instead of the table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let mut list = Vec::new();
    let mut table = Table::new([
        ("name", Side::Left),
        ("dof", Side::Right),
        ("description", Side::Left),
        ("source of the numbers", Side::Left),
    ]);
    for entry in catalogue::ENTRIES {
        let model = entry.describe()?.build()?;
        let Summary { one_line: line, source } = entry.summary()?;
        let (freedoms, mass) = (degrees_of_freedom(&model)?, model.total_mass());
        list.push(json!({
            "name": entry.name, "nv": model.nv(), "freedoms": freedoms, "loops": model.closures().len(), "description": line, "mass": mass, "source": source,
            "configurations": model.configurations().iter().map(|(name, _)| name).collect::<Vec<_>>(),
        }));
        table.row([entry.name.to_owned(), freedoms.to_string(), line, source]);
    }
    if args.json {
        return Ok(Output::text(format!("{}\n", Value::Array(list))));
    }
    let hint = "SahaIR: S. K. Saha, Introduction to Robotics, chapter 9. Details of a model: denoc info NAME";
    Ok(Output::text(format!("{}\n{hint}\n", table.text())))
}
