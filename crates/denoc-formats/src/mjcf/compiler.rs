//! `<compiler>` and `<option>`: interpretation of the numbers.

use denoc_math::Vec3;

use crate::note::{NoteKind, Notes};
use crate::xml::Element;
use crate::{FormatError, mjcf::setting::keyword};

/// Source of the mass of a body.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum FromGeom {
    /// From `<inertial>` if present, otherwise from the geoms.
    Auto,
    Always,
    Never,
}

/// The settings of a file.
pub(super) struct Compiler {
    /// Factor that converts angles to radians.
    pub(super) angle: f64,
    /// Axes, and whether each rotates with the body.
    pub(super) euler: [(usize, bool); 3],
    pub(super) autolimits: bool,
    pub(super) from_geom: FromGeom,
    pub(super) groups: [f64; 2],
    pub(super) total_mass: Option<f64>,
    pub(super) mesh_folder: String,
    pub(super) strip_path: bool,
    pub(super) gravity: Vec3<f64>,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            angle: 1f64.to_radians(),
            euler: [(0, true), (1, true), (2, true)],
            autolimits: true,
            from_geom: FromGeom::Auto,
            groups: [0.0, 5.0],
            total_mass: None,
            mesh_folder: String::new(),
            strip_path: false,
            gravity: Vec3::new(0.0, 0.0, -9.81),
        }
    }
}

impl Compiler {
    /// An angle in radians.
    pub(super) fn radians(&self, angle: f64) -> f64 {
        // to_radians is exact for right angles, a product need not be
        if self.angle == 1.0 { angle } else { angle.to_radians() }
    }

    pub(super) fn read(&mut self, element: Element, notes: &mut Notes) -> Result<(), FormatError> {
        element.check_words(notes)?;
        match keyword(element, "angle", &["degree", "radian"])? {
            Some("radian") => self.angle = 1.0,
            Some(_) => self.angle = 1f64.to_radians(),
            None => {}
        }
        if let Some("global") = keyword(element, "coordinate", &["local", "global"])? {
            return Err(FormatError::Unsupported {
                what: "coordinate=\"global\"".into(),
                remedy: "write poses in the frame of the parent body: coordinate=\"local\"".into(),
                at: attribute_spot(element, "coordinate"),
            });
        }
        if let Some(text) = element.attribute("eulerseq") {
            self.euler = sequence(text.text.trim()).ok_or_else(|| FormatError::BadValue {
                rule: format!("eulerseq is \"{}\", but it must be three letters of x, y, z, X, Y, Z", text.text.trim()),
                remedy: "write xyz for rotating axes, XYZ for fixed axes".into(),
                at: attribute_spot(element, "eulerseq"),
            })?;
        }
        if let Some(answer) = switch(element, "autolimits")? {
            self.autolimits = answer;
        }
        if let Some(answer) = switch(element, "strippath")? {
            self.strip_path = answer;
        }
        match keyword(element, "inertiafromgeom", &["auto", "true", "false"])? {
            Some("true") => self.from_geom = FromGeom::Always,
            Some("false") => self.from_geom = FromGeom::Never,
            Some(_) => self.from_geom = FromGeom::Auto,
            None => {}
        }
        if let Some(groups) = element.numbers::<2>("inertiagrouprange")? {
            self.groups = groups;
        }
        self.total_mass = element.number("settotalmass")?.filter(|m| *m > 0.0).or(self.total_mass);
        for folder in ["assetdir", "meshdir"] {
            if let Some(text) = element.attribute(folder) {
                self.mesh_folder = text.text.trim().to_owned();
            }
        }
        for left_out in ["boundmass", "boundinertia"] {
            if element.number(left_out)?.is_some_and(|x| x > 0.0) {
                note_left_out(element, left_out, notes);
            }
        }
        for left_out in ["balanceinertia", "alignfree"] {
            if switch(element, left_out)? == Some(true) {
                note_left_out(element, left_out, notes);
            }
        }
        Ok(())
    }

    pub(super) fn read_option(&mut self, option: Element, notes: &mut Notes) -> Result<(), FormatError> {
        if let Some(gravity) = option.numbers::<3>("gravity")? {
            self.gravity = Vec3::from(gravity);
        }
        for fluid in ["density", "viscosity", "wind"] {
            if option.list(fluid)?.is_some_and(|values| values.iter().any(|x| *x != 0.0)) {
                note_left_out(option, fluid, notes);
            }
        }
        for flag in option.children().filter(|c| c.name() == "flag") {
            if keyword(flag, "gravity", &["enable", "disable"])? == Some("disable") {
                self.gravity = Vec3::zero();
            }
            for passive in ["passive", "spring", "damper", "frictionloss", "limit", "equality", "actuation"] {
                if flag.attribute(passive).is_some_and(|t| t.text.trim() == "disable") {
                    note_left_out(flag, passive, notes);
                }
            }
        }
        Ok(())
    }
}

fn note_left_out(element: Element, attribute: &str, notes: &mut Notes) {
    notes.add(NoteKind::LeftOut, attribute, || {
        let text = element.attribute(attribute).map_or("", |t| t.text.trim());
        let at = element.attribute(attribute).map_or(element.offset(), |t| t.name());
        (element.place_at(at), format!("{attribute}=\"{text}\" of <{}> is ignored", element.name()))
    });
}

fn sequence(letters: &str) -> Option<[(usize, bool); 3]> {
    let axes: Option<Vec<(usize, bool)>> = letters
        .chars()
        .map(|c| "xyz".find(c).map(|i| (i, true)).or_else(|| "XYZ".find(c).map(|i| (i, false))))
        .collect();
    axes?.try_into().ok()
}

fn switch(element: Element, attribute: &'static str) -> Result<Option<bool>, FormatError> {
    Ok(keyword(element, attribute, &["true", "false"])?.map(|answer| answer == "true"))
}

/// Location of an attribute.
pub(super) fn attribute_spot(element: Element, attribute: &str) -> Box<crate::Spot> {
    element.spot_at(element.attribute(attribute).map_or(element.offset(), |t| t.name()))
}
