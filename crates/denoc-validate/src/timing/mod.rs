//! Timing of algorithms on this machine.
//!
//! [`time_algorithms`] times one model, [`time_four_bars`] every method for loops on chains of four-bar linkages,
//! [`time_chains`] divide and conquer (O-DCA) on long serial chains. Times are the best of many evaluations, so that a busy
//! machine matters less. They are not a comparison with other libraries.
//!
//! ```
//! use std::time::Duration;
//! use denoc_validate::timing::time_chains;
//!
//! let timings = time_chains(50, Duration::ZERO)?;
//! let chain = &timings.chains[0];
//! assert!(chain.links == 50 && chain.same_bits);
//! assert!(chain.methods.iter().all(|method| method.nanoseconds > 0.0 && method.difference < 1e-9));
//! # Ok::<(), denoc_validate::ValidationError>(())
//! ```

mod algorithms;
mod chains;
mod four_bars;

use std::time::Duration;

pub use algorithms::{AlgorithmTiming, AlgorithmTimings, EvaluationMode, TimedAlgorithm, time_algorithms};
pub use chains::{ChainMethod, ChainMethodTiming, ChainTiming, ChainTimings, LARGEST_CHAIN, time_chains};
pub use four_bars::{FOUR_BAR_CHAINS, FourBarTiming, four_bar_exponent, time_four_bars};

/// Evaluations are timed in slices of about this length.
const SLICE: Duration = Duration::from_micros(500);

/// The number of threads that [`Threads::Pool`](denoc_dynamics::compiled::Threads) uses.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
