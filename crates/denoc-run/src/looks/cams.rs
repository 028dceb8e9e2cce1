//! Cams: discs whose outline moves a follower along a slide.

use core::f64::consts::TAU;

use denoc_math::Vec3;
use denoc_model::closures::{Cam, Closure, Constraint};
use denoc_model::{LinkId, Model};
use denoc_results::{SceneShape, solids};

use super::connection::{Connection, Movement};
use super::shapes::{DARK, axes, disc, solid};
use super::stance::{Measure, Stance};

/// Points of an outline.
const POINTS: usize = 96;

/// The discs of cams that repeat every turn, on their shafts, and the rollers of their followers.
pub(super) fn cams(
    model: &Model,
    connections: &[Connection<'_>],
    stance: &Stance,
    measure: Measure,
) -> Vec<(LinkId, SceneShape)> {
    let cams = model.closures().iter().filter_map(|closure| match closure {
        Closure::Constraint(Constraint::Cam(cam)) => drawn(cam, model, connections, stance, measure),
        _ => None,
    });
    cams.flatten().collect()
}

fn drawn(
    cam: &Cam<f64>,
    model: &Model,
    connections: &[Connection<'_>],
    stance: &Stance,
    measure: Measure,
) -> Option<[(LinkId, SceneShape); 2]> {
    let [shaft, slide] = [cam.follows, cam.joint].map(|joint| &connections[joint.0]);
    let (Movement::Turn(axis), Movement::Slide(along)) = (shaft.movement(), slide.movement()) else { return None };
    let points = cam.profile.points();
    let turn = points.last()?[0] - points.first()?[0];
    if !cam.profile.is_periodic() || (turn - TAU).abs() > 1e-6 {
        return None;
    }
    let hub = stance.place(&shaft.ends[1]);
    let axis = hub.rotation.apply(axis).normalized();
    let along = stance.place(&slide.ends[0]).rotation.apply(along).normalized();
    let roller = stance.place(&slide.ends[1]).position;
    let angle = stance.q[model.links()[cam.follows.0].q];
    let here = cam.profile.at(angle)[0];
    // in the plane of the roller
    let center = hub.position + axis.scale(axis.dot(roller - hub.position));
    let (x, y) = (along, axis.cross(along));
    let small = 1.6 * measure.bar;
    let outline: Vec<[f64; 2]> = (0..POINTS)
        .map(|i| {
            // the cam turns forward, so the place of the roller turns backward in its axes
            let back = -TAU * i as f64 / POINTS as f64;
            let reached = roller + along.scale(cam.profile.at(angle - back)[0] - here) - center;
            let (h, e) = (reached.dot(x), reached.dot(y));
            let (radius, direction) = ((h.hypot(e) - small).max(0.5 * measure.bar), e.atan2(h) + back);
            [radius * direction.cos(), radius * direction.sin()]
        })
        .rev()
        .collect();
    // a slide across the shaft only
    if along.dot(axis).abs() > 1e-6 || outline.iter().any(|p| p[0].hypot(p[1]) > 2.0 * measure.size) {
        return None;
    }
    let pose = stance.first(Some(cam.follows)).inverse() * axes(center, axis, x);
    let plate = solid(solids::star(&outline, 2.4 * measure.bar), pose, None);
    let local = |link: LinkId, v: Vec3<f64>| stance.first(Some(link)).rotation.apply_transpose(v);
    let at = stance.first(Some(cam.joint)).inverse().point(roller);
    let wheel = disc(at, local(cam.joint, axis), small, 2.0 * measure.bar, Some(DARK));
    Some([(cam.follows, plate), (cam.joint, wheel)])
}
