//! `denoc sweep`: interruptions, failing points, threads, words.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::Folder;

/// 60 points; the last four cannot be assembled: the crank is too long.
const SWEEP: &str = r#"
model = "fourbar"
[start]
v = { crank_pivot = "60 rpm" }
[simulate]
duration = 0.02
output_step = 0.002
tolerance = 1e-6
[sweep]
sampling = "grid"
[[sweep.parameter]]
path = "links.crank.length"
values = [0.03, 0.031, 0.032, 0.033, 0.034, 0.035, 0.036, 0.037, 0.038, 0.039, 0.04, 0.041, 0.042, 0.043, "400 mm"]
[[sweep.parameter]]
path = "links.coupler.mass"
from = "1 kg"
to = "10 kg"
count = 4
[sweep.metrics]
end = "final q[crank_pivot]"
energy = "max kinetic energy"
"#;

/// Six of them; the last two cannot be assembled.
fn few() -> String {
    let lengths = SWEEP.split_once("values = [").and_then(|(_, rest)| rest.split_once(", \"400")).unwrap().0;
    SWEEP.replace(lengths, "0.03, 0.038").replace("count = 4", "count = 2")
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

fn parts(folder: &Path) -> usize {
    std::fs::read_dir(folder.join("parts"))
        .map_or(0, |all| all.flatten().filter(|e| e.file_name().to_string_lossy().starts_with("part-")).count())
}

// oracle: an uninterrupted sweep in one thread, byte by byte
#[cfg(unix)]
#[test]
fn a_killed_sweep_goes_on_to_the_same_end() {
    let folder = Folder::new("sweep-killed");
    folder.file("sweep.toml", SWEEP);
    let said = folder.run(&["sweep", "sweep.toml", "--out", "whole", "--threads", "1"]);
    assert!(said.code == 0 && said.out.contains("60 points run in") && said.out.contains("4 failed"), "{said:?}");
    assert!(said.err.contains("60 points\n"), "{}", said.err);
    assert!(said.err.contains("the first is point 56: the loops of \"fourbar\" cannot be closed"), "{}", said.err);
    let whole = read(&folder.0.join("whole"), "results.csv");

    let words = ["sweep", "sweep.toml", "--out", "killed", "--part-rows", "4", "--threads", "2"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"))
        .args(words)
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let killed = folder.0.join("killed");
    let begun = Instant::now();
    while parts(&killed) < 3 && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap(); // SIGKILL: nothing can be tidied up
    child.wait().unwrap();
    assert!(!killed.join("results.csv").exists(), "the sweep ended before it was killed: make it longer");

    let said = folder.run(&[&words[..], &["--json"]].concat());
    let summary: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let before = summary["finished_before"].as_u64().unwrap();
    // the third part had begun: the first two, of four rows each, are complete
    assert!((8..60).contains(&before), "{before} points were finished before");
    assert_eq!((&summary["points"], &summary["finished"], &summary["failed"]), (&60.into(), &60.into(), &4.into()));
    assert!(read(&killed, "results.csv") == whole, "the resumed sweep differs from the whole one");

    // nothing is left to do
    let again = folder.run(&words);
    assert!(again.out.contains("0 points run in") && again.err.contains("60 points finished before"), "{again:?}");
    assert!(read(&killed, "results.csv") == whole);
}

// oracle: rows by hand
#[test]
fn rows_name_their_point_and_their_error() {
    let folder = Folder::new("sweep-rows");
    folder.file("sweep.toml", &few());
    let said = folder.run(&["sweep", "sweep.toml"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let text = read(&folder.0.join("sweeps/sweep"), "results.csv");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0], "point,links.crank.length [m],links.coupler.mass [kg],end [rad],energy [J],error");
    for (line, start) in lines[1..].iter().zip(["0,0.03,1,0.1", "1,0.03,10,0.1", "2,0.038,1,0.1", "3,0.038,10,0.1"]) {
        assert!(line.starts_with(start) && line.ends_with(','), "{line}");
    }
    assert!(lines[5].starts_with("4,0.4,1,NaN,NaN,\"the loops of \"\"fourbar\"\" cannot be closed"), "{}", lines[5]);
    // nothing but failures is a failure
    folder.file("sweep.toml", &few().replace("0.03, 0.038, ", ""));
    assert_eq!(folder.run(&["sweep", "sweep.toml", "--out", "none"]).code, 1);
}

#[test]
fn another_sweep_in_the_folder_is_refused() {
    let folder = Folder::new("sweep-other");
    let short = few().replace(", \"400 mm\"", "");
    folder.file("sweep.toml", &short);
    folder.run(&["sweep", "sweep.toml", "--out", "a"]).ok();
    folder.file("sweep.toml", &short.replace("10 kg", "9 kg"));
    let said = folder.run(&["sweep", "sweep.toml", "--out", "a"]).refused();
    let words = "a: the folder contains another sweep:\n  sweep.parameter.links.coupler.mass.to: \"10 kg\" there, \"9 kg\" here\nuse \
                 another folder, or remove this one (`denoc sweep --force` does)";
    assert!(said.contains(words), "{said}");
    folder.run(&["sweep", "sweep.toml", "--out", "a", "--force"]).ok();
    assert!(read(&folder.0.join("a"), "results.csv").contains("\n1,0.03,9,"));
    // a changed model as well
    let model = denoc_model_file(&folder, 1.5);
    folder.file("sweep.toml", &short.replace("\"fourbar\"", &format!("\"{model}\"")));
    folder.run(&["sweep", "sweep.toml", "--out", "b"]).ok();
    denoc_model_file(&folder, 1.6);
    let said = folder.run(&["sweep", "sweep.toml", "--out", "b"]).refused();
    assert!(
        said.contains("the folder contains another sweep:\n  the model fourbar has changed since (its numbers)"),
        "{said}"
    );
}

/// The four-bar as a file, with a crank of this mass.
fn denoc_model_file(folder: &Folder, mass: f64) -> &'static str {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/fourbar.toml")).unwrap();
    folder.file("bars.toml", &text.replace("mass = 1.5", &format!("mass = {mass}")));
    "bars.toml"
}

#[test]
fn mistakes_are_said_before_anything_runs() {
    let folder = Folder::new("sweep-wrong");
    for (from, to, words) in [
        ("links.crank.length", "links.crnk.length", "there is no link called \"crnk\"; did you mean \"crank\"?"),
        ("count = 4", "count = 1000000000", "links.coupler.mass: the count is 1000000000; give at most 1000000"),
        ("count = 4", "count = 900000", "the sweep has 13500000 points, and the maximum is 1000000"),
        ("\"1 kg\"", "\"1 m\"", "links.coupler.mass: \"1 m\" is a length, but a mass is required"),
        ("final q[crank_pivot]", "final q[crank_pivt]", "did you mean \"q[crank_pivot]\"?"),
        ("sampling = \"grid\"", "sampling = \"gird\"", "choose one of grid, list, latin-hypercube, sobol"),
        ("[sweep.metrics]", "[sweep.metric]", "did you mean \"metrics\"?"),
    ] {
        folder.file("sweep.toml", &SWEEP.replace(from, to));
        let said = folder.run(&["sweep", "sweep.toml", "--out", "none"]).refused();
        assert!(said.contains(words), "{to}: {said}");
        assert!(!folder.0.join("none").exists(), "{to}");
    }
    folder.file("sweep.toml", SWEEP);
    let said = folder.run(&["run", "sweep.toml", "--out", "none"]).refused();
    assert!(said.contains("run it with `denoc sweep`"), "{said}");
    let said = folder.run(&["sweep", "sweep.toml", "--dry-run"]).ok();
    assert!(said.starts_with("60 points; metrics: end [rad], energy [J]\n"), "{said}");
    assert!(said.contains("links.coupler.mass [kg]") && !folder.0.join("sweeps").exists(), "{said}");
}

// oracle: the example itself says how many points it has
#[test]
fn the_examples_are_sweeps() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/sweeps");
    let folder = Folder::new("sweep-examples");
    for entry in std::fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        let said = folder.run(&["sweep", path.to_str().unwrap(), "--dry-run", "--json"]).json();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("samples = {}\n", said["points"])), "{}: {said}", path.display());
    }
}
