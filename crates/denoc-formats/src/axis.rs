//! Axes of joints in XML files, which may have any length but zero.

use denoc_base::number::{six, six_beside};
use denoc_math::Vec3;

use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// The axis that `element` gives, at byte `at` if it is zero. Its length is noted if it is not one.
pub(crate) fn read(
    [x, y, z]: [f64; 3],
    element: Element,
    at: usize,
    owner: &str,
    notes: &mut Notes,
) -> Result<Vec3<f64>, FormatError> {
    let largest = x.abs().max(y.abs()).max(z.abs());
    if largest == 0.0 {
        let remedy = "write a direction such as 0 0 1";
        return Err(FormatError::ZeroLength { what: "axis", remedy, at: element.spot_at(at) });
    }
    let written = Vec3::new(x, y, z);
    // avoids overflow and underflow of the squares
    let extreme = !(1e-100..1e100).contains(&largest);
    let axis = if extreme { written.map(|x| x / largest) } else { written };
    let length = axis.norm() * if extreme { largest } else { 1.0 };
    if (length - 1.0).abs() > 1e-6 {
        notes.add(NoteKind::AxisLength, "", || {
            let (axis, length) = ([x, y, z].map(six).join(" "), six_beside(length, 1.0));
            (element.place(), format!("the axis {axis} of {owner} has length {length}; it is normalised"))
        });
    }
    Ok(axis)
}
