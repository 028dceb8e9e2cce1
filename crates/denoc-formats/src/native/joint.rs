//! `[[joint]]`: kind, links, place, axis.

use denoc_math::{Pose, Vec3};
use denoc_model::joints::EULER_SEQUENCES;
use denoc_model::{Joint, JointSpec};

use super::known::Known;
use super::section::{Item, Section};
use super::{origin, properties, quantity, words};
use crate::FormatError;
use crate::note::Notes;

pub(super) fn read(section: &Section, known: &Known, notes: &mut Notes) -> Result<JointSpec, FormatError> {
    let (name, _) = section.need_name("name")?;
    let kinds = words::JOINTS.iter().map(|(word, _)| *word);
    let item = section.need("type", "type = \"revolute\"")?;
    let word = item.word(kinds, words::JOINT_SYNONYMS)?;
    let keys = words::JOINTS.iter().find(|(w, _)| *w == word).map_or(words::FILE, |(_, keys)| *keys);
    section.check_keys_of(&format!("{word} {}", section.title), keys)?;
    let (parent, _) = link(section, "parent", known)?;
    let (child, child_item) = link(section, "child", known)?;
    if parent == child {
        let (joint, link) = (name.to_owned(), child);
        return Err(FormatError::SelfJoint { joint, link, at: child_item.spot() });
    }
    let joint = kind(section, word)?;
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

fn kind(section: &Section, word: &str) -> Result<Joint<f64>, FormatError> {
    let axis = || section.need("axis", "axis = [0, 0, 1]")?.direction();
    Ok(match word {
        "revolute" => Joint::revolute(axis()?),
        "prismatic" => Joint::prismatic(axis()?),
        "cylindrical" => Joint::cylindrical(axis()?),
        "helical" => Joint::helical(axis()?, section.need("pitch", "pitch = \"5 mm/turn\"")?.number(quantity::PITCH)?),
        "universal" => universal(section)?,
        "spherical" => Joint::spherical(),
        "euler" => euler(section)?,
        "planar" => {
            section.not_both("normal", "axis")?;
            let item = match section.get("axis") {
                Some(item) => item,
                None => section.need("normal", "normal = [0, 0, 1]")?,
            };
            Joint::planar(item.direction()?)
        }
        "translational" => Joint::translational(),
        "free" => Joint::free(),
        // the last of the words
        _ => Joint::fixed(),
    })
}

fn universal(section: &Section) -> Result<Joint<f64>, FormatError> {
    let example = "axes = [[1, 0, 0], [0, 1, 0]]";
    let item = section.need("axes", example)?;
    let [first, second] = item.directions::<2>(example)?.map(Vec3::normalized);
    if first.cross(second).norm() < 1e-9 {
        let (rule, remedy) = (format!("{} are parallel", item.label()), "write two different directions".into());
        return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
    }
    Ok(Joint::universal(first, second))
}

fn euler(section: &Section) -> Result<Joint<f64>, FormatError> {
    let item = section.need("sequence", "sequence = \"zyx\"")?;
    let text = item.text("sequence = \"zyx\"")?;
    let letters = || EULER_SEQUENCES.iter().map(|s| s.iter().map(|&a| char::from(b'x' + a)).collect::<String>());
    match Joint::euler(text).filter(|_| letters().any(|l| l == text)) {
        Some(joint) => Ok(joint),
        None => {
            let rule = format!("{} is \"{text}\", which is not a sequence of axes", item.label());
            let remedy = format!("it can be {}", letters().collect::<Vec<_>>().join(", "));
            Err(FormatError::BadValue { rule, remedy, at: item.spot() })
        }
    }
}
