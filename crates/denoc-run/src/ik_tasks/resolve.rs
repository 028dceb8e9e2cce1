//! From names and numbers with units to the tasks of a model.

use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};
use denoc_mechanism::ik::tasks::{FrameTarget, Task, TaskTarget};
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_mechanism::usual_start;
use denoc_model::{FrameId, LinkId, Model, names};

use super::{Posture, TaskSpec};
use crate::Error;
use crate::error::scenario_error;
use crate::scenario::{Number, Values};

/// The tasks of a model.
///
/// # Errors
/// If a name is unknown or a task is incomplete; messages begin with its number.
pub fn resolve(model: &Model, specs: &[TaskSpec]) -> Result<Vec<Task>, Error> {
    let one =
        |(i, spec): (usize, &TaskSpec)| spec.resolve(model).map_err(|error| error.at_key(&format!("task {}", i + 1)));
    specs.iter().enumerate().map(one).collect()
}

fn bad(key: &str, rule: impl Into<String>, remedy: impl Into<String>) -> Error {
    scenario_error(key, rule, remedy)
}

impl TaskSpec {
    fn resolve(&self, model: &Model) -> Result<Task, Error> {
        let target = match (&self.frame, &self.com, &self.posture) {
            (Some(frame), None, None) => {
                let base = match &self.base {
                    Some(base) => Some(frame_of(model, "in", base)?),
                    None => None,
                };
                TaskTarget::Frame { frame: frame_of(model, "frame", frame)?, base, target: self.frame_target()? }
            }
            (None, Some(place), None) => {
                self.only("com", &[])?;
                TaskTarget::MassCenter { position: mass_center(place)? }
            }
            (None, None, Some(posture)) => {
                self.only("posture", &[])?;
                joints(model, posture)?
            }
            (None, None, None) => return Err(bad("", "it has no frame, com or posture", "give one of them")),
            _ => return Err(bad("", "it has several of frame, com and posture", "write one task for each")),
        };
        let usual = Task::new(target);
        Ok(Task {
            weight: self.weight.unwrap_or(usual.weight),
            priority: self.priority.unwrap_or(usual.priority),
            tolerance: self.tolerance,
            ..usual
        })
    }

    /// Refuses keys of frames beside something else.
    fn only(&self, what: &str, allowed: &[&str]) -> Result<(), Error> {
        let given = [
            ("in", self.base.is_some()),
            ("position", self.position.is_some()),
            ("rpy", self.rpy.is_some()),
            ("quaternion", self.quaternion.is_some()),
            ("rotation", self.rotation.is_some()),
            ("pointing", self.pointing.is_some()),
            ("look_at", self.look_at.is_some()),
            ("axis", self.axis.is_some()),
        ];
        match given.into_iter().find(|(key, given)| *given && !allowed.contains(key)) {
            Some((key, _)) => Err(bad(key, format!("it does not go with {what}"), "write it in a task of its own")),
            None => Ok(()),
        }
    }

    fn frame_target(&self) -> Result<FrameTarget, Error> {
        let position = self.position.as_ref().map(|p| vector("position", p, "m")).transpose()?;
        let rotation = match (&self.rpy, &self.quaternion, &self.rotation) {
            (Some(rpy), None, None) => Some(Mat3::from_rpy(numbers("rpy", rpy, "rad")?)),
            (None, Some(quaternion), None) => Some(rotation(numbers("quaternion", quaternion, "1")?)?),
            (None, None, Some(rows)) => {
                let [a, b, c, d, e, f, g, h, i] = numbers::<9>("rotation", rows, "1")?;
                Some(Mat3::from_rows([[a, b, c], [d, e, f], [g, h, i]]))
            }
            (None, None, None) => None,
            _ => return Err(bad("", "it has several of rpy, quaternion and rotation", "keep one of them")),
        };
        if self.pointing.is_none() && self.look_at.is_none() {
            self.only("an orientation", &["in", "position", "rpy", "quaternion", "rotation"])?;
        }
        let axis = self.axis.as_ref().map_or(Ok(Vec3::unit(2)), |axis| vector("axis", axis, "1"))?;
        Ok(match (position, rotation, &self.pointing, &self.look_at) {
            (Some(position), Some(rotation), None, None) => FrameTarget::Pose(Pose::new(rotation, position)),
            (Some(position), None, None, None) => FrameTarget::Position(position),
            (None, Some(rotation), None, None) => FrameTarget::Orientation(rotation),
            (None, None, Some(direction), None) => {
                FrameTarget::Pointing { axis, direction: vector("pointing", direction, "1")? }
            }
            (None, None, None, Some(point)) => FrameTarget::LookAt { axis, point: vector("look_at", point, "m")? },
            (None, None, None, None) => {
                let remedy = "give position, rpy or quaternion, pointing, or look_at";
                return Err(bad("", "its frame has no target", remedy));
            }
            _ => {
                let rule = "pointing and look_at do not go with another target of the frame";
                return Err(bad("", rule, "write a second task for the same frame"));
            }
        })
    }
}

fn frame_of(model: &Model, key: &str, name: &str) -> Result<FrameId, Error> {
    let all = model.frame_names().iter().map(String::as_str);
    let rule = || format!("there is no frame called \"{name}\"");
    model.frame(name).map_err(|_| bad(key, rule(), names::suggest("frame", name, all)))
}

fn numbers<const N: usize>(key: &str, all: &[Number], unit: &str) -> Result<[f64; N], Error> {
    let all = all.iter().map(|x| x.in_si(unit)).collect::<Result<Vec<f64>, _>>().map_err(|error| error.at_key(key))?;
    let found = all.len();
    all.try_into()
        .map_err(|_| bad(key, format!("it has {found} number{}", denoc_base::plural(found)), format!("give {N}")))
}

fn vector(key: &str, all: &[Number], unit: &str) -> Result<Vec3<f64>, Error> {
    Ok(Vec3::from(numbers::<3>(key, all, unit)?))
}

/// The rotation of a unit quaternion.
fn rotation(quaternion: [f64; 4]) -> Result<Mat3<f64>, Error> {
    let norm = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() > 1e-6 {
        let norm = denoc_base::number::six_beside(norm, 1.0);
        return Err(bad("quaternion", format!("its length is {norm}"), "it must be 1; normalise it"));
    }
    Ok(quaternion_rotation(quaternion))
}

/// Two or three coordinates; "-" leaves one free.
fn mass_center(place: &[Number]) -> Result<[Option<f64>; 3], Error> {
    if !(2..=3).contains(&place.len()) {
        let rule = format!("it has {} number{}", place.len(), denoc_base::plural(place.len()));
        return Err(bad("com", rule, "give x, y or x, y, z"));
    }
    let mut position = [None; 3];
    for (goal, x) in position.iter_mut().zip(place) {
        let free = matches!(x, Number::WithUnit(text) if text == "-");
        *goal = if free { None } else { Some(x.in_si("m").map_err(|error| error.at_key("com"))?) };
    }
    Ok(position)
}

/// The joints of a posture with their coordinates.
fn joints(model: &Model, posture: &Posture) -> Result<TaskTarget, Error> {
    let entries = Entries::new(model, Quantity::Q);
    let (q, named) = match posture {
        Posture::Configuration(name) if name == "start" && model.configuration(name).is_err() => {
            (usual_start(model), None)
        }
        Posture::Configuration(name) => (model.configuration(name)?.to_vec(), None),
        Posture::Values(values) => {
            let q = values.resolve(&entries, model.neutral()).map_err(|error| error.at_key("posture"))?;
            let some = matches!(values, Values::Named(_)).then(|| values.named_joints(model, &entries));
            (q, some)
        }
    };
    let all = || (0..model.links().len()).map(LinkId).filter(|link| model.links()[link.0].nq > 0).collect();
    let of = |link: LinkId| {
        let at = &model.links()[link.0];
        (link, q[at.q..at.q + at.nq].to_vec())
    };
    Ok(TaskTarget::Posture(named.unwrap_or_else(all).into_iter().map(of).collect()))
}
