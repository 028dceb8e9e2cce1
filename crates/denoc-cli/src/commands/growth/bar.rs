//! Progress of a study, and Ctrl-C.

use std::time::{Duration, Instant};

use denoc_sim::{Flow, Progress};
use denoc_validate::growth::{ClosureScheme, Specimen, StudyWatch};
use indicatif::{ProgressBar, ProgressStyle};

use crate::progress::interrupted;
use crate::progress_lines::Lines;

/// Shorter studies show nothing.
const PATIENCE: Duration = Duration::from_secs(2);
/// Parts of the bar for one run.
const PARTS: u64 = 100;

/// A bar over all runs of a study, with the current run.
#[derive(Debug)]
pub(super) struct StudyBar {
    runs: u64,
    begun: u64,
    message: String,
    clock: Instant,
    bar: Option<ProgressBar>,
    lines: Lines,
}

impl StudyBar {
    /// For this number of runs.
    pub(super) fn new(runs: usize) -> Self {
        Self {
            runs: runs as u64,
            begun: 0,
            message: String::new(),
            clock: Instant::now(),
            bar: None,
            lines: Lines::new(),
        }
    }
}

impl StudyWatch for StudyBar {
    fn begin(&mut self, specimen: &Specimen, scheme: &ClosureScheme) {
        self.begun += 1;
        self.message = format!("{}: {}", specimen.title, scheme.summary);
    }

    fn progress(&mut self, p: &Progress) -> Flow {
        if self.bar.is_none() && self.clock.elapsed() > PATIENCE {
            let bar = ProgressBar::new(PARTS * self.runs);
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}");
            bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            let share = PARTS as f64 * (p.t / p.end).clamp(0.0, 1.0);
            bar.set_position(PARTS * self.begun.saturating_sub(1) + share as u64);
            bar.set_message(self.message.clone());
        }
        self.lines.print(|| {
            let percent = 100.0 * (p.t / p.end).clamp(0.0, 1.0);
            format!("run {} of {}, {percent:.0} %: {}", self.begun, self.runs, self.message)
        });
        if interrupted() { Flow::Stop } else { Flow::Continue }
    }
}

impl Drop for StudyBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
