//! The size of a link, as implied by its description.

use std::collections::HashMap;

use denoc_math::Vec3;

use crate::checks::{Rule, Warning, principal_moments};
use crate::closures::ConstraintKind;
use crate::description::{Description, LinkSpec};

/// Links whose radius of gyration exceeds their size. Links of unknown size (one joint, no frame, no shape) are skipped.
pub(crate) fn warnings(d: &Description) -> Vec<Warning> {
    let mut points: HashMap<&str, Vec<Vec3<f64>>> = HashMap::with_capacity(d.links.len());
    for joint in &d.joints {
        points.entry(&joint.parent).or_default().push(joint.origin.position);
        points.entry(&joint.child).or_default().push(joint.child_origin.position);
    }
    for frame in &d.frames {
        points.entry(&frame.link).or_default().push(frame.pose.position);
    }
    // wheels reach to their teeth
    let mut wheels: HashMap<&str, f64> = HashMap::new();
    for constraint in &d.constraints {
        let ConstraintKind::Gear(gear) = &constraint.kind else { continue };
        for (link, radius) in [&gear.parent, &gear.child].into_iter().zip(gear.pitch_radii()) {
            let largest = wheels.entry(link).or_default();
            *largest = largest.max(radius);
        }
    }
    let wheel = |link: &LinkSpec| 2.0 * wheels.get(link.name.as_str()).copied().unwrap_or(0.0);
    let of_link = |link: &LinkSpec| points.get(link.name.as_str()).map_or(&[][..], Vec::as_slice).to_vec();
    d.links.iter().filter(|l| l.name != d.ground).filter_map(|l| warning(l, of_link(l), wheel(l))).collect()
}

/// `least` is what it measures at least.
fn warning(link: &LinkSpec, mut points: Vec<Vec3<f64>>, least: f64) -> Option<Warning> {
    if link.mass.mass <= 0.0 || (points.len() < 2 && link.shapes.is_empty()) {
        return None;
    }
    for shape in &link.shapes {
        // a mesh may be of any size
        let reach = shape.geometry.reach()?;
        for axis in 0..3 {
            points.push(shape.pose.position + Vec3::unit(axis).scale(reach));
            points.push(shape.pose.position - Vec3::unit(axis).scale(reach));
        }
    }
    points.push(link.mass.center);
    // the diagonal of the box around all points: never less than the largest distance between two of them
    let extent = |axis: usize| {
        let along = points.iter().map(|p| p.to_array()[axis]);
        along.clone().fold(f64::NEG_INFINITY, f64::max) - along.fold(f64::INFINITY, f64::min)
    };
    let size = Vec3::new(extent(0), extent(1), extent(2)).norm().max(least);
    let moments = principal_moments(link.mass.inertia);
    let radius = (moments[2] / link.mass.mass).sqrt();
    // joints that meet in a point imply no size
    (size > 0.0 && radius > size).then(|| Warning {
        link: link.name.clone(),
        moments,
        rule: Rule::Gyration { radius, size },
        place: link.place.clone(),
    })
}
