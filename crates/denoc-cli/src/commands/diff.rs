//! `denoc diff`.

use std::path::PathBuf;

use denoc_base::number::{brief, six};
use denoc_run::compare::{ColumnDifference, Diff, DiffOptions, Results, diff};
use serde_json::json;

use crate::color::{Color, paint};
use crate::output::{Code, Failure, Output};
use crate::table::{Side, Table, plural};

/// How many equal columns and how many inputs are listed.
const MOST: usize = 12;

/// Compare the results of two runs, column by column
///
/// A column is equal if its largest difference is at most the tolerance times the largest absolute value of the column in both runs, plus
/// --absolute. The error of the energy balance is compared with the largest energy instead. Runs are compared at equal times if they share
/// at least half of the times of the coarser one; otherwise the finer one is interpolated linearly. Numbers that are not finite are equal
/// if both are. Runs of different length, and columns that only one of them has, are differences; different inputs are listed, but do
/// not count.
///
/// Exit codes: 0 equal; 1 different; 2 not comparable.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, allow_negative_numbers = true)]
pub(crate) struct Args {
    /// A run folder, or a CSV or npz file with results
    a: PathBuf,

    /// Another one
    b: PathBuf,

    /// Largest relative difference that counts as equal
    #[arg(long, value_name = "NUMBER", default_value = "1e-6")]
    tolerance: f64,

    /// Differences up to this count as equal, too, in the unit of the column: rounding of numbers that are zero
    #[arg(long, value_name = "NUMBER", default_value = "1e-12")]
    absolute: f64,

    /// Compare only these columns; * stands for any characters
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    columns: Vec<String>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc simulate puma --duration 1 --out runs/fine
  denoc simulate puma --duration 1 --tolerance 1e-6 --out runs/coarse
  denoc diff runs/fine runs/coarse --tolerance 1e-3
  denoc diff runs/fine runs/coarse --tolerance 1e-3 --columns \"q[*],v[*]\" --json
  denoc diff runs/fine/results.csv runs/fine/results.npz --tolerance 0";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    // 1 means different
    compare(args).map_err(|failure| failure.with_code(Code::BadInput))
}

fn compare(args: &Args) -> Result<Output, Failure> {
    let [a, b] = [&args.a, &args.b].map(Results::read);
    let (a, b) = (a?, b?);
    let options = DiffOptions { tolerance: args.tolerance, absolute: args.absolute, columns: args.columns.clone() };
    let found = diff(&a, &b, &options)?;
    let mut output = Output::text(if args.json { format!("{}\n", json!(found)) } else { text(&found, args) });
    if args.a == args.b {
        output.note(format!("note: {} is compared with itself", args.a.display()));
    }
    output.code = (!found.equal).then_some(Code::Failed);
    Ok(output)
}

fn text(found: &Diff, args: &Args) -> String {
    let mut text = format!("a  {}\nb  {}\n\n", args.a.display(), args.b.display());
    let different = found.columns.iter().filter(|column| !column.equal).count();
    let nonzero = found.columns.iter().filter(|column| !column.equal || column.max_abs > 0.0).count();
    let shown = nonzero.min(different.max(MOST));
    if shown > 0 {
        text += &columns(&found.columns[..shown], found.grid.span.is_some());
        if let Some(largest) = found.columns[shown..nonzero].first() {
            let most = brief(largest.max_rel);
            text += &format!("  … {} more, relative differences up to {most}\n", nonzero - shown);
        }
        text.push('\n');
    }
    match found.columns.len() - nonzero {
        0 => {}
        same => text += &format!("{same} column{} without any difference\n", plural(same)),
    }
    for (names, which) in [(&found.only_in_a, "a"), (&found.only_in_b, "b")] {
        if !names.is_empty() {
            text += &format!("only in {which}: {}\n", listed(names));
        }
    }
    if let Some(inputs) = found.inputs.as_ref().filter(|inputs| !inputs.is_empty()) {
        text += "inputs that differ (a, b):\n";
        inputs.iter().take(MOST).for_each(|input| text += &format!("  {}\n", input.text()));
        if inputs.len() > MOST {
            text += &format!("  … {} more\n", inputs.len() - MOST);
        }
    }
    let span = found.grid.span.map_or(String::new(), |[from, to]| format!(", from {} to {} s", six(from), six(to)));
    text += &format!("{}{span}\n", found.grid.meaning);
    let absolute = if found.absolute > 0.0 { format!(", plus {}", six(found.absolute)) } else { String::new() };
    text += &format!("tolerance: {} of the largest value of each column{absolute}\n", six(found.tolerance));
    let color = if found.equal { Color::Green } else { Color::Red };
    text + &paint(&found.summary(), color) + "\n"
}

/// Differences of columns as a table.
fn columns(all: &[ColumnDifference], times: bool) -> String {
    let at = if times { "at t [s]" } else { "at row" };
    let heads = [("", Side::Left), ("column", Side::Left), ("largest difference", Side::Right)];
    let heads = heads.into_iter().chain([("relative", Side::Right), (at, Side::Right), ("", Side::Left)]);
    let mut table = Table::new(heads);
    for column in all {
        let mark = if column.equal { "" } else { "≠" };
        let unit = if column.unit.is_empty() { String::new() } else { format!(" {}", column.unit) };
        let n = column.not_finite;
        let odd = if n > 0 { format!("not finite in one of them: {n} row{}", plural(n)) } else { String::new() };
        table.row([
            mark.to_owned(),
            column.name.clone(),
            format!("{}{unit}", brief(column.max_abs)),
            brief(column.max_rel),
            column.at.map_or("–".into(), brief),
            odd,
        ]);
    }
    table.text()
}

/// The first names of a list.
fn listed(names: &[String]) -> String {
    let more = if names.len() > MOST { format!(" and {} more", names.len() - MOST) } else { String::new() };
    names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ") + &more
}
