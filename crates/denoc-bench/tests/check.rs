//! All benchmarks run once, and all libraries that need no installation agree. Robots are those of `DENOC_ROBOTS` where that is
//! set (`cargo xtask test` fetches them), look-alikes otherwise.

use std::process::Command;

#[track_caller]
fn check(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_denoc-bench"));
    command.args(arguments).arg("--check");
    if let Some(folder) = std::env::var_os("DENOC_ROBOTS") {
        command.arg("--robots").arg(folder);
    }
    let output = command.output().expect("the program starts");
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {report}");
    eprintln!("{report}");
    report
}

// oracle: dynibo, a Rust library, inside the program
#[test]
fn robots_and_chains() {
    let output = check(&["robots"]);
    let real = if std::env::var_os("DENOC_ROBOTS").is_some() { "panda:" } else { "panda-like:" };
    assert!(output.contains(real) && output.contains("agrees with dynibo"), "{output}");
}

// oracle: the method of multipliers, inside the program
#[test]
fn loops() {
    assert!(check(&["loops"]).contains("10 four-bars"));
}

// oracle: energy, closure, and the other integrator, inside the program
#[test]
fn ropes() {
    assert!(check(&["ropes"]).contains("tied, 20 links"));
}

// oracle: our simulation with a far smaller tolerance, inside the program; `cargo xtask test` adds other libraries
#[test]
fn simulations() {
    let output = check(&["simulate"]);
    assert!(output.contains("denoc alone") && output.contains("quadruped: 18 speeds"), "{output}");
}
