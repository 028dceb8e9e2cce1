//! The Pinocchio program: a separate process with requests over pipes (its protocol is in `peer/pinocchio.cpp`).

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

use denoc_math::Vec3;
use denoc_model::{Closure, CutJoint, Model};
use denoc_testkit::State;

use crate::bodies::bodies;
use crate::cases::Case;
use crate::models::Subject;
use crate::rounds::Slice;

/// Pinocchio's names of our algorithms; of two variants, the faster one counts.
pub(crate) const ALGORITHMS: [(&str, &str); 5] = [
    ("inverse", "rnea"),
    ("forward", "aba-local"),
    ("forward", "aba-world"),
    ("gim", "crba-local"),
    ("gim", "crba-world"),
];

pub(crate) struct Pinocchio {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Pinocchio {
    pub(crate) fn start(program: &Path) -> Result<Self, String> {
        let failed = |error| format!("{} does not run: {error}", program.display());
        let mut child = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (requests, answers) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        Ok(Self { child, requests, answers: BufReader::new(answers) })
    }

    pub(crate) fn request(&mut self, line: &str) -> Result<String, String> {
        let failed = |error: std::io::Error| format!("the Pinocchio program has ended: {error}");
        writeln!(self.requests, "{line}").map_err(failed)?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer).map_err(failed)? == 0 {
            return Err("the Pinocchio program has ended".into());
        }
        match answer.trim_end() {
            refused if refused.starts_with("error ") => Err(refused["error ".len()..].to_owned()),
            answer => Ok(answer.to_owned()),
        }
    }

    /// Sends a model and its states.
    pub(crate) fn load(&mut self, subject: &Subject) -> Result<(), String> {
        let model = &subject.model;
        if model.nv() > 300 {
            return Err("it needs nv³ memory".into());
        }
        self.hand_over("load", &model_text(model)?)?;
        self.hand_over("states", &states_text(model, &subject.states))
    }

    /// Sends a text by way of a file.
    fn hand_over(&mut self, request: &str, text: &str) -> Result<(), String> {
        let file = Scratch(std::env::temp_dir().join(format!("denoc-bench-{}.txt", std::process::id())));
        std::fs::write(&file.0, text).map_err(|error| format!("cannot write {}: {error}", file.0.display()))?;
        self.request(&format!("{request} {}", file.0.display())).map(drop)
    }

    /// The result of an algorithm for a state, in our order.
    pub(crate) fn evaluate(&mut self, model: &Model, algorithm: &str, state: usize) -> Result<Vec<f64>, String> {
        let answer = self.request(&format!("eval {algorithm} {state}"))?;
        let numbers: Result<Vec<f64>, _> = answer.split(' ').map(str::parse).collect();
        let numbers = numbers.map_err(|error| format!("not numbers: {error}"))?;
        let order = speed_order(model);
        let nv = order.len();
        if numbers.len() == nv {
            return Ok(order.iter().map(|&theirs| numbers[theirs]).collect());
        }
        Ok(order.iter().flat_map(|&i| order.iter().map(move |&j| (i, j))).map(|(i, j)| numbers[i * nv + j]).collect())
    }
}

impl Drop for Pinocchio {
    fn drop(&mut self) {
        let _ = self.requests.write_all(b"quit\n");
        let _ = self.child.wait();
    }
}

/// A temporary file, deleted when dropped.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// The cases of a loaded program.
pub(crate) fn cases(peer: &Rc<RefCell<Pinocchio>>) -> Vec<Case> {
    ALGORITHMS.into_iter().map(|(ours, theirs)| case(peer, ours, "pinocchio", theirs)).collect()
}

/// One of its algorithms.
pub(crate) fn case(
    peer: &Rc<RefCell<Pinocchio>>,
    ours: &'static str,
    library: &'static str,
    theirs: &'static str,
) -> Case {
    Case::single(ours, library, Box::new(Timed { peer: Rc::clone(peer), algorithm: theirs }))
}

struct Timed {
    peer: Rc<RefCell<Pinocchio>>,
    algorithm: &'static str,
}

impl Slice for Timed {
    fn slice(&mut self, budget: f64) -> Result<f64, String> {
        let answer = self.peer.borrow_mut().request(&format!("time {} {budget}", self.algorithm))?;
        let time = answer.split(' ').next().and_then(|field| field.parse().ok());
        time.ok_or_else(|| format!("unexpected answer: {answer}"))
    }
}

/// The index in Pinocchio's v of every entry of ours: its free joint has the linear part first.
fn speed_order(model: &Model) -> Vec<usize> {
    let entries = |link: &denoc_model::Link<f64>| {
        let (start, free) = (link.v, link.joint.is_free());
        (0..link.nv).map(move |k| start + if free { (k + 3) % 6 } else { k })
    };
    model.links().iter().flat_map(entries).collect()
}

pub(crate) fn model_text(model: &Model) -> Result<String, String> {
    let bodies = bodies(model)?;
    let [x, y, z] = model.gravity().to_array();
    let mut text = format!("{x:?} {y:?} {z:?}\n{}\n", bodies.len());
    for body in &bodies {
        let parent = body.parent.map_or(-1, |p| p as i64);
        let kind = body.axis.map_or("FF", kind);
        let axis = body.axis.unwrap_or(Vec3::unit(2)).to_array();
        let rotation = body.placement.rotation.to_rows();
        let (center, inertia) = body.center();
        let i = [inertia.xx, inertia.xy, inertia.xz, inertia.yy, inertia.yz, inertia.zz];
        let position = body.placement.position.to_array();
        let numbers = axis.iter().chain(rotation.as_flattened()).chain(&position).chain([&body.mass.mass]);
        let numbers: Vec<String> = numbers.chain(&center.to_array()).chain(&i).map(|x| format!("{x:?}")).collect();
        text += &format!("{parent} {kind} {}\n", numbers.join(" "));
    }
    text += &closures_text(model)?;
    Ok(text)
}

/// The points that closures connect; empty for trees.
fn closures_text(model: &Model) -> Result<String, String> {
    if model.closures().is_empty() {
        return Ok(String::new());
    }
    if model.links().iter().any(|link| link.nv == 0) {
        return Err("fixed joints beside loops".into());
    }
    let mut text = format!("{}\n", model.closures().len());
    for closure in model.closures() {
        let Closure::Joint(CutJoint { parent, child, .. }) = closure else {
            return Err(format!("a {} closes a loop", closure.keyword()));
        };
        for frame in [parent, child] {
            let link = frame.link.map_or(-1, |link| link.0 as i64);
            let (rotation, position) = (frame.pose.rotation.to_rows(), frame.pose.position.to_array());
            let numbers: Vec<String> =
                rotation.as_flattened().iter().chain(&position).map(|x| format!("{x:?}")).collect();
            text += &format!("{link} {}\n", numbers.join(" "));
        }
    }
    Ok(text)
}

/// The specialised kinds where the axis is exactly a coordinate axis.
fn kind(axis: Vec3<f64>) -> &'static str {
    match axis.to_array() {
        [1.0, 0.0, 0.0] => "RX",
        [0.0, 1.0, 0.0] => "RY",
        [0.0, 0.0, 1.0] => "RZ",
        _ => "RU",
    }
}

pub(crate) fn states_text(model: &Model, states: &[State]) -> String {
    let order = speed_order(model);
    let mut text = format!("{} {} {}\n", states.len(), model.nq(), model.nv());
    for state in states {
        let speeds = [&state.v, &state.a, &state.tau].map(|ours| {
            let mut theirs = vec![0.0; ours.len()];
            order.iter().zip(ours).for_each(|(&at, &x)| theirs[at] = x);
            theirs
        });
        for x in state.q.iter().chain(speeds.iter().flatten()) {
            write!(text, "{x:?} ").expect("writing to a string cannot fail");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use denoc_testkit::random_state;

    use super::{kind, model_text, speed_order, states_text};
    use crate::synthetic;

    #[test]
    fn the_free_joint_changes_order() {
        let model = synthetic::quadruped().build().unwrap();
        assert_eq!(speed_order(&model)[..8], [3, 4, 5, 0, 1, 2, 6, 7]);
        let state = random_state(&model, 1);
        let text = states_text(&model, std::slice::from_ref(&state));
        let first_speed = text.lines().nth(1).unwrap().split(' ').nth(model.nq()).unwrap();
        assert_eq!(first_speed.parse::<f64>().unwrap(), state.v[3]);
    }

    #[test]
    fn every_body_has_a_complete_line() {
        let model = synthetic::quadruped().build().unwrap();
        let text = model_text(&model).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["0.0 0.0 -9.81", "13"]);
        assert!(lines[2].starts_with("-1 FF ") && lines[3].starts_with("0 RX "));
        // parent, kind, axis, rotation, position, mass, centre, inertia
        assert!(lines[2..].iter().all(|line| line.split(' ').count() == 1 + 1 + 3 + 9 + 3 + 1 + 3 + 6));
        assert_eq!(kind(denoc_math::Vec3::new(0.0, 0.0, -1.0)), "RU");
    }
}
