//! `<axis>` and `<axis2>`: direction, limits, friction, spring.

use denoc_math::Vec3;
use denoc_model::JointProperties;

use super::scope::{Part, Parts};
use super::value::{self, Named};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, axis};

/// A limit of this size or more is none.
const INFINITE: f64 = 1e16;

/// An axis in the frame of its joint.
pub(super) struct Axis<'a, 'i> {
    pub(super) direction: Vec3<f64>,
    pub(super) properties: JointProperties,
    pub(super) mimic: Option<Element<'a, 'i>>,
}

/// What of an axis a joint uses.
#[derive(Copy, Clone)]
pub(super) struct Use {
    /// The joint type.
    pub(super) keyword: &'static str,
    /// Whether lower and upper limits apply.
    pub(super) range: bool,
    /// Whether springs do.
    pub(super) spring: bool,
}

pub(super) fn read<'a, 'i>(
    element: Element<'a, 'i>,
    part: Part<'a, 'i>,
    parts: &Parts<'a, 'i>,
    owner: &str,
    used: Use,
    notes: &mut Notes,
) -> Result<Axis<'a, 'i>, FormatError> {
    element.check_words(notes)?;
    let within = format!("<{}> of {owner}", element.name());
    let direction = direction(element, part, parts, owner, &within, notes)?;
    let mut properties = JointProperties::default();
    if let Some(limit) = element.child("limit", &within)? {
        limit.check_words(notes)?;
        limits(limit, owner, &within, used, &mut properties, notes)?;
    }
    if let Some(dynamics) = element.child("dynamics", &within)? {
        dynamics.check_words(notes)?;
        properties.viscous_friction = not_negative(dynamics, owner, "damping", &within)?;
        properties.dry_friction = not_negative(dynamics, owner, "friction", &within)?;
        let stiffness = not_negative(dynamics, owner, "spring_stiffness", &within)?;
        if used.spring {
            properties.spring_stiffness = stiffness;
            properties.spring_rest = dynamics.child_number("spring_reference", &within)?.unwrap_or(0.0);
        } else if stiffness > 0.0 {
            notes.add(NoteKind::LeftOut, "spring", || {
                (dynamics.place(), format!("the spring of {owner}, a {} joint, is ignored", used.keyword))
            });
        }
    }
    Ok(Axis { direction, properties, mimic: element.child("mimic", &within)? })
}

fn direction<'a, 'i>(
    element: Element<'a, 'i>,
    part: Part<'a, 'i>,
    parts: &Parts<'a, 'i>,
    owner: &str,
    within: &str,
    notes: &mut Notes,
) -> Result<Vec3<f64>, FormatError> {
    let scope = &parts.scopes[part.scope];
    let xyz = element.child("xyz", within)?;
    let written = match xyz {
        Some(xyz) => {
            xyz.check_words(notes)?;
            axis::read(
                xyz.content_numbers::<3>("a direction such as 0 0 1 between its tags")?,
                xyz,
                xyz.offset(),
                owner,
                notes,
            )?
        }
        None => Vec3::unit(2),
    };
    let in_model = match scope.version {
        version if version.has_axes_in_model() => true,
        version if version.has_parent_model_flag() => {
            value::flag(element, "use_parent_model_frame", within)?.unwrap_or(false)
        }
        _ => false,
    };
    let named =
        xyz.filter(|_| !scope.version.has_parent_model_flag()).and_then(|xyz| Named::attribute(xyz, "expressed_in"));
    let frame = match named {
        Some(named) => parts.frames.find(named, scope, &format!("the frame of the axis of {owner}"))?,
        None if in_model => scope.frame,
        None => part.node,
    };
    Ok(parts.frames.between(part.node, frame).rotation.apply(written))
}

fn limits(
    limit: Element,
    owner: &str,
    within: &str,
    used: Use,
    properties: &mut JointProperties,
    notes: &mut Notes,
) -> Result<(), FormatError> {
    let written = [limit.child_limit("lower", within)?, limit.child_limit("upper", within)?];
    let [lower, upper] = [(written[0], f64::NEG_INFINITY), (written[1], f64::INFINITY)]
        .map(|(written, none)| written.filter(|x| x.abs() < INFINITE).unwrap_or(none));
    if lower > upper {
        let joint = owner.trim_start_matches("joint ").trim_matches('"').to_owned();
        return Err(FormatError::LimitsReversed { joint, lower, upper, missing: None, at: limit.spot() });
    }
    if lower.is_finite() || upper.is_finite() {
        match used.range {
            true => properties.limits = Some([lower, upper]),
            false => notes.add(NoteKind::Unused, used.keyword, || {
                (limit.place(), format!("lower and upper limit of a {} joint: ignored", used.keyword))
            }),
        }
    }
    // negative: none
    let bound = |name| Ok::<_, FormatError>(limit.child_limit(name, within)?.filter(|x| (0.0..INFINITE).contains(x)));
    (properties.effort_limit, properties.velocity_limit) = (bound("effort")?, bound("velocity")?);
    for (what, value) in [("effort", properties.effort_limit), ("velocity", properties.velocity_limit)] {
        if value == Some(0.0) {
            notes.add(NoteKind::ZeroLimit, what, || {
                (limit.place(), format!("the {what} limit of {owner} is 0; kept as written"))
            });
        }
    }
    Ok(())
}

fn not_negative(dynamics: Element, owner: &str, name: &'static str, within: &str) -> Result<f64, FormatError> {
    let Some(value) = dynamics.child_number(name, within)? else { return Ok(0.0) };
    if value >= 0.0 {
        return Ok(value);
    }
    let at = dynamics.child(name, within)?.unwrap_or(dynamics).spot();
    Err(FormatError::Negative { owner: owner.to_owned(), quantity: name, value, at })
}
