//! `<robot>`: the file.

use std::collections::HashMap;
use std::path::Path;

use denoc_model::Description;

use super::shape::{self, Surroundings};
use super::{Urdf, joint, link, tree};
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::{Element, Undeclared};

/// `path` is the path of the file, if the text comes from one; meshes are searched relative to it.
pub(super) fn read(robot: Element, undeclared: &Undeclared, path: Option<&Path>) -> Result<Urdf, FormatError> {
    if robot.name() != "robot" {
        let remedy = match robot.name() {
            "mujoco" => "this looks like MJCF: rename the file to .xml",
            "sdf" | "world" | "model" => "this looks like SDF, which is not supported",
            "link" | "joint" => "put everything inside <robot name=\"…\"> … </robot>",
            _ => "select a URDF file",
        };
        return Err(FormatError::NotRobot { found: robot.name().to_owned(), remedy, at: robot.spot() });
    }
    let mut notes = Notes::default();
    if let Some(first) = undeclared.prefixes.first() {
        let also = undeclared.prefixes.len() - 1;
        notes.add(NoteKind::Namespace, "", || {
            let more = if also > 0 { format!(" (and {also} other prefixes)") } else { String::new() };
            (robot.place(), format!("the prefix \"{first}:\"{more} is used but not declared"))
        });
    }
    robot.check_words(&mut notes)?;
    let name = robot.attribute("name").map_or("robot", |text| text.text.trim());
    if name.contains("${") || name.contains("$(") {
        let at = robot.attribute("name").map_or(robot.offset(), |text| text.at(name));
        return Err(FormatError::Xacro { what: format!("\"{name}\""), at: robot.spot_at(at) });
    }
    let mut around = Surroundings::new(robot, path)?;

    let mut description = Description::new(name);
    let (mut links, mut joints) = (Vec::new(), Vec::new());
    let (mut seen_links, mut seen_joints) = (HashMap::new(), HashMap::new());
    for child in robot.children().filter(|c| !c.is_foreign()) {
        match child.name() {
            "link" => {
                let spec = link::read(child, &mut around, &mut notes)?;
                unique("link", &spec.name, child, &mut seen_links)?;
                description.links.push(spec);
                links.push(child);
            }
            "joint" => {
                let entry = joint::read(child, &mut notes)?;
                unique("joint", &entry.spec.name, child, &mut seen_joints)?;
                joints.push(entry);
            }
            "material" => shape::note_material(child, &mut notes)?,
            "transmission" => notes.add(NoteKind::Transmission, "", || {
                (child.place(), "<transmission> is ignored: gear ratio and rotor inertia are not read from it".into())
            }),
            _ => {}
        }
    }
    if links.is_empty() {
        return Err(FormatError::NoLinks { at: robot.spot() });
    }
    description.ground = tree::root(&description.links, &links, &joints)?;
    for (spec, element) in description.links.iter().zip(&links) {
        // the root link does not move
        if spec.name != description.ground {
            link::note_massless(*element, &spec.name, &mut notes)?;
        }
    }
    description.couplings = joint::couplings(&joints, &mut notes);
    description.joints = joints.into_iter().map(|entry| entry.spec).collect();
    Ok(Urdf { description, notes: notes.finish() })
}

fn unique<'a, 'i>(
    what: &'static str,
    name: &str,
    element: Element<'a, 'i>,
    seen: &mut HashMap<String, Element<'a, 'i>>,
) -> Result<(), FormatError> {
    match seen.insert(name.to_owned(), element) {
        None => Ok(()),
        Some(first) => {
            let (name, first) = (name.to_owned(), first.place());
            Err(FormatError::Duplicate { what, name, first, at: element.spot() })
        }
    }
}
