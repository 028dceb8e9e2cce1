//! The links, joints, frames and configurations of a rope.

use denoc_math::{Mat3, Pose, Vec3, quaternion_from_rotation};

use super::arc::{Arc, across};
use super::{Rope, RopeJoint, RopeKind, check, turn, zero_pose};
use crate::ModelError;
use crate::closures::PointSpec;
use crate::description::{Description, JointProperties, JointSpec, LinkSpec};
use crate::details::Configuration;
use crate::drag::Drag;
use crate::joints::Joint;
use crate::mass_properties::MassProperties;
use crate::rotation_spring::RotationSpring;
use crate::shape::{Geometry, Shape};

pub(super) fn add(d: &mut Description, rope: &Rope) -> Result<(), ModelError> {
    check::check(rope)?;
    let origin = PointSpec { link: d.ground.clone(), position: Vec3::zero() };
    let from = rope.from.as_ref().unwrap_or(&origin);
    let start = zero_pose::find(d, &from.link, rope)?;
    let down = if d.gravity.norm() > 0.0 { d.gravity.normalized() } else { Vec3::unit(0) };
    let end =
        rope.to.as_ref().map(|to| zero_pose::find(d, &to.link, rope).map(|pose| (pose, to.position))).transpose()?;
    let hung = match end {
        Some((pose, position)) => {
            let span = pose.point(position) - start.point(from.position);
            Hung::Arc(Arc::between(rope, span, d.gravity)?, span)
        }
        None => Hung::Down(down),
    };
    // first in world axes, then in those of the link where it starts
    let direction = rope.direction.map_or_else(
        || start.rotation.apply_transpose(hung.chord().unwrap_or(down)),
        |direction| direction.map(|x| x / direction.to_array().iter().fold(0.0_f64, |a, x| a.max(x.abs()))),
    );
    let direction = direction.normalized();
    let normal = start.rotation.apply_transpose(hung.normal());
    let y = across(direction, [normal, Vec3::unit(0), Vec3::unit(2)]);
    let first = Mat3::from_columns(y.cross(direction), y, direction);

    links(d, rope);
    joints(d, rope, from, first);
    d.frames.extend(rope.frames());
    let (mut q, last) = coordinates(rope, start.rotation * first, &hung);
    match end {
        Some((pose, _)) => {
            q.push((rope.tie_name(), quaternion_from_rotation(pose.rotation.transpose() * last).to_vec()));
            configuration(d, "start", rope, q.clone());
        }
        None => configuration(d, "straight", rope, Vec::new()),
    }
    configuration(d, "hung", rope, q);
    Ok(())
}

/// How the rope hangs, in world axes.
enum Hung {
    /// From one end, in this direction.
    Down(Vec3<f64>),
    /// Between both ends, with the vector from end to end.
    Arc(Arc, Vec3<f64>),
}

impl Hung {
    /// From end to end, if there are two and they are apart.
    fn chord(&self) -> Option<Vec3<f64>> {
        match self {
            Self::Arc(_, span) if span.norm() > 0.0 => Some(span.normalized()),
            _ => None,
        }
    }

    fn normal(&self) -> Vec3<f64> {
        match self {
            Self::Down(_) => Vec3::unit(1),
            Self::Arc(arc, _) => arc.normal(),
        }
    }

    fn direction(&self, i: usize) -> Vec3<f64> {
        match self {
            Self::Down(down) => *down,
            Self::Arc(arc, _) => arc.direction(i),
        }
    }
}

pub(super) fn along(z: f64) -> Pose<f64> {
    Pose::translation(Vec3::new(0.0, 0.0, z))
}

fn links(d: &mut Description, rope: &Rope) {
    let (length, radius) = (rope.link_length(), 0.5 * rope.diameter);
    let mass = MassProperties::cylinder(rope.total_mass() / rope.links as f64, radius, length);
    let shape = Shape::new(Geometry::Cylinder { radius, length }, along(0.5 * length));
    let one = LinkSpec {
        name: String::new(),
        mass: mass.moved(along(0.5 * length)),
        shapes: vec![shape],
        drag: (rope.drag > 0.0).then(|| Drag::of_line(rope.drag, [Vec3::zero(), along(length).position])),
        place: rope.place.clone(),
    };
    d.links.extend((0..rope.links).map(|i| LinkSpec { name: rope.link_name(i), ..one.clone() }));
    if let Some(last) = d.links.last_mut().filter(|_| rope.end_mass > 0.0) {
        let ball = MassProperties::sphere(rope.end_mass, rope.diameter).moved(along(length));
        last.mass = MassProperties::welded(&[last.mass, ball]);
        last.shapes.push(Shape::new(Geometry::Sphere { radius: rope.diameter }, along(length)));
    }
}

fn joints(d: &mut Description, rope: &Rope, from: &PointSpec, first: Mat3<f64>) {
    let length = rope.link_length();
    let free = JointProperties::default();
    let inner = springs(rope, length);
    // half a link bends between the clamp and the middle of the first link
    let start = if rope.clamped { springs(rope, 0.5 * length) } else { free };
    let one = |name, parent, child, joint, origin, properties| JointSpec {
        name,
        parent,
        child,
        joint,
        origin,
        child_origin: Pose::identity(),
        properties,
        cut: false,
        place: rope.place.clone(),
    };
    let (parent, origin) = (from.link.clone(), Pose::new(first, from.position));
    d.joints.reserve(rope.links + 1);
    d.joints.push(one(rope.joint_name(0), parent, rope.link_name(0), rope.joint(0), origin, start));
    for i in 1..rope.links {
        let (parent, child) = (rope.link_name(i - 1), rope.link_name(i));
        d.joints.push(one(rope.joint_name(i), parent, child, rope.joint(i), along(length), inner));
    }
    if let Some(to) = &rope.to {
        let (name, child) = (rope.tie_name(), rope.link_name(rope.links - 1));
        let origin = Pose::translation(to.position);
        let tie = one(name, to.link.clone(), child, Joint::spherical(), origin, free);
        d.joints.push(JointSpec { child_origin: along(length), cut: true, ..tie });
    }
}

/// The springs of a joint that represents this length of cable.
fn springs(rope: &Rope, length: f64) -> JointProperties {
    if rope.kind != RopeKind::Cable {
        return JointProperties::default();
    }
    let bend = (rope.bending_stiffness / length, rope.bending_damping / length);
    let twist = (rope.torsional_stiffness / length, rope.torsional_damping / length);
    match rope.joint_kind() {
        RopeJoint::Spherical => {
            let spring = RotationSpring::new(Vec3::unit(2), bend.0, twist.0).with_damping(bend.1, twist.1);
            JointProperties { rotation_spring: Some(spring), ..JointProperties::default() }
        }
        RopeJoint::Universal => {
            JointProperties { spring_stiffness: bend.0, viscous_friction: bend.1, ..JointProperties::default() }
        }
    }
}

/// The coordinates of its joints when it hangs, and the axes of its last link; `first` is the fixed frame of its first joint,
/// in world axes.
fn coordinates(rope: &Rope, first: Mat3<f64>, hung: &Hung) -> (Vec<(String, Vec<f64>)>, Mat3<f64>) {
    let mut axes = first;
    let coordinates = (0..rope.links).map(|i| {
        let joint = rope.joint(i);
        // each link is oriented independently of those before it, so rounding errors do not accumulate
        let q = turn::towards(&joint, axes.apply_transpose(hung.direction(i)));
        axes = axes * joint.pose(&q).rotation;
        (rope.joint_name(i), q)
    });
    (coordinates.collect(), axes)
}

/// Adds coordinates to a configuration, which other ropes may have created.
fn configuration(d: &mut Description, name: &str, rope: &Rope, joints: Vec<(String, Vec<f64>)>) {
    match d.configurations.iter_mut().find(|c| c.name == name) {
        Some(found) => found.joints.extend(joints),
        None => d.configurations.push(Configuration { name: name.into(), joints, place: rope.place.clone() }),
    }
}
