//! `denoc run`.

use std::path::{Path, PathBuf};

use denoc_run::run::Case;
use denoc_run::scenario::Scenario;
use denoc_run::settings::summary;

use super::outcome::{RunArgs, command};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// Run a scenario file: a simulation, or inverse dynamics along a trajectory; write a folder with results, plots and a report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Scenario file (TOML)
    scenario: PathBuf,

    #[arg(long, help = summary("simulate", "verify"))]
    verify: bool,

    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc run fall.toml                                 the scenario below, saved as fall.toml
  denoc run fall.toml --out results/fall --strict
  denoc run examples/scenarios/puma_pushed.toml       in the repository of denoc

A scenario:
  model = \"puma\"                        # or a file, relative to this one
  [start]
  q = { joint2 = \"-30 deg\" }
  [simulate]                            # without it: inverse dynamics along [motion]
  duration = 10
  [motion]
  profile = \"cycloidal\"
  to = { joint1 = 1.0 }
  duration = 5
  [controller]
  law = \"computed-torque\"
All keys: docs/scenario-file.md in the repository.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let mut scenario = Scenario::read(&args.scenario)?;
    if args.verify {
        let refuse = || Failure::new("--verify is for simulations, and the scenario has no [simulate]: leave it out");
        scenario.simulate.as_mut().ok_or_else(refuse)?.verify = true;
    }
    scenario.large_output |= args.run.force;
    scenario.report &= !args.run.no_report;
    let base = args.scenario.parent().unwrap_or(Path::new(""));
    // errors during a run are not errors of the file
    let explain = |error: denoc_run::Error| match error.is_after_start() {
        true => Failure::from(error),
        false => locate(error, &args.scenario),
    };
    let case = Case::load(&scenario, base).map_err(explain)?.from_file(&args.scenario);
    let case = if args.run.strict { case.strict()? } else { case };
    let name = scenario.title.clone().or_else(|| Some(args.scenario.file_stem()?.to_string_lossy().into_owned()));
    let folder = args.run.folder(&name.unwrap_or_else(|| "run".into()))?;
    catch_interrupts();
    let outcome = case.run(folder, &command(), &mut Bar::new()).map_err(explain)?;
    Ok(args.run.deliver(&outcome))
}

/// The failure with the name of the scenario file and, if it can be found, the line of the setting in question.
fn locate(error: denoc_run::Error, file: &Path) -> Failure {
    let key = error.key().map(str::to_owned);
    let failure = Failure::from(error);
    let message = failure.to_string();
    let text = std::fs::read_to_string(file).unwrap_or_default();
    // errors of files that the scenario names have a place already
    let first = message.split_whitespace().next().and_then(|word| word.strip_suffix(':'));
    let elsewhere = first.is_some_and(|word| word.contains('.') && Some(word) != key.as_deref());
    match line_of_key(&text, key.as_deref()).or_else(|| line_of_message(&text, &message)) {
        _ if elsewhere => failure,
        Some(line) => failure.at(&format!("{}:{line}", file.display())),
        None => failure.at(&file.display().to_string()),
    }
}

/// The line of a key such as `motion.samples`, or of the header of its section if the key is missing.
fn line_of_key(text: &str, key: Option<&str>) -> Option<usize> {
    let (section, key) = key?.rsplit_once('.')?;
    let (mut here, mut header) = ("", None);
    for (i, line) in text.lines().map(str::trim).enumerate() {
        if let Some(name) = line.strip_prefix('[') {
            here = name.trim_start_matches('[').split(']').next().unwrap_or_default();
            header = header.or((here == section).then_some(i + 1));
        } else if here == section && line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('=')) {
            return Some(i + 1);
        }
    }
    header
}

/// The only line that contains a text which the message quotes, or a key that it mentions.
fn line_of_message(text: &str, message: &str) -> Option<usize> {
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut lines = text.lines().enumerate().filter(|(_, line)| fits(line)).map(|(i, _)| i + 1);
        lines.next().filter(|_| lines.next().is_none())
    };
    // many messages name the model and are about something else
    let code =
        |line: &str| if line.starts_with("model") { "" } else { line.split('#').next().unwrap_or_default() }.to_owned();
    let quoted = |word: &str| only(&|line| !word.is_empty() && code(line).contains(&format!("\"{word}\"")));
    let key = |word: &str| {
        only(&|line| line.trim_start().strip_prefix(word).is_some_and(|x| x.trim_start().starts_with('=')))
    };
    let missing = message.contains("no model called");
    let name = |word: &&str| (word.len() > 2 || ["q", "v"].contains(word)) && (*word != "model" || missing);
    message
        .split('"')
        .skip(1)
        .step_by(2)
        .find_map(quoted)
        .or_else(|| message.split(|c: char| !c.is_alphanumeric() && c != '_').filter(name).find_map(key))
}

#[cfg(test)]
mod tests {
    // oracle: by eye
    #[test]
    fn the_line_that_a_message_is_about() {
        let text = "model = \"rope\" # \"nobody\"\n[simulate]\nstep = -1\nintegrator = \"odca\"\n";
        for (message, line) in [
            ("there is no integrator called \"odca\": choose one of rk4, dop853", Some(4)),
            ("the step is -1: it must be positive and finite", Some(3)),
            ("there is no frame called \"nobody\"", None),
            ("the duration is 0: it must be positive", None),
            ("model \"rope\" has no loops: leave out the step", Some(3)),
            ("there is no model called \"rope\"", Some(1)),
        ] {
            assert_eq!(super::line_of_message(text, message), line, "{message}");
        }
        for (key, line) in
            [("simulate.step", Some(3)), ("simulate.tolerance", Some(2)), ("motion.to", None), ("q", None)]
        {
            assert_eq!(super::line_of_key(text, Some(key)), line, "{key}");
        }
    }
}
