//! The animation of a run.

use denoc_dynamics::Workspace;
use denoc_formats::mesh;
use denoc_mechanism::fk::tool_frame;
use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::{Geometry, LinkId, Model};
use denoc_results::{Body, Ground, Scene, ScenePose, SceneShape, ShapeKind, Table, Trail};
use denoc_sim::Load;

use super::connectors::Connectors;
use super::marks::{Forces, Path as Followable, markers};
use crate::Error;
use crate::error::scenario_error;
use crate::load::Loaded;
use crate::looks::{self, Look, Skeletons, scene_pose};

/// More frames would make the page heavier, not smoother.
const MOST_FRAMES: usize = 1500;
/// Maximum number of poses of all links together; with many links there are fewer frames, and the page interpolates.
const MOST_POSES: usize = 120_000;

/// A motion and what acts during it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Motion<'a> {
    /// Times, s.
    pub(crate) times: &'a [f64],
    /// The coordinates at all times, one after the other.
    pub(crate) q: &'a [f64],
    /// The frame whose path is drawn.
    pub(crate) trace: Option<&'a str>,
    /// External loads.
    pub(crate) loads: &'a [Load],
    /// Wrenches at all joints, one row per time.
    pub(crate) reactions: Option<&'a Table>,
}

/// The scene of a motion. Meshes that cannot be read are omitted and listed in `notes`.
pub(crate) fn scene(loaded: &Loaded, motion: &Motion<'_>, notes: &mut Vec<String>) -> Result<Scene, Error> {
    let model = &*loaded.model;
    let Motion { times, q, .. } = *motion;
    let most = (MOST_POSES / model.links().len().max(1)).clamp(2, MOST_FRAMES);
    let stride = times.len().div_ceil(most).max(1);
    let mut kept: Vec<usize> = (0..times.len()).step_by(stride).collect();
    // the end is shown too
    kept.extend(times.len().checked_sub(1).filter(|last| kept.last() != Some(last)));
    let skeletons = Skeletons::new(model, q)?;
    let mut bodies: Vec<Body> =
        looks::of(&loaded.description, &skeletons).into_iter().map(|look| body(look, loaded, notes)).collect();
    let mut connectors = Connectors::new(model, &loaded.description, &skeletons);
    let mut forces = Forces::new(model, motion.loads, motion.reactions, times.len());
    let mut path = Followable::new(model);
    let mut ws = Workspace::new(model);
    for &k in &kept {
        let position = ws.position(model, &q[k * model.nq()..][..model.nq()])?;
        for (i, body) in bodies.iter_mut().skip(1).enumerate() {
            body.poses.push(scene_pose(position.link_pose(LinkId(i))));
        }
        connectors.place(&position);
        forces.place(k, times[k], &position);
        path.place(&position);
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
        trails: trail(model, motion.trace)?.into_iter().collect(),
        markers: markers(model),
        arrows: forces.into_arrows(),
        follow: path.into_followed(skeletons.measure),
        // gravity points down in the view
        up: looks::up(model).to_array(),
        ground: if falls { Ground::Below } else { Ground::Hidden },
        gravity: falls.then(|| gravity.to_array()),
        frames: false,
    })
}

/// The times in the column `t` (or `time`) of a table for which `keep` is true, and the coordinates in its columns `q[…]`.
///
/// # Errors
/// If one of these columns is missing.
pub(crate) fn rows(loaded: &Loaded, table: &Table, keep: impl Fn(f64) -> bool) -> Result<(Vec<f64>, Vec<f64>), Error> {
    let column = |name: &str| {
        table.column(name).map(|column| column.values.as_slice()).ok_or_else(|| {
            let rule = format!("the results of \"{}\" have no column {name}", loaded.model.name());
            scenario_error("", rule, "an animation needs the times and all coordinates of the model")
        })
    };
    let times = table.column("time").map_or_else(|| column("t"), |column| Ok(&column.values))?;
    let entries = Entries::new(&loaded.model, Quantity::Q);
    let columns: Vec<&[f64]> = (0..entries.len()).map(|i| column(&entries.column(i))).collect::<Result<_, _>>()?;
    let kept: Vec<usize> = (0..times.len()).filter(|&k| keep(times[k])).collect();
    let q = kept.iter().flat_map(|&k| columns.iter().map(move |c| c[k])).collect();
    Ok((kept.iter().map(|&k| times[k]).collect(), q))
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
        match kind(&shape.geometry, loaded) {
            Ok(kind) => {
                let color = shape.color.map(|[r, g, b, _]| [r as f32, g as f32, b as f32]);
                shapes.push(SceneShape { kind, pose: scene_pose(shape.pose), color });
            }
            Err(reason) => notes.push(format!("link \"{}\" is drawn without a mesh: {reason}", look.name)),
        }
    }
    if shapes.is_empty() {
        shapes = look.skeleton;
    }
    Body::new(look.name, shapes, Vec::new())
}

fn kind(geometry: &Geometry, loaded: &Loaded) -> Result<ShapeKind, String> {
    Ok(match *geometry {
        Geometry::Box { sides } => ShapeKind::Box { size: sides.to_array() },
        Geometry::Cylinder { radius, length } => ShapeKind::Cylinder { radius, length },
        Geometry::Capsule { radius, length } => ShapeKind::Capsule { radius, length },
        Geometry::Sphere { radius } => ShapeKind::Sphere { radius },
        Geometry::Mesh { ref file, scale } => {
            let path = mesh::locate(file, &loaded.folder).map_err(|e| e.to_string())?;
            let mesh = mesh::load_turned(&path, loaded.mesh_up).map_err(|e| e.to_string())?.scaled(scale.to_array());
            let positions = mesh.positions.iter().map(|p| p.map(|x| x as f32)).collect();
            ShapeKind::Mesh { positions, indices: mesh.triangles }
        }
    })
}
