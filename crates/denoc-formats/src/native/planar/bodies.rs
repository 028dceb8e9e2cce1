//! The bodies of the drawing: the ground and the bars, with their masses.

use denoc_math::{Pose, Sym3};
use denoc_model::{MassProperties, Place, Shape};

use super::super::known::Known;
use super::super::section::{Item, Section, similar};
use super::super::{keys, quantity};
use super::points::{Plane, Points, difference, distance, part_name};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// The mass per length of bars that have none, kg/m.
const DEFAULT_MASS_PER_LENGTH: f64 = 1.0;

pub(super) struct Body {
    pub(super) name: String,
    /// The points that are fixed in it.
    pub(super) points: Vec<usize>,
    /// The origin of its link frame in the drawing.
    pub(super) origin: [f64; 2],
    /// In its link frame, whose axes are those of the ground.
    pub(super) mass: MassProperties,
    /// What it looks like; a bar is drawn between its joints.
    pub(super) shapes: Vec<Shape>,
    pub(super) place: Place,
}

pub(super) struct Bodies {
    /// The ground first.
    pub(super) list: Vec<Body>,
    mass_per_length: Option<f64>,
}

impl Bodies {
    /// The ground and the bars.
    pub(super) fn read(
        section: &Section,
        points: &Points,
        known: &mut Known,
        notes: &mut Notes,
    ) -> Result<Self, FormatError> {
        let item = section.need("ground", "ground = [\"A\", \"D\"]")?;
        points.refuse_repeated(&points.find_all(&item, "[\"A\", \"D\"]")?, &item)?;
        let ground = Body {
            name: known.ground().to_owned(),
            points: points.find_all(&item, "[\"A\", \"D\"]")?,
            origin: [0.0; 2],
            mass: MassProperties::none(),
            shapes: Vec::new(),
            place: section.source.place(item.at()),
        };
        let per_length = section.get("mass_per_length");
        let mass_per_length = per_length.map(|item| item.not_negative(quantity::MASS_PER_LENGTH, "mass per length"));
        let mut bodies = Self { list: vec![ground], mass_per_length: mass_per_length.transpose()? };
        let example = "bars = { crank = [\"A\", \"B\"] }";
        // wheels on fixed axes need none
        let bars = match section.get("wheels") {
            Some(_) => section.get("bars"),
            None => Some(section.need("bars", example)?),
        };
        let Some(bars) = bars else { return Ok(bodies) };
        for item in bars.open(example)?.titled("bars".into()).items() {
            bodies.add_bar(&item, points, known, notes)?;
        }
        Ok(bodies)
    }

    fn add_bar(
        &mut self,
        item: &Item,
        points: &Points,
        known: &mut Known,
        notes: &mut Notes,
    ) -> Result<(), FormatError> {
        part_name(item, "bar")?;
        let example = "[\"A\", \"B\"], or { points = [\"A\", \"B\"], mass = 0.5 }";
        let table = if item.value.get_ref().is_array() { None } else { Some(item.table(keys::PLANAR_BAR, example)?) };
        let table = table.map(|table| table.titled(format!("bar \"{}\"", item.key)));
        let found = match &table {
            Some(table) => points.find_all(&table.need("points", "points = [\"A\", \"B\"]")?, "[\"A\", \"B\"]")?,
            None => points.find_all(item, example)?,
        };
        // a triangle may be closed by naming its first point again
        let mut distinct = found.clone();
        if let [first, _, _, .., last] = found[..]
            && first == last
        {
            distinct.pop();
        }
        points.refuse_repeated(&distinct, item)?;
        if distinct.len() < 2 {
            let count = ["no point", "only one point"][distinct.len()];
            let rule = format!("{} has {count}", item.label());
            let remedy = "name at least two points; write a mass at one point in masses".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
        }
        points.refuse_coincident(&distinct, item)?;
        let origin = points.at(found[0]);
        let mass = match &table {
            Some(table) => given_mass(table, points, &found, origin)?,
            None => None,
        };
        let mass = match mass {
            Some(mass) => mass,
            None => {
                let lines = line(points, &found);
                spread(&lines, self.per_length(item, table.as_ref(), notes)? * length(&lines), points.plane, origin)
            }
        };
        self.add(item, item.key.to_owned(), distinct, origin, mass, known)
    }

    /// The mass per length of a bar or cylinder: its own, that of the file, or the default, with a note.
    pub(super) fn per_length(
        &self,
        item: &Item,
        table: Option<&Section>,
        notes: &mut Notes,
    ) -> Result<f64, FormatError> {
        let own = table.and_then(|table| table.get("mass_per_length"));
        let own = own.map(|item| item.not_negative(quantity::MASS_PER_LENGTH, "mass per length")).transpose()?;
        Ok(own.or(self.mass_per_length).unwrap_or_else(|| {
            notes.add(NoteKind::AssumedMass, "", || {
                let message = format!(
                    "{} has no mass: {DEFAULT_MASS_PER_LENGTH} kg/m is assumed; write mass_per_length in [planar], or mass",
                    item.label()
                );
                (item.section.source.place(item.at()), message)
            });
            DEFAULT_MASS_PER_LENGTH
        }))
    }

    /// Adds a body and registers its name.
    pub(super) fn add(
        &mut self,
        item: &Item,
        name: String,
        points: Vec<usize>,
        origin: [f64; 2],
        mass: MassProperties,
        known: &mut Known,
    ) -> Result<(), FormatError> {
        known.unique("link", &name, item)?;
        known.add_link(&name);
        let place = item.section.source.place(item.at());
        self.list.push(Body { name, points, origin, mass, shapes: Vec::new(), place });
        Ok(())
    }

    /// The body of this name.
    pub(super) fn find(&self, item: &Item) -> Result<usize, FormatError> {
        let name = item.text(&format!("{} = \"crank\"", item.key))?;
        self.list.iter().position(|body| body.name == name).ok_or_else(|| FormatError::UnknownReference {
            what: item.label(),
            kind: "bar",
            name: name.to_owned(),
            nearest: similar(name, self.list.iter().map(|body| body.name.as_str())),
            remedy: "name a bar, or the ground".into(),
            at: item.spot(),
        })
    }

    /// The bodies that contain a point, in order.
    pub(super) fn with(&self, point: usize) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().enumerate().filter(move |(_, body)| body.points.contains(&point)).map(|(i, _)| i)
    }

    /// Fixes a point mass to the first moving body that contains the point.
    pub(super) fn add_point_mass(&mut self, item: &Item, points: &Points) -> Result<(), FormatError> {
        let point = points.find_key(item)?;
        let mass = item.not_negative(quantity::MASS, "mass")?;
        let Some(body) = self.with(point).find(|&body| body > 0) else {
            let rule = format!("{} acts on nothing: point \"{}\" is in no bar", item.label(), item.key);
            let remedy = "add the point to a bar, or remove the mass".into();
            return Err(FormatError::BadValue { rule, remedy, at: item.key_spot() });
        };
        let body = &mut self.list[body];
        let center = points.plane.vector(difference(points.at(point), body.origin));
        body.mass = MassProperties::welded(&[body.mass, MassProperties { mass, center, ..MassProperties::none() }]);
        Ok(())
    }
}

/// `mass`, with `center` and `inertia` or spread along the lines of the bar.
fn given_mass(
    table: &Section,
    points: &Points,
    found: &[usize],
    origin: [f64; 2],
) -> Result<Option<MassProperties>, FormatError> {
    table.not_both("mass", "mass_per_length")?;
    let (center, inertia) = (table.get("center"), table.get("inertia"));
    let Some(item) = table.get("mass") else {
        if center.is_some() || inertia.is_some() {
            table.need("mass", "mass = 0.5")?;
        }
        return Ok(None);
    };
    let mass = item.not_negative(quantity::MASS, "mass")?;
    if center.is_none() && inertia.is_none() {
        return Ok(Some(spread(&line(points, found), mass, points.plane, origin)));
    }
    let center = points.coordinates(&table.need("center", "center = [0.1, 0], in the coordinates of the points")?)?;
    let moment = table.need("inertia", "inertia = 0.01, about the mass centre")?;
    let moment = moment.not_negative(quantity::INERTIA, "moment of inertia")?;
    Ok(Some(flat(mass, points.plane, difference(center, origin), moment)))
}

/// A flat body in the plane: the moment of inertia about the normal is the sum of those about two axes in the plane.
pub(super) fn flat(mass: f64, plane: Plane, center: [f64; 2], moment: f64) -> MassProperties {
    let half = 0.5 * moment;
    let inertia = match plane {
        Plane::Xz => Sym3::diagonal(half, moment, half),
        Plane::Xy => Sym3::diagonal(half, half, moment),
    };
    MassProperties { mass, center: plane.vector(center), inertia }
}

/// The line of a bar: through its points in their order.
fn line(points: &Points, found: &[usize]) -> Vec<[[f64; 2]; 2]> {
    found.windows(2).map(|pair| [points.at(pair[0]), points.at(pair[1])]).collect()
}

fn length(lines: &[[[f64; 2]; 2]]) -> f64 {
    lines.iter().map(|[a, b]| distance(*a, *b)).sum()
}

/// A mass spread evenly along lines.
pub(super) fn spread(lines: &[[[f64; 2]; 2]], mass: f64, plane: Plane, origin: [f64; 2]) -> MassProperties {
    let per_length = mass / length(lines);
    let rods: Vec<MassProperties> = lines
        .iter()
        .map(|&[from, to]| {
            let line = plane.vector(difference(to, from));
            let rod = MassProperties::rod(per_length * line.norm(), line.norm(), line);
            rod.moved(Pose::translation(plane.vector(difference(from, origin))))
        })
        .collect();
    MassProperties::welded(&rods)
}
