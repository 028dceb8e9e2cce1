//! The parameters of kinds of joints and constraints, read as the registries describe them.

use denoc_math::Vec3;
use denoc_model::parameters::{Form, LinkRule, Parameter, Value, Values};

use super::known::Known;
use super::mesh::Meshes;
use super::section::{Item, Section};
use super::{curve, quantity};
use crate::FormatError;

/// What the values of parameters refer to: links and joints by name, files beside the model file.
#[derive(Copy, Clone)]
pub(super) struct Context<'a> {
    pub(super) known: &'a Known,
    pub(super) files: &'a Meshes<'a>,
}

/// The values of all parameters.
pub(super) fn read(section: &Section, parameters: &[Parameter], context: Context) -> Result<Values, FormatError> {
    let mut values = Values::default();
    for parameter in parameters {
        values = values.with(parameter.key, value(section, parameter, context)?);
    }
    Ok(values)
}

fn value(section: &Section, parameter: &Parameter, context: Context) -> Result<Value, FormatError> {
    let (key, example) = (parameter.key, parameter.line());
    for other in parameter.alternatives {
        section.not_both(key, other)?;
    }
    // the key, or the one that stands in its place
    let find = || parameter.alternatives.iter().find_map(|key| section.get(key)).or_else(|| section.get(key));
    let need = || find().map_or_else(|| section.need(key, &example), Ok);
    Ok(match parameter.form {
        Form::Direction => Value::Direction(need()?.direction()?),
        Form::DirectionOr(default) => {
            Value::Direction(find().map_or(Ok(Vec3::from(default)), |item| item.direction())?)
        }
        Form::Directions(count) => Value::Directions(directions(&need()?, count, &example)?),
        Form::Number { measure, default } => match (find(), default) {
            (None, Some(default)) => Value::Number(default),
            (None, None) | (Some(_), _) => Value::Number(need()?.number(quantity::of_measure(measure))?),
        },
        Form::Positive(measure) => Value::Number(need()?.positive(quantity::of_measure(measure))?),
        Form::Choice { what, choices } => Value::Choice(choice(&need()?, what, choices, &example)?),
        Form::Point => Value::Point(section.vector_or_zero(key, quantity::LENGTH)?),
        Form::Flag { default } => Value::Flag(find().map_or(Ok(default), |item| item.flag())?),
        Form::Link(rule) => Value::Name(link(section, key, rule, context.known)?),
        Form::Joint { users, other_than } => Value::Name(joint(section, key, users, other_than, context.known)?),
        Form::Curve { of, over, periodic } => {
            Value::Curve(curve::read(section, parameter, curve::Keys { of, over, periodic }, context)?)
        }
        Form::Table(parameters) => {
            let table = find().map(|item| item.open(parameter.example)).transpose()?;
            let Some(table) = table else { return Ok(Value::Table(defaults(parameters))) };
            table.check_keys_of(&table.title, &keys(parameters))?;
            Value::Table(read(&table, parameters, context)?)
        }
    })
}

/// The keys of parameters.
pub(super) fn keys(parameters: &[Parameter]) -> Vec<&'static str> {
    parameters.iter().flat_map(Parameter::keys).collect()
}

/// The values of a table that is not there; parameters without a default have none.
pub(super) fn defaults(parameters: &[Parameter]) -> Values {
    parameters.iter().fold(Values::default(), |values, parameter| match default(parameter) {
        Some(value) => values.with(parameter.key, value),
        None => values,
    })
}

/// The value of a parameter where a file has none.
pub(super) fn default(parameter: &Parameter) -> Option<Value> {
    match parameter.form {
        Form::DirectionOr(default) => Some(Value::Direction(Vec3::from(default))),
        Form::Number { default, .. } => default.map(Value::Number),
        Form::Point => Some(Value::Point(Vec3::zero())),
        Form::Flag { default } => Some(Value::Flag(default)),
        Form::Table(parameters) => Some(Value::Table(defaults(parameters))),
        Form::Direction
        | Form::Directions(_)
        | Form::Positive(_)
        | Form::Choice { .. }
        | Form::Link(_)
        | Form::Joint { .. }
        | Form::Curve { .. } => None,
    }
}

fn choice(item: &Item, what: &str, choices: &[&'static str], example: &str) -> Result<&'static str, FormatError> {
    let text = item.text(example)?;
    choices.iter().copied().find(|choice| *choice == text).ok_or_else(|| FormatError::BadValue {
        rule: format!("{} is \"{text}\", which is not {what}", item.label()),
        remedy: format!("it can be {}", choices.join(", ")),
        at: item.spot(),
    })
}

/// Directions no two of which are parallel.
fn directions(item: &Item, count: usize, example: &str) -> Result<Vec<Vec3<f64>>, FormatError> {
    let all: Vec<Vec3<f64>> = item.directions(count, example)?.into_iter().map(Vec3::normalized).collect();
    for (i, one) in all.iter().enumerate() {
        if all[..i].iter().any(|other| other.cross(*one).norm() < 1e-9) {
            let (rule, remedy) = (format!("{} are parallel", item.label()), "write different directions".into());
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
    }
    Ok(all)
}

fn link(section: &Section, key: &'static str, rule: LinkRule, known: &Known) -> Result<String, FormatError> {
    let (name, item) = section.need_name(key)?;
    known.link(&item, name)?;
    let (rule, remedy) = match rule {
        LinkRule::OtherThan(other) if section.need_name(other)?.0 == name => {
            (format!("both ends of {} are on link \"{name}\"", section.title), "name two different links")
        }
        LinkRule::Moving { verb, remedy } if name == known.ground() => {
            (format!("{} is the ground, which does not {verb}", item.label()), remedy)
        }
        LinkRule::Any | LinkRule::OtherThan(_) | LinkRule::Moving { .. } => return Ok(name.to_owned()),
    };
    Err(FormatError::BadValue { rule, remedy: remedy.into(), at: item.spot() })
}

fn joint(
    section: &Section,
    key: &'static str,
    users: &str,
    other_than: Option<&'static str>,
    known: &Known,
) -> Result<String, FormatError> {
    let (name, item) = section.need_name(key)?;
    known.single_coordinate(&item, name, users)?;
    if let Some(other) = other_than {
        known.refuse_self(section.need_name(other)?.0, name, &item)?;
    }
    Ok(name.to_owned())
}
