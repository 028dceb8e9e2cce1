//! Limits, motor, friction and springs of a joint.

use denoc_base::number::six;
use denoc_model::{Joint, JointProperties, RotationSpring};

use super::quantity::OfJoint;
use super::section::Section;
use super::{keys, quantity};
use crate::FormatError;

pub(super) fn read(section: &Section, name: &str, joint: &Joint<f64>) -> Result<JointProperties, FormatError> {
    let of = OfJoint::new(joint.v_units());
    let mut properties = JointProperties {
        rotor_inertia: section.not_negative_or("rotor_inertia", of.rotor, "rotor inertia", 0.0)?,
        gear_ratio: section.number_or("gear_ratio", quantity::NUMBER, 1.0)?,
        viscous_friction: section.not_negative_or("viscous_friction", of.damping, "viscous friction", 0.0)?,
        dry_friction: section.not_negative_or("dry_friction", of.effort, "dry friction", 0.0)?,
        ..JointProperties::default()
    };
    if let Some(item) = section.get("gear_ratio").filter(|_| properties.gear_ratio == 0.0) {
        let (rule, remedy) = (format!("{} is 0", item.label()), "write 1 for a motor without a gear".into());
        return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
    }
    if let Some(item) = section.get("spring") {
        let spring = item.table(keys::SPRING, "{ stiffness = …, rest = 0 }")?;
        properties.spring_stiffness =
            spring.need("stiffness", "stiffness = 1.0")?.not_negative(of.stiffness, "stiffness")?;
        properties.spring_rest = spring.number_or("rest", of.coordinate, 0.0)?;
        if properties.spring_stiffness > 0.0 && joint.q_units() != joint.v_units() {
            let rule = format!("joint \"{name}\" has a spring, but its coordinates contain a quaternion");
            let remedy = "use rotation_spring, or an euler joint".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.key_spot() });
        }
    }
    if let Some(item) = section.get("rotation_spring") {
        let spring =
            item.table(keys::ROTATION_SPRING, "{ axis = [0, 0, 1], bend_stiffness = …, twist_stiffness = … }")?;
        let axis = spring.need("axis", "axis = [0, 0, 1]")?.direction()?;
        let stiffness = |key: &str, what| spring.not_negative_or(key, quantity::ANGULAR_STIFFNESS, what, 0.0);
        let damping = |key: &str, what| spring.not_negative_or(key, quantity::ANGULAR_DAMPING, what, 0.0);
        let bend = stiffness("bend_stiffness", "bend stiffness")?;
        let twist = stiffness("twist_stiffness", "twist stiffness")?;
        properties.rotation_spring = Some(
            RotationSpring::new(axis, bend, twist)
                .with_damping(damping("bend_damping", "bend damping")?, damping("twist_damping", "twist damping")?),
        );
    }
    if let Some(item) = section.get("limits") {
        let [lower, upper] = item.range(of.coordinate)?;
        if lower > upper {
            let joint = name.to_owned();
            return Err(FormatError::LimitsReversed { joint, lower, upper, missing: None, at: item.spot() });
        }
        if joint.q_units() != joint.v_units() {
            let rule = format!("joint \"{name}\" has limits, but its coordinates contain a quaternion");
            let remedy = "remove the limits, or use an euler joint".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.key_spot() });
        }
        properties.limits = Some([lower, upper]);
    }
    if let Some(item) = section.get("restitution") {
        properties.restitution = item.not_negative(quantity::NUMBER, "restitution")?;
        if properties.restitution > 1.0 {
            let rule = format!("{} is {}, more than 1", item.label(), six(properties.restitution));
            let remedy = "write a number from 0 (no rebound) to 1 (no loss)".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
        if properties.limits.is_none() {
            let rule = format!("joint \"{name}\" has a restitution, but no limits where it could rebound");
            let remedy = "give the joint limits, or remove the restitution".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.key_spot() });
        }
    }
    if let Some(item) = section.get("velocity_limit") {
        properties.velocity_limit = Some(item.limit(of.speed, "velocity limit")?);
    }
    if let Some(item) = section.get("effort_limit") {
        properties.effort_limit = Some(item.limit(of.effort, "effort limit")?);
    }
    Ok(properties)
}
