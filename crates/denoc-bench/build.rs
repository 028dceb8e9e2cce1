//! Hands the name of the compiler to the program, which prints it next to every timing.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map_or("rustc".into(), |o| String::from_utf8_lossy(&o.stdout).into_owned());
    // "rustc 1.95.0 (59807616e 2026-04-14)": the first two words
    let name: Vec<&str> = version.split_whitespace().take(2).collect();
    println!("cargo::rustc-env=DENOC_BENCH_RUSTC={}", name.join(" "));
    println!("cargo::rerun-if-changed=build.rs");
}
