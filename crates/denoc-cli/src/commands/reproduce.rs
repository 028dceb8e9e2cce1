//! `denoc reproduce`.

use std::path::PathBuf;
use std::time::Instant;

use denoc::results::write_whole;
use denoc::run::RunFolder;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::outcome::command;
use crate::color::{Color, paint};
use crate::output::{Code, Failure, Output};
use crate::reproduce::{Check, DOCUMENTS, Done, Measure, report};
use crate::table::{Side, Table, plural};

/// The examples, figures and tables of the literature, computed again and compared; writes one report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only cases with this word in their name, title or model, such as "Example 9.5", puma, "free fall"
    #[arg(long, value_name = "WORD")]
    only: Option<String>,

    /// The folder of the report [default: runs/reproduce, with a number behind if there is one]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc reproduce                          everything
  denoc reproduce --only \"Example 9.11\"    one example
  denoc reproduce --only stanford --json   all cases of an arm, for programs

Exit codes: 0 everything is as it should be, 1 something is not.";

/// Shorter computations show no progress, s.
const PATIENCE: f64 = 2.0;

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let wanted = args.only.as_deref().unwrap_or_default();
    let all = DOCUMENTS.iter().flat_map(|document| document.cases.iter().map(move |case| (document, case)));
    let chosen: Vec<_> = all.filter(|(_, case)| case.is_about(wanted)).collect();
    if chosen.is_empty() {
        let known: Vec<&str> = DOCUMENTS.iter().flat_map(|d| d.cases).map(|case| case.id).collect();
        let words = format!(
            "--only {wanted}: no case has this word in its name, title or model; there are {}",
            known.join("; ")
        );
        return Err(Failure::new(words).with_code(Code::BadInput));
    }
    let folder = match &args.out {
        Some(path) => RunFolder::create(path)?,
        None => RunFolder::fresh("runs", "reproduce")?,
    };
    let clock = Instant::now();
    let (mut bar, mut done) = (None, Vec::new());
    for (k, &(document, case)) in chosen.iter().enumerate() {
        if clock.elapsed().as_secs_f64() > PATIENCE {
            let bar = bar.get_or_insert_with(|| progress(chosen.len()));
            bar.set_position(k as u64);
            bar.set_message(case.id);
        }
        done.push(Done { document, case, finding: case.run() });
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    folder.make()?;
    let page = folder.file("report.html");
    report(&done, command()).write(&page)?;
    let record = object(&done, &folder);
    let text = serde_json::to_string_pretty(&record).unwrap_or_default() + "\n";
    write_whole(folder.file("cases.json"), text.as_bytes())?;
    let mut output = Output::text(if args.json { format!("{record}\n") } else { words(&done, &folder) });
    output.code = if done.iter().all(Done::passed) { None } else { Some(Code::Failed) };
    Ok(output)
}

fn progress(cases: usize) -> ProgressBar {
    let bar = ProgressBar::new(cases as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len}  {msg}");
    bar.set_style(style.unwrap_or(ProgressStyle::default_bar()));
    bar
}

fn words(done: &[Done], folder: &RunFolder) -> String {
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
        0 => paint(&format!("all {} case{} as they should be", done.len(), plural(done.len())), Color::Green),
        n => paint(&format!("{n} of {} cases MISSED", done.len()), Color::Red),
    };
    let path = folder.file("report.html");
    format!(
        "{text}\nknown: a sentence of a source that does not hold for its own data; the report says why\n{verdict}\nreport   {}\n",
        path.display()
    )
}

fn object(done: &[Done], folder: &RunFolder) -> Value {
    let case = |case: &Done| {
        json!({
            "id": case.case.id, "title": case.case.title, "document": case.document.key, "model": case.case.model(),
            "passed": case.passed(), "text": case.finding.text, "remarks": case.finding.remarks,
            "checks": case.finding.checks.iter().map(check).collect::<Vec<_>>(),
        })
    };
    json!({
        "passed": done.iter().all(Done::passed),
        "report": folder.file("report.html"),
        "cases": done.iter().map(case).collect::<Vec<_>>(),
    })
}

fn check(check: &Check) -> Value {
    let mut object = json!({"what": check.what, "oracle": check.oracle.words(), "passed": check.passed()});
    let more = match &check.measure {
        Measure::Deviation { value, tolerance, unit } => {
            vec![("deviation", json!(value)), ("tolerance", json!(tolerance)), ("unit", json!(unit))]
        }
        Measure::Sentence { holds, known } => vec![("reproduced", json!(holds)), ("known_to_hold", json!(known))],
        Measure::Failed(why) => vec![("error", json!(why))],
    };
    more.into_iter().for_each(|(key, value)| object[key] = value);
    object
}
