//! A scene as it is embedded in the page.

use super::bytes::Bytes;
use super::{ArrowKind, Ground, MarkerKind, Scene, ScenePose, SceneShape, ShapeKind};
use serde::Serialize;

/// Maximum number of poses of all bodies that the page stores (about 4.5 MB); it interpolates between them.
const POSES: usize = 120_000;

#[derive(Serialize)]
pub(super) struct SceneData<'a> {
    times: Bytes,
    bodies: Vec<BodyData<'a>>,
    trails: Vec<TrailData<'a>>,
    markers: Vec<MarkerData<'a>>,
    arrows: Vec<ArrowData<'a>>,
    follow: Option<FollowedData<'a>>,
    up: [f64; 3],
    ground: Option<GroundData>,
    gravity: Option<[f64; 3]>,
    frames: bool,
}

#[derive(Serialize)]
struct BodyData<'a> {
    name: &'a str,
    /// Seven numbers per time, or seven in all: position and quaternion.
    poses: Bytes,
    /// One number per pose; `None` for rigid bodies.
    stretch: Option<Bytes>,
    shapes: Vec<ShapeData>,
}

#[derive(Serialize)]
struct TrailData<'a> {
    name: &'a str,
    body: usize,
    point: [f64; 3],
}

#[derive(Serialize)]
struct MarkerData<'a> {
    name: &'a str,
    body: usize,
    pose: Vec<f32>,
    kind: &'static str,
    axis: bool,
}

#[derive(Serialize)]
struct ArrowData<'a> {
    name: &'a str,
    kind: &'static str,
    moment: bool,
    body: usize,
    point: [f64; 3],
    /// Three numbers per time, or three in all.
    vectors: Bytes,
}

#[derive(Serialize)]
struct FollowedData<'a> {
    name: &'a str,
    /// Three numbers per time.
    points: Bytes,
}

#[derive(Serialize)]
struct GroundData {
    /// `None` for a ground below everything.
    height: Option<f64>,
}

#[derive(Serialize)]
struct ShapeData {
    #[serde(flatten)]
    kind: KindData,
    pose: Vec<f32>,
    color: Option<[f32; 3]>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum KindData {
    Box { size: [f64; 3] },
    Cylinder { radius: f64, length: f64 },
    Sphere { radius: f64 },
    Capsule { radius: f64, length: f64 },
    Mesh { positions: Bytes, indices: Bytes },
}

impl<'a> SceneData<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let moving = scene.bodies.iter().filter(|body| body.poses.len() > 1).count();
        let kept = kept(&scene.times, POSES / moving.max(1));
        let bodies = scene.bodies.iter().map(|body| BodyData {
            name: &body.name,
            poses: Bytes::f32(at_times(&body.poses, &kept).flat_map(numbers)),
            stretch: (!body.stretch.is_empty())
                .then(|| Bytes::f32(at_times(&body.stretch, &kept).map(|stretch| *stretch as f32))),
            shapes: body.shapes.iter().map(shape).collect(),
        });
        let trails = scene.trails.iter();
        let vectors = |of: &[[f64; 3]]| Bytes::f32(at_times(of, &kept).flatten().map(|number| *number as f32));
        let arrows = scene.arrows.iter().map(|arrow| ArrowData {
            name: &arrow.name,
            kind: match arrow.kind {
                ArrowKind::Load => "load",
                ArrowKind::Reaction => "reaction",
                ArrowKind::Weight => "weight",
            },
            moment: arrow.moment,
            body: arrow.body,
            point: arrow.point,
            vectors: vectors(&arrow.vectors),
        });
        let followed = scene.follow.as_ref();
        SceneData {
            times: Bytes::f64(kept.iter().map(|&i| scene.times[i])),
            bodies: bodies.collect(),
            trails: trails.map(|trail| TrailData { name: &trail.name, body: trail.body, point: trail.point }).collect(),
            markers: scene.markers.iter().map(marker).collect(),
            arrows: arrows.collect(),
            follow: followed.map(|followed| FollowedData { name: &followed.name, points: vectors(&followed.points) }),
            up: scene.up,
            ground: match scene.ground {
                Ground::Hidden => None,
                Ground::Below => Some(GroundData { height: None }),
                Ground::At(height) => Some(GroundData { height: Some(height) }),
            },
            gravity: scene.gravity,
            frames: scene.frames,
        }
    }
}

/// Indices of at most `most` times (at least two), spread evenly over the motion and including the first and the last.
fn kept(times: &[f64], most: usize) -> Vec<usize> {
    let (Some(&first), Some(&last)) = (times.first(), times.last()) else { return Vec::new() };
    if times.len() <= most {
        return (0..times.len()).collect();
    }
    let steps = most.max(2) - 1;
    let at = |i: usize| match i == steps {
        true => times.len() - 1,
        false => times.partition_point(|&t| t < first + (last - first) * i as f64 / steps as f64),
    };
    let mut kept: Vec<usize> = (0..=steps).map(at).collect();
    kept.dedup();
    kept
}

/// What belongs to the kept times, or the only one if nothing changes.
fn at_times<'s, T>(all: &'s [T], kept: &'s [usize]) -> impl Iterator<Item = &'s T> {
    let constant = all.len() == 1;
    let times = if constant { &kept[..kept.len().min(1)] } else { kept };
    times.iter().map(move |&i| &all[if constant { 0 } else { i }])
}

fn marker(marker: &super::Marker) -> MarkerData<'_> {
    let (kind, axis) = match marker.kind {
        MarkerKind::Frame => ("frame", true),
        MarkerKind::Joint { axis } => ("joint", axis),
    };
    MarkerData { name: &marker.name, body: marker.body, pose: numbers(&marker.pose), kind, axis }
}

fn numbers(pose: &ScenePose) -> Vec<f32> {
    pose.position.iter().chain(&pose.rotation).map(|number| *number as f32).collect()
}

fn shape(shape: &SceneShape) -> ShapeData {
    let kind = match &shape.kind {
        ShapeKind::Box { size } => KindData::Box { size: *size },
        ShapeKind::Cylinder { radius, length } => KindData::Cylinder { radius: *radius, length: *length },
        ShapeKind::Sphere { radius } => KindData::Sphere { radius: *radius },
        ShapeKind::Capsule { radius, length } => KindData::Capsule { radius: *radius, length: *length },
        ShapeKind::Mesh { positions, indices } => KindData::Mesh {
            positions: Bytes::f32(positions.iter().flatten().copied()),
            indices: Bytes::u32(indices.iter().flatten().copied()),
        },
    };
    ShapeData { kind, pose: numbers(&shape.pose), color: shape.color }
}

#[cfg(test)]
mod tests {
    use super::kept;

    // oracle: by hand; a dense interval gets frames in proportion to its duration only
    #[test]
    fn few_times_are_spread_evenly() {
        let times: Vec<f64> = (0..100).map(|i| f64::from(i) * 1e-3).chain((1..=9).map(f64::from)).collect();
        assert_eq!(kept(&times, 10), [0, 100, 101, 102, 103, 104, 105, 106, 107, 108]);
        assert_eq!(kept(&times, 0), [0, 108]);
        assert_eq!(kept(&times[..3], 10), [0, 1, 2]);
        assert_eq!(kept(&[], 10), [] as [usize; 0]);
    }
}
