//! `denoc run`.

use std::path::{Path, PathBuf};

use denoc_run::run::Case;
use denoc_run::scenario::Scenario;

use super::outcome::{RunArgs, command};
use crate::output::{Failure, Output};
use crate::progress::{Bar, catch_interrupts};

/// A scenario file: simulate, or compute forces along a motion; writes a folder with numbers, plots and a report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A TOML file
    scenario: PathBuf,

    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  denoc run examples/scenarios/puma_pushed.toml
  denoc run fall.toml --out results/fall --strict

A scenario:
  model = \"puma\"                        # or a file, relative to this one
  [start]
  q = { joint2 = \"-30 deg\" }
  [simulate]                            # without it: forces along [motion]
  duration = 10
  [motion]
  profile = \"cycloidal\"
  to = { joint1 = 1.0 }
  duration = 5
  [controller]
  law = \"computed-torque\"
All keys: docs/scenario-file.md.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let scenario = Scenario::read(&args.scenario)?;
    let base = args.scenario.parent().unwrap_or(Path::new(""));
    // what happens in a run is no mistake of the file
    let explain = |error: denoc_run::Error| {
        let begun = error.is_after_start();
        let failure = Failure::from(error);
        if begun { failure } else { locate(failure, &args.scenario) }
    };
    let case = Case::load(&scenario, base).map_err(explain)?;
    let case = if args.run.strict { case.strict()? } else { case };
    let name = scenario.name.clone().or_else(|| Some(args.scenario.file_stem()?.to_string_lossy().into_owned()));
    let folder = args.run.folder(&name.unwrap_or_else(|| "run".into()))?;
    catch_interrupts();
    let outcome = case.run(folder, &command(), &mut Bar::default()).map_err(explain)?;
    Ok(args.run.deliver(&outcome))
}

/// The same failure with the scenario's name and, where the words quote what stands in one line only, that line.
fn locate(failure: Failure, file: &Path) -> Failure {
    let message = failure.to_string();
    let text = std::fs::read_to_string(file).unwrap_or_default();
    // errors in files that it names have a place already
    let elsewhere = message.split_whitespace().next().is_some_and(|word| word.ends_with(':') && word.contains('.'));
    match line(&text, &message) {
        _ if elsewhere => failure,
        Some(line) => failure.at(&format!("{}:{line}", file.display())),
        None => failure.at(&file.display().to_string()),
    }
}

/// The only line that has a text which the message quotes, or a key that it mentions.
fn line(text: &str, message: &str) -> Option<usize> {
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
        let text = "model = \"rope\" # \"nobody\"\n[simulate]\nstep = -1\nmethod = \"odca\"\n";
        for (message, line) in [
            ("there is no method called \"odca\": choose one of rk4, dop853", Some(4)),
            ("the step is -1: it must be positive and finite", Some(3)),
            ("there is no frame called \"nobody\"", None),
            ("the duration is 0: it must be positive", None),
            ("model \"rope\" has no loops: leave out the step", Some(3)),
            ("there is no model called \"rope\"", Some(1)),
        ] {
            assert_eq!(super::line(text, message), line, "{message}");
        }
    }
}
