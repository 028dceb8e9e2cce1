//! `[[coupling]]`: a joint that follows another, by a ratio or by the data of gears, racks and screws.

use core::f64::consts::TAU;

use denoc_base::number::six;
use denoc_model::joints::Unit;
use denoc_model::{Coupling, JointSpec};

use super::known::Known;
use super::section::{Item, Section};
use super::{gears, keys, quantity};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// The keys that specify the ratio.
const RATIOS: [&str; 4] = ["ratio", "teeth", "radius", "lead"];

/// `joints` are all joints of the file.
pub(super) fn read(
    section: &Section,
    joints: &[JointSpec],
    known: &mut Known,
    notes: &mut Notes,
) -> Result<Coupling, FormatError> {
    section.check_keys(keys::COUPLING)?;
    let (joint, item) = section.need_name("joint")?;
    let unit = known.single_coordinate(&item, joint, "couplings")?;
    known.unique("coupling", joint, &item).map_err(|e| match e {
        FormatError::Duplicate { first, at, .. } => FormatError::BadValue {
            rule: format!("joint \"{joint}\" already follows another joint (see {first})"),
            remedy: "a joint can follow only one other joint: remove one of the two".into(),
            at,
        },
        other => other,
    })?;
    let (follows, item) = section.need_name("follows")?;
    let followed = known.single_coordinate(&item, follows, "couplings")?;
    known.refuse_self(joint, follows, &item)?;
    one_ratio(section)?;
    let coupling = Coupling {
        joint: joint.to_owned(),
        follows: follows.to_owned(),
        ratio: match gears::read(section, [(joint, unit), (follows, followed)], joints)? {
            Some(ratio) => ratio,
            None => ratio(section, unit, followed)?,
        },
        offset: section.number_or("offset", quantity::of_coordinate(unit), 0.0)?,
        enforced: section.get("enforced").map_or(Ok(true), |item| item.flag())?,
        place: Some(section.place("joint")),
    };
    if !coupling.enforced {
        notes.add(NoteKind::Mimic, "", || {
            let numbers = format!("ratio {}, offset {}", six(coupling.ratio), six(coupling.offset));
            let message =
                format!("joint \"{joint}\" follows \"{follows}\" ({numbers}); it moves independently in this model");
            (section.place("joint"), message)
        });
    }
    Ok(coupling)
}

/// Rejects more than one specification of the ratio.
fn one_ratio(section: &Section) -> Result<(), FormatError> {
    for (i, first) in RATIOS.iter().enumerate() {
        for second in &RATIOS[i + 1..] {
            section.not_both(first, second)?;
        }
    }
    Ok(())
}

/// The ratio if there are no teeth.
fn ratio(section: &Section, joint: Unit, follows: Unit) -> Result<f64, FormatError> {
    if let Some(item) = section.get("radius") {
        let radius = item.number(quantity::LENGTH)?;
        if radius <= 0.0 {
            let rule = format!("{} is {}, but it must be positive", item.label(), six(radius));
            let remedy = "reverse the axis of a joint if it moves in the opposite direction, or write a ratio".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
        return along(&item, joint, follows, radius);
    }
    if let Some(item) = section.get("lead") {
        let lead = item.number(quantity::LENGTH)?;
        if lead == 0.0 {
            let rule = format!("{} is 0, so the screw does not advance", item.label());
            let remedy = "write the advance per turn, such as \"5 mm\"; negative for a left-handed thread".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
        return along(&item, joint, follows, lead / TAU);
    }
    section.number_or("ratio", quantity::ratio(joint, follows), 1.0)
}

/// The ratio of a rotation and a translation by `advance` per radian.
fn along(item: &Item, joint: Unit, follows: Unit, advance: f64) -> Result<f64, FormatError> {
    match [joint, follows] {
        [Unit::Length, Unit::Angle] => Ok(advance),
        [Unit::Angle, Unit::Length] => Ok(1.0 / advance),
        [_, both] => {
            let both = if both == Unit::Length { "translations" } else { "rotations" };
            let rule = format!("{} requires a rotation and a translation, but both joints are {both}", item.label());
            let remedy = "write ratio, or teeth for a pair of gears".into();
            Err(FormatError::BadValue { rule, remedy, at: item.key_spot() })
        }
    }
}
