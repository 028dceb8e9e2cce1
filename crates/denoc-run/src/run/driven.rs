//! Motion of a mechanism with loops: driving joints follow a trajectory, the others follow from closure.

use std::sync::Arc;

use denoc_base::number::six;
use denoc_mechanism::Mechanism;
use denoc_mechanism::assembly::{self, AssemblyOptions, Metric};
use denoc_mechanism::evaluate::{Acting, Algorithm, Evaluator, JointForces, State, reaction_columns};
use denoc_model::{LinkId, Model};
use denoc_results::Table;

use super::freedom::Freedom;
use super::prepare::{BoxedMotion, SharedMotion};
use crate::error::scenario_error;
use crate::scenario::{MotionSpec, Values};
use crate::{Base, Error, Loaded, Record};
use denoc_mechanism::quantity::{Entries, Quantity};

/// Intervals of the trajectory that a controller tracks.
const PIECES: usize = 400;

/// The state and the accelerations at one time.
pub(super) struct Instant {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    /// In a singular configuration: instants on both sides, and the weights with which they are averaged.
    beside: Vec<(f64, Instant)>,
}

impl Instant {
    pub(super) fn state(&self) -> State<'_> {
        State { q: &self.q, v: &self.v }
    }

    /// Whether the driving joints do not determine the motion of the others.
    pub(super) fn is_singular(&self) -> bool {
        !self.beside.is_empty()
    }
}

/// Times of these instants relative to the singular one, in units of [`ASIDE`] times the duration, and their weights.
const BESIDE: [(f64, f64); 6] = [(-3.0, 0.05), (-2.0, -0.3), (-1.0, 0.75), (1.0, 0.75), (2.0, -0.3), (3.0, 0.05)];
/// Distance between two of them, as a fraction of the duration.
const ASIDE: f64 = 0.005;
/// A dead point: driving joints move less than this part of what they do elsewhere, per motion of all joints. Assembling a dead point
/// leaves an error of the square root of rounding.
const DEAD: f64 = 1e-5;
/// Near a dead point.
const NEARLY_DEAD: f64 = 0.01;
/// How well the driving joints determine the others along a motion.
#[derive(Copy, Clone, Debug)]
struct Hold {
    /// Degrees of freedom.
    freedoms: usize,
    /// The largest [`HoldOnMotion::least`](assembly::HoldOnMotion::least) so far.
    most: f64,
    /// The smallest, and when.
    least: [f64; 2],
}

pub(super) struct Driven<'m> {
    model: &'m Model,
    motion: SharedMotion<'m>,
    joints: Vec<LinkId>,
    /// Coordinates of the last instant: initial guess for the next.
    q: Vec<f64>,
    evaluator: Evaluator,
    hold: Hold,
}

impl<'m> Driven<'m> {
    pub(super) fn new(
        loaded: &'m Loaded,
        motion: BoxedMotion<'m>,
        spec: &MotionSpec,
        start: &Freedom,
    ) -> Result<Self, Error> {
        let model = &*loaded.model;
        let joints = driving(loaded, spec)?;
        // the base of a tree in which joints follow others stays where it is: forces at it are those that this needs
        let held = loaded.base.moves() && model.is_coupled_tree();
        let mechanism = if held { Mechanism::with_driven_base(Arc::clone(&loaded.model)) } else { loaded.mechanism() };
        let mut evaluator = mechanism.evaluator(Algorithm::usual(model));
        if let Some(&(closure, _)) = evaluator.motors()?.cuts.first() {
            let joint = model.closure_names()[closure.0].clone();
            return Err(denoc_sim::SimError::CutMotor { joint }.into());
        }
        let freedoms = start.mobility(model)?.degrees_of_freedom;
        let hold = Hold { freedoms, most: 0.0, least: [f64::INFINITY, 0.0] };
        let mut driven = Self { model, motion: Arc::from(motion), joints, q: start.q().to_vec(), evaluator, hold };
        driven.check_determined(freedoms)?;
        // what is usual, to recognise a dead point at the start
        let middle = 0.5 * driven.motion.duration();
        if let Ok(q) = driven.closed(middle).map(|[q, ..]| q) {
            driven.hold.most = assembly::hold_on_motion(model, &q, &driven.joints)?.least;
        }
        Ok(driven)
    }

    /// The trajectory of the driving joints.
    pub(super) fn motion(&self) -> SharedMotion<'m> {
        Arc::clone(&self.motion)
    }

    /// The trajectory of all joints, interpolated between closely spaced closed configurations.
    pub(super) fn into_motion(mut self) -> Result<SharedMotion<'m>, Error> {
        let duration = self.motion.duration();
        let mut times: Vec<f64> = (0..=PIECES).map(|k| duration * k as f64 / PIECES as f64).collect();
        times.extend(self.motion.breakpoints().into_iter().filter(|t| (0.0..duration).contains(t)));
        times.sort_by(f64::total_cmp);
        times.dedup_by(|a, b| *a - *b < 1e-9 * duration);
        let (mut q, mut v, mut a) = (Vec::new(), Vec::new(), Vec::new());
        for &t in &times {
            let at = self.at(t)?;
            q.push(at.q);
            v.push(at.v);
            a.push(at.a);
        }
        Ok(Arc::new(denoc_sim::motion::TableMotion::new(self.model, &times, &q, Some(&v), Some(&a))?))
    }

    pub(super) fn model(&self) -> &'m Model {
        self.model
    }

    /// The driving joint, if it is a single one.
    pub(super) fn input(&self) -> Option<LinkId> {
        match self.joints[..] {
            [joint] => Some(joint),
            _ => None,
        }
    }

    /// Goes back to the first of the configurations `q`.
    pub(super) fn rewind(&mut self, q: &[f64]) {
        self.q.copy_from_slice(&q[..self.model.nq()]);
    }

    /// Checks that the driving joints determine the motion of all others.
    fn check_determined(&self, freedoms: usize) -> Result<(), Error> {
        let driven: usize = self.joints.iter().map(|l| self.model.links()[l.0].nv).sum();
        if driven >= freedoms {
            return Ok(());
        }
        let names = self.names();
        let rule = format!(
            "the trajectory drives {names} ({driven} coordinates), but the mechanism has {freedoms} degrees of freedom"
        );
        Err(scenario_error("motion.to", rule, "name more joints"))
    }

    /// The names of the driving joints.
    fn names(&self) -> String {
        let names: Vec<&str> = self.joints.iter().map(|l| self.model.joint_names()[l.0].as_str()).collect();
        names.join(", ")
    }

    /// Returns an error at a dead point of the driving joints. Where branches of motion cross there are more freedoms than usual.
    fn check_hold(&mut self, t: f64, q: &[f64]) -> Result<(), Error> {
        let here = assembly::hold_on_motion(self.model, q, &self.joints)?;
        if here.freedoms > self.hold.freedoms {
            return Ok(());
        }
        self.hold.most = self.hold.most.max(here.least);
        if here.least < self.hold.least[0] {
            self.hold.least = [here.least, t];
        }
        if here.least > DEAD * self.hold.most {
            return Ok(());
        }
        let rule = format!(
            "at t = {} s the mechanism is at a dead point of the driving joints ({}): they stand still there while other joints can \
             move, so that they do not determine the motion",
            six(t),
            self.names()
        );
        Err(scenario_error("motion", rule, "start and end beside dead points, or drive another joint"))
    }

    /// A note on a motion that came near to a dead point of the driving joints.
    pub(super) fn near_dead_point(&self) -> Option<String> {
        let Hold { most, least: [least, t], .. } = self.hold;
        (least < NEARLY_DEAD * most).then(|| {
            format!(
                "at t = {} s the motion is near to a dead point of the driving joints ({}): speeds and forces of the others grow without \
                 bound there, and their peaks depend on the number of samples",
                six(t),
                self.names()
            )
        })
    }

    /// The instant at time `t`. In singular configurations, where the driving joints do not determine the others: a weighted sum of
    /// instants on both sides, if there are any.
    pub(super) fn at(&mut self, t: f64) -> Result<Instant, Error> {
        let (before, step) = (self.q.clone(), ASIDE * self.motion.duration());
        let found = self.regular(t).and_then(|at| self.forces_at(&at, false).map(|_| at));
        self.check_hold(t, &self.q.clone())?;
        let inside = t > 3.0 * step && t < self.motion.duration() - 3.0 * step;
        let Err(error) = found else { return found };
        self.q = before;
        if !inside {
            return Err(error);
        }
        let mut beside = Vec::with_capacity(BESIDE.len());
        for (place, weight) in BESIDE {
            beside.push((weight, self.regular(t + place * step).map_err(|_| error.clone())?));
        }
        let sum = |part: fn(&Instant) -> &Vec<f64>| {
            let mut total = vec![0.0; part(&beside[0].1).len()];
            for (weight, at) in &beside {
                total.iter_mut().zip(part(at)).for_each(|(total, x)| *total += weight * x);
            }
            total
        };
        let (q, v, a) = (sum(|at| &at.q), sum(|at| &at.v), sum(|at| &at.a));
        self.q.copy_from_slice(&beside[2].1.q);
        Ok(Instant { q, v, a, beside })
    }

    fn regular(&mut self, t: f64) -> Result<Instant, Error> {
        let model = self.model;
        let [q, v, a] = self.closed(t)?;
        self.q = q;
        let fails = |error| scenario_error("motion", format!("at t = {} s: {error}", six(t)), "");
        let v = assembly::project_velocity(model, &self.q, &v, &self.joints, Metric::Identity).map_err(fails)?;
        let a = assembly::project_acceleration(model, &self.q, &v, &a, &self.joints).map_err(fails)?;
        Ok(Instant { q: self.q.clone(), v, a, beside: Vec::new() })
    }

    /// The closed configuration at time `t`, and the speeds and accelerations of the trajectory.
    fn closed(&self, t: f64) -> Result<[Vec<f64>; 3], Error> {
        let model = self.model;
        let (mut q, mut v, mut a) = (model.neutral(), vec![0.0; model.nv()], vec![0.0; model.nv()]);
        self.motion.sample(t, &mut q, &mut v, &mut a)?;
        let mut drawn = self.q.clone();
        for link in self.joints.iter().map(|l| &model.links()[l.0]) {
            drawn[link.q..link.q + link.nq].copy_from_slice(&q[link.q..link.q + link.nq]);
        }
        let fails = |error| scenario_error("motion", format!("at t = {} s: {error}", six(t)), "");
        let options = AssemblyOptions { limits: false, ..AssemblyOptions::holding(&self.joints) };
        Ok([assembly::assemble(model, &drawn, &options).map_err(fails)?.q, v, a])
    }

    /// The motor forces, with or without joint springs and friction.
    pub(super) fn forces(&mut self, at: &Instant, joint_forces: bool) -> Result<Vec<f64>, Error> {
        self.sum(at, |driven, at| driven.forces_at(at, joint_forces))
    }

    /// The motor forces for other accelerations at a regular instant, without springs and friction.
    pub(super) fn forces_for(&mut self, at: &Instant, a: &[f64]) -> Result<Vec<f64>, Error> {
        self.forces_at(&Instant { q: at.q.clone(), v: at.v.clone(), a: a.to_vec(), beside: Vec::new() }, false)
    }

    /// The accelerations due to motor forces at a regular instant, without springs and friction.
    pub(super) fn accelerations(&mut self, at: &Instant, forces: &[f64]) -> Result<Vec<f64>, Error> {
        let mut a = vec![0.0; self.model.nv()];
        self.evaluator.forward_dynamics(at.state(), forces, acting(false), &mut a)?;
        Ok(a)
    }

    /// A quantity at an instant, or the weighted sum over the instants beside it.
    fn sum(
        &mut self,
        at: &Instant,
        mut quantity: impl FnMut(&mut Self, &Instant) -> Result<Vec<f64>, Error>,
    ) -> Result<Vec<f64>, Error> {
        if at.beside.is_empty() {
            return quantity(self, at);
        }
        let mut total = Vec::new();
        for (weight, at) in &at.beside {
            let values = quantity(self, at)?;
            total.resize(values.len(), 0.0);
            total.iter_mut().zip(values).for_each(|(total, x)| *total += weight * x);
        }
        Ok(total)
    }

    fn forces_at(&mut self, at: &Instant, joint_forces: bool) -> Result<Vec<f64>, Error> {
        let mut tau = vec![0.0; self.model.nv()];
        self.evaluator.inverse_dynamics(at.state(), &at.a, acting(joint_forces), &mut tau)?;
        Ok(tau)
    }

    /// The reactions at an instant, as [`reactions`].
    pub(super) fn reactions(&mut self, at: &Instant, joint_forces: bool) -> Result<Vec<f64>, Error> {
        self.sum(at, |driven, at| reactions(&mut driven.evaluator, at.state(), &at.a, joint_forces))
    }
}

/// The wrench on the child of every joint, cut ones included: moment, force, world axes, about the origin of the joint.
pub(super) fn reactions(
    evaluator: &mut Evaluator,
    state: State<'_>,
    a: &[f64],
    joint_forces: bool,
) -> Result<Vec<f64>, Error> {
    let all = evaluator.reactions(state, a, acting(joint_forces))?;
    Ok(all.iter().flat_map(|r| r.moment.into_iter().chain(r.force)).collect())
}

/// A table of reactions, one row per instant.
pub(super) fn reaction_table(model: &Model, times: &[f64], rows: &[Vec<f64>]) -> Result<Table, Error> {
    let mut record = Record::default();
    record.time(times);
    for (i, (name, unit)) in reaction_columns(model).into_iter().enumerate() {
        record.column(name, unit, rows.iter().map(|row| row[i]).collect());
    }
    record.table()
}

fn acting(joint_forces: bool) -> Acting<'static> {
    Acting { external: &[], joint_forces: JointForces::included(joint_forces) }
}

/// The driving joints: those that the trajectory names, else those with motors; also a prescribed base. Where couplings are the only
/// closures, all joints drive that follow no other: those that the trajectory does not name stay where they are.
fn driving(loaded: &Loaded, spec: &MotionSpec) -> Result<Vec<LinkId>, Error> {
    let model = &*loaded.model;
    let entries = Entries::new(model, Quantity::Q);
    let owner = |name: &String| {
        let range = entries.find(name)?;
        model.links().iter().position(|l| (l.q..l.q + l.nq).contains(&range.start)).map(LinkId)
    };
    let named = spec.to.iter().chain(&spec.via).flat_map(|values| match values {
        Values::Named(named) => named.keys().filter_map(owner).collect::<Vec<_>>(),
        Values::All(_) => Vec::new(),
    });
    let mut joints: Vec<LinkId> = named.collect();
    if model.is_coupled_tree() {
        joints.extend(others(model, &joints));
    }
    if joints.is_empty() && model.lists_motors() {
        joints = (0..model.links().len()).map(LinkId).filter(|&l| model.is_actuated(l)).collect();
    }
    if joints.is_empty() {
        let rule = "the mechanism has loops and lists no motors";
        return Err(scenario_error("motion.to", rule, "name the driving joints"));
    }
    if loaded.base == Base::Prescribed {
        joints.push(LinkId(0));
    }
    joints.sort();
    joints.dedup();
    Ok(joints)
}

/// The joints of a tree with couplings that follow none of `named` and are followed by none of them.
fn others(model: &Model, named: &[LinkId]) -> Vec<LinkId> {
    let couplings = model.couplings();
    let leader = |joint: LinkId| couplings.followers().iter().find(|f| f.joint == joint).map_or(joint, |f| f.leader);
    let given: Vec<LinkId> = named.iter().map(|&joint| leader(joint)).collect();
    let free = |&joint: &LinkId| model.links()[joint.0].nv > 0 && leader(joint) == joint && !given.contains(&joint);
    (0..model.links().len()).map(LinkId).filter(free).collect()
}
