//! The ground, and links that nothing connects to it.

use std::collections::HashMap;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::{Configuration, Description, Joint, JointProperties, JointSpec};

use super::frames::{WORLD, WORLD_NAME};
use super::scope::Parts;
use crate::note::{NoteKind, Notes};

/// Chooses the ground, sets gravity in its axes, and connects links that no joint connects to it: those of static models by fixed
/// joints, others by free ones. A mechanism with loops gets its modelled pose as the configuration to start in.
pub(super) fn connect(d: &mut Description, parts: &Parts, gravity: Vec3<f64>, notes: &mut Notes) {
    let fixed = d.joints.iter().any(|joint| joint.parent == WORLD_NAME);
    let still: Vec<usize> =
        parts.links.iter().filter(|link| parts.scopes[link.scope].fixed).map(|link| link.node).collect();
    let canonical = parts.frames.link_of(parts.scopes[0].frame);
    let ground = if fixed || !still.is_empty() { WORLD } else { canonical };
    d.ground = parts.frames.nodes[ground].name.clone();
    let axes = parts.frames.in_world(ground).rotation;
    d.gravity = gravity;
    if axes != Mat3::identity() {
        d.gravity = axes.transpose().apply(gravity);
        notes.add(NoteKind::Turned, "", || {
            let message =
                format!("gravity is given in the axes of link \"{}\", which is turned in the world", d.ground);
            (parts.frames.nodes[ground].element.place(), message)
        });
    }
    for link in still {
        d.joints.push(joint(d, parts, [WORLD, link], Joint::fixed(), "fixed"));
    }
    free(d, parts, ground, notes);
    // the modelled pose closes all loops, whatever the limits of the joints are
    let bodies = d.links.iter().filter(|link| link.name != d.ground).count();
    if d.joints.len() > bodies {
        let place = Some(parts.scopes[0].place());
        d.configurations.push(Configuration { name: "start".into(), joints: Vec::new(), place });
    }
}

/// Adds a free joint to each part of the mechanism that is not connected to the ground.
fn free(d: &mut Description, parts: &Parts, ground: usize, notes: &mut Notes) {
    let mut group: HashMap<&str, usize> = HashMap::new();
    let mut above: Vec<usize> = Vec::new();
    let names = std::iter::once(d.ground.as_str()).chain(d.links.iter().map(|link| link.name.as_str()));
    for name in names {
        group.entry(name).or_insert_with(|| {
            above.push(above.len());
            above.len() - 1
        });
    }
    for joint in &d.joints {
        if let (Some(&a), Some(&b)) = (group.get(joint.parent.as_str()), group.get(joint.child.as_str())) {
            let (a, b) = (root(&mut above, a), root(&mut above, b));
            above[a.max(b)] = a.min(b);
        }
    }
    let mut loose = Vec::new();
    for link in &parts.links {
        let name = parts.frames.nodes[link.node].name.as_str();
        let Some(&own) = group.get(name) else { continue };
        let own = root(&mut above, own);
        if own != root(&mut above, 0) {
            above[own] = 0;
            loose.push(*link);
        }
    }
    for link in loose {
        let free = joint(d, parts, [ground, link.node], Joint::free(), "free");
        notes.add(NoteKind::FreeBody, "", || {
            let message = format!("no joint connects link \"{}\" to \"{}\": it moves freely", free.child, d.ground);
            (link.element.place(), message)
        });
        d.joints.push(free);
    }
}

/// A joint that the file does not have, at the modelled pose.
fn joint(d: &Description, parts: &Parts, [from, to]: [usize; 2], joint: Joint<f64>, what: &str) -> JointSpec {
    let node = &parts.frames.nodes[to];
    let mut name = format!("{}_{what}", node.name);
    while d.joints.iter().any(|joint| joint.name == name) {
        name.push('_');
    }
    JointSpec {
        name,
        parent: parts.frames.nodes[from].name.clone(),
        child: node.name.clone(),
        joint,
        origin: parts.frames.between(from, to),
        child_origin: Pose::identity(),
        properties: JointProperties::default(),
        cut: false,
        place: Some(node.element.place()),
    }
}

fn root(above: &mut [usize], mut i: usize) -> usize {
    while above[i] != i {
        above[i] = above[above[i]];
        i = above[i];
    }
    i
}
