//! Nothing floats: simple shapes of links reach everything attached to them.

use std::path::{Path, PathBuf};

use denoc_math::{Pose, Vec3, quaternion_rotation};
use denoc_model::{Geometry, LinkId};
use denoc_results::{SceneShape, ShapeKind};

use super::connection::{Movement, connections};
use super::skeleton::slot;
use super::{Look, Skeletons, scene_pose};
use crate::{Loaded, load};

/// Points of the surface of a shape and, for round ones, of its axis, in the axes of its link.
fn samples(shape: &SceneShape) -> Vec<Vec3<f64>> {
    let along = |length: f64| (0..=24).map(move |i| Vec3::new(0.0, 0.0, length * (f64::from(i) / 24.0 - 0.5)));
    let local: Vec<Vec3<f64>> = match &shape.kind {
        ShapeKind::Box { size } => {
            let grid = |i: u32, k: usize| size[k] * (f64::from(i) / 8.0 - 0.5);
            (0..9 * 9 * 9).map(|i| Vec3::new(grid(i % 9, 0), grid(i / 9 % 9, 1), grid(i / 81, 2))).collect()
        }
        ShapeKind::Cylinder { radius, length } | ShapeKind::Capsule { radius, length } => {
            let ring = |at: Vec3<f64>| {
                let rim = move |i: i32| (f64::from(i) * core::f64::consts::TAU / 12.0).sin_cos();
                [at].into_iter().chain((0..12).map(rim).map(move |(s, c)| at + Vec3::new(c, s, 0.0).scale(*radius)))
            };
            along(*length).flat_map(ring).collect()
        }
        ShapeKind::Sphere { .. } => vec![Vec3::zero()],
        ShapeKind::Mesh { positions, .. } => positions.iter().map(|p| Vec3::from(p.map(f64::from))).collect(),
    };
    let pose = pose(shape);
    local.into_iter().map(|p| pose.point(p)).collect()
}

fn pose(shape: &SceneShape) -> Pose<f64> {
    Pose::new(quaternion_rotation(shape.pose.rotation), Vec3::from(shape.pose.position))
}

/// How far a point is from a solid; zero inside.
fn distance(shape: &SceneShape, point: Vec3<f64>) -> f64 {
    let p = pose(shape).inverse().point(point);
    let radial = p.x.hypot(p.y);
    match &shape.kind {
        ShapeKind::Box { size } => {
            let out = p.to_array().into_iter().zip(size).map(|(x, side)| (x.abs() - 0.5 * side).max(0.0));
            out.map(|x| x * x).sum::<f64>().sqrt()
        }
        ShapeKind::Cylinder { radius, length } => (radial - radius).max(0.0).hypot((p.z.abs() - 0.5 * length).max(0.0)),
        ShapeKind::Sphere { radius } => (p.norm() - radius).max(0.0),
        ShapeKind::Capsule { radius, length } => (radial.hypot((p.z.abs() - 0.5 * length).max(0.0)) - radius).max(0.0),
        // all meshes are flat bodies about their mean plane z = 0: the nearest triangle of their outlines
        ShapeKind::Mesh { positions, indices } => {
            let corner = |i: u32| positions[i as usize].map(f64::from);
            let half = positions.iter().map(|p| f64::from(p[2].abs())).fold(0.0, f64::max);
            let above = (p.z.abs() - half).max(0.0);
            let caps = indices.iter().map(|t| t.map(corner)).filter(|t| t.iter().all(|p| p[2] > 0.0));
            let across = caps.map(|[a, b, c]| from_triangle([p.x, p.y], [a, b, c].map(|p| [p[0], p[1]])));
            above.hypot(across.fold(f64::MAX, f64::min))
        }
    }
}

/// Distance of a point from a triangle in a plane.
fn from_triangle(p: [f64; 2], corners: [[f64; 2]; 3]) -> f64 {
    let edges = [0, 1, 2].map(|i| (corners[i], corners[(i + 1) % 3]));
    let side = |(a, b): ([f64; 2], [f64; 2])| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    if edges.iter().all(|edge| side(*edge) >= 0.0) || edges.iter().all(|edge| side(*edge) <= 0.0) {
        return 0.0;
    }
    let from_edge = |(a, b): ([f64; 2], [f64; 2])| {
        let (d, r) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
        let part = ((r[0] * d[0] + r[1] * d[1]) / (d[0] * d[0] + d[1] * d[1]).max(1e-300)).clamp(0.0, 1.0);
        (r[0] - part * d[0]).hypot(r[1] - part * d[1])
    };
    edges.map(from_edge).into_iter().fold(f64::MAX, f64::min)
}

fn nearest(shapes: &[SceneShape], point: Vec3<f64>) -> f64 {
    shapes.iter().map(|shape| distance(shape, point)).fold(f64::MAX, f64::min)
}

/// Whether the shapes of a link are one body.
fn connected(shapes: &[SceneShape], tolerance: f64) -> bool {
    let touch = |a: usize, b: usize| {
        let near = |a: &SceneShape, b: &SceneShape| samples(a).iter().any(|p| distance(b, *p) < tolerance);
        near(&shapes[a], &shapes[b]) || near(&shapes[b], &shapes[a])
    };
    let mut reached = vec![0];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        let more: Vec<usize> = (0..shapes.len()).filter(|i| !reached.contains(i) && touch(from, *i)).collect();
        reached.extend(more);
    }
    reached.len() == shapes.len()
}

/// What is drawn for a link.
fn drawn(look: &Look) -> Vec<SceneShape> {
    let described = look.shapes.iter().filter_map(|shape| {
        let kind = match shape.geometry {
            Geometry::Box { sides } => ShapeKind::Box { size: sides.to_array() },
            Geometry::Cylinder { radius, length } => ShapeKind::Cylinder { radius, length },
            Geometry::Capsule { radius, length } => ShapeKind::Capsule { radius, length },
            Geometry::Sphere { radius } => ShapeKind::Sphere { radius },
            Geometry::Mesh { .. } => return None,
        };
        Some(SceneShape::new(kind, scene_pose(shape.pose)))
    });
    if look.shapes.is_empty() { look.skeleton.clone() } else { described.collect() }
}

/// What floats in the picture of a mechanism in configurations `q`, with the shapes of its file or without them. Lengths are relative
/// to the size of the mechanism.
fn floating(loaded: &Loaded, q: &[f64], bare: bool, tolerance: f64) -> Vec<String> {
    let mut description = loaded.description.clone();
    if bare {
        description.links.iter_mut().for_each(|link| link.shapes.clear());
    }
    let model = &*loaded.model;
    let skeletons = Skeletons::new(model, q).unwrap();
    let looks = super::of(&description, &skeletons);
    let shapes: Vec<Vec<SceneShape>> = looks.iter().map(drawn).collect();
    let shapes: Vec<&[SceneShape]> = shapes.iter().map(|shapes| &**shapes).collect();
    let tolerance = tolerance * skeletons.measure.size;
    let mut found: Vec<String> = Vec::new();
    let reach = |what: &str, link: Option<LinkId>, world: Vec3<f64>| {
        let place = skeletons.stance.first(link).inverse().point(world);
        let far = nearest(shapes[slot(link)], place);
        (far > tolerance).then(|| format!("\"{}\" is {far} from {what}", looks[slot(link)].name))
    };
    for connection in connections(model) {
        if connection.movement() == Movement::Loose {
            continue;
        }
        // where a link slides, or is drawn by its author, its body need not be at the origin of its joint
        let apart = || {
            let touch = |a: usize, b: usize| {
                let [a, b] = [a, b].map(|i| connection.ends[i].link);
                let change = skeletons.stance.first(b).inverse() * skeletons.stance.first(a);
                let points = shapes[slot(a)].iter().flat_map(samples).map(|p| change.point(p));
                points.into_iter().any(|p| nearest(shapes[slot(b)], p) < tolerance)
            };
            let message = format!("the links of joint \"{}\" do not touch", connection.name);
            (!touch(0, 1) && !touch(1, 0)).then_some(message)
        };
        match connection.movement() {
            Movement::Slide(_) => found.extend(apart()),
            _ if !bare => found.extend(apart()),
            _ => found.extend(
                connection
                    .ends
                    .iter()
                    .filter_map(|end| reach(connection.name, end.link, skeletons.stance.place(end).position)),
            ),
        }
    }
    for (closure, name) in model.closures().iter().zip(model.closure_names()).filter(|(c, _)| c.length().is_some()) {
        for end in closure.ends().into_iter().flatten() {
            found.extend(reach(name, end.link, skeletons.stance.place(end).position));
        }
    }
    for spring in model.point_springs() {
        for end in [&spring.from, &spring.to] {
            if end.link.is_some() || skeletons.measure.is_near(&skeletons.stance, spring) {
                found.extend(reach("a spring", end.link, skeletons.stance.place(end).position));
            }
        }
    }
    for (look, shapes) in looks.iter().zip(&shapes).skip(1).filter(|(_, shapes)| !connected(shapes, tolerance)) {
        found.push(format!("\"{}\" is in {} parts that do not touch", look.name, shapes.len()));
    }
    found
}

/// The catalogue and the mechanisms of the examples.
fn everything() -> Vec<String> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/mechanisms");
    let files = std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path: &PathBuf| path.extension().is_some_and(|e| e == "toml"));
    let mut all: Vec<String> = files.map(|path| path.display().to_string()).collect();
    all.sort();
    all.extend(denoc_formats::catalogue::ENTRIES.iter().map(|entry| entry.name.to_owned()));
    all
}

/// What floats anywhere.
fn all_floating(bare: bool, tolerance: f64) -> String {
    let mut all = Vec::new();
    for name in everything() {
        let loaded = load(&name).unwrap();
        let q = crate::scenario::Start::default().close(&loaded.model).unwrap().q;
        all.extend(floating(&loaded, &q, bare, tolerance).into_iter().map(|line| format!("{name}: {line}")));
    }
    all.join("\n")
}

// oracle: distances from boxes, cylinders, spheres and triangles, by hand, and the joints of the files
#[test]
fn links_without_shapes_reach_all_their_joints() {
    assert_eq!(all_floating(true, 1e-3), "");
}

// oracle: the same; bodies of files that are connected by a joint touch, except for small gaps as in bearings
#[test]
fn links_as_drawn_in_files_touch_at_their_joints() {
    assert_eq!(all_floating(false, 0.03), "");
}
