//! Links joined by fixed joints become one.

use std::collections::HashMap;

use denoc_math::{Mat3, Pose};

use crate::description::{Description, FrameSpec, JointSpec, LinkSpec};
use crate::joints::Joint;
use crate::mass_properties::MassProperties;

impl Description {
    /// Makes one link of those that fixed joints join: masses are welded together; shapes, frames, contact points and the
    /// other joints move along. The link nearest to the ground (or the ground) keeps its name, the names of the others become
    /// frames. Poses and forces stay the same.
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
            self.links.push(LinkSpec { name: ground, mass: MassProperties::none(), shapes: Vec::new(), place: None });
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
        let left: std::collections::HashSet<&str> = self.joints.iter().map(|j| j.name.as_str()).collect();
        self.actuators.retain(|actuator| left.contains(actuator.joint.as_str()));
        for configuration in &mut self.configurations {
            configuration.joints.retain(|(joint, _)| left.contains(joint.as_str()));
        }
        self
    }
}

/// A fixed joint between parts of one link, in their right places: it says nothing.
fn holds_what_is_one(joint: &JointSpec) -> bool {
    let gap = joint.origin.inverse() * joint.child_origin;
    let turn = (gap.rotation - Mat3::identity()).to_rows();
    let largest = turn.as_flattened().iter().chain(&gap.position.to_array()).fold(0.0_f64, |a, x| a.max(x.abs()));
    matches!(joint.joint, Joint::Fixed(_)) && joint.parent == joint.child && largest < 1e-9
}

/// For every link that disappears: the link it becomes part of, and its pose there.
struct Homes {
    of: HashMap<String, (String, Pose<f64>)>,
    /// For every joint: is it one of the fixed joints that disappear?
    passed: Vec<bool>,
}

impl Homes {
    /// Walks from the ground outward; links that cannot be reached, and joints that close loops, stay as they are.
    fn find(d: &Description) -> Self {
        let mut at: HashMap<&str, Vec<usize>> = HashMap::new();
        for (j, joint) in d.joints.iter().enumerate().filter(|(_, joint)| !joint.cut) {
            at.entry(&joint.parent).or_default().push(j);
            at.entry(&joint.child).or_default().push(j);
        }
        let known: HashMap<&str, ()> = d.links.iter().map(|l| (l.name.as_str(), ())).collect();
        let mut of: HashMap<String, (String, Pose<f64>)> = HashMap::new();
        let mut passed = vec![false; d.joints.len()];
        let mut reached: HashMap<&str, ()> = HashMap::from([(d.ground.as_str(), ())]);
        let mut pending = vec![d.ground.as_str()];
        while let Some(link) = pending.pop() {
            for &j in at.get(link).map_or(&[][..], Vec::as_slice) {
                let joint = &d.joints[j];
                let outward = joint.parent == link;
                let far = if outward { &joint.child } else { &joint.parent };
                if !known.contains_key(far.as_str()) || reached.insert(far, ()).is_some() {
                    continue;
                }
                pending.push(far);
                if matches!(joint.joint, Joint::Fixed(_)) {
                    let pose = joint.origin * joint.child_origin.inverse();
                    let pose = if outward { pose } else { pose.inverse() };
                    let near = of.get(link).cloned().unwrap_or_else(|| (link.to_owned(), Pose::identity()));
                    of.insert(far.clone(), (near.0, near.1 * pose));
                    passed[j] = true;
                }
            }
        }
        Self { of, passed }
    }
}
