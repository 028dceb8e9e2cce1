//! `denoc demo`.

use std::f64::consts::{PI, TAU};
use std::path::PathBuf;

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

/// Duration of the motion and distance of the samples, s.
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

    let file = args.out.display();
    let torques: [Vec<f64>; 3] = std::array::from_fn(|i| tau.iter().skip(i).step_by(3).copied().collect());
    let curves: Vec<(char, &[f64])> = ['1', '2', '3'].into_iter().zip(torques.iter().map(Vec::as_slice)).collect();
    Ok(Output::text(format!(
        "The planar arm of Example 9.4 [S. K. Saha, Introduction to Robotics]: three rods, gravity along −y

{model}
Every joint turns from 0 to π in 10 s, from rest to rest (9.36). The torques that this needs, by inverse dynamics:

{}
{}
  1, 2, 3: torque of that joint in N m over time; *: two of them

{SAMPLES} instants with angles, speeds, accelerations and torques are in {file}

What to try next
  denoc forward planar_3r --state {file}    the other way round: accelerations from these torques
  denoc inverse planar_3r --q 0.5,0.5,0.5                holding still in another pose
  denoc info puma                                        a robot with six joints
  denoc models                                           more robots
  denoc info robot.urdf                                  your own
",
        instants(&times, &q, &v, &a, &tau),
        plot(&curves, "N m", ["0 s", "10 s"]),
    )))
}

/// Angle, speed and acceleration at time `t`: from 0 to π in time [`END`], at rest at both ends [SahaIR (9.36)].
fn cycloidal(t: f64) -> [f64; 3] {
    let (mean, rate) = (PI / END, TAU / END);
    let (s, c) = (rate * t).sin_cos();
    [mean * (t - s / rate), mean * (1.0 - c), mean * rate * s]
}

/// One row for every second.
fn instants(times: &[f64], q: &[f64], v: &[f64], a: &[f64], tau: &[f64]) -> String {
    let header = ["t [s]", "θ [rad]", "θ̇ [rad/s]", "θ̈ [rad/s²]", "τ1 [N m]", "τ2 [N m]", "τ3 [N m]"];
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
