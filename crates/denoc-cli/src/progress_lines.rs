//! Progress where standard error is not a terminal: plain lines, as in log files.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use denoc_base::number::brief;
use denoc_run::run::Progress;

use crate::output::complain;

/// Seconds between two lines; shorter computations print none.
const EVERY: f64 = 5.0;

/// Decides when a line is printed.
#[derive(Debug)]
pub(crate) struct Lines {
    last: Instant,
    silent: bool,
}

impl Lines {
    /// The first line is printed after the interval; none to a terminal, which shows a bar instead.
    pub(crate) fn new() -> Self {
        Self { last: Instant::now(), silent: std::io::stderr().is_terminal() }
    }

    /// Prints a line if it is time for one.
    pub(crate) fn print(&mut self, line: impl FnOnce() -> String) {
        if !self.silent && self.last.elapsed() >= Duration::from_secs_f64(EVERY) {
            complain(&line());
            self.last = Instant::now();
        }
    }
}

/// The lines of a simulation.
#[derive(Debug)]
pub(crate) struct RunLines {
    /// Time on the clock and simulated time at the last line, or at the start.
    last: Option<(f64, f64)>,
    silent: bool,
}

impl RunLines {
    pub(crate) fn new() -> Self {
        Self { last: None, silent: std::io::stderr().is_terminal() }
    }

    pub(crate) fn print(&mut self, p: &Progress) {
        if let Some(line) = self.line(p).filter(|_| !self.silent) {
            complain(&line);
        }
    }

    /// The line, if it is time for one.
    fn line(&mut self, p: &Progress) -> Option<String> {
        let (clock, t) = *self.last.get_or_insert((p.wall_seconds, p.t));
        if p.wall_seconds < clock {
            self.last = Some((p.wall_seconds, p.t)); // a second run, which verifies the first
            return None;
        }
        if p.wall_seconds - clock < EVERY || p.t >= p.end {
            return None;
        }
        self.last = Some((p.wall_seconds, p.t));
        Some(text(p, (p.t - t) / (p.wall_seconds - clock)))
    }
}

/// What a simulation has reached; `speed`: simulated seconds per second on the clock since the last line.
fn text(p: &Progress, speed: f64) -> String {
    let (t, end, percent) = (brief(p.t), brief(p.end), 100.0 * p.t / p.end);
    let left =
        if speed > 0.0 { format!("{} left", duration((p.end - p.t) / speed)) } else { "remaining time unknown".into() };
    format!("t = {t} of {end} s ({percent:.1} %), {} steps, {} × real time, {left}", p.steps, factor(speed))
}

/// A factor to three digits.
fn factor(x: f64) -> String {
    match x {
        x if x >= 100.0 => format!("{x:.0}"),
        x if x >= 1.0 => format!("{x:.1}"),
        x if x >= 0.01 || x == 0.0 => format!("{x:.2}"),
        x => format!("{x:.1e}"),
    }
}

/// A duration to two digits, in a unit that suits it.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3600.0),
        s => format!("{} days", brief((s / 86400.0).round())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(wall_seconds: f64, t: f64) -> Progress {
        Progress { t, end: 60.0, wall_seconds, steps: 1234, rejected: 5, energy_drift: 0.0 }
    }

    // oracle: by hand: 5 s of motion in 5 s on the clock, then half a second in 5 s
    #[test]
    fn a_line_every_five_seconds_tells_speed_and_remaining_time() {
        let mut lines = RunLines::new();
        assert_eq!([at(0.0, 10.0), at(2.0, 12.0), at(4.9, 13.9)].map(|p| lines.line(&p)), [None, None, None]);
        let line = "t = 15 of 60 s (25.0 %), 1234 steps, 1.0 × real time, 45 s left";
        assert_eq!(lines.line(&at(5.0, 15.0)).as_deref(), Some(line));
        assert_eq!(lines.line(&at(6.0, 15.2)), None);
        let line = "t = 15.5 of 60 s (25.8 %), 1234 steps, 0.10 × real time, 7 min left";
        assert_eq!(lines.line(&at(10.0, 15.5)).as_deref(), Some(line));
        // a second run begins, and ends before it is time for a line
        assert_eq!([at(0.0, 0.0), at(4.0, 30.0), at(8.0, 60.0)].map(|p| lines.line(&p)), [None, None, None]);
    }

    // oracle: by hand
    #[test]
    fn factors_have_at_most_three_digits() {
        assert_eq!([0.0, 1.234e-5, 0.456, 7.89, 1234.5].map(factor), ["0.00", "1.2e-5", "0.46", "7.9", "1234"]);
        assert!(text(&at(5.0, 1.0), 0.0).ends_with("0.00 × real time, remaining time unknown"));
    }

    // oracle: by hand
    #[test]
    fn remaining_times_have_two_digits() {
        let texts = [0.4, 99.0, 119.0, 7000.0, 400_000.0].map(duration);
        assert_eq!(texts, ["0 s", "99 s", "2 min", "2 h", "5 days"]);
    }
}
