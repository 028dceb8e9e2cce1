//! `<sdf>`: the file.

use std::path::Path;

use denoc_math::Pose;
use denoc_model::{Description, FrameSpec};

use super::frames::{WORLD, WORLD_NAME};
use super::scope::Parts;
use super::shape::Meshes;
use super::{Sdf, base, coupling, joint, link, world};
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::{Element, Undeclared};

pub(super) fn read(
    root: Element,
    undeclared: &Undeclared,
    file: &str,
    path: Option<&Path>,
) -> Result<Sdf, FormatError> {
    if root.name() != "sdf" {
        let remedy = match root.name() {
            "robot" => "this looks like URDF: rename the file to .urdf",
            "mujoco" => "this looks like MJCF: rename the file to .xml",
            "model" | "world" => "put everything inside <sdf version=\"1.11\"> … </sdf>",
            "gazebo" => "this looks like SDF before version 1.2: convert it (gz sdf -p FILE)",
            _ => "select an SDF file",
        };
        return Err(FormatError::BadValue {
            rule: format!("the root element of an SDF file is <sdf>, but this file has <{}>", root.name()),
            remedy: remedy.into(),
            at: root.spot(),
        });
    }
    let mut notes = Notes::default();
    if let Some(first) = undeclared.prefixes.first() {
        notes.add(NoteKind::Namespace, "", || {
            (root.place(), format!("the prefix \"{first}:\" is used but not declared"))
        });
    }
    let selected = world::select(root, &mut notes)?;
    let mut parts = Parts::collect(selected.entry, &mut notes)?;
    if parts.links.is_empty() {
        return Err(FormatError::MissingElement {
            owner: "the model".into(),
            element: "link",
            example: "<link name=\"…\"> for every link",
            at: selected.entry.model.spot(),
        });
    }
    parts.settle(&mut notes)?;
    let mut description = Description::new(selected.entry.name()?);
    let mut meshes = Meshes::new(file, path);
    for part in &parts.links {
        description.links.push(link::read(*part, &parts, &mut meshes, &mut notes)?);
    }
    joints(&mut description, &parts, &mut notes)?;
    let usual = description.gravity;
    base::connect(&mut description, &parts, selected.gravity.unwrap_or(usual), &mut notes);
    frames(&mut description, &parts);
    Ok(Sdf { description, notes: notes.finish() })
}

/// The joints between links that can move, and their couplings.
fn joints(description: &mut Description, parts: &Parts, notes: &mut Notes) -> Result<(), FormatError> {
    let still = |end: usize| {
        let link = parts.frames.link_of(end);
        link == WORLD || parts.links.iter().any(|part| part.node == link && parts.scopes[part.scope].fixed)
    };
    let mut joints = Vec::new();
    for part in &parts.joints {
        let joint = joint::read(*part, parts, notes)?;
        if still(joint.parent) && still(joint.child) {
            let (place, name) = (part.element.place(), &joint.name);
            notes.add(NoteKind::Unused, "static", || {
                (place, format!("joint \"{name}\" connects links of a static model: ignored"))
            });
            continue;
        }
        joints.push(joint);
    }
    description.couplings = coupling::read(&joints, parts, notes)?;
    for joint in joints {
        description.joints.extend(joint.specs);
        description.links.extend(joint.between);
    }
    Ok(())
}

/// The named frames of the file, in their links.
fn frames(description: &mut Description, parts: &Parts) {
    for part in &parts.named_frames {
        let link = parts.frames.link_of(part.node);
        // a frame in the world cannot be named where a link is the ground
        let (name, pose) = match &parts.frames.nodes[link].name {
            world if world == WORLD_NAME && description.ground != WORLD_NAME => {
                let ground = parts.links.iter().find(|part| parts.frames.nodes[part.node].name == description.ground);
                let pose = ground.map_or(Pose::identity(), |ground| parts.frames.between(ground.node, part.node));
                (description.ground.clone(), pose)
            }
            name => (name.clone(), parts.frames.between(link, part.node)),
        };
        let name_of = parts.frames.nodes[part.node].name.clone();
        let place = Some(part.element.place());
        description.frames.push(FrameSpec { name: name_of, link: name, pose, place });
    }
}
