//! Steps with a title, a time and an end at the first failure.

use std::process::Command;
use std::time::{Duration, Instant};

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<(&'static str, Duration)>,
}

impl Steps {
    /// Announces and runs a command that prints for itself.
    pub(crate) fn run(&mut self, title: &'static str, command: &mut Command) -> Result<(), String> {
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
        let program = std::path::Path::new(command.get_program()).file_stem().unwrap_or_default().display().to_string();
        eprintln!("\n=== {title}: {program} {}", arguments.join(" "));
        let start = Instant::now();
        let status = command.status().map_err(|error| format!("cannot run {program}: {error}"))?;
        let took = start.elapsed();
        if !status.success() {
            eprintln!();
            self.print();
            eprintln!("  FAILED  {:>6.1} s  {title}", took.as_secs_f64());
            return Err(format!("{title} failed ({status})"));
        }
        eprintln!("=== {title}: {:.1} s", took.as_secs_f64());
        self.done.push((title, took));
        Ok(())
    }

    /// Each step and its time.
    pub(crate) fn print(&self) {
        for (title, took) in &self.done {
            eprintln!("  passed  {:>6.1} s  {title}", took.as_secs_f64());
        }
    }
}
