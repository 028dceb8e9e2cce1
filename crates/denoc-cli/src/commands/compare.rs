//! `denoc compare`.

use denoc_validate::compare::{CompareSettings, Comparison, MethodComparison, TOLERANCE, compare};
use serde_json::json;

use super::check::not_analysed;
use super::drawing::{DrawingArgs, need_loops};
use crate::args::{ModelArgs, remarks};
use crate::output::{Code, Failure, Output};
use crate::table::{Side, Table, plural};

/// Compare all algorithms of forward dynamics on a mechanism with loops; they must agree
///
/// States are random: configurations reached from the start, speeds that satisfy closure, motor forces. Singular and nearly singular
/// configurations are excluded. Loops with more than 50 speeds are compared without an analysis of mobility; loops with more than
/// 600 speeds are refused, because some algorithms use dense matrices.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    drawing: DrawingArgs,

    /// Number of random states
    #[arg(long, value_name = "COUNT", default_value_t = 20, allow_negative_numbers = true)]
    states: i64,

    /// Seed of the random numbers; equal seeds give equal states
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc compare fourbar
  denoc compare stewart --states 200 --seed 7
Exit code 3 if algorithms differ: if an equation of motion changes by more than 1e-9 of its terms between two of them.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    if !(1..=1_000_000).contains(&args.states) {
        return Err(Failure::new(format!("--states {}: choose a number from 1 to 1000000", args.states)));
    }
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let name = args.model.name();
    let instead = format!(
        "this command compares algorithms for loops; denoc forward {name} --algorithm recursive (or odca, multipliers, compiled) \
         computes a tree by one of them, and denoc bench {name} times it"
    );
    need_loops(model, &instead)?;
    let start = args.drawing.close(model, None)?.q;
    let settings = CompareSettings { states: args.states as usize, seed: args.seed };
    let comparison = compare(model, &start, &settings).map_err(Failure::of_validation)?;
    let mut output =
        Output::text(if args.json { format!("{}\n", json!(comparison)) } else { text(model.nv(), &comparison) });
    for method in &comparison.methods {
        if let Some(error) = &method.error {
            let reason = Failure::from(error.clone());
            output.note(format!("note: algorithm {} is omitted: {reason}", method.method.info().keyword));
        }
    }
    if let Some(reason) = comparison.not_analysed.as_ref().and_then(not_analysed) {
        output.note(format!("note: {reason}; ranks are compared with that of the first state"));
    }
    if comparison.singular == comparison.states {
        output.note("note: all states are singular or nearly singular: nothing could be judged".into());
    }
    if !comparison.alike {
        output.note(format!(
            "the algorithms differ: equations of motion change by more than {TOLERANCE:e} of their terms"
        ));
        output.code = Some(Code::AuditMissed);
    }
    if cfg!(debug_assertions) {
        output.note("note: this is a debug build, many times slower than cargo build --release".into());
    }
    args.drawing.remarks(model, &mut output)?;
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

const HEADS: [&str; 7] = [
    "algorithm",
    "change of equations",
    "difference of accelerations",
    "difference of Jᵀλ",
    "rank",
    "smallest pivot",
    "time",
];

fn text(speeds: usize, comparison: &Comparison) -> String {
    let Comparison { model, states, singular, methods, .. } = comparison;
    let mut text = match (comparison.freedoms, comparison.conditions, comparison.rank) {
        (Some(freedoms), Some(conditions), Some(rank)) => {
            format!("{model}: {freedoms} degree{} of freedom, {conditions} conditions of rank {rank}", plural(freedoms))
        }
        _ => format!("{model}: {speeds} speeds of the spanning tree"),
    };
    text += &format!("; {states} random state{}", plural(*states));
    if *singular > 0 {
        text += &format!(", {singular} of them nearly singular and not judged");
    }
    let side = |k: usize| if k == 0 { Side::Left } else { Side::Right };
    let mut table = Table::new(HEADS.iter().enumerate().map(|(k, head)| (*head, side(k))));
    let reference = methods.iter().position(|method| method.error.is_none());
    for (k, method) in methods.iter().enumerate() {
        table.row(row(method, reference == Some(k)));
    }
    text + "\n\n"
        + &table.text()
        + "\nThe verdict is based on the change of the equations M a + h = τ + Jᵀλ relative to their terms: accelerations of light links \
           have fewer significant digits.\nDifferences are relative to the largest entry, pivots to the largest pivot; times are the best of many.\n"
}

fn row(method: &MethodComparison, is_reference: bool) -> [String; 7] {
    let keyword = method.method.info().keyword.to_owned();
    if method.error.is_some() {
        let mut cells = [(); 7].map(|()| "-".to_owned());
        cells[0] = keyword;
        return cells;
    }
    let apart = |x: f64| if is_reference { "(reference)".to_owned() } else { format!("{x:.1e}") };
    let [least, most] = method.rank;
    let rank = if least == most { most.to_string() } else { format!("{least} … {most}") };
    let time = format!("{:.1} µs", method.nanoseconds * 1e-3);
    let [equations, accelerations, forces] = [method.equations, method.accelerations, method.forces].map(apart);
    [keyword, equations, accelerations, forces, rank, format!("{:.1e}", method.smallest_pivot), time]
}
