//! The header of a table: columns with their units, and `# key: value` lines.

use denoc_math::{Pose, Vec3};
use denoc_model::names;

use super::Convention;
use crate::csv::{Cell, Line, UnitError, lines, name_and_unit, unit_of};
use crate::source::Source;
use crate::{FormatError, angle};

/// The columns with their SI units (empty for text).
const COLUMNS: &[(&str, &str)] = &[
    ("joint", ""),
    ("link", ""),
    ("type", ""),
    ("b", "m"),
    ("theta", "rad"),
    ("a", "m"),
    ("alpha", "rad"),
    ("mass", "kg"),
    ("cx", "m"),
    ("cy", "m"),
    ("cz", "m"),
    ("rx", "m"),
    ("ry", "m"),
    ("rz", "m"),
    ("ixx", "kg m^2"),
    ("ixy", "kg m^2"),
    ("ixz", "kg m^2"),
    ("iyy", "kg m^2"),
    ("iyz", "kg m^2"),
    ("izz", "kg m^2"),
];
/// Alternative names of columns.
const SYNONYMS: &[(&str, &str)] =
    &[("d", "b"), ("m", "mass"), ("name", "joint"), ("kind", "type"), ("θ", "theta"), ("α", "alpha")];

/// A column of a table.
pub(super) struct Column {
    pub(super) name: &'static str,
    /// The SI unit.
    pub(super) si: &'static str,
    /// The unit given in the header, if it is not the SI unit.
    pub(super) unit: Option<String>,
}

/// The settings above a table, in lines `# key: value`.
#[derive(Default)]
pub(super) struct Settings<'a> {
    pub(super) convention: Option<Convention>,
    pub(super) name: Option<&'a str>,
    pub(super) gravity: Option<Vec3<f64>>,
    pub(super) base: Option<Pose<f64>>,
}

/// The convention declared in a text.
pub(crate) fn convention(text: &str) -> Option<Convention> {
    let source = Source::new("", text);
    lines(&source).find_map(|line| match line {
        Line::Setting { key: "convention", value } => find_convention(value.raw),
        _ => None,
    })
}

fn find_convention(keyword: &str) -> Option<Convention> {
    [Convention::Standard, Convention::Modified].into_iter().find(|c| c.keyword() == keyword)
}

impl<'a> Settings<'a> {
    pub(super) fn read(&mut self, key: &str, value: Cell<'a>, source: &Source) -> Result<(), FormatError> {
        match key {
            "convention" => {
                let known = vec!["dh", "modified_dh"];
                self.convention = Some(find_convention(value.raw).ok_or_else(|| FormatError::UnknownKeyword {
                    what: "the convention".into(),
                    found: value.raw.to_owned(),
                    nearest: names::nearest(value.raw, known.iter().copied()),
                    known,
                    at: source.spot(value.offset),
                })?);
            }
            "name" => self.name = Some(value.raw).filter(|n| !n.is_empty()),
            "gravity" => self.gravity = Some(Vec3::from(several::<3>("gravity", value, source)?)),
            "base" => {
                let [x, y, z, roll, pitch, yaw] = several::<6>("base", value, source)?;
                self.base = Some(Pose::new(angle::rotation([roll, pitch, yaw]), Vec3::new(x, y, z)));
            }
            _ => {} // any other comment
        }
        Ok(())
    }
}

fn several<const N: usize>(what: &str, cell: Cell, source: &Source) -> Result<[f64; N], FormatError> {
    let numbers: Vec<Option<f64>> =
        cell.raw.split_whitespace().map(|w| w.parse().ok().filter(|x: &f64| x.is_finite())).collect();
    let numbers: Option<Vec<f64>> = numbers.into_iter().collect();
    numbers.and_then(|n| n.try_into().ok()).ok_or_else(|| FormatError::BadValue {
        rule: format!("{what} is \"{}\", but it must be {N} numbers", cell.raw),
        remedy: format!("write {N} numbers separated by spaces"),
        at: source.spot(cell.offset),
    })
}

pub(super) fn columns(cells: &[Cell], source: &Source) -> Result<Vec<Column>, FormatError> {
    let mut columns: Vec<Column> = Vec::new();
    for cell in cells {
        let column = column(*cell, source)?;
        if columns.iter().any(|c| c.name == column.name) {
            return Err(FormatError::BadValue {
                rule: format!("two columns are named \"{}\"", column.name),
                remedy: "keep one of them".into(),
                at: source.spot(cell.offset),
            });
        }
        columns.push(column);
    }
    let of = |names: [&str; 3]| columns.iter().find(|c| names.contains(&c.name)).map(|c| c.name);
    if let (Some(center), Some(r)) = (of(["cx", "cy", "cz"]), of(["rx", "ry", "rz"])) {
        let at = cells.iter().find(|cell| cell.raw.starts_with(r)).map_or(0, |cell| cell.offset);
        return Err(FormatError::Conflict {
            owner: "the table".into(),
            first: format!("the column \"{center}\""),
            second: format!("the column \"{r}\""),
            remedy: "c is the mass centre, r = −c points from it to the frame: keep one of the two",
            at: source.spot(at),
        });
    }
    Ok(columns)
}

fn column(cell: Cell, source: &Source) -> Result<Column, FormatError> {
    let (given, unit) = name_and_unit(cell.raw);
    let lower = given.to_lowercase();
    let canonical = SYNONYMS.iter().find(|(other, _)| *other == lower).map_or(lower.as_str(), |(_, name)| name);
    let Some((name, si)) = COLUMNS.iter().find(|(name, _)| *name == canonical) else {
        let known: Vec<&'static str> = COLUMNS.iter().map(|(name, _)| *name).collect();
        return Err(FormatError::UnknownKeyword {
            what: "the name of a column".into(),
            found: given.to_owned(),
            nearest: names::nearest(given, known.iter().copied()),
            known,
            at: source.spot(cell.offset),
        });
    };
    let bad = |rule: String, remedy: String| FormatError::BadValue { rule, remedy, at: source.spot(cell.offset) };
    if si.is_empty() && unit.is_some() {
        return Err(bad(
            format!("the column \"{name}\" contains text, but it has a unit"),
            format!("write {name} without a unit"),
        ));
    }
    let unit = unit_of(name, unit, si).map_err(|UnitError { rule, remedy }| bad(rule, remedy))?;
    Ok(Column { name, si, unit })
}
