//! `<actuator>`: actuated joints and their effort limits.

use denoc_model::ActuatorSpec;

use super::joint::{Kind, largest, limited};
use super::reader::Reader;
use crate::FormatError;
use crate::note::NoteKind;
use crate::xml::Element;

pub(super) fn read<'a, 'i>(reader: &mut Reader<'a, 'i>, section: Element<'a, 'i>) -> Result<(), FormatError> {
    for element in section.children() {
        element.check_words(&mut reader.notes)?;
        let kind = element.name();
        if !matches!(
            kind,
            "motor" | "position" | "velocity" | "general" | "intvelocity" | "damper" | "cylinder" | "pid" | "dcmotor"
        ) {
            reader.left_out(element, kind, format!("<{kind}> is ignored"));
            continue;
        }
        // a force in the parent's axes is the same for joints with one coordinate
        let Some(attribute) = ["joint", "jointinparent"].into_iter().find(|at| element.attribute(at).is_some()) else {
            reader.left_out(element, "transmission", format!("a <{kind}> that does not act on a joint is ignored"));
            continue;
        };
        let names: Vec<String> = reader.order.iter().map(|joint| joint.name.clone()).collect();
        let joint = reader.reference(element, attribute, "joint", &mut names.iter().map(String::as_str))?.to_owned();
        let name = match element.attribute("name") {
            Some(_) => element.needed_name("name")?.to_owned(),
            None => reader.free_name("actuator", format!("{joint}_{kind}")),
        };
        reader.claim("actuator", &name, element)?;
        let setting = reader.defaults.of(element, None)?;
        let gear = setting.list("gear", 6)?.and_then(|gear| gear.first().copied()).unwrap_or(1.0).abs();
        let armature = setting.not_negative("an actuator", "armature")?;
        let (damping, nonlinear) = setting.coefficients("an actuator", "damping")?;
        let owner = format!("<{kind}> \"{name}\"");
        let mut strength = |limit: &'static str, range: &str| -> Result<Option<f64>, FormatError> {
            if !limited(&setting, limit, range, &reader.compiler)? {
                return Ok(None);
            }
            let notes = &mut reader.notes;
            Ok(setting.numbers::<2>(range)?.map(|ends| gear * largest(ends, &setting, range, &owner, notes)))
        };
        let force = strength("forcelimited", "forcerange")?;
        // the control signal of a motor is its force
        let control = if kind == "motor" { strength("ctrllimited", "ctrlrange")? } else { None };
        let effort_limit = match (force, control) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        reflect(reader, element, &joint, [armature, damping].map(|x| gear * gear * x));
        if nonlinear && !reader.compiler.disabled.damper {
            let message = format!("the nonlinear part of the damping of <{kind}> \"{name}\" is ignored");
            reader.left_out(element, "actuator damping", message);
        }
        if kind != "motor" {
            reader.notes.add(NoteKind::Unused, kind, || {
                (element.place(), format!("the gains of <{kind}> \"{name}\" are ignored: it is read as a motor"))
            });
        }
        let place = Some(element.place());
        reader.description.actuators.push(ActuatorSpec { name, joint, effort_limit, place });
    }
    Ok(())
}

/// Adds the inertia and the damping of an actuator, seen from the joint, to those of the joint.
fn reflect(reader: &mut Reader, element: Element, joint: &str, [inertia, damping]: [f64; 2]) {
    let free = reader.order.iter().any(|known| known.name == joint && known.kind == Kind::Free);
    if free && inertia > 0.0 {
        let message = format!("joint \"{joint}\": the armature of an actuator on a free joint is ignored");
        reader.left_out(element, "actuator armature", message);
    }
    let damped = !reader.compiler.disabled.damper;
    if let Some(spec) = reader.description.joints.iter_mut().find(|spec| spec.name == joint) {
        spec.properties.rotor_inertia += if free { 0.0 } else { inertia };
        spec.properties.viscous_friction += if damped { damping } else { 0.0 };
    }
}
