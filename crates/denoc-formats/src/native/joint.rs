//! `[[joint]]`: kind, links, place, and what the registry of joints says about the kind.

use denoc_math::Pose;
use denoc_model::joints::KindInfo;
use denoc_model::{Joint, JointSpec};

use super::known::Known;
use super::parameter::Context;
use super::section::{Item, Section};
use super::{origin, parameter, properties, words};
use crate::FormatError;
use crate::note::Notes;

pub(super) fn read(section: &Section, context: Context, notes: &mut Notes) -> Result<JointSpec, FormatError> {
    let known = context.known;
    let (name, _) = section.need_name("name")?;
    let kind = kind(section)?;
    section.check_keys_of(&format!("{} {}", kind.keyword, section.title), &words::joint_keys(kind))?;
    let (parent, _) = link(section, "parent", known)?;
    let (child, child_item) = link(section, "child", known)?;
    if parent == child {
        let (joint, link) = (name.to_owned(), child);
        return Err(FormatError::SelfJoint { joint, link, at: child_item.spot() });
    }
    let joint = made(section, kind, context)?;
    Ok(JointSpec {
        name: name.to_owned(),
        origin: pose(section, "origin", "parent_frame", &parent, known, notes)?,
        child_origin: pose(section, "child_origin", "child_frame", &child, known, notes)?,
        properties: properties::read(section, name, &joint)?,
        parent,
        child,
        joint,
        cut: section.get("cut").map_or(Ok(false), |item| item.flag())?,
        place: Some(section.place("name")),
    })
}

fn link<'s, 'a>(
    section: &'s Section<'a>,
    key: &'static str,
    known: &Known,
) -> Result<(String, Item<'s, 'a>), FormatError> {
    let (name, item) = section.need_name(key)?;
    known.link(&item, name)?;
    Ok((name.to_owned(), item))
}

fn pose(
    section: &Section,
    key: &str,
    frame: &str,
    link: &str,
    known: &Known,
    notes: &mut Notes,
) -> Result<Pose<f64>, FormatError> {
    section.not_both(key, frame)?;
    match section.get(frame) {
        Some(item) => known.frame_on(&item, item.name()?, link),
        None => origin::read(section, key, notes),
    }
}

/// The entry of the registry that the file names.
fn kind(section: &Section) -> Result<&'static KindInfo, FormatError> {
    let item = section.need("type", "type = \"revolute\"")?;
    let word = item.word(words::joints().map(|kind| kind.keyword), &words::joint_synonyms())?;
    let rule = || format!("{} is \"{word}\", which the program does not know", item.label());
    words::joints().find(|kind| kind.keyword == word).ok_or_else(|| FormatError::BadValue {
        rule: rule(),
        remedy: "name a kind of joint of the table in docs/model-file.md".into(),
        at: item.spot(),
    })
}

/// The joint with the parameters of its kind.
fn made(section: &Section, kind: &KindInfo, context: Context) -> Result<Joint<f64>, FormatError> {
    let values = parameter::read(section, kind.parameters, context)?;
    (kind.from_values)(&values).ok_or_else(|| FormatError::BadValue {
        rule: format!("the parameters of {} do not make a {} joint", section.title, kind.keyword),
        remedy: format!("check {}", kind.parameters.iter().map(|p| p.key).collect::<Vec<_>>().join(", ")),
        at: section.spot(),
    })
}
