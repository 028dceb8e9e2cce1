//! Two or three parallel revolute joints, and at most one that slides along them: planar arms and SCARA.

use denoc_math::{Pose, Vec3};

use super::trigonometry::linear;
use super::{Candidate, angle_about, are_parallel};
use crate::fk::Axis;

/// The revolute joints, their numbers, and the number of the sliding joint; `None` if the chain is of another kind.
fn sorted(axes: &[Axis], revolute: usize) -> Option<(Vec<usize>, Option<usize>)> {
    let (turning, sliding): (Vec<usize>, Vec<usize>) = (0..axes.len()).partition(|&i| axes[i].is_revolute());
    let all_parallel = axes.iter().all(|a| are_parallel(a, &axes[0]));
    (turning.len() == revolute && sliding.len() <= 1 && all_parallel).then(|| (turning, sliding.first().copied()))
}

/// All of exp(ξ₁ q₁) … exp(ξₙ qₙ) = `moved` for three revolute joints.
pub(super) fn pose(axes: &[Axis], moved: Pose<f64>, size: f64) -> Option<Vec<Candidate>> {
    let (turning, sliding) = sorted(axes, 3)?;
    let [a, b, c] = [turning[0], turning[1], turning[2]].map(|i| &axes[i]);
    // sliding along the common direction commutes with everything
    let slide = sliding.map(|p| axes[p].direction.dot(moved.point(c.point) - c.point));
    let shift = sliding.zip(slide).map_or(Vec3::zero(), |(p, q)| axes[p].direction.scale(-q));
    let all = three(&[a, b, c], Pose::translation(shift) * moved, size);
    Some(all.into_iter().map(|q| assemble(axes.len(), &turning, &q, sliding.zip(slide))).collect())
}

/// All of exp(ξ₁ q₁) … exp(ξₙ qₙ) x = y for two revolute joints.
pub(super) fn position(axes: &[Axis], point: Vec3<f64>, place: Vec3<f64>, size: f64) -> Option<Vec<Candidate>> {
    let (turning, sliding) = sorted(axes, 2)?;
    let [a, b] = [turning[0], turning[1]].map(|i| &axes[i]);
    let slide = sliding.map(|p| axes[p].direction.dot(place - point));
    let all = two(a, b, point, place, size);
    Some(all.into_iter().map(|q| assemble(axes.len(), &turning, &q, sliding.zip(slide))).collect())
}

fn assemble(n: usize, turning: &[usize], q: &[f64], slide: Option<(usize, f64)>) -> Candidate {
    let mut all = vec![0.0; n];
    for (&i, &q) in turning.iter().zip(q) {
        all[i] = q;
    }
    if let Some((i, q)) = slide {
        all[i] = q;
    }
    Candidate { q: all, family: false }
}

/// Three parallel axes whose motions together are `moved`.
pub(super) fn three([a, b, c]: &[&Axis; 3], moved: Pose<f64>, size: f64) -> Vec<[f64; 3]> {
    let w = a.direction;
    let side = if w.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    let x = w.cross(side).normalized();
    let Some(total) = angle_about(w, x, moved.rotation.apply(x), 1.0) else { return Vec::new() };
    // the third joint does not move its own axis
    let places = two(a, b, c.point, moved.point(c.point), size);
    let sign = |axis: &Axis| w.dot(axis.direction).signum();
    places.into_iter().map(|[qa, qb]| [qa, qb, sign(c) * (total - qa - sign(b) * qb)]).collect()
}

/// Two parallel axes that bring a point to a place, as seen along the axes.
fn two(a: &Axis, b: &Axis, point: Vec3<f64>, place: Vec3<f64>, size: f64) -> Vec<[f64; 2]> {
    let w = b.direction;
    let flat = |v: Vec3<f64>| v - w.scale(w.dot(v));
    let (base, arm, goal) = (flat(b.point - a.point), flat(point - b.point), flat(place - a.point));
    // |base + R arm| = |goal|
    let right = 0.5 * (goal.dot(goal) - base.dot(base) - arm.dot(arm));
    let mut all = Vec::new();
    for qb in linear(base.dot(arm), base.dot(w.cross(arm)), right) {
        let reached = base + arm.scale(qb.cos()) + w.cross(arm).scale(qb.sin());
        if let Some(qa) = angle_about(a.direction, reached, goal, size) {
            all.push([qa, qb]);
        }
    }
    all
}
