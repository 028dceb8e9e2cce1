//! Simulations and sweeps killed at random moments, again and again, until they are complete.
//!
//! ```sh
//! cargo test -p denoc-cli --test kills -- --ignored --nocapture
//! ```

#![cfg(unix)]

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::Folder;
use denoc_math::random::Random;

const SWEEP: &str = "model = \"one_r\"\n[simulate]\nduration = 0.5\n[sweep]\nsampling = \"grid\"\n[[sweep.parameter]]\n\
    path = \"start.q.joint1\"\nfrom = 0\nto = 3\ncount = 30\n[sweep.metrics]\nend = \"final q[joint1]\"\n";
const TRACKED: &str = "model = \"puma\"\n[simulate]\nduration = 2\noutput_step = 0.002\n[motion]\nprofile = \"cubic\"\n\
    to = { joint1 = 1.0, joint2 = -0.5 }\nduration = 2\n[controller]\nlaw = \"computed-torque\"\n";

/// A command, the command that continues it, and its results.
struct Case {
    start: &'static [&'static str],
    resume: Option<&'static [&'static str]>,
}

const CASES: [Case; 3] = [
    Case {
        start: &["simulate", "one_r", "--q", "joint1=2", "--duration", "150", "--output-step", "0.05", "--out", "out"],
        resume: Some(&["simulate", "--resume", "out"]),
    },
    Case { start: &["run", "tracked.toml", "--out", "out"], resume: Some(&["simulate", "--resume", "out"]) },
    Case { start: &["sweep", "sweep.toml", "--out", "out", "--part-rows", "10"], resume: None },
];

/// Runs a command and kills it after a while; whether it ended before, and what it printed.
fn run(folder: &Folder, words: &[&str], patience: Option<Duration>) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_denoc"));
    command.args(words).current_dir(&folder.0).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let begun = Instant::now();
    while let Some(patience) = patience {
        if child.try_wait().unwrap().is_some() {
            break;
        }
        if begun.elapsed() >= patience {
            child.kill().unwrap();
            break;
        }
        std::thread::sleep(Duration::from_micros(500));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code().is_some(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Kills of one command before it is left alone.
const MOST_KILLS: usize = 8;

/// Kills commands this many times, at moments up to the duration of an undisturbed one.
fn kill(times: usize, seed: u64) {
    let mut random = Random::new(seed);
    let (mut kills, mut complete) = (0, 0);
    let expected: Vec<(String, Duration)> = CASES
        .iter()
        .map(|case| {
            let folder = prepared("kills-whole");
            let begun = Instant::now();
            let (ended, message) = run(&folder, case.start, None);
            assert!(ended, "{message}");
            (results(&folder), begun.elapsed())
        })
        .collect();
    while kills < times {
        let number = complete % CASES.len();
        let (case, (whole, duration)) = (&CASES[number], &expected[number]);
        let folder = prepared(&format!("kills-{complete}"));
        for attempt in 0..=MOST_KILLS {
            let begun = folder.0.join("out/run.json").exists();
            let words = case.resume.filter(|_| begun).unwrap_or(case.start);
            let patience = (attempt < MOST_KILLS).then(|| duration.mul_f64(random.unit()));
            let (ended, message) = run(&folder, words, patience);
            if ended {
                assert!(!message.contains("error:") || message.contains("the run is complete"), "{message}");
                break;
            }
            kills += 1;
        }
        assert!(results(&folder) == *whole, "{:?} differs after {kills} kills", case.start);
        let left = folder.files().into_iter().chain(Folder::names(&folder.0.join("out")));
        let left: Vec<String> = left.filter(|name| name.ends_with(".tmp") || name.contains("checkpoint")).collect();
        assert!(left.is_empty(), "{left:?}");
        complete += 1;
    }
    println!("{kills} kills, {complete} commands completed with the bytes of undisturbed ones");
}

fn prepared(test: &str) -> Folder {
    let folder = Folder::new(test);
    folder.file("sweep.toml", SWEEP).file("tracked.toml", TRACKED);
    folder
}

fn results(folder: &Folder) -> String {
    std::fs::read_to_string(folder.0.join("out/results.csv")).expect("results")
}

// oracle: undisturbed commands, byte by byte
#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_lose_nothing() {
    kill(200, 1);
}

// oracle: undisturbed commands, byte by byte
#[test]
fn some_kills_lose_nothing() {
    kill(6, 2);
}
