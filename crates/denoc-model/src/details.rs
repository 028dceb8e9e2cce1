//! Configurations, couplings, motors and contact points of a description.

use std::collections::{HashMap, HashSet};

use denoc_math::Vec3;

use crate::description::{Description, Place};
use crate::{ModelError, names};

/// A named configuration of a mechanism, such as `home`. Joints that are not listed are at zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// Unique name.
    pub name: String,
    /// Joints and their coordinates: rad, m, quaternions `[x, y, z, w]`.
    pub joints: Vec<(String, Vec<f64>)>,
    /// Location in the source file.
    pub place: Option<Place>,
}

/// A joint that follows another one: its coordinate is ratio · other + offset. Gears, racks and screws are couplings.
#[derive(Clone, Debug, PartialEq)]
pub struct Coupling {
    /// The joint that follows.
    pub joint: String,
    /// The joint it follows.
    pub follows: String,
    /// Factor, in the units of the two coordinates.
    pub ratio: f64,
    /// Coordinate where the other joint is at zero, rad or m.
    pub offset: f64,
    /// Whether the coupling is enforced; otherwise it is stored only and the joints are independent.
    pub enforced: bool,
    /// Location in the source file.
    pub place: Option<Place>,
}

/// A motor. If a description lists motors, joints without one are passive.
#[derive(Clone, Debug, PartialEq)]
pub struct ActuatorSpec {
    /// Unique name.
    pub name: String,
    /// The actuated joint.
    pub joint: String,
    /// Largest force or torque at the joint, N or N m; `None`: the effort limit of the joint.
    pub effort_limit: Option<f64>,
    /// Location in the source file.
    pub place: Option<Place>,
}

/// A point of a link that may contact the surroundings.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactPoint {
    /// Unique name.
    pub name: String,
    /// The link.
    pub link: String,
    /// The point in the link frame, m.
    pub position: Vec3<f64>,
    /// Radius of a sphere around the point, m; 0 for a point.
    pub radius: f64,
    /// Location in the source file.
    pub place: Option<Place>,
}

/// Checks that all references exist, names are unique and numbers are valid.
pub(crate) fn check(d: &Description) -> Result<(), ModelError> {
    if d.configurations.is_empty() && d.couplings.is_empty() && d.actuators.is_empty() && d.contacts.is_empty() {
        return Ok(()); // saves long chains the set of all names
    }
    let joints: HashMap<&str, usize> = d.joints.iter().map(|j| (j.name.as_str(), j.joint.q_units().len())).collect();
    let joint = |what, name: &str, joint: &str, place: &Option<Place>| {
        joints.get(joint).copied().ok_or_else(|| ModelError::UnknownJoint {
            what,
            name: name.to_owned(),
            joint: joint.to_owned(),
            nearest: names::nearest(joint, joints.keys().copied()),
            place: place.clone(),
        })
    };
    let mut seen = HashSet::new();
    let mut unique = |what: &'static str, name: &str, place: &Option<Place>| match seen.insert((what, name.to_owned()))
    {
        true => Ok(()),
        false => Err(ModelError::DuplicateName { what, name: name.to_owned(), place: place.clone() }),
    };
    let finite = |what, name: &str, values: &[f64], place: &Option<Place>| match values.iter().find(|x| !x.is_finite())
    {
        None => Ok(()),
        Some(&value) => Err(ModelError::NotFinite { what, name: name.to_owned(), value, place: place.clone() }),
    };
    for c in &d.configurations {
        unique("configuration", &c.name, &c.place)?;
        for (name, q) in &c.joints {
            let needed = joint("configuration", &c.name, name, &c.place)?;
            if q.len() != needed {
                return Err(ModelError::CoordinateCount {
                    configuration: c.name.clone(),
                    joint: name.clone(),
                    found: q.len(),
                    needed,
                    place: c.place.clone(),
                });
            }
            finite("configuration", &c.name, q, &c.place)?;
        }
    }
    for c in &d.couplings {
        unique("coupling", &c.joint, &c.place)?;
        for name in [&c.joint, &c.follows] {
            let needed = joint("coupling", &c.joint, name, &c.place)?;
            if needed != 1 {
                return Err(ModelError::Property {
                    joint: name.clone(),
                    property: "number of coordinates",
                    value: needed as f64,
                    rule: "couplings are between joints with one coordinate",
                    place: c.place.clone(),
                });
            }
        }
        if c.joint == c.follows {
            return Err(ModelError::SelfCoupling { joint: c.joint.clone(), place: c.place.clone() });
        }
        finite("ratio of the coupling", &c.joint, &[c.ratio], &c.place)?;
        finite("offset of the coupling", &c.joint, &[c.offset], &c.place)?;
    }
    refuse_circles(d)?;
    for a in &d.actuators {
        unique("actuator", &a.name, &a.place)?;
        joint("actuator", &a.name, &a.joint, &a.place)?;
        if let Some(value) = a.effort_limit.filter(|x| x.is_nan() || *x < 0.0) {
            let (property, rule) = ("effort limit", "it must be a number of at least 0");
            return Err(ModelError::Property { joint: a.joint.clone(), property, value, rule, place: a.place.clone() });
        }
    }
    for c in &d.contacts {
        unique("contact", &c.name, &c.place)?;
        if c.link != d.ground && !d.links.iter().any(|l| l.name == c.link) {
            return Err(ModelError::UnknownLink {
                what: "contact",
                name: c.name.clone(),
                link: c.link.clone(),
                nearest: names::nearest(&c.link, d.links.iter().map(|l| l.name.as_str())),
                place: c.place.clone(),
            });
        }
        finite("contact", &c.name, &[c.position.x, c.position.y, c.position.z, c.radius], &c.place)?;
        if c.radius < 0.0 {
            let (what, rule) = ("radius", "it must be at least 0");
            return Err(ModelError::Measure {
                owner: format!("contact \"{}\"", c.name),
                what,
                value: c.radius,
                rule,
                place: c.place.clone(),
            });
        }
    }
    Ok(())
}

/// Refuses joints that follow each other in a cycle. Couplings that are not enforced are ignored.
fn refuse_circles(d: &Description) -> Result<(), ModelError> {
    let follows: HashMap<&str, &Coupling> =
        d.couplings.iter().filter(|c| c.enforced).map(|c| (c.joint.as_str(), c)).collect();
    let mut done: HashSet<&str> = HashSet::new();
    for c in d.couplings.iter().filter(|c| c.enforced) {
        // each joint follows at most one other: a path ends at an independent joint, at joints seen before, or in a cycle
        let (mut path, mut on_path): (Vec<&Coupling>, HashSet<&str>) = (Vec::new(), HashSet::new());
        let mut next = Some(c);
        while let Some(c) = next.filter(|c| !done.contains(c.joint.as_str())) {
            if !on_path.insert(&c.joint) {
                let cycle = path.iter().skip_while(|w| w.joint != c.joint).map(|w| w.joint.clone());
                return Err(ModelError::CircularCoupling { joints: cycle.collect(), place: c.place.clone() });
            }
            path.push(c);
            next = follows.get(c.follows.as_str()).copied();
        }
        done.extend(on_path);
    }
    Ok(())
}
