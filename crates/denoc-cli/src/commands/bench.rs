//! `denoc bench`.

mod loops;
mod odca;

use std::hint::black_box;
use std::time::{Duration, Instant};

use denoc::dynamics::DynamicsError;
use denoc::math::random::Random;
use denoc::prelude::*;
use serde_json::{Value, json};

use crate::args::ModelArgs;
use crate::output::{Failure, Output};
use crate::table::{Side, Table, plural};

/// How long the algorithms take for this robot on this machine
#[derive(clap::Args, Debug)]
#[command(
    after_help = "In place of a model, \"loops\" times chains of four-bar linkages by every method for closed loops, and \
                        \"odca\" divide and conquer on serial chains of up to a million links.\n\n\
                        Examples:\n  denoc bench puma\n  denoc bench robot.urdf --base floating --seconds 5\n  \
                        denoc bench loops\n  denoc bench odca --largest 100000"
)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 2.0, allow_negative_numbers = true)]
    seconds: f64,

    /// The longest chain of "odca", in links (1,000,000 unless given)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    largest: Option<usize>,

    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
}

const TASKS: [(&str, Task); 3] = [("inverse", Task::Inverse), ("forward", Task::Forward), ("gim", Task::Gim)];
/// Of f64.
const LANES: usize = 4;
const SLICE: Duration = Duration::from_micros(500);

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Task {
    Inverse,
    Forward,
    Gim,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Mode {
    Compiled,
    Faithful,
    Batch(Threads),
}

const MODES: [Mode; 4] = [Mode::Compiled, Mode::Faithful, Mode::Batch(Threads::One), Mode::Batch(Threads::Pool)];

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let patience = Duration::try_from_secs_f64(args.seconds).map_err(|_| {
        Failure::new(format!("--seconds {} is no time to measure; give a number such as 2", args.seconds))
    })?;
    if args.model.name() == odca::KEYWORD {
        return odca::run(patience, args.largest, args.json);
    }
    if args.largest.is_some() {
        return Err(Failure::new("--largest is the length of the chains of denoc bench odca; leave it out"));
    }
    if args.model.name() == loops::KEYWORD {
        return loops::run(patience, args.json);
    }
    let loaded = args.model.load()?;
    if !loaded.model.closures().is_empty() {
        let (model, name) = (loaded.model.name(), args.model.name());
        return Err(Failure::new(format!(
            "\"{model}\" has loops, and these algorithms are those of trees; denoc compare {name} times the methods for loops"
        )));
    }
    let mut subject = Subject::new(&loaded.model);
    let mut output = Output::default();
    let mut cases = Vec::new();
    for (name, task) in TASKS {
        match subject.evaluate(task, Mode::Compiled, subject.states) {
            Ok(()) => cases.extend(MODES.map(|mode| Case { name, task, mode, best: f64::INFINITY, count: 1 })),
            Err(error) => output.note(format!("{name} is left out: {}", Failure::from(error))),
        }
    }
    let start = Instant::now();
    // at least a few rounds: the first ones find out how many evaluations fill a slice
    for round in 0.. {
        if round >= 8 && start.elapsed() >= patience {
            break;
        }
        for case in &mut cases {
            case.slice(&mut subject)?;
        }
    }
    if cfg!(debug_assertions) {
        output.note("note: this is a debug build, many times slower than cargo build --release".into());
    }
    output.text =
        if args.json { lines(&loaded.model, &subject, &cases) } else { text(&loaded.model, &subject, &cases) };
    Ok(output)
}

/// Something to be timed.
struct Case {
    name: &'static str,
    task: Task,
    mode: Mode,
    /// Nanoseconds per state.
    best: f64,
    /// Evaluations in a slice.
    count: usize,
}

impl Case {
    fn slice(&mut self, subject: &mut Subject<'_>) -> Result<(), Failure> {
        let start = Instant::now();
        subject.evaluate(self.task, self.mode, self.count)?;
        let time = start.elapsed();
        let states = self.count * if matches!(self.mode, Mode::Batch(_)) { subject.states } else { 1 };
        self.best = self.best.min(time.as_nanos() as f64 / states as f64);
        if time < SLICE / 2 {
            self.count *= 2;
        }
        Ok(())
    }
}

/// A model with states to compute.
struct Subject<'m> {
    model: &'m Model,
    compiled: Compiled,
    ws: Workspace<f64>,
    states: usize,
    rows: [Vec<f64>; 3],
    blocks: [Vec<f64>; 3],
    out: Vec<f64>,
}

impl<'m> Subject<'m> {
    fn new(model: &'m Model) -> Self {
        let (nq, nv) = (model.nq(), model.nv());
        // not more than some 30 MB of inertia matrices
        let states = (4_000_000 / (nv * nv).max(1)).clamp(LANES, 1024) / LANES * LANES;
        let mut random = Random::new(1);
        let mut vector = |n: usize| random.vector(n, 1.0);
        let mut rows: [Vec<f64>; 3] = Default::default();
        for _ in 0..states {
            let mut q = model.neutral();
            let neutral = q.clone();
            if model.integrate(&neutral, &vector(nv), &mut q).is_err() {
                q = neutral;
            }
            rows[0].extend(q);
            rows[1].extend(vector(nv));
            rows[2].extend(vector(nv));
        }
        let blocks = [(0, nq), (1, nv), (2, nv)].map(|(k, n)| in_blocks(&rows[k], n));
        let out = vec![0.0; states * nv * nv.max(1)];
        Self { model, compiled: model.compile(), ws: Workspace::new(model), states, rows, blocks, out }
    }

    /// Evaluates `count` states, or batches.
    fn evaluate(&mut self, task: Task, mode: Mode, count: usize) -> Result<(), DynamicsError> {
        let (nq, nv) = (self.model.nq(), self.model.nv());
        let size = if task == Task::Gim { nv * nv } else { nv };
        for k in 0..count {
            let s = k % self.states;
            let [q, v, x] = [(0, nq), (1, nv), (2, nv)].map(|(i, n)| &self.rows[i][s * n..][..n]);
            let [bq, bv, bx] = self.blocks.each_ref().map(Vec::as_slice);
            let one = &mut self.out[..size];
            match (mode, task) {
                (Mode::Compiled, Task::Inverse) => self.compiled.inverse_dynamics(q, v, x, one)?,
                (Mode::Compiled, Task::Forward) => self.compiled.forward_dynamics(q, v, x, one)?,
                (Mode::Compiled, Task::Gim) => self.compiled.gim(q, one)?,
                (Mode::Faithful, Task::Inverse) => self.model.inverse_dynamics(&mut self.ws, q, v, x, one)?,
                (Mode::Faithful, Task::Forward) => self.model.forward_dynamics(&mut self.ws, q, v, x, one)?,
                (Mode::Faithful, Task::Gim) => self.model.gim(&mut self.ws, q, one)?,
                (Mode::Batch(threads), task) => {
                    let (out, batch) = (&mut self.out[..self.states * size], (bq, bv, bx));
                    match task {
                        Task::Inverse => self.compiled.inverse_dynamics_batch(batch, out, Layout::Blocks, threads)?,
                        Task::Forward => self.compiled.forward_dynamics_batch(batch, out, Layout::Blocks, threads)?,
                        Task::Gim => self.compiled.gim_batch(bq, out, Layout::Blocks, threads)?,
                    }
                }
            }
            black_box(&self.out);
        }
        Ok(())
    }
}

/// Rows of `n` numbers to `[block][entry][lane]`.
fn in_blocks(rows: &[f64], n: usize) -> Vec<f64> {
    let mut blocks = vec![0.0; rows.len()];
    for (i, &x) in rows.iter().enumerate() {
        let (s, k) = (i / n, i % n);
        blocks[(s / LANES * n + k) * LANES + s % LANES] = x;
    }
    blocks
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn text(model: &Model, subject: &Subject<'_>, cases: &[Case]) -> String {
    let n = threads();
    let all = format!("batch, {n} thread{}", plural(n));
    let header = ["", "one state", "faithful layer", "faithful : compiled", "batch, 1 thread", &all];
    let side = |(k, h)| (h, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(header.into_iter().enumerate().map(side));
    for four in cases.chunks_exact(MODES.len()) {
        let [compiled, faithful, one, pool] = [0, 1, 2, 3].map(|k| four[k].best);
        let ratio = format!("{:.1}", faithful / compiled);
        table.row([four[0].name.into(), time(compiled), time(faithful), ratio, time(one), time(pool)]);
    }
    format!(
        "{}: {} degrees of freedom, instruction set {}\n\n{}
Time for one state, the best of many slices; the compiled layer unless said otherwise, batches of {} states.
Batches with {n} thread{} spread over all cores; small models may not gain from it.
This times denoc alone on a machine that may be busy: it is no comparison with other libraries (cargo xtask bench --peers is).
",
        model.name(),
        model.nv(),
        subject.compiled.isa(),
        table.text(),
        subject.states,
        plural(n),
    )
}

fn lines(model: &Model, subject: &Subject<'_>, cases: &[Case]) -> String {
    let line = |case: &Case| {
        let (mode, threads, layer) = match case.mode {
            Mode::Compiled => ("single", 1, "compiled"),
            Mode::Faithful => ("single", 1, "faithful"),
            Mode::Batch(Threads::One) => ("batch", 1, "compiled"),
            Mode::Batch(Threads::Pool) => ("batch", threads(), "compiled"),
        };
        let states = if mode == "batch" { subject.states } else { 1 };
        let object: Value = json!({
            "model": model.name(), "algorithm": case.name, "mode": mode, "threads": threads, "layer": layer,
            "states": states, "ns": case.best,
        });
        format!("{object}\n")
    };
    cases.iter().map(line).collect()
}

fn time(ns: f64) -> String {
    match ns {
        ..1e4 => format!("{ns:.0} ns"),
        ..1e7 => format!("{:.1} µs", ns * 1e-3),
        _ => format!("{:.1} ms", ns * 1e-6),
    }
}
