//! The timed cases of denoc.

use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use denoc_dynamics::compiled::{Compile, Compiled, Layout, Threads};
use denoc_dynamics::{Dynamics, DynamicsError, Workspace};
use denoc_model::{FrameId, Model};
use denoc_testkit::{State, random_state};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::models::Subject;
use crate::rounds::{Local, Slice};
use crate::states::{Batch, batch};

/// Batches have fewer states if they would exceed this many numbers.
const BATCH_NUMBERS: usize = 1 << 22;
/// Lanes in single precision: a multiple of these fills the blocks of both precisions.
const WIDEST: usize = 8;

/// Matrices of more entries than this are not computed.
const LARGEST_MATRIX: usize = 4_000_000;

/// One line of the report, with the times measured so far.
pub(crate) struct Case {
    pub(crate) algorithm: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) threads: usize,
    pub(crate) library: &'static str,
    /// States per evaluation.
    pub(crate) states: usize,
    pub(crate) slice: Box<dyn Slice>,
    /// Nanoseconds per state.
    pub(crate) samples: Vec<f64>,
}

impl Case {
    /// One state at a time, on one thread.
    pub(crate) fn single(algorithm: &'static str, library: &'static str, slice: Box<dyn Slice>) -> Self {
        Self { algorithm, mode: "single", threads: 1, library, states: 1, slice, samples: Vec::new() }
    }

    pub(crate) fn minimum(&self) -> f64 {
        self.samples.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(crate) fn median(&self) -> f64 {
        let mut sorted = self.samples.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[sorted.len() / 2]
    }
}

/// All cases of our library; batches of up to `most` states.
pub(crate) fn ours(subject: &Subject, most: usize) -> Vec<Case> {
    let mut cases = compiled(subject);
    cases.extend(faithful(subject));
    if subject.model.nv() < 100_000 {
        batches(subject, most, &mut cases);
    }
    cases
}

/// An algorithm of the compiled layer: the function and the length of its result.
pub(crate) type Algorithm = fn(&mut Compiled, &State, &mut [f64]) -> Result<(), DynamicsError>;

/// The algorithms of the compiled layer, one state at a time, with the length of the result.
pub(crate) fn algorithms(model: &Model) -> Vec<(&'static str, Algorithm, usize)> {
    let nv = model.nv();
    let mut algorithms: Vec<(&'static str, Algorithm, usize)> = vec![
        ("inverse", |c, s, out| c.inverse_dynamics(&s.q, &s.v, &s.a, out), nv),
        ("forward", |c, s, out| c.forward_dynamics(&s.q, &s.v, &s.tau, out), nv),
        ("gim", |c, s, out| c.gim(&s.q, out), nv * nv),
    ];
    algorithms.retain(|&(_, _, size)| size <= LARGEST_MATRIX);
    algorithms
}

fn compiled(subject: &Subject) -> Vec<Case> {
    let compiled = subject.model.compile();
    let states: Rc<[State]> = subject.states.clone().into();
    let case = |(algorithm, evaluate, size): (&'static str, Algorithm, usize)| {
        let (mut compiled, mut out) = (compiled.clone(), vec![0.0; size]);
        let mut call = move |s: &State| {
            let done = evaluate(black_box(&mut compiled), s, &mut out);
            black_box(&mut out);
            done
        };
        first(algorithm, "denoc", &states, &mut call)?;
        Some(Case::single(algorithm, "denoc", Box::new(cycled(&states, call))))
    };
    algorithms(&subject.model).into_iter().filter_map(case).collect()
}

fn faithful(subject: &Subject) -> Vec<Case> {
    let model = Rc::new(subject.model.clone());
    let nv = model.nv();
    let states: Rc<[State]> = subject.states.clone().into();
    let tip = FrameId(model.links().len() - 1);
    let mut cases = Vec::new();
    let mut add = |algorithm: &'static str, size: usize, evaluate: Faithful| {
        if size > LARGEST_MATRIX {
            return;
        }
        let (mut ws, mut out, model) = (Workspace::new(&model), vec![0.0; size], Rc::clone(&model));
        let mut call = move |s: &State| {
            let done = evaluate(&model, black_box(&mut ws), s, tip, &mut out);
            black_box(&mut out);
            done
        };
        if first(algorithm, "denoc-faithful", &states, &mut call).is_some() {
            cases.push(Case::single(algorithm, "denoc-faithful", Box::new(cycled(&states, call))));
        }
    };
    add("inverse", nv, |m, ws, s, _, out| m.inverse_dynamics(ws, &s.q, &s.v, &s.a, out));
    add("forward", nv, |m, ws, s, _, out| m.forward_dynamics(ws, &s.q, &s.v, &s.tau, out));
    add("gim", nv * nv, |m, ws, s, _, out| m.gim(ws, &s.q, out));
    add("mci", nv * nv, |m, ws, s, _, out| ws.position(m, &s.q)?.velocity(&s.v)?.mci(out));
    add("udut-solve", nv, |m, ws, s, _, out| ws.position(m, &s.q)?.udut()?.solve(&s.tau, out));
    add("jacobian", 6 * nv, |m, ws, s, tip, out| ws.position(m, &s.q)?.jacobian(tip, out));
    cases
}

/// Model, workspace, state, the last link's frame, result.
type Faithful = fn(&Model, &mut Workspace<f64>, &State, FrameId, &mut [f64]) -> Result<(), DynamicsError>;

/// Evaluates once; a case that fails is skipped with a message.
fn first<E: std::fmt::Display>(
    algorithm: &str,
    library: &str,
    states: &[State],
    call: &mut impl FnMut(&State) -> Result<(), E>,
) -> Option<()> {
    call(&states[0]).map_err(|error| eprintln!("  {algorithm} of {library} skipped: {error}")).ok()
}

/// Cycles over the states, continuing where the previous slice stopped.
pub(crate) fn cycled<S: 'static, E: std::fmt::Display + 'static>(
    states: &Rc<[S]>,
    mut call: impl FnMut(&S) -> Result<(), E> + 'static,
) -> impl Slice + 'static {
    let (states, mut next) = (Rc::clone(states), 0);
    Local::new(move |count| {
        for _ in 0..count {
            if let Err(error) = call(&states[next]) {
                panic!("state {next}, of the same kind as the first: {error}");
            }
            next += 1;
            if next == states.len() {
                next = 0;
            }
        }
    })
}

/// Batches: in blocks, in rows, and in single precision, on one and two threads.
fn batches(subject: &Subject, most: usize, cases: &mut Vec<Case>) {
    let (nq, nv) = (subject.model.nq(), subject.model.nv());
    let compiled = subject.model.compile();
    let pools = [1, 2].map(|n| Arc::new(pool(n)));
    for (algorithm, numbers) in [("inverse", nq + 3 * nv), ("forward", nq + 3 * nv), ("gim", nq + nv * nv)] {
        let count = most.min(BATCH_NUMBERS / numbers) / WIDEST * WIDEST;
        if count < 64 {
            continue;
        }
        let states: Vec<State> = (0..count as u64).map(|seed| random_state(&subject.model, 1000 + seed)).collect();
        let size = count * if algorithm == "gim" { nv * nv } else { nv };
        for (library, layout) in [("denoc", Layout::Blocks), ("denoc-rows", Layout::Rows)] {
            let input = Arc::new(batch(&states, layout, 4, |x| x));
            let case = BatchCase { algorithm, library, states: count, size };
            both(&compiled, &pools, case, cases, |threads| {
                let input = Arc::clone(&input);
                Box::new(move |c, out| double(algorithm, c, &input, out, layout, threads))
            });
        }
        let input = Arc::new(batch(&states, Layout::Blocks, WIDEST, |x| x as f32));
        let case = BatchCase { algorithm, library: "denoc-f32", states: count, size };
        both(&compiled, &pools, case, cases, |threads| {
            let input = Arc::clone(&input);
            Box::new(move |c, out| float(algorithm, c, &input, out, threads))
        });
    }
}

type BatchCall<E> = Box<dyn FnMut(&mut Compiled, &mut [E]) -> Result<(), DynamicsError> + Send>;

/// What a batch computes.
#[derive(Copy, Clone)]
struct BatchCase {
    algorithm: &'static str,
    library: &'static str,
    states: usize,
    /// Length of the result.
    size: usize,
}

/// Adds a batch on one and on two threads.
fn both<E: Copy + Default + Send + 'static>(
    compiled: &Compiled,
    pools: &[Arc<ThreadPool>; 2],
    batch: BatchCase,
    cases: &mut Vec<Case>,
    call: impl Fn(Threads) -> BatchCall<E>,
) {
    let BatchCase { algorithm, library, states, size } = batch;
    for threads in [1, 2] {
        let (mut compiled, mut out) = (compiled.clone(), vec![E::default(); size]);
        let pool = Arc::clone(&pools[threads - 1]);
        let mut call = call(if threads == 1 { Threads::One } else { Threads::Pool });
        if let Err(error) = call(&mut compiled, &mut out) {
            eprintln!("  batch {algorithm} of {library} skipped: {error}");
            return;
        }
        let evaluate = move |count: usize| {
            pool.install(|| {
                for _ in 0..count {
                    call(&mut compiled, &mut out).expect("the same call has succeeded");
                    black_box(&mut out);
                }
            });
        };
        let slice: Box<dyn Slice> = Box::new(Local::new(evaluate));
        cases.push(Case { algorithm, mode: "batch", threads, library, states, slice, samples: Vec::new() });
    }
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads can be had")
}

fn double(
    algorithm: &str,
    c: &mut Compiled,
    b: &Batch<f64>,
    out: &mut [f64],
    layout: Layout,
    threads: Threads,
) -> Result<(), DynamicsError> {
    match algorithm {
        "inverse" => c.inverse_dynamics_batch(b.states(), &b.a, out, layout, threads),
        "forward" => c.forward_dynamics_batch(b.states(), &b.tau, out, layout, threads),
        _ => c.gim_batch(&b.q, out, layout, threads),
    }
}

fn float(
    algorithm: &str,
    c: &mut Compiled,
    b: &Batch<f32>,
    out: &mut [f32],
    threads: Threads,
) -> Result<(), DynamicsError> {
    match algorithm {
        "inverse" => c.inverse_dynamics_batch_f32(b.states(), &b.a, out, Layout::Blocks, threads),
        "forward" => c.forward_dynamics_batch_f32(b.states(), &b.tau, out, Layout::Blocks, threads),
        _ => c.gim_batch_f32(&b.q, out, Layout::Blocks, threads),
    }
}
