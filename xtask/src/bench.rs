//! `cargo xtask bench`.

use std::process::{Command, Stdio};

use crate::{cargo, peers, robots, work};

/// Builds denoc-bench in release mode and runs it on real robots where they can be had; with `--peers`, against Pinocchio, and
/// simulations against several libraries.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    // built beside the program, with the features of its dependencies, so that both share their compiled crates
    let mut build = cargo();
    build.args("build --release --quiet --package denoc-bench --package denoc-cli --bin denoc-bench".split(' '));
    let mut bench = Command::new(work().join("release/denoc-bench"));
    let asks_for = |option: &str| arguments.iter().any(|a| a == option || a.starts_with(&format!("{option}=")));

    let helps = asks_for("--help") || asks_for("-h");
    if !helps && arguments.first().is_some_and(|what| what == "simulate") {
        if asks_for("--peers") {
            bench.arg("--python").arg(peers::install_simulators(&work().join("peers"))?);
        }
    } else if !helps {
        if !asks_for("--robots") {
            match robots::fetch(&work().join("robots")) {
                Ok(folder) => _ = bench.arg("--robots").arg(folder),
                Err(error) => eprintln!("!!! no real robots, look-alikes instead: {error}"),
            }
        }
        if asks_for("--peers") {
            let peer = peers::build_pinocchio(&work().join("peers"))?;
            eprintln!("Pinocchio {} built by {} with {}", peer.version, peer.compiler, peers::FLAGS.join(" "));
            bench.arg("--peer").arg(peer.program).arg(format!("--peer-flags={}", peers::FLAGS.join(" ")));
        }
    }
    bench.args(arguments.iter().filter(|argument| *argument != "--peers"));
    eprintln!("building and running denoc-bench");
    let built = build.status().map_err(|error| format!("cannot run cargo: {error}"))?;
    if !built.success() {
        return Err(format!("denoc-bench does not build ({built})"));
    }
    let status = bench.stdin(Stdio::null()).status().map_err(|error| format!("cannot run denoc-bench: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("the benchmark failed ({status})")) }
}
