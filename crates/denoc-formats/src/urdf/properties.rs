//! `<limit>` and `<dynamics>` of a joint.

use denoc_model::JointProperties;

use super::joint::{Kind, note_unused};
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

pub(super) fn read(
    joint: Element,
    name: &str,
    owner: &str,
    kind: &Kind,
    notes: &mut Notes,
) -> Result<JointProperties, FormatError> {
    let mut properties = JointProperties::default();
    match joint.child("limit", owner)? {
        Some(limit) if kind.keyword == "fixed" => note_unused(limit, kind, notes),
        Some(limit) => {
            limit.check_words(notes)?;
            properties.limits = range(limit, name, owner, kind, notes)?;
            properties.effort_limit = bound(limit, owner, "effort", "effort limit", notes)?;
            properties.velocity_limit = bound(limit, owner, "velocity", "velocity limit", notes)?;
        }
        None if kind.range => notes.add(NoteKind::NoLimits, "", || {
            (joint.place(), format!("{owner} is {} but has no <limit>; it moves without limits", kind.keyword))
        }),
        None => {}
    }
    match joint.child("dynamics", owner)? {
        Some(dynamics) if kind.keyword == "fixed" => note_unused(dynamics, kind, notes),
        Some(dynamics) => {
            dynamics.check_words(notes)?;
            properties.viscous_friction = friction(dynamics, owner, "damping")?;
            properties.dry_friction = friction(dynamics, owner, "friction")?;
        }
        None => {}
    }
    Ok(properties)
}

fn friction(dynamics: Element, owner: &str, attribute: &'static str) -> Result<f64, FormatError> {
    let value = dynamics.number(attribute)?.unwrap_or(0.0);
    not_negative(dynamics, owner, attribute, attribute, value)?;
    Ok(value)
}

/// Lower and upper limit. URDF assumes 0 for a missing one.
fn range(
    limit: Element,
    joint: &str,
    owner: &str,
    kind: &Kind,
    notes: &mut Notes,
) -> Result<Option<[f64; 2]>, FormatError> {
    let written = [limit.limit("lower")?, limit.limit("upper")?];
    if !kind.range {
        if written != [None, None] {
            note_unused(limit, kind, notes);
        }
        return Ok(None);
    }
    if written == [None, None] {
        notes.add(NoteKind::NoLimits, "", || {
            (limit.place(), format!("{owner} has neither lower nor upper limit; it moves without limits"))
        });
        return Ok(None);
    }
    let [lower, upper] = written.map(|x| x.unwrap_or(0.0));
    if lower > upper {
        let missing = match written {
            [None, _] => Some("lower"),
            [_, None] => Some("upper"),
            _ => None,
        };
        return Err(FormatError::LimitsReversed { joint: joint.to_owned(), lower, upper, missing, at: limit.spot() });
    }
    Ok((lower.is_finite() || upper.is_finite()).then_some([lower, upper]))
}

/// Effort or velocity limit.
fn bound(
    limit: Element,
    owner: &str,
    attribute: &'static str,
    quantity: &'static str,
    notes: &mut Notes,
) -> Result<Option<f64>, FormatError> {
    let Some(value) = limit.limit(attribute)? else { return Ok(None) };
    not_negative(limit, owner, attribute, quantity, value)?;
    if value == 0.0 {
        notes.add(NoteKind::ZeroLimit, attribute, || {
            (limit.place(), format!("the {quantity} of {owner} is 0; kept as written"))
        });
    }
    Ok(value.is_finite().then_some(value))
}

fn not_negative(
    element: Element,
    owner: &str,
    attribute: &str,
    quantity: &'static str,
    value: f64,
) -> Result<(), FormatError> {
    if value >= 0.0 {
        return Ok(());
    }
    let at = element.attribute(attribute).map_or(element.offset(), |t| t.name());
    Err(FormatError::Negative { owner: owner.to_owned(), quantity, value, at: element.spot_at(at) })
}
