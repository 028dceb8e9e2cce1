//! From a scenario to what the computations need.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use denoc_dynamics::loops::LoopMethod;
use denoc_math::{Vec3, quaternion_rotation};
use denoc_model::Model;
use denoc_results::Table;
use denoc_sim::controllers::{Controller, ControllerInfo, ForceTable, Ingredients, Interpolation, NoForces, Reference};
use denoc_sim::motion::{self, Cartesian, CartesianPath, Ends, Orientation, PointToPoint, Spline, TimeLaw};
use denoc_sim::{Event, LoopClosure, LoopSettings, SimError, Summary};

use crate::error::Kind;
use crate::load::Loaded;
use crate::scenario::{self, Gains, Scenario, Values};
use crate::{Error, load, load_floating};
use denoc_mechanism::quantity::{Entries, Quantity};

/// A motion along which a model of this lifetime is led.
pub(crate) type BoxedMotion<'m> = Box<dyn motion::Motion + 'm>;
/// The motion that a controller follows and the results show.
pub(crate) type SharedMotion<'m> = Arc<dyn motion::Motion + 'm>;

/// The mechanism of a scenario; relative paths start at `base`.
pub fn model(scenario: &Scenario, base: &Path) -> Result<Loaded, Error> {
    let found = locate(&scenario.model, base);
    let mut loaded = if scenario.floating { load_floating(&found)? } else { load(&found)? };
    if !scenario.rotor_inertia.is_empty() {
        loaded = loaded.rotor_inertia(scenario.rotor_inertia.iter().map(|(name, &x)| (name.as_str(), x)))?;
    }
    if let Some(gravity) = scenario.gravity {
        loaded.description.gravity = Vec3::from(gravity);
        loaded = loaded.rebuild()?;
    }
    Ok(loaded)
}

/// Relative paths of a scenario start at its folder.
fn locate(file: &str, base: &Path) -> PathBuf {
    let beside = base.join(file);
    if beside.is_file() { beside } else { PathBuf::from(file) }
}

/// The motion of a scenario, from `q`.
pub(crate) fn motion<'m>(
    said: &scenario::Motion,
    model: &'m Model,
    q: &[f64],
    base: &Path,
) -> Result<BoxedMotion<'m>, Error> {
    let entries = Entries::new(model, Quantity::Q);
    let goal = || -> Result<Vec<f64>, Error> {
        match (&said.to, &said.to_configuration) {
            (None, None) => Err(missing("motion", "to", "say where it goes: to = { joint1 = 1.0 }")),
            (to, configuration) => {
                let others = match configuration {
                    Some(name) => model.configuration(name)?.to_vec(),
                    None => q.to_vec(),
                };
                to.as_ref().map_or(Ok(others.clone()), |to| to.resolve(&entries, others))
            }
        }
    };
    let duration = || said.duration.ok_or_else(|| missing("motion", "duration", "say how long it takes, in seconds"));
    let law = |word: &str| -> Result<TimeLaw, Error> {
        Ok(match (TimeLaw::from_keyword(word)?, said.blend) {
            (TimeLaw::Trapezoidal { .. }, Some(blend)) => TimeLaw::Trapezoidal { blend },
            (law, _) => law,
        })
    };
    Ok(match said.profile.as_str() {
        "constant" => Box::new(motion::ConstantMotion::new(model, q, duration()?)?),
        "spline" => {
            let mut points = vec![q.to_vec()];
            for via in &said.via {
                let before = points.last().cloned().unwrap_or_default();
                points.push(via.resolve(&entries, before)?);
            }
            if said.to.is_some() || said.to_configuration.is_some() {
                points.push(goal()?);
            }
            let times = match &said.times {
                Some(times) if times.len() + 1 != points.len() => {
                    let words = format!(
                        "motion: times has {} numbers, but there are {} points after the start (via and to): give one time for each; \
                         the start is at 0",
                        times.len(),
                        points.len() - 1
                    );
                    return Err(Kind::Scenario(words).into());
                }
                Some(times) => [0.0].iter().chain(times).copied().collect(),
                None => evenly(duration()?, points.len()),
            };
            let rest = vec![0.0; model.nv()];
            Box::new(Spline::new(model, &times, &points, &Ends::Clamped(rest.clone(), rest))?)
        }
        "table" => {
            let file = said.file.as_deref().ok_or_else(|| missing("motion", "file", "name a CSV or npz file"))?;
            table(model, &locate(file, base))?
        }
        "line" | "arc" => {
            let frame = said.frame.as_deref().ok_or_else(|| missing("motion", "frame", "name the frame that moves"))?;
            let end = said.point.ok_or_else(|| missing("motion", "point", "give the end of the path"))?;
            let way = match (said.profile.as_str(), said.through) {
                ("line", _) => CartesianPath::Line { to: Vec3::from(end) },
                (_, Some(through)) => CartesianPath::ArcThrough { via: Vec3::from(through), to: Vec3::from(end) },
                (_, None) => return Err(missing("motion", "through", "give a point that the arc passes")),
            };
            let orientation = match (said.quaternion, said.orientation) {
                (Some(turn), None) => Orientation::To(quaternion_rotation(unit(turn)?)),
                (Some(_), Some(_)) => {
                    let words = "motion has \"quaternion\" and \"orientation\": keep one of them".to_owned();
                    return Err(Kind::Scenario(words).into());
                }
                (None, Some(scenario::Orientation::Free)) => Orientation::Free,
                (None, _) => Orientation::Keep,
            };
            let law = law(said.law.as_deref().unwrap_or("quintic"))?;
            Box::new(Cartesian::new(model, model.frame(frame)?, q, way, orientation, duration()?, law)?)
        }
        word => Box::new(PointToPoint::new(model, q, &goal()?, duration()?, law(word)?)?),
    })
}

/// A quaternion of unit length.
fn unit(quaternion: [f64; 4]) -> Result<[f64; 4], Error> {
    let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() < 1e-6 {
        return Ok(quaternion.map(|x| x / norm));
    }
    Err(Kind::Scenario(format!("the quaternion of the motion has length {norm}: it must be 1; normalise it")).into())
}

fn evenly(duration: f64, count: usize) -> Vec<f64> {
    (0..count).map(|k| duration * k as f64 / (count.max(2) - 1) as f64).collect()
}

/// A motion from a file with the columns t, q[…] and, if they are there, v[…] and a[…].
fn table<'m>(model: &'m Model, path: &Path) -> Result<BoxedMotion<'m>, Error> {
    let file = read_table(path)?;
    let times = column(&file, "t", path)?;
    let rows = |quantity| rows(&file, &Entries::new(model, quantity), path);
    let q = rows(Quantity::Q)?.ok_or_else(|| no_column(&file, "q", path))?;
    let (v, a) = (rows(Quantity::V)?, rows(Quantity::A)?);
    Ok(Box::new(motion::TableMotion::new(model, &times, &q, v.as_deref(), a.as_deref())?))
}

pub(crate) fn read_table(path: &Path) -> Result<Table, Error> {
    let npz = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("npz"));
    Ok(if npz { Table::read_npz(path)? } else { Table::read_csv(path)? })
}

fn column(table: &Table, name: &str, path: &Path) -> Result<Vec<f64>, Error> {
    table.column(name).map(|c| c.values.clone()).ok_or_else(|| no_column(table, name, path))
}

fn no_column(table: &Table, name: &str, path: &Path) -> Error {
    let known: Vec<&str> = table.columns().iter().take(12).map(|c| c.name.as_str()).collect();
    let (path, known) = (path.display(), known.join(", "));
    Kind::Scenario(format!("{path}: there is no column \"{name}\"; the columns are {known}")).into()
}

/// One row for every line; `None` if no column of the quantity is there, an error if only some are.
fn rows(table: &Table, entries: &Entries, path: &Path) -> Result<Option<Vec<Vec<f64>>>, Error> {
    let columns: Vec<_> = (0..entries.len()).map(|i| table.column(&entries.column(i))).collect();
    if columns.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut rows = vec![Vec::with_capacity(entries.len()); table.rows()];
    for (i, column) in columns.iter().enumerate() {
        let column = column.ok_or_else(|| no_column(table, &entries.column(i), path))?;
        let factor = match (column.unit.as_str(), entries.units[i]) {
            ("", _) => 1.0,
            (own, needed) if own == needed || own == needed.replace('²', "^2") => 1.0,
            (own, needed) => denoc_formats::in_si(&format!("1 {own}"), needed)
                .map_err(|words| Kind::Scenario(format!("{}: column \"{}\": {words}", path.display(), column.name)))?,
        };
        rows.iter_mut().zip(&column.values).for_each(|(row, &x)| row.push(factor * x));
    }
    Ok(Some(rows))
}

/// The controller of a scenario.
pub(crate) fn controller<'m>(
    said: Option<&scenario::Controller>,
    motion: Option<SharedMotion<'m>>,
    model: &'m Model,
    q: &[f64],
    base: &Path,
) -> Result<Box<dyn Controller + 'm>, Error> {
    let Some(said) = said else {
        if motion.is_some() {
            let remedy =
                "a simulation with [motion] needs a [controller] that follows it, such as law = \"computed-torque\"";
            return Err(missing("the scenario", "controller", remedy));
        }
        return Ok(Box::new(NoForces));
    };
    let info = ControllerInfo::find(&said.law)?;
    let hold =
        said.hold.as_ref().map(|hold| hold.resolve(&Entries::new(model, Quantity::Q), q.to_vec())).transpose()?;
    let reference = match (hold, motion) {
        (Some(_), Some(_)) => {
            let words = "the scenario has [motion] and a controller with \"hold\"; keep one of them".to_owned();
            return Err(Kind::Scenario(words).into());
        }
        (Some(hold), None) => Reference::Hold(hold),
        (None, Some(motion)) => Reference::Motion(Box::new(motion)),
        (None, None) => Reference::Hold(q.to_vec()),
    };
    let gains = |gains: &Option<Gains>, name: &str| -> Result<Option<Vec<f64>>, Error> {
        // gains are given as forces are: the message must say which they were
        let rename = |error: Error| Kind::Scenario(error.to_string().replacen("tau", name, 1)).into();
        gains.as_ref().map(|gains| gains.resolve(model).map_err(rename)).transpose()
    };
    let tau = |tau: &Values| tau.resolve(&Entries::new(model, Quantity::Tau), vec![0.0; model.nv()]);
    let table = |file: &String| force_table(model, &locate(file, base), said.interpolation.unwrap_or_default());
    let parts = Ingredients {
        kp: gains(&said.kp, "kp")?,
        ki: gains(&said.ki, "ki")?,
        kd: gains(&said.kd, "kd")?,
        tau: said.tau.as_ref().map(tau).transpose()?,
        table: said.file.as_ref().map(table).transpose()?,
        ..Ingredients::new(model, reference)
    };
    info.make(parts).map_err(|error| match error {
        SimError::NoSetting { .. } => Kind::Scenario(error.to_string()).into(),
        other => other.into(),
    })
}

/// Forces from a file with the columns t and tau[…].
fn force_table(model: &Model, path: &Path, interpolation: Interpolation) -> Result<ForceTable, Error> {
    let table = read_table(path)?;
    let forces = rows(&table, &Entries::new(model, Quantity::Tau), path)?;
    let rows = forces.ok_or_else(|| no_column(&table, "tau", path))?;
    Ok(ForceTable { times: column(&table, "t", path)?, rows, interpolation })
}

/// How loops are kept closed.
pub(crate) fn loops(said: &scenario::Simulate) -> Result<LoopSettings, Error> {
    let known = |word: &String| {
        LoopMethod::from_keyword(word).ok_or_else(|| {
            let known = LoopMethod::ALL.iter().map(|m| m.info().keyword).collect();
            SimError::Keyword { what: "method for loops", word: word.clone(), known }
        })
    };
    let method = said.loop_method.as_ref().map(known).transpose()?;
    Ok(LoopSettings { closure: said.closure, method, singular: said.singular })
}

/// What there is to say about loops that are too long for the usual way.
pub(crate) fn long_loop(said: &scenario::Simulate, summary: &Summary) -> Option<String> {
    let chosen = said.closure.is_none() && summary.closure == Some(LoopClosure::Corrected);
    chosen.then(|| {
        "a loop has more than 50 speeds: coordinates and speeds were moved onto the closures after every step (closure = \
         \"corrected\")"
            .to_owned()
    })
}

/// An event of a scenario.
pub(crate) fn event(said: &scenario::Event, model: &Model) -> Result<Event, Error> {
    let entry = |name: &str, quantity| -> Result<(String, usize, f64), Error> {
        let entries = Entries::new(model, quantity);
        let range = entries.find(name).filter(|range| range.len() == 1).ok_or_else(|| {
            let known = entries.in_order();
            Error::from(Kind::Scenario(format!("an event watches \"{name}\"; name one of {known}")))
        })?;
        let value = said.value.in_si(entries.units[range.start])?;
        let owner = model.links().iter().position(|l| {
            let own = if quantity == Quantity::Q { l.q..l.q + l.nq } else { l.v..l.v + l.nv };
            own.contains(&range.start)
        });
        let owner = owner.unwrap_or_default();
        let link = &model.links()[owner];
        let first = if quantity == Quantity::Q { link.q } else { link.v };
        Ok((model.joint_names()[owner].clone(), range.start - first, value))
    };
    let mut event = match (&said.joint, &said.speed, &said.height) {
        (Some(name), None, None) => {
            let (joint, index, value) = entry(name, Quantity::Q)?;
            Event::coordinate(&joint, index, value)
        }
        (None, Some(name), None) => {
            let (joint, index, value) = entry(name, Quantity::V)?;
            Event::speed(&joint, index, value)
        }
        (None, None, Some(frame)) => Event::frame(frame, 2, said.value.in_si("m")?),
        _ => {
            let words = "an event watches one thing: give \"joint\", \"speed\" or \"height\", and only one of them";
            return Err(Kind::Scenario(words.into()).into());
        }
    };
    event.name = said.name.clone();
    event.direction = said.direction;
    Ok(if said.stop { event.stop() } else { event })
}

fn missing(owner: &str, key: &str, remedy: &str) -> Error {
    Kind::Scenario(format!("{owner} has no \"{key}\": {remedy}")).into()
}
