//! `<mujoco>`: the sections of a file, and the state of the reader.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Place, names};

use super::asset::Assets;
use super::compiler::Compiler;
use super::joint::Kind;
use super::setting::Defaults;
use super::{Mjcf, actuator, equality, keyframe, setting, vocabulary};
use crate::FormatError;
use crate::note::{NoteKind, Notes};
use crate::xml::Element;

/// The name of the ground.
pub(super) const WORLD: &str = "world";

pub(super) fn read(root: Element, file: &str, path: Option<&Path>) -> Result<Mjcf, FormatError> {
    if root.name() != "mujoco" {
        let remedy = match root.name() {
            "robot" => "this looks like URDF: rename the file to .urdf",
            "mujocoinclude" => "this file is included by another one: select that file",
            "sdf" | "world" => "this looks like SDF, which is not supported",
            _ => "select an MJCF file",
        };
        return Err(FormatError::BadValue {
            rule: format!("the root element of an MJCF file is <mujoco>, but this file has <{}>", root.name()),
            remedy: remedy.into(),
            at: root.spot(),
        });
    }
    let mut notes = Notes::default();
    refuse_generators(root)?;
    root.check_words(&mut notes)?;
    let sections = |name: &'static str| root.children().filter(move |c| c.name() == name);
    let mut compiler = Compiler::default();
    let mut defaults = Defaults::default();
    let mut assets = Assets::new(file, path);
    for section in sections("compiler") {
        compiler.read(section, &mut notes)?;
    }
    for section in sections("option") {
        compiler.read_option(section, &mut notes)?;
    }
    for section in sections("default") {
        defaults.read(section, &mut notes)?;
    }
    for section in sections("asset") {
        assets.read(section, &compiler, &defaults, &mut notes)?;
    }
    let name = root.attribute("model").map_or("", |t| t.text.trim());
    let mut description = Description::new(if name.is_empty() { "mujoco" } else { name }).ground(WORLD);
    description.gravity = if compiler.disabled.gravity { Vec3::zero() } else { compiler.gravity };
    let (bodies, sites, names, order, moving, kept) = Default::default();
    let written = root.descendants().filter_map(written_name).collect();
    #[rustfmt::skip]
    let mut reader = Reader {
        compiler, defaults, assets, notes, description, bodies, sites, names, written, order, moving, kept,
    };
    for section in sections("worldbody") {
        reader.world(section)?;
    }
    for section in sections("equality") {
        equality::read(&mut reader, section)?;
    }
    for section in sections("actuator") {
        actuator::read(&mut reader, section)?;
    }
    keyframe::initial(&mut reader);
    for section in sections("keyframe") {
        keyframe::read(&mut reader, section)?;
    }
    // skins are for the eye only
    let forces = |section: &Element| section.children().any(|child| child.name() != "skin");
    for section in ["tendon", "deformable"].into_iter().flat_map(sections).filter(forces) {
        reader.notes.add(NoteKind::LeftOut, section.name(), || {
            (section.place(), format!("<{}> is ignored: its forces are missing", section.name()))
        });
    }
    reader.rename_sites();
    reader.set_total_mass(root);
    Ok(Mjcf { description: reader.description, notes: reader.notes.finish() })
}

/// The kind and name of a part that has a name.
fn written_name(element: Element) -> Option<(&'static str, String)> {
    let kind = match element.name() {
        "body" => "body",
        // closures become joints
        "joint" | "freejoint" | "connect" | "weld" => "joint",
        "key" => "key",
        _ if setting::ACTUATORS.contains(&element.name()) => "actuator",
        _ => return None,
    };
    element.attribute("name").map(|text| (kind, text.text.trim().to_owned()))
}

/// Rejects elements that generate bodies.
fn refuse_generators(root: Element) -> Result<(), FormatError> {
    let mut pending = vec![root];
    while let Some(element) = pending.pop() {
        let name = element.name();
        if vocabulary::GENERATORS.contains(&name) {
            return Err(FormatError::Unsupported {
                what: format!("<{name}>, which generates bodies,"),
                remedy: "open the model in MuJoCo and save it (mj_saveLastXML), then read that file".into(),
                at: element.spot(),
            });
        }
        if matches!(name, "mujoco" | "worldbody" | "body" | "frame") {
            let children: Vec<Element> = element.children().collect();
            pending.extend(children.into_iter().rev());
        }
    }
    Ok(())
}

/// A joint of the file in the order of MuJoCo.
pub(super) struct Ordered {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Coordinates of the modelled pose, in the order of denoc.
    pub(super) drawn: Vec<f64>,
    /// Whether MuJoCo moves the frame of the body to its principal axes.
    pub(super) aligned: bool,
}

/// State of the reader.
pub(super) struct Reader<'a, 'i> {
    pub(super) compiler: Compiler,
    pub(super) defaults: Defaults<'a, 'i>,
    pub(super) assets: Assets,
    pub(super) notes: Notes,
    pub(super) description: Description,
    /// Modelled pose of every body in the world.
    pub(super) bodies: HashMap<String, Pose<f64>>,
    /// The body of every site, and its pose in the body.
    pub(super) sites: HashMap<String, (String, Pose<f64>)>,
    pub(super) names: HashMap<(&'static str, String), Place>,
    /// Kinds and names that are written anywhere in the file, which parts without a name must not take.
    written: HashSet<(&'static str, String)>,
    pub(super) order: Vec<Ordered>,
    /// Bodies with a joint between them and the world.
    pub(super) moving: HashSet<String>,
    /// Bodies that are not merged into another one with `fusestatic`.
    pub(super) kept: HashSet<String>,
}

impl Reader<'_, '_> {
    /// Rejects two parts of the same kind and name.
    pub(super) fn claim(&mut self, what: &'static str, name: &str, element: Element) -> Result<(), FormatError> {
        match self.names.insert((what, name.to_owned()), element.place()) {
            None => Ok(()),
            Some(first) => Err(FormatError::Duplicate { what, name: name.to_owned(), first, at: element.spot() }),
        }
    }

    /// A unique name based on `name`, for a part that has no name in the file.
    pub(super) fn free_name(&self, what: &'static str, mut name: String) -> String {
        while self.is_taken(what, &name) || self.written.contains(&(what, name.clone())) {
            name.push('_');
        }
        name
    }

    /// Whether a part that was read has this name.
    pub(super) fn is_taken(&self, what: &'static str, name: &str) -> bool {
        self.names.contains_key(&(what, name.to_owned()))
    }

    pub(super) fn left_out(&mut self, element: Element, subject: &str, message: String) {
        self.notes.add(NoteKind::LeftOut, subject, || (element.place(), message));
    }

    /// The name in an attribute, which must refer to a part of the file.
    pub(super) fn reference<'n>(
        &self,
        element: Element<'n, '_>,
        attribute: &'static str,
        kind: &'static str,
        known: &mut dyn Iterator<Item = &str>,
    ) -> Result<&'n str, FormatError> {
        let name = element.needed_name(attribute)?;
        let known: Vec<&str> = known.collect();
        if known.contains(&name) {
            return Ok(name);
        }
        let at = element.attribute(attribute).map_or(element.offset(), |t| t.at(name));
        Err(FormatError::UnknownReference {
            what: format!("attribute \"{attribute}\" of <{}>", element.name()),
            kind,
            name: name.to_owned(),
            nearest: names::nearest(name, known.into_iter()),
            remedy: "correct the name".into(),
            at: element.spot_at(at),
        })
    }

    /// In MuJoCo a site may have the name of a body; here links are frames as well.
    fn rename_sites(&mut self) {
        for frame in &mut self.description.frames {
            if frame.name == WORLD || self.names.contains_key(&("body", frame.name.clone())) {
                let old = frame.name.clone();
                while self.names.contains_key(&("body", frame.name.clone()))
                    || self.names.contains_key(&("site", frame.name.clone()))
                    || frame.name == WORLD
                {
                    frame.name.push_str("_site");
                }
                let place = frame.place.clone();
                self.notes.add(NoteKind::Renamed, "", || {
                    let place = place.unwrap_or(Place { file: String::new(), line: 1, column: 1 });
                    (place, format!("site \"{old}\" has the name of a body: it is renamed to \"{}\"", frame.name))
                });
            }
        }
    }

    /// The bodies that an element refers to, which MuJoCo then does not merge into others.
    fn referred(&self, element: Element) -> Vec<String> {
        let of = |attribute: &str| element.attribute(attribute).map(|text| text.text.trim().to_owned());
        let body = |kind: &str| of(kind).is_some_and(|kind| matches!(kind.as_str(), "body" | "xbody"));
        let mut found = ["body", "body1", "body2", "target"].map(of).to_vec();
        found.extend(
            [("objtype", "objname"), ("reftype", "refname")].map(|(kind, name)| of(name).filter(|_| body(kind))),
        );
        if matches!(element.name(), "force" | "torque") {
            found.push(of("site").and_then(|site| self.sites.get(&site).map(|(body, _)| body.clone())));
        }
        found.into_iter().flatten().collect()
    }

    /// Scales all masses so that their sum is that of `<compiler settotalmass>`.
    fn set_total_mass(&mut self, root: Element) {
        let fused = self.compiler.fuse_static && self.compiler.total_mass.is_some();
        let referred: HashSet<String> =
            if fused { root.descendants().flat_map(|e| self.referred(e)).collect() } else { HashSet::new() };
        // what is merged into the world does not count
        let counts = |name: &str| [&self.moving, &self.kept, &referred].iter().any(|set| !fused || set.contains(name));
        let total: f64 = self.description.links.iter().filter(|l| counts(&l.name)).map(|l| l.mass.mass).sum();
        if let Some(specified) = self.compiler.total_mass.filter(|_| total > 0.0) {
            for link in &mut self.description.links {
                link.mass.mass *= specified / total;
                link.mass.inertia = link.mass.inertia.scale(specified / total);
            }
        }
    }
}
