//! The sections of a model file, and the entries in them.

use denoc_model::Description;
use denoc_model::closures::CONSTRAINTS;
use denoc_model::parameters::Parameter;

use super::{See, dh, entry, hint, length};

/// A section of a model file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Model,
    Link,
    Joint,
    Dh,
    ModifiedDh,
    Frame,
    Contact,
    Coupling,
    /// Constraints of one kind, by its number in the registry.
    Constraint(usize),
    Spring,
    Actuator,
    Configuration,
}

impl Section {
    /// Every section that has numbers.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let before = [
            Self::Model,
            Self::Link,
            Self::Joint,
            Self::Dh,
            Self::ModifiedDh,
            Self::Frame,
            Self::Contact,
            Self::Coupling,
        ];
        let has_numbers = |i: &usize| CONSTRAINTS[*i].parameters.iter().any(Parameter::has_numbers);
        let constraints = (0..CONSTRAINTS.len()).filter(has_numbers).map(Self::Constraint);
        before.into_iter().chain(constraints).chain([Self::Spring, Self::Actuator, Self::Configuration])
    }

    /// Its keyword in a model file.
    fn word(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Link => "link",
            Self::Joint => "joint",
            Self::Dh => "dh",
            Self::ModifiedDh => "modified_dh",
            Self::Frame => "frame",
            Self::Contact => "contact",
            Self::Coupling => "coupling",
            Self::Constraint(kind) => CONSTRAINTS[kind].keyword,
            Self::Spring => "spring",
            Self::Actuator => "actuator",
            Self::Configuration => "configuration",
        }
    }

    /// The word in a path: several things of one kind.
    fn plural(self) -> String {
        match self {
            Self::Model | Self::Dh | Self::ModifiedDh | Self::Configuration => self.word().into(),
            _ => format!("{}s", self.word()),
        }
    }

    /// Whether a word may begin a path of a model.
    pub(super) fn of(word: &str) -> Option<Self> {
        Self::all().find(|s| word == s.word() || word.strip_suffix('s') == Some(s.word()))
    }

    /// Section, name of the entry and the rest of a path.
    pub(super) fn find(keys: &[String]) -> Result<(Self, &str, &[String]), String> {
        let first = keys.first().map_or("", String::as_str);
        let Some(section) = Self::of(first) else {
            let all: Vec<String> = Self::all().map(|s| s.plural()).collect();
            let near = hint(first, all.iter().map(String::as_str));
            return Err(format!("a model has no section \"{first}\"{near}there are {}", all.join(", ")));
        };
        match (section, keys) {
            (Self::Model, [_, rest @ ..]) => Ok((section, "", rest)),
            (_, [_, name, rest @ ..]) => Ok((section, name, rest)),
            _ => Err(format!("say of which {} and which number: {}.NAME.KEY", section.word(), section.plural())),
        }
    }

    /// The keys of a path.
    pub(super) fn path(self, name: &str, key: &[&str]) -> Vec<String> {
        let section = self.plural();
        let name = if self == Self::Model { None } else { Some(name) };
        [section.as_str()].into_iter().chain(name).chain(key.iter().copied()).map(str::to_owned).collect()
    }

    /// An entry for messages.
    pub(super) fn called(self, name: &str) -> String {
        match self {
            Self::Model => "model".into(),
            Self::Dh | Self::ModifiedDh => format!("the row of joint \"{name}\""),
            _ => format!("{} \"{name}\"", self.word()),
        }
    }

    /// The key of a path as the entries have it: `origin.xyz.0` is `origin.x`, `center.2` is `center.z`.
    pub(super) fn canonical(self, key: &[String]) -> Vec<&str> {
        if self == Self::Configuration {
            return key.iter().map(String::as_str).collect();
        }
        let mut keys: Vec<&str> = Vec::new();
        let mut letters = ["x", "y", "z"];
        for part in key {
            match (part.as_str(), keys.last()) {
                ("xyz", Some(_)) => {}
                ("rpy", Some(_)) => letters = ["roll", "pitch", "yaw"],
                ("0", Some(&"limits")) => keys.push("lower"),
                ("1", Some(&"limits")) => keys.push("upper"),
                (number @ ("0" | "1" | "2"), Some(_)) => keys.push(letters[usize::from(number.as_bytes()[0] - b'0')]),
                ("d", None) if matches!(self, Self::Dh | Self::ModifiedDh) => keys.push("b"),
                (part, _) => keys.push(part),
            }
        }
        keys
    }

    /// The entries of this section: their places and names.
    pub(super) fn entries(self, d: &Description) -> Vec<(usize, String)> {
        let pick = |names: Vec<&String>| names.into_iter().cloned().enumerate().collect::<Vec<_>>();
        match self {
            Self::Model => vec![(0, String::new())],
            Self::Link => pick(d.links.iter().map(|x| &x.name).collect()),
            Self::Joint => pick(d.joints.iter().map(|x| &x.name).collect()),
            Self::Dh | Self::ModifiedDh => {
                let rows = d.joints.iter().enumerate().filter(|(_, joint)| self.row(joint).is_some());
                rows.map(|(i, joint)| (i, joint.name.clone())).collect()
            }
            Self::Frame => pick(d.frames.iter().map(|x| &x.name).collect()),
            Self::Contact => pick(d.contacts.iter().map(|x| &x.name).collect()),
            Self::Coupling => pick(d.couplings.iter().map(|x| &x.joint).collect()),
            Self::Constraint(kind) => {
                let all = d.constraints.iter().enumerate();
                let of_kind = all.filter(|(_, c)| c.kind.keyword() == CONSTRAINTS[kind].keyword);
                of_kind.map(|(i, c)| (i, c.name.clone())).collect()
            }
            Self::Spring => pick(d.springs.iter().map(|x| &x.name).collect()),
            Self::Actuator => pick(d.actuators.iter().map(|x| &x.name).collect()),
            Self::Configuration => pick(d.configurations.iter().map(|x| &x.name).collect()),
        }
    }

    /// The entries worth listing: rows of tables only where the mechanism is one.
    pub(super) fn listed(self, d: &Description) -> Vec<(usize, String)> {
        match self {
            Self::ModifiedDh => Vec::new(), // nearly every mechanism could be read as one
            Self::Dh if !dh::is_table(d) => Vec::new(),
            _ => self.entries(d),
        }
    }

    fn row(self, joint: &denoc_model::JointSpec) -> Option<dh::Row> {
        if self == Self::Dh { dh::standard(joint) } else { dh::modified(joint) }
    }

    /// Shows every number of an entry.
    pub(super) fn see(self, d: &mut Description, index: usize, see: See) {
        match self {
            Self::Model => entry::model(d, see),
            Self::Link => {
                if let Ok(length) = length::of(d, &d.links[index].name) {
                    see(&["length"], "m", Some(length));
                }
                entry::link(&mut d.links[index], see);
            }
            Self::Joint => entry::joint(&mut d.joints[index], see),
            Self::Dh => dh::see_standard(&mut d.joints[index], see),
            Self::ModifiedDh => dh::see_modified(&mut d.joints[index], see),
            Self::Frame => super::pose::pose(see, "origin", &mut d.frames[index].pose),
            Self::Contact => entry::contact(&mut d.contacts[index], see),
            Self::Coupling => entry::coupling(d, index, see),
            Self::Constraint(_) => entry::constraint(&mut d.constraints[index].kind, see),
            Self::Spring => entry::spring(&mut d.springs[index], see),
            Self::Actuator => entry::actuator(d, index, see),
            Self::Configuration => entry::configuration(d, index, see),
        }
    }

    /// Why there is no entry of this name.
    pub(super) fn unknown(self, name: &str, entries: &[(usize, String)], d: &Description) -> String {
        let what = self.called(name);
        if matches!(self, Self::Dh | Self::ModifiedDh) && d.joints.iter().any(|j| j.name == name) {
            return format!(
                "joint \"{name}\" has no such row: its frames do not follow the convention; use joints.{name}.origin"
            );
        }
        if self == Self::Link && name == d.ground {
            return format!("{what} is fixed to the world: its mass has no effect; only its length can be set");
        }
        if entries.is_empty() {
            return format!("the model has no {}", self.word());
        }
        let word = self.word();
        let near = hint(name, entries.iter().map(|(_, n)| n.as_str()));
        let shown: Vec<&str> = entries.iter().take(12).map(|(_, n)| n.as_str()).collect();
        let more = if entries.len() > shown.len() { ", …" } else { "" };
        format!("there is no {word} called \"{name}\"{near}there are {}{more}", shown.join(", "))
    }
}
