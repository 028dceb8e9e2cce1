//! What connects the places where something is attached to a link.

use denoc_math::Vec3;
use denoc_model::LinkId;
use denoc_results::SceneShape;

use super::shapes::{bar, plate};
use super::stance::Measure;

pub(super) fn mean(points: &[Vec3<f64>]) -> Option<Vec3<f64>> {
    let sum = points.iter().fold(Vec3::zero(), |sum, point| sum + *point);
    (!points.is_empty()).then(|| sum.scale(1.0 / points.len() as f64))
}

/// A link between two points. Where both have axes it goes along the first, then across, as in DH tables (b, then a), or across and
/// then along the second, as in modified ones.
pub(super) fn dog_leg(
    [from, to]: [Vec3<f64>; 2],
    axes: &[Option<Vec3<f64>>],
    measure: Measure,
    id: LinkId,
) -> Vec<SceneShape> {
    let (along, radius) = (to - from, measure.bar);
    let small = 2e-3 * measure.size;
    let straight = || vec![bar(from, to, radius)];
    let [Some(first), Some(second)] = *axes else { return straight() };
    let (first, second) = (first.normalized(), second.normalized());
    let [b, d] = [first, second].map(|axis| axis.scale(axis.dot(along)));
    let normal = first.cross(second);
    let parallel = normal.norm() < 1e-6;
    if parallel && b.norm() < small {
        // both pins stand on the bar: a flat one
        return vec![plate(&[from, to], first, 1.25 * radius, thickness(id) * radius)];
    }
    let normal = if parallel { Vec3::zero() } else { normal.normalized() };
    let across = |rest: Vec3<f64>| parallel || (rest - normal.scale(normal.dot(rest))).norm() < small;
    let corner = match () {
        _ if across(along - b) => from + b,
        _ if across(along - d) => to - d,
        _ => return straight(),
    };
    let legs = [(from, corner), (corner, to)].into_iter().filter(|(a, b)| (*a - *b).norm() > small);
    legs.map(|(a, b)| bar(a, b, radius)).collect()
}

/// A link between three or more points: a bar or a plate if they are in a line or a plane. Frames outside the plane of what is attached
/// get bars to the middle of the plate. Otherwise a tree of bars.
pub(super) fn several(attached: &[Vec3<f64>], all: &[Vec3<f64>], measure: Measure, id: LinkId) -> Vec<SceneShape> {
    if let Some(shape) = flat(all, measure, id) {
        return vec![shape];
    }
    match (flat(attached, measure, id), mean(attached)) {
        (Some(plate), Some(middle)) if attached.len() > 2 => {
            let others = all.iter().filter(|point| !attached.contains(point));
            [plate].into_iter().chain(others.map(|point| bar(middle, *point, measure.bar))).collect()
        }
        _ => tree(all, measure.bar),
    }
}

/// A bar around points in a line, a plate around points in a plane.
fn flat(points: &[Vec3<f64>], measure: Measure, id: LinkId) -> Option<SceneShape> {
    let tolerance = 0.6 * measure.bar;
    let far = |from: Vec3<f64>| {
        points.iter().copied().fold(from, |most, p| if (p - from).norm() > (most - from).norm() { p } else { most })
    };
    let one = far(*points.first()?);
    let other = far(one);
    let along = (other - one).normalized();
    let off = |p: Vec3<f64>| (p - one) - along.scale(along.dot(p - one));
    let side =
        points.iter().map(|p| off(*p)).fold(Vec3::zero(), |most, x| if x.norm() > most.norm() { x } else { most });
    if side.norm() < 0.2 * tolerance {
        return Some(bar(one, other, measure.bar));
    }
    let normal = along.cross(side).normalized();
    if points.iter().any(|p| normal.dot(*p - one).abs() > tolerance) {
        return None;
    }
    let mut ordered = vec![one];
    ordered.extend(points.iter().copied().filter(|p| *p != one && *p != other));
    ordered.push(other);
    Some(plate(&ordered, normal, 1.25 * measure.bar, thickness(id) * measure.bar))
}

/// Thickness of flat links, in radii of a bar: those that overlap in a plane are told apart.
fn thickness(LinkId(i): LinkId) -> f64 {
    0.85 + 0.18 * (i % 4) as f64
}

/// The shortest bars that connect points.
fn tree(points: &[Vec3<f64>], radius: f64) -> Vec<SceneShape> {
    let mut reached = vec![points[0]];
    let mut rest = points[1..].to_vec();
    let mut bars = Vec::new();
    while !rest.is_empty() {
        let pairs = rest.iter().enumerate().flat_map(|(i, to)| reached.iter().map(move |from| (i, *from, *to)));
        let Some((i, from, to)) = pairs.min_by(|a, b| (a.2 - a.1).norm().total_cmp(&(b.2 - b.1).norm())) else { break };
        bars.push(bar(from, to, radius));
        reached.push(to);
        rest.swap_remove(i);
    }
    bars
}
