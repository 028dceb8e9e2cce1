//! `denoc sweep`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use denoc_run::run::{Flow, Watch};
use denoc_run::scenario::Scenario;
use denoc_run::sweep::{
    Heading, MetricRange, SweepEvaluator, SweepOptions, SweepProgress, SweepSummary, run as compute,
};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::output::{Code, Failure, Output, complain};
use crate::progress::{catch_interrupts, interrupted};
use crate::progress_lines::Lines;
use crate::table::{Side, Table, plural, short};

/// Run a scenario at many parameter values; write a table with one row for each point
///
/// To resume after Ctrl-C, a crash or a power failure, run the command again with the same folder: finished points are not repeated.
/// A point that fails is recorded with its error; the others continue.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Scenario file (TOML) with a [sweep] section
    scenario: PathBuf,

    /// Folder of the results [default: sweeps/NAME]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Number of points computed at the same time [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Maximum number of rows of one part of the results
    #[arg(long, value_name = "ROWS", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    part_rows: u32,

    /// Replace another sweep in the folder
    #[arg(long)]
    force: bool,

    /// Continue a sweep that another version of denoc began, although the results of both may differ
    #[arg(long)]
    any_version: bool,

    /// List the first points without running them
    #[arg(long)]
    dry_run: bool,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc sweep examples/sweeps/fourbar.toml --dry-run
  denoc sweep examples/sweeps/fourbar.toml --out results/fourbar --threads 4

In the scenario, besides model, [start], [simulate] and the rest:
  [sweep]
  sampling = \"grid\"                     # or list, latin-hypercube, sobol (with samples = …)
  [[sweep.parameter]]
  path = \"links.crank.length\"           # in the model file, or in the scenario (start.v.joint1, controller.kp)
  from = \"30 mm\"
  to = \"45 mm\"
  count = 16
  [sweep.metrics]
  peak = \"absmax tau[crank_pivot]\"      # max, min, mean, rms, final, … of a column of results.csv
All keys: docs/sweep.md; docs and examples are in the repository.";

/// Points that --dry-run lists.
const SHOWN: usize = 10;
/// Shorter sweeps show no bar.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let scenario = Scenario::read(&args.scenario)?;
    let base = args.scenario.parent().unwrap_or(Path::new(""));
    if args.dry_run {
        return preview(&SweepEvaluator::new(&scenario, base, None)?, args.json);
    }
    let name = args.scenario.file_stem().unwrap_or_default();
    let folder = args.out.clone().unwrap_or_else(|| Path::new("sweeps").join(name));
    let options = SweepOptions {
        threads: args.threads.map(usize::from),
        part_rows: args.part_rows as usize,
        force: args.force,
        any_version: args.any_version,
    };
    catch_interrupts();
    let begun = Instant::now();
    let mut bar = Bar { begun, announce: !args.json, bar: None, lines: Lines::new() };
    let summary = compute(&scenario, base, &folder, &options, &mut bar)?;
    bar.end();
    Ok(deliver(args, &summary, &folder, begun.elapsed().as_secs_f64()))
}

/// Prints the points without running them.
fn preview(sweep: &SweepEvaluator, as_json: bool) -> Result<Output, Failure> {
    let points = sweep.points()?;
    if as_json {
        let names = |all: &[Heading]| all.iter().map(|h| json!({"name": h.name, "unit": h.unit})).collect::<Vec<_>>();
        let object = json!({
            "points": points.len(),
            "parameters": names(sweep.parameters()),
            "metrics": names(sweep.metrics()),
            "first_points": points.iter().take(SHOWN).collect::<Vec<_>>(),
        });
        return Ok(Output::text(format!("{object}\n")));
    }
    let head = |h: &Heading| {
        (if h.unit.is_empty() { h.name.clone() } else { format!("{} [{}]", h.name, h.unit) }, Side::Right)
    };
    let mut table =
        Table::new([("point".to_owned(), Side::Right)].into_iter().chain(sweep.parameters().iter().map(head)));
    for (i, point) in points.iter().take(SHOWN).enumerate() {
        table.row([i.to_string()].into_iter().chain(point.iter().map(|&x| short(x))));
    }
    let metrics: Vec<String> = sweep.metrics().iter().map(|h| head(h).0).collect();
    let more = if points.len() > SHOWN { "  …\n" } else { "" };
    let n = points.len();
    Ok(Output::text(format!("{n} point{}; metrics: {}\n\n{}{more}", plural(n), metrics.join(", "), table.text())))
}

fn deliver(args: &Args, summary: &SweepSummary, folder: &Path, seconds: f64) -> Output {
    let SweepSummary { points, before, finished, failed, .. } = *summary;
    let mut output = Output::text(if args.json { object(summary, folder) } else { text(summary, folder, seconds) });
    if before > 0 && !args.json {
        output.note(format!("note: {before} point{} finished before, not repeated", plural(before)));
    }
    if let Some((point, error)) = &summary.first_error {
        output.note(format!("warning: {failed} of {finished} points failed, the first is point {point}: {error}"));
    }
    output.code = match summary.results {
        None => Some(Code::Interrupted),
        Some(_) if failed == points => Some(Code::Failed),
        Some(_) => None,
    };
    output
}

fn text(summary: &SweepSummary, folder: &Path, seconds: f64) -> String {
    let path = folder.display();
    let mut table = Table::new([
        ("metric", Side::Left),
        ("least", Side::Right),
        ("at point", Side::Right),
        ("greatest", Side::Right),
        ("at point", Side::Right),
        ("", Side::Left),
    ]);
    for MetricRange { name, unit, least, greatest } in &summary.ranges {
        let cells = |end: &Option<(usize, f64)>| match end {
            Some((point, x)) => [short(*x), point.to_string()],
            None => ["–".to_owned(), String::new()],
        };
        let ([least, low], [greatest, high]) = (cells(least), cells(greatest));
        table.row([name, &least, &low, &greatest, &high, unit]);
    }
    let (finished, points, run) = (summary.finished, summary.points, summary.finished - summary.before);
    let end = match &summary.results {
        Some(results) => format!("numbers  {}\nparts    {path}/parts\n", results.display()),
        None => {
            format!("stopped; {finished} of {points} points are in {path}/parts\nresume with the same command\n")
        }
    };
    let failed = summary.failed;
    format!("{}\n{run} point{} run in {seconds:.1} s, {failed} failed\n{end}", table.text(), plural(run))
}

fn object(summary: &SweepSummary, folder: &Path) -> String {
    let end = |end: &Option<(usize, f64)>| end.map(|(point, x)| json!({"point": point, "value": x}));
    let range =
        |r: &MetricRange| json!({"name": r.name, "unit": r.unit, "least": end(&r.least), "greatest": end(&r.greatest)});
    let object = json!({
        "points": summary.points,
        "finished_before": summary.before,
        "finished": summary.finished,
        "failed": summary.failed,
        "first_error": summary.first_error.as_ref().map(|(point, error)| json!({"point": point, "error": error})),
        "metrics": summary.ranges.iter().map(range).collect::<Vec<_>>(),
        "folder": folder,
        "results": summary.results,
    });
    format!("{object}\n")
}

/// Progress bar.
struct Bar {
    begun: Instant,
    /// Whether the number of points is still to be printed.
    announce: bool,
    bar: Option<ProgressBar>,
    lines: Lines,
}

impl Bar {
    fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Bar {
    fn sweep_progress(&mut self, SweepProgress { points, finished, failed }: SweepProgress) -> Flow {
        if core::mem::take(&mut self.announce) {
            complain(&format!("{points} point{}", plural(points)));
        }
        if self.bar.is_none() && self.begun.elapsed() > PATIENCE {
            let bar = ProgressBar::new(points as u64);
            let template = "{bar:30} {pos} of {len}  {msg}  {eta} left";
            bar.set_style(ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()));
            // points finished before do not count for the remaining time
            bar.reset_eta();
            self.bar = Some(bar.with_position(finished as u64));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(finished as u64);
            bar.set_message(format!("{failed} failed"));
        }
        self.lines.print(|| format!("{finished} of {points} points, {failed} failed"));
        if interrupted() { Flow::Stop } else { Flow::Continue }
    }
}
