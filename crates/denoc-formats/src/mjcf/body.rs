//! `<worldbody>` and `<body>`: traversal of the bodies in the order of MuJoCo, without recursion.

use denoc_math::{Pose, quaternion_from_rotation};
use denoc_model::{FrameSpec, Joint, JointProperties, JointSpec, LinkSpec, MassProperties, Place, names};

use super::compiler::{FromGeom, attribute_spot};
use super::geom::{self, Context, Geom};
use super::joint::{self, Entry, Kind};
use super::reader::{Ordered, Reader, WORLD};
use super::setting::keyword;
use super::{inertial, orientation, vocabulary};
use crate::FormatError;
use crate::note::NoteKind;
use crate::xml::Element;

/// A child of a body, with enclosing `<frame>`s resolved.
struct Content<'a, 'i> {
    element: Element<'a, 'i>,
    frame: Pose<f64>,
    class: Option<String>,
}

/// A body to be read, and its parent.
struct Pending<'a, 'i> {
    content: Content<'a, 'i>,
    parent: String,
    /// Modelled pose of the parent in the world.
    parent_drawn: Pose<f64>,
}

/// Where a body is attached.
struct Hook<'h> {
    body: &'h str,
    parent: &'h str,
    /// Modelled pose of the body, in the parent and in the world.
    local: Pose<f64>,
    drawn: Pose<f64>,
    place: Place,
}

impl<'a, 'i> Reader<'a, 'i> {
    pub(super) fn world(&mut self, world: Element<'a, 'i>) -> Result<(), FormatError> {
        world.check_words(&mut self.notes)?;
        let contents = self.contents(world, None)?;
        let mut shapes = Vec::new();
        for content in &contents {
            match content.element.name() {
                "geom" => shapes.extend(self.geom(content, "the world", false)?.shape),
                "site" => self.site(content, WORLD)?,
                name @ ("joint" | "freejoint" | "inertial") => {
                    return Err(FormatError::BadValue {
                        rule: format!("<{name}> is in <worldbody>, but the world does not move"),
                        remedy: "move it into a <body>".into(),
                        at: content.element.spot(),
                    });
                }
                _ => {}
            }
        }
        self.bodies.insert(WORLD.to_owned(), Pose::identity());
        match self.description.links.iter_mut().find(|l| l.name == WORLD) {
            Some(ground) => ground.shapes.extend(shapes),
            None if !shapes.is_empty() => {
                let (name, mass, place) = (WORLD.to_owned(), MassProperties::none(), Some(world.place()));
                self.description.links.push(LinkSpec { name, mass, shapes, drag: None, place });
            }
            None => {}
        }
        let mut pending = Vec::new();
        push_bodies(contents, WORLD, Pose::identity(), &mut pending);
        while let Some(next) = pending.pop() {
            self.body(next, &mut pending)?;
        }
        Ok(())
    }

    fn body(&mut self, here: Pending<'a, 'i>, pending: &mut Vec<Pending<'a, 'i>>) -> Result<(), FormatError> {
        let Pending { content: Content { element, frame, class }, parent, parent_drawn } = here;
        element.check_words(&mut self.notes)?;
        let name = match element.attribute("name") {
            Some(_) => element.needed_name("name")?.to_owned(),
            None => self.free_name("body", format!("body{}", self.bodies.len())),
        };
        if name == WORLD {
            return Err(FormatError::BadValue {
                rule: format!("a body is named \"{WORLD}\", which is the name of the ground"),
                remedy: "rename it".into(),
                at: attribute_spot(element, "name"),
            });
        }
        self.claim("body", &name, element)?;
        let owner = format!("body \"{name}\"");
        let local = frame * orientation::plain(element, &self.compiler)?;
        let drawn = parent_drawn * local;
        let class = self.child_class(element, class)?;
        if element.number("gravcomp")?.is_some_and(|x| x != 0.0) {
            self.left_out(element, "gravcomp", format!("{owner}: gravcomp is ignored"));
        }
        let mocap = keyword(element, "mocap", &["true", "false"])? == Some("true");
        if mocap || element.attribute("fuse").is_some_and(|t| t.text.trim() == "false") {
            self.kept.insert(name.clone());
        }
        if mocap {
            self.left_out(element, "mocap", format!("{owner} is moved by mocap: it stays at its modelled pose"));
        }
        let contents = self.contents(element, class)?;
        let inertial = only_inertial(&contents, &owner)?;
        let from_geoms = match self.compiler.from_geom {
            FromGeom::Always => true,
            FromGeom::Never => false,
            FromGeom::Auto => inertial.is_none(),
        };
        let (mut joints, mut shapes, mut masses) = (Vec::new(), Vec::new(), Vec::new());
        for content in &contents {
            match content.element.name() {
                "joint" | "freejoint" => joints.push(self.joint(content, &name)?),
                "geom" => {
                    let geom = self.geom(content, &owner, from_geoms)?;
                    shapes.extend(geom.shape);
                    masses.extend(geom.mass);
                }
                "site" => self.site(content, &name)?,
                _ => {}
            }
        }
        // as in MuJoCo: <inertial> is used if no geom has mass
        let mass = match inertial {
            Some(content) if !from_geoms || masses.is_empty() => {
                inertial::read(content.element, content.frame, &owner, &self.compiler, &mut self.notes)?
            }
            // as in MuJoCo: a body without mass has its inertial frame at its pose in the parent, where the bounds put a mass
            None if masses.is_empty() && self.compiler.least_mass > 0.0 => {
                let frame = orientation::plain(element, &self.compiler)?;
                MassProperties { center: frame.position, ..MassProperties::none() }
            }
            _ => MassProperties::welded(&masses),
        };
        let mass = inertial::bounded(mass, &self.compiler);
        if mass.mass == 0.0 {
            self.notes.add(NoteKind::Massless, "", || (element.place(), format!("{owner} has no mass")));
        }
        let place = element.place();
        if !joints.is_empty() || self.moving.contains(&parent) {
            self.moving.insert(name.clone());
        }
        self.align(&contents, &mut joints);
        self.hang(Hook { body: &name, parent: &parent, local, drawn, place: place.clone() }, joints)?;
        self.description.links.push(LinkSpec { name: name.clone(), mass, shapes, drag: None, place: Some(place) });
        self.bodies.insert(name.clone(), drawn);
        push_bodies(contents, &name, drawn, pending);
        Ok(())
    }

    /// MuJoCo moves the frame of a free body without children to its principal axes if asked to; the motion is the same, but the
    /// coordinates are of another frame.
    fn align(&mut self, contents: &[Content], joints: &mut [(String, Entry, Element)]) {
        let [(name, entry, element)] = joints else { return };
        let aligned = entry.align.unwrap_or(self.compiler.align_free);
        if entry.kind == Kind::Free && aligned && contents.iter().all(|c| c.element.name() != "body") {
            let message =
                format!("joint \"{name}\": align is ignored: its coordinates are those of the body frame as written");
            self.left_out(*element, "align", message);
            entry.aligned = true;
        }
    }

    /// Adds the joints of a body, with massless links between them if there are several.
    fn hang(&mut self, hook: Hook, joints: Vec<(String, Entry, Element)>) -> Result<(), FormatError> {
        let Hook { body, drawn, .. } = hook;
        if let Some((_, _, free)) = joints.iter().find(|(_, entry, _)| entry.kind == Kind::Free)
            && (joints.len() > 1 || hook.parent != WORLD)
        {
            let why = if hook.parent == WORLD { "also has other joints" } else { "is not in <worldbody>" };
            return Err(FormatError::BadValue {
                rule: format!("body \"{body}\" has a free joint, but it {why}"),
                remedy: "a free joint must be the only joint of a body in <worldbody>".into(),
                at: free.spot(),
            });
        }
        let (mut parent, mut frame) = (hook.parent.to_owned(), hook.local);
        let last = joints.len().saturating_sub(1);
        if joints.is_empty() {
            let name = self.free_name("joint", format!("{body}_fixed"));
            self.names.insert(("joint", name.clone()), hook.place.clone());
            let properties = JointProperties::default();
            self.description.joints.push(JointSpec {
                name,
                parent: parent.clone(),
                child: body.to_owned(),
                joint: Joint::fixed(),
                origin: frame,
                child_origin: Pose::identity(),
                properties,
                cut: false,
                place: Some(hook.place.clone()),
            });
        }
        for (i, (name, entry, element)) in joints.into_iter().enumerate() {
            let child = if i == last { body.to_owned() } else { self.between(&hook, i) };
            let (origin, child_origin, coordinates) = match entry.kind {
                // its coordinates are its pose in the world
                Kind::Free => {
                    let ([x, y, z], q) = (drawn.position.to_array(), quaternion_from_rotation(drawn.rotation));
                    (Pose::identity(), Pose::identity(), vec![x, y, z, q[0], q[1], q[2], q[3]])
                }
                Kind::Ball => (entry.origin(frame), Pose::translation(entry.position), vec![0.0, 0.0, 0.0, 1.0]),
                _ => (entry.origin(frame), Pose::translation(entry.position), vec![entry.reference]),
            };
            let aligned = entry.aligned;
            self.order.push(Ordered { name: name.clone(), kind: entry.kind, drawn: coordinates, aligned });
            self.description.joints.push(JointSpec {
                name,
                parent: std::mem::replace(&mut parent, child.clone()),
                child,
                joint: entry.joint,
                origin,
                child_origin,
                properties: entry.properties,
                cut: false,
                place: Some(element.place()),
            });
            frame = Pose::identity();
        }
        Ok(())
    }

    /// Adds a massless link after joint `i` of a body with several joints; returns its name.
    fn between(&mut self, hook: &Hook, i: usize) -> String {
        let name = self.free_name("body", format!("{}_{}", hook.body, i + 1));
        self.names.insert(("body", name.clone()), hook.place.clone());
        let (mass, shapes, place) = (MassProperties::none(), Vec::new(), Some(hook.place.clone()));
        self.description.links.push(LinkSpec { name: name.clone(), mass, shapes, drag: None, place });
        name
    }

    fn joint(
        &mut self,
        content: &Content<'a, 'i>,
        body: &str,
    ) -> Result<(String, Entry, Element<'a, 'i>), FormatError> {
        let element = content.element;
        let name = match element.attribute("name") {
            Some(_) => element.needed_name("name")?.to_owned(),
            None => self.free_name("joint", format!("{body}_joint")),
        };
        self.claim("joint", &name, element)?;
        let setting = self.defaults.of(element, content.class.as_deref())?;
        let owner = format!("joint \"{name}\"");
        let mut entry = joint::read(&setting, &owner, &self.compiler, &mut self.notes)?;
        // an enclosing <frame> moves the joint in the body
        if entry.kind != Kind::Free {
            entry.position = content.frame.point(entry.position);
            let turned = |axis| content.frame.rotation.apply(axis);
            if let Some(axis) = entry.joint.turn_axis() {
                entry.joint = Joint::revolute(turned(axis));
            } else if let Some(axis) = entry.joint.slide_axis() {
                entry.joint = Joint::prismatic(turned(axis));
            }
        }
        Ok((name, entry, element))
    }

    fn geom(&mut self, content: &Content<'a, 'i>, owner: &str, needs_mass: bool) -> Result<Geom, FormatError> {
        content.element.check_words(&mut self.notes)?;
        let setting = self.defaults.of(content.element, content.class.as_deref())?;
        let context = Context { owner, needs_mass, compiler: &self.compiler };
        geom::read(&setting, content.frame, &context, &mut self.assets, &mut self.notes)
    }

    /// Named sites become frames.
    fn site(&mut self, content: &Content<'a, 'i>, link: &str) -> Result<(), FormatError> {
        let element = content.element;
        element.check_words(&mut self.notes)?;
        if element.attribute("name").is_none() {
            return Ok(());
        }
        let name = element.needed_name("name")?.to_owned();
        self.claim("site", &name, element)?;
        let setting = self.defaults.of(element, content.class.as_deref())?;
        let own = match setting.numbers::<6>("fromto")? {
            Some(ends) => geom::between(&setting, &format!("site \"{name}\""), ends)?.1,
            None => orientation::pose(&setting, &self.compiler)?,
        };
        if setting.level("mesh").is_some() {
            let message =
                format!("site \"{name}\": its mesh is ignored: in MuJoCo the site is at the mass centre of the mesh");
            self.left_out(element, "site mesh", message);
        }
        let pose = content.frame * own;
        self.sites.insert(name.clone(), (link.to_owned(), pose));
        self.description.frames.push(FrameSpec { name, link: link.to_owned(), pose, place: Some(element.place()) });
        Ok(())
    }

    /// The children of a body in the order of the file, including those in `<frame>`s.
    fn contents(&mut self, body: Element<'a, 'i>, class: Option<String>) -> Result<Vec<Content<'a, 'i>>, FormatError> {
        let mut contents = Vec::new();
        let mut pending = vec![Content { element: body, frame: Pose::identity(), class }];
        let mut outermost = true;
        while let Some(Content { element, frame, class }) = pending.pop() {
            if !outermost && element.name() != "frame" {
                contents.push(Content { element, frame, class });
                continue;
            }
            let (frame, class) = match outermost {
                true => (frame, class),
                false => {
                    element.check_words(&mut self.notes)?;
                    (frame * orientation::plain(element, &self.compiler)?, self.child_class(element, class)?)
                }
            };
            outermost = false;
            let inside: Vec<Element> = element.children().filter(|c| !c.is_foreign()).collect();
            for child in inside.into_iter().rev() {
                check_known(child)?;
                pending.push(Content { element: child, frame, class: class.clone() });
            }
        }
        Ok(contents)
    }

    /// The default class for the children of an element.
    fn child_class(&self, element: Element, around: Option<String>) -> Result<Option<String>, FormatError> {
        // a frame may write either, which mean the same; childclass is stronger
        let attributes = if element.name() == "frame" { &["childclass", "class"][..] } else { &["childclass"] };
        let Some(attribute) = attributes.iter().find(|attribute| element.attribute(attribute).is_some()) else {
            return Ok(around);
        };
        let name = element.needed_name(attribute)?;
        self.defaults.check(element, attribute, name)?;
        Ok(Some(name.to_owned()))
    }
}

/// The `<inertial>` of a body, if any; two of them are an error.
fn only_inertial<'c, 'a, 'i>(
    contents: &'c [Content<'a, 'i>],
    owner: &str,
) -> Result<Option<&'c Content<'a, 'i>>, FormatError> {
    let mut found = contents.iter().filter(|content| content.element.name() == "inertial");
    let first = found.next();
    match (first, found.next()) {
        (Some(first), Some(second)) => Err(FormatError::Repeated {
            owner: owner.to_owned(),
            element: "inertial",
            first: first.element.place(),
            at: second.element.spot(),
        }),
        _ => Ok(first),
    }
}

/// Pushes the bodies of a body so that the first is read next.
fn push_bodies<'a, 'i>(
    contents: Vec<Content<'a, 'i>>,
    parent: &str,
    parent_drawn: Pose<f64>,
    pending: &mut Vec<Pending<'a, 'i>>,
) {
    let bodies = contents.into_iter().rev().filter(|c| c.element.name() == "body");
    pending.extend(bodies.map(|content| Pending { content, parent: parent.to_owned(), parent_drawn }));
}

/// An unknown element could be a misspelt joint or mass, so it is an error, as in MuJoCo.
fn check_known(element: Element) -> Result<(), FormatError> {
    let name = element.name();
    if vocabulary::IN_BODY.contains(&name) {
        return Ok(());
    }
    Err(FormatError::UnknownKeyword {
        what: "an element in a body".into(),
        found: name.to_owned(),
        nearest: names::nearest(name, vocabulary::IN_BODY.iter().copied()),
        known: vocabulary::IN_BODY.to_vec(),
        at: element.spot(),
    })
}
