//! Joint coordinates that point a link in a given direction.

use denoc_math::Vec3;

use crate::joints::{Joint, SimpleMotion};

/// Coordinates that point the z axis of a link along the unit vector `u`, given in the axes of the joint's fixed frame; a ball
/// joint takes the shortest rotation, without twist.
pub(super) fn towards(joint: &Joint<f64>, u: Vec3<f64>) -> Vec<f64> {
    match joint.simple_motions().as_deref() {
        Some([SimpleMotion::Turn(first), SimpleMotion::Turn(_)]) => {
            // which half of the directions: both angles then stay small where u is near z
            let side = if u.z < 0.0 { -1.0 } else { 1.0 };
            let angle = |sin: f64, cos: f64| sin.atan2(cos) + 0.0;
            if first.x > 0.5 {
                // x, then y: u = (sin b, −sin a cos b, cos a cos b)
                vec![angle(-u.y * side, u.z * side), angle(u.x, side * u.y.hypot(u.z))]
            } else {
                // y, then x: u = (sin a cos b, −sin b, cos a cos b)
                vec![angle(u.x * side, u.z * side), angle(-u.y, side * u.x.hypot(u.z))]
            }
        }
        _ => {
            // 1 + u_z, without the difference where u points back
            let w = if u.z < 0.0 { (u.x * u.x + u.y * u.y) / (1.0 - u.z) } else { 1.0 + u.z };
            let (x, y) = (0.0 - u.y, u.x);
            let norm = (x * x + y * y + w * w).sqrt();
            // for the opposite direction there is no shortest rotation: use y
            if norm == 0.0 { vec![0.0, 1.0, 0.0, 0.0] } else { vec![x / norm, y / norm, 0.0, w / norm] }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the pose of the joint
    #[test]
    fn the_link_points_there() {
        let (x, y) = (Vec3::unit(0), Vec3::unit(1));
        let joints = [Joint::spherical(), Joint::universal(x, y), Joint::universal(y, x)];
        let mut directions: Vec<Vec3<f64>> = (0..3).flat_map(|k| [Vec3::unit(k), -Vec3::unit(k)]).collect();
        for i in 0..200 {
            let a = f64::from(i);
            directions.push(Vec3::new((1.7 * a).sin(), (2.3 * a + 1.0).cos(), (0.9 * a).cos()).normalized());
        }
        directions.push(Vec3::new(1e-9, -2e-9, -1.0).normalized());
        directions.push(Vec3::new(1e-5, 3e-6, -1.0).normalized());
        for joint in joints {
            for &u in &directions {
                let q = towards(&joint, u);
                let found = joint.pose(&q).rotation.apply(Vec3::unit(2));
                assert!((found - u).norm() < 1e-14, "{} {u:?} {found:?}", joint.keyword());
            }
        }
    }
}
