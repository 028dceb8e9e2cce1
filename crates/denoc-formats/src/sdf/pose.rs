//! `<pose>`: a pose, and the frame it is given in.

use denoc_base::number::six_beside;
use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};

use super::scope::Version;
use super::value::{Named, flag_attribute};
use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, angle, quaternion};

/// A pose, and the name of the frame in which it is given, if that is not the usual one.
#[derive(Copy, Clone)]
pub(super) struct Written<'a, 'i> {
    pub(super) pose: Pose<f64>,
    pub(super) relative_to: Option<Named<'a, 'i>>,
}

/// The `<pose>` of an element; the identity if there is none.
pub(super) fn read<'a, 'i>(
    parent: Element<'a, 'i>,
    owner: &str,
    version: Version,
    notes: &mut Notes,
) -> Result<Written<'a, 'i>, FormatError> {
    let Some(element) = parent.child("pose", owner)? else {
        return Ok(Written { pose: Pose::identity(), relative_to: None });
    };
    element.check_words(notes)?;
    let attribute = if version.names_frames_relative_to() { "relative_to" } else { "frame" };
    let relative_to = Named::attribute(element, attribute);
    let quaternion = match element.attribute("rotation_format").map(|text| text.text.trim()) {
        None | Some("euler_rpy" | "") => false,
        Some("quat_xyzw") => true,
        Some(other) => {
            let known = vec!["euler_rpy", "quat_xyzw"];
            return Err(FormatError::UnknownKeyword {
                what: "attribute \"rotation_format\" of <pose>".into(),
                found: other.to_owned(),
                nearest: denoc_model::names::nearest(other, known.iter().copied()),
                known,
                at: element.spot_at(element.attribute("rotation_format").map_or(element.offset(), |t| t.at(other))),
            });
        }
    };
    if element.content().is_none() {
        return Ok(Written { pose: Pose::identity(), relative_to });
    }
    let pose = if quaternion { of_quaternion(element, notes)? } else { of_angles(element, notes)? };
    Ok(Written { pose, relative_to })
}

fn of_angles(element: Element, notes: &mut Notes) -> Result<Pose<f64>, FormatError> {
    let [x, y, z, roll, pitch, yaw] = element.content_numbers::<6>("six numbers between its tags")?;
    let mut rpy = [roll, pitch, yaw];
    if flag_attribute(element, "degrees")?.unwrap_or(false) {
        // exact for right angles
        rpy = rpy.map(f64::to_radians);
    } else if let Some(text) = element.content() {
        for (written, value) in text.text.split_ascii_whitespace().skip(3).zip(rpy) {
            if let Some((right, distance)) = angle::nearly_right(value, written) {
                notes.add(NoteKind::NearlyRightAngle, "", || {
                    let message =
                        format!("the angle {written} differs from {right} by {distance:.2e}; kept as written");
                    (element.place_at(text.at(written)), message)
                });
            }
        }
    }
    Ok(Pose::new(angle::rotation(rpy), Vec3::new(x, y, z)))
}

fn of_quaternion(element: Element, notes: &mut Notes) -> Result<Pose<f64>, FormatError> {
    let [x, y, z, qx, qy, qz, qw] = element.content_numbers::<7>("seven numbers between its tags")?;
    let Some((unit, length)) = quaternion::normalised([qx, qy, qz, qw]) else {
        let remedy = "write 0 0 0 1 for no rotation";
        return Err(FormatError::ZeroLength { what: "quaternion", remedy, at: element.spot() });
    };
    if (length - 1.0).abs() > 1e-6 {
        notes.add(NoteKind::QuaternionLength, "", || {
            let message = format!("the quaternion has length {}; it is normalised", six_beside(length, 1.0));
            (element.place(), message)
        });
    }
    let rotation = if unit == [0.0, 0.0, 0.0, 1.0] { Mat3::identity() } else { quaternion_rotation(unit) };
    Ok(Pose::new(rotation, Vec3::new(x, y, z)))
}
