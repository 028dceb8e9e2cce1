//! `denoc rope new`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::flags;
use crate::output::{Code, Failure, Output, write_files};
use crate::table::plural;

/// From this number of links on, docs/ropes.md recommends a larger tolerance for explicit integrators.
const MANY: i64 = 200;

/// Write a model file of a rope, chain or cable, and optionally a scenario
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// File to write (.toml)
    file: PathBuf,

    /// Type: a rope bends and twists freely, a chain does not twist, a cable resists both
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Kind::Rope)]
    pub(super) kind: Kind,

    /// Number of links
    #[arg(long, value_name = "COUNT", default_value_t = 20, allow_negative_numbers = true)]
    pub(super) links: i64,

    /// Total length, m
    #[arg(long, value_name = "M", default_value_t = 2.0, allow_negative_numbers = true)]
    pub(super) length: f64,

    /// Mass per length, kg/m
    #[arg(long, value_name = "KG/M", default_value_t = 0.1, allow_negative_numbers = true)]
    pub(super) mass_per_length: f64,

    /// Diameter, m
    #[arg(long, value_name = "M", default_value_t = 0.01, allow_negative_numbers = true)]
    pub(super) diameter: f64,

    /// Attachment point of the end, m; the rope starts at the origin [default: free end]
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) to: Option<Vec<f64>>,

    /// Direction of the rope if all joints are at zero [default: towards its end, or down]
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) direction: Option<Vec<f64>>,

    /// Bending stiffness E I of a cable, N m²
    #[arg(long, value_name = "N M²", allow_negative_numbers = true)]
    pub(super) bending_stiffness: Option<f64>,

    /// Torsional stiffness G J of a cable, N m² [default: bending stiffness]
    #[arg(long, value_name = "N M²", allow_negative_numbers = true)]
    pub(super) torsional_stiffness: Option<f64>,

    /// Damping of bending and torsion of a cable, N m² s
    #[arg(long, value_name = "N M² S", allow_negative_numbers = true)]
    pub(super) damping: Option<f64>,

    /// Clamp the start of a cable along --direction
    #[arg(long)]
    pub(super) clamped: bool,

    /// Viscous drag of a medium at rest per unit length, N s/m²
    #[arg(long, value_name = "N S/M²", allow_negative_numbers = true)]
    pub(super) drag: Option<f64>,

    /// Mass of a ball at the end, kg
    #[arg(long, value_name = "KG", allow_negative_numbers = true)]
    pub(super) end_mass: Option<f64>,

    /// Name of the rope
    #[arg(long, value_name = "NAME", default_value = "rope")]
    pub(super) name: String,

    /// Also write a scenario, FILE_run.toml: the rope falls from a straight line, or settles between its ends (with --drag or
    /// --damping; otherwise it keeps swinging)
    #[arg(long)]
    scenario: bool,

    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    Rope,
    Chain,
    Cable,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    if args.file.extension().is_none_or(|e| e != "toml") {
        let message = format!("{}: the name must end in .toml", args.file.display());
        return Err(Failure::new(message).with_code(Code::BadInput));
    }
    flags::check(args)?;
    let scenario_file = args.scenario.then(|| scenario_file(&args.file));
    for path in core::iter::once(&args.file).chain(&scenario_file) {
        vacant(path, args.force)?;
    }
    let text = model(args);
    let loaded = denoc_run::load_text(text.clone(), &args.file, denoc_run::Base::Fixed)?;
    let scenario_text = scenario(args);
    let mut files = vec![(args.file.as_path(), text.as_str())];
    files.extend(scenario_file.as_deref().map(|path| (path, scenario_text.as_str())));
    write_files(&files)?;
    let model = &loaded.model;
    let (links, speeds) = (model.links().len(), model.nv());
    let (s, file) = (plural(links), args.file.display());
    let mut output = Output::text(format!("wrote {file}: {links} link{s}, {speeds} speeds\n"));
    if let Some(path) = &scenario_file {
        output.text += &format!("wrote {}: denoc run {}\n", path.display(), path.display());
    }
    Ok(output)
}

/// Refuses to overwrite a file without --force.
fn vacant(path: &Path, force: bool) -> Result<(), Failure> {
    let refuse = |reason: &str| Err(Failure::new(format!("{}: {reason}", path.display())));
    match path.exists() {
        true if path.is_dir() => refuse("this is a folder; choose another name"),
        true if !force => refuse("the file exists; add --force to overwrite it"),
        _ => Ok(()),
    }
}

fn scenario_file(file: &Path) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push("_run.toml");
    file.with_file_name(name)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn model(args: &Args) -> String {
    let keyword = args.kind.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
    let mut text = format!("[model]\nname = {}\n\n[[rope]]\nname = {0}\ntype = \"{keyword}\"\n", quoted(&args.name));
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("links", args.links.to_string());
    for (key, value) in
        [("length", args.length), ("mass_per_length", args.mass_per_length), ("diameter", args.diameter)]
    {
        line(key, format!("{value:?}"));
    }
    let twisting = args.torsional_stiffness.or(args.bending_stiffness);
    for (key, value) in [
        ("bending_stiffness", args.bending_stiffness),
        ("torsional_stiffness", twisting),
        ("bending_damping", args.damping),
        ("torsional_damping", args.damping),
        ("drag", args.drag),
        ("end_mass", args.end_mass),
    ] {
        if let Some(value) = value {
            line(key, format!("{value:?}"));
        }
    }
    if args.clamped {
        line("start", "\"clamped\"".into());
    }
    if let Some(to) = &args.to {
        line("to", format!("{{ point = {to:?} }}"));
    }
    if let Some(direction) = args.direction.clone().or_else(|| falls(args).then(|| vec![1.0, 0.0, 0.0])) {
        line("direction", format!("{direction:?}"));
    }
    text
}

/// Whether the scenario lets it fall from a straight line, horizontal by default.
fn falls(args: &Args) -> bool {
    args.scenario && args.to.is_none()
}

fn scenario(args: &Args) -> String {
    let model = args.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let damped = [args.drag, args.damping].into_iter().flatten().any(|x| x > 0.0);
    let (what, start) = match (falls(args), damped) {
        (true, _) => ("falls", "straight"),
        (false, true) => ("settles", "hung"),
        (false, false) => ("swings", "hung"),
    };
    // without springs nothing is stiff, and explicit steps are cheaper
    let integrator = if args.kind == Kind::Cable { "linimp" } else { "dop853" };
    let mut text = format!(
        "title = {}\nmodel = {}\n\n[start]\nconfiguration = \"{start}\"\n\n[simulate]\nduration = {}\nintegrator = \"{integrator}\"\n",
        quoted(&format!("{} {what}", args.name)),
        quoted(&model),
        if falls(args) { 3 } else { 20 },
    );
    if args.kind != Kind::Cable && args.links >= MANY {
        text += "tolerance = 1e-7\n";
    }
    text
}
