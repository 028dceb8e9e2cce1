//! Inverse dynamics along a motion: the forces that it needs.

use std::path::Path;

use denoc_dynamics::Workspace;
use denoc_dynamics::compiled::{Compile, Layout, Threads};
use denoc_model::Model;
use denoc_results::{Column, Table};
use denoc_sim::Status;
use serde_json::json;

use super::finish::{Finished, finish};
use super::folder::{self, RunFolder};
use super::{AuditRow, Outcome, Verdict, columns, picture, prepare};
use crate::Error;
use crate::error::Kind;
use crate::scenario::{Motion, Scenario};

/// Instants where nobody says how many.
const SAMPLES: usize = 1001;

pub(super) fn run(
    scenario: &Scenario,
    said: &Motion,
    base: &Path,
    folder: RunFolder,
    command: &str,
) -> Result<Outcome, Error> {
    let unused = [
        ("[controller]", scenario.controller.is_some()),
        ("[[load]]", !scenario.loads.is_empty()),
        ("[[event]]", !scenario.events.is_empty()),
    ];
    if let Some((part, _)) = unused.iter().find(|(_, there)| *there) {
        let words =
            format!("{part} needs [simulate]: without it forces are computed along the motion, and nothing else acts");
        return Err(Kind::Scenario(words).into());
    }
    let loaded = prepare::model(scenario, base)?;
    let model = &loaded.model;
    let (start, _) = scenario.start.resolve(model)?;
    let motion = prepare::motion(said, model, &start, base)?;
    let count = said.samples.unwrap_or(SAMPLES);
    if !(2..=10_000_000).contains(&count) {
        let words = format!("motion: samples is {count}; it must be a number from 2 to 10 million");
        return Err(Kind::Scenario(words).into());
    }

    let (nq, nv) = (model.nq(), model.nv());
    let times: Vec<f64> = (0..count).map(|k| motion.duration() * k as f64 / (count - 1) as f64).collect();
    let (mut q, mut v, mut a) = (vec![0.0; count * nq], vec![0.0; count * nv], vec![0.0; count * nv]);
    for (k, &t) in times.iter().enumerate() {
        let at = k * nv..(k + 1) * nv;
        motion.sample(t, &mut q[k * nq..][..nq], &mut v[at.clone()], &mut a[at])?;
    }
    let mut tau = vec![0.0; count * nv];
    model.compile().inverse_dynamics_batch((&q, &v, &a), &mut tau, Layout::Rows, Threads::Pool)?;

    let motion = Motions { model, times: &times, q: &q, v: &v, a: &a, tau: &tau };
    let (table, audit) = motion.tabulate(picture::traced(model, scenario.trace.as_deref())?)?;
    folder.make()?;
    table.write_csv(folder.file("results.csv"))?;
    let sum = folder::sum(&format!("{:?}", loaded.description));
    let mut record = folder::record(scenario, base, &sum, "running");
    record.insert("command".into(), json!(command));
    let subtitle = format!("forces along a {} motion of {} s, {nv} degrees of freedom", said.profile, times[count - 1]);
    finish(Finished {
        loaded: &loaded,
        scenario,
        folder,
        kind: "inverse dynamics",
        subtitle,
        command,
        record,
        results: &table,
        audit,
        events: Vec::new(),
        status: Status::Finished,
    })
}

/// A motion with its forces, sample after sample.
struct Motions<'a> {
    model: &'a Model,
    times: &'a [f64],
    q: &'a [f64],
    v: &'a [f64],
    a: &'a [f64],
    tau: &'a [f64],
}

impl Motions<'_> {
    fn tabulate(&self, trace: Option<denoc_model::FrameId>) -> Result<(Table, Vec<AuditRow>), Error> {
        let (model, count) = (self.model, self.times.len());
        let (nq, nv) = (model.nq(), model.nv());
        let mut ws = Workspace::new(model);
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(count);
        let (mut powers, mut energies, mut kinetic) = (Vec::new(), Vec::new(), Vec::new());
        let (mut round_trip, mut singular) = (0.0_f64, None);
        let largest = self.tau.iter().fold(0.0_f64, |m, x| m.max(x.abs())).max(f64::MIN_POSITIVE);
        for k in 0..count {
            let (q, at) = (&self.q[k * nq..][..nq], k * nv..(k + 1) * nv);
            let (v, a, tau) = (&self.v[at.clone()], &self.a[at.clone()], &self.tau[at]);
            let mut state = ws.position(model, q)?.velocity(v)?;
            let (t, u) = (state.kinetic_energy(), state.potential_energy());
            let position = trace.map(|frame| state.frame_pose(frame).position);
            // on a few instants: forward dynamics of the faithful layer must give the accelerations back
            if k % (count / 50).max(1) == 0 && singular.is_none() {
                let (mut back, mut again) = (vec![0.0; nv], vec![0.0; nv]);
                match state.forward(tau, denoc_dynamics::Loads::NONE, &mut back) {
                    Ok(()) => {
                        state.inverse(&back, denoc_dynamics::Loads::NONE, &mut again)?;
                        let error = again.iter().zip(tau).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
                        round_trip = round_trip.max(error / largest);
                    }
                    Err(error) => singular = Some(error.to_string()),
                }
            }
            let power: f64 = tau.iter().zip(v).map(|(tau, v)| tau * v).sum();
            let mut row = vec![self.times[k]];
            for part in [q, v, a, tau] {
                row.extend_from_slice(part);
            }
            row.extend([power, t, u, t + u]);
            row.extend(position.map_or(Vec::new(), |p| p.to_array().to_vec()));
            rows.push(row);
            powers.push(power);
            energies.push(t + u);
            kinetic.push(t);
        }
        let mut heads = columns::state(model);
        for (name, unit) in [("power", "W"), ("kinetic energy", "J"), ("gravity energy", "J"), ("total energy", "J")] {
            heads.push((name.into(), unit.into()));
        }
        heads.extend(trace.map_or(Vec::new(), |frame| columns::position(model, frame)));
        let column = |(i, (name, unit)): (usize, (String, String))| {
            Column::new(name, unit, rows.iter().map(|row| row[i]).collect())
        };
        let table = Table::from_columns(heads.into_iter().enumerate().map(column))?;
        let audit = self.audit(&powers, &energies, &kinetic, round_trip, singular);
        Ok((table, audit))
    }

    fn audit(
        &self,
        powers: &[f64],
        energies: &[f64],
        kinetic: &[f64],
        round_trip: f64,
        singular: Option<String>,
    ) -> Vec<AuditRow> {
        let mut audit = Vec::new();
        let row = |name: &str, value, unit: &str, tolerance: Option<f64>, words: String| AuditRow {
            name: name.into(),
            value,
            unit: unit.into(),
            tolerance,
            verdict: match tolerance {
                None => Verdict::Unjudged,
                Some(tolerance) if value <= tolerance => Verdict::Passed,
                Some(_) => Verdict::Missed,
            },
            words,
        };
        match singular {
            None => audit.push(row(
                "forward and inverse dynamics",
                round_trip,
                "",
                Some(1e-9),
                "forces that come back after forward and inverse dynamics, largest difference relative to the largest force"
                    .into(),
            )),
            Some(words) => audit.push(row("forward and inverse dynamics", f64::NAN, "", None, words)),
        }
        let work = simpson(self.times, powers);
        let change = energies.last().unwrap_or(&0.0) - energies.first().unwrap_or(&0.0);
        let swing = |x: &[f64]| x.iter().fold(f64::MIN, |m, &y| m.max(y)) - x.iter().fold(f64::MAX, |m, &y| m.min(y));
        let exchanged = swing(kinetic) + swing(energies);
        audit.push(row("work of the actuators", work, "J", None, "their power, integrated by Simpson's rule".into()));
        audit.push(row(
            "change of energy",
            change,
            "J",
            None,
            "kinetic energy and energy in gravity, end less start".into(),
        ));
        if exchanged > 0.0 {
            audit.push(row(
                "unexplained energy",
                (work - change).abs() / exchanged,
                "",
                Some(1e-6),
                "work less change of energy, relative to the energy exchanged; more instants make it smaller".into(),
            ));
        }
        let peak = self.tau.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        audit.push(row("largest force or torque", peak, "N m or N", None, "over all joints and instants".into()));
        audit
    }
}

/// ∫ f dt over evenly spaced instants; an even number of them ends with a trapezium.
fn simpson(times: &[f64], f: &[f64]) -> f64 {
    let n = f.len();
    if n < 2 {
        return 0.0;
    }
    let h = (times[n - 1] - times[0]) / (n - 1) as f64;
    let odd = if n.is_multiple_of(2) { n - 1 } else { n };
    let pairs: f64 = (0..odd.saturating_sub(2)).step_by(2).map(|k| f[k] + 4.0 * f[k + 1] + f[k + 2]).sum();
    let rest = if n.is_multiple_of(2) { 0.5 * h * (f[n - 2] + f[n - 1]) } else { 0.0 };
    pairs * h / 3.0 + rest
}

#[cfg(test)]
mod tests {
    use super::simpson;

    // oracle: the integral of a cubic, which Simpson's rule gives exactly
    #[test]
    fn cubics_are_integrated_exactly() {
        let times: Vec<f64> = (0..11).map(|k| 0.2 * f64::from(k)).collect();
        let f: Vec<f64> = times.iter().map(|t| t * t * t - t).collect();
        assert!((simpson(&times, &f) - (4.0 - 2.0)).abs() < 1e-14);
    }
}
