//! `<keyframe>`: converts coordinates in the order of MuJoCo to configurations.

use denoc_model::Configuration;

use super::compiler::attribute_spot;
use super::joint::Kind;
use super::reader::{Ordered, Reader};
use crate::xml::Element;
use crate::{FormatError, quaternion};

/// Name of the coordinates of the modelled pose in MuJoCo.
const DRAWN: &str = "qpos0";

/// Adds the coordinates of the modelled pose, if they are not all zero.
pub(super) fn initial(reader: &mut Reader) {
    let neutral = |joint: &Ordered| match joint.kind {
        Kind::Free => joint.drawn == [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0],
        Kind::Ball => true,
        _ => joint.drawn == [0.0],
    };
    if reader.order.iter().all(neutral) {
        return;
    }
    let joints = drawn(reader);
    keep(reader, Configuration { name: DRAWN.into(), joints, place: None });
}

pub(super) fn read<'a, 'i>(reader: &mut Reader<'a, 'i>, section: Element<'a, 'i>) -> Result<(), FormatError> {
    for (i, key) in section.children().filter(|c| c.name() == "key").enumerate() {
        let name = match key.attribute("name") {
            Some(_) => key.needed_name("name")?.to_owned(),
            None => reader.free_name("key", format!("key{i}")),
        };
        reader.claim("key", &name, key)?;
        key.check_words(&mut reader.notes)?;
        for left_out in ["qvel", "act", "ctrl", "mpos", "mquat"] {
            if key.list(left_out)?.is_some_and(|numbers| numbers.iter().any(|x| *x != 0.0)) {
                reader.left_out(key, left_out, format!("{left_out} of key \"{name}\" is ignored"));
            }
        }
        if let Some(aligned) = reader.order.iter().find(|joint| joint.aligned) {
            let why = format!("free joint \"{}\" has align=\"true\"", aligned.name);
            reader.left_out(
                key,
                "aligned",
                format!("key \"{name}\" is ignored: {why}, so its qpos is of another frame"),
            );
            continue;
        }
        let place = Some(key.place());
        let Some(qpos) = key.list("qpos")? else {
            let joints = drawn(reader);
            keep(reader, Configuration { name, joints, place });
            continue;
        };
        let needed = reader.order.iter().map(|joint| joint.drawn.len()).sum();
        if qpos.len() != needed {
            let (element, attribute, at) = ("key".to_owned(), "qpos".to_owned(), attribute_spot(key, "qpos"));
            return Err(FormatError::WrongCount { element, attribute, found: qpos.len(), needed, at });
        }
        let mut joints = Vec::with_capacity(reader.order.len());
        let mut rest = &qpos[..];
        for joint in &reader.order {
            let (coordinates, behind) = rest.split_at_checked(joint.drawn.len()).unwrap_or((rest, &[]));
            rest = behind;
            joints.push((joint.name.clone(), converted(joint, coordinates, key)?));
        }
        keep(reader, Configuration { name, joints, place });
    }
    Ok(())
}

/// The coordinates of the modelled pose, which are those of a key without its own.
fn drawn(reader: &Reader) -> Vec<(String, Vec<f64>)> {
    reader.order.iter().map(|joint| (joint.name.clone(), joint.drawn.clone())).collect()
}

/// Adds a configuration in place of one with the same name.
fn keep(reader: &mut Reader, configuration: Configuration) {
    reader.description.configurations.retain(|c| c.name != configuration.name);
    reader.description.configurations.push(configuration);
}

/// Coordinates in the order of denoc: the quaternion, if there is one, normalised and with w last.
fn converted(joint: &Ordered, coordinates: &[f64], key: Element) -> Result<Vec<f64>, FormatError> {
    let (position, turn) = coordinates.split_at(coordinates.len().saturating_sub(4));
    let (Kind::Free | Kind::Ball, &[w, x, y, z]) = (joint.kind, turn) else { return Ok(coordinates.to_vec()) };
    let (unit, _) = quaternion::normalised([x, y, z, w]).ok_or_else(|| FormatError::ZeroLength {
        what: "quaternion",
        remedy: "write 1 0 0 0 for no rotation",
        at: attribute_spot(key, "qpos"),
    })?;
    Ok([position, &unit].concat())
}
