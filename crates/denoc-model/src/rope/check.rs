//! Validation of ropes.

use denoc_math::Vec3;

use super::{Rope, RopeJoint, RopeKind, RopeMass};
use crate::ModelError;

/// The largest number of links.
const MOST: usize = 1_000_000;
const ABOVE: &str = "it must be a finite number above 0";
const AT_LEAST: &str = "it must be a finite number of at least 0";

pub(super) fn check(rope: &Rope) -> Result<(), ModelError> {
    let fail = |what, value, rule| Err(measure(rope, what, value, rule));
    if rope.links == 0 || rope.links > MOST {
        return fail("number of links", rope.links as f64, "it must be from 1 to 1000000");
    }
    if rope.to.is_some() && rope.links < 2 {
        return fail("number of links", rope.links as f64, "a rope between two points needs at least 2");
    }
    let (weight, mass) = match rope.mass {
        RopeMass::Total(mass) => ("mass", mass),
        RopeMass::PerLength(mass) => ("mass per length", mass),
        RopeMass::Density(density) => ("density", density),
    };
    for (what, value) in [("length", rope.length), (weight, mass), ("diameter", rope.diameter)] {
        if !(value > 0.0 && value.is_finite()) {
            return fail(what, value, ABOVE);
        }
    }
    let of_cables = [
        ("bending stiffness", rope.bending_stiffness),
        ("torsional stiffness", rope.torsional_stiffness),
        ("bending damping", rope.bending_damping),
        ("torsional damping", rope.torsional_damping),
    ];
    for (what, value) in of_cables.into_iter().chain([("end mass", rope.end_mass), ("drag", rope.drag)]) {
        if !(value >= 0.0 && value.is_finite()) {
            return fail(what, value, AT_LEAST);
        }
    }
    stiffness(rope, &of_cables)?;
    for point in rope.from.iter().chain(&rope.to) {
        if let Some(&value) = point.position.to_array().iter().find(|x| !x.is_finite()) {
            return fail("position of an end", value, "it must be a finite number");
        }
    }
    match rope.direction.map(Vec3::norm) {
        Some(length) if !(length > 0.0 && length.is_finite()) => {
            fail("length of its direction", length, "give a direction such as (0, 0, -1)")
        }
        _ => Ok(()),
    }
}

/// Checks that only cables have stiffness.
fn stiffness(rope: &Rope, of_cables: &[(&'static str, f64)]) -> Result<(), ModelError> {
    let fail = |what, value, rule| Err(measure(rope, what, value, rule));
    if rope.kind == RopeKind::Cable {
        if rope.bending_stiffness == 0.0 {
            return fail("bending stiffness", 0.0, "a cable needs a value above 0; a rope has no bending stiffness");
        }
        let twists = [("torsional stiffness", rope.torsional_stiffness), ("torsional damping", rope.torsional_damping)];
        return match twists.into_iter().find(|(_, value)| *value != 0.0) {
            Some((what, value)) if rope.joint_kind() == RopeJoint::Universal => {
                fail(what, value, "universal joints do not twist: leave it out, or use spherical joints")
            }
            _ => Ok(()),
        };
    }
    if let Some(&(what, value)) = of_cables.iter().find(|(_, value)| *value != 0.0) {
        return fail(what, value, "only a cable has it: choose that kind, or leave it out");
    }
    if rope.clamped {
        return fail("stiffness at the clamped start", 0.0, "only a cable can be clamped: ropes and chains are pinned");
    }
    Ok(())
}

fn measure(rope: &Rope, what: &'static str, value: f64, rule: &'static str) -> ModelError {
    ModelError::Measure { owner: format!("rope \"{}\"", rope.name), what, value, rule, place: rope.place.clone() }
}
