//! `[[distance]]`, `[[rolling]]`, `[[spring]]`: points and wheels that are tied together. Cams have a file of their own.

use denoc_math::Vec3;
use denoc_model::{ConstraintKind, ConstraintSpec, PointSpec, RollingSpec, SpringSpec};

use super::known::Known;
use super::mesh::Meshes;
use super::section::Section;
use super::{cam, keys, quantity};
use crate::FormatError;

/// Reads the table of one constraint.
type Reader = fn(&Section, &mut Known, &Meshes) -> Result<ConstraintSpec, FormatError>;

/// The registry of constraints: the name of their tables, which is the keyword of their kind, and their reader.
pub(super) const READERS: &[(&str, Reader)] = &[("distance", distance), ("cam", cam::read), ("rolling", rolling)];

/// A name that no other constraint and no joint has.
pub(super) fn name(section: &Section, known: &mut Known) -> Result<String, FormatError> {
    let (name, item) = section.need_name("name")?;
    known.refuse_joint_name(name, &item)?;
    known.unique("constraint", name, &item)?;
    Ok(name.to_owned())
}

fn distance(section: &Section, known: &mut Known, _: &Meshes) -> Result<ConstraintSpec, FormatError> {
    section.check_keys(keys::DISTANCE)?;
    let name = name(section, known)?;
    let [from, to] = ends(section, known)?;
    let length = section.need("length", "length = 0.3")?.positive(quantity::LENGTH)?;
    let kind = ConstraintKind::Distance { from, to, length };
    Ok(ConstraintSpec { name, kind, place: Some(section.place("name")) })
}

fn rolling(section: &Section, known: &mut Known, _: &Meshes) -> Result<ConstraintSpec, FormatError> {
    section.check_keys(keys::ROLLING)?;
    let name = name(section, known)?;
    let (link, item) = section.need_name("link")?;
    known.link(&item, link)?;
    if link == known.ground() {
        let rule = format!("{} is the ground, which does not roll", item.label());
        return Err(FormatError::BadValue { rule, remedy: "name the wheel".into(), at: item.spot() });
    }
    let (mut plane_point, mut plane_normal) = (Vec3::zero(), Vec3::unit(2));
    if let Some(item) = section.get("plane") {
        let plane = item.table(keys::PLANE, "{ point = [0, 0, 0], normal = [0, 0, 1] }")?;
        plane_point = plane.vector_or_zero("point", quantity::LENGTH)?;
        if let Some(item) = plane.get("normal") {
            plane_normal = item.direction()?;
        }
    }
    let kind = ConstraintKind::Rolling(RollingSpec {
        link: link.to_owned(),
        center: section.vector_or_zero("center", quantity::LENGTH)?,
        axis: section.need("axis", "axis = [0, 1, 0]")?.direction()?,
        radius: section.need("radius", "radius = 0.05")?.positive(quantity::LENGTH)?,
        plane_point,
        plane_normal,
        keep_height: section.get("keep_height").map_or(Ok(true), |item| item.flag())?,
    });
    Ok(ConstraintSpec { name, kind, place: Some(section.place("name")) })
}

pub(super) fn spring(section: &Section, known: &mut Known) -> Result<SpringSpec, FormatError> {
    section.check_keys(keys::POINT_SPRING)?;
    let (name, item) = section.need_name("name")?;
    known.unique("spring", name, &item)?;
    let [from, to] = ends(section, known)?;
    Ok(SpringSpec {
        name: name.to_owned(),
        from,
        to,
        stiffness: section.need("stiffness", "stiffness = 100")?.not_negative(quantity::STIFFNESS, "stiffness")?,
        rest_length: section.not_negative_or("rest_length", quantity::LENGTH, "rest length", 0.0)?,
        damping: section.not_negative_or("damping", quantity::DAMPING, "damping", 0.0)?,
        place: Some(section.place("name")),
    })
}

/// `parent` with `point`, `child` with `child_point`: on two links.
fn ends(section: &Section, known: &Known) -> Result<[PointSpec; 2], FormatError> {
    let end = |key, point| {
        let (link, item) = section.need_name(key)?;
        known.link(&item, link)?;
        let position = section.vector_or_zero(point, quantity::LENGTH)?;
        Ok::<_, FormatError>(PointSpec { link: link.to_owned(), position })
    };
    let [from, to] = [end("parent", "point")?, end("child", "child_point")?];
    if from.link == to.link {
        let rule = format!("both ends of {} are on link \"{}\"", section.title, to.link);
        let remedy = "name two different links".into();
        return Err(FormatError::BadValue { rule, remedy, at: section.need("child", "child = \"…\"")?.spot() });
    }
    Ok([from, to])
}
