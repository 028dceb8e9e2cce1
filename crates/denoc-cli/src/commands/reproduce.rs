//! `denoc reproduce`.

use std::path::PathBuf;
use std::time::Instant;

use denoc::results::Verdict;
use denoc::run::RunFolder;
use serde_json::json;

use super::outcome::command;
use crate::color::{Color, paint};
use crate::output::{Code, Failure, Output, complain};
use crate::sources::{Done, documents, report};
use crate::table::{Side, Table, plural};

/// The examples, figures and tables of the literature, computed again and compared; writes one report
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Only cases whose source, name or title has this word
    #[arg(long, value_name = "WORD")]
    only: Option<String>,

    /// The folder of the report [default: runs/reproduce, with a number behind if there is one]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print a JSON list of all comparisons
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc reproduce
  denoc reproduce --only \"Example 9.5\"
  denoc reproduce --only Saha99 --json
Exit code 1 if a comparison is outside its tolerance.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let documents = documents();
    let wanted = |words: [&str; 3]| match &args.only {
        None => true,
        Some(word) => words.join(" ").to_lowercase().contains(&word.to_lowercase()),
    };
    let mut done = Vec::new();
    let begun = Instant::now();
    for document in &documents {
        for case in document.cases.iter().filter(|case| wanted([document.key, case.id, case.title])) {
            // silence for more than two seconds makes people wonder
            if begun.elapsed().as_secs() >= 2 {
                complain(&format!("… {} {}", document.key, case.id));
            }
            let start = Instant::now();
            let findings = (case.run)()?;
            let seconds = start.elapsed().as_secs_f64();
            done.push(Done { document: document.key, id: case.id, title: case.title, findings, seconds });
        }
    }
    if done.is_empty() {
        let cases = documents.iter().flat_map(|d| d.cases.iter().map(move |c| format!("{} {}", d.key, c.id)));
        let known: Vec<String> = cases.collect();
        return Err(Failure::new(format!("no case has this word; the cases are {}", known.join(", "))));
    }
    let folder = match &args.out {
        Some(path) => RunFolder::create(path)?,
        None => RunFolder::fresh("runs", "reproduce")?,
    };
    let page = folder.file("report.html");
    folder.make()?;
    report(&documents, &done, &command()).write(&page).map_err(denoc::Error::from)?;

    let failed = done.iter().filter(|one| one.verdict() == Verdict::Missed).count();
    let mut output = Output::text(if args.json { format!("{}\n", list(&done)) } else { text(&done, failed) });
    if !args.json {
        output.text += &format!("report   {}\n", page.display());
    }
    if failed > 0 {
        output.code = Some(Code::Failed);
    }
    Ok(output)
}

fn text(done: &[Done], failed: usize) -> String {
    let left = |h: &'static str| (h, Side::Left);
    let mut table = Table::new([
        left(""),
        left("case"),
        left("what"),
        left("compared with"),
        ("deviation", Side::Right),
        ("tolerance", Side::Right),
        left(""),
    ]);
    for one in done {
        for check in &one.findings.checks {
            let mark = if check.passed() { "ok" } else { "MISSED" };
            let case = format!("{} {}", one.document, one.id);
            let numbers = [check.deviation, check.tolerance].map(|x| format!("{x:.1e}"));
            let [deviation, tolerance] = &numbers;
            table.row([mark, &case, &check.what, check.oracle.words(), deviation, tolerance, check.unit]);
        }
    }
    let painted: String = table
        .text()
        .lines()
        .map(|line| match line.trim_start().starts_with("MISSED") {
            true => paint(line, Color::Red) + "\n",
            false => format!("{line}\n"),
        })
        .collect();
    let checks: usize = done.iter().map(|one| one.findings.checks.len()).sum();
    let verdict = match failed {
        0 => paint("every comparison is within its tolerance", Color::Green),
        n => paint(&format!("{n} case{} outside the tolerance", plural(n)), Color::Red),
    };
    format!("{painted}\n{} cases, {checks} comparisons; {verdict}\n", done.len())
}

fn list(done: &[Done]) -> serde_json::Value {
    let all = done.iter().flat_map(|one| {
        one.findings.checks.iter().map(move |check| {
            json!({
                "source": one.document, "case": one.id, "title": one.title, "what": check.what, "seconds": one.seconds,
                "oracle": check.oracle.words(), "deviation": check.deviation, "tolerance": check.tolerance, "unit": check.unit,
                "passed": check.passed(),
            })
        })
    });
    serde_json::Value::Array(all.collect())
}
