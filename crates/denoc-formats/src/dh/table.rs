//! From CSV text to a description.

use std::collections::HashMap;
use std::path::Path;

use denoc_base::plural;
use denoc_math::{Sym3, Vec3};
use denoc_model::{Description, DhJoint, DhRow, MassProperties, names};

use super::Convention;
use super::header::{Column, Settings, columns};
use crate::csv::{Cell, Line, lines};
use crate::source::{Source, read_text};
use crate::{FormatError, Note};

/// The robot described by a table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DhTable {
    /// A serial arm; links and joints carry their location in the file.
    pub description: Description,
    /// Its convention.
    pub convention: Convention,
    /// Notes about data that were read but are not used.
    pub notes: Vec<Note>,
}

/// Reads a table from a file.
///
/// ```
/// let missing = denoc_formats::read_dh_csv("no/such/arm.csv", None).unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/arm.csv: there is no such file; check the path");
/// ```
pub fn read_dh_csv(path: impl AsRef<Path>, convention: Option<Convention>) -> Result<DhTable, FormatError> {
    let path = path.as_ref();
    parse_dh_csv(&read_text(path)?, &path.display().to_string(), convention)
}

/// Reads a table from text; `file` is the name that messages carry. The argument `convention` overrides the one in the text.
///
/// ```
/// let text = "# convention: dh\njoint, theta [deg], a, alpha [deg], mass, rx\nhip, 0, 0.4, 90, 2, 0.2\n";
/// let leg = denoc_formats::parse_dh_csv(text, "leg.csv", None)?.description;
/// assert_eq!((leg.joints[0].name.as_str(), leg.links[0].mass.center.x), ("hip", -0.2));
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn parse_dh_csv(text: &str, file: &str, convention: Option<Convention>) -> Result<DhTable, FormatError> {
    let source = Source::new(file, text);
    let mut settings = Settings::default();
    let mut head: Option<Vec<Column>> = None;
    let (mut rows, mut labels) = (Vec::new(), Vec::new());
    let mut taken: HashMap<(&'static str, String), usize> = HashMap::new();
    for line in lines(&source) {
        match (line, &head) {
            (Line::Setting { key, value }, _) => settings.read(key, value, &source)?,
            (Line::Cells { cells, .. }, None) => head = Some(columns(&cells, &source)?),
            (Line::Cells { cells, offset }, Some(columns)) => {
                let row = Row::new(columns, cells, offset, &source)?;
                let number = rows.len() + 1;
                let label = ["joint", "link"].map(|what| row.text(what).unwrap_or_else(|| format!("{what}{number}")));
                for (what, name) in ["joint", "link"].into_iter().zip(&label) {
                    if let Some(first) = taken.insert((what, name.clone()), offset) {
                        let (name, first, at) = (name.clone(), source.place(first), source.spot(row.offset(what)));
                        return Err(FormatError::Duplicate { what, name, first, at });
                    }
                }
                rows.push(row.read()?);
                labels.push((label, offset));
            }
        }
    }
    let at_end = || source.spot(source.end());
    if head.is_none() || rows.is_empty() {
        let rule = if head.is_none() { "the table is empty" } else { "the table has no rows" };
        let remedy = "write a header (joint, type, b, theta, a, alpha, mass, …) and one line per joint";
        return Err(FormatError::BadValue { rule: rule.into(), remedy: remedy.into(), at: at_end() });
    }
    let Some(convention) = convention.or(settings.convention) else {
        return Err(FormatError::BadValue {
            rule: "the table does not state its convention".into(),
            remedy: "write a line \"# convention: dh\" or \"# convention: modified_dh\" above it".into(),
            at: source.spot(0),
        });
    };
    let name = settings.name.unwrap_or_else(|| Path::new(file).file_stem().and_then(|s| s.to_str()).unwrap_or("arm"));
    let mut d = match convention {
        Convention::Standard => Description::from_dh(name, &rows),
        Convention::Modified => Description::from_modified_dh(name, &rows),
    };
    d.gravity = settings.gravity.unwrap_or(d.gravity);
    let mut parent = d.ground.clone();
    for (i, ([joint, link], offset)) in labels.into_iter().enumerate() {
        let place = Some(source.place(offset));
        (d.joints[i].name, d.joints[i].place) = (joint, place.clone());
        (d.joints[i].parent, d.joints[i].child) = (std::mem::replace(&mut parent, link.clone()), link.clone());
        (d.links[i].name, d.links[i].place) = (link, place);
    }
    if let (Some(base), Some(first)) = (settings.base, d.joints.first_mut()) {
        first.origin = base * first.origin;
    }
    check_ground(&d, &source)?;
    Ok(DhTable { description: d, convention, notes: Vec::new() })
}

/// Checks that no link has the name of the ground.
fn check_ground(d: &Description, source: &Source) -> Result<(), FormatError> {
    match d.links.iter().find(|l| l.name == d.ground) {
        Some(link) => Err(FormatError::BadValue {
            rule: format!("a link is named \"{}\", which is the name of the ground", link.name),
            remedy: "give it another name".into(),
            at: link.place.as_ref().map_or_else(|| source.spot(0), |place| source.spot_at(place)),
        }),
        None => Ok(()),
    }
}

/// One line of a table.
struct Row<'a, 's> {
    columns: &'a [Column],
    cells: Vec<Cell<'a>>,
    offset: usize,
    source: &'a Source<'s>,
}

impl<'a, 's> Row<'a, 's> {
    fn new(
        columns: &'a [Column],
        cells: Vec<Cell<'a>>,
        offset: usize,
        source: &'a Source<'s>,
    ) -> Result<Self, FormatError> {
        if cells.len() == columns.len() {
            return Ok(Self { columns, cells, offset, source });
        }
        Err(FormatError::BadValue {
            rule: format!(
                "this row has {} cell{}, but the table has {} columns",
                cells.len(),
                plural(cells.len()),
                columns.len()
            ),
            remedy: "write one cell per column, and use a decimal point".into(),
            at: source.spot(cells.get(columns.len()).map_or(offset, |cell| cell.offset)),
        })
    }

    fn find(&self, name: &str) -> Option<(&'a Column, Cell<'a>)> {
        let i = self.columns.iter().position(|c| c.name == name)?;
        Some((&self.columns[i], *self.cells.get(i)?))
    }

    fn offset(&self, name: &str) -> usize {
        self.find(name).map_or(self.offset, |(_, cell)| cell.offset)
    }

    fn text(&self, name: &str) -> Option<String> {
        self.find(name).map(|(_, cell)| cell.text().into_owned()).filter(|text| !text.is_empty())
    }

    /// A number in SI units; zero if the column or cell is missing.
    fn number(&self, name: &str) -> Result<f64, FormatError> {
        let Some((column, cell)) = self.find(name).filter(|(_, cell)| !cell.raw.is_empty()) else { return Ok(0.0) };
        let bad = |rule: String, remedy: &str| FormatError::BadValue {
            rule,
            remedy: remedy.to_owned(),
            at: self.source.spot(cell.offset),
        };
        let plain: Option<f64> = cell.raw.parse().ok();
        let value = match (plain, &column.unit) {
            (None, _) => {
                let rule = format!("\"{}\" in column \"{name}\" is not a number", cell.raw);
                return Err(bad(rule, "write a number such as 0.25; units belong in the header, as in alpha [deg]"));
            }
            (Some(x), None) => x,
            (Some(_), Some(unit)) => crate::native::in_si(&format!("{} {unit}", cell.raw), column.si)
                .map_err(|message| bad(message, "write a number such as 0.25"))?,
        };
        if !value.is_finite() {
            let rule = format!("\"{}\" in column \"{name}\" is not a finite number", cell.raw);
            return Err(bad(rule, "write a finite number"));
        }
        Ok(value)
    }

    fn read(&self) -> Result<(DhRow, MassProperties), FormatError> {
        let joint = match self.text("type").map(|w| w.to_lowercase()).as_deref() {
            None | Some("revolute" | "r") => DhJoint::Revolute,
            Some("prismatic" | "p") => DhJoint::Prismatic,
            Some(other) => {
                let known = vec!["revolute", "prismatic"];
                return Err(FormatError::UnknownKeyword {
                    what: "the type of a joint".into(),
                    found: other.to_owned(),
                    nearest: names::nearest(other, known.iter().copied()),
                    known,
                    at: self.source.spot(self.offset("type")),
                });
            }
        };
        let n = |name| self.number(name);
        let row = DhRow { joint, b: n("b")?, theta: n("theta")?, a: n("a")?, alpha: n("alpha")? };
        let mass = n("mass")?;
        if mass < 0.0 {
            let owner = self.text("joint").map_or("the row".to_owned(), |name| format!("the row of joint \"{name}\""));
            let at = self.source.spot(self.offset("mass"));
            return Err(FormatError::Negative { owner, quantity: "mass", value: mass, at });
        }
        let r = Vec3::new(n("rx")?, n("ry")?, n("rz")?).map(|x| 0.0 - x);
        let center = r + Vec3::new(n("cx")?, n("cy")?, n("cz")?);
        let inertia = Sym3 { xx: n("ixx")?, xy: n("ixy")?, xz: n("ixz")?, yy: n("iyy")?, yz: n("iyz")?, zz: n("izz")? };
        Ok((row, MassProperties { mass, center, inertia }))
    }
}
