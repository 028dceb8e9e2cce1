//! MuJoCo, through Python (see `peer/mujoco_ropes.py`).

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use denoc_math::quaternion_from_rotation;
use serde_json::{Value, json};

use super::Line;
use super::rope::Subject;
use crate::options::Options;

const SCRIPT: &str = include_str!("../../peer/mujoco_ropes.py");

/// Simulation of the rope by MuJoCo; energies are relative to the energy exchanged in our simulation.
pub(super) fn run(python: &Path, subject: &Subject, options: &Options, exchanged: f64) -> Result<Line, String> {
    let failed = |error: std::io::Error| format!("{} does not run: {error}", python.display());
    let mut command = Command::new(python);
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let question = question(subject, options).to_string();
    // a program that stopped before reading this reports why
    let _ = child.stdin.take().map(|mut pipe| pipe.write_all(question.as_bytes()));
    let output = child.wait_with_output().map_err(failed)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let refused = || format!("{text}{}", String::from_utf8_lossy(&output.stderr));
    let answer: Value = serde_json::from_str(&text).map_err(|_| refused())?;
    let number = |key: &str| answer[key].as_f64().ok_or_else(refused);
    let mut points = [[0.0; 3]; 2];
    for (point, found) in points.iter_mut().zip(answer["points"].as_array().ok_or_else(refused)?) {
        for (k, x) in point.iter_mut().enumerate() {
            *x = found[k].as_f64().ok_or_else(refused)?;
        }
    }
    Ok(Line {
        rope: subject.kind,
        links: subject.rope.links,
        library: "mujoco",
        steps: (number("reached")? / number("step")?).round() as u64,
        reached: number("reached")?,
        wall: number("wall")?,
        energy: number("unexplained")?.abs() / exchanged,
        gap: answer["gap"].as_f64(),
        points,
        exchanged,
    })
}

/// All that the script needs to know. Quaternions of MuJoCo begin with their real part.
fn question(subject: &Subject, options: &Options) -> Value {
    let (rope, model) = (&subject.rope, &subject.model);
    let (length, radius) = (rope.link_length(), 0.5 * rope.diameter);
    let mass = rope.total_mass() / rope.links as f64;
    let across = mass * (3.0 * radius * radius + length * length) / 12.0;
    let real_first = |q: &[f64]| [q[3], q[0], q[1], q[2]];
    json!({
        "gravity": model.gravity().to_array(),
        "links": rope.links,
        "length": length,
        "mass": mass,
        "inertia": [across, across, 0.5 * mass * radius * radius],
        "first": real_first(&quaternion_from_rotation(model.links()[0].placement.rotation)),
        "stiffness": rope.bending_stiffness / length,
        "damping": rope.bending_damping / length,
        "to": rope.to.as_ref().map(|to| to.position.to_array()),
        "middle": if rope.links.is_multiple_of(2) { 0.0 } else { 0.5 * length },
        "q": subject.start.chunks_exact(4).map(real_first).collect::<Vec<_>>().concat(),
        "seconds": options.duration,
        "steps": options.steps,
        "patience": options.patience,
    })
}
