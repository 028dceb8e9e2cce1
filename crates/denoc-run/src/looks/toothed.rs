//! Wheels of gears that the description gives by their teeth.

use core::f64::consts::PI;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::closures::{Wheel, wheels};
use denoc_model::{LinkId, Model};
use denoc_results::{SceneShape, solids};

use super::shapes::solid;
use super::stance::Measure;

/// Width of teeth, in modules.
const WIDTH: f64 = 6.0;
/// Thickness of a ring behind its pitch circle, in modules.
const RIM: f64 = 3.5;

/// All toothed wheels with their links, whose teeth mesh in all configurations.
pub(super) fn toothed(model: &Model, measure: Measure) -> Vec<(Option<LinkId>, SceneShape)> {
    wheels(model).iter().map(|wheel| (wheel.hub.link, drawn(wheel, measure))).collect()
}

fn drawn(wheel: &Wheel<Option<LinkId>>, measure: Measure) -> SceneShape {
    let hub = &wheel.hub;
    let (teeth, module) = (hub.teeth as usize, 2.0 * hub.radius / hub.teeth);
    let width = (WIDTH * module).clamp(1.6 * measure.bar, 2.6 * measure.bar);
    // a ring has a gap on its x axis
    let half = if hub.is_ring { PI / hub.teeth } else { 0.0 };
    let (sin, cos) = (wheel.tooth + half).sin_cos();
    let turn = Mat3::rotation(Vec3::unit(2), sin, cos);
    let kind = match hub.is_ring {
        true => solids::ring_gear(teeth, hub.radius, hub.radius + RIM * module, width),
        false => solids::gear(teeth, hub.radius, 0.0, width),
    };
    solid(kind, Pose::new(hub.pose.rotation * turn, hub.pose.position), None)
}
