//! The pose of a link with all joints at zero.

use std::collections::{HashMap, HashSet};

use denoc_math::Pose;

use crate::description::{Description, JointSpec};
use crate::joints::JointSpace;
use crate::{ModelError, names};

/// The pose of a link in the ground with all joints at zero; `rope` is named in errors.
pub(super) fn find(d: &Description, link: &str, rope: &super::Rope) -> Result<Pose<f64>, ModelError> {
    if link == d.ground {
        return Ok(Pose::identity());
    }
    if !d.links.iter().any(|l| l.name == link) {
        let all = d.links.iter().map(|l| l.name.as_str()).chain([d.ground.as_str()]);
        return Err(ModelError::UnknownLink {
            what: "rope",
            name: rope.name.clone(),
            link: link.to_owned(),
            nearest: names::nearest(link, all),
            place: rope.place.clone(),
        });
    }
    let mut at: HashMap<&str, Vec<&JointSpec>> = HashMap::new();
    for joint in d.joints.iter().filter(|j| !j.cut) {
        at.entry(&joint.parent).or_default().push(joint);
        at.entry(&joint.child).or_default().push(joint);
    }
    let mut reached: HashSet<&str> = HashSet::from([d.ground.as_str()]);
    let mut pending = vec![(d.ground.as_str(), Pose::identity())];
    while let Some((near, pose)) = pending.pop() {
        if near == link {
            return Ok(pose);
        }
        for joint in at.get(near).into_iter().flatten() {
            let outward = joint.parent == near;
            let far = if outward { joint.child.as_str() } else { joint.parent.as_str() };
            if reached.insert(far) {
                let step = step(joint);
                pending.push((far, pose * if outward { step } else { step.inverse() }));
            }
        }
    }
    Err(ModelError::Disconnected {
        ground: d.ground.clone(),
        links: vec![link.to_owned()],
        place: d.links.iter().find(|l| l.name == link).and_then(|l| l.place.clone()),
    })
}

/// The child's link frame in the parent's, the joint at zero.
fn step(joint: &JointSpec) -> Pose<f64> {
    let mut q = vec![0.0; joint.joint.q_units().len()];
    joint.joint.neutral(&mut q);
    joint.origin * joint.joint.pose(&q) * joint.child_origin.inverse()
}
