//! Prints the outcome of a run.

use std::path::PathBuf;

use denoc_base::number::{brief, six};
use denoc_base::plural;
use denoc_run::run::{AuditOutcome, AuditRow, Peak, RunFolder, RunOutcome, Status, Verdict};
use serde_json::{Value, json};

use crate::color::{Color, paint};
use crate::output::{Code, Failure, Output};
use crate::table::{Side, Table, short, without_noise};

/// Where results are written, and how they are printed.
#[derive(clap::Args, Debug)]
pub(crate) struct RunArgs {
    /// Folder of the results; it must not contain another run [default: runs/NAME, or runs/NAME-2, … if that exists]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// Write tables, audit and run.json only: no plots, no report.html; for scripts
    #[arg(long)]
    pub(crate) no_report: bool,

    /// Compute results of more than 4 GB, in memory or on disk
    #[arg(long)]
    pub(crate) force: bool,

    /// Fail if the model has warnings (exit code 2) or an audit row exceeds its bound or could not be checked (exit code 3)
    #[arg(long)]
    pub(crate) strict: bool,

    /// Print one JSON object instead of the tables
    #[arg(long)]
    pub(crate) json: bool,
}

impl RunArgs {
    pub(crate) fn folder(&self, name: &str) -> Result<RunFolder, Failure> {
        Ok(match &self.out {
            Some(path) => RunFolder::create(path)?,
            None => RunFolder::fresh("runs", name)?,
        })
    }

    /// Audit, events and files; the exit code.
    pub(crate) fn deliver(&self, outcome: &RunOutcome) -> Output {
        let mut output = if self.json {
            Output::text(format!("{}\n", object(outcome)))
        } else {
            Output::text(format!("{}{}\n{}", peaks(&outcome.peaks), audit(&outcome.audit), files(outcome)))
        };
        for warning in outcome.warnings.iter().take(3) {
            output.note(format!("warning: {warning}"));
        }
        if outcome.warnings.len() > 3 {
            output.note(format!("warning: and {} more, in the report", outcome.warnings.len() - 3));
        }
        for note in outcome.notes.iter().take(3) {
            output.note(format!("note: {note}"));
        }
        if outcome.notes.len() > 3 {
            output.note(format!("note: and {} more, in run.json", outcome.notes.len() - 3));
        }
        output.code = match outcome.status {
            Status::Interrupted => Some(Code::Interrupted),
            _ if self.strict && !outcome.passed() => Some(Code::AuditMissed),
            _ => None,
        };
        output
    }
}

/// The command line, for the report.
pub(crate) fn command() -> String {
    let quoted = |arg: String| if arg.contains([' ', '"', '{', '[', '*']) { format!("'{arg}'") } else { arg };
    let args = std::env::args().skip(1).map(quoted);
    ["denoc".to_owned()].into_iter().chain(args).collect::<Vec<_>>().join(" ")
}

/// The peak values of the actuators as a table; nothing if there are none.
fn peaks(peaks: &[Peak]) -> String {
    if peaks.is_empty() {
        return String::new();
    }
    let heads = ["peak force or torque", "at t [s]", "rms", "peak speed", "peak power [W]", "at t [s]"];
    let heads = [("actuator", Side::Left)].into_iter().chain(heads.map(|head| (head, Side::Right)));
    let mut table = Table::new(heads);
    // forces, speeds and powers that are rounding compared with those of the other actuators
    let clean = |of: &dyn Fn(&Peak) -> f64| without_noise(&peaks.iter().map(of).collect::<Vec<_>>());
    let forces = without_noise(&peaks.iter().flat_map(|peak| [peak.force, peak.rms]).collect::<Vec<_>>());
    let (speeds, powers) = (clean(&|peak| peak.speed), clean(&|peak| peak.power));
    for (k, peak) in peaks.iter().enumerate() {
        let with = |x: f64, unit: &str| format!("{} {unit}", short(x));
        table.row([
            peak.actuator.as_str(),
            &with(forces[2 * k], peak.unit),
            &six(peak.t),
            &with(forces[2 * k + 1], peak.unit),
            &with(speeds[k], peak.speed_unit),
            &short(powers[k]),
            &six(peak.power_t),
        ]);
    }
    format!("{}\n", table.text())
}

/// The audit as a table.
pub(crate) fn audit(rows: &[AuditRow]) -> String {
    let heads =
        [("", Side::Left), ("audit", Side::Left), ("value", Side::Right), ("bound", Side::Right), ("", Side::Left)];
    let mut table = Table::new(heads);
    for row in rows {
        let mark = match row.verdict {
            Verdict::Passed => "ok",
            Verdict::Missed => "MISSED",
            Verdict::Unjudged => "",
            Verdict::Unchecked => "open",
        };
        let value = format!("{} {}", brief(row.value), row.unit);
        let bound = row.tolerance.map_or(String::new(), |t| format!("≤ {t:.1e}"));
        table.row([mark, row.name.as_str(), value.trim_end(), &bound, &row.meaning]);
    }
    let text = table.text();
    // colours last: escape sequences would change the widths of the columns
    text.lines()
        .map(|line| {
            let painted = match line.trim_start() {
                start if start.starts_with("ok ") => line.replacen("ok", &paint("ok", Color::Green), 1),
                start if start.starts_with("open ") => line.replacen("open", &paint("open", Color::Yellow), 1),
                start if start.starts_with("MISSED") => paint(line, Color::Red),
                _ => line.to_owned(),
            };
            painted + "\n"
        })
        .collect()
}

fn files(outcome: &RunOutcome) -> String {
    let path = outcome.folder.path().display();
    let mut text: String = outcome.choices.iter().map(|choice| format!("{choice}\n")).collect();
    if !outcome.events.is_empty() {
        let (n, lines) = (outcome.event_count, outcome.events.len());
        let shared = if lines < n { format!(" in {lines} line{} of run.json", plural(lines)) } else { String::new() };
        let (t, name) = &outcome.events[0];
        text += &format!("{n} event{}{shared}; the first at t = {} s: {name}\n", plural(n), six(*t));
    }
    match outcome.status {
        Status::Interrupted => {
            text += &format!(
                "stopped; the results so far are in {path}/results.partial.csv\nresume with: denoc simulate --resume {path}\n"
            );
        }
        status => {
            if status == Status::Event {
                text += "ended at an event\n";
            }
            let verdict = match outcome.audit_outcome() {
                Some(AuditOutcome::Missed) => {
                    let missed = outcome.audit.iter().filter(|row| row.missed());
                    let names: Vec<&str> = missed.map(|row| row.name.as_str()).collect();
                    paint(&format!("audit MISSED a tolerance: {}", names.join(", ")), Color::Red)
                }
                Some(AuditOutcome::Incomplete) => paint("audit incomplete: a check could not be made", Color::Yellow),
                _ => paint("audit passed", Color::Green),
            };
            let grey = |text: &str| paint(text, Color::Grey);
            let report = match outcome.folder.file("report.html").exists() {
                true => format!("{path}/report.html   {}", grey("(open it in a browser; works offline)")),
                false => "not drawn".to_owned(),
            };
            text += &format!("{verdict}\nreport   {report}\nnumbers  {path}/results.csv, results.npz\n");
            if outcome.folder.file("plots").exists() {
                text += &format!("plots    {path}/plots\n");
            }
        }
    }
    text
}

fn object(outcome: &RunOutcome) -> Value {
    json!({
        "model": outcome.model,
        "status": outcome.status,
        "passed": outcome.passed(),
        "audit_outcome": outcome.audit_outcome(),
        "folder": outcome.folder.path(),
        "report": Some(outcome.folder.file("report.html")).filter(|file| file.exists()),
        "audit": outcome.audit,
        "choices": outcome.choices,
        "peaks": outcome.peaks,
        "events": outcome.events.iter().map(|(t, name)| json!({"t": t, "event": name})).collect::<Vec<_>>(),
        "verification": outcome.verification,
        "warnings": outcome.warnings,
        "notes": outcome.notes,
    })
}
