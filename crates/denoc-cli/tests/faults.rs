//! Commands that are ended at every file operation: killed before it, killed within it, or with the disk full.
//!
//! `DENOC_FAULT` chooses the operation ([`denoc_base::files`]). One operation of each kind is tried in any case; all operations of all
//! commands take some minutes:
//!
//! ```sh
//! cargo test -p denoc-cli --test faults -- --ignored --nocapture
//! ```

#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;

use common::Folder;
use denoc_testkit::in_parallel;

/// A command, and what is expected of it after a fault.
struct Case {
    name: &'static str,
    /// Files that exist before.
    files: &'static [(&'static str, &'static str)],
    command: &'static [&'static str],
    /// Continues the command; `None` if it is simply given again.
    resume: Option<&'static [&'static str]>,
    /// The files whose contents must be those of an undisturbed run.
    results: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "simulate",
        files: &[],
        command: &[
            "simulate",
            "one_r",
            "--q",
            "joint1=2",
            "--duration",
            "0.02",
            "--output-step",
            "0.005",
            "--integrator",
            "rk4",
            "--step",
            "0.005",
            "--out",
            "out",
        ],
        resume: Some(&["simulate", "--resume", "out"]),
        results: &["out/results.csv", "out/results.npz", "out/plots/energy.svg", "out/plots/energy.png"],
    },
    Case {
        name: "motion",
        files: &[(
            "s.toml",
            "model = \"one_r\"\n[simulate]\nduration = 0.02\noutput_step = 0.005\nintegrator = \"rk4\"\nstep = 0.005\n[motion]\nprofile = \"cubic\"\n\
             to = { joint1 = 0.1 }\nduration = 0.02\n[controller]\nlaw = \"computed-torque\"\n",
        )],
        command: &["run", "s.toml", "--out", "out"],
        resume: Some(&["simulate", "--resume", "out"]),
        results: &["out/results.csv", "out/results.npz", "out/plots/energy.svg", "out/plots/energy.png"],
    },
    Case {
        name: "trajectory",
        files: &[(
            "s.toml",
            "model = \"one_r\"\n[motion]\nprofile = \"cubic\"\nto = { joint1 = 0.1 }\nduration = 0.02\nsamples = 5\n",
        )],
        command: &["run", "s.toml", "--out", "out"],
        resume: Some(&["simulate", "--resume", "out"]),
        results: &["out/results.csv", "out/results.npz", "out/plots/energy.svg", "out/plots/energy.png"],
    },
    Case {
        name: "sweep",
        files: &[(
            "s.toml",
            "model = \"one_r\"\n[simulate]\nduration = 0.01\noutput_step = 0.005\n[sweep]\nsampling = \"grid\"\n\
             [[sweep.parameter]]\npath = \"start.q.joint1\"\nfrom = 0\nto = 1\ncount = 4\n[sweep.metrics]\n\
             end = \"final q[joint1]\"\n",
        )],
        command: &["sweep", "s.toml", "--out", "out", "--threads", "1", "--part-rows", "2"],
        resume: None,
        results: &["out/results.csv", "out/sweep.json"],
    },
    Case {
        name: "inverse",
        files: &[("tau.csv", "old\n")],
        command: &["inverse", "puma", "--q", "joint2=-0.5", "--csv", "tau.csv"],
        resume: None,
        results: &["tau.csv"],
    },
    Case {
        name: "convert",
        files: &[("arm.urdf", "old\n")],
        command: &["convert", "puma", "arm.urdf", "--force"],
        resume: None,
        results: &["arm.urdf"],
    },
    Case {
        name: "rope",
        files: &[],
        command: &[
            "rope",
            "new",
            "rope.toml",
            "--kind",
            "rope",
            "--links",
            "3",
            "--length",
            "1",
            "--mass-per-length",
            "1",
            "--scenario",
            "--force",
        ],
        resume: None,
        results: &["rope.toml", "rope_run.toml"],
    },
    Case {
        name: "cycle",
        files: &[("cycle.csv", "old\n")],
        command: &[
            "cycle",
            "fourbar",
            "--input",
            "crank_pivot",
            "--speed",
            "60 rpm",
            "--samples",
            "8",
            "--csv",
            "cycle.csv",
            "--plot",
            "cycle.svg",
        ],
        resume: None,
        results: &["cycle.csv", "cycle.svg"],
    },
];

fn denoc(folder: &Path, words: &[&str], fault: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_denoc"));
    command.args(words).current_dir(folder).env_remove("DENOC_FAULT");
    if let Some(fault) = fault {
        command.env("DENOC_FAULT", fault);
    }
    command.output().expect("the program starts")
}

/// All files below a folder, with their contents.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut found, mut folders) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
                found.insert(name, std::fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

impl Case {
    fn folder(&self, label: &str) -> Folder {
        let folder = Folder::in_memory(&format!("fault-{}-{label}", self.name));
        for (name, text) in self.files {
            folder.file(name, text);
        }
        folder
    }

    /// Numbered operations of the undisturbed command, as `create PATH`, and the files that it leaves.
    fn undisturbed(&self) -> (Vec<String>, BTreeMap<String, Vec<u8>>) {
        let folder = self.folder("none");
        let done = denoc(&folder.0, self.command, Some("count"));
        let text = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{}: {text}", self.name);
        let operation = |line: &str| {
            let (number, operation) = line.split_once(' ')?;
            let verbs = ["create ", "write ", "sync ", "rename ", "remove "];
            let known = number.parse::<u64>().is_ok() && verbs.iter().any(|verb| operation.starts_with(verb));
            known.then(|| operation.to_owned())
        };
        let operations: Vec<String> = text.lines().filter_map(operation).collect();
        assert!(operations.len() >= 4, "{}: {text}", self.name);
        (operations, contents(&folder.0))
    }

    /// The command with a fault, then without: the files must be those of an undisturbed one. What is wrong, if anything is.
    fn disturbed(&self, fault: &str, expected: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
        let folder = self.folder(&fault.replace(':', "-"));
        let done = denoc(&folder.0, self.command, Some(fault));
        let (after, killed) = (contents(&folder.0), done.status.code().is_none());
        let old: BTreeMap<&str, &str> = self.files.iter().copied().collect();
        if self.resume.is_none() && self.name != "sweep" {
            // whatever happened, each file is the old one or the new one
            for name in self.results {
                let found = after.get(*name).map(Vec::as_slice);
                let new = found == expected.get(*name).map(Vec::as_slice);
                if !new && found != old.get(name).map(|text| text.as_bytes()) {
                    return Err(format!("{name} is neither the old file nor the new one"));
                }
            }
        }
        if !killed && let Some(left) = after.keys().find(|name| name.ends_with(".tmp") || name.ends_with(".lock")) {
            return Err(format!("{left} is left over"));
        }
        if killed || !done.status.success() {
            let resumed = match self.resume.filter(|_| folder.0.join("out/run.json").exists()) {
                Some(words) => denoc(&folder.0, words, None),
                None => denoc(&folder.0, self.command, None),
            };
            let text = String::from_utf8_lossy(&resumed.stderr).into_owned();
            if !resumed.status.success() && !text.contains("the run is complete") {
                return Err(format!("cannot be continued: {text}"));
            }
        }
        let found = contents(&folder.0);
        for name in self.results {
            if found.get(*name) != expected.get(*name) {
                return Err(format!("{name} differs"));
            }
        }
        if self.resume.is_some() {
            let record: serde_json::Value = serde_json::from_slice(&found["out/run.json"]).expect("JSON");
            if record["status"] != "finished" {
                return Err(format!("the run is {}", record["status"]));
            }
        }
        let names = |files: &BTreeMap<String, Vec<u8>>| {
            files.keys().filter(|name| !name.contains("parts/")).cloned().collect::<Vec<_>>()
        };
        if names(&found) != names(expected) {
            return Err(format!("files {:?} instead of {:?}", names(&found), names(expected)));
        }
        Ok(())
    }

    /// The faults to try: at all operations, or at the last one of each kind.
    fn faults(&self, operations: &[String], all: bool) -> Vec<(String, String)> {
        let kind = |operation: &String| {
            let special =
                ["results.partial.csv", "checkpoint", "run.json"].into_iter().find(|name| operation.contains(name));
            (operation.split(' ').next().unwrap_or_default().to_owned(), special)
        };
        let is_last = |i: usize| !operations[i + 1..].iter().any(|later| kind(later) == kind(&operations[i]));
        let mut faults = Vec::new();
        for (i, operation) in operations.iter().enumerate().filter(|(i, _)| all || is_last(*i)) {
            let (verb, _) = kind(operation);
            let kinds: &[&str] = match (verb.as_str(), all) {
                ("write", true) => &["kill", "torn", "enospc"],
                ("write", false) => &["torn", "enospc"],
                // to remove a file needs no space
                ("remove", _) | (_, false) => &["kill"],
                _ => &["kill", "enospc"],
            };
            faults.extend(kinds.iter().map(|kind| (format!("{}:{kind}", i + 1), operation.clone())));
        }
        faults
    }

    /// Tries faults; what goes wrong.
    fn failures(&self, all: bool) -> Vec<String> {
        let (operations, expected) = self.undisturbed();
        let faults = self.faults(&operations, all);
        println!("{}: {} operations, {} faults", self.name, operations.len(), faults.len());
        let failures = Mutex::new(Vec::new());
        in_parallel(faults, |(fault, operation)| {
            if let Err(what) = self.disturbed(&fault, &expected) {
                failures.lock().unwrap().push(format!("{} {fault} ({operation}): {what}", self.name));
            }
        });
        failures.into_inner().unwrap()
    }
}

fn check(cases: &[Case], all: bool) {
    let failures: Vec<String> = cases.iter().flat_map(|case| case.failures(all)).collect();
    assert!(failures.is_empty(), "{} faults lost something:\n{}", failures.len(), failures.join("\n"));
}

// oracle: an undisturbed command, byte by byte
#[test]
#[ignore = "takes minutes"]
fn a_fault_at_any_operation_loses_nothing() {
    check(CASES, true);
}

// oracle: an undisturbed command, byte by byte; simulations are represented by one with [motion]
#[test]
fn a_fault_at_an_operation_of_each_kind_loses_nothing() {
    check(&CASES[1..], false);
}
