//! What shows where the ground holds a mechanism.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Frame, Geometry, LinkId};
use denoc_results::SceneShape;

use super::connection::Movement;
use super::shapes::{axes, block, cylinder, plate};
use super::skeleton::Skeletons;

/// A support at every joint on the ground, also where a loop is closed: a bracket under a pin, a pedestal under an upright axis, a
/// small clamp at the end of a rope, a rod or a spring. Rails of sliders hold themselves.
pub(super) fn supports(description: &Description, of: &Skeletons<'_>, up: Vec3<f64>) -> Vec<SceneShape> {
    let bar = of.measure.bar;
    let mut taken: Vec<Vec3<f64>> = Vec::new();
    let mut shapes = Vec::new();
    for connection in &of.connections {
        let Some((moving, end)) = connection.end_in(None).next() else { continue };
        let at = end.pose.position;
        let link = connection.ends[usize::from(!moving)].link;
        let movement = connection.movement();
        if matches!(movement, Movement::Slide(_) | Movement::Loose) || taken.iter().any(|t| of.measure.same(*t, at)) {
            continue;
        }
        taken.push(at);
        let rope = link.and_then(|link| thickness(description, of.name(link)));
        match (movement, rope) {
            (Movement::Turn(axis), _) => shapes.extend(bearing(at, end.pose.rotation.apply(axis), up, bar)),
            // a pedestal would be pierced by it
            (_, Some(radius)) if radius < 1.2 * bar => shapes.push(clamp(at, (1.25 * bar).max(5.0 * radius))),
            _ => shapes.extend(pedestal(at, up, bar)),
        }
    }
    for end in of.tied().filter(|end| end.link.is_none()) {
        let at = end.pose.position;
        if !taken.iter().any(|t| of.measure.same(*t, at)) {
            taken.push(at);
            shapes.push(clamp(at, 2.2 * bar));
        }
    }
    shapes
}

/// A bracket below a pin that lies, a pedestal below one that stands.
fn bearing(at: Vec3<f64>, axis: Vec3<f64>, up: Vec3<f64>, bar: f64) -> Vec<SceneShape> {
    let axis = axis.normalized();
    if axis.dot(up).abs() > 0.8 {
        return pedestal(at, up, bar);
    }
    let down = axis.scale(axis.dot(up)) - up;
    let down = down.normalized();
    let side = axis.cross(down);
    let foot = |across: f64| at + down.scale(5.0 * bar) + side.scale(across * bar);
    let bracket = plate(&[at, foot(-2.2), foot(2.2)], axis, 1.3 * bar, 2.2 * bar);
    let base = axes(at + down.scale(6.3 * bar), -down, side);
    vec![bracket, block(base, [8.5 * bar, 4.4 * bar, 1.2 * bar], None)]
}

fn pedestal(at: Vec3<f64>, up: Vec3<f64>, bar: f64) -> Vec<SceneShape> {
    let below = |depth: f64| at - up.scale(depth * bar);
    vec![cylinder(at, below(3.4), 2.6 * bar, None), cylinder(below(3.4), below(4.4), 4.2 * bar, None)]
}

fn clamp(at: Vec3<f64>, side: f64) -> SceneShape {
    block(Pose::translation(at), [side, side, 0.5 * side], None)
}

/// The radius of a link that is described as a round rod.
fn thickness(description: &Description, link: &str) -> Option<f64> {
    let spec = description.links.iter().find(|l| l.name == link)?;
    spec.shapes.iter().find_map(|shape| match shape.geometry {
        Geometry::Cylinder { radius, .. } | Geometry::Capsule { radius, .. } => Some(radius),
        _ => None,
    })
}

impl Skeletons<'_> {
    fn name(&self, LinkId(i): LinkId) -> &str {
        &self.model().link_names()[i]
    }

    /// The ends of rods and springs.
    fn tied(&self) -> impl Iterator<Item = &Frame<f64>> {
        let rods = self.model().closures().iter().filter(|closure| closure.length().is_some());
        let springs = self.model().point_springs().iter();
        let near = |spring: &&denoc_model::PointSpring<f64>| self.measure.is_near(&self.stance, spring);
        rods.filter_map(|closure| closure.ends()).flatten().chain(springs.filter(near).flat_map(|s| [&s.from, &s.to]))
    }
}
