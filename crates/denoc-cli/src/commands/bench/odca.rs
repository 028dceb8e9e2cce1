//! `denoc bench odca`: divide and conquer beside the recursions, on serial chains of up to a million links.

mod chain;
mod report;

use std::time::{Duration, Instant};

use denoc::dynamics::odca::{Odca, Pieces};
use denoc::dynamics::{DynamicsError, Loads};
use denoc::prelude::*;

use crate::output::{Failure, Output};
use chain::Chain;

/// The word that stands for this in place of a model.
pub(super) const KEYWORD: &str = "odca";

/// Links of the longest chain, unless said otherwise.
const LARGEST: usize = 1_000_000;

/// Rounds at least, and time for the evaluations of one method in each.
const ROUNDS: usize = 3;
const SLICE: Duration = Duration::from_millis(2);

/// How the accelerations are found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Way {
    Recursion,
    Compiled,
    Odca(Threads),
    /// On one thread, with the wrenches at all joints.
    OdcaWrenches,
}

const WAYS: [Way; 5] =
    [Way::Recursion, Way::Compiled, Way::Odca(Threads::One), Way::Odca(Threads::Pool), Way::OdcaWrenches];

/// What was found for one chain.
struct Found {
    links: usize,
    /// Nanoseconds per evaluation, by way.
    best: [f64; WAYS.len()],
    /// Largest differences of the accelerations from the recursion with one step of refinement, relative to the largest
    /// acceleration, by way.
    differences: [f64; WAYS.len()],
    /// Whether one and many threads give the same bits.
    same_bits: bool,
    pieces: Pieces,
    /// Memory with the model and this method alone, bytes, where the system tells it, by way.
    memory: [Option<u64>; WAYS.len()],
    /// The most memory that the program has had when this chain was built and solved by divide and conquer.
    peak: Option<u64>,
}

/// Some evaluations.
struct Slice {
    /// Nanoseconds of the fastest.
    best: f64,
    memory: Option<u64>,
    pieces: Option<Pieces>,
}

pub(super) fn run(patience: Duration, largest: Option<usize>, as_json: bool) -> Result<Output, Failure> {
    let sizes = sizes(largest.unwrap_or(LARGEST))?;
    let share = patience / sizes.len() as u32;
    let found: Vec<Found> = sizes.into_iter().map(|links| measure(links, share)).collect::<Result<_, _>>()?;
    let mut output = Output::text(if as_json { report::lines(&found) } else { report::text(&found) });
    if cfg!(debug_assertions) {
        output.note("note: this is a debug build, many times slower than cargo build --release".into());
    }
    Ok(output)
}

/// 1,000 and tenfold numbers below the largest, and the largest.
fn sizes(largest: usize) -> Result<Vec<usize>, Failure> {
    if !(2..=LARGEST).contains(&largest) {
        return Err(Failure::new(format!(
            "--largest {largest} is no number of links to measure; give one from 2 to {LARGEST}"
        )));
    }
    let tenfold = std::iter::successors(Some(1000), |n| Some(10 * n)).take_while(|&n| n < largest);
    Ok(tenfold.chain([largest]).collect())
}

fn measure(links: usize, patience: Duration) -> Result<Found, Failure> {
    let chain = Chain::new(links)?;
    let mut results: [Vec<f64>; WAYS.len()] = Default::default();
    let (mut best, mut memory) = ([f64::INFINITY; WAYS.len()], [None; WAYS.len()]);
    let mut pieces = Pieces { count: 0, depth: 0 };
    // before methods that need more
    slice(Way::OdcaWrenches, &chain, &mut vec![0.0; chain.model.nv()])?;
    let peak = memory_of("VmHWM:");
    let start = Instant::now();
    for round in 0.. {
        if round >= ROUNDS && start.elapsed() >= patience {
            break;
        }
        for (k, way) in WAYS.into_iter().enumerate() {
            results[k].resize(chain.model.nv(), 0.0);
            let slice = slice(way, &chain, &mut results[k])?;
            (best[k], memory[k]) = (best[k].min(slice.best), memory[k].max(slice.memory));
            pieces = slice.pieces.unwrap_or(pieces);
        }
    }
    let trusted = chain.refined(&results[0])?;
    let scale = trusted.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
    let apart = |a: &Vec<f64>| a.iter().zip(&trusted).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / scale;
    let same_bits = results[2].iter().zip(&results[3]).all(|(a, b)| a.to_bits() == b.to_bits());
    let differences = results.each_ref().map(apart);
    Ok(Found { links, best, differences, same_bits, pieces, memory, peak })
}

/// Times a method with memory of its own, which it gives back: at a million links there is no room for all of them.
fn slice(way: Way, chain: &Chain, a: &mut [f64]) -> Result<Slice, DynamicsError> {
    let Chain { model, q, v, tau } = chain;
    match way {
        Way::Recursion => {
            let mut ws = Workspace::new(model);
            repeat(|| ws.position(model, q)?.velocity(v)?.forward(tau, Loads::NONE, a))
        }
        Way::Compiled => {
            let mut compiled = model.compile();
            repeat(|| compiled.forward_dynamics(q, v, tau, a))
        }
        Way::Odca(threads) => {
            let mut odca = Odca::new(model).without_reactions();
            let slice = repeat(|| odca.forward(model, (q, v), tau, Loads::NONE, threads, a).map(drop))?;
            Ok(Slice { pieces: Some(odca.pieces()), ..slice })
        }
        Way::OdcaWrenches => {
            let mut odca = Odca::new(model);
            repeat(|| odca.forward(model, (q, v), tau, Loads::NONE, Threads::One, a).map(drop))
        }
    }
}

fn repeat(mut evaluate: impl FnMut() -> Result<(), DynamicsError>) -> Result<Slice, DynamicsError> {
    // the first one asks the system for memory
    evaluate()?;
    let start = Instant::now();
    let mut best = Duration::MAX;
    loop {
        let before = start.elapsed();
        evaluate()?;
        let after = start.elapsed();
        best = best.min(after - before);
        if after >= SLICE {
            return Ok(Slice { best: best.as_nanos() as f64, memory: memory_of("VmRSS:"), pieces: None });
        }
    }
}

/// Memory of this program in bytes, where the system tells it.
fn memory_of(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| 1024 * kilobytes)
}
