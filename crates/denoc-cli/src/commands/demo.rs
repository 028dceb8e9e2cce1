//! `denoc demo`.

use std::path::PathBuf;

use denoc_run::run::{RunFolder, RunOutcome, run as compute};
use denoc_run::scenario::{Number, Scenario, Simulate, Start, Values};

use super::outcome::{audit, command};
use crate::color::{Color, paint};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// Simulate a falling chain of twenty links and write a report to open in a browser
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  denoc demo\n  denoc demo --out runs/first")]
pub(crate) struct Args {
    /// Folder for the results [default: runs/demo, numbered if it exists]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Simulated time, s.
const DURATION: f64 = 5.0;

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let folder = match &args.out {
        Some(path) => RunFolder::create(path)?,
        None => RunFolder::fresh("runs", "demo")?,
    };
    let mut scenario = Scenario::new("chain_20");
    scenario.title = Some("Falling chain of twenty links".into());
    scenario.start = Start {
        q: Some(Values::Named([("joint1".to_owned(), vec![Number::WithUnit("90 deg".into())])].into())),
        ..Start::default()
    };
    scenario.simulate = Some(Simulate { output_step: Some(0.01), ..Simulate::new(DURATION) });
    catch_interrupts();
    let outcome = compute(&scenario, "", folder, &command(), &mut Bar::new())?;
    Ok(Output::text(text(&outcome)))
}

fn text(outcome: &RunOutcome) -> String {
    let path = outcome.folder.path().display();
    format!(
        "A chain of twenty links, held at one end and released from the horizontal, falls for {DURATION} s. Every step solves the\n\
         equations of motion of all links in time proportional to their number (the DeNOC recursion).\n\n{}\n{}\n\n  \
         {}\n\nNext steps (without installing: cargo run --release -- COMMAND)\n{}",
        audit(&outcome.audit),
        if outcome.passed() { "All checks of the audit passed. Open the report in a browser:" } else { "Report:" },
        paint(&format!("{path}/report.html"), Color::Green),
        next(),
    )
}

/// Commands and what they show.
fn next() -> String {
    let list = [
        ("denoc models", "list the catalogue"),
        ("denoc simulate puma --duration 5", "simulate free fall of a robot arm"),
        (
            "denoc simulate puma --controller computed-torque --to joint1=1,joint2=-0.8 --duration 3",
            "follow a trajectory under computed-torque control",
        ),
        ("denoc inverse puma --q joint2=-0.5", "compute the holding torques"),
        ("denoc ik puma --position 0.5,0.2,0.3 --rpy 0,3.1,0", "find all inverse-kinematics solutions"),
        ("denoc run --help", "write a scenario file with loads, events, a controller, and run it"),
        ("denoc reproduce", "recompute the examples of the literature"),
        ("denoc check robot.urdf", "validate a model file"),
    ];
    list.iter().map(|(command, purpose)| format!("  {command}\n      {purpose}\n")).collect()
}
