//! `[[coupling]]`: a joint that follows another, by a ratio or by what gears, racks and screws are made of.

use core::f64::consts::TAU;

use denoc_model::joints::Unit;
use denoc_model::{Coupling, JointSpec};

use super::known::Known;
use super::section::{Item, Section};
use super::{gears, quantity, words};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// The ways to say the ratio.
const RATIOS: [&str; 4] = ["ratio", "teeth", "radius", "lead"];

/// `joints` are all joints of the file.
pub(super) fn read(
    section: &Section,
    joints: &[JointSpec],
    known: &mut Known,
    notes: &mut Notes,
) -> Result<Coupling, FormatError> {
    section.check_keys(words::COUPLING)?;
    let (joint, item) = section.need_name("joint")?;
    let unit = known.single_coordinate(&item, joint, "couplings")?;
    known.unique("coupling", joint, &item).map_err(|e| match e {
        FormatError::Duplicate { first, at, .. } => FormatError::BadValue {
            rule: format!("joint \"{joint}\" follows already, as said at {first}"),
            remedy: "a joint can follow one other: remove one of the two".into(),
            at,
        },
        other => other,
    })?;
    let (follows, item) = section.need_name("follows")?;
    let followed = known.single_coordinate(&item, follows, "couplings")?;
    known.refuse_self(joint, follows, &item)?;
    one_way(section)?;
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
            let numbers = format!("ratio {}, offset {}", coupling.ratio, coupling.offset);
            let words = format!("joint \"{joint}\" follows \"{follows}\" ({numbers}); it moves independently here");
            (section.place("joint"), words)
        });
    }
    Ok(coupling)
}

/// Refuses two ways to say the ratio.
fn one_way(section: &Section) -> Result<(), FormatError> {
    for (i, first) in RATIOS.iter().enumerate() {
        for second in &RATIOS[i + 1..] {
            section.not_both(first, second)?;
        }
    }
    Ok(())
}

/// The ratio where there are no teeth.
fn ratio(section: &Section, joint: Unit, follows: Unit) -> Result<f64, FormatError> {
    if let Some(item) = section.get("radius") {
        let radius = item.number(quantity::LENGTH)?;
        if radius <= 0.0 {
            let rule = format!("{} is {radius}, it must be above 0", item.label());
            let remedy = "turn the axis of a joint round if it moves the other way, or write a ratio".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
        return along(&item, joint, follows, radius);
    }
    if let Some(item) = section.get("lead") {
        let lead = item.number(quantity::LENGTH)?;
        if lead == 0.0 {
            let rule = format!("{} is 0: such a screw does not move", item.label());
            let remedy = "write the advance per turn, such as \"5 mm\"; below 0 for a left-handed thread".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
        return along(&item, joint, follows, lead / TAU);
    }
    section.number_or("ratio", quantity::ratio(joint, follows), 1.0)
}

/// One of the joints turns, the other slides by `advance` per radian.
fn along(item: &Item, joint: Unit, follows: Unit, advance: f64) -> Result<f64, FormatError> {
    match [joint, follows] {
        [Unit::Length, Unit::Angle] => Ok(advance),
        [Unit::Angle, Unit::Length] => Ok(1.0 / advance),
        [_, both] => {
            let do_ = if both == Unit::Length { "slide" } else { "turn" };
            let rule = format!("{} is for a joint that turns and one that slides, but both {do_}", item.label());
            let remedy = "write ratio, or teeth for a pair of gears".into();
            Err(FormatError::BadValue { rule, remedy, at: item.key_spot() })
        }
    }
}
