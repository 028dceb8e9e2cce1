//! Six joints, the last three revolute with axes that meet in a point: three joints bring that point to its place
//! (`regional.rs`), three turn the frame.

use denoc_math::{Mat3, Pose, Vec3};

use super::trigonometry::linear;
use super::{Candidate, GEOMETRY, angle_about, distance, meeting, regional};
use crate::fk::Axis;

/// `None` if there is no such wrist, or the first three joints are degenerate.
pub(super) fn solve(axes: &[Axis; 6], moved: Pose<f64>, seed: &[f64], size: f64) -> Option<Vec<Candidate>> {
    let [a1, a2, a3, a4, a5, a6] = axes;
    if !(a4.is_revolute() && a5.is_revolute() && a6.is_revolute()) {
        return None;
    }
    let center = meeting(a4, a5, size)?;
    meeting(a5, a6, size)?;
    if distance(a6, center) > GEOMETRY * size {
        return None;
    }
    // turning the wrist does not move its centre
    let arms = regional::solve(&[*a1, *a2, *a3], center, moved.point(center), seed, size)?;
    let mut all = Vec::new();
    for arm in arms {
        let shoulder = a1.motion(arm.q[0]) * a2.motion(arm.q[1]) * a3.motion(arm.q[2]);
        let rest = shoulder.rotation.transpose() * moved.rotation;
        for (turns, family) in orient([a4.direction, a5.direction, a6.direction], rest, [seed[3], seed[5]]) {
            let q = arm.q.iter().copied().chain(turns).collect();
            all.push(Candidate { q, family: arm.family || family });
        }
    }
    Some(all)
}

/// R(a, q₄) R(b, q₅) R(c, q₆) = r for axes of any angle: the image of c fixes q₅, then q₄; the rest is q₆.
fn orient([a, b, c]: [Vec3<f64>; 3], r: Mat3<f64>, seed: [f64; 2]) -> Vec<([f64; 3], bool)> {
    let image = r.apply(c);
    // a · R(b, q₅) c = a · r c
    let (along, across) = (b.scale(b.dot(c)), b.cross(c));
    let flat = c - along;
    let mut all = Vec::new();
    for q5 in linear(a.dot(flat), a.dot(across), a.dot(image) - a.dot(along)) {
        let (s, k) = q5.sin_cos();
        let middle = Mat3::rotation(b, s, k);
        // c along a: only the sum (or difference) of the outer angles counts
        let turned = angle_about(a, middle.apply(c), image, 1e3);
        let q4 = turned.unwrap_or(seed[0]);
        let (s, k) = q4.sin_cos();
        let rest = (Mat3::rotation(a, s, k) * middle).transpose() * r;
        let side = if c.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
        let x = c.cross(side).normalized();
        let q6 = angle_about(c, x, rest.apply(x), 1.0).unwrap_or(seed[1]);
        all.push(([q4, q5, q6], turned.is_none()));
    }
    all
}
