//! `denoc plot`.

use std::path::{Path, PathBuf};

use denoc_run::compare::{PlotOptions, Results, plot};

use super::image::ImageFormat;
use crate::output::{Failure, Output};

/// Plot columns of one or several runs over each other
///
/// There is one panel for each quantity. In plots of several runs, curves of one column have one colour and curves of one run one line
/// style; with one column in a panel, each run has a colour. Runs may differ in length and in their times. Units are those of the files
/// unless --degrees is given.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Run folders, or CSV or npz files with results
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,

    /// Columns by name; * stands for any characters [default: coordinates, speeds and forces that change]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    columns: Vec<String>,

    /// Column of the abscissa, such as t or "q[crank]" [default: time]
    #[arg(long, value_name = "COLUMN")]
    against: Option<String>,

    /// Draw angles in degrees
    #[arg(long)]
    degrees: bool,

    /// Title [default: the names of the runs]
    #[arg(long)]
    title: Option<String>,

    /// File of the plot (.svg or .png) [default: RUN_plot.svg beside the first run]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  denoc simulate fourbar --v crank_pivot=10 --duration 1 --out runs/fast
  denoc simulate fourbar --v crank_pivot=5 --duration 1 --out runs/slow
  denoc plot runs/fast
  denoc plot runs/fast runs/slow --columns \"q[crank_pivot],*energy\" --degrees --out compared.png
  denoc plot runs/fast runs/slow --columns \"v[output_pivot]\" --against \"q[crank_pivot]\" --out phase.svg
  denoc cycle hoeken --input crank_pivot --speed \"60 rpm\" --csv cycle.csv
  denoc plot cycle.csv --columns \"tau[*]\" --against \"q[crank_pivot]\" --degrees --out torque.svg";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let format = args.out.as_ref().map(|path| ImageFormat::of(path, "--out")).transpose()?;
    let runs: Vec<Results> = args.runs.iter().map(Results::read).collect::<Result<_, _>>()?;
    let options = PlotOptions {
        columns: args.columns.clone(),
        against: args.against.clone(),
        degrees: args.degrees,
        title: args.title.clone(),
    };
    let plotted = plot(&runs, &options)?;
    let path = args.out.clone().unwrap_or_else(|| beside(&args.runs[0]));
    format.unwrap_or(ImageFormat::Svg).write(&plotted.plot, &path)?;
    let mut output = Output::text(format!("{}: {}\n", path.display(), plotted.summary()));
    plotted.notes.iter().for_each(|note| output.note(format!("note: {note}")));
    Ok(output)
}

/// A new file beside a run: `RUN_plot.svg`, or `RUN_plot-2.svg`, ….
fn beside(run: &Path) -> PathBuf {
    let whole = std::path::absolute(run).unwrap_or_else(|_| run.to_owned());
    let stem = if run.is_dir() { whole.file_name() } else { whole.file_stem() };
    let stem = stem.unwrap_or_default().to_string_lossy().into_owned();
    // the path as it was given, unless that has no last part
    let folder = if run.file_name().is_some() { run.parent() } else { whole.parent() };
    let name = |n: usize| if n == 1 { format!("{stem}_plot.svg") } else { format!("{stem}_plot-{n}.svg") };
    let mut paths = (1..).map(|n| folder.unwrap_or(Path::new("")).join(name(n)));
    paths.find(|path| !path.exists()).unwrap_or_default()
}
