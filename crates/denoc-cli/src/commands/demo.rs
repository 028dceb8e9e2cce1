//! `denoc demo`.

use std::path::PathBuf;

use denoc_run::run::{RunFolder, RunOutcome, run as compute};
use denoc_run::scenario::{Number, Scenario, Simulate, Start, Values};

use super::outcome::{audit, command};
use crate::color::{Color, paint};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// A chain of twenty links falls; writes a report to open in a browser
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  denoc demo\n  denoc demo --out runs/first")]
pub(crate) struct Args {
    /// The folder of the results [default: runs/demo, with a number behind if there is one]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// How long it falls, s.
const DURATION: f64 = 5.0;

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let folder = match &args.out {
        Some(path) => RunFolder::create(path)?,
        None => RunFolder::fresh("runs", "demo")?,
    };
    let mut scenario = Scenario::new("chain_20");
    scenario.title = Some("A chain of twenty links falls".into());
    scenario.start = Start {
        q: Some(Values::Named([("joint1".to_owned(), vec![Number::WithUnit("90 deg".into())])].into())),
        ..Start::default()
    };
    scenario.simulate = Some(Simulate { output_step: Some(0.01), ..Simulate::new(DURATION) });
    catch_interrupts();
    let outcome = compute(&scenario, "", folder, &command(), &mut Bar::default())?;
    Ok(Output::text(text(&outcome)))
}

fn text(outcome: &RunOutcome) -> String {
    let path = outcome.folder.path().display();
    format!(
        "A chain of twenty links, held at one end and released level, falls for {DURATION} s. Every step of the simulation solves \
         the\nequations of motion of all links at once, in time proportional to their number (the DeNOC recursion).\n\n{}\n{}\n\n  \
         {}\n\nWhat to try next (without installing: cargo run --release -- COMMAND)\n{}",
        audit(&outcome.audit),
        if outcome.passed() {
            "Every check of the audit passed. Now open the report in a browser:"
        } else {
            "The report:"
        },
        paint(&format!("{path}/report.html"), Color::Green),
        next(),
    )
}

/// Commands and what they show.
fn next() -> String {
    let list = [
        ("denoc models", "what is in the catalogue"),
        ("denoc simulate puma --duration 5", "a robot arm falls"),
        ("denoc simulate puma --controller computed-torque --to joint1=1,joint2=-0.8 --duration 3", "and is led"),
        ("denoc inverse puma --q joint2=-0.5", "the torques that hold it"),
        ("denoc ik puma --position 0.5,0.2,0.3 --rpy 0,3.1,0", "all ways to reach a pose"),
        ("denoc run examples/scenarios/puma_pushed.toml", "a scenario in a file"),
        ("denoc reproduce", "the examples of the literature, checked"),
        ("denoc check robot.urdf", "your own robot"),
    ];
    list.iter().map(|(command, words)| format!("  {command}\n      {words}\n")).collect()
}
