//! `[[rope]]`: ropes, chains and cables, which become links, joints, frames and configurations.

use denoc_base::number::{six, six_beside};
use denoc_math::Vec3;
use denoc_model::{Description, ModelError, PointSpec, Rope, RopeJoint, RopeKind, RopeMass};

use super::known::Known;
use super::section::{Item, Section};
use super::{keys, quantity};
use crate::FormatError;

/// Reads a rope and registers the names of its parts, so that joints and frames can refer to them.
pub(super) fn read(section: &Section, known: &mut Known) -> Result<Rope, FormatError> {
    section.check_keys(keys::ROPE)?;
    let (name, name_item) = section.need_name("name")?;
    let links = count(&section.need("links", "links = 20")?)?;
    let length = section.need("length", "length = 2")?.positive(quantity::LENGTH)?;
    let diameter = section.need("diameter", "diameter = \"10 mm\"")?.positive(quantity::LENGTH)?;
    let stiffness = |key: &str, what| section.not_negative_or(key, quantity::BENDING, what, 0.0);
    let damping = |key: &str, what| section.not_negative_or(key, quantity::BENDING_DAMPING, what, 0.0);
    let keyword = |key: &str, known: &'static [&'static str]| match section.get(key) {
        Some(item) => item.keyword(known.iter().copied(), &[]).map(Some),
        None => Ok(None),
    };
    let rope = Rope {
        kind: match keyword("type", keys::ROPE_TYPES)? {
            Some("chain") => RopeKind::Chain,
            Some("cable") => RopeKind::Cable,
            _ => RopeKind::Rope,
        },
        joints: keyword("joints", keys::ROPE_JOINTS)?
            .map(|joint| if joint == "universal" { RopeJoint::Universal } else { RopeJoint::Spherical }),
        bending_stiffness: stiffness("bending_stiffness", "bending stiffness")?,
        torsional_stiffness: stiffness("torsional_stiffness", "torsional stiffness")?,
        bending_damping: damping("bending_damping", "bending damping")?,
        torsional_damping: damping("torsional_damping", "torsional damping")?,
        from: section.get("from").map(|item| end(&item, known)).transpose()?,
        clamped: keyword("start", keys::ROPE_STARTS)? == Some("clamped"),
        to: section.get("to").map(|item| end(&item, known)).transpose()?,
        direction: section.get("direction").map(|item| item.direction()).transpose()?,
        end_mass: section.not_negative_or("end_mass", quantity::MASS, "end mass", 0.0)?,
        drag: section.not_negative_or("drag", quantity::DRAG, "drag", 0.0)?,
        place: Some(section.place("name")),
        ..Rope::new(name, links, length, mass(section)?, diameter)
    };
    register(&rope, &name_item, known)?;
    Ok(rope)
}

/// Adds a rope to the mechanism that carries it.
pub(super) fn add(d: Description, rope: &Rope, section: &Section, known: &Known) -> Result<Description, FormatError> {
    for key in ["from", "to"] {
        let Some(item) = section.get(key) else { continue };
        let end = item.open("{ link = \"…\", point = [0, 0, 0] }")?;
        if let Some(item) = end.get("link") {
            known.link(&item, item.name()?)?;
        }
    }
    d.rope(rope).map_err(|error| {
        let spot = |key: &str| section.get(key).map_or_else(|| section.spot(), |item| item.spot());
        let (rule, remedy, at) = match error {
            ModelError::RopeTooShort { length, distance, .. } => (
                format!(
                    "{} is {} m long, but its ends are {} m apart",
                    section.title,
                    six_beside(length, distance),
                    six_beside(distance, length)
                ),
                "make it longer, or move its ends closer together".into(),
                spot("length"),
            ),
            ModelError::Measure { what, value, rule, .. } => {
                let key = if rope.clamped && what.ends_with("start") { "start".into() } else { what.replace(' ', "_") };
                let key = if what == "number of links" { "links" } else { &key };
                (format!("{what} of {} is {}", section.title, six(value)), rule.into(), spot(key))
            }
            other => (
                format!("{} cannot be placed: {}", section.title, reason(other)),
                "add a joint between that link and the ground".into(),
                spot("name"),
            ),
        };
        FormatError::BadValue { rule, remedy, at }
    })
}

/// The reason why a rope cannot be attached.
fn reason(error: ModelError) -> String {
    match error {
        ModelError::Disconnected { links, .. } => {
            format!("no joint connects link \"{}\" to the ground", links.concat())
        }
        other => other.to_string(),
    }
}

/// The number of links.
fn count(item: &Item) -> Result<usize, FormatError> {
    let number = item.number(quantity::NUMBER)?;
    if (1.0..=1e6).contains(&number) && number.fract() == 0.0 {
        return Ok(number as usize);
    }
    let rule = format!("{} is {}, which is not a valid number of links", item.label(), six(number));
    Err(FormatError::BadValue { rule, remedy: "write an integer from 1 to 1000000".into(), at: item.spot() })
}

/// The mass, in one of three forms.
fn mass(section: &Section) -> Result<RopeMass, FormatError> {
    for (first, second) in [("mass", "mass_per_length"), ("mass", "density"), ("mass_per_length", "density")] {
        section.not_both(first, second)?;
    }
    if let Some(item) = section.get("mass_per_length") {
        return item.positive(quantity::MASS_PER_LENGTH).map(RopeMass::PerLength);
    }
    if let Some(item) = section.get("density") {
        return item.positive(quantity::DENSITY).map(RopeMass::Density);
    }
    let mass = section.need("mass", "mass = 0.5, or mass_per_length, or density")?;
    mass.positive(quantity::MASS).map(RopeMass::Total)
}

/// A point of a link; the link is looked up when all links are known.
fn end(item: &Item, known: &Known) -> Result<PointSpec, FormatError> {
    let end = item.table(keys::ROPE_END, "{ link = \"…\", point = [0, 0, 0] }")?;
    let link = match end.get("link") {
        Some(item) => item.name()?.to_owned(),
        None => known.ground().to_owned(),
    };
    let position: Vec3<f64> = end.vector_or_zero("point", quantity::LENGTH)?;
    Ok(PointSpec { link, position })
}

/// Registers the names of its parts, and rejects those in use.
fn register(rope: &Rope, item: &Item, known: &mut Known) -> Result<(), FormatError> {
    let tie = rope.to.as_ref().map(|_| (rope.tie_name(), denoc_model::Joint::spherical()));
    for i in 0..rope.links {
        let link = rope.link_name(i);
        known.unique("link", &link, item)?;
        known.add_link(&link);
    }
    for (name, joint) in (0..rope.links).map(|i| (rope.joint_name(i), rope.joint(i))).chain(tie) {
        known.unique("joint", &name, item)?;
        known.add_joint(&name, &joint);
    }
    for frame in rope.frames() {
        known.unique("frame", &frame.name, item)?;
        known.add_frame(&frame.name, &frame.link, frame.pose);
    }
    Ok(())
}
