//! `denoc models`.

use denoc::prelude::*;
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

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let mut list = Vec::new();
    let mut table = Table::new([
        ("name", Side::Left),
        ("dof", Side::Right),
        ("joints", Side::Left),
        ("mass", Side::Right),
        ("numbers from", Side::Left),
    ]);
    for entry in catalogue::ENTRIES {
        let model = (entry.describe)().build()?;
        let mass: f64 = model.links().iter().map(|link| link.mass.mass).sum();
        let joints = kinds(&model);
        list.push(json!({
            "name": entry.name, "nv": model.nv(), "joints": joints, "mass": mass, "source": entry.source,
        }));
        let cells = [entry.name.into(), model.nv().to_string(), joints, format!("{mass:.3} kg"), entry.source.into()];
        table.row(cells);
    }
    if args.json {
        return Ok(Output::text(format!("{}\n", Value::Array(list))));
    }
    let hint = "SahaIR: S. K. Saha, Introduction to Robotics, chapter 9. More about one of them: denoc info NAME";
    Ok(Output::text(format!("{}\n{hint}\n", table.text())))
}

/// `2 revolute, prismatic, 3 revolute`.
fn kinds(model: &Model) -> String {
    let mut runs: Vec<(usize, &str)> = Vec::new();
    for link in model.links() {
        let word = link.joint.keyword();
        match runs.last_mut() {
            Some((count, last)) if *last == word => *count += 1,
            _ => runs.push((1, word)),
        }
    }
    let words = runs.iter().map(|(n, word)| if *n == 1 { (*word).to_owned() } else { format!("{n} {word}") });
    words.collect::<Vec<_>>().join(", ")
}
