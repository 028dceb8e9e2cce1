//! The plane, and the named points with their coordinates in the drawing.

use std::collections::HashMap;

use denoc_math::Vec3;
use toml::Spanned;
use toml::de::DeValue;

use super::super::section::{Item, Section, similar};
use super::super::unit::Unit;
use super::super::value::Infinity;
use super::super::{keys, quantity};
use crate::{FormatError, Spot};

/// The plane of the motion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Plane {
    /// x to the right, z up.
    Xz,
    Xy,
}

impl Plane {
    pub(super) fn read(section: &Section) -> Result<Self, FormatError> {
        let synonyms = [("x-z", "xz"), ("zx", "xz"), ("x-y", "xy"), ("yx", "xy")];
        let keyword = section.get("plane").map(|item| item.keyword(keys::PLANES.iter().copied(), &synonyms));
        Ok(if keyword.transpose()? == Some("xy") { Self::Xy } else { Self::Xz })
    }

    /// A vector of the drawing in space.
    pub(super) fn vector(self, [u, v]: [f64; 2]) -> Vec3<f64> {
        match self {
            Self::Xz => Vec3::new(u, 0.0, v),
            Self::Xy => Vec3::new(u, v, 0.0),
        }
    }

    /// The axis of the pins: angles count from the first axis of the plane to the second.
    pub(super) fn normal(self) -> Vec3<f64> {
        match self {
            Self::Xz => Vec3::new(0.0, -1.0, 0.0),
            Self::Xy => Vec3::new(0.0, 0.0, 1.0),
        }
    }
}

pub(super) struct Point {
    pub(super) name: String,
    /// Coordinates in the plane, m.
    pub(super) at: [f64; 2],
    /// Byte offset of its coordinates.
    pub(super) offset: usize,
}

pub(super) struct Points {
    pub(super) plane: Plane,
    pub(super) list: Vec<Point>,
    by_name: HashMap<String, usize>,
    /// The unit of plain coordinates.
    unit: Option<Unit>,
}

impl Points {
    pub(super) fn read(section: &Section) -> Result<Self, FormatError> {
        let mut points = Self { plane: Plane::read(section)?, list: Vec::new(), by_name: HashMap::new(), unit: None };
        points.unit = section.get("unit").map(|item| length_unit(&item)).transpose()?;
        let example = "points = { A = [0, 0], B = [0, 0.04] }";
        for item in section.need("points", example)?.open(example)?.titled("points".into()).items() {
            part_name(&item, "point")?;
            let at = points.coordinates(&item)?;
            points.by_name.insert(item.key.to_owned(), points.list.len());
            points.list.push(Point { name: item.key.to_owned(), at, offset: item.at() });
        }
        Ok(points)
    }

    /// Two coordinates in the drawing; plain numbers are in the unit of the file.
    pub(super) fn coordinates(&self, item: &Item) -> Result<[f64; 2], FormatError> {
        let example = "[x, y], one coordinate along each axis of the plane";
        let array = item.array(example)?;
        let [first, second] = [array.first(), array.get(1)];
        let (Some(first), Some(second), 2) = (first, second, array.len()) else {
            return Err(item.wrong_length(item.value, array.len(), "2".into(), example));
        };
        let coordinate = |value: &Spanned<DeValue>| -> Result<f64, FormatError> {
            let plain = item.quantity(value, quantity::LENGTH, Infinity::Refused)?;
            let digits = match value.get_ref() {
                DeValue::Integer(whole) if whole.radix() == 10 => whole.as_str(),
                DeValue::Float(float) => float.as_str(),
                // a string has its own unit
                _ => return Ok(plain),
            };
            Ok(self.unit.map_or(plain, |unit| unit.value(digits)))
        };
        Ok([coordinate(first)?, coordinate(second)?])
    }

    pub(super) fn at(&self, point: usize) -> [f64; 2] {
        self.list[point].at
    }

    /// The point that a string names.
    pub(super) fn find(&self, item: &Item) -> Result<usize, FormatError> {
        self.find_name(item.text(&format!("{} = \"A\"", item.key))?, item.label(), || item.spot())
    }

    /// The point that a key names.
    pub(super) fn find_key(&self, item: &Item) -> Result<usize, FormatError> {
        self.find_name(item.key, format!("a point of {}", item.section.title), || item.key_spot())
    }

    fn find_name(&self, name: &str, what: String, spot: impl FnOnce() -> Box<Spot>) -> Result<usize, FormatError> {
        self.by_name.get(name).copied().ok_or_else(|| FormatError::UnknownReference {
            what,
            kind: "point",
            name: name.to_owned(),
            nearest: similar(name, self.list.iter().map(|p| p.name.as_str())),
            remedy: "add it to points in [planar], or correct the name".into(),
            at: spot(),
        })
    }

    /// The points that an array names.
    pub(super) fn find_all(&self, item: &Item, example: &str) -> Result<Vec<usize>, FormatError> {
        let array = item.array(example)?;
        array.iter().map(|value| self.find(&item.within(item.section, item.key, value))).collect()
    }

    /// Rejects points that are named twice.
    pub(super) fn refuse_repeated(&self, found: &[usize], item: &Item) -> Result<(), FormatError> {
        let Some(&twice) =
            found.iter().enumerate().find(|(i, point)| found[..*i].contains(point)).map(|(_, point)| point)
        else {
            return Ok(());
        };
        let rule = format!("{} names point \"{}\" twice", item.label(), self.list[twice].name);
        Err(FormatError::BadValue { rule, remedy: "name it once".into(), at: item.spot() })
    }

    /// Rejects points of one body that lie on each other.
    pub(super) fn refuse_coincident(&self, points: &[usize], item: &Item) -> Result<(), FormatError> {
        for (i, &one) in points.iter().enumerate() {
            for &other in &points[..i] {
                if one == other {
                    let rule = format!("{} has point \"{}\" twice", item.label(), self.list[one].name);
                    let remedy = "name two different points".into();
                    return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
                }
                if distance(self.at(one), self.at(other)) == 0.0 {
                    let [a, b] = [other, one].map(|point| &self.list[point].name);
                    let rule = format!("points \"{a}\" and \"{b}\" of {} coincide", item.label());
                    let remedy = "use one point for both, or correct the coordinates".into();
                    return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
                }
            }
        }
        Ok(())
    }
}

pub(super) fn difference(to: [f64; 2], from: [f64; 2]) -> [f64; 2] {
    [to[0] - from[0], to[1] - from[1]]
}

pub(super) fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let [u, v] = difference(a, b);
    u.hypot(v)
}

/// Rejects names that are empty or contain control characters.
pub(super) fn part_name(item: &Item, what: &str) -> Result<(), FormatError> {
    if !item.key.trim().is_empty() && !item.key.chars().any(char::is_control) {
        return Ok(());
    }
    let rule = format!("the name of a {what} is empty or contains control characters");
    Err(FormatError::BadValue { rule, remedy: "write a name".into(), at: item.key_spot() })
}

fn length_unit(item: &Item) -> Result<Unit, FormatError> {
    let text = item.text("unit = \"mm\"")?;
    let unit = Unit::parse(text).map_err(|fault| FormatError::BadValue {
        rule: format!("{} in {}", fault.rule, item.label()),
        remedy: fault.remedy,
        at: item.spot(),
    })?;
    if quantity::LENGTH.accepts(unit.dimension) {
        return Ok(unit);
    }
    let rule = format!(
        "\"{text}\" is the unit of {}, but {} must be one of length",
        quantity::name(unit.dimension),
        item.label()
    );
    Err(FormatError::BadValue { rule, remedy: format!("write {}", quantity::LENGTH.units), at: item.spot() })
}
