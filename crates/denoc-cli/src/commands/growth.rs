//! `denoc growth`.

mod bar;

use std::path::PathBuf;

use denoc_base::number::{six, six_beside};
use denoc_results::write_atomically;
use denoc_run::run::RunFolder;
use denoc_validate::ValidationError;
use denoc_validate::growth::{COLUMNS, ClosureScheme, GrowthSettings, PRINTED_COLUMN, SCHEMES, Specimen, Study};
use serde_json::{Value, json};

use self::bar::StudyBar;
use crate::args::{renamed, seconds};
use crate::output::{Code, Failure, Output};
use crate::progress::catch_interrupts;
use crate::table::{Side, Table, plural};

/// Measure the growth of closure errors with time for several closure schemes, as in the O-DCA paper
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Mechanisms with loops: files or catalogue names [default: those of the paper, and two singular starts]
    #[arg(value_name = "MODEL")]
    models: Vec<String>,

    /// Simulated time, s [default: 10; 20 for mechanisms of the paper that pass singular configurations]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_hyphen_values = true)]
    duration: Option<f64>,

    /// Relative and absolute tolerance of the integrator
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-8, allow_hyphen_values = true)]
    tolerance: f64,

    /// Start of the time interval in which the power of time is fitted, s
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value_t = 2.0, allow_hyphen_values = true)]
    from: f64,

    #[arg(long, value_name = "NAME,…", value_delimiter = ',', help = schemes_help())]
    schemes: Vec<String>,

    // earlier names
    #[arg(long, hide = true, value_parser = renamed("--duration"))]
    time: Option<String>,
    #[arg(long, hide = true, value_parser = renamed("--schemes"))]
    methods: Option<String>,

    /// Folder for plots and tables; must not contain another run [default: nothing is written]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc growth                                 all mechanisms of the paper, all schemes
  denoc growth -o growth                       also write a plot and a table for each mechanism
  denoc growth fourbar --duration 60 --schemes multipliers,speeds

The integrator is Dormand-Prince 5(4), as in ode45. The power p of error ~ t^p is the slope of the logarithm of the largest error so
far over the logarithm of time, by least squares from --from to the end. Ctrl-C keeps complete mechanisms.";

/// What the numbers of all mechanisms show.
const GENERAL: &str = "\
Methods that satisfy the closure conditions exactly at the acceleration level compute the same accelerations, because the equations
have one solution. They therefore make the same error in every step, and away from singular configurations the closure error is the
same for O-DCA and for multipliers. Its size is that of the integration error, not of rounding. Near singular configurations,
acceleration-level closure may diverge from the motion; the table shows where. If every state is projected, or corrected after every step,
loops stay closed to rounding with any method.";

/// Where powers are those of theory.
const USUAL: &str = "\
Errors of accelerations are integrated twice (about t^2), those of speeds once (about t).";

/// Where they are not.
const UNUSUAL: &str = "\
Errors of accelerations are integrated twice and those of speeds once: if their sign and size were constant, closure errors would grow
as t^2 and t. Powers far from these mean that they are not, or that the fit is too short (try a longer --duration and a later --from).";

/// What the paper says.
const PAPER: &str = "\
The paper reports 1e-14 m and t^0.7 for O-DCA at this tolerance. No exact method at the acceleration level can achieve that, and it is
not reproduced (errata, E54). Fits over a few seconds are rough: for the single loop closed at the speed level, t^0.7 in 10 s but
t^0.95 in 100 s (--duration 100 --from 10).";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let settings = settings(args)?;
    let schemes = if args.schemes.is_empty() { SCHEMES.iter().collect() } else { schemes(&args.schemes)? };
    let specimens = if args.models.is_empty() {
        Specimen::of_paper().map_err(Failure::of_validation)?
    } else {
        args.models.iter().map(|model| specimen(model)).collect::<Result<Vec<_>, _>>()?
    };
    check(&specimens, &settings)?;
    let folder = args.out.as_ref().map(RunFolder::create).transpose()?;
    catch_interrupts();
    let (count, mut studies) = (specimens.len(), Vec::new());
    let mut bar = StudyBar::new(count * schemes.len());
    for specimen in specimens {
        let place = specimen.title.clone();
        let study = Study::run_watched(specimen, &schemes, settings, &mut bar);
        match study.map_err(|error| Failure::of_validation(error).at(&place))? {
            Some(study) => studies.push(study),
            None => break,
        }
    }
    drop(bar);
    if studies.is_empty() {
        let message =
            "stopped: no mechanism was complete, so nothing is kept; choose a shorter --duration or fewer --schemes";
        return Err(Failure::new(message).with_code(Code::Interrupted));
    }
    let remarks = remarks(&studies);
    let object = json!({"mechanisms": studies, "complete": studies.len() == count, "remarks": remarks});
    if let Some(folder) = &folder {
        write(folder, &studies, &object)?;
    }
    let mut output = Output::text(match args.json {
        true => format!("{object}\n"),
        false => {
            let mut text =
                format!("{}\nFitted from {} s to the end.\n{remarks}\n", table(&studies), six(settings.fit_from));
            if let Some(folder) = &folder {
                text += &format!("\nfiles   {}\n", folder.path().display());
            }
            text
        }
    });
    if studies.len() < count {
        let n = studies.len();
        output.note(format!("stopped: {n} of {count} mechanism{} complete; the others are omitted", plural(count)));
        output.code = Some(Code::Interrupted);
    }
    Ok(output)
}

fn schemes_help() -> String {
    let keywords: Vec<&str> = SCHEMES.iter().map(|scheme| scheme.keyword).collect();
    format!("Closure schemes: {} [default: all]", keywords.join(", "))
}

/// The schemes of `--schemes`.
fn schemes(keywords: &[String]) -> Result<Vec<&'static ClosureScheme>, Failure> {
    ClosureScheme::select(keywords)
        .map_err(|error| Failure::of_validation(error).at(&format!("--schemes {}", keywords.join(","))))
}

fn specimen(model: &str) -> Result<Specimen, Failure> {
    Specimen::load(model).map_err(|error| match error {
        ValidationError::NoLoops { .. } => Failure::of_validation(error).at(model),
        error => Failure::of_validation(error),
    })
}

/// The remarks that apply to these studies.
fn remarks(studies: &[Study]) -> String {
    let usual = studies.iter().filter_map(Study::follows_theory).reduce(|a, b| a && b);
    let powers = usual.map(|usual| if usual { USUAL } else { UNUSUAL });
    let paper = studies.iter().any(|study| study.specimen.printed).then_some(PAPER);
    [Some(GENERAL), powers, paper].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn table(studies: &[Study]) -> String {
    let sides = [Side::Left, Side::Left, Side::Right, Side::Right, Side::Left, Side::Left, Side::Right, Side::Left];
    let printed = studies.iter().any(|study| study.specimen.printed);
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
        let same = studies[..k].iter().filter(|other| other.specimen.name == study.specimen.name).count();
        let number = if same == 0 { String::new() } else { format!("-{}", same + 1) };
        let file = |ending: &str| folder.file(&format!("{}{number}.{ending}", study.specimen.name));
        study.table().map_err(Failure::of_validation)?.write_csv(file("csv"))?;
        study.plot().write_svg(file("svg"))?;
        study.plot().write_png(file("png"))?;
    }
    let text = serde_json::to_string_pretty(object).unwrap_or_default() + "\n";
    Ok(write_atomically(folder.file("growth.json"), text.as_bytes())?)
}

/// The fit must begin before the runs end.
fn check(specimens: &[Specimen], settings: &GrowthSettings) -> Result<(), Failure> {
    let Some(specimen) = specimens.iter().find(|specimen| settings.duration_of(specimen) <= settings.fit_from) else {
        return Ok(());
    };
    let (time, from) = (settings.duration_of(specimen), settings.fit_from);
    let remedy = match settings.duration {
        Some(_) => "choose an earlier one",
        None => "choose an earlier one, or a longer --duration",
    };
    let (from, end) = (six_beside(from, time), six_beside(time, from));
    let message = format!("--from {from}: the run ends at {end} s, before the fit begins; {remedy}");
    Err(Failure::new(message).with_code(Code::BadInput))
}

fn settings(args: &Args) -> Result<GrowthSettings, Failure> {
    let bad = |message: String| Err(Failure::new(message).with_code(Code::BadInput));
    if let Some(time) = args.duration.filter(|time| !(*time > 0.0 && time.is_finite())) {
        return bad(format!("--duration {}: must be positive, such as 10 (seconds)", six(time)));
    }
    if !(args.from > 0.0 && args.from.is_finite()) {
        return bad(format!("--from {}: must be positive, such as 2 (seconds)", six(args.from)));
    }
    if !(1e-14..=1e-2).contains(&args.tolerance) {
        return bad(format!("--tolerance {}: choose one between 1e-14 and 1e-2", six(args.tolerance)));
    }
    Ok(GrowthSettings {
        tolerance: args.tolerance,
        fit_from: args.from,
        duration: args.duration,
        ..GrowthSettings::default()
    })
}
