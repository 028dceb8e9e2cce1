//! `denoc bench`.

mod four_bars;
mod odca;

use std::time::Duration;

use denoc_base::number::six;
use denoc_dynamics::compiled::Threads;
use denoc_model::Model;
use denoc_validate::timing::{AlgorithmTiming, AlgorithmTimings, EvaluationMode, threads, time_algorithms};
use serde_json::json;

use crate::args::ModelArgs;
use crate::output::{Failure, Output};
use crate::table::{Side, Table, plural};

/// Benchmark the algorithms on this machine for one model
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Instead of a model, \"loops\" benchmarks every algorithm for closed loops on chains of four-bar linkages, \
                        and \"odca\" divide and conquer on serial chains of up to a million links.\n\n\
                        Examples:\n  denoc bench puma\n  denoc bench robot.urdf --base floating --seconds 5\n  \
                        denoc bench loops\n  denoc bench odca --largest 100000"
)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Measurement time, s
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, allow_negative_numbers = true)]
    seconds: f64,

    /// Number of links of the longest chain ("odca" only) [default: 1000000]
    #[arg(long, value_name = "COUNT", allow_negative_numbers = true)]
    largest: Option<usize>,

    /// Print one JSON object per line instead of the table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let patience = Duration::try_from_secs_f64(args.seconds).map_err(|_| {
        Failure::new(format!("--seconds {}: choose a positive measuring time, such as 2", six(args.seconds)))
    })?;
    let mut output = match args.model.name() {
        odca::KEYWORD => odca::run(patience, args.largest, args.json)?,
        _ if args.largest.is_some() => {
            return Err(Failure::new("--largest applies to denoc bench odca only; leave it out"));
        }
        four_bars::KEYWORD => four_bars::run(patience, args.json)?,
        _ => model(args, patience)?,
    };
    if cfg!(debug_assertions) {
        output.note("note: this is a debug build, many times slower than cargo build --release".into());
    }
    Ok(output)
}

fn model(args: &Args, patience: Duration) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    if !model.closures().is_empty() {
        let name = args.model.name();
        return Err(Failure::new(format!(
            "\"{}\" has loops, and denoc bench times algorithms for trees; denoc compare {name} times those for loops",
            model.name()
        )));
    }
    let timings = time_algorithms(model, patience).map_err(Failure::of_validation)?;
    let mut output = Output::text(if args.json { lines(model, &timings) } else { text(model, &timings) });
    for (algorithm, error) in timings.refused {
        output.note(format!("{} is omitted: {}", algorithm.keyword(), Failure::from(error)));
    }
    Ok(output)
}

fn text(model: &Model, timings: &AlgorithmTimings) -> String {
    let n = threads();
    let all = format!("batch, {n} thread{}", plural(n));
    let header = ["", "one state", "faithful layer", "faithful : compiled", "batch, 1 thread", &all];
    let side = |(k, h)| (h, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(header.into_iter().enumerate().map(side));
    for modes in timings.timings.chunks_exact(EvaluationMode::ALL.len()) {
        let [compiled, faithful, one, pool] = [0, 1, 2, 3].map(|k| modes[k].nanoseconds);
        let ratio = format!("{:.1}", faithful / compiled);
        let name = modes[0].algorithm.keyword().to_owned();
        table.row([name, time(compiled), time(faithful), ratio, time(one), time(pool)]);
    }
    format!(
        "{}: {} degrees of freedom, instruction set {}\n\n{}
Time for one state, the best of many slices; in the compiled layer unless stated otherwise, batches of {} states.
Batches with {n} thread{} use all cores; small models may not benefit.
The times are those of denoc alone, on a machine that may be busy; cargo xtask bench --peers compares libraries.
",
        model.name(),
        model.nv(),
        timings.isa,
        table.text(),
        timings.batch,
        plural(n),
    )
}

fn lines(model: &Model, timings: &AlgorithmTimings) -> String {
    let line = |timing: &AlgorithmTiming| {
        let (mode, threads, layer) = match timing.mode {
            EvaluationMode::Compiled => ("single", 1, "compiled"),
            EvaluationMode::Faithful => ("single", 1, "faithful"),
            EvaluationMode::Batch(Threads::One) => ("batch", 1, "compiled"),
            EvaluationMode::Batch(Threads::Pool) => ("batch", threads(), "compiled"),
        };
        let states = if mode == "batch" { timings.batch } else { 1 };
        let object = json!({
            "model": model.name(), "algorithm": timing.algorithm.keyword(), "mode": mode, "threads": threads, "layer": layer,
            "states": states, "ns": timing.nanoseconds,
        });
        format!("{object}\n")
    };
    timings.timings.iter().map(line).collect()
}

fn time(ns: f64) -> String {
    match ns {
        ..1e4 => format!("{ns:.0} ns"),
        ..1e7 => format!("{:.1} µs", ns * 1e-3),
        _ => format!("{:.1} ms", ns * 1e-6),
    }
}
