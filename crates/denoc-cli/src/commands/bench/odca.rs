//! `denoc bench odca`: divide and conquer and the recursions on long serial chains.

use std::time::Duration;

use denoc_dynamics::compiled::Threads;
use denoc_validate::timing::{
    ChainMethod, ChainMethodTiming, ChainTiming, ChainTimings, LARGEST_CHAIN, threads, time_chains,
};
use serde_json::{Map, Value, json};

use super::time;
use crate::output::{Failure, Output};
use crate::table::{Side, Table, plural};

/// The argument that stands for these benchmarks instead of a model.
pub(super) const KEYWORD: &str = "odca";

pub(super) fn run(patience: Duration, largest: Option<usize>, as_json: bool) -> Result<Output, Failure> {
    let largest = largest.unwrap_or(LARGEST_CHAIN);
    let timings = time_chains(largest, patience).map_err(|error| Failure::of_validation(error).at("--largest"))?;
    Ok(Output::text(if as_json { lines(&timings) } else { text(&timings) }))
}

fn text(timings: &ChainTimings) -> String {
    let (mut times, mut facts) = (times_table(), facts_table());
    for chain in &timings.chains {
        for (k, timing) in chain.methods.iter().enumerate() {
            times.row([
                if k == 0 { grouped(chain.links) } else { String::new() },
                name(timing.method),
                time(timing.nanoseconds),
                format!("{:.0} ns", timing.nanoseconds / chain.links as f64),
                timing.exponent.map_or(String::new(), |exponent| format!("{exponent:.2}")),
                format!("{:.0e}", timing.difference),
                megabytes(timing.memory),
            ]);
        }
        facts.row([
            grouped(chain.links),
            grouped(chain.pieces.count),
            chain.pieces.depth.to_string(),
            format!("{:.2}", chain.speed_up()),
            if chain.same_bits { "yes" } else { "no" }.to_owned(),
            megabytes(chain.peak_memory),
        ]);
    }
    let n = threads();
    format!(
        "serial chains of revolute joints about x, y and z in turn\n\n{}\n{}
Time of forward dynamics for one state, from coordinates, speeds and forces to accelerations, the best of several; with all
wrenches: odca, 1 thread, including the wrenches at all joints. Exponent: growth with the number of links since the previous chain.
Difference: of the accelerations from those of the recursion with one step of refinement, relative to the largest. Speed-up: of odca
by {n} thread{}. Memory: of the program with the model and this algorithm only; peak: including the description of the model, before
any other algorithm ran.
{}",
        times.text(),
        facts.text(),
        plural(n),
        remarks(timings),
    )
}

fn times_table() -> Table {
    let right = |text: &'static str| (text, Side::Right);
    Table::new([
        right("links"),
        ("algorithm", Side::Left),
        right("time"),
        right("per link"),
        right("exponent"),
        right("difference"),
        right("memory"),
    ])
}

fn facts_table() -> Table {
    let right = |text: &'static str| (text, Side::Right);
    Table::new([
        right("links"),
        right("pieces"),
        right("depth"),
        right("speed-up"),
        ("same bits", Side::Left),
        right("peak memory"),
    ])
}

fn name(method: ChainMethod) -> String {
    let n = threads();
    match method {
        ChainMethod::Odca(Threads::One) => "odca, 1 thread".to_owned(),
        ChainMethod::Odca(Threads::Pool) => format!("odca, {n} thread{}", plural(n)),
        ChainMethod::OdcaWrenches => "with all wrenches".to_owned(),
        method => method.keyword().to_owned(),
    }
}

/// Growth over all sizes, and a warning where it is not linear.
fn remarks(timings: &ChainTimings) -> String {
    let growth = |method: ChainMethod| {
        timings.exponent(method).map(|x| format!("{} {x:.2}", method.keyword().replace('_', ", ")))
    };
    let all: Vec<String> = ChainMethod::ALL.into_iter().filter_map(growth).collect();
    let overall = if all.is_empty() { String::new() } else { format!("Over all sizes: {}.\n", all.join("; ")) };
    if timings.is_linear() {
        return overall;
    }
    let limit = ChainTimings::LINEAR;
    format!(
        "{overall}\nAn exponent above {limit} is not linear: the machine is busy, or a longer chain no longer fits into the cache.\n"
    )
}

fn lines(timings: &ChainTimings) -> String {
    let line = |chain: &ChainTiming| {
        let by_method = |of: fn(&ChainMethodTiming) -> Value| -> Map<String, Value> {
            chain.methods.iter().map(|timing| (timing.method.keyword().to_owned(), of(timing))).collect()
        };
        let object = json!({
            "model": "chain", "links": chain.links, "threads": threads(),
            "ns": by_method(|timing| json!(timing.nanoseconds)),
            "exponent": by_method(|timing| json!(timing.exponent)),
            "difference": by_method(|timing| json!(timing.difference)),
            "speed_up": chain.speed_up(), "same_bits": chain.same_bits,
            "pieces": chain.pieces.count, "depth": chain.pieces.depth,
            "memory": by_method(|timing| json!(timing.memory)), "peak_memory": chain.peak_memory,
        });
        format!("{object}\n")
    };
    timings.chains.iter().map(line).collect()
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("-".into(), |bytes| format!("{} MB", grouped((bytes >> 20) as usize)))
}

/// With commas between thousands.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
