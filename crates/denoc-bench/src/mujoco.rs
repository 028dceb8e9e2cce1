//! MuJoCo, through Python (see `peer/mujoco_loops.py`).

use std::path::Path;
use std::process::Command;

use crate::models::Subject;
use crate::pinocchio::{Scratch, model_text, states_text};

const SCRIPT: &str = include_str!("../peer/mujoco_loops.py");

/// Nanoseconds per evaluation, and the accelerations of the first state.
pub(crate) fn time(python: &Path, subject: &Subject) -> Result<(f64, Vec<f64>), String> {
    let file = |what: &str| {
        Scratch(std::env::temp_dir().join(format!("denoc-bench-mujoco-{}-{what}.txt", std::process::id())))
    };
    let (model, states) = (file("model"), file("states"));
    let texts = [(&model, model_text(&subject.model)?), (&states, states_text(&subject.model, &subject.states))];
    for (file, text) in texts {
        std::fs::write(&file.0, text).map_err(|error| format!("cannot write {}: {error}", file.0.display()))?;
    }
    let output = Command::new(python).args(["-c", SCRIPT]).arg(&model.0).arg(&states.0).output();
    let output = output.map_err(|error| format!("{} does not run: {error}", python.display()))?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let numbers: Result<Vec<f64>, _> = answer.split_whitespace().map(str::parse).collect();
    match numbers.as_deref() {
        Ok([ns, a @ ..]) if output.status.success() && a.len() == subject.model.nv() => Ok((*ns, a.to_vec())),
        _ => Err(format!("MuJoCo: {answer}{}", String::from_utf8_lossy(&output.stderr))),
    }
}
