//! `<actuator>`: actuated joints and their effort limits.

use denoc_model::ActuatorSpec;

use super::joint::limited;
use super::reader::Reader;
use crate::FormatError;
use crate::note::NoteKind;
use crate::xml::Element;

pub(super) fn read<'a, 'i>(reader: &mut Reader<'a, 'i>, section: Element<'a, 'i>) -> Result<(), FormatError> {
    for element in section.children() {
        let kind = element.name();
        if !matches!(kind, "motor" | "position" | "velocity" | "general" | "intvelocity" | "damper" | "cylinder") {
            reader.left_out(element, kind, format!("<{kind}> is ignored"));
            continue;
        }
        if element.attribute("joint").is_none() {
            reader.left_out(element, "transmission", format!("a <{kind}> that does not act on a joint is ignored"));
            continue;
        }
        let names: Vec<String> = reader.order.iter().map(|joint| joint.name.clone()).collect();
        let joint = reader.reference(element, "joint", "joint", &mut names.iter().map(String::as_str))?.to_owned();
        let name = match element.attribute("name") {
            Some(_) => element.needed_name("name")?.to_owned(),
            None => reader.free_name("actuator", format!("{joint}_{kind}")),
        };
        reader.claim("actuator", &name, element)?;
        let setting = reader.defaults.of(element, None)?;
        let gear = setting.list("gear")?.and_then(|gear| gear.first().copied()).unwrap_or(1.0).abs();
        let strength = |limit: &'static str, range: &str| -> Result<Option<f64>, FormatError> {
            if !limited(&setting, limit, range, &reader.compiler)? {
                return Ok(None);
            }
            Ok(setting.numbers::<2>(range)?.map(|[lower, upper]| gear * lower.abs().max(upper.abs())))
        };
        let force = strength("forcelimited", "forcerange")?;
        // the control signal of a motor is its force
        let control = if kind == "motor" { strength("ctrllimited", "ctrlrange")? } else { None };
        let effort_limit = match (force, control) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
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
