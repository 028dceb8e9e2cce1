//! The number of threads of a call. Results do not depend on it, bit for bit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use denoc_dynamics::compiled::Threads;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::input;

/// Work (states × speeds) above which several threads are faster.
const WORTH: usize = 4096;

/// The choice for one call.
pub(crate) enum Crew {
    /// The calling thread.
    One,
    /// All threads of the process.
    All,
    /// A pool of this many.
    Pool(Arc<ThreadPool>),
}

impl Crew {
    /// The requested number of threads, or a choice by the amount of work.
    pub(crate) fn choose(py: Python<'_>, requested: Option<usize>, work: usize) -> PyResult<Self> {
        match requested {
            Some(count) if !(1..=most()).contains(&count) => {
                let message =
                    format!("threads is {count}; give a number from 1 to {}, or None for an automatic choice", most());
                Err(input(py, message, "threads"))
            }
            // threads do not survive a fork: the child uses one thread
            _ if forked() => Ok(Self::One),
            Some(1) => Ok(Self::One),
            Some(count) => Ok(Self::Pool(pool(py, count)?)),
            None => Ok(if work < WORTH { Self::One } else { Self::All }),
        }
    }

    pub(crate) fn threads(&self) -> Threads {
        if matches!(self, Self::One) { Threads::One } else { Threads::Pool }
    }

    /// Runs work that uses rayon.
    pub(crate) fn run<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Self::Pool(pool) => pool.install(work),
            _ => work(),
        }
    }
}

/// The maximum number of threads that may be requested. Cached: querying the system takes longer than a computation.
fn most() -> usize {
    static MOST: OnceLock<usize> = OnceLock::new();
    *MOST.get_or_init(|| (4 * std::thread::available_parallelism().map_or(1, usize::from)).max(8))
}

fn forked() -> bool {
    static BORN: OnceLock<u32> = OnceLock::new();
    let now = std::process::id();
    *BORN.get_or_init(|| now) != now
}

fn pool(py: Python<'_>, count: usize) -> PyResult<Arc<ThreadPool>> {
    static POOLS: OnceLock<Mutex<HashMap<usize, Arc<ThreadPool>>>> = OnceLock::new();
    let mut pools = POOLS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&count) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().num_threads(count).build();
    let pool = pool.map_err(|error| input(py, format!("{count} threads cannot be started: {error}"), "threads"))?;
    Ok(pools.entry(count).or_insert(Arc::new(pool)).clone())
}
