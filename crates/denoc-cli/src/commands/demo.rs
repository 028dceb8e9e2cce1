//! `denoc demo`.

use std::f64::consts::{PI, TAU};
use std::path::{Path, PathBuf};

use denoc::prelude::*;

use super::plot::plot;
use crate::output::{Failure, Output, write_file};
use crate::quantity::{Entries, Quantity};
use crate::record::Record;
use crate::table::{Side, Table};

/// A three-link arm, its joint torques along a motion, and a CSV file
///
/// The planar arm of Example 9.4 of S. K. Saha, Introduction to Robotics: every joint turns by half a turn in ten seconds,
/// and inverse dynamics gives the torques that its motors need.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:\n  denoc demo\n  denoc demo --out torques.csv")]
pub(crate) struct Args {
    /// Where to write motion and torques
    #[arg(long, value_name = "FILE", default_value = "demo_planar_3r.csv")]
    out: PathBuf,
}

/// Duration of the motion, s.
const END: f64 = 10.0;
const SAMPLES: usize = 101;

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let model = denoc::load("planar_3r")?.model;
    let times: Vec<f64> = (0..SAMPLES).map(|i| END * i as f64 / (SAMPLES - 1) as f64).collect();
    // every joint makes the same motion
    let column = |k: usize| times.iter().flat_map(|&t| [cycloidal(t)[k]; 3]).collect::<Vec<f64>>();
    let (q, v, a) = (column(0), column(1), column(2));
    let mut tau = vec![0.0; q.len()];
    model.compile().inverse_dynamics_batch((&q, &v, &a), &mut tau, Layout::Rows, Threads::One)?;

    let mut record = Record::default();
    record.time(&times);
    let vectors = [(Quantity::Q, &q), (Quantity::V, &v), (Quantity::A, &a), (Quantity::Tau, &tau)];
    for (quantity, values) in vectors {
        record.entries(&Entries::new(&model, quantity), values);
    }
    write_file(&args.out, &record.csv()?)?;

    let torques: [Vec<f64>; 3] = std::array::from_fn(|i| tau.iter().skip(i).step_by(3).copied().collect());
    let curves: Vec<(char, &[f64])> = ['1', '2', '3'].into_iter().zip(torques.iter().map(Vec::as_slice)).collect();
    Ok(Output::text(format!(
        "The planar arm of Example 9.4 [S. K. Saha, Introduction to Robotics]: three rods turning in a plane, gravity along −y

{model}
(The book's table 9.2 takes the rods as infinitely thin, hence the warnings. For this arm it does no harm: no joint turns
about the length of a rod.)

All three joints make the same motion, from 0 to π in 10 s, from rest to rest [equation (9.36) of the book]. Inverse dynamics
gives the torques tau that this needs:

{}
{}
  1, 2, 3: torque of that joint over time; *: two or more of them

{SAMPLES} instants with angles, speeds, accelerations and torques are in {}

What to try next (without installing: `cargo run --release -- info puma` for `denoc info puma`)
{}",
        instants(&times, &q, &v, &a, &tau),
        plot(&curves, "N m", ["0 s", "10 s"]),
        args.out.display(),
        next(&args.out),
    )))
}

/// Commands and what they show.
fn next(file: &Path) -> String {
    let back = format!("denoc forward planar_3r --state {}", file.display());
    let list = [
        (back.as_str(), "the other way round: accelerations from these torques"),
        ("denoc inverse planar_3r --q 0.5,0.5,0.5", "the torques that hold another pose"),
        ("denoc info puma", "a robot with six joints"),
        ("denoc models", "more robots"),
        ("denoc info robot.urdf", "your own"),
    ];
    let width = list.iter().map(|(command, _)| command.chars().count()).max().unwrap_or(0);
    list.iter().map(|(command, words)| format!("  {command:<width$}   {words}\n")).collect()
}

/// Angle, speed and acceleration at time `t`: from 0 to π in time [`END`], at rest at both ends [SahaIR (9.36)].
fn cycloidal(t: f64) -> [f64; 3] {
    let (mean, rate) = (PI / END, TAU / END);
    let (s, c) = (rate * t).sin_cos();
    [mean * (t - s / rate), mean * (1.0 - c), mean * rate * s]
}

/// One row for every second.
fn instants(times: &[f64], q: &[f64], v: &[f64], a: &[f64], tau: &[f64]) -> String {
    let header = ["t [s]", "q [rad]", "v [rad/s]", "a [rad/s²]", "tau1 [N m]", "tau2 [N m]", "tau3 [N m]"];
    let mut table = Table::new(header.map(|h| (h, Side::Right)));
    for k in (0..times.len()).step_by(10) {
        let motion = [q[3 * k], v[3 * k], a[3 * k]];
        let cells = motion.iter().chain(&tau[3 * k..3 * k + 3]).map(|x| decimals(*x));
        table.row([format!("{:.1}", times[k])].into_iter().chain(cells));
    }
    table.text()
}

/// Five decimals, no −0.
fn decimals(x: f64) -> String {
    format!("{:.5}", (x * 1e5).round() / 1e5 + 0.0)
}
