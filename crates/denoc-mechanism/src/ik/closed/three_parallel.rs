//! Six revolute joints, the second to fourth parallel, the fifth and sixth axis meeting: arms of UR type.
//!
//! Three parallel joints neither tilt their common direction w nor move anything along it. So the place of the point where
//! axes 5 and 6 meet gives q₁, the direction of w in the frame q₅ and q₆, and what remains is a planar arm.

use denoc_math::{Mat3, Pose};

use super::trigonometry::linear;
use super::{Candidate, angle_about, are_parallel, meeting, parallel};
use crate::fk::Axis;

/// `None` if the geometry is another.
pub(super) fn solve(axes: &[Axis; 6], moved: Pose<f64>, seed: &[f64], size: f64) -> Option<Vec<Candidate>> {
    let [a1, a2, a3, a4, a5, a6] = axes;
    if axes.iter().any(|a| !a.is_revolute()) || !are_parallel(a2, a3) || !are_parallel(a2, a4) {
        return None;
    }
    if are_parallel(a1, a2) || are_parallel(a4, a5) {
        return None;
    }
    let (w, hub) = (a2.direction, meeting(a5, a6, size)?);
    let mut all = Vec::new();
    // w · exp(−ξ₁ q₁) y = w · hub, with y the place of the hub
    let y = moved.point(hub) - a1.point;
    let (e, flat) = (a1.direction, y - a1.direction.scale(a1.direction.dot(y)));
    let right = w.dot(hub - a1.point) - w.dot(e) * e.dot(y);
    for q1 in linear(w.dot(flat), -w.dot(e.cross(y)), right) {
        let first = a1.motion(q1);
        // R(6)ᵀ R(5)ᵀ w = image
        let image = moved.rotation.apply_transpose(first.rotation.apply(w));
        let (b, c) = (a5.direction, a6.direction);
        let flat = w - b.scale(b.dot(w));
        let right = c.dot(image) - c.dot(b) * b.dot(w);
        for q5 in linear(c.dot(flat), -c.dot(b.cross(w)), right) {
            let (s, k) = q5.sin_cos();
            let seen = Mat3::rotation(b, s, k).apply_transpose(w);
            let turned = angle_about(c, image, seen, 1e3);
            let q6 = turned.unwrap_or(seed[5]);
            let rest = first.inverse() * moved * a6.motion(q6).inverse() * a5.motion(q5).inverse();
            for [q2, q3, q4] in parallel::three(&[a2, a3, a4], rest, size) {
                all.push(Candidate { q: vec![q1, q2, q3, q4, q5, q6], family: turned.is_none() });
            }
        }
    }
    Some(all)
}
