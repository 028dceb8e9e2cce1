//! Merging links that are connected by fixed joints.

use std::collections::{HashMap, HashSet, VecDeque};

use denoc_math::{Mat3, Pose};

use crate::description::{Description, FrameSpec, JointSpec, LinkSpec};
use crate::mass_properties::MassProperties;

impl Description {
    /// Merges links that are connected by fixed joints: masses are welded; shapes, frames, contact points, ends of constraints
    /// and springs, and the other joints move to the merged link. The link nearest to the ground (or the ground) keeps its name;
    /// the names of the others become frames. Poses and forces do not change. Not merged are fixed joints marked `cut`, fixed
    /// joints in parallel with a moving joint between the same links, and fixed joints at a link with drag, because drag acts at
    /// the mass centre, which would move (links merged into the ground lose their drag). If only fixed joints have motors, the
    /// first of these joints stays: without any motor every joint would count as actuated.
    ///
    /// ```
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let ball = MassProperties::sphere(1.0, 0.1);
    /// let arm = Description::new("arm")
    ///     .link("rod", ball)
    ///     .link("tip", ball)
    ///     .joint("hinge", "ground", "rod", Joint::revolute(Vec3::unit(2)), Pose::identity())
    ///     .joint("weld", "rod", "tip", Joint::fixed(), Pose::translation(Vec3::new(1.0, 0.0, 0.0)))
    ///     .merge_fixed();
    /// assert_eq!((arm.links.len(), arm.joints.len()), (1, 1));
    /// assert_eq!(arm.links[0].mass.center.x, 0.5);
    /// assert_eq!(arm.frames[0].name, "tip");
    /// ```
    pub fn merge_fixed(mut self) -> Self {
        let homes = Homes::find(&self);
        let home = |link: &str| homes.of.get(link).map(|(name, pose)| (name.clone(), *pose));

        let mut bodies: HashMap<String, Vec<MassProperties>> = HashMap::new();
        let mut shapes = HashMap::new();
        let mut frames = Vec::new();
        for link in &mut self.links {
            let Some((name, pose)) = home(&link.name) else { continue };
            let moved = core::mem::take(&mut link.shapes).into_iter().map(|mut shape| {
                shape.pose = pose * shape.pose;
                shape
            });
            shapes.entry(name.clone()).or_insert_with(Vec::new).extend(moved);
            bodies.entry(name.clone()).or_default().push(link.mass.moved(pose));
            frames.push(FrameSpec { name: link.name.clone(), link: name, pose, place: link.place.clone() });
        }
        if shapes.contains_key(&self.ground) && !self.links.iter().any(|l| l.name == self.ground) {
            let ground = self.ground.clone();
            self.links.push(LinkSpec::new(ground, MassProperties::none()));
        }
        self.links.retain(|link| !homes.of.contains_key(&link.name));
        for link in &mut self.links {
            link.shapes.extend(shapes.remove(&link.name).unwrap_or_default());
            if let Some(mut others) = bodies.remove(&link.name) {
                others.push(link.mass);
                link.mass = MassProperties::welded(&others);
            }
        }

        let mut passed = homes.passed.into_iter();
        self.joints.retain(|_| !passed.next().unwrap_or(false));
        for joint in &mut self.joints {
            if let Some((name, pose)) = home(&joint.parent) {
                (joint.parent, joint.origin) = (name, pose * joint.origin);
            }
            if let Some((name, pose)) = home(&joint.child) {
                (joint.child, joint.child_origin) = (name, pose * joint.child_origin);
            }
        }
        self.joints.retain(|joint| !holds_what_is_one(joint));
        for frame in &mut self.frames {
            if let Some((name, pose)) = home(&frame.link) {
                (frame.link, frame.pose) = (name, pose * frame.pose);
            }
        }
        self.frames.splice(0..0, frames);
        for contact in &mut self.contacts {
            if let Some((name, pose)) = home(&contact.link) {
                (contact.link, contact.position) = (name, pose.point(contact.position));
            }
        }
        self.move_constraints(home);
        let left: HashSet<&str> = self.joints.iter().map(|j| j.name.as_str()).collect();
        self.actuators.retain(|actuator| left.contains(actuator.joint.as_str()));
        for configuration in &mut self.configurations {
            configuration.joints.retain(|(joint, _)| left.contains(joint.as_str()));
        }
        self
    }

    /// Moves the ends of constraints and springs to the merged links and removes those that then connect a link with
    /// itself.
    fn move_constraints(&mut self, home: impl Fn(&str) -> Option<(String, Pose<f64>)>) {
        self.springs
            .iter_mut()
            .flat_map(|s| [&mut s.from, &mut s.to])
            .for_each(|point| point.attachment().relocate(&home));
        let attachments = self.constraints.iter_mut().flat_map(|c| c.kind.attachments());
        attachments.for_each(|attachment| attachment.relocate(&home));
        let ground = &self.ground;
        self.constraints.retain(|c| !c.kind.is_void(ground));
        self.springs.retain(|s| s.from.link != s.to.link);
    }
}

/// Whether a fixed joint connects parts of one link that are in place already: it is redundant.
fn holds_what_is_one(joint: &JointSpec) -> bool {
    let gap = joint.origin.inverse() * joint.child_origin;
    let turn = (gap.rotation - Mat3::identity()).to_rows();
    let largest = turn.as_flattened().iter().chain(&gap.position.to_array()).fold(0.0_f64, |a, x| a.max(x.abs()));
    joint.joint.is_fixed() && joint.parent == joint.child && largest < 1e-9
}

/// For every link that disappears: the link it becomes part of, and its pose there.
struct Homes {
    of: HashMap<String, (String, Pose<f64>)>,
    /// For every joint: is it one of the fixed joints that disappear?
    passed: Vec<bool>,
}

impl Homes {
    /// Traverses from the ground outward; at every link first over all fixed joints, so that what they join is one link also
    /// if loops lead to it along other paths. Links that cannot be reached, and cut joints, stay as they are.
    fn find(d: &Description) -> Self {
        let graph = Graph::new(d);
        let mut homes = Self { of: HashMap::new(), passed: vec![false; d.joints.len()] };
        let mut reached: HashSet<&str> = HashSet::new();
        let mut pending = VecDeque::from([d.ground.as_str()]);
        while let Some(root) = pending.pop_front() {
            if reached.insert(root) {
                for link in homes.weld(&graph, root, &mut reached) {
                    pending.extend(graph.around(link).map(|(_, far)| far).filter(|far| !reached.contains(far)));
                }
            }
        }
        homes
    }

    /// The links that become one with `root`, itself first.
    fn weld<'d>(&mut self, graph: &Graph<'d>, root: &'d str, reached: &mut HashSet<&'d str>) -> Vec<&'d str> {
        let mut one = vec![root];
        let mut poses = HashMap::from([(root, Pose::identity())]);
        let mut next = 0;
        while let Some(&link) = one.get(next) {
            next += 1;
            for (j, far) in graph.around(link).filter(|&(j, _)| graph.is_fixed(j)) {
                // a link cannot move against itself
                let moves = graph.moving.get(far).is_some_and(|others| others.iter().any(|o| poses.contains_key(o)));
                let motor = graph.last_motor == Some(graph.d.joints[j].name.as_str());
                let drag = root != graph.d.ground && (graph.drag.contains(link) || graph.drag.contains(far));
                if moves || drag || motor || !reached.insert(far) {
                    continue;
                }
                let joint = &graph.d.joints[j];
                let step = joint.origin * joint.child_origin.inverse();
                let pose = poses[link] * if joint.parent == link { step } else { step.inverse() };
                self.of.insert(far.to_owned(), (root.to_owned(), pose));
                self.passed[j] = true;
                poses.insert(far, pose);
                one.push(far);
            }
        }
        one
    }
}

/// The graph of links and joints.
struct Graph<'d> {
    d: &'d Description,
    links: HashSet<&'d str>,
    /// The joints at every link, without those that are cut.
    at: HashMap<&'d str, Vec<usize>>,
    /// For every link: those that a moving joint, possibly cut, connects it to.
    moving: HashMap<&'d str, Vec<&'d str>>,
    /// The links with drag.
    drag: HashSet<&'d str>,
    /// The fixed joint that stays because its motor would be the last.
    last_motor: Option<&'d str>,
}

impl<'d> Graph<'d> {
    fn new(d: &'d Description) -> Self {
        let links = d.links.iter().map(|l| l.name.as_str()).collect();
        let drag = d.links.iter().filter(|l| l.drag.is_some()).map(|l| l.name.as_str()).collect();
        let fixed: HashSet<&str> = d.joints.iter().filter(|j| j.joint.is_fixed()).map(|j| j.name.as_str()).collect();
        let driven = || d.actuators.iter().map(|a| a.joint.as_str());
        let last_motor = driven().next().filter(|_| driven().all(|joint| fixed.contains(joint)));
        let mut graph = Self { d, links, at: HashMap::new(), moving: HashMap::new(), drag, last_motor };
        for (j, joint) in d.joints.iter().enumerate() {
            for (near, far) in [(&joint.parent, &joint.child), (&joint.child, &joint.parent)] {
                if !joint.cut {
                    graph.at.entry(near).or_default().push(j);
                }
                if !graph.is_fixed(j) {
                    graph.moving.entry(near).or_default().push(far);
                }
            }
        }
        graph
    }

    fn is_fixed(&self, j: usize) -> bool {
        self.d.joints[j].joint.is_fixed()
    }

    /// The joints at a link, each with the link on its other side.
    fn around(&self, link: &str) -> impl Iterator<Item = (usize, &'d str)> {
        let joints = self.at.get(link).map_or(&[][..], Vec::as_slice);
        let far = move |j: usize| {
            let joint = &self.d.joints[j];
            if joint.parent == link { joint.child.as_str() } else { joint.parent.as_str() }
        };
        joints.iter().map(move |&j| (j, far(j))).filter(|(_, far)| self.links.contains(far))
    }
}
