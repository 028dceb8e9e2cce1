//! The file.

use denoc_base::number::six;
use denoc_math::Vec3;
use denoc_model::closures::{CONSTRAINTS, clashing_teeth};
use denoc_model::{Description, FrameSpec, LinkSpec};

use super::known::Known;
use super::mesh::Meshes;
use super::parameter::Context;
use super::section::Section;
use super::{Native, body, constraint, coupling, details, dh, joint, keys, origin, planar, quantity, rope};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

pub(super) fn read(file: &Section, meshes: &Meshes) -> Result<Native, FormatError> {
    file.check_keys_of(&file.title, &keys::file_keys())?;
    let model = file.need("model", "[model] with a name")?.table(keys::MODEL, "[model] with one bracket")?;
    let (name, _) = model.need_name("name")?;
    let mut d = Description::new(name);
    if let Some(item) = model.get("ground") {
        d.ground = item.name()?.to_owned();
    }
    if let Some(item) = model.get("gravity") {
        d.gravity = Vec3::from(item.numbers::<3>(quantity::ACCELERATION)?);
    }
    let line =
        |key: &str| model.get(key).map(|item| item.text(&format!("{key} = \"…\"")).map(str::to_owned)).transpose();
    let (one_line, source) = (line("description")?, line("source")?);

    let mut notes = Notes::default();
    let mut known = Known::new(&d.ground);
    dh::read(file, &mut d, &mut known, meshes, &mut notes)?;
    links(file, &mut d, &mut known, meshes, &mut notes)?;
    let drawing = planar::read(file, &mut d, &mut known, &mut notes)?;
    let ropes = sections(file, "rope")?;
    let ropes = ropes.iter().map(|section| Ok((section, rope::read(section, &mut known)?)));
    let ropes = ropes.collect::<Result<Vec<_>, FormatError>>()?;
    for section in sections(file, "frame")? {
        d.frames.push(frame(&section, &mut known, &mut notes)?);
    }
    for section in sections(file, "joint")? {
        let (name, item) = section.need_name("name")?;
        known.unique("joint", name, &item)?;
        let spec = joint::read(&section, Context { known: &known, files: meshes }, &mut notes)?;
        known.add_joint(name, &spec.joint);
        d.joints.push(spec);
    }
    for (section, rope) in &ropes {
        d = rope::add(d, rope, section, &known)?;
    }
    for section in sections(file, "contact")? {
        d.contacts.push(details::contact(&section, &mut known)?);
    }
    for section in sections(file, "coupling")? {
        d.couplings.push(coupling::read(&section, &d.joints, &mut known, &mut notes)?);
    }
    constraints(file, &mut d, &mut known, meshes)?;
    if let Some(drawing) = drawing {
        drawing.mesh(file, &mut d, &mut notes)?;
    }
    teeth(file, &d, &mut notes);
    for section in sections(file, "spring")? {
        d.springs.push(constraint::spring(&section, &mut known)?);
    }
    for section in sections(file, "actuator")? {
        d.actuators.push(details::actuator(&section, &mut known)?);
    }
    if let Some(item) = file.get("configuration") {
        for item in item.open("[configuration.NAME]")?.items() {
            details::add_configuration(&mut d, details::configuration(&item, &known)?);
        }
    }
    if d.joints.is_empty() {
        let rule = format!("model \"{name}\" has no joint");
        let remedy = "add a [[joint]] between the ground and a link, a [planar] drawing, or a [[dh]] table".into();
        return Err(FormatError::BadValue { rule, remedy, at: model.spot() });
    }
    Ok(Native { description: d, notes: notes.finish(), one_line, source })
}

/// The tables of an array; none if the key is missing.
fn sections<'a>(file: &Section<'a>, key: &str) -> Result<Vec<Section<'a>>, FormatError> {
    file.get(key).map_or(Ok(Vec::new()), |item| item.tables())
}

fn links(
    file: &Section,
    d: &mut Description,
    known: &mut Known,
    meshes: &Meshes,
    notes: &mut Notes,
) -> Result<(), FormatError> {
    for section in sections(file, "link")? {
        section.check_keys(keys::LINK)?;
        let (name, item) = section.need_name("name")?;
        known.unique("link", name, &item)?;
        known.add_link(name);
        let (mass, shapes) = body::read(&section, meshes, notes)?;
        let (name, drag, place) = (name.to_owned(), body::drag(&section)?, Some(section.place("name")));
        d.links.push(LinkSpec { name, mass, shapes, drag, place });
    }
    Ok(())
}

/// Constraints of all kinds, in the order of the file.
fn constraints(file: &Section, d: &mut Description, known: &mut Known, files: &Meshes) -> Result<(), FormatError> {
    let mut all = Vec::new();
    for kind in CONSTRAINTS {
        all.extend(sections(file, kind.keyword)?.into_iter().map(|section| (kind, section)));
    }
    all.sort_by_key(|(_, section)| section.at);
    for (kind, section) in all {
        d.constraints.push(constraint::read(&section, kind, known, files)?);
    }
    Ok(())
}

/// Notes on gears whose teeth cannot mesh as their wheels mesh with others as well.
fn teeth(file: &Section, d: &Description, notes: &mut Notes) {
    for (i, apart) in clashing_teeth(d) {
        let gear = &d.constraints[i];
        notes.add(NoteKind::Teeth, "", || {
            let message = format!(
                "gear \"{}\" cannot be assembled as drawn: its wheels mesh with others as well, and where its teeth should \
                 meet they are {} of a pitch apart; equally spaced planets fit if the teeth of sun and ring together are a multiple \
                 of their number; change the teeth or the places of the wheels",
                gear.name,
                six(apart)
            );
            (gear.place.clone().unwrap_or_else(|| file.source.place(file.at)), message)
        });
    }
}

fn frame(section: &Section, known: &mut Known, notes: &mut Notes) -> Result<FrameSpec, FormatError> {
    section.check_keys(keys::FRAME)?;
    let (name, item) = section.need_name("name")?;
    known.refuse_link_name(name, &item)?;
    known.unique("frame", name, &item)?;
    let (link, item) = section.need_name("link")?;
    known.link(&item, link)?;
    let pose = origin::read(section, "origin", notes)?;
    known.add_frame(name, link, pose);
    Ok(FrameSpec { name: name.to_owned(), link: link.to_owned(), pose, place: Some(section.place("name")) })
}
