//! Poses of the bodies of a scene at any time, in axes whose z points upwards.

use denoc_math::{Mat3, Pose, Vec3, quaternion_from_rotation, quaternion_rotation};

use crate::{Scene, ScenePose};

/// The rotation that turns the upward direction of a scene to z.
pub(super) fn upright(up: [f64; 3]) -> Mat3<f64> {
    let up = Vec3::from(up);
    if up.norm().is_normal() { turn(up.normalized(), Vec3::unit(2)) } else { Mat3::identity() }
}

/// The smallest rotation that turns one unit vector to another.
fn turn(from: Vec3<f64>, to: Vec3<f64>) -> Mat3<f64> {
    let (axis, cos) = (from.cross(to), from.dot(to));
    let sin = axis.norm();
    if sin > 1e-12 {
        return Mat3::rotation(axis.scale(1.0 / sin), sin, cos);
    }
    // half a turn about any axis across
    let across = if from.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    if cos > 0.0 { Mat3::identity() } else { Mat3::rotation(from.cross(across).normalized(), 0.0, -1.0) }
}

pub(super) fn matrix(pose: &ScenePose) -> Pose<f64> {
    Pose::new(quaternion_rotation(unit(pose.rotation)), Vec3::from(pose.position))
}

pub(super) fn scene_pose(pose: Pose<f64>) -> ScenePose {
    ScenePose { position: pose.position.to_array(), rotation: quaternion_from_rotation(pose.rotation) }
}

/// The poses of all bodies at a time, turned upright; between two recorded times they are interpolated.
pub(super) fn poses(scene: &Scene, upright: Mat3<f64>, time: f64) -> Vec<Pose<f64>> {
    let (index, part) = place(&scene.times, time);
    let turned = Pose::new(upright, Vec3::zero());
    let of = |poses: &[ScenePose]| match poses {
        [] => Pose::identity(),
        [only] => matrix(only),
        _ if part == 0.0 => matrix(&poses[index]),
        _ => matrix(&between(&poses[index], &poses[index + 1], part)),
    };
    scene.bodies.iter().map(|body| turned * of(&body.poses)).collect()
}

/// The factors by which the bodies are stretched along their z axes at a time.
pub(super) fn stretches(scene: &Scene, time: f64) -> Vec<f64> {
    let (index, part) = place(&scene.times, time);
    let of = |stretch: &[f64]| match stretch {
        [] => 1.0,
        [only] => *only,
        _ if part == 0.0 => stretch[index],
        _ => stretch[index] + part * (stretch[index + 1] - stretch[index]),
    };
    scene.bodies.iter().map(|body| of(&body.stretch)).collect()
}

/// A point of a body that is stretched.
pub(super) fn stretched(point: Vec3<f64>, stretch: f64) -> Vec3<f64> {
    Vec3::new(point.x, point.y, stretch * point.z)
}

/// The last time not after `time`, and the fraction of the interval to the next one, from 0 to 1; zero at the last time.
pub(super) fn place(times: &[f64], time: f64) -> (usize, f64) {
    let after = times.partition_point(|&t| t <= time);
    let (Some(index), Some(&next)) = (after.checked_sub(1), times.get(after)) else {
        return (after.saturating_sub(1), 0.0);
    };
    let part = (time - times[index]) / (next - times[index]);
    (index, part.clamp(0.0, 1.0))
}

/// A pose on the way from one to another.
fn between(a: &ScenePose, b: &ScenePose, part: f64) -> ScenePose {
    let position = std::array::from_fn(|k| a.position[k] + part * (b.position[k] - a.position[k]));
    let near = a.rotation.iter().zip(&b.rotation).map(|(a, b)| a * b).sum::<f64>();
    // the shorter way: a quaternion and its negative are the same rotation
    let sign = if near < 0.0 { -1.0 } else { 1.0 };
    let angle = (sign * near).clamp(-1.0, 1.0).acos();
    let [from, to] = match angle.sin() {
        sin if sin > 1e-6 => [((1.0 - part) * angle).sin() / sin, (part * angle).sin() / sin],
        _ => [1.0 - part, part],
    };
    let rotation = std::array::from_fn(|k| from * a.rotation[k] + sign * to * b.rotation[k]);
    ScenePose { position, rotation: unit(rotation) }
}

pub(super) fn unit(q: [f64; 4]) -> [f64; 4] {
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if norm.is_normal() { q.map(|x| x / norm) } else { ScenePose::IDENTITY.rotation }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: by hand
    #[test]
    fn times_between_two_samples_are_found() {
        let times = [0.0, 1.0, 1.0, 3.0];
        let cases =
            [(-1.0, (0, 0.0)), (0.0, (0, 0.0)), (0.25, (0, 0.25)), (1.0, (2, 0.0)), (2.0, (2, 0.5)), (9.0, (3, 0.0))];
        for (time, found) in cases {
            assert_eq!(place(&times, time), found, "{time}");
        }
    }

    // oracle: a body that turns uniformly about z is half way after half of the time, whatever the signs of its quaternions
    #[test]
    fn rotations_are_interpolated_on_the_shorter_way() {
        let about_z = |angle: f64| [0.0, 0.0, (angle / 2.0).sin(), (angle / 2.0).cos()];
        let from = ScenePose { position: [1.0, 0.0, 0.0], rotation: about_z(0.2) };
        for sign in [1.0, -1.0] {
            let to = ScenePose { position: [3.0, 0.0, 0.0], rotation: about_z(2.0).map(|x| sign * x) };
            let found = matrix(&between(&from, &to, 0.25)).point(Vec3::unit(0));
            let angle = 0.2_f64 + 0.45;
            assert!((found - Vec3::new(1.5 + angle.cos(), angle.sin(), 0.0)).norm() < 1e-12, "{found:?}");
        }
    }

    // oracle: rotations keep lengths and orientation, and turn the direction to z
    #[test]
    fn any_direction_can_be_up() {
        for up in [[0.0, 0.0, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [1.0, -2.0, 0.5], [0.0; 3]] {
            let r = upright(up);
            let expected = if up == [0.0; 3] { Vec3::zero() } else { Vec3::unit(2) };
            let turned = r.apply(Vec3::from(up));
            let turned = if turned.norm() > 0.0 { turned.normalized() } else { turned };
            assert!((turned - expected).norm() < 1e-12, "{up:?} {turned:?}");
            assert!((r.x.cross(r.y) - r.z).norm() < 1e-12 && (r.x.norm() - 1.0).abs() < 1e-12);
        }
    }
}
