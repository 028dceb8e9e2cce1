//! The numbers.

use denoc_base::AuditRow;
use denoc_base::number::brief;
use denoc_mechanism::gimbal_lock;
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, LinkId, Model};

use crate::simulation::{Limits, Momentum, Observations, Summary, TrackingErrors};

/// Unexplained energy that a run with fixed steps may have, relative to the energy exchanged.
const FIXED_STEP_LEDGER: f64 = 1e-6;
/// Rounding of energies and momenta, relative to the numbers they are differences of.
const ROUNDING: f64 = 1e-13;

/// How far loops may be open, m and rad.
const CLOSURE: f64 = 1e-9;

/// How far coordinates may be beyond stops, rad and m.
const STOPS: f64 = 1e-9;

/// What interpolation between steps may add: it is of lower order than the steps.
const BETWEEN_STEPS: f64 = 100.0;

pub(super) fn all(model: &Model, summary: &Summary) -> Vec<AuditRow> {
    let seen = summary.observations();
    let mut rows = Vec::new();
    ledger(&mut rows, summary, seen);
    if let Some(momentum) = &seen.momentum {
        momenta(&mut rows, summary, seen, momentum);
    }
    rows.push(AuditRow::bounded(
        "forces after forward and inverse dynamics",
        seen.round_trip(),
        "",
        1e-9,
        "largest difference at the samples, relative to the forces at work or the weight",
    ));
    if model.links().iter().any(|l| l.nq != l.nv) {
        let (name, meaning) = ("length of quaternions minus one", "largest at the samples");
        rows.push(AuditRow::bounded(name, seen.quaternion_deviation, "", 1e-14, meaning));
    }
    if let Some([length, angle]) = seen.closure {
        let meaning = "largest at the samples";
        rows.push(AuditRow::bounded("opening of loops, lengths", length, "m", CLOSURE, meaning));
        rows.push(AuditRow::bounded("opening of loops, angles", angle, "rad", CLOSURE, meaning));
        let meaning = "corners in the motion at singular configurations; a branch is smooth";
        rows.push(AuditRow::bounded("changes of branch", seen.branch_changes as f64, "", 0.0, meaning));
    }
    limits(&mut rows, summary, seen);
    if let Some(near) = &seen.gimbal_lock {
        let (left, joint, t) = (brief(gimbal_lock::precision(near.distance)), &near.joint, brief(near.t));
        let meaning = format!(
            "joint \"{joint}\" at {t} s; forces after forward and inverse dynamics can be accurate to about {left} there"
        );
        rows.push(AuditRow::unjudged("nearest approach to gimbal lock", near.distance.asin(), "rad", meaning));
    }
    if let Some(tracking) = &seen.tracking {
        errors(&mut rows, model, tracking, seen.samples);
    }
    effort(&mut rows, model, summary, seen);
    rows
}

/// Joints that passed limits of their coordinates.
fn limits(rows: &mut Vec<AuditRow>, summary: &Summary, seen: &Observations) {
    let counters = summary.counters();
    match (summary.limits, seen.beyond_stops) {
        (Limits::Act, Some(beyond)) => {
            let interpolated = BETWEEN_STEPS * summary.checkpoint.absolute_tolerance;
            let meaning = "largest at the samples";
            let name = "coordinates beyond joint limits";
            rows.push(AuditRow::bounded(name, beyond, "", STOPS.max(interpolated), meaning));
            if let Some(outside) = &seen.outside_limits {
                let reason = format!(
                    "joint \"{}\" started outside its limits and was up to {} outside: stops do not bring it back",
                    outside.joint,
                    brief(outside.by)
                );
                rows.push(AuditRow::unchecked("joints between their limits", reason));
            }
            rows.push(AuditRow::unjudged("impacts at joint limits", counters.impacts as f64, "", "on their stops"));
        }
        (Limits::Report, _) if counters.limits > counters.speed_limits => {
            let passed = (counters.limits - counters.speed_limits) as f64;
            let meaning =
                "joints moved where the mechanism cannot; with limits = \"act\", stops keep them between their limits";
            rows.push(AuditRow::bounded("joint limits of coordinates passed", passed, "", 0.0, meaning));
        }
        _ => {}
    }
}

fn ledger(rows: &mut Vec<AuditRow>, summary: &Summary, seen: &Observations) {
    let (start, end) = (seen.start, seen.end);
    for (name, from, to) in [
        ("kinetic energy", start.kinetic, end.kinetic),
        ("energy in gravity", start.gravity, end.gravity),
        ("energy in springs", start.springs, end.springs),
    ] {
        let meaning = format!("from {} to {}", brief(from), brief(to));
        rows.push(AuditRow::unjudged(format!("{name}, change"), to - from, "J", meaning));
    }
    for (name, work) in [
        ("work of actuators", seen.works.actuators),
        ("work of friction", seen.works.friction),
        ("work of external loads", seen.works.external),
    ] {
        rows.push(AuditRow::unjudged(name, work, "J", "integrated with the motion"));
    }
    if seen.beyond_stops.is_some() {
        let meaning = "of stops at joint limits, in impacts";
        rows.push(AuditRow::unjudged("work of stops", seen.works.stops, "J", meaning));
    }
    let meaning = "largest kinetic energy plus changes of stored energies plus works";
    rows.push(AuditRow::unjudged("energy exchanged", seen.exchanged, "J", meaning));
    let relative = summary.ledger_tolerance().unwrap_or(FIXED_STEP_LEDGER);
    // energies are differences of larger numbers: their rounding is no fault of the integration
    let tolerance = relative * seen.exchanged + ROUNDING * seen.size + summary.absolute_ledger_tolerance();
    let meaning = "energies at the end minus energies at the start minus works";
    rows.push(AuditRow::bounded("unexplained energy", seen.unexplained().abs(), "J", tolerance, meaning));
    let relative = seen.relative_unexplained();
    rows.push(AuditRow::unjudged("unexplained energy, relative", relative, "", "to the energy exchanged"));
    rows.push(AuditRow::bounded(
        "unexplained energy, largest at a sample",
        seen.largest_unexplained,
        "J",
        BETWEEN_STEPS * tolerance,
        "interpolation between steps included",
    ));
}

fn momenta(rows: &mut Vec<AuditRow>, summary: &Summary, seen: &Observations, momentum: &Momentum) {
    // the momentum that the energy of the run could give
    let linear = (2.0 * seen.exchanged * momentum.mass).sqrt();
    let relative = summary.ledger_tolerance().unwrap_or(FIXED_STEP_LEDGER).max(1e-8);
    let meaning = "nothing acts from outside: it is conserved";
    for (name, change, unit, size) in [
        ("linear momentum, largest change", momentum.linear_change, "kg m/s", linear),
        (
            "angular momentum about the mass centre, largest change",
            momentum.angular_change,
            "kg m²/s",
            linear * momentum.length,
        ),
    ] {
        rows.push(AuditRow::bounded(name, change, unit, relative * size + f64::MIN_POSITIVE, meaning));
    }
}

fn errors(rows: &mut Vec<AuditRow>, model: &Model, tracking: &TrackingErrors, samples: u64) {
    for (i, link) in model.links().iter().enumerate() {
        for k in 0..link.nv {
            let unit = if link.joint.v_units()[k] == Unit::Length { "m" } else { "rad" };
            let joint = &model.joint_names()[i];
            let name = if link.nv == 1 { joint.clone() } else { format!("{joint}[{k}]") };
            let rms = (tracking.squares[link.v + k] / samples.max(1) as f64).sqrt();
            let meaning = match model.is_actuated(LinkId(i)) {
                true => "reference minus actual, at the samples",
                false => "no motor drives it: it is not tracked",
            };
            rows.push(AuditRow::unjudged(format!("tracking error of {name}, rms"), rms, unit, meaning));
            let largest = tracking.largest[link.v + k];
            rows.push(AuditRow::unjudged(
                format!("tracking error of {name}, largest"),
                largest,
                unit,
                "at the samples",
            ));
        }
    }
}

fn has_dry_friction(model: &Model) -> bool {
    let tree = (0..model.links().len()).any(|i| model.properties(LinkId(i)).dry_friction > 0.0);
    let cut = |i| model.closure_properties(ClosureId(i)).is_some_and(|p| p.dry_friction > 0.0);
    tree || (0..model.closures().len()).any(cut)
}

fn effort(rows: &mut Vec<AuditRow>, model: &Model, summary: &Summary, seen: &Observations) {
    let counters = summary.counters();
    for (name, count, meaning) in [
        ("steps", counters.steps, "taken"),
        (
            "rejected steps",
            counters.rejected,
            "by the error control, or repeated where friction, a stop or the closure changed",
        ),
        ("evaluations", counters.evaluations, "of the equations of motion, output included"),
        ("events", counters.events, "joint limits included"),
        ("joint limits passed", counters.limits, "of coordinates and speeds"),
    ] {
        rows.push(AuditRow::unjudged(name, count as f64, "", meaning));
    }
    if counters.sticks + counters.slips > 0 || has_dry_friction(model) {
        let meaning = format!("speeds that dry friction stopped: {}, released: {}", counters.sticks, counters.slips);
        let changes = counters.sticks + counters.slips;
        rows.push(AuditRow::unjudged("changes between rest and sliding", changes as f64, "", meaning));
    }
    rows.push(AuditRow::unjudged("time at effort limits", seen.saturated, "s", "to the resolution of the steps"));
    rows.push(AuditRow::unjudged("wall time", summary.wall_seconds, "s", "of this call"));
    let meaning = "simulated seconds per second of the clock";
    rows.push(AuditRow::unjudged("real-time factor", summary.real_time_factor(), "", meaning));
}
