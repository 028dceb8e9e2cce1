//! The names of the parts read so far, for checks and references.

use std::collections::HashMap;

use denoc_math::Pose;
use denoc_model::joints::Unit;
use denoc_model::{Joint, Place};

use super::section::{Item, similar};
use crate::FormatError;

/// Names by kind of part. Links and frames share a namespace.
#[derive(Default)]
pub(super) struct Known {
    ground: String,
    places: HashMap<(&'static str, String), Place>,
    links: Vec<String>,
    frames: HashMap<String, (String, Pose<f64>)>,
    joints: HashMap<String, JointUnits>,
}

/// The units of a joint.
#[derive(Copy, Clone)]
pub(super) struct JointUnits {
    /// Units of the coordinates.
    pub(super) q: &'static [Unit],
    /// Units of the speeds.
    pub(super) v: &'static [Unit],
}

impl Known {
    /// Only the ground.
    pub(super) fn new(ground: &str) -> Self {
        Self { ground: ground.to_owned(), ..Self::default() }
    }

    /// The link that does not move.
    pub(super) fn ground(&self) -> &str {
        &self.ground
    }

    /// Rejects a name that is in use.
    pub(super) fn unique(&mut self, what: &'static str, name: &str, item: &Item) -> Result<(), FormatError> {
        let place = item.section.source.place(item.at());
        self.unique_at(what, name, place, || item.spot())
    }

    /// The same for a name that may be a default, which is not in the file.
    pub(super) fn unique_at(
        &mut self,
        what: &'static str,
        name: &str,
        place: Place,
        spot: impl FnOnce() -> Box<crate::Spot>,
    ) -> Result<(), FormatError> {
        match self.places.insert((what, name.to_owned()), place) {
            None => Ok(()),
            Some(first) => Err(FormatError::Duplicate { what, name: name.to_owned(), first, at: spot() }),
        }
    }

    pub(super) fn add_link(&mut self, name: &str) {
        self.links.push(name.to_owned());
    }

    pub(super) fn add_joint(&mut self, name: &str, joint: &Joint<f64>) {
        self.joints.insert(name.to_owned(), JointUnits { q: joint.q_units(), v: joint.v_units() });
    }

    pub(super) fn add_frame(&mut self, name: &str, link: &str, pose: Pose<f64>) {
        self.frames.insert(name.to_owned(), (link.to_owned(), pose));
    }

    /// Rejects a frame with the name of a link.
    pub(super) fn refuse_link_name(&self, name: &str, item: &Item) -> Result<(), FormatError> {
        let first = self.places.get(&("link", name.to_owned()));
        if first.is_none() && name != self.ground {
            return Ok(());
        }
        let rule = format!("frame \"{name}\" has the name of a link");
        let remedy = "each link has a frame of the same name: rename this frame".into();
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }

    /// Rejects a constraint with the name of a joint.
    pub(super) fn refuse_joint_name(&self, name: &str, item: &Item) -> Result<(), FormatError> {
        if !self.joints.contains_key(name) {
            return Ok(());
        }
        let rule = format!("{} is \"{name}\", which is the name of a joint", item.label());
        let remedy = "joints and constraints must have different names: rename this constraint".into();
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }

    /// Rejects a link that does not exist.
    pub(super) fn link(&self, item: &Item, name: &str) -> Result<(), FormatError> {
        if name == self.ground || self.places.contains_key(&("link", name.to_owned())) {
            return Ok(());
        }
        let all = self.links.iter().chain([&self.ground]).map(String::as_str);
        let remedy = "add a [[link]] with this name, or correct the name";
        Err(unknown(item, "link", name, similar(name, all), remedy))
    }

    /// The units of the coordinates and of the speeds of a joint.
    pub(super) fn joint(&self, item: &Item, name: &str) -> Result<JointUnits, FormatError> {
        let remedy = "add a [[joint]] with this name, or correct the name";
        self.find_joint(name).ok_or_else(|| unknown(item, "joint", name, self.nearest_joint(name), remedy))
    }

    /// The unit of the coordinate of a joint with one coordinate; `users` names the parts that require such joints.
    pub(super) fn single_coordinate(&self, item: &Item, name: &str, users: &str) -> Result<Unit, FormatError> {
        match self.joint(item, name)?.q {
            [unit] => Ok(*unit),
            units => {
                let rule = format!("joint \"{name}\" has {} coordinates", units.len());
                let remedy = format!("{users} connect joints with one coordinate");
                Err(FormatError::BadValue { rule, remedy, at: item.spot() })
            }
        }
    }

    /// Rejects a joint that follows itself; `item` is the key that names the joint it follows.
    pub(super) fn refuse_self(&self, joint: &str, follows: &str, item: &Item) -> Result<(), FormatError> {
        if joint != follows {
            return Ok(());
        }
        let (rule, remedy) = (format!("joint \"{joint}\" follows itself"), "name a different joint to follow".into());
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }

    /// The same, if the joint exists.
    pub(super) fn find_joint(&self, name: &str) -> Option<JointUnits> {
        self.joints.get(name).copied()
    }

    /// A joint with a similar name.
    pub(super) fn nearest_joint(&self, name: &str) -> Option<String> {
        similar(name, self.joints.keys().map(String::as_str))
    }

    /// The pose of a frame, which must be fixed to this link.
    pub(super) fn frame_on(&self, item: &Item, name: &str, link: &str) -> Result<Pose<f64>, FormatError> {
        let Some((owner, pose)) = self.frames.get(name) else {
            let nearest = similar(name, self.frames.keys().map(String::as_str));
            return Err(unknown(item, "frame", name, nearest, "add a [[frame]] with this name, or correct the name"));
        };
        if owner == link {
            return Ok(*pose);
        }
        let rule = format!("{} is \"{name}\", which is fixed to link \"{owner}\", not to \"{link}\"", item.label());
        let remedy = format!("name a frame of link \"{link}\"");
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }
}

fn unknown(item: &Item, kind: &'static str, name: &str, nearest: Option<String>, remedy: &str) -> FormatError {
    FormatError::UnknownReference {
        what: item.label(),
        kind,
        name: name.to_owned(),
        nearest,
        remedy: remedy.to_owned(),
        at: item.spot(),
    }
}
