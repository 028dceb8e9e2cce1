//! Damaged files of `--state`, with fixed seeds: each gives a result, or an error that names the file and a remedy.

mod common;

use common::{Folder, Said};
use denoc_testkit::{Random, damaged};

/// Files that are read without an error.
const FILES: [&str; 5] = [
    "{\"q\": [0.1, 0.2, 0.3], \"v\": {\"joint2\": 1.0}, \"t\": 0.5}",
    "[{\"q\": [0.1, 0.2, 0.3]}, {\"q\": {\"joint1\": -1.5e-3}, \"a\": [1, 2, 3]}]",
    "t,q[0],q[1],q[2],v[joint1]\n0,0.1,0.2,0.3,1\n0.5,0.1,0.2,0.3,-1e-3\n",
    "joint1,joint2,joint3\n0.1,0.2,0.3\n",
    "t [s],q[joint1] [rad],v[joint2] [rad/s]\n0.0,0.25,1\n",
];

/// Words that tell what to do.
const REMEDIES: [&str; 14] = [
    "write",
    "give",
    "keep",
    "must",
    "did you mean",
    "save it",
    "convert",
    "normalise",
    "joints are",
    "name",
    "nothing else",
    "close",
    "check",
    "the last is",
];

fn evaluate(folder: &Folder, bytes: &[u8]) -> Said {
    std::fs::write(folder.0.join("state"), bytes).unwrap();
    folder.run(&["inverse", "planar_3r", "--state", "state", "--json"])
}

/// Reads `count` damaged files.
fn survive(count: u64, seed: u64) {
    let folder = Folder::in_memory(&format!("damaged-states-{seed}"));
    for file in FILES {
        evaluate(&folder, file.as_bytes()).ok();
    }
    let mut refused = 0;
    for i in 0..count {
        let mut random = Random::stream(seed, i);
        let input = damaged(FILES[random.below(FILES.len())].as_bytes(), &mut random);
        let shown =
            || format!("number {i} of seed {seed}: {:?}", String::from_utf8_lossy(&input[..input.len().min(100)]));
        let said = evaluate(&folder, &input);
        if said.code == 0 {
            continue;
        }
        refused += 1;
        assert!(
            matches!(said.code, 1 | 2),
            "exit code {}: {} {}",
            said.code,
            &said.err[..said.err.len().min(300)],
            shown()
        );
        let message = said.refused();
        assert!(message.len() < 1000, "long: {} {}", &message[..100], shown());
        assert!(message.starts_with("state") || message.contains("state \""), "no file: {message} {}", shown());
        assert!(REMEDIES.iter().any(|remedy| message.contains(remedy)), "no remedy: {message} {}", shown());
    }
    assert!(refused > count / 4 && refused < count, "{refused} of {count}");
}

// oracle: an error or a result; an error names the file and what to do
#[test]
fn damaged_states_are_refused_with_a_remedy_or_read() {
    survive(150, 1);
}

#[test]
#[ignore = "takes a minute"]
fn many_damaged_states_are_refused_with_a_remedy_or_read() {
    survive(3000, 2);
}
