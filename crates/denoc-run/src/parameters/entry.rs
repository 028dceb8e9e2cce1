//! The numbers of every kind of entry.

use denoc_model::joints::Unit;
use denoc_model::parameters::{Form, Parameter, Value, Values};
use denoc_model::{ConstraintKind, ContactPoint, Description, Joint, JointProperties, JointSpec, LinkSpec, SpringSpec};

use super::See;
use super::pose::{pose, vector};

fn number(see: See, key: &[&str], unit: &'static str, x: &mut f64) {
    if let Some(new) = see(key, unit, Some(*x)) {
        *x = new;
    }
}

fn optional(see: See, key: &[&str], unit: &'static str, x: &mut Option<f64>) {
    if let Some(new) = see(key, unit, *x) {
        *x = Some(new);
    }
}

pub(super) fn model(d: &mut Description, see: See) {
    vector(see, &["gravity"], "m/s^2", &mut d.gravity);
}

pub(super) fn link(link: &mut LinkSpec, see: See) {
    let mass = &mut link.mass;
    number(see, &["mass"], "kg", &mut mass.mass);
    vector(see, &["center"], "m", &mut mass.center);
    let i = &mut mass.inertia;
    let entries = [
        ("xx", &mut i.xx),
        ("yy", &mut i.yy),
        ("zz", &mut i.zz),
        ("xy", &mut i.xy),
        ("xz", &mut i.xz),
        ("yz", &mut i.yz),
    ];
    for (key, x) in entries {
        number(see, &["inertia", key], "kg m^2", x);
    }
    if let Some(drag) = &mut link.drag {
        number(see, &["drag", "linear"], "N s/m", &mut drag.linear);
        number(see, &["drag", "angular"], "N m s/rad", &mut drag.angular);
    }
}

/// SI units of a joint that only turns, only slides, or does both.
struct Units {
    coordinate: &'static str,
    speed: &'static str,
    force: &'static str,
    stiffness: &'static str,
    viscous: &'static str,
    inertia: &'static str,
}

const TURNS: Units = Units {
    coordinate: "rad",
    speed: "rad/s",
    force: "N m",
    stiffness: "N m/rad",
    viscous: "N m s/rad",
    inertia: "kg m^2",
};
const SLIDES: Units =
    Units { coordinate: "m", speed: "m/s", force: "N", stiffness: "N/m", viscous: "N s/m", inertia: "kg" };
const BOTH: Units = Units { coordinate: "", speed: "", force: "", stiffness: "", viscous: "", inertia: "" };

fn units(joint: &Joint<f64>) -> Units {
    match joint.v_units() {
        all if all.iter().all(|u| *u == Unit::Angle) => TURNS,
        all if all.iter().all(|u| *u == Unit::Length) => SLIDES,
        _ => BOTH,
    }
}

pub(super) fn joint(joint: &mut JointSpec, see: See) {
    let units = units(&joint.joint);
    pose(see, "origin", &mut joint.origin);
    pose(see, "child_origin", &mut joint.child_origin);
    for parameter in joint.joint.kind().parameters {
        if let Form::Number { measure, .. } = parameter.form
            && let Some(new) = see(&[parameter.key], measure.unit(), joint.joint.values().number(parameter.key))
            && let Some(changed) = joint.joint.with_number(parameter.key, new)
        {
            joint.joint = changed;
        }
    }
    if joint.joint.v_units().is_empty() {
        return; // nothing moves
    }
    let JointProperties {
        rotor_inertia,
        gear_ratio,
        viscous_friction,
        dry_friction,
        spring_stiffness,
        spring_rest,
        rotation_spring,
        limits,
        restitution,
        velocity_limit,
        effort_limit,
    } = &mut joint.properties;
    number(see, &["rotor_inertia"], units.inertia, rotor_inertia);
    number(see, &["gear_ratio"], "", gear_ratio);
    number(see, &["viscous_friction"], units.viscous, viscous_friction);
    number(see, &["dry_friction"], units.force, dry_friction);
    number(see, &["spring", "stiffness"], units.stiffness, spring_stiffness);
    number(see, &["spring", "rest"], units.coordinate, spring_rest);
    if let Some(spring) = rotation_spring {
        let entries = [
            ("bend_stiffness", TURNS.stiffness, &mut spring.bend_stiffness),
            ("twist_stiffness", TURNS.stiffness, &mut spring.twist_stiffness),
            ("bend_damping", TURNS.viscous, &mut spring.bend_damping),
            ("twist_damping", TURNS.viscous, &mut spring.twist_damping),
        ];
        for (key, unit, x) in entries {
            number(see, &["rotation_spring", key], unit, x);
        }
    }
    for (i, key) in ["lower", "upper"].into_iter().enumerate() {
        let value = limits.map(|both| both[i]).filter(|x| x.is_finite());
        if let Some(new) = see(&["limits", key], units.coordinate, value) {
            let mut both = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            both[i] = new;
            *limits = Some(both);
        }
    }
    number(see, &["restitution"], "", restitution);
    optional(see, &["velocity_limit"], units.speed, velocity_limit);
    optional(see, &["effort_limit"], units.force, effort_limit);
}

pub(super) fn contact(contact: &mut ContactPoint, see: See) {
    vector(see, &["position"], "m", &mut contact.position);
    number(see, &["radius"], "m", &mut contact.radius);
}

pub(super) fn coupling(d: &mut Description, index: usize, see: See) {
    let coupling = &mut d.couplings[index];
    let of_joint = |name: &str| d.joints.iter().find(|j| j.name == name).map_or(BOTH, |j| units(&j.joint));
    let (joint, follows) = (of_joint(&coupling.joint), of_joint(&coupling.follows));
    let ratio = match (joint.coordinate, follows.coordinate) {
        ("m", "rad") => "m/rad",
        ("rad", "m") => "rad/m",
        _ => "",
    };
    number(see, &["ratio"], ratio, &mut coupling.ratio);
    number(see, &["offset"], joint.coordinate, &mut coupling.offset);
}

pub(super) fn constraint(kind: &mut ConstraintKind, see: See) {
    let mut values = kind.values();
    numbers(see, &[], kind.info().parameters, &mut values);
    if let Some(changed) = kind.with_values(&values) {
        *kind = changed;
    }
}

/// The numbers and points among values; `before` are the keys of the tables they are in.
fn numbers(see: See, before: &[&str], parameters: &[Parameter], values: &mut Values) {
    for (key, value) in values.values_mut() {
        let path = [before, &[key]].concat();
        let Some(parameter) = parameters.iter().find(|parameter| parameter.key == key) else { continue };
        match (value, parameter.form) {
            (Value::Number(x), Form::Number { measure, .. } | Form::Positive(measure)) => {
                number(see, &path, measure.unit(), x);
            }
            (Value::Point(point), Form::Point) => vector(see, &path, "m", point),
            (Value::Table(inner), Form::Table(parameters)) => numbers(see, &path, parameters, inner),
            _ => {} // no number: see `Parameter::has_numbers`
        }
    }
}

pub(super) fn spring(spring: &mut SpringSpec, see: See) {
    vector(see, &["point"], "m", &mut spring.from.position);
    vector(see, &["child_point"], "m", &mut spring.to.position);
    number(see, &["stiffness"], "N/m", &mut spring.stiffness);
    number(see, &["rest_length"], "m", &mut spring.rest_length);
    number(see, &["damping"], "N s/m", &mut spring.damping);
}

pub(super) fn actuator(d: &mut Description, index: usize, see: See) {
    let actuator = &mut d.actuators[index];
    let force = d.joints.iter().find(|j| j.name == actuator.joint).map_or("", |j| units(&j.joint).force);
    optional(see, &["effort_limit"], force, &mut actuator.effort_limit);
}

/// Coordinates by joint. A joint with one coordinate that is not listed can still be set.
pub(super) fn configuration(d: &mut Description, index: usize, see: See) {
    let listed = &mut d.configurations[index].joints;
    for spec in &d.joints {
        let place = listed.iter().position(|(name, _)| *name == spec.name);
        let all = spec.joint.q_units();
        let unit = |u: &Unit| match u {
            Unit::Angle => "rad",
            Unit::Length => "m",
            Unit::Quaternion => "",
        };
        match (place, all) {
            (None, [one]) => {
                if let Some(new) = see(&[&spec.name], unit(one), None) {
                    listed.push((spec.name.clone(), vec![new]));
                }
            }
            (None, _) => {}
            (Some(place), all) => {
                for (k, (x, u)) in listed[place].1.iter_mut().zip(all).enumerate() {
                    let k = k.to_string();
                    let key = if all.len() == 1 { &[spec.name.as_str()][..] } else { &[spec.name.as_str(), &k] };
                    number(see, key, unit(u), x);
                }
            }
        }
    }
}
