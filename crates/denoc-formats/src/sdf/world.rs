//! `<sdf>` and `<world>`: the model that is read.

use denoc_math::Vec3;

use super::scope::{Entry, Version, missing};
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// The model of a file, and gravity if the file gives it, in world axes.
pub(super) struct Selected<'a, 'i> {
    pub(super) entry: Entry<'a, 'i>,
    pub(super) gravity: Option<Vec3<f64>>,
}

/// Finds the model in a file: its only one, or the only one that can move.
pub(super) fn select<'a, 'i>(sdf: Element<'a, 'i>, notes: &mut Notes) -> Result<Selected<'a, 'i>, FormatError> {
    let version = Version::read(sdf)?;
    sdf.check_words(notes)?;
    let mut found: Vec<(Entry, Option<Element>)> = Vec::new();
    let mut lost = Vec::new();
    let worlds = sdf.children().filter(|child| child.name() == "world" && !child.is_foreign());
    for (place, world) in std::iter::once((sdf, None)).chain(worlds.map(|world| (world, Some(world)))) {
        if let Some(world) = world {
            world.check_words(notes)?;
        }
        for entry in Entry::list(place, version)? {
            match entry {
                Ok(entry) => found.push((entry, world)),
                Err(include) => lost.push(include),
            }
        }
    }
    let mut moving = Vec::new();
    for one in &found {
        if !one.0.is_static()? {
            moving.push(*one);
        }
    }
    let candidates = if moving.is_empty() { &found } else { &moving };
    let (entry, world) = match candidates[..] {
        [one] => one,
        [] => return Err(lost.first().map_or_else(|| no_model(sdf), |include| missing(*include))),
        [_, second, ..] => return Err(several(candidates, second.0)),
    };
    for include in lost {
        notes.add(NoteKind::LeftOut, "include", || {
            (include.place(), "<include> is ignored: its model is not found".into())
        });
    }
    if found.len() > 1 {
        let others = found.iter().filter(|(other, _)| other.model.offset() != entry.model.offset());
        for (other, _) in others {
            let name = other.name()?;
            notes.add(NoteKind::LeftOut, "static model", || {
                (other.model.place(), format!("model \"{name}\" is ignored: it does not move"))
            });
        }
    }
    let gravity = match world {
        None => None,
        Some(world) => {
            if let Some(joint) = world.children().find(|child| child.name() == "joint") {
                notes.add(NoteKind::LeftOut, "world joint", || {
                    (joint.place(), "<joint> in <world> is ignored: only joints in the model are read".into())
                });
            }
            let written = world.child("gravity", "<world>")?;
            let written =
                written.map(|gravity| gravity.content_numbers::<3>("three numbers between its tags")).transpose()?;
            Some(written.map_or(Vec3::new(0.0, 0.0, -9.8), Vec3::from))
        }
    };
    Ok(Selected { entry, gravity })
}

fn no_model(sdf: Element) -> FormatError {
    FormatError::MissingElement {
        owner: "the file".into(),
        element: "model",
        example: "<model name=\"…\"> with links and joints",
        at: sdf.spot(),
    }
}

fn several(candidates: &[(Entry, Option<Element>)], second: Entry) -> FormatError {
    let names: Vec<String> =
        candidates.iter().filter_map(|(entry, _)| entry.name().ok()).map(|n| format!("\"{n}\"")).collect();
    let shown = names.iter().take(5).cloned().collect::<Vec<_>>().join(", ");
    let more = if names.len() > 5 { format!(" and {} more", names.len() - 5) } else { String::new() };
    FormatError::BadValue {
        rule: format!("the file has {} models: {shown}{more}; a file must describe one mechanism", names.len()),
        remedy: "keep one of them, or put them into one <model>".into(),
        at: second.model.spot(),
    }
}
