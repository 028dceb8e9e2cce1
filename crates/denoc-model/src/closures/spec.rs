//! Constraints of a description, and their checks.

use std::collections::HashSet;

use denoc_math::{Pose, Vec3};

use super::kind::Attachment;
use super::part::Part;
use super::{ConstraintInfo, ConstraintKind};
use crate::ModelError;
use crate::description::{Description, Place};

/// A constraint other than a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintSpec {
    /// Unique name, also among joints.
    pub name: String,
    /// Its kind, with links and joints by name.
    pub kind: ConstraintKind,
    /// Where it is defined.
    pub place: Option<Place>,
}

/// A point fixed in a link.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSpec {
    /// The link.
    pub link: String,
    /// Its position in the link frame, m.
    pub position: Vec3<f64>,
}

impl PointSpec {
    /// What is fixed in the link.
    pub(crate) fn attachment(&mut self) -> Attachment<'_> {
        Attachment { link: &mut self.link, points: vec![&mut self.position], directions: Vec::new() }
    }
}

impl Attachment<'_> {
    /// Moves to the link that this one became part of: `home` gives it, with the pose of the old link in it.
    pub(crate) fn relocate(self, home: impl Fn(&str) -> Option<(String, Pose<f64>)>) {
        let Some((name, pose)) = home(self.link) else { return };
        *self.link = name;
        self.points.into_iter().for_each(|point| *point = pose.point(*point));
        self.directions.into_iter().for_each(|direction| *direction = pose.rotation.apply(*direction));
    }
}

impl ConstraintInfo {
    /// The registered kind of this keyword.
    pub fn find(keyword: &str) -> Option<&'static Self> {
        super::CONSTRAINTS.iter().find(|kind| kind.keyword == keyword)
    }
}

impl ConstraintKind {
    /// The same kind with other values of its parameters; `None` if one is missing.
    pub fn with_values(&self, values: &crate::parameters::Values) -> Option<Self> {
        (self.info().from_values)(values)
    }
}

/// Checks all constraints of a description.
pub(crate) fn check(d: &Description) -> Result<(), ModelError> {
    if d.constraints.is_empty() {
        return Ok(());
    }
    let mut names: HashSet<&str> = d.joints.iter().map(|j| j.name.as_str()).collect();
    for c in &d.constraints {
        if !names.insert(&c.name) {
            return Err(ModelError::DuplicateName { what: "constraint", name: c.name.clone(), place: c.place.clone() });
        }
        c.kind.check(&Part { description: d, what: "constraint", name: &c.name, place: &c.place })?;
    }
    Ok(())
}
