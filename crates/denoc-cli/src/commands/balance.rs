//! `denoc balance`.

use std::path::PathBuf;

use denoc_formats::{Format, convert};
use denoc_machines::balance::{BalanceOptions, Balanced, Candidate, Counterweight, Goals, balance};
use denoc_math::{Sym3, Twist, Vec3};
use denoc_model::{MassProperties, Model};
use denoc_run::Loaded;
use serde_json::json;

use super::cycle_args::{CycleArgs, explain};
use super::unknown::unknown;
use super::values;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output, write_file};
use crate::table::{Side, Table, number, short, without_noise};

/// Counterweights that make a mechanism shake its ground less, or its torque smoother, over a cycle of its input
///
/// Point masses on the links named, in the plane across the axis of their joint, within limits. Goals are root mean squares over
/// the cycle relative to those without counterweights; the weight of the links themselves does not count as shaking.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    cycle: CycleArgs,

    /// Links that may carry a counterweight
    #[arg(long, value_name = "LINK,…", value_delimiter = ',', required = true)]
    on: Vec<String>,

    /// The largest mass of each, kg [default: the mass of all moving links]
    #[arg(long, value_name = "KG", allow_negative_numbers = true)]
    mass_limit: Option<f64>,

    /// The largest distance from the origin of the link frame along each axis, m [default: the longest link]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    radius_limit: Option<f64>,

    /// How much each goal counts: force, moment (shaking), torque (ripple)
    #[arg(long, value_name = "GOAL=WEIGHT,…", default_value = "force=1", allow_hyphen_values = true)]
    goal: String,

    /// Write the model with the counterweights welded in (.toml)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc balance fourbar --input crank_pivot --on crank,output
  denoc balance fourbar --input crank_pivot --on crank,output --mass-limit 5 --radius-limit 0.05
  denoc balance slider_crank --input crank_pivot --on crank --goal force=1,moment=0.2,torque=0.1 --out balanced.toml";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let options = BalanceOptions {
        cycle: args.cycle.options(model)?,
        candidates: args.on.iter().map(|link| candidate(model, link, args)).collect::<Result<_, _>>()?,
        goals: goals(&args.goal)?,
    };
    let found = balance(model, &options).map_err(explain)?;
    let mut output = Output::text(match args.json {
        true => format!("{}\n", json!({"model": model.name(), "balanced": found})),
        false => text(model, &found),
    });
    if let Some(path) = &args.out {
        write_file(path, &with_counterweights(&loaded, &found.counterweights)?)?;
        output.note(format!("wrote {}", path.display()));
    }
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// Where a counterweight may be: in the plane across the axis of the joint, where that is an axis of the link frame.
fn candidate(model: &Model, name: &str, args: &Args) -> Result<Candidate, Failure> {
    let known = model.link_names().iter().map(String::as_str);
    let link = model.link(name).map_err(|_| unknown("--on", "link", name, known))?;
    let mass = args.mass_limit.unwrap_or_else(|| model.links().iter().map(|l| l.mass.mass).sum());
    let radius = args.radius_limit.unwrap_or_else(|| longest(model));
    for (flag, value) in [("--mass-limit", mass), ("--radius-limit", radius)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Failure::new(format!("{flag} is {value}: it must be positive")));
        }
    }
    let l = &model.links()[link.0];
    let mut bounds = [[-radius, radius]; 3];
    if l.nv == 1 && l.nq == 1 {
        let mut column = [Twist::zero()];
        l.joint.columns(&[0.0], &mut column);
        // from our link frame to the one of the description
        let axis = model.frames()[link.0].pose.rotation.apply_transpose(column[0].angular).to_array();
        if let Some(k) = axis.iter().position(|x| x.abs() > 1.0 - 1e-9) {
            bounds[k] = [0.0, 0.0];
        }
    }
    Ok(Candidate { link: name.to_owned(), max_mass: mass, bounds })
}

/// The longest way between two joints of one link, m.
fn longest(model: &Model) -> f64 {
    let loops = denoc_dynamics::loops::Loops::new(model);
    let size = |row: &denoc_dynamics::loops::Row<f64>| row.unit == denoc_model::joints::Unit::Length;
    let units = loops.rows().iter().zip(loops.units()).filter(|(row, _)| size(row)).map(|x| *x.1);
    let placements = model.links().iter().map(|l| l.placement.position.norm());
    let longest = units.chain(placements).fold(0.0, f64::max);
    if longest > 0.0 { longest } else { 1.0 }
}

fn goals(text: &str) -> Result<Goals, Failure> {
    let mut goals = Goals { shaking_force: 0.0, shaking_moment: 0.0, torque_ripple: 0.0 };
    for (word, weight) in values::pairs("--goal", text)? {
        match word.as_str() {
            "force" => goals.shaking_force = weight,
            "moment" => goals.shaking_moment = weight,
            "torque" => goals.torque_ripple = weight,
            _ => {
                let words = format!("--goal: there is no goal called \"{word}\": choose among force, moment, torque");
                return Err(Failure::new(words));
            }
        }
    }
    if [goals.shaking_force, goals.shaking_moment, goals.torque_ripple] == [0.0; 3] {
        return Err(Failure::new("--goal: all weights are zero; give one of them a weight, such as force=1"));
    }
    Ok(goals)
}

fn text(model: &Model, found: &Balanced) -> String {
    let n = found.counterweights.len();
    let mut text = format!("{}: ", model.name());
    if n == 0 {
        text += "no counterweight within these limits makes it better\n";
    } else {
        text += &format!("counterweights of {} kg together; places in link frames\n\n", short(found.added_mass));
        let mut table = Table::new([
            ("link", Side::Left),
            ("mass [kg]", Side::Right),
            ("x [m]", Side::Right),
            ("y [m]", Side::Right),
            ("z [m]", Side::Right),
        ]);
        for c in &found.counterweights {
            table.row(
                [c.link.clone(), number(c.mass)].into_iter().chain(without_noise(&c.position).into_iter().map(number)),
            );
        }
        text += &table.text();
    }
    let mut table =
        Table::new([("", Side::Left), ("before", Side::Right), ("after", Side::Right), ("of it", Side::Right)]);
    let (b, a) = (&found.goals_before, &found.goals_after);
    for (name, before, after) in [
        ("shaking force by motion, rms [N]", b.shaking_force, a.shaking_force),
        ("shaking moment by motion, rms [N m]", b.shaking_moment, a.shaking_moment),
        ("torque ripple, rms [N m or N]", b.torque_ripple, a.torque_ripple),
        ("largest force on the ground [N]", found.before.shaking_force.max, found.after.shaking_force.max),
        ("largest torque of the input", found.before.torque.max, found.after.torque.max),
        ("least torque of the input", found.before.torque.min, found.after.torque.min),
    ] {
        let after = without_noise(&[before, after])[1];
        let share = if before == 0.0 { "-".into() } else { format!("{:.1} %", 100.0 * after / before) };
        table.row([name.to_owned(), number(before), number(after), share]);
    }
    text + "\n" + &table.text()
}

/// The model as a file, with the counterweights welded to their links.
fn with_counterweights(loaded: &Loaded, all: &[Counterweight]) -> Result<String, Failure> {
    let mut description = loaded.description.clone();
    for c in all {
        if let Some(link) = description.links.iter_mut().find(|link| link.name == c.link) {
            let weight = MassProperties { mass: c.mass, center: Vec3::from(c.position), inertia: Sym3::zero() };
            link.mass = MassProperties::welded(&[link.mass, weight]);
        }
    }
    Ok(convert(&description, Format::Native)?.text)
}
