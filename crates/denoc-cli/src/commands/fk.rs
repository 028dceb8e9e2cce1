//! `denoc fk`.

use denoc_mechanism::fk::{JacobianReport, Kinematics, Measures, PoseReport, jacobian, kinematics};
use denoc_mechanism::quantity::Quantity;
use denoc_model::FrameId;
use denoc_model::Model;
use serde_json::{Value, json};

use super::unknown::unknown;
use crate::args::{ModelArgs, remarks};
use crate::output::{Failure, Output};
use crate::state::{self, StateArgs};
use crate::table::{Side, Table, number, without_noise};

/// Compute forward kinematics: poses of links and frames, link transforms, the Jacobian of a frame and its singular values
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    state: StateArgs,

    /// Frame or link whose Jacobian is computed [default: one named tcp, tool0, tool, ee, … hand, foot; else the last, fingers and cameras only if there is no other]
    #[arg(long, value_name = "NAME")]
    frame: Option<String>,

    /// Print the 4×4 transform of each link relative to its parent (for DH arms: that of its row) and to the world
    #[arg(long)]
    matrices: bool,

    /// Print one JSON object with all results instead of the tables
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  denoc fk puma --q joint2=-0.5,joint3=1.2
  denoc fk puma --q joint2=-0.5 --matrices
  denoc fk robot.urdf --frame tool0 --json
  denoc fk fourbar --q crank_pivot=0.5         loops are closed first, with the named joints held
Positions in metres in world axes; roll, pitch and yaw about fixed axes in radians; Jacobian: angular rows first, world axes.";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let loaded = args.model.load()?;
    let model = &loaded.model;
    let mut states = state::read(model, args.state.state.as_deref(), &[(Quantity::Q, args.state.q.as_deref())])?;
    if states.many {
        return Err(Failure::new("fk computes one state: give a file with one state, or --q"));
    }
    states.close(model)?;
    let q = states.of(Quantity::Q);
    let frame = frame(model, args.frame.as_deref())?;
    let (all, jacobian) = (kinematics(model, q)?, jacobian(model, frame, q)?);
    let name = &model.frame_names()[frame.0];
    let mut output = Output::text(if args.json {
        format!("{}\n", object(model, q, &all, name, &jacobian))
    } else {
        let chosen = if args.frame.is_none() { super::ik::default_frame_note(name) } else { String::new() };
        text(model, &all, name, &jacobian, args.matrices) + &chosen
    });
    if !model.closures().is_empty() {
        output.note(
            "note: the loops were closed first; the Jacobian is that of the spanning tree, for speeds that satisfy closure".into(),
        );
    }
    remarks(&loaded, args.model.name(), &mut output);
    states.remarks(model, &mut output);
    Ok(output)
}

/// The named frame, else one that looks like a tool, else the last link.
pub(crate) fn frame(model: &Model, name: Option<&str>) -> Result<FrameId, Failure> {
    if let Some(name) = name {
        let names = model.frame_names().iter().map(String::as_str);
        return model.frame(name).map_err(|_| unknown("--frame", "frame", name, names));
    }
    denoc_run::run::traced(model, None)?.ok_or_else(|| Failure::new("the model has no moving link"))
}

fn text(model: &Model, all: &Kinematics, name: &str, jacobian: &JacobianReport, matrices: bool) -> String {
    let mut text = format!("{}: poses in the world\n\n", model.name());
    let heads = ["frame", "x [m]", "y [m]", "z [m]", "roll [rad]", "pitch [rad]", "yaw [rad]"];
    let mut table =
        Table::new(heads.iter().enumerate().map(|(i, h)| (*h, if i == 0 { Side::Left } else { Side::Right })));
    let poses = all.links.iter().map(|l| &l.pose).chain(&all.frames);
    for PoseReport { name, position, rpy, .. } in poses {
        let cells = [*position, *rpy].map(|part| part.map(|x| number(tidy(x))).to_vec()).concat();
        table.row([name.clone()].into_iter().chain(cells));
    }
    text += &table.text();
    if matrices {
        for link in &all.links {
            text += &format!("\n{} relative to {}, and to the world\n", link.pose.name, link.parent);
            let mut table = Table::new([("", Side::Right); 9]);
            for (relative, world) in link.relative.iter().zip(&link.to_base) {
                let cells = |row: &[f64; 4]| row.map(|x| number(tidy(x))).to_vec();
                table.row([cells(relative), vec![String::new()], cells(world)].concat());
            }
            text += &table.text().lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
        }
    }
    text += &format!("\nJacobian of \"{name}\": angular rows first, world axes, at the origin of the frame\n");
    let joints = denoc_mechanism::quantity::Entries::new(model, Quantity::V);
    let header = [("", Side::Left)].into_iter().chain(joints.labels.iter().map(|l| (l.as_str(), Side::Right)));
    let mut table = Table::new(header);
    let rows = without_noise(&jacobian.rows.concat());
    for (label, row) in ["ωx", "ωy", "ωz", "vx", "vy", "vz"].iter().zip(rows.chunks(joints.len().max(1))) {
        table.row([(*label).to_owned()].into_iter().chain(row.iter().map(|&x| number(x))));
    }
    text += &table.text();
    text + &measures("all rows", &jacobian.full) + &measures("linear rows", &jacobian.translation)
}

fn measures(title: &str, m: &Measures) -> String {
    let values: Vec<String> = m.singular_values.iter().map(|&x| number(tidy(x))).collect();
    let singular = if m.rank < m.generic_rank { " (singular configuration)" } else { "" };
    let condition = if m.condition.is_finite() { number(m.condition) } else { "∞".into() };
    format!(
        "\n{title}: rank {}{singular}, manipulability {}, condition number {condition}\n  singular values {}\n",
        m.rank,
        number(tidy(m.manipulability)),
        values.join(", ")
    )
}

/// Replaces rounding errors by zero.
fn tidy(x: f64) -> f64 {
    if x.abs() < 1e-15 { 0.0 } else { x }
}

fn object(model: &Model, q: &[f64], all: &Kinematics, name: &str, jacobian: &JacobianReport) -> Value {
    json!({
        "model": model.name(), "warnings": model.warning_lines(), "q": q, "links": all.links, "frames": all.frames,
        "center_of_mass": all.center_of_mass, "frame": name, "jacobian": jacobian,
        "conventions": "SI units, radians; rotation matrices map frame axes to world axes; quaternions x, y, z, w; \
                        Jacobian 6 × nv, angular rows first, world axes, at the origin of the frame",
    })
}
