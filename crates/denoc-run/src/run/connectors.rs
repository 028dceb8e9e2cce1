//! What joins links without being one: rods without mass, springs between points.

use denoc_dynamics::Position;
use denoc_math::{Mat3, Vec3, quaternion_from_rotation};
use denoc_model::{Frame, Model};
use denoc_results::{Body, ScenePose, SceneShape, ShapeKind};

/// Beads along a spring: it changes its length, shapes do not.
const BEADS: usize = 9;

/// Their bodies, which get a pose at every time.
pub(super) struct Connectors<'m> {
    rods: Vec<(&'m Frame<f64>, &'m Frame<f64>, Body)>,
    springs: Vec<(&'m Frame<f64>, &'m Frame<f64>, Vec<Body>)>,
}

impl<'m> Connectors<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        let mut rods = Vec::new();
        for (closure, name) in model.closures().iter().zip(model.closure_names()) {
            if let (Some([from, to]), Some(length)) = (closure.ends(), closure.length()) {
                let kind = ShapeKind::Cylinder { radius: 0.015 * length, length: *length };
                rods.push((from, to, body(name.clone(), kind, [0.45, 0.48, 0.52])));
            }
        }
        let springs = model.point_springs().iter().map(|s| {
            let radius = 0.03 * if s.rest_length > 0.0 { s.rest_length } else { 0.1 };
            let bead =
                |i: usize| body(format!("spring, bead {}", i + 1), ShapeKind::Sphere { radius }, [0.88, 0.34, 0.35]);
            (&s.from, &s.to, (0..BEADS).map(bead).collect())
        });
        Self { rods, springs: springs.collect() }
    }

    /// Adds the poses of one time.
    pub(super) fn place(&mut self, position: &Position<'_, f64>) {
        let point = |frame: &Frame<f64>| {
            let here = frame.pose.position;
            frame.link.map_or(here, |link| position.link_pose(link).point(here))
        };
        for (from, to, body) in &mut self.rods {
            let (a, b) = (point(from), point(to));
            body.poses.push(along(a, b));
        }
        for (from, to, beads) in &mut self.springs {
            let (a, b) = (point(from), point(to));
            for (i, bead) in beads.iter_mut().enumerate() {
                let share = i as f64 / (BEADS - 1) as f64;
                let position = a + (b - a).scale(share);
                bead.poses.push(ScenePose::at(position.to_array()));
            }
        }
    }

    pub(super) fn into_bodies(self) -> impl Iterator<Item = Body> + use<'m> {
        let springs = self.springs.into_iter().flat_map(|(_, _, beads)| beads);
        self.rods.into_iter().map(|(_, _, body)| body).chain(springs)
    }
}

fn body(name: String, kind: ShapeKind, color: [f32; 3]) -> Body {
    Body::new(name, vec![SceneShape { kind, pose: ScenePose::IDENTITY, color: Some(color) }], Vec::new())
}

/// The pose of a cylinder, whose axis is z, between two points.
fn along(a: Vec3<f64>, b: Vec3<f64>) -> ScenePose {
    let z = b - a;
    let middle = (a + b).scale(0.5);
    if z.norm() == 0.0 {
        return ScenePose::at(middle.to_array());
    }
    let z = z.normalized();
    let aside = if z.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    let y = z.cross(aside).normalized();
    let rotation = Mat3::from_columns(y.cross(z), y, z);
    ScenePose { position: middle.to_array(), rotation: quaternion_from_rotation(rotation) }
}
