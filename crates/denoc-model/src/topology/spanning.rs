//! Choice of the spanning tree; loops are cut at the remaining joints.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::description::{Description, JointSpec};

/// Which joints belong to the spanning tree.
///
/// Kruskal's method: joints are taken in order of their rank, and each that connects two parts not yet connected is kept.
/// First come joints whose coordinates are needed (couplings, cams, gears, motors, springs, friction, limits), then fixed joints, then
/// those with few degrees of freedom: cut joints then have many, so that both the tree and the closures have few equations.
/// Among equals those near the ground come first, so loops are cut in their middle, which keeps them well conditioned.
/// Joints marked `cut` are never kept.
pub(super) fn choose(d: &Description, ends: &[(usize, usize)], links: usize) -> Vec<bool> {
    let cut = |j: usize| d.joints[j].cut;
    let levels = levels(ends, links);
    let needed = needed(d);
    let mut order: Vec<usize> = (0..ends.len()).filter(|&j| !cut(j)).collect();
    let level = |j: usize| levels[ends[j].0].min(levels[ends[j].1]);
    order.sort_by_key(|&j| (rank(&d.joints[j], &needed), level(j), j));
    let mut parts: Vec<usize> = (0..links).collect();
    let mut kept = vec![false; ends.len()];
    for j in order {
        let (a, b) = (root(&mut parts, ends[j].0), root(&mut parts, ends[j].1));
        if a != b {
            parts[a] = b;
            kept[j] = true;
        }
    }
    kept
}

fn rank(joint: &JointSpec, needed: &HashSet<&str>) -> usize {
    let p = &joint.properties;
    let forces = [p.viscous_friction, p.dry_friction, p.spring_stiffness, p.rotor_inertia].iter().any(|x| *x != 0.0)
        || p.rotation_spring.is_some();
    let freedoms = joint.joint.v_units().len();
    match joint.name.as_str() {
        name if needed.contains(name) => 0,
        _ if freedoms == 0 => 1,
        _ if forces => 2,
        _ if p.limits.is_some() => 3,
        _ => 3 + freedoms,
    }
}

fn needed(d: &Description) -> HashSet<&str> {
    let couplings = d.couplings.iter().filter(|c| c.enforced).flat_map(|c| [&c.joint, &c.follows]);
    let related = d.constraints.iter().flat_map(|c| c.kind.tree_joints(d));
    let motors = d.actuators.iter().map(|a| &a.joint);
    couplings.chain(motors).map(String::as_str).chain(related).collect()
}

/// Number of joints between each link and the ground.
fn levels(ends: &[(usize, usize)], links: usize) -> Vec<usize> {
    let mut neighbours: HashMap<usize, Vec<usize>> = HashMap::new();
    for &(a, b) in ends {
        neighbours.entry(a).or_default().push(b);
        neighbours.entry(b).or_default().push(a);
    }
    let mut levels = vec![usize::MAX; links];
    levels[0] = 0;
    let mut queue = VecDeque::from([0]);
    while let Some(link) = queue.pop_front() {
        for &other in neighbours.get(&link).into_iter().flatten() {
            if levels[other] == usize::MAX {
                levels[other] = levels[link] + 1;
                queue.push_back(other);
            }
        }
    }
    levels
}

fn root(parts: &mut [usize], mut i: usize) -> usize {
    while parts[i] != i {
        parts[i] = parts[parts[i]];
        i = parts[i];
    }
    i
}
