//! Other libraries, each in a Python process of its own: one JSON question and one JSON answer per line (`peer/simulate/common.py`).

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use super::library::{Library, Method, Run};

const COMMON: &str = include_str!("../../peer/simulate/common.py");

/// Names and scripts.
pub(super) const PEERS: [(&str, &str); 4] = [
    ("pinocchio + scipy", include_str!("../../peer/simulate/pinocchio_scipy.py")),
    ("mujoco", include_str!("../../peer/simulate/mujoco_steps.py")),
    ("drake", include_str!("../../peer/simulate/drake_simulator.py")),
    ("exudyn", include_str!("../../peer/simulate/exudyn_solvers.py")),
];

/// Threads of linear algebra are switched off: the matrices are small.
const ONE_THREAD: [&str; 3] = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"];

/// A library that was started.
pub(super) struct Peer {
    name: &'static str,
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Name and version of what it runs.
    pub(super) version: String,
    methods: Vec<Method>,
    /// Whether accelerations come from differences or from soft closures.
    rough: bool,
}

impl Peer {
    pub(super) fn start(python: &Path, (name, script): (&'static str, &str)) -> Result<Self, String> {
        let failed = |error| format!("{} does not run: {error}", python.display());
        let mut command = Command::new(python);
        command.arg("-c").arg(format!("{COMMON}\n{script}")).envs(ONE_THREAD.map(|name| (name, "1")));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        let (questions, answers) = (child.stdin.take().expect("piped"), child.stdout.take().expect("piped"));
        let answers = BufReader::new(answers);
        let mut peer =
            Self { name, child, questions, answers, version: String::new(), methods: Vec::new(), rough: false };
        let hello = peer.ask(&json!({ "ask": "version" }))?;
        peer.version = hello["version"].as_str().unwrap_or_default().to_owned();
        Ok(peer)
    }

    fn ask(&mut self, question: &Value) -> Result<Value, String> {
        let ended = |name| format!("the Python process of {name} has ended (its messages are above)");
        let mut line = String::new();
        let sent = writeln!(self.questions, "{question}").and_then(|()| self.questions.flush());
        if sent.is_err() || !matches!(self.answers.read_line(&mut line), Ok(1..)) {
            return Err(ended(self.name));
        }
        let answer: Value = serde_json::from_str(&line).map_err(|_| format!("{}: {line}", self.name))?;
        match answer["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer),
        }
    }

    /// Loads a machine. Returns the accelerations at the start, where a joint has one coordinate for each speed, and NaN elsewhere.
    pub(super) fn load(&mut self, machine: &Value) -> Result<Vec<f64>, String> {
        let answer = self.ask(&json!({ "ask": "load", "machine": machine }))?;
        let methods = answer["methods"].as_array().map(Vec::as_slice).unwrap_or_default();
        self.methods = methods.iter().map(method).collect::<Option<_>>().ok_or("it lists no methods")?;
        self.rough = answer["rough"].as_bool().unwrap_or(false);
        numbers(&answer["accelerations"]).ok_or_else(|| "it gives no accelerations".to_owned())
    }

    /// The bound of the difference of accelerations, if they are not exact.
    pub(super) fn bound(&self, exact: f64) -> f64 {
        if self.rough { 1e-2 } else { exact }
    }
}

fn method(value: &Value) -> Option<Method> {
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    Some(Method {
        name: text("name")?,
        kind: text("kind")?,
        settings: numbers(&value["settings"])?,
        check: value["check"].as_f64()?,
    })
}

/// A list of numbers; null is NaN.
fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(|x| if x.is_null() { Some(f64::NAN) } else { x.as_f64() }).collect()
}

impl Library for Peer {
    fn name(&self) -> &str {
        self.name
    }

    fn methods(&self) -> &[Method] {
        &self.methods
    }

    fn run(&mut self, method: &str, setting: f64, repeat: usize) -> Result<Run, String> {
        let answer = self.ask(&json!({ "ask": "run", "method": method, "setting": setting, "repeat": repeat }))?;
        let q = numbers(&answer["q"]);
        answer["cpu"]
            .as_f64()
            .zip(q)
            .map(|(cpu, q)| Run { cpu, q })
            .ok_or_else(|| format!("unexpected answer: {answer}"))
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.questions.write_all(b"{\"ask\": \"quit\"}\n");
        let _ = self.child.wait();
    }
}
