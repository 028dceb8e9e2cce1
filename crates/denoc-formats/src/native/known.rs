//! The names that were said, to find those that others refer to.

use std::collections::HashMap;

use denoc_math::Pose;
use denoc_model::joints::Unit;
use denoc_model::{Joint, Place};

use super::section::{Item, similar};
use crate::FormatError;

/// Names by kind. Links and frames share theirs.
#[derive(Default)]
pub(super) struct Known {
    ground: String,
    places: HashMap<(&'static str, String), Place>,
    links: Vec<String>,
    frames: HashMap<String, (String, Pose<f64>)>,
    /// The units of coordinates and of speeds.
    joints: HashMap<String, [&'static [Unit]; 2]>,
}

impl Known {
    /// Nothing but the ground.
    pub(super) fn new(ground: &str) -> Self {
        Self { ground: ground.to_owned(), ..Self::default() }
    }

    /// The link that does not move.
    pub(super) fn ground(&self) -> &str {
        &self.ground
    }

    /// Refuses a name that was said before.
    pub(super) fn unique(&mut self, what: &'static str, name: &str, item: &Item) -> Result<(), FormatError> {
        let place = item.section.source.place(item.at());
        self.unique_at(what, name, place, || item.spot())
    }

    /// The same for a name that may be a default, not written anywhere.
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
        self.joints.insert(name.to_owned(), [joint.q_units(), joint.v_units()]);
    }

    pub(super) fn add_frame(&mut self, name: &str, link: &str, pose: Pose<f64>) {
        self.frames.insert(name.to_owned(), (link.to_owned(), pose));
    }

    /// Whether a frame would have the name of a link.
    pub(super) fn refuse_link_name(&self, name: &str, item: &Item) -> Result<(), FormatError> {
        let first = self.places.get(&("link", name.to_owned()));
        if first.is_none() && name != self.ground {
            return Ok(());
        }
        let rule = format!("frame \"{name}\" has the name of a link");
        let remedy = "every link has a frame of its name: rename this one".into();
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }

    /// Whether a constraint would have the name of a joint.
    pub(super) fn refuse_joint_name(&self, name: &str, item: &Item) -> Result<(), FormatError> {
        if !self.joints.contains_key(name) {
            return Ok(());
        }
        let rule = format!("{} is \"{name}\", which is the name of a joint", item.label());
        let remedy = "joints and constraints share their names: rename this one".into();
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }

    /// Refuses a link that does not exist.
    pub(super) fn link(&self, item: &Item, name: &str) -> Result<(), FormatError> {
        if name == self.ground || self.places.contains_key(&("link", name.to_owned())) {
            return Ok(());
        }
        let all = self.links.iter().chain([&self.ground]).map(String::as_str);
        let remedy = "add a [[link]] of this name, or correct the name";
        Err(unknown(item, "link", name, similar(name, all), remedy))
    }

    /// The units of the coordinates and of the speeds of a joint.
    pub(super) fn joint(&self, item: &Item, name: &str) -> Result<[&'static [Unit]; 2], FormatError> {
        let remedy = "add a [[joint]] of this name, or correct the name";
        self.find_joint(name).ok_or_else(|| unknown(item, "joint", name, self.nearest_joint(name), remedy))
    }

    /// The unit of a joint's only coordinate; `users` are what relates such joints, for the message otherwise.
    pub(super) fn single_coordinate(&self, item: &Item, name: &str, users: &str) -> Result<Unit, FormatError> {
        match self.joint(item, name)? {
            [[unit], _] => Ok(*unit),
            [units, _] => {
                let rule = format!("joint \"{name}\" has {} coordinates", units.len());
                let remedy = format!("{users} are between joints with one coordinate");
                Err(FormatError::BadValue { rule, remedy, at: item.spot() })
            }
        }
    }

    /// Refuses a joint that follows itself; `item` names the joint that it follows.
    pub(super) fn refuse_self(&self, joint: &str, follows: &str, item: &Item) -> Result<(), FormatError> {
        if joint != follows {
            return Ok(());
        }
        let (rule, remedy) = (format!("joint \"{joint}\" follows itself"), "name another joint to follow".into());
        Err(FormatError::BadValue { rule, remedy, at: item.spot() })
    }

    /// The same, if there is such a joint.
    pub(super) fn find_joint(&self, name: &str) -> Option<[&'static [Unit]; 2]> {
        self.joints.get(name).copied()
    }

    /// What is near the name of a joint that is not there.
    pub(super) fn nearest_joint(&self, name: &str) -> Option<String> {
        similar(name, self.joints.keys().map(String::as_str))
    }

    /// The pose of a frame, which must be on this link.
    pub(super) fn frame_on(&self, item: &Item, name: &str, link: &str) -> Result<Pose<f64>, FormatError> {
        let Some((owner, pose)) = self.frames.get(name) else {
            let nearest = similar(name, self.frames.keys().map(String::as_str));
            return Err(unknown(item, "frame", name, nearest, "add a [[frame]] of this name, or correct the name"));
        };
        if owner == link {
            return Ok(*pose);
        }
        let rule = format!("{} is \"{name}\", which is fixed in link \"{owner}\", not in \"{link}\"", item.label());
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
