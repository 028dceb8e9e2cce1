//! Inverse dynamics, forward dynamics and the inertia matrix of one model without loops.

use std::hint::black_box;
use std::time::{Duration, Instant};

use denoc_dynamics::compiled::{Compile, Compiled, Layout, Threads};
use denoc_dynamics::{Dynamics, DynamicsError, States, Workspace};
use denoc_math::random::Random;
use denoc_model::Model;

use super::SLICE;
use crate::ValidationError;

/// Lanes of f64 in a block of a batch.
const LANES: usize = 4;

/// What is computed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TimedAlgorithm {
    /// Joint forces for a given motion.
    Inverse,
    /// Accelerations for given joint forces.
    Forward,
    /// The generalised inertia matrix.
    Gim,
}

impl TimedAlgorithm {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Inverse, Self::Forward, Self::Gim];

    /// The keyword in tables and JSON.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Inverse => "inverse",
            Self::Forward => "forward",
            Self::Gim => "gim",
        }
    }
}

/// How states are evaluated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum EvaluationMode {
    /// State by state, in the compiled layer.
    Compiled,
    /// State by state, in the faithful layer.
    Faithful,
    /// A batch of states in the compiled layer.
    Batch(Threads),
}

impl EvaluationMode {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 4] = [Self::Compiled, Self::Faithful, Self::Batch(Threads::One), Self::Batch(Threads::Pool)];
}

/// Times of one model.
#[derive(Clone, Debug)]
pub struct AlgorithmTimings {
    /// The instruction set in use.
    pub isa: &'static str,
    /// States in a batch.
    pub batch: usize,
    /// Times, algorithm by algorithm, each in all modes of [`EvaluationMode::ALL`].
    pub timings: Vec<AlgorithmTiming>,
    /// Algorithms that this model does not allow, and why.
    pub refused: Vec<(TimedAlgorithm, DynamicsError)>,
}

/// The time of an algorithm in one mode.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct AlgorithmTiming {
    /// What is computed.
    pub algorithm: TimedAlgorithm,
    /// How.
    pub mode: EvaluationMode,
    /// Time for one state, ns.
    pub nanoseconds: f64,
}

/// Times the algorithms on a model without loops, for about this long.
pub fn time_algorithms(model: &Model, patience: Duration) -> Result<AlgorithmTimings, ValidationError> {
    let mut workload = Workload::new(model);
    let (mut meters, mut refused) = (Vec::new(), Vec::new());
    for algorithm in TimedAlgorithm::ALL {
        match workload.evaluate(algorithm, EvaluationMode::Compiled, workload.states) {
            Ok(()) => meters.extend(EvaluationMode::ALL.map(|mode| Meter::new(algorithm, mode))),
            Err(error) => refused.push((algorithm, error)),
        }
    }
    let start = Instant::now();
    // at least a few rounds: the first ones find out how many evaluations fill a slice
    for round in 0.. {
        if round >= 8 && start.elapsed() >= patience {
            break;
        }
        for meter in &mut meters {
            meter.slice(&mut workload)?;
        }
    }
    let timings = meters.into_iter().map(|meter| meter.timing).collect();
    Ok(AlgorithmTimings { isa: workload.compiled.isa(), batch: workload.states, timings, refused })
}

/// Times one algorithm in one mode.
struct Meter {
    timing: AlgorithmTiming,
    /// Evaluations in a slice.
    count: usize,
}

impl Meter {
    fn new(algorithm: TimedAlgorithm, mode: EvaluationMode) -> Self {
        Self { timing: AlgorithmTiming { algorithm, mode, nanoseconds: f64::INFINITY }, count: 1 }
    }

    fn slice(&mut self, workload: &mut Workload<'_>) -> Result<(), DynamicsError> {
        let AlgorithmTiming { algorithm, mode, nanoseconds } = &mut self.timing;
        let start = Instant::now();
        workload.evaluate(*algorithm, *mode, self.count)?;
        let time = start.elapsed();
        let states = self.count * if matches!(mode, EvaluationMode::Batch(_)) { workload.states } else { 1 };
        *nanoseconds = nanoseconds.min(time.as_nanos() as f64 / states as f64);
        if time < SLICE / 2 {
            self.count *= 2;
        }
        Ok(())
    }
}

/// A model with states to compute.
struct Workload<'m> {
    model: &'m Model,
    compiled: Compiled,
    ws: Workspace<f64>,
    states: usize,
    rows: [Vec<f64>; 3],
    blocks: [Vec<f64>; 3],
    out: Vec<f64>,
}

impl<'m> Workload<'m> {
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
    fn evaluate(&mut self, algorithm: TimedAlgorithm, mode: EvaluationMode, count: usize) -> Result<(), DynamicsError> {
        let (nq, nv) = (self.model.nq(), self.model.nv());
        let size = if algorithm == TimedAlgorithm::Gim { nv * nv } else { nv };
        for k in 0..count {
            let s = k % self.states;
            let [q, v, x] = [(0, nq), (1, nv), (2, nv)].map(|(i, n)| &self.rows[i][s * n..][..n]);
            let [bq, bv, bx] = self.blocks.each_ref().map(Vec::as_slice);
            let one = &mut self.out[..size];
            match (mode, algorithm) {
                (EvaluationMode::Compiled, TimedAlgorithm::Inverse) => self.compiled.inverse_dynamics(q, v, x, one)?,
                (EvaluationMode::Compiled, TimedAlgorithm::Forward) => self.compiled.forward_dynamics(q, v, x, one)?,
                (EvaluationMode::Compiled, TimedAlgorithm::Gim) => self.compiled.gim(q, one)?,
                (EvaluationMode::Faithful, TimedAlgorithm::Inverse) => {
                    self.model.inverse_dynamics(&mut self.ws, q, v, x, one)?
                }
                (EvaluationMode::Faithful, TimedAlgorithm::Forward) => {
                    self.model.forward_dynamics(&mut self.ws, q, v, x, one)?
                }
                (EvaluationMode::Faithful, TimedAlgorithm::Gim) => self.model.gim(&mut self.ws, q, one)?,
                (EvaluationMode::Batch(threads), algorithm) => {
                    let (out, batch) = (&mut self.out[..self.states * size], States { q: bq, v: bv });
                    match algorithm {
                        TimedAlgorithm::Inverse => {
                            self.compiled.inverse_dynamics_batch(batch, bx, out, Layout::Blocks, threads)?
                        }
                        TimedAlgorithm::Forward => {
                            self.compiled.forward_dynamics_batch(batch, bx, out, Layout::Blocks, threads)?
                        }
                        TimedAlgorithm::Gim => self.compiled.gim_batch(bq, out, Layout::Blocks, threads)?,
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
