use std::path::PathBuf;

use clap::{Parser, ValueEnum};

/// Times every algorithm of denoc, alone and against other libraries in the same run.
///
/// Each round gives every case a slice of about 0.3 ms (longer for large models) after an untimed quarter slice; the time
/// of a case is its smallest over all rounds, per evaluation of one state. Models are cycled over 64 states (8 from 1,000
/// degrees of freedom, 1 from 100,000). The peers are timed one state at a time.
#[derive(Parser, Debug)]
#[command(name = "denoc-bench", after_help = JSON)]
pub(crate) struct Options {
    /// What to time.
    #[arg(value_enum, default_value = "robots")]
    pub(crate) what: What,

    /// The Pinocchio program (`cargo xtask bench --peers` builds it and passes this option).
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) peer: Option<PathBuf>,

    /// Flags that the program was compiled with, to be printed.
    #[arg(long, value_name = "FLAGS", default_value = "", allow_hyphen_values = true)]
    pub(crate) peer_flags: String,

    /// A Python that has MuJoCo, to be timed on loops and ropes.
    #[arg(long, value_name = "PYTHON")]
    pub(crate) mujoco: Option<PathBuf>,

    /// A Python that has the peers of simulations (`cargo xtask bench simulate --peers` makes one and passes this option).
    #[arg(long, value_name = "PYTHON")]
    pub(crate) python: Option<PathBuf>,

    /// Write the table of simulations into DIR/speed.md, between its marks, and their plot to DIR/simulations.svg.
    #[arg(long, value_name = "DIR")]
    pub(crate) write: Option<PathBuf>,

    /// Folder of real robots (`example-robot-data`); without it, synthetic look-alikes called `ur5-like` and so on.
    #[arg(long, value_name = "DIR")]
    pub(crate) robots: Option<PathBuf>,

    /// Only these models, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) models: Vec<String>,

    /// One JSON object per line on standard output; the table goes to standard error.
    #[arg(long)]
    pub(crate) json: bool,

    /// Few rounds: times within about 10 %.
    #[arg(long)]
    pub(crate) quick: bool,

    /// One round on small models, to check that everything runs; an error if results of libraries differ.
    #[arg(long, conflicts_with_all = ["quick", "rounds", "callgrind"])]
    pub(crate) check: bool,

    /// Number of rounds (a model stops earlier after a minute).
    #[arg(long, value_name = "N")]
    pub(crate) rounds: Option<usize>,

    /// Links of ropes, separated by commas.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_values_t = [20, 100, 1000])]
    pub(crate) links: Vec<usize>,

    /// Simulated time of ropes, s.
    #[arg(long, value_name = "S", default_value_t = 0.5)]
    pub(crate) duration: f64,

    /// Wall-clock seconds after which the simulation of a rope stops; its speed is computed from the time reached.
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    pub(crate) patience: f64,

    /// Step sizes of MuJoCo on ropes, separated by commas: the first stable one is used.
    #[arg(long, value_name = "S", value_delimiter = ',',
          default_values_t = [2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6])]
    pub(crate) steps: Vec<f64>,

    /// Count instructions per evaluation with valgrind's callgrind instead of timing.
    #[arg(long)]
    pub(crate) callgrind: bool,

    /// MODEL:ALGORITHM:EVALUATIONS, what `--callgrind` runs under valgrind.
    #[arg(long, hide = true)]
    pub(crate) count: Option<String>,
}

/// What to time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Inverse and forward dynamics and inertia matrices of robots and chains.
    Robots,
    /// Forward dynamics of chains of 1, 10, 100 and 1,000 four-bar linkages, by every algorithm for loops.
    Loops,
    /// Simulation of a falling rope and of a cable tied at both ends, by denoc and MuJoCo.
    Ropes,
    /// CPU time of simulations for final errors of 1e-3, 1e-6 and 1e-9, by denoc, Pinocchio with SciPy, MuJoCo, Drake and Exudyn.
    Simulate,
}

impl Options {
    /// With `--check`, the fast settings.
    pub(crate) fn shortened(mut self) -> Self {
        if self.check {
            (self.links, self.duration, self.steps) = (vec![20], 0.05, vec![2e-3]);
        }
        self
    }

    pub(crate) fn number_of_rounds(&self) -> usize {
        match self.check {
            true => 1,
            false => self.rounds.unwrap_or(if self.quick { 9 } else { 121 }).max(1),
        }
    }

    /// States of a batch, at most.
    pub(crate) fn batch(&self) -> usize {
        if self.check { 64 } else { 4096 }
    }

    /// Longer chains are skipped.
    pub(crate) fn longest_chain(&self) -> usize {
        if self.check { 100 } else { usize::MAX }
    }

    /// Longer chains of four-bars are skipped.
    pub(crate) fn most_loops(&self) -> usize {
        if self.check { 10 } else { usize::MAX }
    }
}

const JSON: &str = "\
Keys of a JSON line:
  model, algorithm   inverse, forward, gim; of the faithful layer also mci, udut-solve, jacobian
  mode               single, or batch (`states` of them at once)
  threads            1 or 2
  library            denoc (compiled layer; batches in blocks of lanes), denoc-rows (batch, state after state), denoc-f32
                     (batch in single precision), denoc-faithful (the faithful layer), pinocchio, dynibo
  compiler           that built the library
  ns                 nanoseconds per state: the smallest of the interleaved rounds; median_ns is their median
  ratio              Pinocchio's ns, one state at a time on one thread, divided by the ns of this row; null on rows of
                     peers, where Pinocchio was not timed, and where it does not agree to 1e-9
  ratio_dynibo       the same for dynibo
Pinocchio's forward and gim are the better of its two conventions (link frames, world frame). It fills one triangle of the
inertia matrix, denoc both. On two threads ns is wall time per state, and the ratio is to one thread of the peer.";
