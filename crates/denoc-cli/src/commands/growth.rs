//! `denoc growth`.

use std::path::PathBuf;

use denoc::results::write_whole;
use denoc::run::RunFolder;
use serde_json::{Value, json};

use crate::growth::{Bar, COLUMNS, PRINTED_COLUMN, Settings, Study, Subject, WAYS, Way};
use crate::output::{Code, Failure, Output};
use crate::progress::catch_interrupts;
use crate::table::{Side, Table, plural};

/// How the errors of loops grow with time, by method: the study of the O-DCA paper, for its mechanisms or for yours
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Mechanisms with loops, files or names of the catalogue [default: those of the paper, and two singular starts]
    #[arg(value_name = "MODEL")]
    models: Vec<String>,

    /// How long, s [default: 10, 20 for the mechanisms of the paper that meet singular poses]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    time: Option<f64>,

    /// Relative and absolute tolerance of a step
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-8, allow_hyphen_values = true)]
    tolerance: f64,

    /// The power of time is fitted from here to the end, s
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, allow_hyphen_values = true)]
    from: f64,

    /// Ways to keep loops closed: odca, multipliers, speeds, odca-projected, projected, corrected [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    methods: Vec<String>,

    /// The folder of plots and tables; it must not hold another run [default: none is written]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc growth                                 the mechanisms of the paper, by all methods
  denoc growth -o growth                       with a plot and a table for each
  denoc growth fourbar --time 60 --methods multipliers,speeds

Runs with Dormand-Prince 5(4), which is ode45. The power p of error ~ t^p is the slope of the largest error so far over time, both
as logarithms, by least squares from --from to the end. Ctrl-C keeps the mechanisms that are complete.";

/// What the numbers show, of all mechanisms.
const WORDS: &str = "\
Methods that impose the closures exactly on accelerations find the same accelerations: the equations have one solution. So they
make the same errors in every step, and away from singular poses their loops open alike, by O-DCA or by multipliers. The size is
that of the integration, not of rounding. Near singular poses accelerations alone may leave the motion, which is said. Every state
projected, or corrected after every step: loops stay closed to rounding, by any method.";

/// Where powers are those of theory.
const USUAL: &str = "\
Errors of accelerations are integrated twice (about t^2), those of speeds once (about t).";

/// Where they are not.
const UNUSUAL: &str = "\
Errors of accelerations are integrated twice, those of speeds once: if they always had the same sign and size, loops would open as
t^2 and t. Powers far from these say that they have not, or that the fit is too short (try a longer --time with a later --from).";

/// What the paper says.
const PAPER: &str = "\
The paper reports 1e-14 m and t^0.7 for O-DCA at this tolerance; no exact method at the level of accelerations can do that, and it is
not reproduced (errata, E54). Fits over a few seconds are rough: for the single loop and speeds t^0.7 in 10 s, but t^0.95 in 100 s
(--time 100 --from 10).";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let settings = settings(args)?;
    let ways = if args.methods.is_empty() { WAYS.iter().collect() } else { Way::chosen(&args.methods)? };
    let subjects = if args.models.is_empty() {
        Subject::printed()?
    } else {
        args.models.iter().map(|word| Subject::of_model(word)).collect::<Result<Vec<_>, _>>()?
    };
    check(&subjects, &settings)?;
    let folder = args.out.as_ref().map(RunFolder::create).transpose()?;
    catch_interrupts();
    let (wanted, mut studies) = (subjects.len(), Vec::new());
    let mut bar = Bar::new(wanted * ways.len());
    for subject in subjects {
        let place = subject.title.clone();
        match Study::watched(subject, &ways, settings, &mut bar).map_err(|failure| failure.at(&place))? {
            Some(study) => studies.push(study),
            None => break,
        }
    }
    drop(bar);
    if studies.is_empty() {
        let words =
            "stopped: no mechanism was complete, and nothing is kept; a shorter --time or fewer --methods take less";
        return Err(Failure::new(words).with_code(Code::Interrupted));
    }
    let words = words(&studies);
    let object = json!({
        "mechanisms": studies.iter().map(Study::object).collect::<Vec<_>>(), "complete": studies.len() == wanted, "words": words,
    });
    if let Some(folder) = &folder {
        write(folder, &studies, &object)?;
    }
    let mut output = Output::text(match args.json {
        true => format!("{object}\n"),
        false => {
            let mut text = format!("{}\nFitted from {} s to the end.\n{words}\n", table(&studies), settings.from);
            if let Some(folder) = &folder {
                text += &format!("\nfiles   {}\n", folder.path().display());
            }
            text
        }
    });
    if studies.len() < wanted {
        let n = studies.len();
        output.note(format!("stopped: {n} of {wanted} mechanism{} complete; the others are left out", plural(wanted)));
        output.code = Some(Code::Interrupted);
    }
    Ok(output)
}

/// What of the words is true here.
fn words(studies: &[Study]) -> String {
    let usual = studies.iter().filter_map(Study::has_usual_powers).reduce(|a, b| a && b);
    let powers = usual.map(|usual| if usual { USUAL } else { UNUSUAL });
    let paper = studies.iter().any(|study| study.subject.printed).then_some(PAPER);
    [Some(WORDS), powers, paper].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn table(studies: &[Study]) -> String {
    let sides = [Side::Left, Side::Left, Side::Right, Side::Right, Side::Left, Side::Left, Side::Right, Side::Left];
    let printed = studies.iter().any(|study| study.subject.printed);
    let shown = |k: &usize| printed || *k != PRINTED_COLUMN;
    let mut table = Table::new((0..COLUMNS.len()).filter(shown).map(|k| (COLUMNS[k], sides[k])));
    for row in studies.iter().flat_map(Study::rows) {
        table.row((0..row.len()).filter(shown).map(|k| row[k].clone()));
    }
    table.text()
}

/// A plot and a table for each mechanism, and all numbers.
fn write(folder: &RunFolder, studies: &[Study], object: &Value) -> Result<(), Failure> {
    folder.make()?;
    for (k, study) in studies.iter().enumerate() {
        let same = studies[..k].iter().filter(|other| other.subject.name == study.subject.name).count();
        let number = if same == 0 { String::new() } else { format!("-{}", same + 1) };
        let file = |ending: &str| folder.file(&format!("{}{number}.{ending}", study.subject.name));
        study.table()?.write_csv(file("csv"))?;
        study.plot().write_svg(file("svg"))?;
        study.plot().write_png(file("png"))?;
    }
    let text = serde_json::to_string_pretty(object).unwrap_or_default() + "\n";
    Ok(write_whole(folder.file("growth.json"), text.as_bytes())?)
}

/// The fit must begin before the runs end.
fn check(subjects: &[Subject], settings: &Settings) -> Result<(), Failure> {
    let Some(subject) = subjects.iter().find(|subject| settings.time_of(subject) <= settings.from) else {
        return Ok(());
    };
    let (time, from) = (settings.time_of(subject), settings.from);
    let remedy = match settings.time {
        Some(_) => "choose a smaller one",
        None => "choose a smaller one, or a longer --time",
    };
    let words = format!("--from {from}: the run ends at {time} s, before the fit begins; {remedy}");
    Err(Failure::new(words).with_code(Code::BadInput))
}

fn settings(args: &Args) -> Result<Settings, Failure> {
    let bad = |words: String| Err(Failure::new(words).with_code(Code::BadInput));
    if let Some(time) = args.time.filter(|time| !(*time > 0.0 && time.is_finite())) {
        return bad(format!("--time {time}: a run takes a positive time, such as 10 (seconds)"));
    }
    if !(args.from > 0.0 && args.from.is_finite()) {
        return bad(format!("--from {}: the fit begins at a positive time, such as 2 (seconds)", args.from));
    }
    if !(1e-14..=1e-2).contains(&args.tolerance) {
        return bad(format!("--tolerance {}: choose one between 1e-14 and 1e-2", args.tolerance));
    }
    Ok(Settings { tolerance: args.tolerance, from: args.from, time: args.time, ..Settings::default() })
}
