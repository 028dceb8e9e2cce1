//! Joints.

use denoc_model::JointSpec;
use denoc_model::joints::Unit;

use super::text::{Text, angle, array, number, string};
use super::{coordinate, original, parameter};
use crate::FormatError;

pub(super) fn write(out: &mut Text, spec: &JointSpec) -> Result<(), FormatError> {
    let (joint, backwards) = original(&spec.joint);
    let (mut from, mut to) = ((&spec.parent, spec.origin), (&spec.child, spec.child_origin));
    if backwards {
        std::mem::swap(&mut from, &mut to);
    }
    out.header("[[joint]]");
    out.line("name", string(&spec.name));
    out.line("type", string(joint.keyword()));
    out.line("parent", string(from.0));
    out.line("child", string(to.0));
    if !joint.kind().in_files {
        return Err(FormatError::Unwritable {
            format: "a model file",
            part: format!("joint \"{}\"", spec.name),
            reason: format!("its type, {}, is defined in code", joint.keyword()),
        });
    }
    parameter::write(out, joint.kind().parameters, &joint.values(), &|_| None);
    out.pose("origin", from.1);
    out.pose("child_origin", to.1);
    properties(out, spec);
    out.unless(!spec.cut, "cut", || "true".into());
    Ok(())
}

fn properties(out: &mut Text, spec: &JointSpec) {
    let p = &spec.properties;
    // angles in degrees are valid only if all coordinates are angles
    let speeds = spec.joint.v_units();
    let unit = speeds.first().copied().filter(|_| speeds.iter().all(|u| *u == Unit::Angle));
    if let Some(limits) = p.limits {
        let limits = limits.map(|x| if unit.is_some() && x.is_finite() { angle(x) } else { number(x) });
        out.line("limits", format!("[{}]", limits.join(", ")));
    }
    out.unless(p.restitution == 0.0, "restitution", || number(p.restitution));
    if let Some(limit) = p.velocity_limit {
        out.line("velocity_limit", number(limit));
    }
    if let Some(limit) = p.effort_limit {
        out.line("effort_limit", number(limit));
    }
    out.unless(p.rotor_inertia == 0.0, "rotor_inertia", || number(p.rotor_inertia));
    out.unless(p.gear_ratio == 1.0, "gear_ratio", || number(p.gear_ratio));
    out.unless(p.viscous_friction == 0.0, "viscous_friction", || number(p.viscous_friction));
    out.unless(p.dry_friction == 0.0, "dry_friction", || number(p.dry_friction));
    out.unless(p.spring_stiffness == 0.0 && p.spring_rest == 0.0, "spring", || {
        let rest =
            if p.spring_rest == 0.0 { String::new() } else { format!(", rest = {}", coordinate(p.spring_rest, unit)) };
        format!("{{ stiffness = {}{rest} }}", number(p.spring_stiffness))
    });
    if let Some(spring) = p.rotation_spring {
        let entries = [
            ("bend_stiffness", spring.bend_stiffness),
            ("twist_stiffness", spring.twist_stiffness),
            ("bend_damping", spring.bend_damping),
            ("twist_damping", spring.twist_damping),
        ];
        let shown: String =
            entries.iter().filter(|(_, x)| *x != 0.0).map(|(key, x)| format!(", {key} = {}", number(*x))).collect();
        out.line("rotation_spring", format!("{{ axis = {}{shown} }}", array(spring.axis.to_array())));
    }
}
