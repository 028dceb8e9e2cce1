//! The models of a file: a model, and the models in it.

use std::collections::HashMap;

use denoc_model::Place;

use super::frames::{Frames, Kind, WORLD};
use super::value::{self, Named};
use super::{include, pose};
use crate::FormatError;
use crate::note::Notes;
use crate::xml::Element;

/// How deep models may be nested.
const DEEPEST: usize = 64;

/// The version of a file: 1 and this number.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd)]
pub(super) struct Version(u32);

impl Version {
    /// The version of an `<sdf>` element.
    pub(super) fn read(sdf: Element) -> Result<Self, FormatError> {
        let text = sdf.needed_attribute("version")?;
        let written = text.text.trim();
        let minor = written.strip_prefix("1.").and_then(|minor| minor.parse().ok()).filter(|minor| *minor >= 4);
        minor.map(Self).ok_or_else(|| FormatError::Unsupported {
            what: format!("version \"{written}\" of SDF"),
            remedy: "versions 1.4 and later are read: convert the file (gz sdf -p FILE)".into(),
            at: sdf.spot_at(text.at(written)),
        })
    }

    /// Whether a pose names its frame in `relative_to`; before, in `frame`.
    pub(super) fn names_frames_relative_to(self) -> bool {
        self.0 >= 7
    }
    /// Whether axes are given in the frame of the model.
    pub(super) fn has_axes_in_model(self) -> bool {
        self.0 < 5
    }
    /// Whether `use_parent_model_frame` determines the frame of an axis; later, `expressed_in` does.
    pub(super) fn has_parent_model_flag(self) -> bool {
        self.0 < 7
    }
    /// Whether the mass of a link determines the density of its shapes (`auto`).
    pub(super) fn scales_density(self) -> bool {
        self.0 >= 12
    }
}

/// A model, and what its `<include>` changes.
#[derive(Copy, Clone)]
pub(super) struct Entry<'a, 'i> {
    pub(super) model: Element<'a, 'i>,
    pub(super) include: Option<Element<'a, 'i>>,
    pub(super) version: Version,
}

impl<'a, 'i> Entry<'a, 'i> {
    /// The models in a world or model, in the order of the file; those of files that were not found are `None`.
    pub(super) fn list(
        parent: Element<'a, 'i>,
        version: Version,
    ) -> Result<Vec<Result<Self, Element<'a, 'i>>>, FormatError> {
        let mut list = Vec::new();
        for child in parent.children().filter(|child| !child.is_foreign()) {
            match child.name() {
                "model" => list.push(Ok(Self { model: child, include: None, version })),
                "include" => list.push(Self::included(child)?.ok_or(child)),
                _ => {}
            }
        }
        Ok(list)
    }

    fn included(include: Element<'a, 'i>) -> Result<Option<Self>, FormatError> {
        // a file is inserted last
        let Some(sdf) = include.children().last().filter(|child| matches!(child.name(), "sdf" | "model" | "robot"))
        else {
            return Ok(None);
        };
        if sdf.name() != "sdf" {
            return Err(FormatError::Unsupported {
                what: format!("a file with <{}> in an <include>", sdf.name()),
                remedy: "include an SDF file".into(),
                at: sdf.spot(),
            });
        }
        let version = Version::read(sdf)?;
        let model = sdf.needed_child("model", "the included file", "<model name=\"…\">")?;
        Ok(Some(Self { model, include: Some(include), version }))
    }

    pub(super) fn name(&self) -> Result<&'a str, FormatError> {
        let renamed = self.include.map(|include| Named::child(include, "name", "<include>")).transpose()?.flatten();
        renamed.map_or_else(|| self.model.needed_name("name"), |named| Ok(named.name))
    }

    /// Whether it is fixed to the world.
    pub(super) fn is_static(&self) -> Result<bool, FormatError> {
        let changed = self.include.map(|include| value::flag(include, "static", "<include>")).transpose()?.flatten();
        Ok(changed.or(value::flag(self.model, "static", "the model")?).unwrap_or(false))
    }

    fn is_merged(&self) -> Result<bool, FormatError> {
        self.include.map_or(Ok(None), |include| value::flag_attribute(include, "merge")).map(|flag| flag == Some(true))
    }
}

/// A model whose parts have names.
pub(super) struct Scope<'a, 'i> {
    /// What precedes the names of its parts.
    pub(super) prefix: String,
    /// Its frame.
    pub(super) frame: usize,
    pub(super) version: Version,
    /// Whether it is fixed to the world.
    pub(super) fixed: bool,
    entry: Entry<'a, 'i>,
    /// The scope around it.
    around: Option<usize>,
    /// How many models are around it.
    depth: usize,
}

impl Scope<'_, '_> {
    /// Where the model is written.
    pub(super) fn place(&self) -> Place {
        self.entry.model.place()
    }
}

/// A link, joint or frame: its scope, element and frame.
#[derive(Copy, Clone)]
pub(super) struct Part<'a, 'i> {
    pub(super) scope: usize,
    pub(super) element: Element<'a, 'i>,
    pub(super) node: usize,
}

/// All parts of a model and of the models in it.
pub(super) struct Parts<'a, 'i> {
    pub(super) scopes: Vec<Scope<'a, 'i>>,
    pub(super) links: Vec<Part<'a, 'i>>,
    pub(super) joints: Vec<Part<'a, 'i>>,
    pub(super) named_frames: Vec<Part<'a, 'i>>,
    pub(super) frames: Frames<'a, 'i>,
    seen: HashMap<(&'static str, String), Place>,
}

impl<'a, 'i> Parts<'a, 'i> {
    pub(super) fn collect(top: Entry<'a, 'i>, notes: &mut Notes) -> Result<Self, FormatError> {
        let (scopes, links, joints, named_frames, seen) = Default::default();
        let mut parts = Self { scopes, links, joints, named_frames, frames: Frames::new(top.model), seen };
        let mut pending = vec![(top, None)];
        while let Some((entry, around)) = pending.pop() {
            let scope = parts.open(entry, around)?;
            parts.declare(scope, notes)?;
            let mut inside = Vec::new();
            for found in Entry::list(entry.model, entry.version)? {
                inside.push((found.map_err(missing)?, Some(scope)));
            }
            pending.extend(inside.into_iter().rev());
        }
        Ok(parts)
    }

    /// Adds the scope of a model.
    fn open(&mut self, entry: Entry<'a, 'i>, around: Option<usize>) -> Result<usize, FormatError> {
        let name = entry.name()?;
        let outer = around.map(|i| &self.scopes[i]);
        let prefix = match outer {
            None => String::new(),
            Some(outer) if entry.is_merged()? => outer.prefix.clone(),
            Some(outer) => format!("{}{name}::", outer.prefix),
        };
        let depth = outer.map_or(0, |outer| outer.depth + 1);
        if depth > DEEPEST {
            return Err(FormatError::BadValue {
                rule: format!("models are nested more than {DEEPEST} deep"),
                remedy: "write them side by side".into(),
                at: entry.model.spot(),
            });
        }
        let fixed = entry.is_static()? || outer.is_some_and(|outer| outer.fixed);
        // the names of models and of their parts are in one space
        let key = outer.map_or(String::from("__model__"), |outer| format!("{}{name}", outer.prefix));
        let full = outer.map_or(name.to_owned(), |_| key.clone());
        if around.is_some() {
            self.claim("model", &full, entry.model)?;
        }
        let frame = self.frames.declare(Kind::Model, key, full, entry.model);
        self.scopes.push(Scope { prefix, frame, version: entry.version, fixed, entry, around, depth });
        Ok(self.scopes.len() - 1)
    }

    /// Declares the frames of the parts of a model, before any of them is referred to.
    fn declare(&mut self, scope: usize, notes: &mut Notes) -> Result<(), FormatError> {
        let Entry { model, include, .. } = self.scopes[scope].entry;
        model.check_words(notes)?;
        if let Some(include) = include {
            include.check_words(notes)?;
        }
        // a joint may have the name of a link, which references then mean
        let kinds = [("link", Kind::Link), ("frame", Kind::Frame), ("joint", Kind::Joint)];
        for (what, kind) in kinds {
            for element in model.children().filter(|child| child.name() == what && !child.is_foreign()) {
                let name = element.needed_name("name")?;
                if name == super::frames::WORLD_NAME && kind != Kind::Joint {
                    return Err(FormatError::BadValue {
                        rule: format!("a {what} is named \"{name}\", which is the name of the ground"),
                        remedy: "rename it".into(),
                        at: element.spot(),
                    });
                }
                let full = format!("{}{name}", self.scopes[scope].prefix);
                self.claim(what, &full, element)?;
                let node = self.frames.declare(kind, full.clone(), full, element);
                let list = match kind {
                    Kind::Link => &mut self.links,
                    Kind::Frame => &mut self.named_frames,
                    _ => &mut self.joints,
                };
                list.push(Part { scope, element, node });
            }
        }
        Ok(())
    }

    fn claim(&mut self, what: &'static str, name: &str, element: Element) -> Result<(), FormatError> {
        match self.seen.insert((what, name.to_owned()), element.place()) {
            None => Ok(()),
            Some(first) => Err(FormatError::Duplicate { what, name: name.to_owned(), first, at: element.spot() }),
        }
    }

    /// Reads the poses of all frames, and what they are attached to.
    pub(super) fn settle(&mut self, notes: &mut Notes) -> Result<(), FormatError> {
        for part in self.links.clone() {
            self.place(part, self.scopes[part.scope].frame, notes)?;
        }
        for part in self.named_frames.clone() {
            let scope = &self.scopes[part.scope];
            let attached = match Named::attribute(part.element, "attached_to") {
                Some(named) => self.frames.find(named, scope, "attribute \"attached_to\" of <frame>")?,
                None => scope.frame,
            };
            part.element.check_words(notes)?;
            self.frames.nodes[part.node].attached = attached;
            self.place(part, attached, notes)?;
        }
        for part in self.joints.clone() {
            let owner = format!("joint \"{}\"", self.frames.nodes[part.node].name);
            let child = value::needed_name(part.element, "child", &owner, super::joint::CHILD)?;
            let child = self.frames.find(child, &self.scopes[part.scope], &format!("the child of {owner}"))?;
            self.frames.nodes[part.node].attached = child;
            self.place(part, child, notes)?;
        }
        for i in (0..self.scopes.len()).rev() {
            self.settle_model(i, notes)?;
        }
        self.frames.settle()
    }

    /// Sets the pose of a part, which is usually given in the frame `usual`.
    fn place(&mut self, part: Part<'a, 'i>, usual: usize, notes: &mut Notes) -> Result<(), FormatError> {
        let owner = format!("<{}> \"{}\"", part.element.name(), self.frames.nodes[part.node].name);
        let scope = &self.scopes[part.scope];
        let written = pose::read(part.element, &owner, scope.version, notes)?;
        let parent = match written.relative_to {
            Some(named) => self.frames.find(named, scope, &format!("the frame of the pose of {owner}"))?,
            None => usual,
        };
        let node = &mut self.frames.nodes[part.node];
        (node.pose, node.parent) = (written.pose, parent);
        Ok(())
    }

    /// Sets the pose of a model, and the link it moves with.
    fn settle_model(&mut self, i: usize, notes: &mut Notes) -> Result<(), FormatError> {
        let Scope { entry, around, frame, fixed, .. } = self.scopes[i];
        let owner = format!("<model> \"{}\"", self.frames.nodes[frame].name);
        let changed = entry.include.filter(|include| include.children().any(|child| child.name() == "pose"));
        let outer = around.map(|i| &self.scopes[i]);
        let version =
            if changed.is_some() { outer.map_or(entry.version, |outer| outer.version) } else { entry.version };
        let written = pose::read(changed.unwrap_or(entry.model), &owner, version, notes)?;
        let parent = match (written.relative_to, outer) {
            (Some(named), Some(outer)) => {
                self.frames.find(named, outer, &format!("the frame of the pose of {owner}"))?
            }
            (_, Some(outer)) => outer.frame,
            // other frames of the world are not read
            (_, None) => WORLD,
        };
        let node = &mut self.frames.nodes[frame];
        (node.pose, node.parent) = (written.pose, parent);
        let by = match entry
            .include
            .map(|include| Named::child(include, "placement_frame", &owner))
            .transpose()?
            .flatten()
        {
            Some(named) => Some(named),
            None => Named::attribute(entry.model, "placement_frame"),
        };
        if let Some(named) = by {
            let placed = self.frames.find(named, &self.scopes[i], &format!("the placement frame of {owner}"))?;
            self.frames.place_by(frame, placed);
        }
        let canonical = match Named::attribute(entry.model, "canonical_link") {
            Some(named) => Some(self.frames.find(named, &self.scopes[i], &format!("the canonical link of {owner}"))?),
            None => self.first_inside(i),
        };
        let outer = around.map_or(WORLD, |i| self.scopes[i].frame);
        self.frames.nodes[frame].attached = if fixed { WORLD } else { canonical.unwrap_or(outer) };
        Ok(())
    }

    /// The first link of a model, or the first model in it.
    fn first_inside(&self, i: usize) -> Option<usize> {
        let link = self.links.iter().find(|link| link.scope == i).map(|link| link.node);
        link.or_else(|| self.scopes.iter().find(|scope| scope.around == Some(i)).map(|scope| scope.frame))
    }
}

/// The error of an `<include>` whose file was not found.
pub(super) fn missing(include: Element) -> FormatError {
    match include::uri(include) {
        Err(error) => error,
        Ok(uri) => FormatError::BadValue {
            rule: format!("the model \"{uri}\" of <include> is not found"),
            remedy: "put its folder beside this file or above it, or name the folder that contains it in GZ_SIM_RESOURCE_PATH"
                .into(),
            at: include.spot(),
        },
    }
}
