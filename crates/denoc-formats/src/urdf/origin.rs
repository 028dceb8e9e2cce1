//! `<origin>`: a pose.

use denoc_base::number::six_beside;
use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};

use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, angle, quaternion};

/// The pose of the `<origin>` of an element; the identity if there is none.
pub(super) fn read(parent: Element, owner: &str, notes: &mut Notes) -> Result<Pose<f64>, FormatError> {
    let Some(origin) = parent.child("origin", owner)? else { return Ok(Pose::identity()) };
    origin.check_words(notes)?;
    let position = origin.numbers::<3>("xyz")?.unwrap_or_default();
    let rotation = match (origin.numbers::<3>("rpy")?, origin.numbers::<4>("quat_xyzw")?) {
        (None, None) => Mat3::identity(),
        (Some(rpy), None) => {
            note_angles(origin, rpy, notes);
            angle::rotation(rpy)
        }
        (None, Some(quaternion)) => quaternion_matrix(origin, quaternion, notes)?,
        (Some(_), Some(_)) => {
            let (first, second) = ("rpy", "quat_xyzw");
            return Err(FormatError::Ambiguous { element: "origin".into(), first, second, at: origin.spot() });
        }
    };
    Ok(Pose::new(rotation, Vec3::from(position)))
}

fn note_angles(origin: Element, rpy: [f64; 3], notes: &mut Notes) {
    let Some(text) = origin.attribute("rpy") else { return };
    for (written, value) in text.text.split_ascii_whitespace().zip(rpy) {
        if let Some((right, distance)) = angle::nearly_right(value, written) {
            notes.add(NoteKind::NearlyRightAngle, "", || {
                let message = format!("rpy {written} differs from {right} by {distance:.2e}; kept as written");
                (origin.place_at(text.at(written)), message)
            });
        }
    }
}

fn quaternion_matrix(origin: Element, q: [f64; 4], notes: &mut Notes) -> Result<Mat3<f64>, FormatError> {
    let at = origin.attribute("quat_xyzw").map_or(origin.offset(), |t| t.name());
    let Some((unit, length)) = quaternion::normalised(q) else {
        let remedy = "write 0 0 0 1 for no rotation";
        return Err(FormatError::ZeroLength { what: "quaternion", remedy, at: origin.spot_at(at) });
    };
    if (length - 1.0).abs() > 1e-6 {
        notes.add(NoteKind::QuaternionLength, "", || {
            let message = format!("the quaternion has length {}; it is normalised", six_beside(length, 1.0));
            (origin.place_at(at), message)
        });
    }
    Ok(quaternion_rotation(unit))
}
