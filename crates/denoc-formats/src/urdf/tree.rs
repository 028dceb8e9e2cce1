//! Checks that the joints form one tree, and finds its root.

use std::collections::HashMap;

use denoc_model::{LinkSpec, names};

use super::joint::Entry;
use crate::FormatError;
use crate::xml::Element;

/// The name of the root link.
pub(super) fn root(links: &[LinkSpec], elements: &[Element], joints: &[Entry]) -> Result<String, FormatError> {
    let number: HashMap<&str, usize> = links.iter().enumerate().map(|(i, l)| (l.name.as_str(), i)).collect();
    // for every link: its parent joint, and the parent link of that joint
    let mut hangs_on: Vec<Option<(usize, usize)>> = vec![None; links.len()];
    for (j, joint) in joints.iter().enumerate() {
        let find = |role: &'static str, link: &str, element: Element| {
            number.get(link).copied().ok_or_else(|| FormatError::UnknownLink {
                joint: joint.spec.name.clone(),
                role,
                link: link.to_owned(),
                nearest: names::nearest(link, links.iter().map(|l| l.name.as_str())),
                at: link_spot(element),
            })
        };
        let parent = find("parent", &joint.spec.parent, joint.parent)?;
        let child = find("child", &joint.spec.child, joint.child)?;
        let spec = &joint.spec;
        if parent == child {
            let at = joint.element.spot();
            return Err(FormatError::SelfJoint { joint: spec.name.clone(), link: spec.child.clone(), at });
        }
        if let Some((first, _)) = hangs_on[child] {
            return Err(FormatError::TwoParents {
                link: spec.child.clone(),
                first: joints[first].spec.name.clone(),
                first_place: joints[first].element.place(),
                second: spec.name.clone(),
                at: link_spot(joint.child),
            });
        }
        hangs_on[child] = Some((j, parent));
    }
    check_loops(links, joints, &hangs_on)?;

    let roots: Vec<usize> = (0..links.len()).filter(|&i| hangs_on[i].is_none()).collect();
    match roots[..] {
        [root] => Ok(links[root].name.clone()),
        // a finite graph without loops has a root
        [] => Err(FormatError::NoLinks { at: elements[0].spot() }),
        [_, second, ..] => Err(FormatError::SeveralRoots {
            roots: roots.iter().map(|&i| (links[i].name.clone(), elements[i].place())).collect(),
            at: elements[second].spot(),
        }),
    }
}

/// Each link has at most one parent: walk from each link to its root, visiting no link twice.
fn check_loops(links: &[LinkSpec], joints: &[Entry], hangs_on: &[Option<(usize, usize)>]) -> Result<(), FormatError> {
    // the walk on which a link was first visited
    let mut walk = vec![usize::MAX; links.len()];
    for start in 0..links.len() {
        let mut at = start;
        while walk[at] == usize::MAX {
            walk[at] = start;
            let Some((_, parent)) = hangs_on[at] else { break };
            at = parent;
        }
        if walk[at] == start
            && let Some((joint, _)) = hangs_on[at]
        {
            return Err(loop_error(links, joints, hangs_on, at, joint));
        }
    }
    Ok(())
}

fn loop_error(
    links: &[LinkSpec],
    joints: &[Entry],
    hangs_on: &[Option<(usize, usize)>],
    link: usize,
    joint: usize,
) -> FormatError {
    let mut around = vec![links[link].name.clone()];
    let mut at = link;
    while let Some((_, parent)) = hangs_on[at] {
        around.push(links[parent].name.clone());
        at = parent;
        if at == link {
            break;
        }
    }
    // from parent to child
    around.reverse();
    FormatError::Loop { joint: joints[joint].spec.name.clone(), links: around, at: joints[joint].element.spot() }
}

/// Location of the name of the link.
fn link_spot(element: Element) -> Box<crate::Spot> {
    let at = element.attribute("link").map_or(element.offset(), |t| t.at(t.text.trim_start()));
    element.spot_at(at)
}
