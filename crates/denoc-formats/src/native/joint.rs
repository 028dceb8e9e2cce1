//! `[[joint]]`: type, links, pose, and the parameters of its type from the registry of joints.

use denoc_math::{Pose, Vec3};
use denoc_model::joints::{Form, KindInfo, Parameter, Value, Values};
use denoc_model::{Joint, JointSpec};

use super::known::Known;
use super::section::{Item, Section};
use super::{keys, origin, properties, quantity};
use crate::FormatError;
use crate::note::Notes;

pub(super) fn read(section: &Section, known: &Known, notes: &mut Notes) -> Result<JointSpec, FormatError> {
    let (name, _) = section.need_name("name")?;
    let kind = kind(section)?;
    section.check_keys_of(&format!("{} {}", kind.keyword, section.title), &keys::joint_keys(kind))?;
    let (parent, _) = link(section, "parent", known)?;
    let (child, child_item) = link(section, "child", known)?;
    if parent == child {
        let (joint, link) = (name.to_owned(), child);
        return Err(FormatError::SelfJoint { joint, link, at: child_item.spot() });
    }
    let joint = build(section, kind)?;
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

/// The entry of the registry for the type in the file.
fn kind(section: &Section) -> Result<&'static KindInfo, FormatError> {
    let item = section.need("type", "type = \"revolute\"")?;
    let keyword = item.keyword(keys::joints().map(|kind| kind.keyword), &keys::joint_synonyms())?;
    let rule = || format!("{} is \"{keyword}\", which is not in the registry of joints", item.label());
    keys::joints().find(|kind| kind.keyword == keyword).ok_or_else(|| FormatError::BadValue {
        rule: rule(),
        remedy: "choose a type from the table in docs/model-file.md".into(),
        at: item.spot(),
    })
}

/// Builds the joint from the parameters of its type.
fn build(section: &Section, kind: &KindInfo) -> Result<Joint<f64>, FormatError> {
    let mut values = Values::default();
    for parameter in kind.parameters {
        values = values.with(parameter.key, value(section, parameter)?);
    }
    (kind.from_values)(&values).ok_or_else(|| FormatError::BadValue {
        rule: format!("the parameters of {} do not define a {} joint", section.title, kind.keyword),
        remedy: format!("check {}", kind.parameters.iter().map(|p| p.key).collect::<Vec<_>>().join(", ")),
        at: section.spot(),
    })
}

fn value(section: &Section, parameter: &Parameter) -> Result<Value, FormatError> {
    let example = parameter.line();
    for other in parameter.alternatives {
        section.not_both(parameter.key, other)?;
    }
    let item = match (parameter.alternatives.iter().find_map(|key| section.get(key)), parameter.form) {
        (Some(item), _) => item,
        (None, Form::Number { default: Some(default), .. }) if section.get(parameter.key).is_none() => {
            return Ok(Value::Number(default));
        }
        (None, _) => section.need(parameter.key, &example)?,
    };
    Ok(match parameter.form {
        Form::Direction => Value::Direction(item.direction()?),
        Form::Directions(count) => Value::Directions(directions(&item, count, &example)?),
        Form::Number { measure, .. } => Value::Number(item.number(quantity::of_measure(measure))?),
        Form::Word { what, words } => {
            let text = item.text(&example)?;
            let word = words.iter().find(|word| **word == text).ok_or_else(|| FormatError::BadValue {
                rule: format!("{} is \"{text}\", which is not {what}", item.label()),
                remedy: format!("valid values are {}", words.join(", ")),
                at: item.spot(),
            })?;
            Value::Word(word)
        }
    })
}

/// Directions, no two of which may be parallel.
fn directions(item: &Item, count: usize, example: &str) -> Result<Vec<Vec3<f64>>, FormatError> {
    let all: Vec<Vec3<f64>> = item.directions(count, example)?.into_iter().map(Vec3::normalized).collect();
    for (i, one) in all.iter().enumerate() {
        if all[..i].iter().any(|other| other.cross(*one).norm() < 1e-9) {
            let (rule, remedy) = (format!("{} are parallel", item.label()), "write different directions".into());
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
    }
    Ok(all)
}

/// Help text that lists the joint types of model files and their keys, generated from the registry.
pub fn joint_help() -> String {
    let width = keys::joints().map(|kind| kind.keyword.len()).max().unwrap_or(0);
    let line = |kind: &KindInfo| {
        let keys: Vec<&str> = kind.parameters.iter().map(|p| p.key).collect();
        let keys = if keys.is_empty() { String::new() } else { format!(" [{}]", keys.join(", ")) };
        format!("  {:width$}  {}{keys}\n", kind.keyword, kind.summary)
    };
    format!("Joint types of model files, with their keys:\n{}", keys::joints().map(line).collect::<String>())
}
