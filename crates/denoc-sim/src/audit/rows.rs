//! The numbers.

use denoc_model::Model;
use denoc_model::joints::Unit;

use super::{Row, Verdict};
use crate::simulation::{Momentum, Observations, Summary, Tracking};

/// Unexplained energy that a run with fixed steps may have, relative to the energy exchanged.
const FIXED_STEP_LEDGER: f64 = 1e-6;
/// Rounding of energies and momenta, relative to the numbers they are differences of.
const ROUNDING: f64 = 1e-13;

/// How far loops may be open, m and rad.
const CLOSURE: f64 = 1e-9;

/// What interpolation between steps may add: it is of lower order than the steps.
const BETWEEN_STEPS: f64 = 100.0;

pub(super) fn all(model: &Model, summary: &Summary) -> Vec<Row> {
    let seen = summary.observations();
    let mut rows = Vec::new();
    ledger(&mut rows, summary, seen);
    if let Some(momentum) = &seen.momentum {
        momenta(&mut rows, summary, seen, momentum);
    }
    rows.push(bound(
        ("forces after forward and inverse dynamics", seen.round_trip(), ""),
        1e-9,
        "largest difference at the samples, relative to the forces at work or the weight",
    ));
    if model.links().iter().any(|l| l.nq != l.nv) {
        let what = ("length of quaternions minus one", seen.quaternion_deviation, "");
        rows.push(bound(what, 1e-14, "largest at the samples"));
    }
    if let Some([length, angle]) = seen.closure {
        let words = "largest at the samples";
        rows.push(bound(("opening of loops, lengths", length, "m"), CLOSURE, words));
        rows.push(bound(("opening of loops, angles", angle, "rad"), CLOSURE, words));
    }
    if let Some(tracking) = &seen.tracking {
        errors(&mut rows, model, tracking, seen.samples);
    }
    effort(&mut rows, summary, seen);
    rows
}

fn ledger(rows: &mut Vec<Row>, summary: &Summary, seen: &Observations) {
    let (start, end) = (seen.start, seen.end);
    for (name, from, to) in [
        ("kinetic energy", start.kinetic, end.kinetic),
        ("energy in gravity", start.gravity, end.gravity),
        ("energy in springs", start.springs, end.springs),
    ] {
        let words = format!("from {} to {}", figure(from), figure(to));
        rows.push(info((&format!("{name}, change"), to - from, "J"), &words));
    }
    rows.push(info(("work of actuators", seen.works.actuators, "J"), "integrated with the motion"));
    rows.push(info(("work of friction", seen.works.friction, "J"), "integrated with the motion"));
    rows.push(info(("work of external loads", seen.works.external, "J"), "integrated with the motion"));
    let words = "largest kinetic energy plus changes of stored energies plus works";
    rows.push(info(("energy exchanged", seen.exchanged, "J"), words));
    let relative = summary.ledger_tolerance().unwrap_or(FIXED_STEP_LEDGER);
    // energies are differences of larger numbers: their rounding is no fault of the integration
    let tolerance = relative * seen.exchanged + ROUNDING * seen.size + summary.absolute_ledger_tolerance();
    let words = "energies at the end minus energies at the start minus works";
    rows.push(bound(("unexplained energy", seen.unexplained().abs(), "J"), tolerance, words));
    rows.push(info(("unexplained energy, relative", seen.relative_unexplained(), ""), "to the energy exchanged"));
    let what = ("unexplained energy, largest at a sample", seen.largest_unexplained, "J");
    let words = "interpolation between steps included";
    rows.push(bound(what, BETWEEN_STEPS * tolerance, words));
}

fn momenta(rows: &mut Vec<Row>, summary: &Summary, seen: &Observations, momentum: &Momentum) {
    // the momentum that the energy of the run could give
    let linear = (2.0 * seen.exchanged * momentum.mass).sqrt();
    let relative = summary.ledger_tolerance().unwrap_or(FIXED_STEP_LEDGER).max(1e-8);
    let words = "nothing acts from outside: it is conserved";
    let what = ("linear momentum, largest change", momentum.linear_change, "kg m/s");
    rows.push(bound(what, relative * linear + f64::MIN_POSITIVE, words));
    let what = ("angular momentum about the mass centre, largest change", momentum.angular_change, "kg m²/s");
    rows.push(bound(what, relative * linear * momentum.length + f64::MIN_POSITIVE, words));
}

fn errors(rows: &mut Vec<Row>, model: &Model, tracking: &Tracking, samples: u64) {
    for (i, link) in model.links().iter().enumerate() {
        for k in 0..link.nv {
            let unit = if link.joint.v_units()[k] == Unit::Length { "m" } else { "rad" };
            let joint = &model.joint_names()[i];
            let name = if link.nv == 1 { joint.clone() } else { format!("{joint}[{k}]") };
            let rms = (tracking.squares[link.v + k] / samples.max(1) as f64).sqrt();
            rows.push(info(
                (&format!("tracking error of {name}, rms"), rms, unit),
                "wanted minus actual, at the samples",
            ));
            let largest = tracking.largest[link.v + k];
            rows.push(info((&format!("tracking error of {name}, largest"), largest, unit), "at the samples"));
        }
    }
}

fn effort(rows: &mut Vec<Row>, summary: &Summary, seen: &Observations) {
    let counters = summary.counters();
    for (name, count, words) in [
        ("steps", counters.steps, "taken"),
        ("rejected steps", counters.rejected, "by the error control"),
        ("evaluations", counters.evaluations, "of the equations of motion, output included"),
        ("events", counters.events, "joint limits included"),
        ("joint limits passed", counters.limits, "of coordinates and speeds"),
    ] {
        rows.push(info((name, count as f64, ""), words));
    }
    rows.push(info(("time at effort limits", seen.saturated, "s"), "to the resolution of the steps"));
    rows.push(info(("wall time", summary.wall_seconds, "s"), "of this call"));
    rows.push(info(("real-time factor", summary.real_time_factor(), ""), "simulated seconds per second of the clock"));
}

/// A number in a sentence.
fn figure(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        1e-3..1e6 => format!("{x:.6}"),
        _ => format!("{x:.3e}"),
    }
}

fn info((name, value, unit): (&str, f64, &str), words: &str) -> Row {
    Row {
        name: name.to_owned(),
        value,
        unit: unit.to_owned(),
        tolerance: None,
        verdict: Verdict::Info,
        words: words.to_owned(),
    }
}

fn bound(what: (&str, f64, &str), tolerance: f64, words: &str) -> Row {
    // a NaN is not within its bound
    let verdict = if what.1 <= tolerance { Verdict::Ok } else { Verdict::Missed };
    Row { tolerance: Some(tolerance), verdict, ..info(what, words) }
}
