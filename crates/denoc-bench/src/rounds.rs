//! Timing in alternating slices.

use std::time::{Duration, Instant};

use crate::cases::Case;
use crate::models::Subject;
use crate::options::Options;

/// The longest time for one model.
const PATIENCE: Duration = Duration::from_secs(60);

/// Longer slices for several threads: the system takes a millisecond to assign a core to the second one.
const SPREADING: f64 = 8.0;

/// A case that can be timed for one slice.
pub(crate) trait Slice {
    /// Warms up for a quarter of `budget` nanoseconds, then runs for about `budget`; returns nanoseconds per evaluation.
    fn slice(&mut self, budget: f64) -> Result<f64, String>;
}

/// A function of this process; its argument is the number of evaluations to do.
pub(crate) struct Local<F> {
    evaluate: F,
    /// Nanoseconds per evaluation, from the slice before.
    each: Option<f64>,
}

impl<F: FnMut(usize)> Local<F> {
    pub(crate) fn new(evaluate: F) -> Self {
        Self { evaluate, each: None }
    }

    fn run(&mut self, count: usize) -> f64 {
        let start = Instant::now();
        (self.evaluate)(count);
        start.elapsed().as_nanos() as f64 / count as f64
    }

    /// Doubles the number of evaluations until they take a quarter of the budget.
    fn calibrate(&mut self, budget: f64) -> f64 {
        let mut count = 1;
        loop {
            let each = self.run(count);
            if each * count as f64 > budget / 4.0 {
                return each;
            }
            count *= 2;
        }
    }
}

impl<F: FnMut(usize)> Slice for Local<F> {
    fn slice(&mut self, budget: f64) -> Result<f64, String> {
        let each = match self.each {
            Some(each) => each,
            None => self.calibrate(budget),
        };
        let count = ((budget / each).round() as usize).max(1);
        self.run(1 + count / 4);
        let each = self.run(count);
        self.each = Some(each);
        Ok(each)
    }
}

/// Gives every case one slice per round. A case that fails is removed with a message.
pub(crate) fn run(cases: &mut Vec<Case>, options: &Options, subject: &Subject) {
    let budget = if subject.model.nv() < 100 { 0.3e6 } else { 1e6 };
    let start = Instant::now();
    for round in 0..options.number_of_rounds() {
        if round >= 5 && start.elapsed() > PATIENCE {
            eprintln!("  stopped after {round} rounds");
            break;
        }
        cases.retain_mut(|case| match case.slice.slice(budget * if case.threads > 1 { SPREADING } else { 1.0 }) {
            Ok(ns) => {
                case.samples.push(ns / case.states as f64);
                true
            }
            Err(reason) => {
                eprintln!("  {} of {} skipped: {reason}", case.algorithm, case.library);
                false
            }
        });
    }
}
