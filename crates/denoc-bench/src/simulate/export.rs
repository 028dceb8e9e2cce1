//! A machine for other libraries, as JSON: bodies outward from the ground, points that coincide, springs, forces, the start.

use denoc_math::Pose;
use denoc_model::joints::SimpleMotion;
use denoc_model::{Closure, Frame, LinkId};
use serde_json::{Value, json};

use super::machine::Machine;
use crate::bodies::center;

/// Everything that acts in the simulation; an error names what the format does not hold.
pub(super) fn export(machine: &Machine) -> Result<Value, String> {
    let model = &machine.model;
    let mut bodies = Vec::new();
    for (i, (link, joint)) in model.links().iter().zip(model.joint_names()).enumerate() {
        let acting = model.properties(LinkId(i));
        let constants = [link.rotor_inertia, acting.viscous_friction, acting.dry_friction, acting.spring_stiffness];
        if constants != [0.0; 4] || acting.rotation_spring.is_some() || model.drag(LinkId(i)).is_some() {
            return Err(format!("joint {joint} has rotor inertia, friction, a spring or drag"));
        }
        let motions =
            link.joint.simple_motions().ok_or_else(|| format!("joint {joint} is {}", link.joint.keyword()))?;
        if motions.is_empty() {
            return Err(format!("joint {joint} is fixed"));
        }
        let (center, inertia) = center(&link.mass);
        bodies.push(json!({
            "parent": link_number(link.parent),
            "placement": pose(&link.placement),
            "motions": motions.iter().map(motion).collect::<Vec<_>>(),
            "mass": link.mass.mass,
            "center": center.to_array(),
            "inertia": [inertia.xx, inertia.xy, inertia.xz, inertia.yy, inertia.yz, inertia.zz],
        }));
    }
    let springs = model.point_springs().iter().map(|spring| match spring.damping {
        0.0 => Ok(json!({
            "ends": [point(&spring.from), point(&spring.to)],
            "stiffness": spring.stiffness,
            "rest": spring.rest_length,
        })),
        _ => Err("a spring has damping".to_owned()),
    });
    Ok(json!({
        "name": machine.name,
        "gravity": model.gravity().to_array(),
        "duration": machine.duration,
        "bodies": bodies,
        "planar": is_planar(machine),
        "closures": closures(machine)?,
        "springs": springs.collect::<Result<Vec<_>, _>>()?,
        "tau": machine.tau,
        "q": machine.q,
        "v": machine.v,
    }))
}

/// Pairs of points that coincide. A ball joint is one; a revolute joint is, too, where everything moves in the xy plane.
fn closures(machine: &Machine) -> Result<Vec<Value>, String> {
    let pair = |closure: &Closure<f64>| match closure {
        Closure::Joint(cut) if cut.joint.is_ball() || (cut.joint.turn_axis().is_some() && is_planar(machine)) => {
            Ok(json!([point(&cut.parent), point(&cut.child)]))
        }
        _ => Err(format!("a {} closes a loop", closure.keyword())),
    };
    machine.model.closures().iter().map(pair).collect()
}

/// Whether all joints turn about z, and nothing else.
fn is_planar(machine: &Machine) -> bool {
    let about_z = |link: &denoc_model::Link<f64>| {
        let upright = link.placement.rotation.to_rows()[2] == [0.0, 0.0, 1.0];
        upright && link.joint.turn_axis().is_some_and(|axis| axis.to_array() == [0.0, 0.0, 1.0])
    };
    machine.model.links().iter().all(about_z)
}

fn motion(motion: &SimpleMotion) -> Value {
    match motion {
        SimpleMotion::Turn(axis) => json!({ "kind": "turn", "axis": axis.to_array() }),
        SimpleMotion::Slide(axis) => json!({ "kind": "slide", "axis": axis.to_array() }),
        SimpleMotion::Ball => json!({ "kind": "ball" }),
        SimpleMotion::Free => json!({ "kind": "free" }),
    }
}

fn link_number(link: Option<LinkId>) -> i64 {
    link.map_or(-1, |link| link.0 as i64)
}

fn pose(pose: &Pose<f64>) -> Value {
    json!({ "rotation": pose.rotation.to_rows(), "position": pose.position.to_array() })
}

fn point(frame: &Frame<f64>) -> Value {
    json!({ "body": link_number(frame.link), "point": frame.pose.position.to_array() })
}
