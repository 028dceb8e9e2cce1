//! The same mechanism with all joints directed outward from the ground and all link frames at their joints, as URDF and MJCF require.

use std::collections::{HashMap, HashSet};

use denoc_math::{Pose, Sym3};
use denoc_model::{Description, FrameSpec, JointSpec, LinkSpec};

use super::losses::Losses;
use crate::FormatError;

/// A tree of joints, and the joints that close loops.
pub(crate) struct Outward {
    /// Its joints are ordered from parents to children; the moving frame of each is the link frame of its child.
    pub(crate) tree: Description,
    /// Joints at which loops are cut, with both origins.
    pub(crate) loops: Vec<JointSpec>,
    /// Pose of the original link frame in the new one, for links whose frame was moved.
    pub(crate) described: HashMap<String, Pose<f64>>,
}

impl Outward {
    pub(crate) fn new(d: &Description, format: &'static str, lost: &mut Losses) -> Result<Self, FormatError> {
        let mut tree = d.clone();
        let (joints, loops) = walk(d, format)?;
        (tree.joints, tree.links) = (joints, Vec::with_capacity(d.links.len()));
        // pose of the new link frame in the old one
        let moved: HashMap<String, Pose<f64>> = tree
            .joints
            .iter()
            .map(|j| (j.child.clone(), j.child_origin))
            .filter(|(_, p)| *p != Pose::identity())
            .collect();
        let taken: HashSet<&str> =
            d.links.iter().map(|l| l.name.as_str()).chain(d.frames.iter().map(|f| f.name.as_str())).collect();
        let to_new = |link: &str| moved.get(link).map_or(Pose::identity(), |pose| pose.inverse());

        let order: Vec<String> =
            std::iter::once(&d.ground).chain(tree.joints.iter().map(|j| &j.child)).cloned().collect();
        let specs: HashMap<&str, usize> = d.links.iter().enumerate().map(|(i, l)| (l.name.as_str(), i)).collect();
        for link in order.iter().filter_map(|name| specs.get(name.as_str())).map(|&i| &d.links[i]) {
            let (mut link, new) = (link.clone(), to_new(&link.name));
            if moved.contains_key(&link.name) {
                link.mass = link.mass.moved(new);
                link.shapes.iter_mut().for_each(|shape| shape.pose = new * shape.pose);
            }
            tree.links.push(link);
        }
        for joint in &mut tree.joints {
            joint.origin = to_new(&joint.parent) * joint.origin;
            joint.child_origin = Pose::identity();
        }
        for frame in tree.frames.iter_mut().filter(|f| moved.contains_key(&f.link)) {
            frame.pose = to_new(&frame.link) * frame.pose;
        }
        for contact in tree.contacts.iter_mut().filter(|c| moved.contains_key(&c.link)) {
            contact.position = to_new(&contact.link).point(contact.position);
        }
        let in_tree: HashSet<String> = tree.joints.iter().map(|j| j.name.clone()).collect();
        tree.couplings.retain(|c| {
            let both = in_tree.contains(&c.joint) && in_tree.contains(&c.follows);
            if !both {
                let what = format!("joint \"{}\" follows \"{}\", and a loop is cut there", c.joint, c.follows);
                lost.add("coupling", format!("{what}: the coupling is omitted"));
            }
            both
        });
        tree.actuators.retain(|a| {
            let there = in_tree.contains(&a.joint);
            if !there {
                let what = format!("actuator \"{}\" drives joint \"{}\", where a loop is cut", a.name, a.joint);
                lost.add("closing actuator", format!("{what}: it is omitted"));
            }
            there
        });
        let mut loops = loops;
        for joint in &mut loops {
            joint.origin = to_new(&joint.parent) * joint.origin;
            joint.child_origin = to_new(&joint.child) * joint.child_origin;
        }
        // the frame of a link that only connects joints is not needed
        let bare: HashSet<&str> = tree.links.iter().filter(|l| is_bare(l)).map(|l| l.name.as_str()).collect();
        for link in order.iter().filter(|name| moved.contains_key(*name) && !bare.contains(name.as_str())) {
            let mut name = format!("{link}_frame");
            while taken.contains(name.as_str()) {
                name.push('_');
            }
            lost.add(
                "moved",
                format!("the frame of link \"{link}\" is moved to its joint; frame \"{name}\" marks the original one"),
            );
            tree.frames.push(FrameSpec { name, link: link.clone(), pose: to_new(link), place: None });
        }
        let described = moved.iter().map(|(link, pose)| (link.clone(), pose.inverse())).collect();
        Ok(Self { tree, loops, described })
    }
}

/// A link without mass and shapes.
pub(super) fn is_bare(link: &LinkSpec) -> bool {
    link.mass.mass == 0.0 && link.mass.inertia == Sym3::zero() && link.shapes.is_empty()
}

/// The joints of a spanning tree, outward from the ground in the order of the model, and the other joints.
fn walk(d: &Description, format: &'static str) -> Result<(Vec<JointSpec>, Vec<JointSpec>), FormatError> {
    let cut = cuts(d);
    let mut at: HashMap<&str, Vec<usize>> = HashMap::new();
    for (j, joint) in d.joints.iter().enumerate().filter(|(_, joint)| !cut.contains(joint.name.as_str())) {
        at.entry(&joint.parent).or_default().push(j);
        at.entry(&joint.child).or_default().push(j);
    }
    let on = |link: &str| at.get(link).map_or(&[][..], Vec::as_slice).iter().rev().copied();
    let mut used = vec![false; d.joints.len()];
    let mut reached: HashSet<&str> = HashSet::from([d.ground.as_str()]);
    let mut pending: Vec<(usize, &str)> = on(&d.ground).map(|j| (j, d.ground.as_str())).collect();
    let mut tree = Vec::with_capacity(d.joints.len());
    while let Some((j, near)) = pending.pop() {
        let joint = &d.joints[j];
        let outward = joint.parent == near;
        let far = if outward { joint.child.as_str() } else { joint.parent.as_str() };
        if used[j] || !reached.insert(far) {
            continue;
        }
        used[j] = true;
        tree.push(if outward { joint.clone() } else { reversed(joint, format)? });
        pending.extend(on(far).filter(|k| !used[*k]).map(|k| (k, far)));
    }
    if let Some(link) = d.links.iter().find(|l| !reached.contains(l.name.as_str())) {
        let reason = format!("no joints connect it to the ground \"{}\"", d.ground);
        return Err(FormatError::Unwritable { format, part: format!("link \"{}\"", link.name), reason });
    }
    let loops = d.joints.iter().zip(&used).filter(|(_, used)| !**used).map(|(joint, _)| joint.clone()).collect();
    Ok((tree, loops))
}

/// The joints at which the model cuts loops. For a description from which no model can be built, these are the joints marked as
/// cut.
fn cuts(d: &Description) -> HashSet<&str> {
    let model = d.build().ok();
    let cut = |joint: &JointSpec| match &model {
        Some(model) => model.joint(&joint.name).is_err(),
        None => joint.cut,
    };
    d.joints.iter().filter(|joint| cut(joint)).map(|joint| joint.name.as_str()).collect()
}

/// The reversed joint, with the same coordinates.
fn reversed(spec: &JointSpec, format: &'static str) -> Result<JointSpec, FormatError> {
    let joint = spec.joint.reversed();
    if joint.original().is_some() {
        return Err(FormatError::Unwritable {
            format,
            part: format!("joint \"{}\"", spec.name),
            reason: format!(
                "it is {} and directed from link \"{}\" towards the ground; swap its parent and child",
                spec.joint.keyword(),
                spec.parent
            ),
        });
    }
    Ok(JointSpec {
        joint,
        parent: spec.child.clone(),
        child: spec.parent.clone(),
        origin: spec.child_origin,
        child_origin: spec.origin,
        ..spec.clone()
    })
}
