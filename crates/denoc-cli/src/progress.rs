//! Progress of long runs, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};

use denoc_base::number::six;
use denoc_run::run::{Flow, Progress, Watch};
use indicatif::{ProgressBar, ProgressStyle};

use crate::progress_lines::RunLines;

/// Shorter runs show nothing, s.
const PATIENCE: f64 = 2.0;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C end a run cleanly; a second Ctrl-C ends the program at once.
pub(crate) fn catch_interrupts() {
    // without a handler Ctrl-C still ends the program: nothing is lost but the last half second
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// A bar with simulated time, energy drift and remaining time; lines if there is no terminal.
pub(crate) struct Bar {
    bar: Option<ProgressBar>,
    lines: RunLines,
}

impl Bar {
    pub(crate) fn new() -> Self {
        Self { bar: None, lines: RunLines::new() }
    }
}

impl Watch for Bar {
    fn progress(&mut self, p: &Progress) -> Flow {
        self.lines.print(p);
        if self.bar.is_none() && p.wall_seconds > PATIENCE && p.t < p.end {
            let bar = ProgressBar::new(1000);
            let template = "{bar:30} {percent:>3} %  {msg}";
            bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            let share = (p.t / p.end).clamp(0.0, 1.0);
            bar.set_position((1000.0 * share) as u64);
            let left = if share > 0.0 { p.wall_seconds * (1.0 - share) / share } else { f64::NAN };
            let (t, end, drift, method) = (p.t, p.end, p.energy_drift, p.method.info().keyword);
            bar.set_message(format!(
                "t = {t:.2} of {} s, {method}, energy drift {drift:.1e}, {left:.0} s left",
                six(end)
            ));
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
