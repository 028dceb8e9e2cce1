//! `denoc reproduce`.

use std::path::PathBuf;
use std::time::Instant;

use denoc_model::names;
use denoc_results::write_atomically;
use denoc_run::run::RunFolder;
use denoc_validate::reproduce::{CaseReport, cases, page};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::outcome::command;
use crate::color::{Color, paint};
use crate::output::{Code, Failure, Output};
use crate::progress_lines::Lines;
use crate::table::{Side, Table, plural};

/// Recompute the examples, figures and tables of the literature, compare them, and write a report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Run only cases with this text in their name, title or model, such as "Example 9.5", puma, "free fall"
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Folder for the report [default: runs/reproduce, numbered if it exists]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc reproduce                          all cases
  denoc reproduce --only \"Example 9.11\"    one example
  denoc reproduce --only stanford --json   all cases of an arm, as JSON

Exit codes: 0 all checks passed, 1 a check failed.";

/// Shorter computations show no progress, s.
const PATIENCE: f64 = 2.0;

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let filter = args.only.as_deref().unwrap_or_default();
    let chosen: Vec<_> = cases().filter(|case| case.is_about(filter)).collect();
    if chosen.is_empty() {
        let known = cases().map(|case| case.id).collect::<Vec<_>>().join("; ");
        let words = cases().flat_map(|case| case.words()).collect::<Vec<_>>();
        let near = names::nearest(filter, words.into_iter());
        let near = near.map_or(String::new(), |near| format!("did you mean \"{near}\"? "));
        let message = format!(
            "--only {filter}: no case contains this text in its name, title or model; {near}choose from {known}"
        );
        return Err(Failure::new(message).with_code(Code::BadInput));
    }
    let folder = match &args.out {
        Some(path) => RunFolder::create(path)?,
        None => RunFolder::fresh("runs", "reproduce")?,
    };
    let clock = Instant::now();
    let (mut bar, mut lines, mut done) = (None, Lines::new(), Vec::new());
    for (k, &case) in chosen.iter().enumerate() {
        lines.print(|| format!("case {} of {}: {}", k + 1, chosen.len(), case.id));
        if clock.elapsed().as_secs_f64() > PATIENCE {
            let bar = bar.get_or_insert_with(|| progress(chosen.len()));
            bar.set_position(k as u64);
            bar.set_message(case.id);
        }
        done.push(case.run());
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    folder.make()?;
    page(&done, command()).write(folder.file("report.html"))?;
    let record = object(&done, &folder);
    let text = serde_json::to_string_pretty(&record).unwrap_or_default() + "\n";
    write_atomically(folder.file("cases.json"), text.as_bytes())?;
    let mut output = Output::text(if args.json { format!("{record}\n") } else { summary(&done, &folder) });
    output.code = if done.iter().all(CaseReport::passed) { None } else { Some(Code::Failed) };
    Ok(output)
}

fn progress(cases: usize) -> ProgressBar {
    let bar = ProgressBar::new(cases as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len}  {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar
}

fn summary(done: &[CaseReport], folder: &RunFolder) -> String {
    let heads = ["case", "what", "compared with", "largest deviation", "tolerance", ""];
    let sides = [Side::Left, Side::Left, Side::Left, Side::Left, Side::Right, Side::Left];
    let mut table = Table::new(heads.into_iter().zip(sides));
    for case in done {
        for (k, check) in case.finding.checks.iter().enumerate() {
            let id = if k == 0 { case.case.id } else { "" };
            table.row([id.to_owned()].into_iter().chain(check.cells()));
        }
    }
    // colours only now: they would upset the widths of the columns
    let color = |line: &str| {
        let painted = match line {
            line if line.ends_with("MISSED") => paint(line, Color::Red),
            line if line.ends_with(" ok") => format!("{}{}", &line[..line.len() - 2], paint("ok", Color::Green)),
            _ => line.to_owned(),
        };
        painted + "\n"
    };
    let text: String = table.text().lines().map(color).collect();
    let missed = done.iter().filter(|case| !case.passed()).count();
    let verdict = match missed {
        0 => paint(&format!("all {} case{} passed", done.len(), plural(done.len())), Color::Green),
        n => paint(&format!("{n} of {} cases MISSED", done.len()), Color::Red),
    };
    let path = folder.file("report.html");
    format!(
        "{text}\nknown: a published statement that contradicts the published data; the report explains why\n{verdict}\nreport   {}\n",
        path.display()
    )
}

fn object(done: &[CaseReport], folder: &RunFolder) -> Value {
    json!({"passed": done.iter().all(CaseReport::passed), "report": folder.file("report.html"), "cases": done})
}
