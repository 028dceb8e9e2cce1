//! Divide and conquer beside the recursions, on serial chains of up to a million links.

mod chain;

use std::time::{Duration, Instant};

use denoc_dynamics::Workspace;
use denoc_dynamics::compiled::{Compile, Threads};
use denoc_dynamics::odca::{Odca, Pieces};
use denoc_dynamics::{DynamicsError, Loads, State};

use crate::ValidationError;
use chain::Chain;

/// Links of the longest chain that can be timed.
pub const LARGEST_CHAIN: usize = 1_000_000;

/// Rounds at least, and time for the evaluations of one method in each.
const ROUNDS: usize = 3;
const SLICE: Duration = Duration::from_millis(2);

/// How accelerations are computed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ChainMethod {
    /// The recursion of the faithful layer.
    Recursion,
    /// The recursion of the compiled layer.
    Compiled,
    /// Divide and conquer.
    Odca(Threads),
    /// Divide and conquer on one thread, with the wrenches at all joints.
    OdcaWrenches,
}

impl ChainMethod {
    /// All of them, in the order of tables.
    pub const ALL: [Self; 5] =
        [Self::Recursion, Self::Compiled, Self::Odca(Threads::One), Self::Odca(Threads::Pool), Self::OdcaWrenches];

    /// The keyword in JSON.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Recursion => "recursion",
            Self::Compiled => "compiled",
            Self::Odca(Threads::One) => "odca",
            Self::Odca(Threads::Pool) => "odca_threads",
            Self::OdcaWrenches => "odca_wrenches",
        }
    }
}

/// Times of chains of growing length.
#[derive(Clone, Debug)]
pub struct ChainTimings {
    /// The chains, the shortest first.
    pub chains: Vec<ChainTiming>,
}

/// Times of one chain.
#[derive(Clone, Debug)]
pub struct ChainTiming {
    /// Number of links.
    pub links: usize,
    /// One entry for each of [`ChainMethod::ALL`].
    pub methods: [ChainMethodTiming; ChainMethod::ALL.len()],
    /// Whether divide and conquer gives the same bits on one and on many threads.
    pub same_bits: bool,
    /// How divide and conquer cut the chain.
    pub pieces: Pieces,
    /// The largest memory of the process when the chain had been built and solved by divide and conquer, before any other method
    /// ran, bytes; none if the system does not report it.
    pub peak_memory: Option<u64>,
}

/// The time of one method on one chain.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ChainMethodTiming {
    /// The method.
    pub method: ChainMethod,
    /// Time for one state, ns.
    pub nanoseconds: f64,
    /// The largest difference of the accelerations from the recursion with one step of refinement, relative to the largest
    /// acceleration.
    pub difference: f64,
    /// Memory of the process with the model and this method alone, bytes; none if the system does not report it.
    pub memory: Option<u64>,
    /// The power of the number of links that the time grew with since the chain before; none for the first chain.
    pub exponent: Option<f64>,
}

impl ChainTiming {
    /// Of divide and conquer by many threads over one.
    pub fn speed_up(&self) -> f64 {
        self.methods[2].nanoseconds / self.methods[3].nanoseconds
    }
}

impl ChainTimings {
    /// The power of the number of links that the time of a method grows with, over all chains, by least squares of logarithms;
    /// none for a single chain.
    pub fn exponent(&self, method: ChainMethod) -> Option<f64> {
        let point = |chain: &ChainTiming| {
            let timing = chain.methods.iter().find(|timing| timing.method == method)?;
            Some([(chain.links as f64).ln(), timing.nanoseconds.ln()])
        };
        let points: Vec<[f64; 2]> = self.chains.iter().filter_map(point).collect();
        let n = points.len() as f64;
        let [x, y] = [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n);
        let (spread, common) = points
            .iter()
            .fold((0.0, 0.0), |(spread, common), p| (spread + (p[0] - x).powi(2), common + (p[0] - x) * (p[1] - y)));
        (spread > 0.0).then(|| common / spread)
    }
}

/// Some evaluations.
struct Slice {
    /// Nanoseconds of the fastest.
    best: f64,
    memory: Option<u64>,
    pieces: Option<Pieces>,
}

/// Times chains of 1,000 links, tenfold lengths below `largest`, and `largest`, for about this long in all.
pub fn time_chains(largest: usize, patience: Duration) -> Result<ChainTimings, ValidationError> {
    if !(2..=LARGEST_CHAIN).contains(&largest) {
        return Err(ValidationError::ChainLength { links: largest, most: LARGEST_CHAIN });
    }
    let tenfold = std::iter::successors(Some(1000), |n| Some(10 * n)).take_while(|&n| n < largest);
    let sizes: Vec<usize> = tenfold.chain([largest]).collect();
    let share = patience / sizes.len() as u32;
    let mut chains: Vec<ChainTiming> = Vec::new();
    for links in sizes {
        let mut chain = measure(links, share)?;
        if let Some(before) = chains.last() {
            let ratio = (chain.links as f64 / before.links as f64).ln();
            for (now, before) in chain.methods.iter_mut().zip(&before.methods) {
                now.exponent = Some((now.nanoseconds / before.nanoseconds).ln() / ratio);
            }
        }
        chains.push(chain);
    }
    Ok(ChainTimings { chains })
}

fn measure(links: usize, patience: Duration) -> Result<ChainTiming, ValidationError> {
    let chain = Chain::new(links)?;
    let mut results: [Vec<f64>; ChainMethod::ALL.len()] = Default::default();
    let unmeasured = |method| ChainMethodTiming {
        method,
        nanoseconds: f64::INFINITY,
        difference: 0.0,
        memory: None,
        exponent: None,
    };
    let mut methods = ChainMethod::ALL.map(unmeasured);
    let mut pieces = Pieces { count: 0, depth: 0 };
    // before methods that need more
    slice(ChainMethod::OdcaWrenches, &chain, &mut vec![0.0; chain.model.nv()])?;
    let peak_memory = memory_of("VmHWM:");
    let start = Instant::now();
    for round in 0.. {
        if round >= ROUNDS && start.elapsed() >= patience {
            break;
        }
        for (timing, result) in methods.iter_mut().zip(&mut results) {
            result.resize(chain.model.nv(), 0.0);
            let slice = slice(timing.method, &chain, result)?;
            timing.nanoseconds = timing.nanoseconds.min(slice.best);
            timing.memory = timing.memory.max(slice.memory);
            pieces = slice.pieces.unwrap_or(pieces);
        }
    }
    let trusted = chain.refined(&results[0])?;
    let scale = trusted.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
    let apart = |a: &Vec<f64>| a.iter().zip(&trusted).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / scale;
    let same_bits = results[2].iter().zip(&results[3]).all(|(a, b)| a.to_bits() == b.to_bits());
    methods.iter_mut().zip(&results).for_each(|(timing, result)| timing.difference = apart(result));
    Ok(ChainTiming { links, methods, same_bits, pieces, peak_memory })
}

/// Times a method in fresh memory, which is released: at a million links there is no room for all methods.
fn slice(method: ChainMethod, chain: &Chain, a: &mut [f64]) -> Result<Slice, DynamicsError> {
    let Chain { model, q, v, tau } = chain;
    match method {
        ChainMethod::Recursion => {
            let mut ws = Workspace::new(model);
            repeat(|| ws.position(model, q)?.velocity(v)?.forward(tau, Loads::NONE, a))
        }
        ChainMethod::Compiled => {
            let mut compiled = model.compile();
            repeat(|| compiled.forward_dynamics(q, v, tau, a))
        }
        ChainMethod::Odca(threads) => {
            let mut odca = Odca::new(model).without_reactions();
            let slice = repeat(|| odca.forward(model, State { q, v }, tau, Loads::NONE, threads, a).map(drop))?;
            Ok(Slice { pieces: Some(odca.pieces()), ..slice })
        }
        ChainMethod::OdcaWrenches => {
            let mut odca = Odca::new(model);
            repeat(|| odca.forward(model, State { q, v }, tau, Loads::NONE, Threads::One, a).map(drop))
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

/// Memory of this process in bytes, if the system reports it.
fn memory_of(key: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| 1024 * kilobytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(links: usize, nanoseconds: f64) -> ChainTiming {
        let timing = |method| ChainMethodTiming { method, nanoseconds, difference: 0.0, memory: None, exponent: None };
        let pieces = Pieces { count: 1, depth: 0 };
        ChainTiming { links, methods: ChainMethod::ALL.map(timing), same_bits: true, pieces, peak_memory: None }
    }

    // oracle: times made with a known power
    #[test]
    fn the_exponent_of_growth_is_found() {
        let chains = [1e3, 1e4, 1e5].map(|n: f64| chain(n as usize, 3.0 * n.powf(1.2))).to_vec();
        let found = ChainTimings { chains }.exponent(ChainMethod::Recursion).unwrap();
        assert!((found - 1.2).abs() < 1e-12, "{found}");
        assert_eq!(ChainTimings { chains: vec![chain(1000, 5.0)] }.exponent(ChainMethod::Compiled), None);
    }

    // oracle: the rule, by hand
    #[test]
    fn lengths_grow_tenfold_and_are_bounded() {
        let timings = time_chains(1200, Duration::ZERO).unwrap();
        assert_eq!(timings.chains.iter().map(|chain| chain.links).collect::<Vec<_>>(), [1000, 1200]);
        let [first, second] = [0, 1].map(|k| timings.chains[k].methods[0]);
        let growth = (second.nanoseconds / first.nanoseconds).ln() / 1.2_f64.ln();
        assert_eq!((first.exponent, second.exponent), (None, Some(growth)));
        for links in [0, 1, LARGEST_CHAIN + 1] {
            let error = time_chains(links, Duration::ZERO).unwrap_err();
            assert_eq!(error, ValidationError::ChainLength { links, most: LARGEST_CHAIN });
        }
    }
}
