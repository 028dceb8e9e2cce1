//! What a mechanism looks like: the shapes of its description, and simple ones for links that have none.

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::{Joint, SimpleMotion};
use denoc_model::{Description, Geometry, LinkId, Model, Purpose, Shape};

/// A body to draw; its shapes are in the axes of the model's link frame (the world for the ground).
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Name of the link.
    pub name: String,
    /// The link; `None` is the ground.
    pub link: Option<LinkId>,
    /// What to draw.
    pub shapes: Vec<Shape>,
}

/// Colours that are distinguishable with any colour vision, for links without a colour.
const COLORS: [[f64; 4]; 8] = [
    [0.306, 0.475, 0.655, 1.0],
    [0.949, 0.557, 0.169, 1.0],
    [0.463, 0.718, 0.698, 1.0],
    [0.882, 0.341, 0.349, 1.0],
    [0.349, 0.631, 0.310, 1.0],
    [0.929, 0.788, 0.282, 1.0],
    [0.690, 0.478, 0.631, 1.0],
    [0.612, 0.459, 0.373, 1.0],
];
const GREY: [f64; 4] = [0.55, 0.57, 0.60, 1.0];

/// One look for the ground, then one for each link. A link without shapes gets rods from its joint to the joints and frames
/// that it carries, and a pin at its joint.
///
/// ```
/// let arm = denoc_run::load("planar_3r")?;
/// let looks = denoc_run::looks::looks(&arm.description, &arm.model);
/// assert_eq!(looks.len(), 4);
/// # Ok::<(), denoc_run::Error>(())
/// ```
pub fn looks(description: &Description, model: &Model) -> Vec<Look> {
    let size = reach(model);
    let described = |name: &str| description.links.iter().find(|l| l.name == name).map_or(&[][..], |l| &l.shapes);
    let visible = |s: &&Shape| s.purpose != Purpose::Collision;
    let mut looks = Vec::with_capacity(model.links().len() + 1);

    let mut base: Vec<Shape> = described(model.ground_name()).iter().filter(visible).cloned().collect();
    if base.is_empty() {
        base = pedestals(description, model, size);
    }
    for shape in &mut base {
        shape.color.get_or_insert(GREY);
    }
    looks.push(Look { name: model.ground_name().to_owned(), link: None, shapes: base });

    for (i, name) in model.link_names().iter().enumerate() {
        // frame i is the user's link frame, in which shapes are described
        let frame = model.frames()[i].pose;
        let moved = |s: &Shape| Shape { pose: frame * s.pose, ..s.clone() };
        let mut shapes: Vec<Shape> = described(name).iter().filter(visible).map(moved).collect();
        if shapes.is_empty() {
            shapes = skeleton(model, LinkId(i), size);
        }
        for shape in &mut shapes {
            shape.color.get_or_insert(COLORS[i % COLORS.len()]);
        }
        looks.push(Look { name: name.clone(), link: Some(LinkId(i)), shapes });
    }
    looks
}

/// A length that the mechanism is about as large as: the longest way from the ground along its links.
fn reach(model: &Model) -> f64 {
    let mut far: Vec<f64> = Vec::with_capacity(model.links().len());
    for link in model.links() {
        let before = link.parent.map_or(0.0, |LinkId(p)| far[p]);
        // how a free body hangs on the world says nothing about its size
        let step = if link.parent.is_none() { 0.0 } else { link.placement.position.norm() };
        far.push(before + step);
    }
    let tips = model.frames().iter().filter_map(|f| Some(far[f.link?.0] + f.pose.position.norm()));
    let centers = model.links().iter().zip(&far).filter(|(l, _)| l.mass.mass > 0.0);
    let centers = centers.map(|(l, far)| far + l.mass.first_moment.norm() / l.mass.mass);
    let longest = tips.chain(centers).fold(0.0_f64, f64::max);
    if longest > 0.0 { longest } else { 1.0 }
}

/// What shows where the ground holds the mechanism: a block under every link that hangs on it by a joint with an axis, also
/// where a loop is closed; a small one around the end of a rope, which a block under it would be pierced by, and at rods.
fn pedestals(description: &Description, model: &Model, size: f64) -> Vec<Shape> {
    let block = |at: Vec3<f64>| {
        let down = Vec3::new(0.0, 0.0, 0.045 * size);
        Shape::new(Geometry::Box { sides: Vec3::new(0.11, 0.11, 0.025).scale(size) }, Pose::translation(at - down))
    };
    let clamp = |at: Vec3<f64>, radius: f64| {
        let side = (0.02 * size).max(5.0 * radius);
        Shape::new(Geometry::Box { sides: Vec3::new(side, side, 0.5 * side) }, Pose::translation(at))
    };
    let held = |at: Vec3<f64>, joint: &Joint<f64>, link: LinkId| match thickness(description, model, link) {
        Some(radius) if radius < 0.02 * size && !has_axis(joint) => clamp(at, radius),
        _ => block(at),
    };
    let hung = model.links().iter().enumerate().filter(|(_, l)| l.parent.is_none());
    let hung = hung.filter(|(_, l)| !l.joint.is_free());
    let hung = hung.map(|(i, l)| held(l.placement.position, &l.joint, LinkId(i)));
    let tied = model.closures().iter().filter_map(|closure| {
        let ends = closure.ends()?;
        let ground = ends.into_iter().find(|end| end.link.is_none())?.pose.position;
        match closure.cut_joint() {
            Some(joint) => ends.into_iter().find_map(|end| end.link).map(|link| held(ground, joint, link)),
            None => Some(clamp(ground, 0.0)),
        }
    });
    hung.chain(tied).collect()
}

/// Whether a joint turns about, or slides along, one axis.
fn has_axis(joint: &Joint<f64>) -> bool {
    let joint = joint.innermost();
    joint.turn_axis().or_else(|| joint.slide_axis()).is_some()
}

/// The radius of a link that is described as a round rod.
fn thickness(description: &Description, model: &Model, link: LinkId) -> Option<f64> {
    let spec = description.links.iter().find(|l| l.name == model.link_names()[link.0])?;
    spec.shapes.iter().find_map(|shape| match shape.geometry {
        Geometry::Cylinder { radius, .. } | Geometry::Capsule { radius, .. } => Some(radius),
        _ => None,
    })
}

/// Simple shapes of a link.
pub(crate) fn sticks(model: &Model, link: LinkId) -> Vec<Shape> {
    skeleton(model, link, reach(model))
}

fn skeleton(model: &Model, id: LinkId, size: f64) -> Vec<Shape> {
    let link = &model.links()[id.0];
    let children = model.links().iter().filter(|l| l.parent == Some(id)).map(|l| l.placement.position);
    let frames = model.frames().iter().filter(|f| f.link == Some(id)).map(|f| f.pose.position);
    let mut ends: Vec<Vec3<f64>> = Vec::new();
    for end in children.chain(frames) {
        // joints and frames at the same place share a rod
        if end.norm() > 1e-3 * size && !ends.iter().any(|e| (*e - end).norm() < 1e-3 * size) {
            ends.push(end);
        }
    }
    if ends.is_empty() && link.mass.mass > 0.0 {
        // as for a uniform rod: twice as far as the mass centre
        ends.push(link.mass.first_moment.scale(2.0 / link.mass.mass));
    }
    let mut shapes: Vec<Shape> =
        ends.iter().filter(|e| e.norm() > 1e-3 * size).map(|&e| rod(e, 0.016 * size)).collect();
    shapes.extend(pin(&link.joint, size));
    if shapes.is_empty() {
        shapes.push(Shape::new(Geometry::Sphere { radius: 0.025 * size }, Pose::identity()));
    }
    shapes
}

/// A rounded rod from the origin to a point.
fn rod(end: Vec3<f64>, radius: f64) -> Shape {
    let geometry = Geometry::Capsule { radius, length: end.norm() };
    Shape::new(geometry, Pose::new(turn_z_to(end), end.scale(0.5)))
}

/// What shows the joint: a pin along the axis of a turning joint, a block along that of a sliding one, else a ball.
fn pin(joint: &Joint<f64>, size: f64) -> Option<Shape> {
    let along = |axis| Pose::new(turn_z_to(axis), Vec3::zero());
    Some(match joint.innermost().simple_motions().as_deref() {
        Some([]) => return None,
        Some(&[SimpleMotion::Turn(axis)]) => {
            Shape::new(Geometry::Cylinder { radius: 0.026 * size, length: 0.066 * size }, along(axis))
        }
        Some(&[SimpleMotion::Slide(axis)]) => {
            Shape::new(Geometry::Box { sides: Vec3::new(0.045, 0.045, 0.09).scale(size) }, along(axis))
        }
        Some([SimpleMotion::Free]) => {
            Shape::new(Geometry::Box { sides: Vec3::new(0.08, 0.08, 0.08).scale(size) }, Pose::identity())
        }
        _ => Shape::new(Geometry::Sphere { radius: 0.034 * size }, Pose::identity()),
    })
}

/// A rotation that turns z into a direction.
fn turn_z_to(direction: Vec3<f64>) -> Mat3<f64> {
    let z = direction.normalized();
    let other = if z.x.abs() < 0.9 { Vec3::unit(0) } else { Vec3::unit(1) };
    let y = z.cross(other).normalized();
    Mat3::from_columns(y.cross(z), y, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: geometry by hand; the first rod of the planar arm lies along x from 0 to 0.3 m
    #[test]
    fn rods_lead_from_joint_to_joint() {
        let shape = rod(Vec3::new(0.3, 0.0, 0.0), 0.01);
        let ends = [-0.15, 0.15].map(|z| shape.pose.point(Vec3::new(0.0, 0.0, z)));
        assert!((ends[0] - Vec3::zero()).norm() < 1e-15 && (ends[1] - Vec3::new(0.3, 0.0, 0.0)).norm() < 1e-15);
    }

    // oracle: the two points of the file that the cable hangs between; a block wider than the cable, no longer than its first link
    #[test]
    fn both_ends_of_a_cable_are_held() {
        let cable = crate::load("cable").unwrap();
        let ground = looks(&cable.description, &cable.model).remove(0);
        let ends: Vec<[f64; 3]> = ground.shapes.iter().map(|s| s.pose.position.to_array()).collect();
        assert_eq!(ends, [[0.0; 3], [1.0, 0.0, 0.1]]);
        for shape in &ground.shapes {
            let Geometry::Box { sides } = shape.geometry else { panic!("{shape:?}") };
            assert!(sides.to_array().iter().all(|side| (0.01..0.1).contains(side)), "{sides:?}");
        }
        // both pivots of a linkage, also the one where its loop is cut
        let mut four_bar = crate::load("fourbar").unwrap();
        four_bar.description.links.iter_mut().for_each(|link| link.shapes.clear());
        assert_eq!(looks(&four_bar.description, &four_bar.model)[0].shapes.len(), 2);
    }

    #[test]
    fn every_link_of_the_catalogue_can_be_seen() {
        for direction in [[0.0, 0.0, 1.0], [0.0, 0.0, -2.0], [1.0, 0.0, 0.0], [-0.3, 0.4, 0.1]] {
            let d = Vec3::from(direction);
            let r = turn_z_to(d);
            assert!((r.z - d.normalized()).norm() < 1e-15);
            assert!((r.x.cross(r.y).dot(r.z) - 1.0).abs() < 1e-14);
        }
    }
}
