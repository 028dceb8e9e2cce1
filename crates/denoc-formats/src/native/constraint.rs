//! Constraints, as the registry describes them, and springs between points.

use denoc_model::closures::ConstraintInfo;
use denoc_model::{ConstraintSpec, PointSpec, SpringSpec};

use super::known::Known;
use super::mesh::Meshes;
use super::parameter::{self, Context};
use super::section::Section;
use super::{quantity, words};
use crate::FormatError;

/// Reads the table of one constraint.
pub(super) fn read(
    section: &Section,
    kind: &ConstraintInfo,
    known: &mut Known,
    files: &Meshes,
) -> Result<ConstraintSpec, FormatError> {
    section.check_keys_of(&section.title, &words::constraint_keys(kind))?;
    let (name, item) = section.need_name("name")?;
    known.refuse_joint_name(name, &item)?;
    known.unique("constraint", name, &item)?;
    let values = parameter::read(section, kind.parameters, Context { known, files })?;
    let constraint = (kind.from_values)(&values).ok_or_else(|| FormatError::BadValue {
        rule: format!("the parameters of {} do not make a {} constraint", section.title, kind.keyword),
        remedy: format!("check {}", parameter::keys(kind.parameters).join(", ")),
        at: section.spot(),
    })?;
    Ok(ConstraintSpec { name: name.to_owned(), kind: constraint, place: Some(section.place("name")) })
}

pub(super) fn spring(section: &Section, known: &mut Known) -> Result<SpringSpec, FormatError> {
    section.check_keys(words::POINT_SPRING)?;
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
