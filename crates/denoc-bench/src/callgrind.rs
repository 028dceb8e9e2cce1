//! Instructions per evaluation, counted by valgrind's callgrind from two runs of this program with different numbers of
//! evaluations.

use std::hint::black_box;
use std::process::Command;

use comfy_table::{Table, presets};
use denoc_dynamics::compiled::Compile;

use crate::options::Options;
use crate::{cases, loops, models};

const FEW: u64 = 100;
const MANY: u64 = 1100;

/// Counts all algorithms on the robots among `names`.
pub(crate) fn count(names: &[String], options: &Options) -> Result<(), String> {
    check_valgrind()?;
    let mut table = Table::new();
    table.load_preset(presets::ASCII_MARKDOWN).set_header(["model", "algorithm", "instructions"]);
    for name in names.iter().filter(|name| models::is_robot(name)) {
        for algorithm in ["inverse", "forward", "gim"] {
            let each = each(name, algorithm, options)?;
            if options.json {
                println!(
                    "{}",
                    serde_json::json!({ "model": name, "algorithm": algorithm, "mode": "single", "threads": 1,
                        "library": "denoc", "compiler": crate::report::RUSTC, "instructions": each })
                );
            } else {
                table.add_row([name.clone(), algorithm.to_owned(), each.to_string()]);
            }
        }
    }
    if !options.json {
        println!("Instructions per evaluation of one state, compiled layer (callgrind)\n{table}");
    }
    Ok(())
}

pub(crate) fn check_valgrind() -> Result<(), String> {
    let found = Command::new("valgrind").arg("--version").output();
    found.map(drop).map_err(|_| "valgrind is not installed".into())
}

/// Instructions of one evaluation.
pub(crate) fn each(name: &str, algorithm: &str, options: &Options) -> Result<u64, String> {
    let [few, many] = [FEW, MANY].map(|n| collected(&format!("{name}:{algorithm}:{n}"), options));
    Ok(many?.saturating_sub(few?) / (MANY - FEW))
}

/// Runs a task of this program under callgrind; returns the instructions of the whole run.
fn collected(task: &str, options: &Options) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program).args(["--count", task]);
    if let Some(robots) = &options.robots {
        valgrind.arg("--robots").arg(robots);
    }
    let output = valgrind.output().map_err(|error| format!("valgrind does not run: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|line| line.split_once("Collected :"));
    match line.and_then(|(_, count)| count.trim().parse().ok()) {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("valgrind failed on {task}:\n{text}")),
    }
}

/// The task that runs under valgrind.
pub(crate) fn evaluate(task: &str, options: &Options) -> Result<(), String> {
    let parts: Vec<&str> = task.split(':').collect();
    let [name, algorithm, count] = parts[..] else { return Err("expected MODEL:ALGORITHM:EVALUATIONS".into()) };
    let count: usize = count.parse().map_err(|_| format!("\"{count}\" is not a number"))?;
    if let Some(k) = loops::size(name) {
        return loops::repeat(k, algorithm, count);
    }
    let subject = models::subject(name.to_owned(), options)?;
    let algorithms = cases::algorithms(&subject.model);
    let (_, evaluate, size) =
        algorithms.into_iter().find(|(name, ..)| *name == algorithm).ok_or("no such algorithm")?;
    let (mut compiled, mut out) = (subject.model.compile(), vec![0.0; size]);
    for state in subject.states.iter().cycle().take(count) {
        evaluate(&mut compiled, state, black_box(&mut out)).map_err(|error| error.to_string())?;
    }
    Ok(())
}
