//! Checks of constraints and springs against the description they are part of.

use denoc_math::Vec3;

use crate::description::{Description, Place};
use crate::{ModelError, names};

/// A constraint or spring of a description; its methods are the checks that several kinds share.
#[derive(Debug)]
pub struct Part<'a> {
    pub(crate) description: &'a Description,
    /// What it is, for messages.
    pub(crate) what: &'static str,
    pub(crate) name: &'a str,
    pub(crate) place: &'a Option<Place>,
}

impl Part<'_> {
    /// The name of the ground.
    pub fn ground(&self) -> &str {
        &self.description.ground
    }

    /// A link of this name exists.
    pub fn link(&self, name: &str) -> Result<(), ModelError> {
        let d = self.description;
        if name == d.ground || d.links.iter().any(|l| l.name == name) {
            return Ok(());
        }
        Err(ModelError::UnknownLink {
            what: self.what,
            name: self.name.to_owned(),
            link: name.to_owned(),
            nearest: names::nearest(name, d.links.iter().map(|l| l.name.as_str())),
            place: self.place.clone(),
        })
    }

    /// These are two different links.
    pub fn two_links(&self, one: &str, other: &str) -> Result<(), ModelError> {
        if one != other {
            return Ok(());
        }
        let (name, link) = (self.name.to_owned(), one.to_owned());
        Err(ModelError::WithinLink { what: self.what, name, link, place: self.place.clone() })
    }

    /// These are two different joints.
    pub fn two_joints(&self, one: &str, other: &str) -> Result<(), ModelError> {
        if one != other {
            return Ok(());
        }
        Err(ModelError::SelfCoupling { joint: one.to_owned(), place: self.place.clone() })
    }

    /// A joint of this name exists and has one coordinate; `rule` is for the message otherwise.
    pub fn one_coordinate(&self, joint: &str, rule: &'static str) -> Result<(), ModelError> {
        let joints = &self.description.joints;
        let place = self.place.clone();
        match joints.iter().find(|j| j.name == joint).map(|j| j.joint.q_units().len()) {
            Some(1) => Ok(()),
            Some(count) => Err(ModelError::Property {
                joint: joint.to_owned(),
                property: "number of coordinates",
                value: count as f64,
                rule,
                place,
            }),
            None => Err(ModelError::UnknownJoint {
                what: self.what,
                name: self.name.to_owned(),
                joint: joint.to_owned(),
                nearest: names::nearest(joint, joints.iter().map(|j| j.name.as_str())),
                place,
            }),
        }
    }

    /// Every component is a finite number.
    pub fn finite(&self, what: &'static str, vector: Vec3<f64>) -> Result<(), ModelError> {
        let bad = vector.to_array().into_iter().find(|x| !x.is_finite());
        bad.map_or(Ok(()), |value| Err(self.measure(what, value, "it must be a finite number")))
    }

    /// A number is positive and finite.
    pub fn positive(&self, what: &'static str, value: f64) -> Result<(), ModelError> {
        if value > 0.0 && value.is_finite() {
            return Ok(());
        }
        Err(self.measure(what, value, "it must be positive and finite"))
    }

    /// A number is at least 0 and finite.
    pub fn not_negative(&self, what: &'static str, value: f64) -> Result<(), ModelError> {
        if value >= 0.0 && value.is_finite() {
            return Ok(());
        }
        Err(self.measure(what, value, "it must be at least 0 and finite"))
    }

    /// A number counts something.
    pub fn whole(&self, what: &'static str, value: f64) -> Result<(), ModelError> {
        if value >= 1.0 && value.is_finite() && value.fract() == 0.0 {
            return Ok(());
        }
        Err(self.measure(what, value, "it must be a positive integer"))
    }

    /// A number is at least 0 and below a limit, which the rule states.
    pub fn below(&self, what: &'static str, value: f64, limit: f64, rule: &'static str) -> Result<(), ModelError> {
        if value >= 0.0 && value < limit {
            return Ok(());
        }
        Err(self.measure(what, value, rule))
    }

    fn measure(&self, what: &'static str, value: f64, rule: &'static str) -> ModelError {
        let owner = format!("{} \"{}\"", self.what, self.name);
        ModelError::Measure { owner, what, value, rule, place: self.place.clone() }
    }
}
