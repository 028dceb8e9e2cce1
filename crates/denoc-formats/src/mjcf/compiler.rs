//! `<compiler>` and `<option>`: interpretation of the numbers.

use std::collections::HashSet;

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
    /// Whether bodies without joints are merged into the world, and so do not count for the total mass.
    pub(super) fuse_static: bool,
    /// Least mass and principal moment of a body.
    pub(super) least_mass: f64,
    pub(super) least_moment: f64,
    /// Whether principal moments that no body can have are replaced by their mean.
    pub(super) balance: bool,
    /// Whether the frames of free bodies are moved to their principal axes.
    pub(super) align_free: bool,
    pub(super) fit_boxes: bool,
    /// Whether the volume of meshes is computed exactly, in old files.
    pub(super) exact_meshes: bool,
    pub(super) mesh_folder: String,
    pub(super) strip_path: bool,
    pub(super) gravity: Vec3<f64>,
    /// Names in `<flag>` that are disabled.
    off: HashSet<&'static str>,
    pub(super) disabled: Disabled,
}

/// What `<flag>` can disable.
const FLAGS: [&str; 8] = ["gravity", "passive", "spring", "damper", "constraint", "frictionloss", "limit", "equality"];

/// Effects that `<flag>` disables.
#[derive(Default)]
pub(super) struct Disabled {
    pub(super) gravity: bool,
    pub(super) spring: bool,
    pub(super) damper: bool,
    pub(super) frictionloss: bool,
    pub(super) limit: bool,
    pub(super) equality: bool,
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
            fuse_static: false,
            least_mass: 0.0,
            least_moment: 0.0,
            balance: false,
            align_free: false,
            fit_boxes: false,
            exact_meshes: false,
            mesh_folder: String::new(),
            strip_path: false,
            gravity: Vec3::new(0.0, 0.0, -9.81),
            off: HashSet::new(),
            disabled: Disabled::default(),
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
        for (attribute, setting) in [
            ("autolimits", &mut self.autolimits),
            ("strippath", &mut self.strip_path),
            ("balanceinertia", &mut self.balance),
            ("alignfree", &mut self.align_free),
            ("fusestatic", &mut self.fuse_static),
            ("fitaabb", &mut self.fit_boxes),
            ("exactmeshinertia", &mut self.exact_meshes),
        ] {
            if let Some(answer) = keyword(element, attribute, &["true", "false"])? {
                *setting = answer == "true";
            }
        }
        for (attribute, setting) in [("boundmass", &mut self.least_mass), ("boundinertia", &mut self.least_moment)] {
            *setting = element.number(attribute)?.unwrap_or(*setting);
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
        if let Some(mass) = element.number("settotalmass")? {
            self.total_mass = Some(mass).filter(|m| *m > 0.0);
        }
        for folder in ["assetdir", "meshdir"] {
            if let Some(text) = element.attribute(folder) {
                self.mesh_folder = text.text.trim().to_owned();
            }
        }
        Ok(())
    }

    pub(super) fn read_option(&mut self, option: Element, notes: &mut Notes) -> Result<(), FormatError> {
        option.check_words(notes)?;
        if let Some(gravity) = option.numbers::<3>("gravity")? {
            self.gravity = Vec3::from(gravity);
        }
        // without a medium there is no wind
        for fluid in ["density", "viscosity"] {
            if option.list(fluid)?.is_some_and(|values| values.iter().any(|x| *x != 0.0)) {
                note_left_out(option, fluid, notes);
            }
        }
        if option.list("actuatorgroupdisable")?.is_some_and(|groups| !groups.is_empty()) {
            note_left_out(option, "actuatorgroupdisable", notes);
        }
        for flag in option.children().filter(|c| c.name() == "flag") {
            flag.check_words(notes)?;
            // a later section may enable what an earlier one disables
            for name in FLAGS {
                match keyword(flag, name, &["enable", "disable"])? {
                    Some("disable") => drop(self.off.insert(name)),
                    Some(_) => drop(self.off.remove(name)),
                    None => {}
                }
            }
            if keyword(flag, "actuation", &["enable", "disable"])? == Some("disable") {
                note_left_out(flag, "actuation", notes);
            }
        }
        let off = |name| self.off.contains(name);
        // until MuJoCo 3.3 springs and dampers have one name
        let (passive, constraint) = (off("passive"), off("constraint"));
        self.disabled = Disabled {
            gravity: off("gravity"),
            spring: passive || off("spring"),
            damper: passive || off("damper"),
            frictionloss: constraint || off("frictionloss"),
            limit: constraint || off("limit"),
            equality: constraint || off("equality"),
        };
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

/// Location of an attribute.
pub(super) fn attribute_spot(element: Element, attribute: &str) -> Box<crate::Spot> {
    element.spot_at(element.attribute(attribute).map_or(element.offset(), |t| t.name()))
}
