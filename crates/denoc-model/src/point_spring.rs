//! Springs between points.

use denoc_math::{Pose, Real};

use crate::ModelError;
use crate::closures::{Numbering, Part, PointSpec};
use crate::description::{Description, Place};
use crate::model::Frame;

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
    /// Force per rate of lengthening, N s/m.
    pub damping: f64,
    /// Where it is defined.
    pub place: Option<Place>,
}

/// A spring, with a damper beside it, between two points; only the positions of the frames matter.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSpring<T> {
    /// One end.
    pub from: Frame<T>,
    /// The other.
    pub to: Frame<T>,
    /// Stiffness.
    pub stiffness: T,
    /// Length at which it exerts no force.
    pub rest_length: T,
    /// Force per rate of lengthening.
    pub damping: T,
}

impl PointSpring<f64> {
    /// The force with which it pulls its ends together at a length and a rate of lengthening.
    pub fn tension(&self, length: f64, rate: f64) -> f64 {
        self.stiffness * (length - self.rest_length) + self.damping * rate
    }

    pub(crate) fn lift<U: Real>(&self) -> PointSpring<U> {
        PointSpring {
            from: self.from.map(U::lift),
            to: self.to.map(U::lift),
            stiffness: U::lift(self.stiffness),
            rest_length: U::lift(self.rest_length),
            damping: U::lift(self.damping),
        }
    }
}

pub(crate) fn check(d: &Description) -> Result<(), ModelError> {
    for (i, s) in d.springs.iter().enumerate() {
        if d.springs[..i].iter().any(|other| other.name == s.name) {
            return Err(ModelError::DuplicateName { what: "spring", name: s.name.clone(), place: s.place.clone() });
        }
        let part = Part { description: d, what: "spring", name: &s.name, place: &s.place };
        for point in [&s.from, &s.to] {
            part.link(&point.link)?;
            part.finite("coordinate of a point", point.position)?;
        }
        part.two_links(&s.from.link, &s.to.link)?;
        part.not_negative("stiffness", s.stiffness)?;
        part.not_negative("rest length", s.rest_length)?;
        part.not_negative("damping", s.damping)?;
    }
    Ok(())
}

/// The springs of a model.
pub(crate) fn number(d: &Description, numbering: &Numbering<'_>) -> Vec<PointSpring<f64>> {
    let end = |end: &PointSpec| numbering.frame(&end.link, Pose::translation(end.position));
    let springs = d.springs.iter().map(|s| PointSpring {
        from: end(&s.from),
        to: end(&s.to),
        stiffness: s.stiffness,
        rest_length: s.rest_length,
        damping: s.damping,
    });
    springs.collect()
}
