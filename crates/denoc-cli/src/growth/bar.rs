//! How far a study is, and Ctrl-C.

use std::time::{Duration, Instant};

use denoc::sim::{Flow, Progress};
use indicatif::{ProgressBar, ProgressStyle};

use super::Way;
use crate::progress::interrupted;

/// Shorter studies show nothing.
const PATIENCE: Duration = Duration::from_secs(2);
/// Parts of the bar for one run.
const PARTS: u64 = 100;

/// A bar with the run that goes on, of all runs of a study.
#[derive(Debug)]
pub(crate) struct Bar {
    runs: u64,
    begun: u64,
    words: String,
    clock: Instant,
    bar: Option<ProgressBar>,
}

impl Bar {
    /// For this number of runs; for none it shows nothing.
    pub(crate) fn new(runs: usize) -> Self {
        Self { runs: runs as u64, begun: 0, words: String::new(), clock: Instant::now(), bar: None }
    }

    /// The next run.
    pub(super) fn begin(&mut self, mechanism: &str, way: &Way) {
        self.begun += 1;
        self.words = format!("{mechanism}: {}", way.words);
    }

    /// How far that is.
    pub(super) fn progress(&mut self, p: &Progress) -> Flow {
        if self.bar.is_none() && self.runs > 0 && self.clock.elapsed() > PATIENCE {
            let bar = ProgressBar::new(PARTS * self.runs);
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}");
            bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            let share = PARTS as f64 * (p.t / p.end).clamp(0.0, 1.0);
            bar.set_position(PARTS * self.begun.saturating_sub(1) + share as u64);
            bar.set_message(self.words.clone());
        }
        if interrupted() { Flow::Stop } else { Flow::Continue }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
