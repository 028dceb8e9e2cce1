//! What joins links without being one: rods without mass, springs between points.

use denoc_dynamics::Position;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Frame, Model, PointSpring};
use denoc_results::{Body, ScenePose, SceneShape, ShapeKind, solids};

use crate::looks::{Skeletons, axes, scene_pose};

/// Colours of rods and springs.
const ROD: [f32; 3] = [0.45, 0.48, 0.52];
const SPRING: [f32; 3] = [0.83, 0.29, 0.31];
/// With more springs, each has fewer triangles.
const FEW: usize = 6;

/// Something between two points.
struct Connector<'m> {
    from: &'m Frame<f64>,
    to: &'m Frame<f64>,
    /// The length that its shapes are made for, which changes with the distance between the points; rods are rigid.
    natural: Option<f64>,
    /// How far its visible part is from the first point: an end that is far away is not drawn.
    hidden: f64,
    body: Body,
}

/// Their bodies, which get a pose at every time.
pub(super) struct Connectors<'m>(Vec<Connector<'m>>);

impl<'m> Connectors<'m> {
    pub(super) fn new(model: &'m Model, description: &Description, skeletons: &Skeletons<'_>) -> Self {
        let bar = skeletons.measure.bar;
        let rods = model.closures().iter().zip(model.closure_names()).filter_map(|(closure, name)| {
            let ([from, to], length) = (closure.ends()?, *closure.length()?);
            let kind = ShapeKind::Cylinder { radius: (0.8 * bar).min(0.014 * length), length };
            let body = body(name, kind, Pose::translation(Vec3::new(0.0, 0.0, 0.5 * length)), ROD);
            Some(Connector { from, to, natural: None, hidden: 0.0, body })
        });
        let springs = model.point_springs();
        let fineness = usize::from(springs.len() <= FEW);
        let springs = springs.iter().enumerate().map(|(i, spring)| {
            // in the order of the description
            let name = description.springs.get(i).map_or("spring", |spring| &spring.name);
            coil(name, spring, skeletons, fineness)
        });
        Self(rods.chain(springs).collect())
    }

    /// Adds the poses of one time.
    pub(super) fn place(&mut self, position: &Position<'_, f64>) {
        let point = |frame: &Frame<f64>| {
            let here = frame.pose.position;
            frame.link.map_or(here, |link| position.link_pose(link).point(here))
        };
        for Connector { from, to, natural, hidden, body } in &mut self.0 {
            let (from, to) = (point(from), point(to));
            let way = to - from;
            let pose = match way.norm() > 0.0 {
                true => axes(from + way.normalized().scale(*hidden), way, Vec3::unit(0)),
                false => Pose::translation(from),
            };
            body.poses.push(scene_pose(pose));
            if let Some(natural) = natural {
                body.stretch.push(((way.norm() - *hidden) / *natural).max(0.0));
            }
        }
    }

    pub(super) fn into_bodies(self) -> impl Iterator<Item = Body> + use<'m> {
        self.0.into_iter().map(|connector| connector.body)
    }
}

/// A helical spring. If one of its ends is far away on the ground, only the part near the mechanism is drawn.
fn coil<'m>(name: &str, spring: &'m PointSpring<f64>, skeletons: &Skeletons<'_>, fineness: usize) -> Connector<'m> {
    let (measure, stance) = (skeletons.measure, &skeletons.stance);
    let [from, to] = [&spring.from, &spring.to].map(|end| stance.place(end).position);
    let length = (to - from).norm();
    let near = measure.is_near(stance, spring);
    // the first point is the hidden one
    let (from, to) =
        if !near && spring.to.link.is_none() { (&spring.to, &spring.from) } else { (&spring.from, &spring.to) };
    let hidden = if near { 0.0 } else { length - 0.35 * measure.size };
    let rest = if spring.rest_length > 0.0 { spring.rest_length } else { length };
    let natural = (0.5 * (length + rest) - hidden).max(4.0 * measure.bar);
    let radius = (0.11 * natural).clamp(1.3 * measure.bar, 2.6 * measure.bar);
    let turns = ((natural / (1.5 * radius)).round() as usize).clamp(4, 12);
    let kind = solids::coil(radius, 0.22 * radius, turns, natural, fineness);
    Connector { from, to, natural: Some(natural), hidden, body: body(name, kind, Pose::identity(), SPRING) }
}

fn body(name: &str, kind: ShapeKind, pose: Pose<f64>, color: [f32; 3]) -> Body {
    let pose: ScenePose = scene_pose(pose);
    Body::new(name, vec![SceneShape { kind, pose, color: Some(color) }], Vec::new())
}

#[cfg(test)]
mod tests {
    use denoc_dynamics::Workspace;
    use denoc_math::quaternion_rotation;

    use super::*;

    // oracle: the ends of the springs in the file, and the distance between them
    #[test]
    fn springs_and_rods_lead_from_end_to_end() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/mechanisms/double_wishbone.toml");
        let loaded = crate::load(path).unwrap();
        let model = &*loaded.model;
        let q = crate::scenario::Start::default().close(model).unwrap().q;
        let skeletons = Skeletons::new(model, &q).unwrap();
        let mut connectors = Connectors::new(model, &loaded.description, &skeletons);
        connectors.place(&Workspace::new(model).position(model, &q).unwrap());
        let bodies: Vec<Body> = connectors.into_bodies().collect();
        let ends = |body: &Body| {
            let ShapeKind::Mesh { positions, .. } = &body.shapes[0].kind else { panic!() };
            let height = positions.iter().map(|p| f64::from(p[2])).fold(0.0, f64::max);
            let pose = body.poses[0];
            let along = quaternion_rotation(pose.rotation).z.scale(height * body.stretch[0]);
            [Vec3::from(pose.position), Vec3::from(pose.position) + along]
        };
        let near = |a: Vec3<f64>, b: Vec3<f64>| (a - b).norm() < 1e-6;
        let place = |frame: &Frame<f64>| skeletons.stance.place(frame).position;
        let [strut, tyre] = [&model.point_springs()[0], &model.point_springs()[1]];
        let [from, to] = ends(&bodies[1]);
        assert!(near(from, place(&strut.from)) && near(to, place(&strut.to)), "{from:?} {to:?}");
        // the road is 20 m below: only a short part above it is drawn, up to the hub
        let [from, to] = ends(&bodies[2]);
        assert!(near(to, place(&tyre.to)) && (to - from).norm() < 0.5 && from.z < to.z, "{from:?} {to:?}");
        assert!(bodies[0].stretch.is_empty() && bodies[0].name == "tie_rod");
        assert_eq!([&bodies[1].name, &bodies[2].name], ["strut", "tyre"]);
    }
}
