//! Inverse dynamics along a trajectory.

use denoc_base::number::six;
use denoc_dynamics::Workspace;
use denoc_dynamics::compiled::Threads;
use denoc_mechanism::Mechanism;
use denoc_mechanism::evaluate::{Algorithm, Ask, JointForces, State, States, reaction_names};
use denoc_mechanism::quantity::Quantity;
use denoc_model::{FrameId, LinkId, Model};
use denoc_results::{Column, StreamExtent, Table, write_atomically};
use denoc_sim::Status;

use super::driven::{self, Driven};
use super::finish::{Finished, finish};
use super::folder::{self, RunFolder};
use super::freedom::Freedom;
use super::resume::Earlier;
use super::round_trip::{RoundTrip, Samples, is_checked};
use super::simulation::RESULTS;
use super::size::{self, Destination};
use super::{AuditRow, RunOutcome, columns, page, picture, prepare};
use crate::error::scenario_error;
use crate::inputs::Inputs;
use crate::scenario::MotionSpec;
use crate::{Base, Error};

/// Default number of time samples.
const SAMPLES: usize = 1001;
/// Fewer samples than this can miss the peaks of a motion altogether.
const FEW: usize = 10;

/// Computes the forces along a trajectory and writes the folder; `earlier` is an interrupted run in it, which is computed again.
pub(super) fn run(
    inputs: Inputs<'_>,
    spec: &MotionSpec,
    folder: RunFolder,
    earlier: Option<Earlier>,
    command: &str,
) -> Result<RunOutcome, Error> {
    let Inputs { scenario, base, loaded, .. } = inputs;
    let unused = [
        ("controller", scenario.controller.is_some()),
        ("load", !scenario.loads.is_empty()),
        ("event", !scenario.events.is_empty()),
    ];
    if let Some((section, _)) = unused.iter().find(|(_, present)| *present) {
        let rule = "inverse dynamics along [motion] does not use this section";
        return Err(scenario_error(section, rule, "add [simulate], or remove the section"));
    }
    let model = &loaded.model;
    let drawn = scenario.start.close(model)?;
    let start = Freedom::at(&drawn.q);
    let mut notes: Vec<String> = drawn.note(model).into_iter().collect();
    let motion = prepare::motion(spec, model, start.q(), base, &mut notes)?;
    if loaded.base == Base::Floating {
        let base = &model.joint_names()[0];
        notes.push(format!(
            "no motor acts at joint \"{base}\": its motion is prescribed (at rest if not given), and the forces at it are those that this needs"
        ));
    }
    let count = spec.samples.unwrap_or(SAMPLES);
    if count < 2 {
        let rule = format!("the number of samples is {count}");
        return Err(scenario_error("motion.samples", rule, "give at least 2"));
    }
    if count < FEW {
        notes.push(format!("peaks are the largest of only {count} samples"));
    }
    let trace = picture::traced(model, scenario.trace.as_deref())?;
    let reactions = 6 * reaction_names(model).len();
    size::check(scenario, count as f64, heads(model, trace).len() + reactions, Destination::Disk)?;

    let times: Vec<f64> = (0..count).map(|k| motion.duration() * k as f64 / (count - 1) as f64).collect();
    let (computed, input) = match model.closures() {
        [] => (tree(&loaded.mechanism(), &*motion, spec, &times)?, only_joint(model)),
        _ => {
            let driven = Driven::new(loaded, motion, spec, &start)?;
            let input = driven.input();
            (closed(driven, spec, &times, &mut notes)?, input)
        }
    };
    let Computed { q, v, a, rigid, tau, work, round_trip, reactions } = computed;
    let motion = Motions { model, times: &times, q: &q, v: &v, a: &a, tau: &tau, work };
    let (table, energies) = motion.tabulate(trace)?;
    let mut audit = round_trip.rows(&rigid, &a);
    audit.extend(motion.audit(&energies));
    let events = motion.beyond_limits();
    let record = folder::record(&inputs, command)?;
    let _lock = earlier.map_or_else(|| folder.claim(), |earlier| Ok(earlier.lock))?;
    let text = table.to_csv();
    let about = format!("forces along a {} motion of {} s", spec.profile, six(times[count - 1]));
    let write = || {
        folder.write_record(&record)?;
        write_atomically(folder.file(RESULTS), text.as_bytes())?;
        reactions.write_csv(folder.file("reactions.csv"))?;
        finish(Finished {
            loaded,
            scenario,
            folder: folder.clone(),
            kind: page::INVERSE,
            about,
            choices: Vec::new(),
            command,
            record,
            results: &table,
            rows: StreamExtent::of(count, text.as_bytes()),
            audit,
            event_count: events.len(),
            events,
            impacts: Vec::new(),
            verification: None,
            status: Status::Finished,
            notes,
            start: start.moved_to(&q[..model.nq()]),
            input,
            reactions: Some(reactions),
        })
    };
    write().map_err(|error| folder.stopped(error))
}

/// Results at all samples, one after the other.
struct Computed {
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// Total joint forces: motors, springs and friction.
    rigid: Vec<f64>,
    /// Motor forces.
    tau: Vec<f64>,
    /// Work of `rigid`, J.
    work: f64,
    round_trip: RoundTrip,
    /// Wrenches at all joints.
    reactions: Table,
}

/// The joint of a mechanism that has a single one.
fn only_joint(model: &Model) -> Option<LinkId> {
    let mut joints = (0..model.links().len()).map(LinkId).filter(|link| model.links()[link.0].nv > 0);
    joints.next().filter(|_| joints.next().is_none())
}

fn tree(
    mechanism: &Mechanism,
    motion: &dyn denoc_sim::motion::Motion,
    spec: &MotionSpec,
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
    let ask = Ask { joint_forces: JointForces::included(spec.joint_forces), ..ask };
    mechanism.evaluate_into(states, &ask, &mut tau, Threads::Pool)?;
    let (mut at, mut forces) = ((model.neutral(), vec![0.0; nv], vec![0.0; nv]), vec![0.0; nv]);
    let work = work(motion, count, &mut |t| {
        motion.sample(t, &mut at.0, &mut at.1, &mut at.2)?;
        mechanism.with_compiled(|compiled| compiled.inverse_dynamics(&at.0, &at.1, &at.2, &mut forces))?;
        Ok(power(&forces, &at.1))
    })?;
    let round_trip = RoundTrip::of_tree(model, Samples { q: &q, v: &v, forces: &rigid }, count)?;
    let mut evaluator = mechanism.evaluator(Algorithm::usual(model));
    let rows = (0..count).map(|k| {
        let at = k * nv..(k + 1) * nv;
        let state = State { q: &q[k * nq..][..nq], v: &v[at.clone()] };
        driven::reactions(&mut evaluator, state, &a[at], spec.joint_forces)
    });
    let rows: Vec<Vec<f64>> = rows.collect::<Result<_, _>>()?;
    let reactions = driven::reaction_table(model, times, &rows)?;
    Ok(Computed { q, v, a, rigid, tau, work, round_trip, reactions })
}

/// With loops: the joints that the trajectory names, or those with motors, drive the others.
fn closed(
    mut driven: Driven<'_>,
    spec: &MotionSpec,
    times: &[f64],
    notes: &mut Vec<String>,
) -> Result<Computed, Error> {
    let (mut q, mut v, mut a) = (Vec::new(), Vec::new(), Vec::new());
    let (mut rigid, mut tau, mut rows) = (Vec::new(), Vec::new(), Vec::with_capacity(times.len()));
    let mut round_trip = RoundTrip::default();
    for (k, &t) in times.iter().enumerate() {
        let at = driven.at(t)?;
        let forces = driven.forces(&at, false)?;
        if is_checked(k, times.len()) {
            round_trip.add_closed(&mut driven, &at, &forces);
        }
        rigid.extend(forces);
        tau.extend(driven.forces(&at, spec.joint_forces)?);
        rows.push(driven.reactions(&at, spec.joint_forces)?);
        q.extend(at.q);
        v.extend(at.v);
        a.extend(at.a);
    }
    let reactions = driven::reaction_table(driven.model(), times, &rows)?;
    driven.rewind(&q);
    let motion = driven.motion();
    let work = work(&*motion, times.len(), &mut |t| {
        let at = driven.at(t)?;
        Ok(power(&driven.forces(&at, false)?, &at.v))
    })?;
    notes.extend(driven.near_dead_point());
    Ok(Computed { q, v, a, rigid, tau, work, round_trip, reactions })
}

fn power(tau: &[f64], v: &[f64]) -> f64 {
    tau.iter().zip(v).map(|(tau, v)| tau * v).sum()
}

/// A trajectory with its forces, sample after sample.
struct Motions<'a> {
    model: &'a Model,
    times: &'a [f64],
    q: &'a [f64],
    v: &'a [f64],
    a: &'a [f64],
    /// Motor forces.
    tau: &'a [f64],
    /// Work of the total joint forces (motors, springs and friction) over the trajectory, J.
    work: f64,
}

impl Motions<'_> {
    /// The table of the results, and the energies at its rows.
    fn tabulate(&self, trace: Option<FrameId>) -> Result<(Table, Energies), Error> {
        let (model, count) = (self.model, self.times.len());
        let (nq, nv) = (model.nq(), model.nv());
        let mut ws = Workspace::new(model);
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(count);
        let mut energies = Energies::default();
        for k in 0..count {
            let (q, at) = (&self.q[k * nq..][..nq], k * nv..(k + 1) * nv);
            let (v, a, tau) = (&self.v[at.clone()], &self.a[at.clone()], &self.tau[at]);
            let state = ws.position(model, q)?.velocity(v)?;
            let (t, u) = (state.kinetic_energy(), state.potential_energy());
            let position = trace.map(|frame| state.frame_pose(frame).position);
            let mut row = vec![self.times[k]];
            for part in [q, v, a, tau] {
                row.extend_from_slice(part);
            }
            row.extend([power(tau, v), t, u, t + u]);
            row.extend(position.map_or(Vec::new(), |p| p.to_array().to_vec()));
            rows.push(row);
            energies.total.push(t + u);
            energies.kinetic.push(t);
        }
        let column = |(i, (name, unit)): (usize, (String, String))| {
            Column::new(name, unit, rows.iter().map(|row| row[i]).collect())
        };
        Ok((Table::from_columns(heads(model, trace).into_iter().enumerate().map(column))?, energies))
    }

    fn audit(&self, energies: &Energies) -> Vec<AuditRow> {
        let work = self.work;
        let change = energies.total.last().unwrap_or(&0.0) - energies.total.first().unwrap_or(&0.0);
        let swing = |x: &[f64]| x.iter().fold(f64::MIN, |m, &y| m.max(y)) - x.iter().fold(f64::MAX, |m, &y| m.min(y));
        let exchanged = swing(&energies.kinetic) + swing(&energies.total);
        let meaning = "by motors, springs and friction; Gauss quadrature";
        let mut audit = vec![AuditRow::unjudged("work on the links", work, "J", meaning)];
        let meaning = "kinetic energy and energy in gravity, end less start";
        audit.push(AuditRow::unjudged("change of energy", change, "J", meaning));
        if exchanged > 0.0 {
            let relative = (work - change).abs() / exchanged;
            let meaning = "work less change of energy, relative to the energy exchanged";
            audit.push(AuditRow::bounded("unexplained energy", relative, "", 1e-6, meaning));
        }
        let peak = self.tau.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        audit.push(AuditRow::unjudged("largest force or torque", peak, "N m or N", "over all joints and instants"));
        audit
    }
}

/// Names and units of the columns.
fn heads(model: &Model, trace: Option<FrameId>) -> Vec<(String, String)> {
    let mut heads = columns::state(model);
    for (name, unit) in [("power", "W"), ("kinetic energy", "J"), ("gravity energy", "J"), ("total energy", "J")] {
        heads.push((name.into(), unit.into()));
    }
    heads.extend(trace.map_or(Vec::new(), |frame| columns::position(model, frame)));
    heads
}

/// Energies at the samples, J.
#[derive(Default)]
struct Energies {
    kinetic: Vec<f64>,
    total: Vec<f64>,
}

/// ∫ power dt, by three-point Gauss-Legendre quadrature between the breakpoints of the trajectory.
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
    /// The first time at which each limit of coordinates, speeds and forces is exceeded.
    fn beyond_limits(&self) -> Vec<(f64, String)> {
        let (model, nv, nq) = (self.model, self.model.nv(), self.model.nq());
        let mut events = Vec::new();
        for (i, link) in model.links().iter().enumerate() {
            let (joint, p) = (&model.joint_names()[i], model.properties(denoc_model::LinkId(i)));
            let effort = model.effort_limit(denoc_model::LinkId(i));
            let mut first = |what: &str,
                             (limit, unit): (f64, &str),
                             values: &[f64],
                             width: usize,
                             at: usize,
                             beyond: &dyn Fn(f64) -> bool| {
                let found = values.chunks_exact(width.max(1)).position(|row| beyond(row[at]));
                if let Some(k) = found {
                    events.push((self.times[k], format!("joint \"{joint}\" passes its {what} {} {unit}", six(limit))));
                }
            };
            for k in 0..link.nv {
                let [length, speed, force] =
                    [Quantity::Q, Quantity::V, Quantity::Tau].map(|quantity| quantity.unit(link.joint.v_units()[k]));
                if let (Some([low, high]), true) = (p.limits, link.nq == link.nv) {
                    first("lower limit", (low, length), self.q, nq, link.q + k, &|x| x < low - 1e-9);
                    first("upper limit", (high, length), self.q, nq, link.q + k, &|x| x > high + 1e-9);
                }
                if let Some(most) = p.velocity_limit {
                    first("speed limit", (most, speed), self.v, nv, link.v + k, &|x| x.abs() > most);
                }
                if let Some(most) = effort {
                    first("effort limit", (most, force), self.tau, nv, link.v + k, &|x| x.abs() > most);
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

    use super::{MotionSpec, tree};

    // oracle: a mechanism with loops that is held still: its forces are those of its weight, which rounding changes by some 1e-15
    #[test]
    fn forces_that_come_back_are_compared_with_forces_also_in_loops() {
        let folder = std::env::temp_dir().join(format!("denoc-held-{}", std::process::id()));
        let mut scenario = crate::scenario::Scenario::new("fourbar");
        let mut held = MotionSpec::new("constant");
        (held.duration, held.samples) = (Some(1.0), Some(3));
        scenario.motion = Some(held);
        let made = crate::run::RunFolder::create(&folder).unwrap();
        let outcome = crate::run::run(&scenario, ".", made, "", &mut crate::run::Silent).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        let row = |name| outcome.audit.iter().find(|row| row.name == name).unwrap();
        let forces = row("forward and inverse dynamics");
        assert!(forces.value < 1e-14 && forces.meaning.contains("largest force"), "{forces:?}");
        assert!(row("largest force or torque").value > 1.0);
        // accelerations have a row of their own
        assert!(row("inverse and forward dynamics").meaning.contains("largest acceleration"));
    }

    // oracle: the last link of this robot has no inertia, so that forward dynamics is impossible
    #[test]
    fn a_check_that_cannot_be_made_is_not_green_anywhere() {
        let folder = std::env::temp_dir().join(format!("denoc-unchecked-{}", std::process::id()));
        let mut scenario = crate::scenario::Scenario::new("kuka_kr5");
        let mut held = MotionSpec::new("constant");
        (held.duration, held.samples) = (Some(1.0), Some(3));
        scenario.motion = Some(held);
        let made = crate::run::RunFolder::create(&folder).unwrap();
        let outcome = crate::run::run(&scenario, ".", made, "", &mut crate::run::Silent).unwrap();
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        let (record, page) = (read("run.json"), read("report.html"));
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(outcome.audit_outcome(), Some(denoc_base::AuditOutcome::Incomplete));
        assert!(!outcome.passed());
        let record: serde_json::Value = serde_json::from_str(&record).unwrap();
        assert_eq!((&record["audit_outcome"], &record["passed"]), (&"incomplete".into(), &false.into()));
        assert!(page.contains("<a class=\"badge unchecked\""));
    }

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
        let (spec, times) = (MotionSpec::new("trapezoidal"), (0..50).map(|k| f64::from(k) / 49.0).collect::<Vec<_>>());
        let found = tree(&mechanism, &motion, &spec, &times).unwrap().work;
        assert!((found - change).abs() < 1e-6 * change.abs(), "{found} {change}");
    }
}
