//! Curves through points between the coordinates of two joints, in the model file or in a table beside it.

use std::path::Path;

use denoc_base::plural;
use denoc_model::joints::Unit;
use denoc_model::parameters::Parameter;
use denoc_model::{CamProfile, CamProfileError};
use toml::de::DeValue;

use super::parameter::Context;
use super::quantity;
use super::section::{Item, Section, wrong_type};
use crate::FormatError;
use crate::csv::{self, Cell, Line};
use crate::source::{Source, read_text};

/// The keys of the joints between whose coordinates the curve leads, and of the flag that tells whether it repeats.
pub(super) struct Keys {
    pub(super) of: &'static str,
    pub(super) over: &'static str,
    pub(super) periodic: &'static str,
}

/// Reads a curve from points in the file, or from a table beside it (the alternative key of the parameter).
pub(super) fn read(
    section: &Section,
    parameter: &Parameter,
    keys: Keys,
    context: Context,
) -> Result<CamProfile, FormatError> {
    let single = |key| {
        let (name, item) = section.need_name(key)?;
        Ok::<_, FormatError>((name, context.known.single_coordinate(&item, name, "curves")?))
    };
    let (joint, follows) = (single(keys.of)?, single(keys.over)?);
    let beside = parameter.alternatives.iter().find_map(|key| section.get(key));
    let curve = match beside {
        Some(item) => table(item, [follows.1, joint.1], context.files.model)?,
        None => {
            let tables = parameter.alternatives.iter().map(|key| format!(", or {key} = \"….csv\""));
            let example = parameter.line() + &tables.collect::<String>();
            listed(section.need(parameter.key, &example)?, &parameter.line(), follows, joint)?
        }
    };
    let periodic = section.get(keys.periodic).map_or(Ok(follows.1 == Unit::Angle), |item| item.flag())?;
    curve.profile(periodic)
}

/// Points [coordinate of follows, coordinate of joint], and where they are.
struct Curve<'s, 'a> {
    item: Item<'s, 'a>,
    /// Its name in messages.
    label: String,
    points: Vec<[f64; 2]>,
}

impl Curve<'_, '_> {
    fn profile(&self, periodic: bool) -> Result<CamProfile, FormatError> {
        let profile = CamProfile::new(&self.points, periodic).map_err(|e| self.refused(e))?;
        if self.points.iter().any(|p| profile.at(p[0]).iter().any(|x| !x.is_finite())) {
            let rule = format!("the curve through the points of {} is too steep for numbers", self.label);
            let remedy = "check the points: some are very near to each other, or very large".into();
            return Err(FormatError::BadValue { rule, remedy, at: self.item.spot() });
        }
        Ok(profile)
    }

    fn refused(&self, error: CamProfileError) -> FormatError {
        let (label, mut at) = (&self.label, self.item.spot());
        let (rule, remedy) = match error {
            CamProfileError::TooFew => {
                let s = plural(self.points.len());
                (format!("{label} has {} point{s}", self.points.len()), "a curve needs at least three points")
            }
            CamProfileError::NotFinite => {
                (format!("{label} holds a number that is not finite"), "write finite numbers")
            }
            CamProfileError::NotIncreasing(point) => {
                if let Some(value) = self.item.value.get_ref().as_array().and_then(|all| all.get(point)) {
                    at = self.item.section.source.spot(value.span().start);
                }
                let rule = format!("point {} of {label} is not beyond the point before it", point + 1);
                (rule, "sort the points: their first numbers, coordinates of follows, must increase")
            }
            CamProfileError::NotClosed => {
                let rule = format!("{label} does not end with the value it begins with, but it is periodic");
                (rule, "repeat the first value at the end of the period, or write periodic = false")
            }
        };
        FormatError::BadValue { rule, remedy: remedy.into(), at }
    }
}

/// Points in the model file; each joint with the unit of its coordinate.
fn listed<'s, 'a>(
    item: Item<'s, 'a>,
    example: &str,
    follows: (&'a str, Unit),
    joint: (&'a str, Unit),
) -> Result<Curve<'s, 'a>, FormatError> {
    let mut points = Vec::new();
    for (i, point) in item.array(example)?.iter().enumerate() {
        let shape = "[coordinate of follows, coordinate of joint]";
        let (source, what) = (item.section.source, format!("point {} of {}", i + 1, item.label()));
        let DeValue::Array(pair) = point.get_ref() else {
            return Err(wrong_type(source, point, what, "an array of two numbers", shape));
        };
        if pair.len() != 2 {
            let (at, example) = (source.spot(point.span().start), shape.to_owned());
            return Err(FormatError::WrongLength { what, found: pair.len(), needed: "2".into(), example, at });
        }
        let section = item.section.retitled(what);
        let mut numbers = [0.0; 2];
        for ((slot, value), (name, unit)) in numbers.iter_mut().zip(pair.iter()).zip([follows, joint]) {
            *slot = item.within(&section, name, value).number(quantity::of_coordinate(unit))?;
        }
        points.push(numbers);
    }
    let label = item.label();
    Ok(Curve { item, label, points })
}

/// The points of a table with two columns and a header. Numbers are in SI units, or in those that the header gives.
fn table<'s, 'a>(item: Item<'s, 'a>, units: [Unit; 2], model: Option<&Path>) -> Result<Curve<'s, 'a>, FormatError> {
    let file = item.name()?;
    let bad = |rule: String, remedy: &str| FormatError::BadValue { rule, remedy: remedy.into(), at: item.spot() };
    let Some(model) = model else {
        let rule = format!("the table \"{file}\" cannot be read: the model is not a file");
        return Err(bad(rule, "read the model from a file, or write the points here as profile = [[…], …]"));
    };
    let path = model.parent().unwrap_or(Path::new("")).join(file);
    let text = read_text(&path).map_err(|e| {
        let reason = e.to_string();
        let reason = reason.strip_prefix(&format!("{}: ", path.display())).unwrap_or(&reason).to_owned();
        bad(format!("the table \"{file}\" cannot be read: {}", reason.replace('\n', " ")), REMEDY)
    })?;
    let source = Source::new(file, &text);
    let mut head: Option<[Column; 2]> = None;
    let mut points = Vec::new();
    for line in csv::lines(&source) {
        let Line::Cells { cells, offset } = line else { continue };
        let line = source.place(offset).line;
        let wrong = |what: &str| bad(format!("line {line} of table \"{file}\" {what}"), CELLS);
        if head.is_none() && cells.iter().any(|cell| cell.raw.parse::<f64>().is_ok()) {
            return Err(wrong("holds numbers, where the header is expected"));
        }
        let [x, y] = cells[..] else {
            let (n, s) = (cells.len(), plural(cells.len()));
            return Err(wrong(&format!("has {n} column{s}, it needs 2")));
        };
        let Some([of_x, of_y]) = &head else {
            let column = |cell: Cell, unit| {
                Column::new(cell, unit)
                    .map_err(|[rule, remedy]| bad(format!("line {line} of table \"{file}\": {rule}"), &remedy))
            };
            head = Some([column(x, units[0])?, column(y, units[1])?]);
            continue;
        };
        match (of_x.number(x), of_y.number(y)) {
            (Some(x), Some(y)) => points.push([x, y]),
            _ => return Err(wrong("does not hold numbers")),
        }
    }
    let label = format!("table \"{file}\"");
    Ok(Curve { item, label, points })
}

/// A column of a table.
struct Column {
    /// The unit in SI.
    si: &'static str,
    /// The unit that is written, if it is another.
    unit: Option<String>,
}

impl Column {
    /// From its cell in the header; otherwise the rule and a remedy.
    fn new(head: Cell, unit: Unit) -> Result<Self, [String; 2]> {
        let si = if unit == Unit::Angle { "rad" } else { "m" };
        let (word, written) = csv::word_and_unit(head.raw);
        Ok(Self { si, unit: csv::unit_of(word, written, si)? })
    }

    /// A number in SI units, if it is one.
    fn number(&self, cell: Cell) -> Option<f64> {
        let plain = cell.raw.parse().ok()?;
        match &self.unit {
            Some(unit) => crate::native::in_si(&format!("{} {unit}", cell.raw), self.si).ok(),
            None => Some(plain),
        }
    }
}

const REMEDY: &str = "correct the path, relative to the model file";
const CELLS: &str = "write a header such as angle [deg],lift [mm] (without units: SI), then lines such as 90,5: coordinates of \
                     follows, of joint";
