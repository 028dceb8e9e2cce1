//! `denoc ik`.

use std::path::PathBuf;

use denoc_base::number::six_beside;
use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};
use denoc_mechanism::ik::tasks::{TaskOptions, solve_tasks};
use denoc_mechanism::ik::{IkOptions, Solutions, Target, solve};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::usual_start;
use denoc_model::Model;
use denoc_run::ik_tasks::{TaskSpec, resolve};
use serde_json::json;

use super::values;
use crate::args::{ModelArgs, remarks};
use crate::output::{Code, Failure, Output};
use crate::table::{Side, Table, number};

/// Compute inverse kinematics: joint coordinates that bring a frame to a pose, or that perform several tasks at once
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,

    /// Frame or link to position [default: one named tcp, tool0, tool, ee, … hand, foot; else the last, fingers and cameras only if there is no other]
    #[arg(long, value_name = "NAME")]
    frame: Option<String>,

    /// Target position of its origin in world axes, m
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    position: Option<String>,

    /// Target orientation as roll, pitch and yaw about fixed axes, rad, or with units ("90 deg")
    #[arg(long, value_name = "R,P,Y", allow_hyphen_values = true, conflicts_with_all = ["quaternion", "pointing"])]
    rpy: Option<String>,

    /// Target orientation as a unit quaternion x,y,z,w
    #[arg(long, value_name = "X,Y,Z,W", allow_hyphen_values = true, conflicts_with = "pointing")]
    quaternion: Option<String>,

    /// Target direction of the z axis of the frame, in world axes, instead of an orientation
    #[arg(long, value_name = "X,Y,Z", allow_hyphen_values = true)]
    pointing: Option<String>,

    /// One of several tasks: frame=NAME with position=X,Y,Z, rpy=R,P,Y, quaternion=X,Y,Z,W, rotation=9 NUMBERS, pointing=X,Y,Z or look_at=X,Y,Z
    /// (axis=X,Y,Z, in=FRAME); com=X,Y[,Z]; or posture=start, posture=JOINT=Q,…; each with weight=W priority=N tolerance=E. Repeat
    /// for more
    #[arg(long, value_name = "KEY=VALUE …", allow_hyphen_values = true,
          conflicts_with_all = ["position", "frame", "rpy", "quaternion", "pointing"])]
    task: Vec<String>,

    /// Tasks from a TOML file with tables [[task]], or a JSON file with a list "task", with the same keys
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "frame", "rpy", "quaternion", "pointing"])]
    tasks: Option<PathBuf>,

    /// Initial guess: prefer solutions near these coordinates (all in order, or some by name)
    #[arg(long, value_name = "NUMBERS", allow_hyphen_values = true)]
    q: Option<String>,

    /// Ignore joint limits
    #[arg(long)]
    no_limits: bool,

    /// Number of random starts of numerical searches
    #[arg(long, value_name = "COUNT", default_value_t = IkOptions::default().starts)]
    starts: usize,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc ik puma --position 0.5,0.2,0.3 --rpy 0,3.1,0            up to eight branches
  denoc ik planar_3r --position 0.4,0.3,0 --rpy 0,0,1.2
  denoc ik quadruped --frame lf_foot --position 0.3,0.2,-0.4
  denoc ik delta --position 0.05,0,-0.45                          loops stay closed
  denoc ik biped --task \"frame=left_sole position=0,0.1,0 rpy=0,0,0\" --task \"com=0,0.1 priority=2\" --task \"posture=start priority=3\"
Tasks of priority 2 use only the freedom that those of priority 1 leave, and so on; limits and closures come before all.
Exit code 1 if the target cannot be reached; the nearest pose is printed.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let many = !args.task.is_empty() || args.tasks.is_some();
    if args.position.is_none() && !many {
        let remedy = "give --position X,Y,Z, or --task \"frame=NAME rpy=R,P,Y\" and others (denoc ik --help)";
        return Err(Failure::new(format!("there is no target: {remedy}")).with_code(Code::BadInput));
    }
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let entries = Entries::new(model, Quantity::Q);
    let seed = args
        .q
        .as_deref()
        .map(|text| values::parse("--q", text)?.resolve(&entries, usual_start(model)).map_err(Failure::from))
        .transpose()?;
    let (text, reached) = if many { several(args, model, &entries, seed)? } else { one(args, model, &entries, seed)? };
    let mut output = Output::text(text);
    if !reached {
        output.code = Some(Code::Failed);
    }
    remarks(&loaded, args.model.name(), &mut output);
    Ok(output)
}

/// One frame; the text, and whether its target is reached.
fn one(args: &Args, model: &Model, entries: &Entries, seed: Option<Vec<f64>>) -> Result<(String, bool), Failure> {
    let frame = super::fk::frame(model, args.frame.as_deref())?;
    let position = Vec3::from(numbers::<3>("--position", args.position.as_deref().unwrap_or_default(), "m")?);
    let target = match (&args.rpy, &args.quaternion, &args.pointing) {
        (Some(rpy), _, _) => Target::Pose(Pose::new(Mat3::from_rpy(numbers("--rpy", rpy, "rad")?), position)),
        (_, Some(text), _) => {
            let quaternion = numbers::<4>("--quaternion", text, "1")?;
            let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (norm - 1.0).abs() > 1e-6 {
                return Err(Failure::new(format!(
                    "--quaternion has length {}: it must be 1; normalise it",
                    six_beside(norm, 1.0)
                )));
            }
            Target::Pose(Pose::new(quaternion_rotation(quaternion), position))
        }
        (_, _, Some(text)) => {
            let direction = Vec3::from(numbers::<3>("--pointing", text, "1")?);
            Target::Pointing { position, axis: Vec3::new(0.0, 0.0, 1.0), direction }
        }
        _ => Target::Position(position),
    };
    let options = IkOptions { seed, limits: !args.no_limits, starts: args.starts, ..IkOptions::default() };
    let found = solve(model, frame, target, &options)?;
    let text = if args.json {
        let object =
            json!({"model": model.name(), "coordinates": entries.labels, "units": entries.units, "solutions": found});
        format!("{object}\n")
    } else {
        let chosen = if args.frame.is_none() { default_frame_note(&found.frame) } else { String::new() };
        chosen + &text(entries, &found)
    };
    Ok((text, found.reached))
}

/// Which frame is meant if none is named.
pub(crate) fn default_frame_note(frame: &str) -> String {
    format!("frame: \"{frame}\" (choose another with --frame)\n")
}

/// Several tasks; the text, and whether all are performed.
fn several(args: &Args, model: &Model, entries: &Entries, seed: Option<Vec<f64>>) -> Result<(String, bool), Failure> {
    let mut specs = args.tasks.as_deref().map_or_else(|| Ok(Vec::new()), TaskSpec::read)?;
    for line in &args.task {
        specs.push(TaskSpec::parse(line)?);
    }
    let options = TaskOptions { seed, limits: !args.no_limits, starts: args.starts, ..TaskOptions::default() };
    let found = solve_tasks(model, &resolve(model, &specs)?, &options)?;
    let text = if args.json {
        let object =
            json!({"model": model.name(), "coordinates": entries.labels, "units": entries.units, "solution": found});
        format!("{object}\n")
    } else {
        let mut table = Table::new([("coordinate", Side::Left), ("value", Side::Right)]);
        for ((label, unit), q) in entries.labels.iter().zip(&entries.units).zip(&found.q) {
            table.row([format!("{label} [{unit}]"), number(if q.abs() < 1e-12 { 0.0 } else { *q })]);
        }
        format!("{}: {found}\n\n{}", model.name(), table.text())
    };
    Ok((text, found.reached))
}

/// Solutions in a table.
const MOST_SHOWN: usize = 8;

fn text(entries: &Entries, found: &Solutions) -> String {
    if !found.reached {
        return format!("{found}\n");
    }
    let summary = found.to_string();
    let mut text = format!("{}\n", summary.lines().next().unwrap_or_default());
    if let Some(remark) = found.remark() {
        text += &format!("{remark}\n");
    }
    text.push('\n');
    // more columns than fit on a screen help nobody
    let shown = &found.branches[..found.branches.len().min(MOST_SHOWN)];
    let heads = shown.iter().enumerate().map(|(k, _)| (format!("{}", k + 1), Side::Right));
    let mut table = Table::new([(String::from("solution"), Side::Left)].into_iter().chain(heads));
    for (i, (label, unit)) in entries.labels.iter().zip(&entries.units).enumerate() {
        let cells = shown.iter().map(|b| number(if b.q[i].abs() < 1e-12 { 0.0 } else { b.q[i] }));
        table.row([format!("{label} [{unit}]")].into_iter().chain(cells));
    }
    text += &table.text();
    text.push('\n');
    for (k, branch) in shown.iter().enumerate() {
        let remark = branch.to_string();
        // what the branch says besides its coordinates
        let rest = remark.split_once(']').map_or("", |(_, rest)| rest);
        text += &format!(
            "  {}: {}{rest}; error {:.1e} m, {:.1e} rad\n",
            k + 1,
            branch.label,
            branch.position_error,
            branch.orientation_error
        );
    }
    let more = found.branches.len() - shown.len();
    if more > 0 {
        text += &format!("  and {more} more, with --json\n");
    }
    text
}

/// Exactly `N` numbers separated by commas.
fn numbers<const N: usize>(flag: &str, text: &str, unit: &str) -> Result<[f64; N], Failure> {
    let wrong = || Failure::new(format!("{flag}: \"{text}\" is not {N} numbers separated by commas"));
    let denoc_run::scenario::Values::All(all) = values::parse(flag, text)? else { return Err(wrong()) };
    let all = all.iter().map(|n| n.in_si(unit)).collect::<Result<Vec<f64>, _>>()?;
    all.try_into().map_err(|_| wrong())
}
