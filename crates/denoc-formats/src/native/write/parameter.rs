//! The parameters of kinds of joints and constraints.

use denoc_math::Vec3;
use denoc_model::CamProfile;
use denoc_model::joints::Unit;
use denoc_model::parameters::{Form, Parameter, Value, Values};

use super::super::parameter::default;
use super::coordinate;
use super::text::{Text, array, number, string};

/// Writes values in the order of the parameters; those that are the default are left out. `unit` gives the unit of the
/// coordinate of a joint.
pub(super) fn write(out: &mut Text, parameters: &[Parameter], values: &Values, unit: &dyn Fn(&str) -> Option<Unit>) {
    for (key, text) in lines(parameters, values, unit) {
        out.line(key, text);
    }
}

fn lines(
    parameters: &[Parameter],
    values: &Values,
    unit: &dyn Fn(&str) -> Option<Unit>,
) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    for parameter in parameters {
        let Some(value) = values.get(parameter.key) else { continue };
        if default(parameter).as_ref() == Some(value) {
            continue;
        }
        let text = match value {
            Value::Direction(vector) | Value::Point(vector) => array(vector.to_array()),
            Value::Directions(all) => {
                let all: Vec<String> = all.iter().map(|direction: &Vec3<f64>| array(direction.to_array())).collect();
                format!("[{}]", all.join(", "))
            }
            Value::Number(x) => number(*x),
            Value::Choice(choice) => string(choice),
            Value::Flag(flag) => flag.to_string(),
            Value::Name(name) => string(name),
            Value::Curve(profile) => {
                if let Form::Curve { of, over, periodic } = parameter.form {
                    let unit_at = |key| values.name(key).and_then(|joint| unit(&joint));
                    let (joint, follows) = (unit_at(of), unit_at(over));
                    lines.push((parameter.key, points(profile, follows, joint)));
                    if profile.is_periodic() != (follows == Some(Unit::Angle)) {
                        lines.push((periodic, profile.is_periodic().to_string()));
                    }
                }
                continue;
            }
            Value::Table(values) => {
                let Form::Table(parameters) = parameter.form else { continue };
                let entries = lines_of_table(parameters, values, unit);
                format!("{{ {entries} }}")
            }
        };
        lines.push((parameter.key, text));
    }
    lines
}

fn lines_of_table(parameters: &[Parameter], values: &Values, unit: &dyn Fn(&str) -> Option<Unit>) -> String {
    let entries = lines(parameters, values, unit);
    entries.into_iter().map(|(key, text)| format!("{key} = {text}")).collect::<Vec<_>>().join(", ")
}

/// One point on each line.
fn points(profile: &CamProfile, follows: Option<Unit>, joint: Option<Unit>) -> String {
    let lines = profile.points().iter().map(|[x, y]| {
        let (x, y) = (coordinate(*x, follows), coordinate(*y, joint));
        format!("  [{x}, {y}],\n")
    });
    format!("[\n{}]", lines.collect::<String>())
}
