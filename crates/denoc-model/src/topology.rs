//! From a graph of joints to numbered links.

use std::collections::HashMap;

use crate::description::Description;
use crate::{ModelError, names};

/// One step of the walk from the ground outward: the joint to pass, in which direction, and the number of the link on its
/// near side (`None` for the ground).
pub(crate) struct Step {
    pub(crate) joint: usize,
    pub(crate) reversed: bool,
    pub(crate) parent: Option<usize>,
}

/// Numbers the links depth first, in the order in which the joints are listed, so that every link follows its parent and
/// each serial run of links is contiguous. No recursion: chains may have a million links.
pub(crate) fn walk(d: &Description) -> Result<Vec<Step>, ModelError> {
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

    let mut neighbours: Vec<Vec<(usize, bool)>> = vec![Vec::new(); number.len()];
    let mut ends = Vec::with_capacity(d.joints.len());
    let mut joint_names: HashMap<&str, ()> = HashMap::with_capacity(d.joints.len());
    for (j, joint) in d.joints.iter().enumerate() {
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
        if !joint.cut {
            neighbours[parent].push((j, false));
            neighbours[child].push((j, true));
        }
        ends.push((parent, child));
    }
    if d.joints.is_empty() {
        return Err(ModelError::Empty { model: d.name.clone() });
    }

    let mut steps: Vec<Step> = Vec::with_capacity(d.joints.len());
    // for every link: the step that reached it (the ground is reached by none)
    let mut reached: Vec<Option<Option<usize>>> = vec![None; number.len()];
    reached[0] = Some(None);
    let mut used = vec![false; d.joints.len()];
    let mut pending: Vec<(usize, bool, Option<usize>)> =
        neighbours[0].iter().rev().map(|&(j, r)| (j, r, None)).collect();
    while let Some((j, reversed, from)) = pending.pop() {
        if used[j] {
            continue;
        }
        used[j] = true;
        let (parent, child) = ends[j];
        let link = if reversed { parent } else { child };
        if let Some(other) = reached[link] {
            return Err(loop_error(d, &steps, j, from, other));
        }
        let here = steps.len();
        reached[link] = Some(Some(here));
        steps.push(Step { joint: j, reversed, parent: from });
        pending.extend(neighbours[link].iter().rev().filter(|(k, _)| !used[*k]).map(|&(k, r)| (k, r, Some(here))));
    }

    let unreached: Vec<String> = d
        .links
        .iter()
        .filter(|l| number.get(l.name.as_str()).is_some_and(|&n| reached[n].is_none()))
        .map(|l| l.name.clone())
        .collect();
    if !unreached.is_empty() {
        let first = d.links.iter().find(|l| l.name == unreached[0]);
        let place = first.and_then(|l| l.place.clone());
        return Err(ModelError::Disconnected { ground: d.ground.clone(), links: unreached, place });
    }
    if let Some(j) = d.joints.iter().position(|joint| joint.cut) {
        let (parent, child) = ends[j];
        return Err(loop_error(d, &steps, j, reached[parent].flatten(), reached[child].flatten()));
    }
    Ok(steps)
}

fn duplicate(what: &'static str, name: &str, place: Option<crate::description::Place>) -> ModelError {
    ModelError::DuplicateName { what, name: name.to_owned(), place }
}

/// The links around the loop that joint `j` closes between the links reached by steps `a` and `b`.
fn loop_error(d: &Description, steps: &[Step], j: usize, a: Option<usize>, b: Option<usize>) -> ModelError {
    let name = |step: Option<usize>| match step {
        None => d.ground.clone(),
        Some(s) => {
            let joint = &d.joints[steps[s].joint];
            if steps[s].reversed { joint.parent.clone() } else { joint.child.clone() }
        }
    };
    let path = |mut at: Option<usize>| {
        let mut path = vec![at];
        while let Some(step) = at {
            at = steps[step].parent;
            path.push(at);
        }
        path
    };
    let (mut left, mut right) = (path(a), path(b));
    // drop what the two ways to the ground share, except the last common link
    while left.len() > 1 && right.len() > 1 && left[left.len() - 2] == right[right.len() - 2] {
        left.pop();
        right.pop();
    }
    right.pop();
    let links = left.into_iter().chain(right.into_iter().rev()).map(name).collect();
    ModelError::Loop { joint: d.joints[j].name.clone(), links, place: d.joints[j].place.clone() }
}
