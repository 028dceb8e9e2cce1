//! Mechanisms of the catalogue and their closed forms.
#![allow(dead_code)] // each test uses some of them

use denoc_formats::catalogue;
use denoc_machines::cycle::CycleOptions;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};

pub(crate) const X: Vec3<f64> = Vec3 { x: 1.0, y: 0.0, z: 0.0 };
pub(crate) const Z: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };

/// A model of the catalogue.
pub(crate) fn catalogued(name: &str) -> Model {
    catalogue::describe(name).unwrap().build().unwrap()
}

/// A cycle from the configuration `start` of a model.
pub(crate) fn from_start(model: &Model, input: &str, speed: f64) -> CycleOptions {
    let mut options = CycleOptions::new(input, speed);
    options.start = Some(model.configuration("start").unwrap().to_vec());
    options
}

pub(crate) fn along(length: f64) -> Pose<f64> {
    Pose::translation(X.scale(length))
}

/// A four-bar with joints crank_pivot, crank_pin, rocker_pivot and, cut, rocker_pin; lengths of ground, crank, coupler, rocker.
pub(crate) fn four_bar([g, a, b, c]: [f64; 4], masses: [MassProperties; 3]) -> Description {
    let [crank, coupler, rocker] = masses;
    Description::new("four-bar")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", crank)
        .link("coupler", coupler)
        .link("rocker", rocker)
        .joint("crank_pivot", "ground", "crank", Joint::revolute(Z), Pose::identity())
        .joint("crank_pin", "crank", "coupler", Joint::revolute(Z), along(a))
        .joint("rocker_pivot", "ground", "rocker", Joint::revolute(Z), along(g))
        .joint("rocker_pin", "coupler", "rocker", Joint::revolute(Z), along(b))
        .child_origin(along(c))
        .cut()
}

/// Angles of coupler and rocker from x, for that of the crank; the coupler's end above the diagonal.
pub(crate) fn four_bar_angles([g, a, b, c]: [f64; 4], crank: f64) -> [f64; 2] {
    let (dx, dy) = (g - a * crank.cos(), -a * crank.sin());
    let d = dx.hypot(dy);
    let along = (d * d + b * b - c * c) / (2.0 * d);
    let across = (b * b - along * along).sqrt();
    let (x, y) = ((along * dx - across * dy) / d, (along * dy + across * dx) / d);
    [y.atan2(x), (y - dy).atan2(x - dx)]
}

/// q for the angle of the crank.
pub(crate) fn four_bar_q(lengths: [f64; 4], crank: f64) -> Vec<f64> {
    let [coupler, rocker] = four_bar_angles(lengths, crank);
    vec![crank, coupler - crank, rocker]
}

/// Three rods.
pub(crate) fn rods([_, a, b, c]: [f64; 4], masses: [f64; 3]) -> [MassProperties; 3] {
    let lengths = [a, b, c];
    std::array::from_fn(|i| MassProperties::rod(masses[i], lengths[i], X))
}
