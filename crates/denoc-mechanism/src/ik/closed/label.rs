//! Words for branches, from the geometry of the pose.

use denoc_math::Vec3;

use super::{distance, meeting, size};
use crate::fk::{Axis, Chain};

/// Which branch the coordinates of the chain belong to.
///
/// * shoulder right or left: on which side of the plane through the first two axes' directions the wrist is (the tip, for
///   three joints);
/// * elbow up or down: whether the third axis passes above or below the line from shoulder to wrist, as seen along the first
///   axis; for planar arms, whether the arm bends to the right or to the left of that line; straight or folded if
///   there is no such side;
/// * wrist no-flip or flip, if the orientation counts: the sign of the angle between the outer axes of the wrist, about the middle one.
pub(in crate::ik) fn label(chain: &Chain, q: &[f64], wrist_counts: bool) -> String {
    let (axes, pose) = chain.place(q);
    let scale = size(chain);
    let turning: Vec<&Axis> = axes.iter().filter(|a| a.is_revolute()).collect();
    let all_parallel = axes.windows(2).all(|w| super::are_parallel(&w[0], &w[1]));
    if all_parallel && turning.len() >= 2 {
        let wrist = turning.get(2).map_or(pose.position, |a| a.point);
        return bend(turning[0], turning[1], wrist).to_owned();
    }
    let Some(first) = axes.first() else { return String::new() };
    let (Some(second), Some(third)) = (axes.get(1), axes.get(2)) else { return String::new() };
    let wrist = wrist_point(&axes, pose.position, scale);
    let mut labels = Vec::new();
    let side = first.direction.cross(second.direction);
    if first.is_revolute() && second.is_revolute() && side.norm() > 1e-6 {
        labels.push(if side.dot(wrist - first.point) <= 0.0 { "shoulder right" } else { "shoulder left" });
    }
    if third.is_revolute() {
        labels.push(elbow(first, second, third, wrist));
    } else {
        labels.push(if q[2] >= 0.0 { "extended" } else { "retracted" });
    }
    if let [.., a, b, c] = &axes[..]
        && axes.len() == 6
        && wrist_counts
    {
        // where the three do not meet (UR type) the axis before last turns the tool out of the parallel ones
        let flip = a.direction.cross(c.direction).dot(b.direction) < 0.0;
        labels.push(if flip { "wrist flip" } else { "wrist no-flip" });
    }
    labels.join(", ")
}

/// The wrist centre, or what is nearest to it.
fn wrist_point(axes: &[Axis], tip: Vec3<f64>, scale: f64) -> Vec3<f64> {
    let [_, _, _, a, b, c] = axes else { return tip };
    match meeting(a, b, scale) {
        Some(center) if distance(c, center) < 1e-6 * scale => center,
        _ => meeting(b, c, scale).unwrap_or(a.point),
    }
}

fn elbow(first: &Axis, second: &Axis, third: &Axis, wrist: Vec3<f64>) -> &'static str {
    // the points of the second and third axis nearest to the wrist: offsets along the axes do not matter
    let foot = |axis: &Axis| axis.point + axis.direction.scale(axis.direction.dot(wrist - axis.point));
    let (shoulder, elbow) = (foot(second), foot(third));
    let reach = wrist - shoulder;
    let aside = elbow - shoulder;
    let off = aside - reach.scale(aside.dot(reach) / reach.dot(reach).max(1e-300));
    if let Some(word) = aligned(aside, wrist - elbow, second.direction) {
        return word;
    }
    let up = first.direction.dot(off);
    // a first axis at right angles to the bend does not tell above from below: the side does
    let side = second.direction.dot(aside.cross(reach));
    if up.abs() > 1e-9 * reach.norm() {
        return if up > 0.0 { "elbow up" } else { "elbow down" };
    }
    if side > 0.0 { "elbow down" } else { "elbow up" }
}

/// The word for two links, seen along an axis, that make one line: neither up nor down.
fn aligned(upper: Vec3<f64>, lower: Vec3<f64>, axis: Vec3<f64>) -> Option<&'static str> {
    let sine = axis.dot(upper.cross(lower));
    let cosine = upper.dot(lower) - axis.dot(upper) * axis.dot(lower);
    let word = if cosine > 0.0 { "elbow straight" } else { "elbow folded" };
    (sine.abs() < 1e-6 * cosine.abs()).then_some(word)
}

fn bend(shoulder: &Axis, elbow: &Axis, wrist: Vec3<f64>) -> &'static str {
    let (a, b) = (elbow.point - shoulder.point, wrist - shoulder.point);
    if let Some(word) = aligned(a, b - a, shoulder.direction) {
        return word;
    }
    if shoulder.direction.dot(a.cross(b)) >= 0.0 { "elbow down" } else { "elbow up" }
}
