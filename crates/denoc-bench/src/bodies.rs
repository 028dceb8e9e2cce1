//! The model for other libraries: moving joints only, fixed links merged.

use denoc_math::{Mat3, Pose, RigidMass, Sym3, Vec3};
use denoc_model::Model;
use denoc_model::joints::SimpleMotion;

/// A moving joint with the body it moves.
pub(crate) struct Body {
    /// Number of the parent body; `None` is the ground.
    pub(crate) parent: Option<usize>,
    /// The joint's frame in the parent's.
    pub(crate) placement: Pose<f64>,
    /// The axis of a revolute joint; `None` for the free joint.
    pub(crate) axis: Option<Vec3<f64>>,
    /// About the joint's frame.
    pub(crate) mass: RigidMass<f64>,
}

impl Body {
    /// Mass centre, and inertia about it.
    pub(crate) fn center(&self) -> (Vec3<f64>, Sym3<f64>) {
        center(&self.mass)
    }
}

/// Mass centre, and inertia about it.
pub(crate) fn center(m: &RigidMass<f64>) -> (Vec3<f64>, Sym3<f64>) {
    if m.mass == 0.0 {
        return (Vec3::zero(), m.inertia);
    }
    let center = m.first_moment.scale(1.0 / m.mass);
    (center, m.inertia + -Sym3::parallel_axis(center).scale(m.mass))
}

/// The moving bodies in the order of the model's links, which is depth first.
pub(crate) fn bodies(model: &Model) -> Result<Vec<Body>, String> {
    let mut bodies: Vec<Body> = Vec::new();
    // for every link: the body it belongs to, and its pose in that body
    let mut carrier: Vec<(Option<usize>, Pose<f64>)> = Vec::new();
    for (link, joint) in model.links().iter().zip(model.joint_names()) {
        let (parent, pose) = link.parent.map_or((None, Pose::identity()), |p| carrier[p.0]);
        let placement = pose * link.placement;
        if link.rotor_inertia != 0.0 {
            return Err(format!("joint {joint} has rotor inertia"));
        }
        let axis = match link.joint.simple_motions().as_deref() {
            Some([]) => {
                if let Some(body) = parent {
                    bodies[body].mass += link.mass.to_parent(placement);
                }
                carrier.push((parent, placement));
                continue;
            }
            Some(&[SimpleMotion::Turn(axis)]) => Some(axis),
            Some([SimpleMotion::Free]) => None,
            _ => return Err(format!("joint {joint} is {}", link.joint.keyword())),
        };
        carrier.push((Some(bodies.len()), Pose::identity()));
        bodies.push(Body { parent, placement, axis, mass: link.mass });
    }
    Ok(bodies)
}

/// Roll, pitch and yaw of a rotation.
pub(crate) fn roll_pitch_yaw(r: Mat3<f64>) -> [f64; 3] {
    let level = r.get(0, 0).hypot(r.get(1, 0));
    let pitch = (-r.get(2, 0)).atan2(level);
    if level < 1e-9 {
        return [(-r.get(1, 2)).atan2(r.get(1, 1)), pitch, 0.0];
    }
    [r.get(2, 1).atan2(r.get(2, 2)), pitch, r.get(1, 0).atan2(r.get(0, 0))]
}
