//! Checks that the numbers of a description are physically possible.

use core::fmt;
use core::mem::discriminant;
use std::collections::HashSet;

use denoc_math::{Mat3, Sym3, Vec3};

use crate::description::{Description, JointSpec, LinkSpec, Place};
use crate::joints::{MAX_COLUMNS, Unit, Value};
use crate::rotation_spring::RotationSpring;
use crate::shape::Geometry;
use crate::{ModelError, names};

/// An implausible mass property that does not prevent computation: a warning, or an error in strict mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The link.
    pub link: String,
    /// Principal moments of inertia about the mass centre, ascending, kg m².
    pub moments: [f64; 3],
    /// The rule that is broken.
    pub rule: Rule,
    /// Location in the source file.
    pub place: Option<Place>,
}

/// The rules that warnings refer to.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Rule {
    /// A principal moment is zero (an infinitely thin body).
    ZeroMoment,
    /// Inertia without mass.
    Massless,
    /// The largest principal moment exceeds the sum of the other two: no rigid body has such a tensor.
    Triangle,
    /// The radius of gyration √(I/m) exceeds the size of the link.
    Gyration {
        /// Largest radius of gyration, m.
        radius: f64,
        /// Size of the link as implied by its joints, frames and shapes, m.
        size: f64,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        let [a, b, c] = self.moments;
        write!(f, "link \"{}\" has the principal moments of inertia {a:.4e}, {b:.4e}, {c:.4e} kg m²: ", self.link)?;
        match self.rule {
            Rule::ZeroMoment => {
                let like =
                    if c == 0.0 { "all are zero, as for a point mass" } else { "one is zero, as for a thin rod" };
                write!(f, "{like}; nothing resists its joint, so forward dynamics is singular: add rotor inertia there")
            }
            Rule::Massless => f.write_str(
                "it has no mass, and inertia without mass belongs to no rigid body; give its mass, or check units",
            ),
            Rule::Triangle => {
                write!(
                    f,
                    "the largest exceeds the sum of the other two, which no rigid body can have; check axes and units"
                )
            }
            Rule::Gyration { radius, size } => write!(
                f,
                "its radius of gyration of {radius:.3} m exceeds its size of {size:.3} m, as far as its joints, frames and \
                 shapes show it; check units and that the tensor refers to the mass centre"
            ),
        }
    }
}

/// The warnings as text: those that break the same rule in one line, with their number and the names of some of the links.
pub fn fold(warnings: &[Warning]) -> Vec<String> {
    const NAMED: usize = 4;
    let mut kinds: Vec<Vec<&Warning>> = Vec::new();
    for warning in warnings {
        let same = |kind: &&mut Vec<&Warning>| {
            kind.first().is_some_and(|first| discriminant(&first.rule) == discriminant(&warning.rule))
        };
        match kinds.iter_mut().find(same) {
            Some(kind) => kind.push(warning),
            None => kinds.push(vec![warning]),
        }
    }
    let line = |kind: &Vec<&Warning>| {
        let [first, others @ ..] = &kind[..] else { return String::new() };
        if others.is_empty() {
            return first.to_string();
        }
        let names: Vec<String> = others.iter().take(NAMED).map(|warning| format!("\"{}\"", warning.link)).collect();
        let more = if others.len() > NAMED { ", …" } else { "" };
        format!("{first} (and {} more: {}{more})", others.len(), names.join(", "))
    };
    kinds.iter().map(line).collect()
}

/// Principal moments of a symmetric tensor, ascending.
pub fn principal_moments(tensor: Sym3<f64>) -> [f64; 3] {
    principal_axes(tensor).0
}

/// Principal moments of a symmetric tensor, ascending, and the rotation whose columns are the corresponding axes (cyclic Jacobi
/// rotations).
pub fn principal_axes(tensor: Sym3<f64>) -> ([f64; 3], Mat3<f64>) {
    let mut m = tensor.to_mat3();
    let mut turned = Mat3::identity();
    for _ in 0..12 {
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let off = m.get(i, j);
            if off.abs() <= f64::EPSILON * 1e-3 * tensor.trace().abs() {
                continue;
            }
            let angle = 0.5 * (2.0 * off).atan2(m.get(j, j) - m.get(i, i));
            let (s, c) = angle.sin_cos();
            let mut columns = [Vec3::unit(0), Vec3::unit(1), Vec3::unit(2)];
            let (a, b) = (columns[i], columns[j]);
            columns[i] = a.scale(c) - b.scale(s);
            columns[j] = a.scale(s) + b.scale(c);
            let r = Mat3::from_columns(columns[0], columns[1], columns[2]);
            m = r.transpose() * m * r;
            turned = turned * r;
        }
    }
    let mut pairs = [(m.x.x, turned.x), (m.y.y, turned.y), (m.z.z, turned.z)];
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let [(least, a), (middle, b), (most, _)] = pairs;
    // right-handed: the order may have been reversed
    ([least, middle, most], Mat3::from_columns(a, b, a.cross(b)))
}

pub(crate) fn link(spec: &LinkSpec) -> Result<Option<Warning>, ModelError> {
    let m = &spec.mass;
    finite("mass", &spec.name, &[m.mass], &spec.place)?;
    finite("mass centre", &spec.name, &m.center.to_array(), &spec.place)?;
    let i = m.inertia;
    finite("inertia", &spec.name, &[i.xx, i.xy, i.xz, i.yy, i.yz, i.zz], &spec.place)?;
    if m.mass < 0.0 {
        return Err(ModelError::NegativeMass { link: spec.name.clone(), mass: m.mass, place: spec.place.clone() });
    }
    if let Some((what, value, rule)) = spec.drag.and_then(|drag| drag.fault()) {
        let (owner, place) = (format!("link \"{}\"", spec.name), spec.place.clone());
        return Err(ModelError::Measure { owner, what, value, rule, place });
    }
    for shape in &spec.shapes {
        let (owner, place) = (format!("a shape of link \"{}\"", spec.name), &spec.place);
        for (what, value) in shape.geometry.measures() {
            // a mirrored mesh has a negative scale
            let mesh = matches!(shape.geometry, Geometry::Mesh { .. });
            if !value.is_finite() || value == 0.0 || (value < 0.0 && !mesh) {
                let rule =
                    if mesh { "it must be a finite number other than 0" } else { "it must be a finite number above 0" };
                return Err(ModelError::Measure { owner, what, value, rule, place: place.clone() });
            }
        }
        finite("pose of a shape", &spec.name, &shape.pose.position.to_array(), place)?;
        rotation(&spec.name, shape.pose.rotation, place)?;
    }
    let moments = principal_moments(m.inertia);
    let [least, middle, most] = moments;
    // data files have few digits; entries such as 1e-35 are meant to be zero
    let tolerance = 1e-9 * most.abs().max(least.abs()) + 1e-15 * m.mass;
    if least < -tolerance {
        return Err(ModelError::NegativeMoment { link: spec.name.clone(), moments, place: spec.place.clone() });
    }
    let warning = |rule| Some(Warning { link: spec.name.clone(), moments, rule, place: spec.place.clone() });
    // a link without mass and inertia connects joints and is not implausible
    if m.mass == 0.0 && most == 0.0 {
        return Ok(None);
    }
    if m.mass == 0.0 {
        return Ok(warning(Rule::Massless));
    }
    // a slender rod has one zero moment and lies exactly on the triangle inequality: report the zero
    if least <= tolerance {
        return Ok(warning(Rule::ZeroMoment));
    }
    Ok(if most > (least + middle) * (1.0 + 1e-6) { warning(Rule::Triangle) } else { None })
}

pub(crate) fn joint(spec: &JointSpec) -> Result<(), ModelError> {
    let (name, place) = (&spec.name, &spec.place);
    for pose in [&spec.origin, &spec.child_origin] {
        finite("origin", name, &pose.position.to_array(), place)?;
        rotation(name, pose.rotation, place)?;
    }
    parameters(spec)?;
    let speeds = spec.joint.v_units();
    if speeds.len() > MAX_COLUMNS || speeds.contains(&Unit::Quaternion) {
        return Err(ModelError::Property {
            joint: name.clone(),
            property: "number of coordinates",
            value: speeds.len() as f64,
            rule: "a custom joint has at most 6, angles or lengths",
            place: place.clone(),
        });
    }
    let p = &spec.properties;
    let property = |property, value, rule| {
        Err(ModelError::Property { joint: name.clone(), property, value, rule, place: place.clone() })
    };
    for (what, value) in [
        ("rotor inertia", p.rotor_inertia),
        ("viscous friction", p.viscous_friction),
        ("dry friction", p.dry_friction),
        ("spring stiffness", p.spring_stiffness),
    ] {
        if !(value >= 0.0 && value.is_finite()) {
            return property(what, value, "it must be a finite number of at least 0");
        }
    }
    if !p.gear_ratio.is_finite() || p.gear_ratio == 0.0 {
        return property("gear ratio", p.gear_ratio, "it must be a finite number other than 0");
    }
    if !(0.0..=1.0).contains(&p.restitution) {
        return property("restitution", p.restitution, "it must be a number from 0 to 1");
    }
    for (what, limit) in [("velocity limit", p.velocity_limit), ("effort limit", p.effort_limit)] {
        if let Some(value) = limit
            && (value.is_nan() || value < 0.0)
        {
            return property(what, value, "it must be a number of at least 0");
        }
    }
    if let Some(spring) = &p.rotation_spring {
        rotation_spring(spec, spring)?;
    }
    finite("spring rest position", name, &[p.spring_rest], place)?;
    if p.spring_stiffness > 0.0 && spec.joint.q_units() != spec.joint.v_units() {
        return property(
            "spring stiffness",
            p.spring_stiffness,
            "a joint with a quaternion cannot have this spring; a spherical joint can have a rotation spring",
        );
    }
    if let Some([lower, upper]) = p.limits {
        if lower.is_nan() || upper.is_nan() {
            return property("limit", f64::NAN, "it must be a number");
        }
        if lower > upper {
            return Err(ModelError::LimitsReversed { joint: name.clone(), lower, upper, place: place.clone() });
        }
    }
    Ok(())
}

/// Checks the numbers and directions of the joint type.
fn parameters(spec: &JointSpec) -> Result<(), ModelError> {
    let (name, place) = (&spec.name, &spec.place);
    let values = spec.joint.innermost().values();
    for (key, value) in values.iter() {
        if let Value::Number(number) = value {
            finite(key, name, &[*number], place)?;
        }
    }
    for (_, value) in values.iter() {
        let directions = match value {
            Value::Direction(direction) => std::slice::from_ref(direction),
            Value::Directions(all) => all,
            Value::Number(_)
            | Value::Choice(_)
            | Value::Point(_)
            | Value::Flag(_)
            | Value::Name(_)
            | Value::Curve(_)
            | Value::Table(_) => &[],
        };
        for (i, direction) in directions.iter().enumerate() {
            let length = direction.norm();
            // normalised at construction: a zero or non-finite direction has become NaN
            if length.is_nan() || (length - 1.0).abs() > 1e-6 {
                return Err(ModelError::ZeroAxis { joint: name.clone(), length, place: place.clone() });
            }
            if directions[..i].iter().any(|before| before.cross(*direction).norm() < 1e-9) {
                return Err(ModelError::ParallelAxes { joint: name.clone(), place: place.clone() });
            }
        }
    }
    Ok(())
}

fn rotation_spring(spec: &JointSpec, spring: &RotationSpring) -> Result<(), ModelError> {
    let property = |property, value, rule| {
        Err(ModelError::Property { joint: spec.name.clone(), property, value, rule, place: spec.place.clone() })
    };
    if !spec.joint.innermost().kind().rotation_spring {
        let rule = "a rotation spring requires a spherical joint: use one, or `spring_stiffness`";
        return property("bend stiffness of the rotation spring", spring.bend_stiffness, rule);
    }
    let length = spring.axis.norm();
    if length.is_nan() || (length - 1.0).abs() > 1e-6 {
        return property("length of the axis of the rotation spring", length, "it must be 1: give a direction");
    }
    for (what, value) in [
        ("bend stiffness of the rotation spring", spring.bend_stiffness),
        ("twist stiffness of the rotation spring", spring.twist_stiffness),
        ("bend damping of the rotation spring", spring.bend_damping),
        ("twist damping of the rotation spring", spring.twist_damping),
    ] {
        if !(value >= 0.0 && value.is_finite()) {
            return property(what, value, "it must be a finite number of at least 0");
        }
    }
    Ok(())
}

/// All names of a description can be read.
pub(crate) fn names_are_visible(d: &Description) -> Result<(), ModelError> {
    let check = |what: &'static str, name: &str, place: &Option<Place>| match names::invisible(name) {
        None => Ok(()),
        Some(character) => {
            Err(ModelError::InvisibleCharacter { what, name: name.to_owned(), character, place: place.clone() })
        }
    };
    check("model", &d.name, &None)?;
    check("link", &d.ground, &None)?;
    d.links.iter().try_for_each(|link| check("link", &link.name, &link.place))?;
    d.joints.iter().try_for_each(|joint| check("joint", &joint.name, &joint.place))?;
    d.frames.iter().try_for_each(|frame| check("frame", &frame.name, &frame.place))?;
    d.configurations.iter().try_for_each(|c| check("configuration", &c.name, &None))?;
    d.constraints.iter().try_for_each(|c| check("constraint", &c.name, &c.place))?;
    d.springs.iter().try_for_each(|spring| check("spring", &spring.name, &spring.place))?;
    d.actuators.iter().try_for_each(|actuator| check("motor", &actuator.name, &None))?;
    d.contacts.iter().try_for_each(|contact| check("contact point", &contact.name, &None))
}

pub(crate) fn frames_and_gravity(d: &Description) -> Result<(), ModelError> {
    finite("gravity", &d.name, &d.gravity.to_array(), &None)?;
    if d.frames.is_empty() {
        return Ok(()); // saves long chains two sets of all names
    }
    let links: HashSet<&str> = d.links.iter().map(|l| l.name.as_str()).chain([d.ground.as_str()]).collect();
    let mut taken = links.clone();
    for frame in &d.frames {
        let (name, place) = (frame.name.clone(), frame.place.clone());
        if !links.contains(frame.link.as_str()) {
            let nearest = names::nearest(&frame.link, links.iter().copied());
            return Err(ModelError::UnknownLink { what: "frame", name, link: frame.link.clone(), nearest, place });
        }
        if !taken.insert(&frame.name) {
            return Err(ModelError::DuplicateName { what: "frame", name, place });
        }
        finite("pose", &frame.name, &frame.pose.position.to_array(), &frame.place)?;
        rotation(&frame.name, frame.pose.rotation, &frame.place)?;
    }
    Ok(())
}

fn finite(what: &'static str, name: &str, values: &[f64], place: &Option<Place>) -> Result<(), ModelError> {
    match values.iter().find(|x| !x.is_finite()) {
        None => Ok(()),
        Some(&value) => Err(ModelError::NotFinite { what, name: name.to_owned(), value, place: place.clone() }),
    }
}

fn rotation(name: &str, r: Mat3<f64>, place: &Option<Place>) -> Result<(), ModelError> {
    finite("orientation", name, r.to_rows().as_flattened(), place)?;
    let deviation = r.transpose() * r - Mat3::identity();
    let orthogonal = deviation.to_rows().as_flattened().iter().fold(0.0f64, |a, x| a.max(x.abs()));
    let handed = (r.x.cross(r.y).dot(r.z) - 1.0).abs();
    let error = orthogonal.max(handed);
    if error < 1e-6 {
        Ok(())
    } else {
        Err(ModelError::NotRotation { name: name.to_owned(), error, place: place.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::principal_moments;
    use denoc_math::{Mat3, Sym3};

    // oracle: a diagonal tensor turned by a known rotation
    #[test]
    fn principal_moments_survive_a_rotation() {
        for diagonal in [[0.1, 0.2, 0.25], [1.0, 1.0, 2.0], [0.0, 3.0, 3.0], [-0.5, 2.0, 1.0]] {
            let tensor = Sym3::diagonal(diagonal[0], diagonal[1], diagonal[2]).rotate(Mat3::from_rpy([0.4, 1.1, -2.0]));
            let mut sorted = diagonal;
            sorted.sort_by(f64::total_cmp);
            for (a, b) in principal_moments(tensor).iter().zip(sorted) {
                assert!((a - b).abs() < 1e-14, "{a} {b}");
            }
        }
    }
}
