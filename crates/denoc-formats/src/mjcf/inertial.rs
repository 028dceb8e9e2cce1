//! `<inertial>`: mass, mass centre and inertia.

use denoc_math::{Pose, Sym3};
use denoc_model::MassProperties;
use denoc_model::checks::principal_axes;

use super::compiler::{Compiler, attribute_spot};
use super::orientation;
use crate::FormatError;
use crate::note::Notes;
use crate::xml::Element;

/// `outer` is the pose of the enclosing `<frame>`s in the body.
pub(super) fn read(
    inertial: Element,
    outer: Pose<f64>,
    owner: &str,
    compiler: &Compiler,
    notes: &mut Notes,
) -> Result<MassProperties, FormatError> {
    inertial.check_words(notes)?;
    inertial.needed_attribute("pos")?;
    let frame = outer * orientation::plain(inertial, compiler)?;
    let mass = inertial.needed_number("mass")?;
    if mass < 0.0 {
        let at = attribute_spot(inertial, "mass");
        return Err(FormatError::Negative { owner: owner.to_owned(), quantity: "mass", value: mass, at });
    }
    let inertia = match (inertial.numbers::<3>("diaginertia")?, inertial.numbers::<6>("fullinertia")?) {
        (Some(_), Some(_)) => {
            let (first, second) = ("diaginertia", "fullinertia");
            let at = attribute_spot(inertial, second);
            return Err(FormatError::Ambiguous { element: "inertial".into(), first, second, at });
        }
        (Some([xx, yy, zz]), None) => Sym3::diagonal(xx, yy, zz),
        (None, Some([xx, yy, zz, xy, xz, yz])) => {
            for second in ["quat", "axisangle", "euler", "xyaxes", "zaxis"] {
                if inertial.attribute(second).is_some() {
                    return Err(FormatError::Ambiguous {
                        element: "inertial".into(),
                        first: "fullinertia",
                        second,
                        at: attribute_spot(inertial, second),
                    });
                }
            }
            Sym3 { xx, xy, xz, yy, yz, zz }
        }
        (None, None) => Sym3::zero(),
    };
    Ok(MassProperties { mass, center: frame.position, inertia: inertia.rotate(frame.rotation) })
}

/// The mass properties within the bounds of `<compiler>`.
pub(super) fn bounded(body: MassProperties, compiler: &Compiler) -> MassProperties {
    let Compiler { least_mass, least_moment, balance, .. } = *compiler;
    if least_mass <= 0.0 && least_moment <= 0.0 && !balance {
        return body;
    }
    let mass = body.mass.max(least_mass);
    let (moments, axes) = principal_axes(body.inertia);
    let mut bounded = moments.map(|moment| moment.max(least_moment));
    let [least, middle, most] = bounded;
    if balance && least + middle < most {
        bounded = [(least + middle + most) / 3.0; 3];
    }
    if bounded == moments {
        return MassProperties { mass, ..body };
    }
    let [xx, yy, zz] = bounded;
    MassProperties { mass, inertia: Sym3::diagonal(xx, yy, zz).rotate(axes), ..body }
}
