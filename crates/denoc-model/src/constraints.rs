//! What a description can say about motion besides joints: rods, cams, rolling wheels; and springs between points.

use std::collections::HashMap;

use denoc_math::{Pose, Vec3};

use crate::cam_profile::CamProfile;
use crate::description::{Description, Place};
use crate::{ModelError, names};

/// A constraint that is no joint between two links.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintSpec {
    /// Unique name, also among joints.
    pub name: String,
    /// What it asks for.
    pub kind: ConstraintKind,
    /// Where it was said.
    pub place: Option<Place>,
}

/// A point fixed in a link.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSpec {
    /// The link.
    pub link: String,
    /// Its place in the link frame, m.
    pub position: Vec3<f64>,
}

/// The kinds of constraints.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstraintKind {
    /// Two points keep their distance, as if a rod without mass were hinged to both by ball joints.
    Distance {
        /// One end.
        from: PointSpec,
        /// The other.
        to: PointSpec,
        /// The distance, m.
        length: f64,
    },
    /// The coordinate of one joint is a function of that of another.
    Cam {
        /// The joint that follows.
        joint: String,
        /// The joint that drives it.
        follows: String,
        /// The function.
        profile: CamProfile,
    },
    /// A wheel rolls on a plane of the ground without slipping.
    Rolling(RollingSpec),
}

impl ConstraintKind {
    /// One word for it: the name of its tables in model files.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Distance { .. } => "distance",
            Self::Cam { .. } => "cam",
            Self::Rolling(_) => "rolling",
        }
    }

    /// The joints whose coordinates it binds.
    pub fn bound_joints(&self) -> Option<[&String; 2]> {
        match self {
            Self::Cam { joint, follows, .. } => Some([joint, follows]),
            Self::Distance { .. } | Self::Rolling(_) => None,
        }
    }

    /// Moves what is fixed in links to the links that they became part of: `home` gives the new link and the old one in it.
    pub(crate) fn move_links(&mut self, home: impl Fn(&str) -> Option<(String, Pose<f64>)>) {
        match self {
            Self::Distance { from, to, .. } => [from, to].into_iter().for_each(|point| point.move_link(&home)),
            Self::Rolling(r) => {
                if let Some((name, pose)) = home(&r.link) {
                    (r.link, r.center, r.axis) = (name, pose.point(r.center), pose.rotation.apply(r.axis));
                }
            }
            Self::Cam { .. } => {}
        }
    }

    /// Whether it says nothing: a rod between points of one link, of the right length, or a wheel that is part of the ground.
    pub(crate) fn ties_what_is_one(&self, ground: &str) -> bool {
        match self {
            Self::Distance { from, to, length } => {
                from.link == to.link && ((to.position - from.position).norm() - length).abs() < 1e-9
            }
            Self::Cam { .. } => false,
            Self::Rolling(r) => r.link == ground,
        }
    }
}

impl PointSpec {
    pub(crate) fn move_link(&mut self, home: impl Fn(&str) -> Option<(String, Pose<f64>)>) {
        if let Some((name, pose)) = home(&self.link) {
            (self.link, self.position) = (name, pose.point(self.position));
        }
    }
}

/// A spring, with a damper beside it, between two points.
#[derive(Clone, Debug, PartialEq)]
pub struct SpringSpec {
    /// Unique name.
    pub name: String,
    /// One end.
    pub from: PointSpec,
    /// The other.
    pub to: PointSpec,
    /// Stiffness, N/m.
    pub stiffness: f64,
    /// Length at which it exerts no force, m.
    pub rest_length: f64,
    /// Force per speed of lengthening, N s/m.
    pub damping: f64,
    /// Where it was said.
    pub place: Option<Place>,
}

/// A wheel (a thin disk) that rolls on a plane of the ground without slipping. Two of its conditions are on speeds alone
/// (nonholonomic).
#[derive(Clone, Debug, PartialEq)]
pub struct RollingSpec {
    /// The wheel.
    pub link: String,
    /// Its centre in the link frame, m.
    pub center: Vec3<f64>,
    /// Its axis in the link frame.
    pub axis: Vec3<f64>,
    /// Its radius, m.
    pub radius: f64,
    /// A point of the plane, in ground axes, m.
    pub plane_point: Vec3<f64>,
    /// The normal of the plane, in ground axes, towards the wheel.
    pub plane_normal: Vec3<f64>,
    /// Whether the wheel is also kept on the plane; no where the rest of the mechanism does that already.
    pub keep_height: bool,
}

pub(crate) fn check(d: &Description) -> Result<(), ModelError> {
    check_springs(d)?;
    if d.constraints.is_empty() {
        return Ok(());
    }
    let joints: HashMap<&str, usize> = d.joints.iter().map(|j| (j.name.as_str(), j.joint.q_units().len())).collect();
    let mut seen: Vec<&str> = Vec::new();
    for c in &d.constraints {
        if seen.contains(&c.name.as_str()) || joints.contains_key(c.name.as_str()) {
            return Err(ModelError::DuplicateName { what: "constraint", name: c.name.clone(), place: c.place.clone() });
        }
        seen.push(&c.name);
        match &c.kind {
            ConstraintKind::Distance { from, to, length } => {
                for point in [from, to] {
                    link(d, "constraint", (&c.name, &c.place), &point.link)?;
                    finite("constraint", (&c.name, &c.place), "coordinate of a point", point.position)?;
                }
                two_links("constraint", (&c.name, &c.place), &from.link, &to.link)?;
                positive(c, "length", *length)?;
            }
            ConstraintKind::Cam { joint, follows, .. } => {
                for name in [joint, follows] {
                    one_coordinate(c, name, &joints)?;
                }
                if joint == follows {
                    return Err(ModelError::SelfCoupling { joint: joint.clone(), place: c.place.clone() });
                }
            }
            ConstraintKind::Rolling(r) => {
                link(d, "constraint", (&c.name, &c.place), &r.link)?;
                two_links("constraint", (&c.name, &c.place), &r.link, &d.ground)?;
                for (what, vector) in [
                    ("coordinate of centre", r.center),
                    ("component of axis", r.axis),
                    ("coordinate of the plane's point", r.plane_point),
                    ("component of the plane's normal", r.plane_normal),
                ] {
                    finite("constraint", (&c.name, &c.place), what, vector)?;
                }
                positive(c, "radius", r.radius)?;
                for (what, vector) in [("length of axis", r.axis), ("length of normal", r.plane_normal)] {
                    positive(c, what, vector.norm())?;
                }
            }
        }
    }
    Ok(())
}

fn check_springs(d: &Description) -> Result<(), ModelError> {
    for (i, s) in d.springs.iter().enumerate() {
        let who = (&s.name, &s.place);
        if d.springs[..i].iter().any(|other| other.name == s.name) {
            return Err(ModelError::DuplicateName { what: "spring", name: s.name.clone(), place: s.place.clone() });
        }
        for point in [&s.from, &s.to] {
            link(d, "spring", who, &point.link)?;
            finite("spring", who, "coordinate of a point", point.position)?;
        }
        two_links("spring", who, &s.from.link, &s.to.link)?;
        let numbers = [("stiffness", s.stiffness), ("rest length", s.rest_length), ("damping", s.damping)];
        if let Some((what, value)) = numbers.into_iter().find(|(_, x)| !(*x >= 0.0 && x.is_finite())) {
            let owner = format!("spring \"{}\"", s.name);
            let rule = "it must be at least 0 and finite";
            return Err(ModelError::Measure { owner, what, value, rule, place: s.place.clone() });
        }
    }
    Ok(())
}

type Who<'a> = (&'a String, &'a Option<Place>);

fn link(d: &Description, what: &'static str, (owner, place): Who<'_>, name: &str) -> Result<(), ModelError> {
    if name == d.ground || d.links.iter().any(|l| l.name == name) {
        return Ok(());
    }
    Err(ModelError::UnknownLink {
        what,
        name: owner.clone(),
        link: name.to_owned(),
        nearest: names::nearest(name, d.links.iter().map(|l| l.name.as_str())),
        place: place.clone(),
    })
}

fn finite(kind: &str, (name, place): Who<'_>, what: &'static str, vector: Vec3<f64>) -> Result<(), ModelError> {
    match vector.to_array().into_iter().find(|x| !x.is_finite()) {
        None => Ok(()),
        Some(value) => Err(ModelError::Measure {
            owner: format!("{kind} \"{name}\""),
            what,
            value,
            rule: "it must be a finite number",
            place: place.clone(),
        }),
    }
}

fn two_links(what: &'static str, (name, place): Who<'_>, one: &str, other: &str) -> Result<(), ModelError> {
    if one != other {
        return Ok(());
    }
    Err(ModelError::WithinLink { what, name: name.clone(), link: one.to_owned(), place: place.clone() })
}

fn one_coordinate(c: &ConstraintSpec, name: &str, joints: &HashMap<&str, usize>) -> Result<(), ModelError> {
    match joints.get(name) {
        Some(1) => Ok(()),
        Some(&count) => Err(ModelError::Property {
            joint: name.to_owned(),
            property: "number of coordinates",
            value: count as f64,
            rule: "cams are between joints with one coordinate",
            place: c.place.clone(),
        }),
        None => Err(ModelError::UnknownJoint {
            what: "constraint",
            name: c.name.clone(),
            joint: name.to_owned(),
            nearest: names::nearest(name, joints.keys().copied()),
            place: c.place.clone(),
        }),
    }
}

fn positive(c: &ConstraintSpec, what: &'static str, value: f64) -> Result<(), ModelError> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    Err(ModelError::Measure {
        owner: format!("constraint \"{}\"", c.name),
        what,
        value,
        rule: "it must be positive and finite",
        place: c.place.clone(),
    })
}
