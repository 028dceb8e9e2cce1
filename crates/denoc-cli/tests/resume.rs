//! `denoc simulate --resume`: changed inputs, altered files, another version, long steps, large results.

#![cfg(unix)]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Folder, Said};

const RESUME: &[&str] = &["simulate", "--resume", "out"];

/// A slider with a mesh, a tabulated trajectory and a controller: every kind of file that a run depends on.
const SCENARIO: &str = "model = \"slider.toml\"\n[simulate]\nduration = 0.02\noutput_step = 0.002\nintegrator = \"rk4\"\nstep = 0.002\n\
    [motion]\nprofile = \"table\"\nfile = \"way.csv\"\n[controller]\nlaw = \"computed-torque\"\n";
const SLIDER: &str = "[model]\nname = \"slider\"\n[[link]]\nname = \"sled\"\nmass = 2\ninertia = { xx = 1, yy = 1, zz = 1 }\n\
    [[link.shape]]\ntype = \"mesh\"\nfile = \"sled.obj\"\n[[joint]]\nname = \"rail\"\ntype = \"prismatic\"\nparent = \"ground\"\n\
    child = \"sled\"\naxis = [1, 0, 0]\n";
const MESH: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";

fn table(end: f64) -> String {
    (0..=4)
        .map(|k| f64::from(k) * 0.005)
        .fold("t [s],q[rail] [m]\n".to_owned(), |rows, t| format!("{rows}{t},{}\n", end * t * t))
}

fn prepared(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("s.toml", SCENARIO).file("slider.toml", SLIDER).file("sled.obj", MESH).file("way.csv", &table(1.0));
    folder
}

fn read(folder: &Folder, file: &str) -> String {
    std::fs::read_to_string(folder.0.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

fn with_fault(folder: &Folder, words: &[&str], fault: &str) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_denoc"));
    command.args(words).current_dir(&folder.0).env("DENOC_FAULT", fault).output().unwrap()
}

/// Runs the scenario in `out` and kills it just before its rows get their final name: two checkpoints exist.
fn killed(folder: &Folder) {
    let words = ["run", "s.toml", "--out", "out"];
    let traced = with_fault(folder, &words, "count");
    assert!(traced.status.success(), "{}", String::from_utf8_lossy(&traced.stderr));
    let operations = String::from_utf8(traced.stderr).unwrap();
    let rename = operations.lines().find(|line| line.ends_with(" rename out/results.csv")).expect("the results");
    std::fs::remove_dir_all(folder.0.join("out")).unwrap();
    let ended = with_fault(folder, &words, &format!("{}:kill", rename.split(' ').next().unwrap()));
    assert!(ended.status.code().is_none() && folder.0.join("out/checkpoint.previous.json").exists());
}

// oracle: each input is changed by hand; the uninterrupted run, byte by byte
#[test]
fn changed_inputs_are_named() {
    let folder = prepared("resume-inputs");
    folder.run(&["run", "s.toml", "--out", "whole"]).ok();
    killed(&folder);
    for (file, changed, expected) in [
        ("way.csv", table(2.0), "the file way.csv has changed since"),
        ("sled.obj", MESH.replace("1 1 0", "1 2 0"), "the file sled.obj has changed since"),
        ("slider.toml", SLIDER.replace("mass = 2", "mass = 3"), "the model slider has changed since (its numbers)"),
        (
            "s.toml",
            SCENARIO.replace("duration = 0.02", "duration = 0.03"),
            "s.toml has changed since (simulate.duration: 0.02 there, 0.03 here)",
        ),
    ] {
        let kept = read(&folder, file);
        folder.file(file, &changed);
        let message = folder.run(RESUME).refused();
        assert!(message.contains("out: the run began with other inputs:\n") && message.contains(expected), "{message}");
        folder.file(file, &kept);
    }
    // comments change nothing
    folder.file("s.toml", &format!("# pushed\n{SCENARIO}"));
    let record = read(&folder, "out/run.json");
    folder.file("out/run.json", &record.replace("\"program\": \"denoc 0", "\"program\": \"denoc 7"));
    let message = folder.run(RESUME).refused();
    assert!(message.contains("denoc 7.1.0 began this run, and this is denoc 0.1.0"), "{message}");
    // killed once more: the run remains one of two versions
    let ended = with_fault(&folder, &["simulate", "--resume", "out", "--any-version"], "12:kill");
    assert!(ended.status.code().is_none());
    folder.run(RESUME).ok();
    assert_eq!(read(&folder, "out/results.csv"), read(&folder, "whole/results.csv"));
    assert!(read(&folder, "out/run.json").contains("denoc 7.1.0 began this run, denoc 0.1.0 resumed it"));
}

// oracle: the uninterrupted run, byte by byte
#[test]
fn altered_files_are_noticed() {
    let folder = prepared("resume-altered");
    folder.run(&["run", "s.toml", "--out", "whole"]).ok();
    let whole = read(&folder, "whole/results.csv");
    let (newest, previous, rows) = ("out/checkpoint.json", "out/checkpoint.previous.json", "out/results.partial.csv");
    let step = |text: String| text.replacen("\"step\": 0.002", "\"step\": 0.0", 1);
    let counters = |text: String| text.replacen("\"steps\": ", "\"steps\": 99999999", 1);
    let digit = |text: String, line: usize| -> String {
        let flip = |row: &str| row.replacen("0.00", "0.01", 1);
        text.split_inclusive('\n')
            .enumerate()
            .map(|(i, row)| if i == line { flip(row) } else { row.to_owned() })
            .collect()
    };
    let alter = |file: &str, by: &dyn Fn(String) -> String| {
        let (before, after) = (read(&folder, file), by(read(&folder, file)));
        assert_ne!(before, after, "{file}");
        folder.file(file, &after);
    };
    let resume = |alterations: &[(&str, &dyn Fn(String) -> String)]| -> Said {
        let _ = std::fs::remove_dir_all(folder.0.join("out"));
        killed(&folder);
        alterations.iter().for_each(|(file, by)| alter(file, by));
        folder.run(RESUME)
    };
    // the checkpoint before, or the rows before it, are intact
    let last_row = |text: String| digit(text, 10);
    for alterations in [
        &[(newest, &step as &dyn Fn(String) -> String)][..],
        &[(newest, &counters)],
        &[(newest, &|_| String::new())],
        &[(rows, &last_row)],
        &[(previous, &step)],
    ] {
        resume(alterations).ok();
        assert!(read(&folder, "out/results.csv") == whole);
    }
    let message = resume(&[(newest, &step), (previous, &counters)]).refused();
    assert!(message.contains("checkpoint.json: the checkpoint has been altered since it was written"), "{message}");
    let message = resume(&[(rows, &|text| digit(text, 3))]).refused();
    assert!(message.contains("results.partial.csv: the rows have been altered since they were written"), "{message}");
    assert!(folder.0.join("out/results.partial.csv").exists() && folder.0.join(newest).exists(), "nothing is lost");
}

// oracle: a rotor without gravity turns evenly, in one step of 1000 s with 100 million samples: it cannot be computed in a test
#[test]
fn long_steps_are_interrupted() {
    let folder = Folder::in_memory("resume-dense");
    folder.file("s.toml", "model = \"one_r\"\ngravity = [0, 0, 0]\n[start]\nv = { joint1 = 1.0 }\n[simulate]\nduration = 1000\noutput_step = 1e-5\nstep = 1000\n");
    let refused = folder.run(&["run", "s.toml", "--out", "out"]).refused();
    let expected = "s.toml:7: simulate.output_step: the results have 100000001 rows of 16 numbers: they need about 26 GB of memory \
                    and 45 GB on disk; choose a longer output step, or add --force (in a scenario: large_output = true)";
    assert_eq!(refused, expected);
    // a full disk
    let words = ["run", "s.toml", "--out", "out", "--force"];
    let begun = Instant::now();
    let ended = with_fault(&folder, &words, "12:enospc");
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        ended.status.code() == Some(1) && message.starts_with("error: cannot write out/results.partial.csv"),
        "{message}"
    );
    assert!(message.contains("as soon as files can be written: denoc simulate --resume out"), "{message}");
    assert!(begun.elapsed() < Duration::from_secs(60));
    // Ctrl-C
    let _ = std::fs::remove_dir_all(folder.0.join("out"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_denoc"));
    let mut child =
        child.args(words).current_dir(&folder.0).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let rows = folder.0.join("out/results.partial.csv");
    while length(&rows) < 10_000 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(120));
    assert!(read(&folder, "out/run.json").contains("\"status\": \"interrupted\""));
    let text = read(&folder, "out/results.partial.csv");
    assert_eq!(text.lines().count(), 2, "the header, and the row at the start of the step that was interrupted");
}

fn length(file: &Path) -> u64 {
    file.metadata().map_or(0, |data| data.len())
}

// oracle: one run of the same scenario
#[test]
fn two_processes_do_not_share_a_folder() {
    let folder = prepared("resume-two");
    folder.run(&["run", "s.toml", "--out", "one"]).ok();
    for attempt in 0..4 {
        let name = format!("two-{attempt}");
        let start = || {
            let mut command = Command::new(env!("CARGO_BIN_EXE_denoc"));
            command.args(["run", "s.toml", "--out", &name]).current_dir(&folder.0);
            command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let both = [start(), start()].map(|child| child.wait_with_output().unwrap());
        let refused: Vec<_> = both.iter().filter(|output| !output.status.success()).collect();
        assert_eq!(refused.len(), 1);
        let message = String::from_utf8_lossy(&refused[0].stderr);
        assert!(message.contains("another process is writing") || message.contains("contains a run"), "{message}");
        assert_eq!(read(&folder, &format!("{name}/results.csv")), read(&folder, "one/results.csv"));
    }
}
