//! `pos` and the five representations of an orientation.

use denoc_math::{Mat3, Pose, Vec3, quaternion_rotation};

use super::compiler::{Compiler, attribute_spot};
use super::setting::Setting;
use crate::xml::Element;
use crate::{FormatError, angle, quaternion};

const WAYS: [&str; 5] = ["quat", "axisangle", "euler", "xyaxes", "zaxis"];

/// The pose of an element without defaults.
pub(super) fn plain(element: Element, compiler: &Compiler) -> Result<Pose<f64>, FormatError> {
    let position = element.numbers::<3>("pos")?.unwrap_or_default();
    Ok(Pose::new(rotation(element, compiler)?.unwrap_or(Mat3::identity()), Vec3::from(position)))
}

/// The pose of an element: position and orientation, each from the nearest level that specifies it.
pub(super) fn pose(setting: &Setting, compiler: &Compiler) -> Result<Pose<f64>, FormatError> {
    let position = setting.numbers::<3>("pos")?.unwrap_or_default();
    for level in setting.levels() {
        if let Some(rotation) = rotation(level, compiler)? {
            return Ok(Pose::new(rotation, Vec3::from(position)));
        }
    }
    Ok(Pose::translation(Vec3::from(position)))
}

fn rotation(element: Element, compiler: &Compiler) -> Result<Option<Mat3<f64>>, FormatError> {
    let mut written = WAYS.into_iter().filter(|way| element.attribute(way).is_some());
    let Some(way) = written.next() else { return Ok(None) };
    if let Some(second) = written.next() {
        let (element_name, at) = (element.name().to_owned(), attribute_spot(element, second));
        return Err(FormatError::Ambiguous { element: element_name, first: way, second, at });
    }
    let zero = |what, remedy| FormatError::ZeroLength { what, remedy, at: attribute_spot(element, way) };
    let rotation = match way {
        "quat" => {
            let [w, x, y, z] = element.numbers::<4>(way)?.unwrap_or([1.0, 0.0, 0.0, 0.0]);
            let unit = quaternion::normalised([x, y, z, w]);
            quaternion_rotation(unit.ok_or_else(|| zero("quaternion", "write 1 0 0 0 for no rotation"))?.0)
        }
        "axisangle" => {
            let [x, y, z, a] = element.numbers::<4>(way)?.unwrap_or_default();
            let axis = direction([x, y, z]).ok_or_else(|| zero("axis", "write a direction such as 0 0 1"))?;
            let (s, c) = angle::sin_cos(compiler.radians(a));
            Mat3::rotation(axis, s, c)
        }
        "euler" => {
            let angles = element.numbers::<3>(way)?.unwrap_or_default();
            compiler.euler.into_iter().zip(angles).fold(Mat3::identity(), |turned, ((axis, with_body), angle)| {
                let (s, c) = angle::sin_cos(compiler.radians(angle));
                let next = Mat3::rotation(Vec3::unit(axis), s, c);
                if with_body { turned * next } else { next * turned }
            })
        }
        "xyaxes" => {
            let [a, b, c, d, e, f] = element.numbers::<6>(way)?.unwrap_or_default();
            let x = direction([a, b, c]).ok_or_else(|| zero("x axis", "write a direction such as 1 0 0"))?;
            let y = direction([d, e, f]).ok_or_else(|| zero("y axis", "write a direction such as 0 1 0"))?;
            let across = y - x.scale(x.dot(y));
            let y = direction(across.to_array()).filter(|_| across.norm() > 1e-12);
            let y = y.ok_or_else(|| FormatError::BadValue {
                rule: "the two axes of xyaxes are parallel".into(),
                remedy: "write two different directions, such as 1 0 0 0 1 0".into(),
                at: attribute_spot(element, way),
            })?;
            Mat3::from_columns(x, y, x.cross(y))
        }
        _ => {
            let axis = direction(element.numbers::<3>(way)?.unwrap_or_default());
            from_z(axis.ok_or_else(|| zero("z axis", "write a direction such as 0 0 1"))?)
        }
    };
    Ok(Some(rotation))
}

/// The smallest rotation that takes z to a direction.
pub(super) fn from_z(to: Vec3<f64>) -> Mat3<f64> {
    let axis = Vec3::unit(2).cross(to);
    let sine = axis.norm();
    if sine < 1e-12 {
        let half_turn = Mat3::from_columns(Vec3::unit(0), -Vec3::unit(1), -Vec3::unit(2));
        return if to.z > 0.0 { Mat3::identity() } else { half_turn };
    }
    Mat3::rotation(axis.normalized(), sine, to.z)
}

/// The unit vector; `None` for zero. Avoids overflow and underflow.
pub(super) fn direction(v: [f64; 3]) -> Option<Vec3<f64>> {
    let largest = v.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    (largest > 0.0).then(|| Vec3::from(v.map(|x| x / largest)).normalized())
}
