//! `denoc rope new`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::output::{Failure, Output, write_file};

/// Write a model file of a rope, and a scenario for it
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The file to write (.toml)
    file: PathBuf,

    /// What it is like: a rope bends and twists freely, a chain does not twist, a cable resists both
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Kind::Rope)]
    kind: Kind,

    /// How many links
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    links: usize,

    /// From end to end, m
    #[arg(long, value_name = "M", default_value_t = 2.0)]
    length: f64,

    /// Mass per length, kg/m
    #[arg(long, value_name = "KG/M", default_value_t = 0.1)]
    mass_per_length: f64,

    /// Diameter, m
    #[arg(long, value_name = "M", default_value_t = 0.01)]
    diameter: f64,

    /// Where its end is tied; it begins at the origin. Without it the end is free
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', allow_hyphen_values = true)]
    to: Option<Vec<f64>>,

    /// Along which it lies where all joints are at zero [default: towards its other end, or down]
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', allow_hyphen_values = true)]
    direction: Option<Vec<f64>>,

    /// Stiffness of a cable against bending, E I, N m²
    #[arg(long, value_name = "N M²")]
    bending_stiffness: Option<f64>,

    /// Stiffness of a cable against twisting, G J, N m² [default: that against bending]
    #[arg(long, value_name = "N M²")]
    torsional_stiffness: Option<f64>,

    /// Damping of bending and twisting of a cable, N m² s
    #[arg(long, value_name = "N M² S")]
    damping: Option<f64>,

    /// Clamp the start of a cable along --direction
    #[arg(long)]
    clamped: bool,

    /// How a still medium resists its motion, per length, N s/m²
    #[arg(long, value_name = "N S/M²")]
    drag: Option<f64>,

    /// A ball at its end, kg
    #[arg(long, value_name = "KG")]
    end_mass: Option<f64>,

    /// Its name
    #[arg(long, value_name = "NAME", default_value = "rope")]
    name: String,

    /// Write a scenario beside it, FILE_run.toml: it falls from a straight line, or settles between its ends
    #[arg(long)]
    scenario: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    Rope,
    Chain,
    Cable,
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    if args.file.extension().is_none_or(|e| e != "toml") {
        return Err(Failure::new(format!("{}: end the name in .toml", args.file.display())));
    }
    for (flag, point) in [("--to", &args.to), ("--direction", &args.direction)] {
        if let Some(point) = point.as_ref().filter(|point| point.len() != 3) {
            return Err(Failure::new(format!(
                "{flag}: {} numbers, but there are three axes: write x,y,z",
                point.len()
            )));
        }
    }
    let text = model(args);
    let loaded = denoc::load_text(text.clone(), &args.file, false)?;
    write_file(&args.file, &text)?;
    let model = &loaded.model;
    let (links, speeds) = (model.links().len(), model.nv());
    let mut output = Output::text(format!("wrote {}: {links} links, {speeds} speeds\n", args.file.display()));
    if args.scenario {
        let path = beside(&args.file);
        write_file(&path, &scenario(args))?;
        output.text += &format!("wrote {}: denoc run {}\n", path.display(), path.display());
    }
    Ok(output)
}

fn beside(file: &Path) -> PathBuf {
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push("_run.toml");
    file.with_file_name(name)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn model(args: &Args) -> String {
    let word = args.kind.to_possible_value().map_or_else(String::new, |v| v.get_name().to_owned());
    let mut text = format!("[model]\nname = {}\n\n[[rope]]\nname = {0}\ntype = \"{word}\"\n", quoted(&args.name));
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

/// Whether the scenario lets it fall from a straight line: level, if nothing else is said.
fn falls(args: &Args) -> bool {
    args.scenario && args.to.is_none()
}

fn scenario(args: &Args) -> String {
    let model = args.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let (what, start) = if falls(args) { ("falls", "straight") } else { ("settles", "hung") };
    // without springs nothing is stiff, and explicit steps are cheaper
    let method = if args.kind == Kind::Cable { "linimp" } else { "dop853" };
    format!(
        "name = {}\nmodel = {}\n\n[start]\nconfiguration = \"{start}\"\n\n[simulate]\nduration = {}\nmethod = \"{method}\"\n",
        quoted(&format!("{} {what}", args.name)),
        quoted(&model),
        if falls(args) { 3 } else { 20 },
    )
}
