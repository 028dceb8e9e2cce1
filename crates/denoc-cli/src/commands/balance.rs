//! `denoc balance`.

use std::path::PathBuf;

use denoc_base::number::six;
use denoc_formats::{Format, convert};
use denoc_machines::balance::{
    BalanceOptions, Balanced, Candidate, CounterweightLimits, Goals, balance, describe_with_counterweights,
};
use denoc_machines::cycle::InputUnits;
use denoc_model::Model;
use serde_json::json;

use super::cycle_args::{CycleArgs, explain};
use super::unknown::unknown;
use super::values;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output, write_file};
use crate::table::{Side, Table, number, short, without_noise};

/// Find counterweights that reduce shaking force, shaking moment or torque ripple over a machine cycle
///
/// Counterweights are point masses on the given links, in the plane normal to the joint axis, within limits. Each goal is a root mean
/// square over the cycle, relative to its value without counterweights. The static weight of the links does not count as shaking.
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

    /// Largest mass of each counterweight, kg [default: total mass of the moving links]
    #[arg(long, value_name = "KG", allow_negative_numbers = true)]
    mass_limit: Option<f64>,

    /// Largest distance from the origin of the link frame along each axis, m [default: length of the longest link]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    radius_limit: Option<f64>,

    /// Weights of the goals: force and moment (shaking), torque (ripple)
    #[arg(long, value_name = "GOAL=WEIGHT,…", default_value = "force=1", allow_hyphen_values = true)]
    goal: String,

    /// Write the model with the counterweights welded to its links (.toml)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of the table
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
    let limits = limits(model, args)?;
    let options = BalanceOptions {
        cycle: args.cycle.options(model)?,
        candidates: args.on.iter().map(|link| candidate(model, link, limits)).collect::<Result<_, _>>()?,
        goals: goals(&args.goal)?,
    };
    let found = balance(model, &options).map_err(explain)?;
    let force = InputUnits::of(model, &options.cycle.input)?.force;
    let mut output = Output::text(match args.json {
        true => format!("{}\n", json!({"model": model.name(), "balanced": found})),
        false => text(model, &found, force),
    });
    if let Some(path) = &args.out {
        let description = describe_with_counterweights(&loaded.description, &found.counterweights)?;
        write_file(path, &convert(&description, Format::Native)?.text)?;
        output.note(format!("wrote {}", path.display()));
    }
    args.cycle.remarks(model, &mut output)?;
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

fn limits(model: &Model, args: &Args) -> Result<CounterweightLimits, Failure> {
    let usual = CounterweightLimits::usual(model);
    let mass = args.mass_limit.unwrap_or(usual.mass);
    let distance = args.radius_limit.unwrap_or(usual.distance);
    for (flag, value) in [("--mass-limit", mass), ("--radius-limit", distance)] {
        if !(value > 0.0 && value.is_finite()) {
            return Err(Failure::new(format!("{flag} is {}: it must be positive", six(value))));
        }
    }
    Ok(CounterweightLimits { mass, distance })
}

fn candidate(model: &Model, link: &str, limits: CounterweightLimits) -> Result<Candidate, Failure> {
    if model.link(link).is_err() {
        return Err(unknown("--on", "link", link, model.link_names().iter().map(String::as_str)));
    }
    Ok(Candidate::normal_to_joint(model, link, limits)?)
}

fn goals(text: &str) -> Result<Goals, Failure> {
    let mut goals = Goals { shaking_force: 0.0, shaking_moment: 0.0, torque_ripple: 0.0 };
    for (goal, weight) in values::pairs("--goal", text)? {
        match goal.as_str() {
            "force" => goals.shaking_force = weight,
            "moment" => goals.shaking_moment = weight,
            "torque" => goals.torque_ripple = weight,
            _ => {
                let known = denoc_model::names::choose(&goal, &["force", "moment", "torque"]);
                let message = format!("--goal: there is no goal \"{goal}\"; {known}");
                return Err(Failure::new(message));
            }
        }
    }
    if [goals.shaking_force, goals.shaking_moment, goals.torque_ripple] == [0.0; 3] {
        return Err(Failure::new("--goal: all weights are zero; give at least one goal a weight, such as force=1"));
    }
    Ok(goals)
}

/// Accuracy of the solver: smaller differences of the value do not count.
const NOISE: f64 = 1e-6;

/// A lower bound in percent, rounded down: rounded up it would be none.
fn lower_bound(share: f64) -> String {
    format!("{:.1} %", (1000.0 * (share + NOISE)).floor() / 10.0)
}

fn text(model: &Model, found: &Balanced, force: &str) -> String {
    let mut text = format!("{}: ", model.name());
    let least = lower_bound(found.lower_bound);
    if found.counterweights.is_empty() && found.lower_bound > 1.0 - NOISE {
        text += "no counterweight within these limits improves the goals\n";
    } else if found.counterweights.is_empty() {
        text += &format!(
            "no counterweight was found that improves the goals; none within these limits reaches less than {least}\n"
        );
    } else {
        text += &format!("counterweights of {} kg in total; positions in link frames\n\n", short(found.added_mass));
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
    let mut table = Table::new([
        ("", Side::Left),
        ("before", Side::Right),
        ("after", Side::Right),
        ("after : before", Side::Right),
    ]);
    let (b, a) = (&found.goals_before, &found.goals_after);
    for (name, before, after) in [
        ("shaking force without weight, rms [N]".to_owned(), b.shaking_force, a.shaking_force),
        ("shaking moment without weight, rms [N m]".to_owned(), b.shaking_moment, a.shaking_moment),
        (format!("torque ripple, rms [{force}]"), b.torque_ripple, a.torque_ripple),
        ("largest force on the ground [N]".to_owned(), found.before.shaking_force.max, found.after.shaking_force.max),
        (format!("largest input torque [{force}]"), found.before.torque.max, found.after.torque.max),
        (format!("smallest input torque [{force}]"), found.before.torque.min, found.after.torque.min),
    ] {
        let after = without_noise(&[before, after])[1];
        let share = if before == 0.0 { "-".into() } else { format!("{:.1} %", 100.0 * after / before) };
        table.row([name, number(before), number(after), share]);
    }
    text += "\n";
    text += &table.text();
    if !found.counterweights.is_empty() {
        let reached = format!("{:.1} %", 100.0 * found.value);
        // what is proven, up to the accuracy of the solver
        let proven = match found.value - found.lower_bound < NOISE {
            true => "no counterweights within these limits reach less".into(),
            false => format!("counterweights within these limits reach no less than {least}"),
        };
        text += &format!("all goals together: {reached}; {proven}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand
    #[test]
    fn a_lower_bound_is_not_rounded_up() {
        assert_eq!(
            [0.82996, 0.829 - 1e-9, 0.8289, 0.0, 1.0].map(lower_bound),
            ["82.9 %", "82.9 %", "82.8 %", "0.0 %", "100.0 %"]
        );
    }
}
