//! Spanning tree and numbering of links.

mod clusters;
mod spanning;

use std::collections::HashMap;

pub use clusters::{Cluster, Loop};
pub(crate) use clusters::{clusters, loops};

use crate::description::Description;
use crate::{ModelError, names};

/// One step of the traversal from the ground outward: the joint, its direction, and the number of the link on its near side
/// (`None` for the ground).
pub(crate) struct Step {
    pub(crate) joint: usize,
    pub(crate) reversed: bool,
    pub(crate) parent: Option<usize>,
}

/// The spanning tree of a graph of joints, and the joints at which its loops are cut.
pub(crate) struct Tree {
    pub(crate) steps: Vec<Step>,
    /// The joints that are not in it.
    pub(crate) cuts: Vec<usize>,
}

/// Chooses a spanning tree and numbers its links depth first, in the order in which the joints are listed, so that every link
/// follows its parent and each serial run of links is contiguous. No recursion: chains may have a million links.
pub(crate) fn walk(d: &Description) -> Result<Tree, ModelError> {
    let mut number: HashMap<&str, usize> = HashMap::with_capacity(d.links.len() + 1);
    number.insert(&d.ground, 0);
    for link in &d.links {
        // the ground may be listed too (it then carries mass that never moves)
        if link.name != d.ground && number.insert(&link.name, number.len()).is_some() {
            return Err(duplicate("link", &link.name, link.place.clone()));
        }
    }
    if d.links.iter().filter(|l| l.name == d.ground).count() > 1 {
        return Err(duplicate("link", &d.ground, None));
    }

    let mut ends = Vec::with_capacity(d.joints.len());
    let mut joint_names: HashMap<&str, ()> = HashMap::with_capacity(d.joints.len());
    for joint in &d.joints {
        if joint_names.insert(&joint.name, ()).is_some() {
            return Err(duplicate("joint", &joint.name, joint.place.clone()));
        }
        let find = |link: &str| {
            number.get(link).copied().ok_or_else(|| ModelError::UnknownLink {
                what: "joint",
                name: joint.name.clone(),
                link: link.to_owned(),
                nearest: names::nearest(link, number.keys().copied()),
                place: joint.place.clone(),
            })
        };
        let (parent, child) = (find(&joint.parent)?, find(&joint.child)?);
        if parent == child {
            let place = joint.place.clone();
            return Err(ModelError::SelfJoint { joint: joint.name.clone(), link: joint.parent.clone(), place });
        }
        ends.push((parent, child));
    }
    if d.joints.is_empty() {
        return Err(ModelError::Empty { model: d.name.clone() });
    }
    let kept = spanning::choose(d, &ends, number.len());
    let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); number.len()];
    for (j, &(parent, child)) in ends.iter().enumerate().filter(|(j, _)| kept[*j]) {
        neighbours[parent].push((j, false));
        neighbours[child].push((j, true));
    }

    let mut steps: Vec<Step> = Vec::with_capacity(d.joints.len());
    let mut reached = vec![false; number.len()];
    reached[0] = true;
    let mut pending: Vec<(usize, bool, Option<usize>)> =
        neighbours[0].iter().rev().map(|&(j, r)| (j, r, None)).collect();
    while let Some((j, reversed, from)) = pending.pop() {
        let (parent, child) = ends[j];
        let link = if reversed { parent } else { child };
        reached[link] = true;
        let here = steps.len();
        steps.push(Step { joint: j, reversed, parent: from });
        pending.extend(neighbours[link].iter().rev().filter(|(k, _)| *k != j).map(|&(k, r)| (k, r, Some(here))));
    }

    let unreached: Vec<String> = d
        .links
        .iter()
        .filter(|l| number.get(l.name.as_str()).is_some_and(|&n| !reached[n]))
        .map(|l| l.name.clone())
        .collect();
    if !unreached.is_empty() {
        let first = d.links.iter().find(|l| l.name == unreached[0]);
        let place = first.and_then(|l| l.place.clone());
        let cut = d.joints.iter().find(|j| j.cut && (unreached.contains(&j.parent) != unreached.contains(&j.child)));
        if let Some(joint) = cut {
            return Err(ModelError::CutAway {
                joint: joint.name.clone(),
                links: unreached,
                place: joint.place.clone(),
            });
        }
        return Err(ModelError::Disconnected { ground: d.ground.clone(), links: unreached, place });
    }
    let cuts = (0..d.joints.len()).filter(|&j| !kept[j]).collect();
    Ok(Tree { steps, cuts })
}

fn duplicate(what: &'static str, name: &str, place: Option<crate::description::Place>) -> ModelError {
    ModelError::DuplicateName { what, name: name.to_owned(), place }
}
