//! The animation of a run.

use std::path::Path;

use denoc_dynamics::Workspace;
use denoc_formats::mesh;
use denoc_math::quaternion_from_rotation;
use denoc_mechanism::fk::tool_frame;
use denoc_model::{Geometry, LinkId, Model};
use denoc_results::{Body, Ground, Scene, ScenePose, SceneShape, ShapeKind, Trail};

use super::connectors::Connectors;
use crate::Error;
use crate::load::Loaded;
use crate::looks::{Look, looks, sticks};

/// More frames would make the page heavier, not smoother.
const MOST_FRAMES: usize = 1500;
/// Maximum number of poses of all links together; with many links there are fewer frames, and the page interpolates.
const MOST_POSES: usize = 120_000;

/// The scene of a motion: `q` contains the coordinates at all times, one after the other. Meshes that cannot be read are omitted
/// and listed in `notes`.
pub(crate) fn scene(
    loaded: &Loaded,
    times: &[f64],
    q: &[f64],
    trace: Option<&str>,
    notes: &mut Vec<String>,
) -> Result<Scene, Error> {
    let model = &loaded.model;
    let most = (MOST_POSES / model.links().len().max(1)).clamp(2, MOST_FRAMES);
    let stride = times.len().div_ceil(most).max(1);
    let mut kept: Vec<usize> = (0..times.len()).step_by(stride).collect();
    // the end is shown too
    kept.extend(times.len().checked_sub(1).filter(|last| kept.last() != Some(last)));
    let mut bodies: Vec<Body> =
        looks(&loaded.description, model).into_iter().map(|look| body(look, loaded, notes)).collect();
    let mut connectors = Connectors::new(model);
    let mut ws = Workspace::new(model);
    for &k in &kept {
        let position = ws.position(model, &q[k * model.nq()..][..model.nq()])?;
        for (i, body) in bodies.iter_mut().skip(1).enumerate() {
            body.poses.push(pose(position.link_pose(LinkId(i))));
        }
        connectors.place(&position);
    }
    if let Some(ground) = bodies.first_mut() {
        ground.poses.push(ScenePose::IDENTITY);
    }
    bodies.extend(connectors.into_bodies());
    let gravity = model.gravity();
    let falls = gravity.norm() > 0.0;
    Ok(Scene {
        bodies,
        times: kept.iter().map(|&k| times[k]).collect(),
        trails: trail(model, trace)?.into_iter().collect(),
        // gravity points down in the view
        up: if falls { gravity.scale(-1.0 / gravity.norm()).to_array() } else { [0.0, 0.0, 1.0] },
        ground: if falls { Ground::Below } else { Ground::Hidden },
        gravity: falls.then(|| gravity.to_array()),
        frames: false,
    })
}

/// The frame whose path is drawn: the given one, else that of [`tool_frame`].
pub fn traced(model: &Model, trace: Option<&str>) -> Result<Option<denoc_model::FrameId>, Error> {
    if let Some(name) = trace {
        return Ok(Some(model.frame(name)?));
    }
    Ok(tool_frame(model))
}

fn trail(model: &Model, trace: Option<&str>) -> Result<Option<Trail>, Error> {
    let Some(id) = traced(model, trace)? else { return Ok(None) };
    let frame = &model.frames()[id.0];
    Ok(frame.link.map(|LinkId(i)| Trail {
        name: model.frame_names()[id.0].clone(),
        body: i + 1,
        point: frame.pose.position.to_array(),
    }))
}

fn body(look: Look, loaded: &Loaded, notes: &mut Vec<String>) -> Body {
    let mut shapes = Vec::with_capacity(look.shapes.len());
    for shape in look.shapes {
        match kind(&shape.geometry, &loaded.folder) {
            Ok(kind) => {
                let color = shape.color.map(|[r, g, b, _]| [r as f32, g as f32, b as f32]);
                shapes.push(SceneShape { kind, pose: pose(shape.pose), color });
            }
            Err(reason) => notes.push(format!("link \"{}\" is drawn without a mesh: {reason}", look.name)),
        }
    }
    if shapes.is_empty() {
        // rather sticks than an invisible link
        for stick in look.link.map_or(Vec::new(), |link| sticks(&loaded.model, link)) {
            if let Ok(kind) = kind(&stick.geometry, &loaded.folder) {
                shapes.push(SceneShape::new(kind, pose(stick.pose)));
            }
        }
    }
    Body { name: look.name, shapes, poses: Vec::new() }
}

fn kind(geometry: &Geometry, folder: &Path) -> Result<ShapeKind, String> {
    Ok(match *geometry {
        Geometry::Box { sides } => ShapeKind::Box { size: sides.to_array() },
        Geometry::Cylinder { radius, length } => ShapeKind::Cylinder { radius, length },
        Geometry::Capsule { radius, length } => ShapeKind::Capsule { radius, length },
        Geometry::Sphere { radius } => ShapeKind::Sphere { radius },
        Geometry::Mesh { ref file, scale } => {
            let path = mesh::locate(file, folder).map_err(|e| e.to_string())?;
            let mesh = mesh::load(&path).map_err(|e| e.to_string())?.scaled(scale.to_array());
            let positions = mesh.positions.iter().map(|p| p.map(|x| x as f32)).collect();
            ShapeKind::Mesh { positions, indices: mesh.triangles }
        }
    })
}

fn pose(pose: denoc_math::Pose<f64>) -> ScenePose {
    ScenePose { position: pose.position.to_array(), rotation: quaternion_from_rotation(pose.rotation) }
}
