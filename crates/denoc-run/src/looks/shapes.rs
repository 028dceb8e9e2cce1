//! The simple shapes that links are drawn with, in the axes of their links.

use denoc_math::{Mat3, Pose, Vec3, quaternion_from_rotation};
use denoc_results::{ScenePose, SceneShape, ShapeKind, solids};

/// Colour of pins, balls and blocks.
pub(super) const DARK: [f32; 3] = [0.25, 0.28, 0.32];
/// Colour of piston rods.
pub(super) const BRIGHT: [f32; 3] = [0.78, 0.81, 0.84];

pub(crate) fn scene_pose(pose: Pose<f64>) -> ScenePose {
    ScenePose { position: pose.position.to_array(), rotation: quaternion_from_rotation(pose.rotation) }
}

/// Axes at a point, with z in a direction and x as near to `x` as possible.
pub(crate) fn axes(at: Vec3<f64>, z: Vec3<f64>, x: Vec3<f64>) -> Pose<f64> {
    let z = z.normalized();
    let aside = x - z.scale(x.dot(z));
    let x = if aside.norm() > 1e-9 * x.norm() { aside.normalized() } else { beside(z) };
    Pose::new(Mat3::from_columns(x, z.cross(x), z), at)
}

/// A unit vector at a right angle to a direction.
pub(crate) fn beside(direction: Vec3<f64>) -> Vec3<f64> {
    let z = direction.normalized();
    let other = if z.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    (other - z.scale(z.dot(other))).normalized()
}

fn made(kind: ShapeKind, pose: Pose<f64>, color: Option<[f32; 3]>) -> SceneShape {
    SceneShape { kind, pose: scene_pose(pose), color }
}

/// A bar with round ends between two points.
pub(super) fn bar(from: Vec3<f64>, to: Vec3<f64>, radius: f64) -> SceneShape {
    let along = to - from;
    let pose = axes((from + to).scale(0.5), along, Vec3::unit(0));
    made(ShapeKind::Capsule { radius, length: along.norm() }, pose, None)
}

/// A cylinder between two points.
pub(super) fn cylinder(from: Vec3<f64>, to: Vec3<f64>, radius: f64, color: Option<[f32; 3]>) -> SceneShape {
    let along = to - from;
    let pose = axes((from + to).scale(0.5), along, Vec3::unit(0));
    made(ShapeKind::Cylinder { radius, length: along.norm() }, pose, color)
}

pub(super) fn ball(at: Vec3<f64>, radius: f64, color: Option<[f32; 3]>) -> SceneShape {
    made(ShapeKind::Sphere { radius }, Pose::translation(at), color)
}

/// A round part around an axis.
pub(super) fn disc(at: Vec3<f64>, axis: Vec3<f64>, radius: f64, width: f64, color: Option<[f32; 3]>) -> SceneShape {
    made(ShapeKind::Cylinder { radius, length: width }, axes(at, axis, Vec3::unit(0)), color)
}

/// A block along an axis.
pub(super) fn block(at: Pose<f64>, sides: [f64; 3], color: Option<[f32; 3]>) -> SceneShape {
    made(ShapeKind::Box { size: sides }, at, color)
}

/// A flat part around points of a plane.
pub(super) fn plate(points: &[Vec3<f64>], normal: Vec3<f64>, radius: f64, thickness: f64) -> SceneShape {
    let pose = axes(points[0], normal, *points.last().unwrap_or(&points[0]) - points[0]);
    let flat = points.iter().map(|p| {
        let p = pose.inverse().point(*p);
        [p.x, p.y]
    });
    made(solids::plate(&flat.collect::<Vec<_>>(), radius, thickness), pose, None)
}

/// A solid made elsewhere, at a pose.
pub(super) fn solid(kind: ShapeKind, pose: Pose<f64>, color: Option<[f32; 3]>) -> SceneShape {
    made(kind, pose, color)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: geometry by hand
    #[test]
    fn bars_lead_from_point_to_point() {
        let shape = bar(Vec3::zero(), Vec3::new(0.3, 0.0, 0.0), 0.01);
        assert_eq!(shape.kind, ShapeKind::Capsule { radius: 0.01, length: 0.3 });
        for direction in [[0.0, 0.0, 1.0], [0.0, 0.0, -2.0], [1.0, 0.0, 0.0], [-0.3, 0.4, 0.1]] {
            let d = Vec3::from(direction);
            let pose = axes(d, d, Vec3::unit(0));
            assert!((pose.rotation.z - d.normalized()).norm() < 1e-15);
            assert!((pose.rotation.x.cross(pose.rotation.y).dot(pose.rotation.z) - 1.0).abs() < 1e-14);
            let far = pose.point(Vec3::new(0.0, 0.0, 0.5 * d.norm()));
            assert!((far - d.scale(1.5)).norm() < 1e-14);
        }
    }
}
