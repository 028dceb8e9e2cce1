//! Scenes as binary glTF 2.0: <https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html>.

mod buffer;
mod meshes;

use denoc_math::{Mat3, Pose, Vec3};
use serde_json::{Value, json};

use super::Animated;
use super::moment::{scene_pose, unit, upright};
use crate::{Body, Scene, ScenePose};
use buffer::{Buffer, Kind};
use meshes::Meshes;

/// The file of a checked scene; `speed` seconds of the motion take one second.
pub(super) fn encode(scene: &Scene, speed: f64) -> Animated {
    let mut buffer = Buffer::default();
    let mut meshes = Meshes::new(scene);
    // node 0 turns the upward direction of the scene to y; node i + 1 is body i
    let mut nodes = vec![json!({
        "name": "world",
        "rotation": y_up(scene.up).rotation,
        "children": (1..=scene.bodies.len()).collect::<Vec<_>>(),
    })];
    for (i, body) in scene.bodies.iter().enumerate() {
        let first = body.poses.first().copied().unwrap_or(ScenePose::IDENTITY);
        let mut node = json!({ "name": body.name, "translation": first.position, "rotation": unit(first.rotation) });
        if let Some(stretch) = body.stretch.first() {
            node["scale"] = json!([1.0, 1.0, stretch]);
        }
        if let Some(mesh) = meshes.of(i, body, &mut buffer) {
            node["mesh"] = json!(mesh);
        }
        nodes.push(node);
    }
    let kept = rising(&scene.times, speed);
    let mut file = json!({
        "asset": { "version": "2.0", "generator": concat!("denoc ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": nodes,
    });
    if let Some(animation) = animation(scene, &kept, &mut buffer) {
        file["animations"] = json!([animation]);
    }
    let Meshes { meshes, materials, .. } = meshes;
    for (name, list) in [("meshes", meshes), ("materials", materials)] {
        if !list.is_empty() {
            file[name] = Value::Array(list);
        }
    }
    let duration = kept.last().map_or(0.0, |(_, time)| f64::from(*time));
    Animated { bytes: buffer.into_file(file), frames: kept.len(), duration }
}

/// The rotation that turns the upward direction of a scene to y; z up becomes y up by a quarter turn about x.
fn y_up(up: [f64; 3]) -> ScenePose {
    let z_to_y = Mat3::from_columns(Vec3::unit(0), -Vec3::unit(2), Vec3::unit(1));
    scene_pose(Pose::new(z_to_y * upright(up), Vec3::zero()))
}

/// The samples whose times differ in single precision, with these times, from 0 s on.
fn rising(times: &[f64], speed: f64) -> Vec<(usize, f32)> {
    let first = times.first().copied().unwrap_or_default();
    let mut kept: Vec<(usize, f32)> = Vec::with_capacity(times.len());
    for (i, time) in times.iter().enumerate() {
        let time = ((time - first) / speed) as f32;
        if kept.last().is_none_or(|(_, before)| time > *before) {
            kept.push((i, time));
        }
    }
    kept
}

/// The animation of the bodies that move.
fn animation(scene: &Scene, kept: &[(usize, f32)], buffer: &mut Buffer) -> Option<Value> {
    let moves = |body: &Body| {
        let stretches = body.stretch.iter().any(|stretch| *stretch != body.stretch[0]);
        body.poses.len() > 1 && (stretches || body.poses.iter().any(|pose| *pose != body.poses[0]))
    };
    if kept.len() < 2 || !scene.bodies.iter().any(moves) {
        return None;
    }
    let input = buffer.floats(Kind::Scalar, kept.iter().map(|(_, time)| *time));
    let (mut samplers, mut channels) = (Vec::new(), Vec::new());
    for (i, body) in scene.bodies.iter().enumerate().filter(|(_, body)| moves(body)) {
        let poses = kept.iter().map(|(k, _)| &body.poses[*k]);
        let translations = buffer.floats(Kind::Vec3, poses.clone().flat_map(|pose| pose.position.map(|x| x as f32)));
        let mut before = [0.0; 4];
        let rotations = poses.flat_map(|pose| {
            // a quaternion and its negative are the same rotation: the one that is nearer to the last
            let q = unit(pose.rotation);
            let near = q.iter().zip(&before).map(|(a, b)| a * b).sum::<f64>();
            before = if near < 0.0 { q.map(|x| -x) } else { q };
            before.map(|x| x as f32)
        });
        let rotations = buffer.floats(Kind::Vec4, rotations.collect::<Vec<_>>());
        let mut outputs = vec![("translation", translations), ("rotation", rotations)];
        if !body.stretch.is_empty() {
            let scales = kept.iter().flat_map(|(k, _)| [1.0, 1.0, body.stretch[*k] as f32]);
            outputs.push(("scale", buffer.floats(Kind::Vec3, scales.collect::<Vec<_>>())));
        }
        for (path, output) in outputs {
            channels.push(json!({ "sampler": samplers.len(), "target": { "node": i + 1, "path": path } }));
            samplers.push(json!({ "input": input, "output": output, "interpolation": "LINEAR" }));
        }
    }
    Some(json!({ "name": "motion", "samplers": samplers, "channels": channels }))
}

#[cfg(test)]
mod tests {
    use denoc_math::quaternion_rotation;

    use super::*;

    // oracle: the specification: times increase strictly; those of the motion are divided by the speed
    #[test]
    fn times_increase_strictly() {
        let times = [2.0, 2.5, 2.5, 2.5 + 1e-12, 3.0];
        assert_eq!(rising(&times, 0.5), [(0, 0.0), (1, 1.0), (4, 2.0)]);
    }

    // oracle: by hand: z up becomes y up, x stays and the front (-y) faces the viewer (+z)
    #[test]
    fn the_scene_stands_upright() {
        let turn = |up: [f64; 3], axis: usize| quaternion_rotation(y_up(up).rotation).apply(Vec3::unit(axis));
        let z_up = [0.0, 0.0, 1.0];
        assert!((turn(z_up, 2) - Vec3::unit(1)).norm() < 1e-12);
        assert!((turn(z_up, 0) - Vec3::unit(0)).norm() < 1e-12);
        assert!((turn(z_up, 1) + Vec3::unit(2)).norm() < 1e-12);
        assert!((turn([0.0, 1.0, 0.0], 1) - Vec3::unit(1)).norm() < 1e-12);
    }
}
