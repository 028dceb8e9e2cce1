//! What a scene shows besides bodies: names of joints and frames, forces, and what the camera can follow.

use denoc_dynamics::Position;
use denoc_math::{Pose, Vec3};
use denoc_model::{Frame, LinkId, Model};
use denoc_results::{Arrow, ArrowKind, Followed, Marker, MarkerKind, Table};
use denoc_sim::Load;

use crate::looks::{Connection, Measure, Movement, axes, connections, scene_pose, slot};

/// More names would cover the picture.
const MOST_NAMES: usize = 120;
/// More weights would hide each other.
const MOST_WEIGHTS: usize = 200;

/// Joints with their axes, and the frames of links and tools.
pub(super) fn markers(model: &Model) -> Vec<Marker> {
    let marker = |name: &str, frame: &Frame<f64>, kind| Marker {
        name: name.to_owned(),
        body: slot(frame.link),
        pose: scene_pose(frame.pose),
        kind,
    };
    let joints = connections(model);
    let joints = joints.iter().map(|joint| {
        let (axis, frame) = joint_axes(joint);
        marker(joint.name, &frame, MarkerKind::Joint { axis })
    });
    let frames = model.frames().iter().zip(model.frame_names());
    // a part of the ground that the description does not name says nothing
    let frames = frames.filter(|(frame, name)| frame.link.is_some() || *name != model.ground_name());
    let frames = frames.map(|(frame, name)| marker(name, frame, MarkerKind::Frame));
    let few = |all: Vec<Marker>| if all.len() > MOST_NAMES { Vec::new() } else { all };
    few(joints.collect()).into_iter().chain(few(frames.collect())).collect()
}

/// The frame at a joint, on its moving link, with z along its axis if it has one.
fn joint_axes(joint: &Connection<'_>) -> (bool, Frame<f64>) {
    let Frame { link, pose } = &joint.ends[1];
    match joint.movement() {
        Movement::Turn(axis) | Movement::Slide(axis) => {
            let pose = axes(pose.position, pose.rotation.apply(axis), pose.rotation.x);
            (true, Frame { link: *link, pose })
        }
        Movement::Fixed | Movement::Ball | Movement::Loose => (false, Frame { link: *link, pose: *pose }),
    }
}

/// Weights, loads and reactions along the motion.
pub(super) struct Forces<'a> {
    model: &'a Model,
    loads: Vec<(&'a Load, LinkId)>,
    arrows: Vec<Arrow>,
    /// The first of the arrows of each load: a force, then a moment.
    first_load: usize,
    reactions: Option<&'a Table>,
}

impl<'a> Forces<'a> {
    /// `rows` is the number of rows of the motion, which reactions must have too.
    pub(super) fn new(model: &'a Model, loads: &'a [Load], reactions: Option<&'a Table>, rows: usize) -> Self {
        let loads: Vec<_> = loads.iter().filter_map(|load| Some((load, model.link(&load.link).ok()?))).collect();
        let reactions = reactions.filter(|table| table.rows() == rows);
        let mut arrows = weights(model);
        let first_load = arrows.len();
        for (load, link) in &loads {
            let point = model.frames()[link.0].pose.point(Vec3::from(load.point)).to_array();
            let arrow = |moment| Arrow {
                name: load.link.clone(),
                kind: ArrowKind::Load,
                moment,
                body: slot(Some(*link)),
                point,
                vectors: Vec::new(),
            };
            arrows.extend([false, true].map(arrow));
        }
        if reactions.is_some() {
            arrows.extend(places(model).into_iter().map(|(name, frame)| Arrow {
                name,
                kind: ArrowKind::Reaction,
                moment: false,
                body: slot(frame.link),
                point: frame.pose.position.to_array(),
                vectors: Vec::new(),
            }));
        }
        Self { model, loads, arrows, first_load, reactions }
    }

    /// Adds the vectors of a row.
    pub(super) fn place(&mut self, row: usize, t: f64, position: &Position<'_, f64>) {
        let mut arrows = self.arrows[self.first_load..].iter_mut();
        for (load, link) in &self.loads {
            let rotation = position.link_pose(*link).rotation * self.model.frames()[link.0].pose.rotation;
            let wrench = load.in_world(t, rotation);
            for vector in [wrench.force, wrench.moment] {
                arrows.next().into_iter().for_each(|arrow| arrow.vectors.push(vector.to_array()));
            }
        }
        if let Some(table) = self.reactions {
            // a column of times, then moment and force of each joint
            for (arrow, columns) in arrows.zip(table.columns()[1..].chunks(6)) {
                arrow.vectors.push([3, 4, 5].map(|k| columns[k].values[row]));
            }
        }
    }

    /// The arrows of which something can be seen.
    pub(super) fn into_arrows(self) -> Vec<Arrow> {
        let mut arrows = self.arrows;
        arrows.retain(|arrow| arrow.vectors.iter().flatten().any(|x| *x != 0.0));
        arrows
    }
}

fn weights(model: &Model) -> Vec<Arrow> {
    let heavy = model.links().iter().enumerate().filter(|(_, link)| link.moves && link.mass.mass > 0.0);
    let arrows = heavy.map(|(i, link)| Arrow {
        name: model.link_names()[i].clone(),
        kind: ArrowKind::Weight,
        moment: false,
        body: slot(Some(LinkId(i))),
        point: link.mass.first_moment.scale(1.0 / link.mass.mass).to_array(),
        vectors: vec![model.gravity().scale(link.mass.mass).to_array()],
    });
    let arrows: Vec<Arrow> = arrows.collect();
    if arrows.len() > MOST_WEIGHTS { Vec::new() } else { arrows }
}

/// Where the reactions of a table act, in the order of its columns.
fn places(model: &Model) -> Vec<(String, Frame<f64>)> {
    let tree = (0..model.links().len()).map(|i| Frame { link: Some(LinkId(i)), pose: Pose::identity() });
    let closures = model.closures().iter().filter_map(|closure| closure.moving_frame());
    denoc_mechanism::evaluate::reaction_names(model).into_iter().zip(tree.chain(closures)).collect()
}

/// The path of the mass centre of a mechanism that nothing holds in place.
pub(super) struct Path(Option<Vec<[f64; 3]>>);

impl Path {
    pub(super) fn new(model: &Model) -> Self {
        let all = connections(model);
        let loose = |joint: &Connection<'_>| joint.movement() == Movement::Loose;
        let held = |joint: &&Connection<'_>| joint.end_in(None).next().is_some();
        let tied = model.closures().iter().any(|closure| closure.ends().is_some() && closure.links().contains(&None));
        let free = !tied && all.iter().any(loose) && all.iter().filter(held).all(loose);
        Self(free.then(Vec::new))
    }

    pub(super) fn place(&mut self, position: &Position<'_, f64>) {
        if let Some(points) = &mut self.0 {
            points.push(position.center_of_mass().to_array());
        }
    }

    /// The path, if it leads anywhere.
    pub(super) fn into_followed(self, measure: Measure) -> Option<Followed> {
        let points = self.0?;
        let first = Vec3::from(*points.first()?);
        let travel = points.iter().map(|p| (Vec3::from(*p) - first).norm()).fold(0.0, f64::max);
        (travel > 0.2 * measure.size).then(|| Followed { name: "mass centre".to_owned(), points })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::picture::{Motion, scene};
    use super::*;
    use crate::{Base, Loaded, load, load_on};

    fn drawn(
        loaded: &Loaded,
        times: &[f64],
        q: &[f64],
        loads: &[Load],
        reactions: Option<&Table>,
    ) -> denoc_results::Scene {
        let motion = Motion { times, q, trace: None, loads, reactions };
        scene(loaded, &motion, &mut Vec::new()).unwrap()
    }

    // oracle: m g of the file; a load in axes of a link that has turned by 90°
    #[test]
    fn forces_are_in_world_axes() {
        let arm = load("one_r").unwrap();
        let link = arm.model.link_names()[0].clone();
        let load = Load::force(&link, [3.0, 0.0, 0.0]).in_link_axes().during(0.5, 2.0);
        let turned = std::f64::consts::FRAC_PI_2;
        let scene = drawn(&arm, &[0.0, 1.0], &[0.0, turned], &[load], None);
        let of = |kind| scene.arrows.iter().filter(move |arrow| arrow.kind == kind).collect::<Vec<_>>();
        let weight = of(ArrowKind::Weight)[0];
        let expected = arm.model.gravity().scale(arm.model.total_mass()).to_array();
        assert_eq!((weight.body, &weight.vectors), (1, &vec![expected]));
        // its moment is zero
        let [push] = of(ArrowKind::Load)[..] else { panic!("{:?}", scene.arrows) };
        assert_eq!(push.vectors[0], [0.0; 3]);
        let mut ws = denoc_dynamics::Workspace::new(&*arm.model);
        let pose = ws.position(&arm.model, &[turned]).unwrap().link_pose(LinkId(0));
        let x = (pose.rotation * arm.model.frames()[0].pose.rotation).x.scale(3.0);
        assert!((Vec3::from(push.vectors[1]) - x).norm() < 1e-12 && !push.moment);
    }

    // oracle: the columns of the table; a joint and the moving link of it
    #[test]
    fn reactions_are_those_of_the_table() {
        let fourbar = load("fourbar").unwrap();
        let model = Arc::clone(&fourbar.model);
        let q = crate::scenario::Start::default().close(&model).unwrap().q;
        let count = denoc_mechanism::evaluate::reaction_columns(&model).len();
        let columns = (0..=count).map(|i| denoc_results::Column::new(format!("c{i}"), "N", vec![i as f64]));
        let table = Table::from_columns(columns).unwrap();
        let scene = drawn(&fourbar, &[0.0], &q, &[], Some(&table));
        let reactions: Vec<_> = scene.arrows.iter().filter(|arrow| arrow.kind == ArrowKind::Reaction).collect();
        assert_eq!(reactions.len(), 4);
        // force columns follow three of the moment
        assert_eq!(reactions[1].vectors, [[10.0, 11.0, 12.0]]);
        assert_eq!(reactions[1].name, model.joint_names()[1]);
        let pins = scene.markers.iter().filter(|marker| marker.kind == MarkerKind::Joint { axis: true });
        assert_eq!(pins.count(), 4);
    }

    // oracle: what holds a mechanism in place, by hand
    #[test]
    fn the_camera_follows_what_nothing_holds() {
        let followed = |loaded: &Loaded, far: f64| {
            let mut q = loaded.model.neutral();
            let first = q.clone();
            q[0] += far;
            drawn(loaded, &[0.0, 1.0], &[first, q].concat(), &[], None).follow
        };
        let puma = load_on("puma", Base::Floating).unwrap();
        let path = followed(&puma, 5.0).unwrap();
        let step = Vec3::from(path.points[1]) - Vec3::from(path.points[0]);
        assert!((step - Vec3::new(5.0, 0.0, 0.0)).norm() < 1e-12);
        assert!(followed(&puma, 0.0).is_none());
        assert!(followed(&load("puma").unwrap(), 3.0).is_none());
        // rods hold its platform
        assert!(followed(&load("delta_rods").unwrap(), 3.0).is_none());
    }
}
