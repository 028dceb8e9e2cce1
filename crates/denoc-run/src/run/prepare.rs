//! Builds mechanism, trajectory, controller and events from a scenario.

use std::path::Path;
use std::sync::Arc;

use denoc_base::number::six_beside;
use denoc_math::{Vec3, quaternion_rotation};
use denoc_model::{LinkId, Model};
use denoc_sim::controllers::{Controller, ControllerInfo, Ingredients, NoForces, Reference};
use denoc_sim::motion::{self, Cartesian, CartesianPath, Ends, Orientation, PointToPoint, Spline, TimeLaw};
use denoc_sim::{Event, LoopClosure, LoopSettings, SimError, Status, Summary};

use super::tables;
use crate::Error;
use crate::error::scenario_error;
use crate::inputs::locate;
use crate::load::{Base, LoadOptions, Loaded, load_on};
use crate::scenario::{
    ControllerSpec, EventSpec, Gains, MotionSpec, Number, OrientationSpec, Scenario, Simulate, Values,
};
use crate::settings::profiles;
use denoc_mechanism::evaluate::Algorithm;
use denoc_mechanism::quantity::{Entries, Quantity};

/// A trajectory of a model with this lifetime.
pub(crate) type BoxedMotion<'m> = Box<dyn motion::Motion + 'm>;
/// The trajectory that a controller tracks and the results contain.
pub(crate) type SharedMotion<'m> = Arc<dyn motion::Motion + 'm>;

/// The mechanism of a scenario; relative paths start at `base`.
pub fn model(scenario: &Scenario, base: &Path) -> Result<Loaded, Error> {
    let found = locate(&scenario.model, base);
    let options = LoadOptions { base: scenario.base, mimic: scenario.mimic };
    let mut loaded = load_on(&found, options)?;
    if !scenario.rotor_inertia.is_empty() {
        loaded = loaded.rotor_inertia(scenario.rotor_inertia.iter().map(|(name, &x)| (name.as_str(), x)))?;
    }
    if let Some(gravity) = scenario.gravity {
        loaded.description.gravity = Vec3::from(gravity);
        loaded = loaded.rebuild()?;
    }
    Ok(loaded)
}

/// A simulation cannot prescribe the motion of the base.
pub(crate) fn check_base(base: Base) -> Result<(), Error> {
    if base != Base::Prescribed {
        return Ok(());
    }
    Err(scenario_error(
        "base",
        "a simulation does not support the base \"prescribed\"",
        "use \"floating\" or \"fixed\"; inverse dynamics along a [motion], `denoc inverse` and `denoc forward` support it",
    ))
}

/// The trajectory of a scenario, from `q`.
pub(crate) fn motion<'m>(
    spec: &MotionSpec,
    model: &'m Model,
    q: &[f64],
    base: &Path,
    notes: &mut Vec<String>,
) -> Result<BoxedMotion<'m>, Error> {
    let entries = Entries::new(model, Quantity::Q);
    let goal = || -> Result<Vec<f64>, Error> {
        match (&spec.to, &spec.to_configuration) {
            (None, None) => Err(missing("motion.to", "give the goal: to = { joint1 = 1.0 }")),
            (to, configuration) => {
                let others = match configuration {
                    Some(name) => model.configuration(name)?.to_vec(),
                    None => q.to_vec(),
                };
                to.as_ref().map_or(Ok(others.clone()), |to| to.resolve(&entries, others))
            }
        }
    };
    let duration = || spec.duration.ok_or_else(|| missing("motion.duration", "give the duration in seconds"));
    let law = |keyword: &str| -> Result<TimeLaw, Error> {
        Ok(match (TimeLaw::from_keyword(keyword)?, spec.blend) {
            (TimeLaw::Trapezoidal { .. }, Some(blend)) => TimeLaw::Trapezoidal { blend },
            (law, _) => law,
        })
    };
    let known: Vec<_> = profiles().into_iter().map(|profile| profile.keyword).collect();
    if !known.contains(&spec.profile.as_str()) {
        return Err(SimError::Keyword { what: "motion profile", word: spec.profile.clone(), known }.into());
    }
    Ok(match spec.profile.as_str() {
        "constant" => Box::new(motion::ConstantMotion::new(model, q, duration()?)?),
        "spline" => {
            let mut points = vec![q.to_vec()];
            for via in &spec.via {
                let before = points.last().cloned().unwrap_or_default();
                points.push(via.resolve(&entries, before)?);
            }
            if spec.to.is_some() || spec.to_configuration.is_some() {
                points.push(goal()?);
            }
            let times = match &spec.times {
                Some(times) if times.len() + 1 != points.len() => {
                    let rule = format!("{} times for {} points after the start", times.len(), points.len() - 1);
                    let remedy = "give one time for each point (via and to); the start is at 0";
                    return Err(scenario_error("motion.times", rule, remedy));
                }
                Some(times) => [0.0].iter().chain(times).copied().collect(),
                None => evenly(duration()?, points.len()),
            };
            let rest = vec![0.0; model.nv()];
            Box::new(Spline::new(model, &times, &points, &Ends::Clamped(rest.clone(), rest))?)
        }
        "table" => {
            let file = spec.file.as_deref().ok_or_else(|| missing("motion.file", "name a CSV or npz file"))?;
            tables::motion(model, &locate(file, base), q, notes)?
        }
        "line" | "arc" => {
            let frame = spec.frame.as_deref().ok_or_else(|| missing("motion.frame", "name the frame that moves"))?;
            let end = spec.point.ok_or_else(|| missing("motion.point", "give the end of the path"))?;
            let path = match (spec.profile.as_str(), spec.through) {
                ("line", _) => CartesianPath::Line { to: Vec3::from(end) },
                (_, Some(through)) => CartesianPath::ArcThrough { via: Vec3::from(through), to: Vec3::from(end) },
                (_, None) => return Err(missing("motion.through", "give a point on the arc")),
            };
            let orientation = match (spec.quaternion, spec.orientation) {
                (Some(turn), None) => Orientation::To(quaternion_rotation(unit(turn)?)),
                (Some(_), Some(_)) => {
                    let rule = "\"orientation\" is given too";
                    return Err(scenario_error("motion.quaternion", rule, "keep one of them"));
                }
                (None, Some(OrientationSpec::Free)) => Orientation::Free,
                (None, _) => Orientation::Keep,
            };
            let law = law(spec.law.as_deref().unwrap_or("quintic"))?;
            Box::new(Cartesian::new(model, model.frame(frame)?, q, path, orientation, duration()?, law)?)
        }
        keyword => Box::new(PointToPoint::new(model, q, &goal()?, duration()?, law(keyword)?)?),
    })
}

/// A quaternion of unit length.
fn unit(quaternion: [f64; 4]) -> Result<[f64; 4], Error> {
    let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() < 1e-6 {
        return Ok(quaternion.map(|x| x / norm));
    }
    let rule = format!("the quaternion has length {}", six_beside(norm, 1.0));
    Err(scenario_error("motion.quaternion", rule, "normalize it to length 1"))
}

fn evenly(duration: f64, count: usize) -> Vec<f64> {
    (0..count).map(|k| duration * k as f64 / (count.max(2) - 1) as f64).collect()
}

/// The controller of a scenario.
pub(crate) fn controller<'m>(
    spec: Option<&ControllerSpec>,
    motion: Option<SharedMotion<'m>>,
    model: &'m Model,
    q: &[f64],
    base: &Path,
    notes: &mut Vec<String>,
) -> Result<Box<dyn Controller + 'm>, Error> {
    let Some(spec) = spec else {
        if motion.is_some() {
            let rule = "a simulation with [motion] needs a controller that tracks it";
            return Err(scenario_error("motion", rule, "add [controller] with law = \"computed-torque\""));
        }
        return Ok(Box::new(NoForces));
    };
    let info = ControllerInfo::find(&spec.law)?;
    let hold =
        spec.hold.as_ref().map(|hold| hold.resolve(&Entries::new(model, Quantity::Q), q.to_vec())).transpose()?;
    let reference = match (hold, motion) {
        (Some(_), Some(_)) => {
            return Err(scenario_error("controller.hold", "[motion] gives the set point already", "keep one of them"));
        }
        (Some(hold), None) => Reference::Hold(hold),
        (None, Some(motion)) => Reference::Motion(Box::new(motion)),
        (None, None) => Reference::Hold(q.to_vec()),
    };
    let gains = |gains: &Option<Gains>, name: &str| -> Result<Option<Vec<f64>>, Error> {
        // gains are resolved like forces: the message must name the gain
        let rename = |error: Error| scenario_error("", error.to_string().replacen("tau", name, 1), "");
        gains.as_ref().map(|gains| gains.resolve(model).map_err(rename)).transpose()
    };
    let tau = |tau: &Values| tau.resolve(&Entries::new(model, Quantity::Tau), vec![0.0; model.nv()]);
    let phase = |phase: &Values| -> Result<Vec<f64>, Error> {
        let mut entries = Entries::new(model, Quantity::Tau);
        entries.units.fill("rad");
        // phases are resolved like forces: the message must name the phase
        let rename = |error: Error| scenario_error("", error.to_string().replacen("tau", "phase", 1), "");
        phase.resolve(&entries, vec![0.0; model.nv()]).map_err(rename)
    };
    let frequency = |frequency: &Number| frequency.in_hertz().map_err(|error| error.at_key("controller.frequency"));
    let interpolation = spec.interpolation.unwrap_or_default();
    let table = |file: &String| tables::forces(model, &locate(file, base), interpolation, notes);
    let parts = Ingredients {
        kp: gains(&spec.kp, "kp")?,
        ki: gains(&spec.ki, "ki")?,
        kd: gains(&spec.kd, "kd")?,
        tau: spec.tau.as_ref().map(tau).transpose()?,
        table: spec.file.as_ref().map(table).transpose()?,
        frequency: spec.frequency.as_ref().map(frequency).transpose()?,
        phase: spec.phase.as_ref().map(phase).transpose()?,
        ..Ingredients::new(model, reference)
    };
    info.make(parts).map_err(|error| match error {
        SimError::NoSetting { .. } => scenario_error("", error.to_string(), ""),
        other => other.into(),
    })
}

/// How loops are kept closed, and the forward-dynamics algorithm.
pub(crate) fn loops(settings: &Simulate, model: &Model) -> Result<LoopSettings, Error> {
    let method = match settings.algorithm.as_deref().map(|keyword| algorithm(keyword, model)).transpose()? {
        Some(Algorithm::Faithful(method)) => Some(method),
        // the compiled layer is the default where it applies
        Some(Algorithm::Compiled) | None => None,
    };
    Ok(LoopSettings { closure: settings.closure, method, singular: settings.singular })
}

/// The forward-dynamics algorithm with this keyword, if simulations of the model can use it.
fn algorithm(keyword: &str, model: &Model) -> Result<Algorithm, Error> {
    const KEY: &str = "simulate.algorithm";
    let suits = |algorithm: &Algorithm| match algorithm {
        Algorithm::Compiled => Algorithm::usual(model) == Algorithm::Compiled,
        Algorithm::Faithful(_) => !model.closures().is_empty(),
    };
    let list = |algorithms: Vec<Algorithm>| {
        let keywords: Vec<&str> = algorithms.into_iter().map(Algorithm::keyword).collect();
        format!("choose one of {}", keywords.join(", "))
    };
    let known = || denoc_model::names::choose(keyword, &Algorithm::all().map(Algorithm::keyword).collect::<Vec<_>>());
    let found = Algorithm::from_keyword(keyword)
        .ok_or_else(|| scenario_error(KEY, format!("there is no algorithm called \"{keyword}\""), known()))?;
    if suits(&found) {
        return Ok(found);
    }
    let (name, trees) = (model.name(), model.closures().is_empty());
    let loops = if trees { "has no loops" } else { "has loops" };
    let rule = format!("model \"{name}\" {loops}: simulations of it do not use the algorithm \"{keyword}\"");
    Err(scenario_error(KEY, rule, list(Algorithm::all().filter(suits).collect())))
}

/// Notes on what a simulation did that its settings do not say.
pub(crate) fn remarks(settings: &Simulate, model: &Model, summary: &Summary) -> Vec<String> {
    long_loop(settings, model, summary).into_iter().chain(ended_at_start(summary)).collect()
}

/// A note on a start beyond a limit, where a run with `limits = "end"` ends at once.
fn ended_at_start(summary: &Summary) -> Option<String> {
    let ended = summary.status == Status::Event && summary.counters().steps == 0;
    let event = summary.events().iter().find(|event| ended && event.limit)?;
    Some(format!(
        "nothing was simulated, because limits end the run: {}; start within the limits, or choose limits = \"report\"",
        event.name
    ))
}

/// A note on loops for which the default closure was replaced.
fn long_loop(settings: &Simulate, model: &Model, summary: &Summary) -> Option<String> {
    let automatic = matches!(settings.closure, None | Some(LoopClosure::Auto));
    let chosen = automatic && !model.is_coupled_tree() && summary.closure == Some(LoopClosure::Corrected);
    chosen.then(|| {
        "a loop has more than 50 speeds beyond its constraints: coordinates and speeds were corrected to satisfy closure after every step (closure = \
         \"corrected\")"
            .to_owned()
    })
}

/// A note on joints without a motor, which a controller does not drive: in trees, they move freely.
pub(crate) fn undriven(model: &Model) -> Option<String> {
    const SHOWN: usize = 4;
    if !model.closures().is_empty() && !model.is_coupled_tree() {
        return None;
    }
    let couplings = model.couplings();
    let coupled = |i: usize| couplings.followers().iter().any(|f| f.joint.0 == i || f.leader.0 == i);
    let free = |i: &usize| model.links()[*i].nv > 0 && !model.is_actuated(LinkId(*i)) && !coupled(*i);
    let names: Vec<String> =
        (0..model.links().len()).filter(free).map(|i| format!("\"{}\"", model.joint_names()[i])).collect();
    let more = if names.len() > SHOWN { format!(" and {} more", names.len() - SHOWN) } else { String::new() };
    let (s, verb) = if names.len() == 1 { ("", "it moves") } else { ("s", "they move") };
    let shown = names[..names.len().min(SHOWN)].join(", ");
    (!names.is_empty()).then(|| {
        format!(
            "no motor acts at joint{s} {shown}{more}: {verb} freely, and the controller drives the other joints only"
        )
    })
}

/// An event of a scenario.
pub(crate) fn event(spec: &EventSpec, model: &Model) -> Result<Event, Error> {
    let entry = |name: &str, quantity| -> Result<(String, usize, f64), Error> {
        let entries = Entries::new(model, quantity);
        let range = entries.find(name).filter(|range| range.len() == 1).ok_or_else(|| {
            let remedy = match entries.nearest(name).filter(|near| near != name) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("name one of {}", entries.in_order()),
            };
            scenario_error("event", format!("there is no joint \"{name}\" with one coordinate"), remedy)
        })?;
        let value = spec.value.in_si(entries.units[range.start])?;
        let owner = model.links().iter().position(|l| {
            let range_of_joint = if quantity == Quantity::Q { l.q..l.q + l.nq } else { l.v..l.v + l.nv };
            range_of_joint.contains(&range.start)
        });
        let owner = owner.unwrap_or_default();
        let link = &model.links()[owner];
        let first = if quantity == Quantity::Q { link.q } else { link.v };
        Ok((model.joint_names()[owner].clone(), range.start - first, value))
    };
    let mut event = match (&spec.joint, &spec.speed, &spec.height) {
        (Some(name), None, None) => {
            let (joint, index, value) = entry(name, Quantity::Q)?;
            Event::coordinate(&joint, index, value)
        }
        (None, Some(name), None) => {
            let (joint, index, value) = entry(name, Quantity::V)?;
            Event::speed(&joint, index, value)
        }
        (None, None, Some(frame)) => Event::frame(frame, 2, spec.value.in_si("m")?),
        _ => {
            let rule = "an event needs exactly one of \"joint\", \"speed\" and \"height\"";
            return Err(scenario_error("event", rule, "give one of them"));
        }
    };
    event.name = spec.name.clone();
    event.direction = spec.direction;
    Ok(if spec.stop { event.stop() } else { event })
}

fn missing(key: &str, remedy: &str) -> Error {
    scenario_error(key, "the key is missing", remedy)
}
