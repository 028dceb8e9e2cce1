//! The frames of a file: poses at zero, and the links to which they are attached.

use std::collections::HashMap;

use denoc_math::Pose;
use denoc_model::names;

use super::scope::Scope;
use super::value::Named;
use crate::FormatError;
use crate::xml::Element;

/// Index of the world.
pub(super) const WORLD: usize = 0;
/// The name of the world, in files and as the ground.
pub(super) const WORLD_NAME: &str = "world";
/// How far up a common frame is searched, so that poses that are written relative to each other stay exact.
const NEAR: usize = 8;

/// What has a frame.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    World,
    Model,
    Link,
    Joint,
    Frame,
}

/// A frame.
pub(super) struct Node<'a, 'i> {
    pub(super) kind: Kind,
    /// Its full name, with the models it is in.
    pub(super) name: String,
    pub(super) element: Element<'a, 'i>,
    /// Pose in the frame `parent`.
    pub(super) pose: Pose<f64>,
    pub(super) parent: usize,
    /// The frame with which it moves; a link moves with itself.
    pub(super) attached: usize,
}

/// All frames.
pub(super) struct Frames<'a, 'i> {
    pub(super) nodes: Vec<Node<'a, 'i>>,
    index: HashMap<String, usize>,
    /// Poses in the world.
    settled: Vec<Pose<f64>>,
}

impl<'a, 'i> Frames<'a, 'i> {
    /// Only the world.
    pub(super) fn new(root: Element<'a, 'i>) -> Self {
        let world = Node {
            kind: Kind::World,
            name: WORLD_NAME.to_owned(),
            element: root,
            pose: Pose::identity(),
            parent: WORLD,
            attached: WORLD,
        };
        Self { nodes: vec![world], index: HashMap::from([(WORLD_NAME.to_owned(), WORLD)]), settled: Vec::new() }
    }

    /// Adds a frame, whose pose follows later. If two have the same name, references mean the first.
    pub(super) fn declare(&mut self, kind: Kind, key: String, name: String, element: Element<'a, 'i>) -> usize {
        let id = self.nodes.len();
        let (pose, parent) = (Pose::identity(), WORLD);
        self.nodes.push(Node { kind, name, element, pose, parent, attached: id });
        self.index.entry(key).or_insert(id);
        id
    }

    /// The frame of a name in a model. `what` describes in messages what refers to it.
    pub(super) fn find(&self, named: Named, scope: &Scope, what: &str) -> Result<usize, FormatError> {
        let found = match named.name {
            WORLD_NAME => Some(WORLD),
            "__model__" => Some(scope.frame),
            name => self.index.get(&format!("{}{name}", scope.prefix)).copied(),
        };
        found.ok_or_else(|| {
            let inside = self.index.keys().filter_map(|key| key.strip_prefix(&scope.prefix));
            FormatError::UnknownReference {
                what: what.to_owned(),
                kind: "link, joint, frame or model",
                name: named.name.to_owned(),
                nearest: names::nearest(named.name, inside),
                remedy: "correct the name".into(),
                at: named.element.spot_at(named.at),
            }
        })
    }

    /// Makes the pose of a model that of one of its frames.
    pub(super) fn place_by(&mut self, model: usize, frame: usize) {
        let (mut at, mut pose) = (frame, Pose::identity());
        // a frame that does not depend on the model is refused later, as part of a circle
        for _ in 0..self.nodes.len() {
            if at == model || at == WORLD {
                break;
            }
            pose = self.nodes[at].pose * pose;
            at = self.nodes[at].parent;
        }
        self.nodes[model].pose = self.nodes[model].pose * pose.inverse();
    }

    /// Computes the poses in the world; refuses frames that depend on themselves.
    pub(super) fn settle(&mut self) -> Result<(), FormatError> {
        let mut poses: Vec<Option<Pose<f64>>> = vec![None; self.nodes.len()];
        poses[WORLD] = Some(Pose::identity());
        for start in 1..self.nodes.len() {
            let path = self.path(start, |node| node.parent, |id| poses[id].is_some(), "the pose of")?;
            for &id in path.iter().rev() {
                let parent = poses[self.nodes[id].parent].unwrap_or(Pose::identity());
                poses[id] = Some(parent * self.nodes[id].pose);
            }
        }
        self.settled = poses.into_iter().map(|pose| pose.unwrap_or(Pose::identity())).collect();
        // what each frame moves with becomes a link or the world
        let mut done: Vec<bool> = self.nodes.iter().map(|n| matches!(n.kind, Kind::Link | Kind::World)).collect();
        for start in 1..self.nodes.len() {
            let path = self.path(start, |node| node.attached, |id| done[id], "the link of")?;
            for &id in path.iter().rev() {
                self.nodes[id].attached = self.nodes[self.nodes[id].attached].attached;
                done[id] = true;
            }
        }
        Ok(())
    }

    /// The frames from one up to the first that is done.
    fn path(
        &self,
        start: usize,
        next: impl Fn(&Node) -> usize,
        done: impl Fn(usize) -> bool,
        what: &str,
    ) -> Result<Vec<usize>, FormatError> {
        let (mut path, mut at) = (Vec::new(), start);
        while !done(at) {
            path.push(at);
            at = next(&self.nodes[at]);
            if path.len() > self.nodes.len() {
                let node = &self.nodes[at];
                return Err(FormatError::BadValue {
                    rule: format!("{what} \"{}\" depends on itself", node.name),
                    remedy: "give one of these frames relative to another one".into(),
                    at: node.element.spot(),
                });
            }
        }
        Ok(path)
    }

    /// The link that a frame moves with, or the world.
    pub(super) fn link_of(&self, id: usize) -> usize {
        self.nodes[id].attached
    }

    /// Pose of a frame in the world.
    pub(super) fn in_world(&self, id: usize) -> Pose<f64> {
        self.settled[id]
    }

    /// Pose of a frame in another one: through the nearest frame in which both are given.
    pub(super) fn between(&self, base: usize, id: usize) -> Pose<f64> {
        let above = |start: usize| {
            let mut list = vec![(start, Pose::identity())];
            while list.len() < NEAR && list[list.len() - 1].0 != WORLD {
                let (at, pose) = list[list.len() - 1];
                list.push((self.nodes[at].parent, self.nodes[at].pose * pose));
            }
            list
        };
        let bases = above(base);
        let common = above(id)
            .into_iter()
            .find_map(|(at, pose)| bases.iter().find(|(other, _)| *other == at).map(|(_, other)| (*other, pose)));
        let (base, pose) = common.unwrap_or((self.settled[base], self.settled[id]));
        if base == Pose::identity() { pose } else { base.inverse() * pose }
    }
}
