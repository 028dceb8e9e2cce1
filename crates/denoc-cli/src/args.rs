//! Options that several commands share.

use std::path::PathBuf;

use clap::Args;
use denoc_mechanism::evaluate::Algorithm;
use denoc_model::{ClosureId, JointProperties, LinkId, Model, names};
use denoc_run::scenario::Scenario;
use denoc_run::{Base, LoadOptions, Loaded, Mimic, load_on, settings};

use crate::commands::values;
use crate::output::{Failure, Output};
use crate::table::plural;

/// The robot.
#[derive(Args, Debug)]
pub(crate) struct ModelArgs {
    /// A model file (.toml, .urdf, .sdf, MuJoCo .xml, DH table .csv) or a catalogue name
    model: String,

    #[arg(long, value_name = "BASE", default_value = "fixed", value_parser = base, help = settings::summary("", "base"))]
    base: Base,

    #[arg(long, value_name = "MIMIC", default_value = "enforced", value_parser = mimic, help = settings::summary("", "mimic"))]
    mimic: Mimic,

    /// Treat implausible mass properties as errors instead of warnings
    #[arg(long)]
    strict: bool,

    /// Rotor inertia at joints, kg m² (kg for sliding joints), such as joint6=1e-6; a remedy where forward dynamics is singular
    #[arg(long, value_name = "JOINT=VALUE,…")]
    rotor_inertia: Option<String>,
}

/// A time or a duration: a number of seconds, or a number with a unit.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    denoc_formats::number_in_si(text, "s")
}

/// The value of `--base`.
pub(crate) fn base(keyword: &str) -> Result<Base, String> {
    Base::from_keyword(keyword).map_err(|error| error.to_string())
}

/// The value of `--mimic`.
pub(crate) fn mimic(keyword: &str) -> Result<Mimic, String> {
    Mimic::from_keyword(keyword).map_err(|error| error.to_string())
}

/// Joint friction and springs in evaluations at a state.
#[derive(Args, Debug)]
pub(crate) struct JointForcesArgs {
    /// Include joint friction and springs
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_value = "false",
        default_missing_value = "true",
        hide_possible_values = true
    )]
    pub(crate) joint_forces: bool,
}

impl ModelArgs {
    pub(crate) fn name(&self) -> &str {
        &self.model
    }

    /// A scenario of this robot, with nothing to compute yet.
    pub(crate) fn scenario(&self) -> Result<Scenario, Failure> {
        let pairs = self.rotor_inertia.as_deref().map(|pairs| values::pairs("--rotor-inertia", pairs)).transpose()?;
        let rotor_inertia = pairs.unwrap_or_default();
        Ok(Scenario { base: self.base, rotor_inertia, ..Scenario::new(&self.model) })
    }

    /// Whether warnings are errors.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    pub(crate) fn load(&self) -> Result<Loaded, Failure> {
        let mut loaded = load_on(&self.model, LoadOptions { base: self.base, mimic: self.mimic })?;
        if let Some(pairs) = &self.rotor_inertia {
            let pairs = values::pairs("--rotor-inertia", pairs)?;
            loaded = loaded.rotor_inertia(pairs.iter().map(|(name, &x)| (name.as_str(), x)))?;
        }
        Ok(if self.strict { loaded.strict()? } else { loaded })
    }
}

/// Algorithm and output.
#[derive(Args, Debug)]
pub(crate) struct ResultArgs {
    #[arg(long, value_name = "ALGORITHM", value_parser = algorithm, help = algorithms())]
    pub(crate) algorithm: Option<Algorithm>,

    #[arg(long, alias = "loop-method", hide = true, value_parser = renamed("--algorithm"))]
    method: Option<String>,

    /// Write states and results to a CSV file ("-": to standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    pub(crate) json: bool,
}

fn keywords() -> String {
    Algorithm::all().map(Algorithm::keyword).collect::<Vec<_>>().join(", ")
}

fn algorithms() -> String {
    format!("Algorithm of dynamics: {} [default: compiled for trees, recursive with loops]", keywords())
}

/// Refuses an option of earlier versions with its present name.
pub(crate) fn renamed(present: &'static str) -> impl Fn(&str) -> Result<String, String> + Copy {
    move |_| Err(format!("this option is now called {present}"))
}

/// The value of `--algorithm`; keywords of earlier versions are refused with the present one.
pub(crate) fn algorithm(keyword: &str) -> Result<Algorithm, String> {
    Algorithm::from_keyword(keyword).ok_or_else(|| match keyword {
        "faithful" | "modular" => format!("\"{keyword}\" is now called recursive"),
        _ => names::choose(keyword, &Algorithm::all().map(Algorithm::keyword).collect::<Vec<_>>()),
    })
}

impl ResultArgs {
    /// How many of `count` rows to print, and a line about the others, which are in the CSV file.
    pub(crate) fn shown(&self, count: usize) -> (usize, String) {
        const MOST: usize = 10;
        match &self.csv {
            Some(path) if count > MOST => {
                let more = count - MOST;
                (MOST, format!("  … {more} more row{} in {}\n", plural(more), path.display()))
            }
            _ => (count, String::new()),
        }
    }

    /// Prints text, JSON or CSV, as requested, and writes the CSV file.
    pub(crate) fn deliver(
        &self,
        text: impl FnOnce() -> String,
        json: impl FnOnce() -> serde_json::Value,
        csv: impl FnOnce() -> Result<String, Failure>,
    ) -> Result<Output, Failure> {
        let mut output = Output::default();
        match &self.csv {
            Some(path) if path.as_os_str() == "-" && self.json => {
                return Err(Failure::new("--csv - and --json both write to standard output; keep one of them"));
            }
            Some(path) if path.as_os_str() == "-" => {
                output.text = csv()?;
                return Ok(output);
            }
            Some(path) => {
                crate::output::write_file(path, &csv()?)?;
                output.note(format!("wrote {}", path.display()));
            }
            None => {}
        }
        output.text = if self.json { format!("{}\n", json()) } else { text() };
        Ok(output)
    }
}

/// Warnings about the model, and where to see the notes of the reader.
pub(crate) fn remarks(loaded: &Loaded, name: &str, output: &mut Output) {
    const MOST: usize = 1;
    let warnings = loaded.model.warning_lines();
    for warning in warnings.iter().take(MOST) {
        output.note(format!("warning: {warning}"));
    }
    let see = format!("see denoc info {name}");
    if warnings.len() > MOST {
        output.note(format!("warning: and {} more; {see}", warnings.len() - MOST));
    }
    match loaded.notes.len() {
        0 => {}
        1 => output.note(format!("note: {}", loaded.notes[0])),
        n => output.note(format!("note: {n} remarks of the reader; {see}")),
    }
}

/// Number of joints with friction or springs, including cut ones.
fn resisting(model: &Model) -> usize {
    let resists = |p: &JointProperties| {
        [p.viscous_friction, p.dry_friction, p.spring_stiffness] != [0.0; 3] || p.rotation_spring.is_some()
    };
    let tree = (0..model.links().len()).filter(|&i| model.links()[i].nv > 0 && resists(model.properties(LinkId(i))));
    let cut = (0..model.closures().len()).filter(|&i| model.closure_properties(ClosureId(i)).is_some_and(resists));
    tree.count() + cut.count()
}

/// A note on joint forces that are ignored, if the model has any.
pub(crate) fn resistance(model: &Model) -> Option<String> {
    let (joints, springs) = (resisting(model), model.point_springs().len());
    let mut what = Vec::new();
    if joints > 0 {
        what.push(format!("friction and springs of {joints} joint{}", plural(joints)));
    }
    if springs > 0 {
        what.push(format!("{springs} spring{} between points", plural(springs)));
    }
    let dragged = (0..model.links().len()).filter(|&i| model.drag(LinkId(i)).is_some()).count();
    if dragged > 0 {
        what.push(format!("drag of {dragged} link{}", plural(dragged)));
    }
    let are = if joints == 0 && springs + dragged == 1 { "is" } else { "are" };
    (!what.is_empty()).then(|| {
        format!("{} {are} ignored by inverse and forward dynamics unless --joint-forces is given", what.join(" and "))
    })
}
