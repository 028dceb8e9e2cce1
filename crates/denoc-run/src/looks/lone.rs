//! A link that is attached in one place only, or nowhere: its shape follows from its mass.

use denoc_math::{Pose, Vec3};
use denoc_model::closures::{Closure, Constraint};
use denoc_model::{LinkId, Model};
use denoc_results::SceneShape;

use super::shapes::{ball, bar, block, disc};
use super::stance::Measure;

/// A wheel, a disc with the inertia of the link, a rod of uniform mass, a pendulum, or a block.
pub(super) fn lone(model: &Model, id: LinkId, at: &[Vec3<f64>], measure: Measure) -> Vec<SceneShape> {
    let link = &model.links()[id.0];
    let radius = measure.bar;
    let wheels = wheels(model, id);
    if !wheels.is_empty() {
        let to_hub = |center: Vec3<f64>| at.iter().map(move |at| (*at, center)).filter(|(a, b)| !measure.same(*a, *b));
        let spokes = wheels.iter().flat_map(|(center, ..)| to_hub(*center)).map(|(a, b)| bar(a, b, radius));
        let spokes: Vec<SceneShape> = spokes.collect();
        let discs = wheels.iter().map(|(center, axis, r)| disc(*center, *axis, *r, (0.25 * r).max(radius), None));
        return discs.chain(spokes).collect();
    }
    if link.mass.mass <= 0.0 {
        return Vec::new();
    }
    let mass = link.mass.mass;
    let center = link.mass.first_moment.scale(1.0 / mass);
    let Some(&joint) = at.first() else { return vec![uniform_block(model, id, center, measure)] };
    let arm = center - joint;
    // about the mass centre, along its three axes
    let about_center = link.mass.to_parent(Pose::translation(-center)).inertia;
    let axis = link.joint.innermost().turn_axis();
    let off = axis.map_or(arm, |axis| arm - axis.scale(axis.dot(arm)));
    if off.norm() > 0.5 * radius {
        // a rod of uniform mass is twice as long as the way to its mass centre
        let point_mass = about_center.trace() < 1e-3 * mass * arm.norm() * arm.norm();
        return match point_mass {
            true => vec![bar(joint, center, 0.6 * radius), ball(center, 2.2 * radius, None)],
            false => vec![bar(joint, joint + arm.scale(2.0), radius)],
        };
    }
    let Some(axis) = axis else { return Vec::new() };
    let gyration = (about_center.apply(axis).dot(axis).max(0.0) / mass).sqrt();
    let wheel = (core::f64::consts::SQRT_2 * gyration).clamp(1.6 * radius, 0.5 * measure.size);
    vec![disc(center, axis, wheel, 1.2 * radius, None)]
}

/// A block with the mass and the moments of inertia of a link.
fn uniform_block(model: &Model, LinkId(i): LinkId, center: Vec3<f64>, measure: Measure) -> SceneShape {
    let link = &model.links()[i];
    let inertia = link.mass.to_parent(Pose::translation(-center)).inertia.to_mat3();
    let moments = [0, 1, 2].map(|k| inertia.get(k, k));
    let sum: f64 = moments.iter().sum();
    let least = 2.0 * measure.bar;
    let sides = moments.map(|own| (6.0 * (sum - 2.0 * own).max(0.0) / link.mass.mass).sqrt().max(least));
    block(Pose::translation(center), sides, None)
}

/// Centre, axis and radius of the wheels that are part of a link.
fn wheels(model: &Model, id: LinkId) -> Vec<(Vec3<f64>, Vec3<f64>, f64)> {
    let wheel = |closure: &Closure<f64>| match closure {
        Closure::Constraint(Constraint::Rolling(r)) if r.link == id => Some((r.center, r.axis, r.radius)),
        _ => None,
    };
    model.closures().iter().filter_map(wheel).collect()
}
