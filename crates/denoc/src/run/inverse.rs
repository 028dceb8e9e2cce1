//! Inverse dynamics along a motion: the forces that it needs.

use std::path::Path;

use denoc_dynamics::compiled::Threads;
use denoc_dynamics::{Dynamics, Workspace};
use denoc_mechanism::Mechanism;
use denoc_mechanism::evaluate::{Ask, JointForces, States};
use denoc_model::Model;
use denoc_results::{Column, Table};
use denoc_sim::Status;
use serde_json::json;

use super::driven::Driven;
use super::finish::{Finished, finish};
use super::folder::{self, RunFolder};
use super::{AuditRow, Outcome, Verdict, columns, page, picture, prepare};
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
    let drawn = scenario.start.close(model)?;
    let start = drawn.q.clone();
    let motion = prepare::motion(said, model, &start, base)?;
    let count = said.samples.unwrap_or(SAMPLES);
    if !(2..=10_000_000).contains(&count) {
        let words = format!("motion: samples is {count}; it must be a number from 2 to 10 million");
        return Err(Kind::Scenario(words).into());
    }

    let times: Vec<f64> = (0..count).map(|k| motion.duration() * k as f64 / (count - 1) as f64).collect();
    let Computed { q, v, a, rigid, tau, work, reactions } = match model.closures() {
        [] => tree(&loaded.mechanism(), &*motion, said, &times)?,
        _ => closed(Driven::new(&loaded, motion, said, &start)?, said, &times)?,
    };
    let motion = Motions { model, times: &times, q: &q, v: &v, a: &a, tau: &tau, rigid: &rigid, work };
    let (table, audit) = motion.tabulate(picture::traced(model, scenario.trace.as_deref())?)?;
    let events = motion.beyond_limits();
    folder.make()?;
    table.write_csv(folder.file("results.csv"))?;
    if let Some(reactions) = reactions {
        reactions.write_csv(folder.file("reactions.csv"))?;
    }
    let sum = folder::sum(&loaded.description);
    let mut record = folder::record(scenario, base, &sum, "running");
    record.insert("command".into(), json!(command));
    let subtitle =
        format!("forces along a {} motion of {} s, {}", said.profile, times[count - 1], super::freedom(model, &start));
    finish(Finished {
        loaded: &loaded,
        scenario,
        folder,
        kind: page::INVERSE,
        subtitle,
        command,
        record,
        results: &table,
        audit,
        events,
        status: Status::Finished,
        notes: drawn.note(model).into_iter().collect(),
    })
}

/// Samples one after the other.
struct Computed {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// What moves the links: motors, springs and friction together.
    rigid: Vec<f64>,
    /// What the motors supply.
    tau: Vec<f64>,
    /// Of `rigid`.
    work: f64,
    /// Wrenches at all joints, of mechanisms with loops.
    reactions: Option<Table>,
}

fn tree(
    mechanism: &Mechanism,
    motion: &dyn denoc_sim::motion::Motion,
    said: &Motion,
    times: &[f64],
) -> Result<Computed, Error> {
    let model = mechanism.model();
    let (nq, nv, count) = (model.nq(), model.nv(), times.len());
    let (mut q, mut v, mut a) = (vec![0.0; count * nq], vec![0.0; count * nv], vec![0.0; count * nv]);
    for (k, &t) in times.iter().enumerate() {
        let at = k * nv..(k + 1) * nv;
        motion.sample(t, &mut q[k * nq..][..nq], &mut v[at.clone()], &mut a[at])?;
    }
    let (mut rigid, mut tau) = (vec![0.0; count * nv], vec![0.0; count * nv]);
    let (states, ask) = (States { q: &q, v: &v }, Ask::inverse(&a));
    mechanism.evaluate_into(states, &ask, &mut rigid, Threads::Pool)?;
    let ask = Ask { joint_forces: JointForces::included(said.joint_forces), ..ask };
    mechanism.evaluate_into(states, &ask, &mut tau, Threads::Pool)?;
    let (mut at, mut forces) = ((model.neutral(), vec![0.0; nv], vec![0.0; nv]), vec![0.0; nv]);
    let work = work(motion, count, &mut |t| {
        motion.sample(t, &mut at.0, &mut at.1, &mut at.2)?;
        mechanism.with_compiled(|compiled| compiled.inverse_dynamics(&at.0, &at.1, &at.2, &mut forces))?;
        Ok(power(&forces, &at.1))
    })?;
    Ok(Computed { q, v, a, rigid, tau, work, reactions: None })
}

/// With loops: the joints that the motion names, or those with motors, drive the others.
fn closed(mut driven: Driven<'_>, said: &Motion, times: &[f64]) -> Result<Computed, Error> {
    let (mut q, mut v, mut a) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rigid, mut tau, mut rows) = (Vec::new(), Vec::new(), Vec::with_capacity(times.len()));
    for &t in times {
        let at = driven.at(t)?;
        rigid.extend(driven.forces(&at, false)?);
        tau.extend(driven.forces(&at, said.joint_forces)?);
        rows.push(driven.reactions(&at, said.joint_forces)?);
        q.extend(at.q);
        v.extend(at.v);
        a.extend(at.a);
    }
    let reactions = Some(driven.tabulate(times, &rows)?);
    driven.rewind(&q);
    let motion = driven.motion();
    let work = work(&*motion, times.len(), &mut |t| {
        let at = driven.at(t)?;
        Ok(power(&driven.forces(&at, false)?, &at.v))
    })?;
    Ok(Computed { q, v, a, rigid, tau, work, reactions })
}

fn power(tau: &[f64], v: &[f64]) -> f64 {
    tau.iter().zip(v).map(|(tau, v)| tau * v).sum()
}

/// A motion with its forces, sample after sample.
struct Motions<'a> {
    model: &'a Model,
    times: &'a [f64],
    q: &'a [f64],
    v: &'a [f64],
    a: &'a [f64],
    /// What the motors supply.
    tau: &'a [f64],
    /// What moves the links: motors, springs and friction together.
    rigid: &'a [f64],
    /// Of `rigid`, over the whole motion.
    work: f64,
}

impl Motions<'_> {
    fn tabulate(&self, trace: Option<denoc_model::FrameId>) -> Result<(Table, Vec<AuditRow>), Error> {
        let (model, count) = (self.model, self.times.len());
        let (nq, nv) = (model.nq(), model.nv());
        let (mut ws, mut other) = (Workspace::new(model), Workspace::new(model));
        let fastest = self.a.iter().fold(1e-3_f64, |m, x| m.max(x.abs()));
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(count);
        let (mut energies, mut kinetic) = (Vec::new(), Vec::new());
        let (mut round_trip, mut singular) = (0.0_f64, None);
        let largest = self.rigid.iter().fold(0.0_f64, |m, x| m.max(x.abs())).max(f64::MIN_POSITIVE);
        for k in 0..count {
            let (q, at) = (&self.q[k * nq..][..nq], k * nv..(k + 1) * nv);
            let (v, a, tau, rigid) = (&self.v[at.clone()], &self.a[at.clone()], &self.tau[at.clone()], &self.rigid[at]);
            let mut state = ws.position(model, q)?.velocity(v)?;
            let (t, u) = (state.kinetic_energy(), state.potential_energy());
            let position = trace.map(|frame| state.frame_pose(frame).position);
            // on a few instants: forward dynamics of the faithful layer must give the accelerations back
            if k % (count / 50).max(1) == 0 && singular.is_none() && !model.closures().is_empty() {
                let mut back = vec![0.0; nv];
                match model.forward_dynamics(&mut other, q, v, rigid, &mut back) {
                    Ok(()) => {
                        let error = back.iter().zip(a).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
                        round_trip = round_trip.max(error / fastest);
                    }
                    Err(error) => singular = Some(error.to_string()),
                }
            } else if k % (count / 50).max(1) == 0 && singular.is_none() {
                let (mut back, mut again) = (vec![0.0; nv], vec![0.0; nv]);
                match state.forward(rigid, denoc_dynamics::Loads::NONE, &mut back) {
                    Ok(()) => {
                        state.inverse(&back, denoc_dynamics::Loads::NONE, &mut again)?;
                        let error = again.iter().zip(rigid).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
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
        let audit = self.audit(&energies, &kinetic, round_trip, singular);
        Ok((table, audit))
    }

    fn audit(&self, energies: &[f64], kinetic: &[f64], round_trip: f64, singular: Option<String>) -> Vec<AuditRow> {
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
        let work = self.work;
        let change = energies.last().unwrap_or(&0.0) - energies.first().unwrap_or(&0.0);
        let swing = |x: &[f64]| x.iter().fold(f64::MIN, |m, &y| m.max(y)) - x.iter().fold(f64::MAX, |m, &y| m.min(y));
        let exchanged = swing(kinetic) + swing(energies);
        audit.push(row(
            "work on the links",
            work,
            "J",
            None,
            "by motors, springs and friction; Gauss quadrature".into(),
        ));
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
                "work less change of energy, relative to the energy exchanged".into(),
            ));
        }
        let peak = self.tau.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        audit.push(row("largest force or torque", peak, "N m or N", None, "over all joints and instants".into()));
        audit
    }
}

/// ∫ power dt, by Gauss-Legendre quadrature with three points, between the times where the motion may jump.
fn work(
    motion: &dyn denoc_sim::motion::Motion,
    count: usize,
    power: &mut dyn FnMut(f64) -> Result<f64, Error>,
) -> Result<f64, Error> {
    const NODES: [(f64, f64); 3] =
        [(-0.774_596_669_241_483_4, 5.0 / 9.0), (0.0, 8.0 / 9.0), (0.774_596_669_241_483_4, 5.0 / 9.0)];
    let mut times = motion.breakpoints();
    times.extend([0.0, motion.duration()]);
    times.sort_by(f64::total_cmp);
    let mut work = 0.0;
    for pair in times.windows(2) {
        let length = pair[1] - pair[0];
        let parts = (count as f64 * length / motion.duration()).ceil().max(1.0);
        let half = 0.5 * length / parts;
        for part in 0..parts as usize {
            let middle = pair[0] + (2 * part + 1) as f64 * half;
            for (node, weight) in NODES {
                work += weight * half * power(middle + node * half)?;
            }
        }
    }
    Ok(work)
}

impl Motions<'_> {
    /// The first time at which each limit of coordinates, speeds and forces is passed.
    fn beyond_limits(&self) -> Vec<(f64, String)> {
        let (model, nv, nq) = (self.model, self.model.nv(), self.model.nq());
        let mut events = Vec::new();
        for (i, link) in model.links().iter().enumerate() {
            let (joint, p) = (&model.joint_names()[i], model.properties(denoc_model::LinkId(i)));
            let effort = model.effort_limit(denoc_model::LinkId(i));
            let mut first =
                |what: &str, limit: f64, values: &[f64], width: usize, at: usize, beyond: &dyn Fn(f64) -> bool| {
                    let found = values.chunks_exact(width.max(1)).position(|row| beyond(row[at]));
                    if let Some(k) = found {
                        events.push((self.times[k], format!("joint \"{joint}\" passes its {what} {limit}")));
                    }
                };
            for k in 0..link.nv {
                if let (Some([low, high]), true) = (p.limits, link.nq == link.nv) {
                    first("lower limit", low, self.q, nq, link.q + k, &|x| x < low - 1e-9);
                    first("upper limit", high, self.q, nq, link.q + k, &|x| x > high + 1e-9);
                }
                if let Some(most) = p.velocity_limit {
                    first("speed limit", most, self.v, nv, link.v + k, &|x| x.abs() > most);
                }
                if let Some(most) = effort {
                    first("effort limit", most, self.tau, nv, link.v + k, &|x| x.abs() > most);
                }
            }
        }
        events.sort_by(|a, b| a.0.total_cmp(&b.0));
        events
    }
}

#[cfg(test)]
mod tests {
    use denoc_sim::motion::{PointToPoint, TimeLaw};

    use super::{Motion, tree};

    // oracle: a motion from rest to rest changes the potential energy only; its acceleration jumps
    #[test]
    fn work_is_the_change_of_energy_also_where_accelerations_jump() {
        let mechanism = crate::load("puma").unwrap().mechanism();
        let model = mechanism.shared_model();
        let (start, goal) = ([0.0; 6], [0.5, -1.0, 0.7, 0.2, 0.3, 0.4]);
        let law = TimeLaw::Trapezoidal { blend: 0.3 };
        let motion = PointToPoint::new(&model, &start, &goal, 1.0, law).unwrap();
        let mut ws = denoc_dynamics::Workspace::new(&model);
        let mut height = |q: &[f64]| ws.position(&model, q).unwrap().potential_energy();
        let change = height(&goal) - height(&start);
        let (said, times) = (Motion::new("trapezoidal"), (0..50).map(|k| f64::from(k) / 49.0).collect::<Vec<_>>());
        let found = tree(&mechanism, &motion, &said, &times).unwrap().work;
        assert!((found - change).abs() < 1e-6 * change.abs(), "{found} {change}");
    }
}
