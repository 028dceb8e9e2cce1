//! Steps with a title, a time and an end at the first failure.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The steps done so far. Several threads can add to it; after a failure nothing is started any more.
#[derive(Default)]
pub(crate) struct Steps {
    done: Mutex<Vec<(&'static str, Duration)>>,
    failure: Mutex<Option<String>>,
}

/// Where a step prints.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    /// To the terminal, as it goes.
    Live,
    /// To the terminal, all at once when it has ended: another step prints live meanwhile.
    Later,
}

impl Steps {
    /// Announces and runs a command that prints for itself.
    pub(crate) fn run(&self, output: Output, title: &'static str, command: &mut Command) -> Result<(), String> {
        if let Some(failure) = self.failure() {
            return Err(failure);
        }
        let result = self.attempt(output, title, command);
        if let Err(failure) = &result {
            self.failure.lock().expect("no thread panics").get_or_insert(failure.clone());
        }
        result
    }

    /// The same for a command that may fail.
    pub(crate) fn attempt(&self, output: Output, title: &'static str, command: &mut Command) -> Result<(), String> {
        let arguments: Vec<_> = command.get_args().map(|argument| argument.to_string_lossy()).collect();
        let program = std::path::Path::new(command.get_program()).file_stem().unwrap_or_default().display().to_string();
        let head = format!("\n=== {title}: {program} {}", arguments.join(" "));
        let start = Instant::now();
        let status = match output {
            Output::Live => {
                eprintln!("{head}");
                command.status()
            }
            Output::Later => command.stdin(Stdio::null()).output().map(|printed| {
                let [out, err] = [&printed.stdout, &printed.stderr].map(|bytes| String::from_utf8_lossy(bytes));
                eprintln!("{head}\n{err}{out}");
                printed.status
            }),
        };
        let status = status.map_err(|error| format!("cannot run {program}: {error}"))?;
        let took = start.elapsed();
        if !status.success() {
            eprintln!("\n  FAILED  {:>6.1} s  {title}", took.as_secs_f64());
            return Err(format!("{title} failed ({status})"));
        }
        eprintln!("=== {title}: {:.1} s", took.as_secs_f64());
        self.done.lock().expect("no thread panics").push((title, took));
        Ok(())
    }

    /// The first step that failed.
    pub(crate) fn failure(&self) -> Option<String> {
        self.failure.lock().expect("no thread panics").clone()
    }

    /// Each step and its time.
    pub(crate) fn print(&self) {
        for (title, took) in self.done.lock().expect("no thread panics").iter() {
            eprintln!("  passed  {:>6.1} s  {title}", took.as_secs_f64());
        }
    }
}
