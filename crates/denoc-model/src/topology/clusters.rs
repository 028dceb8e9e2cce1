//! Loops, and clusters of links that are connected by loops.

use crate::closures::{Closure, ClosureId};
use crate::model::{Link, LinkId};

/// An independent loop: a closure with the links on both sides of it, up to the link (or the ground) where the two paths
/// meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The closure.
    pub closure: ClosureId,
    /// The links from its first end inward, without the last common one.
    pub first: Vec<LinkId>,
    /// The links from its second end inward, without the last common one.
    pub second: Vec<LinkId>,
    /// Where the two paths meet; `None` is the ground.
    pub root: Option<LinkId>,
}

/// Links whose joints depend on each other through closures, directly or through loops that share a joint; a link outside
/// all loops is a cluster by itself. A cluster moves relative to one link, its parent, so a recursion can treat it as one
/// joint with several bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Its links, parents first.
    pub links: Vec<LinkId>,
    /// Its closures; none for a single link outside all loops.
    pub closures: Vec<ClosureId>,
    /// Parent link; `None` is the ground.
    pub parent: Option<LinkId>,
}

pub(crate) fn loops(links: &[Link<f64>], closures: &[Closure<f64>]) -> Vec<Loop> {
    let depth = depths(links);
    let ways = |[mut a, mut b]: [Option<LinkId>; 2]| {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let level = |x: Option<LinkId>| x.map_or(0, |LinkId(i)| depth[i]);
        while a != b {
            let (end, path) = if level(a) >= level(b) { (&mut a, &mut first) } else { (&mut b, &mut second) };
            if let Some(link) = *end {
                path.push(link);
                *end = links[link.0].parent;
            }
        }
        (first, second, a)
    };
    closures
        .iter()
        .enumerate()
        .map(|(i, closure)| {
            let (mut first, mut second, mut root) = ways(closure.links());
            // a coupling constrains the joints themselves: if one is inward of the other, the inner joint belongs to the loop
            if let (Some([joint, follows]), Some(link)) = (closure.bound_joints(), root)
                && (link == joint || link == follows)
            {
                if link == joint { &mut first } else { &mut second }.push(link);
                root = links[link.0].parent;
            }
            Loop { closure: ClosureId(i), first, second, root }
        })
        .collect()
}

/// Number of links between each and the ground, itself included.
fn depths(links: &[Link<f64>]) -> Vec<usize> {
    let mut depth: Vec<usize> = Vec::with_capacity(links.len());
    for link in links {
        depth.push(link.parent.map_or(0, |LinkId(p)| depth[p]) + 1);
    }
    depth
}

/// The clusters, parents first.
pub(crate) fn clusters(links: &[Link<f64>], loops: &[Loop]) -> Vec<Cluster> {
    // parts: the representative of a link is the smallest number that it shares a loop with
    let mut part: Vec<usize> = (0..links.len()).collect();
    fn root(part: &mut [usize], mut i: usize) -> usize {
        while part[i] != i {
            part[i] = part[part[i]];
            i = part[i];
        }
        i
    }
    for l in loops {
        let mut around = l.first.iter().chain(&l.second);
        if let Some(&LinkId(start)) = around.next() {
            for &LinkId(other) in around {
                let (a, b) = (root(&mut part, start), root(&mut part, other));
                part[a.max(b)] = a.min(b);
            }
        }
    }
    let mut number = vec![usize::MAX; links.len()];
    let mut clusters: Vec<Cluster> = Vec::new();
    for i in 0..links.len() {
        let representative = root(&mut part, i);
        if representative == i {
            number[i] = clusters.len();
            clusters.push(Cluster { links: Vec::new(), closures: Vec::new(), parent: links[i].parent });
        }
        number[i] = number[representative];
        clusters[number[i]].links.push(LinkId(i));
    }
    for l in loops {
        // a closure within one link (or within the ground) has no effect
        if let Some(&LinkId(i)) = l.first.iter().chain(&l.second).next() {
            clusters[number[i]].closures.push(l.closure);
        }
    }
    clusters
}
