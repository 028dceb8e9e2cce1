//! Joints as they lie in the world, and whether they all move in one plane.

use denoc_math::{Pose, Twist, Vec3};
use denoc_model::{Closure, ClosureId, CutJoint, LinkId, Model};

use super::Kinematics;

/// A joint of the tree, by the link it moves, or one where a loop is cut.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Which {
    Tree(LinkId),
    Cut(ClosureId),
}

/// A joint in the world.
#[derive(Clone, Debug)]
pub(crate) struct Pivot {
    pub(crate) which: Which,
    /// The pose of its moving frame.
    pub(crate) pose: Pose<f64>,
    /// Columns of its motion in the axes of the moving frame, about its origin.
    pub(crate) local_columns: Vec<Twist<f64>>,
    /// The same in world axes, still about its origin.
    pub(crate) columns: Vec<Twist<f64>>,
}

impl Pivot {
    pub(crate) fn name<'a>(&self, model: &'a Model) -> &'a str {
        match self.which {
            Which::Tree(LinkId(i)) => &model.joint_names()[i],
            Which::Cut(ClosureId(i)) => &model.closure_names()[i],
        }
    }

    /// The axis, if it is a plain hinge.
    pub(crate) fn hinge(&self) -> Option<Vec3<f64>> {
        match self.columns[..] {
            [t] if t.angular.norm() > 0.5 && t.linear.norm() < 1e-12 => Some(t.angular),
            _ => None,
        }
    }

    fn new(which: Which, pose: Pose<f64>, local_columns: Vec<Twist<f64>>) -> Self {
        let columns = local_columns.iter().map(|t| t.rotate(pose.rotation)).collect();
        Self { which, pose, local_columns, columns }
    }

    fn tree(k: &Kinematics<'_>, link: LinkId) -> Self {
        let l = &k.model.links()[link.0];
        Self::new(Which::Tree(link), k.world[link.0], k.columns[l.v..l.v + l.nv].to_vec())
    }

    fn cut(k: &Kinematics<'_>, closure: ClosureId) -> Option<Self> {
        let Closure::Joint(CutJoint { joint, child, .. }) = &k.model.closures()[closure.0] else { return None };
        let q = k.loops.cut_coordinates(k.model, closure);
        let mut local_columns = vec![Twist::zero(); joint.v_units().len()];
        joint.columns(&q, &mut local_columns);
        Some(Self::new(Which::Cut(closure), k.frame(child), local_columns))
    }
}

/// The joints of a cluster: those of its links, then those that are cut.
pub(crate) fn pivots(k: &Kinematics<'_>, cluster: usize) -> Vec<Pivot> {
    let c = &k.model.clusters()[cluster];
    let tree = c.links.iter().map(|&link| Pivot::tree(k, link));
    tree.chain(c.closures.iter().filter_map(|&closure| Pivot::cut(k, closure))).collect()
}

/// The joints around the loop of a cut joint, each with the link behind it; the last of them is where the two ways meet
/// (`None`: the ground). Fixed joints are left out.
pub(crate) fn around_loop(k: &Kinematics<'_>, closure: ClosureId) -> Option<Vec<(Pivot, Option<LinkId>)>> {
    let l = &k.model.loops()[closure.0];
    let out = l.first.iter().rev().map(|&link| (Pivot::tree(k, link), Some(link)));
    let cut = core::iter::once((Pivot::cut(k, closure)?, l.second.first().copied().or(l.root)));
    let behind = l.second.iter().skip(1).map(|&link| Some(link)).chain(core::iter::once(l.root));
    let back = l.second.iter().zip(behind).map(|(&link, behind)| (Pivot::tree(k, link), behind));
    let (mut joints, mut links): (Vec<Pivot>, Vec<Option<LinkId>>) =
        out.chain(cut).chain(back).filter(|(pivot, _)| !pivot.columns.is_empty()).unzip();
    // along the longer way first; the place where the ways meet stays last
    if l.first.len() < l.second.len() {
        joints.reverse();
        let ways = links.len().saturating_sub(1);
        links[..ways].reverse();
    }
    Some(joints.into_iter().zip(links).collect())
}

/// The normal of the plane in which all joints move their links, if there is one.
pub(crate) fn plane<'a>(pivots: impl Iterator<Item = &'a Pivot> + Clone) -> Option<Vec3<f64>> {
    let columns = || pivots.clone().flat_map(|p| &p.columns);
    let turn = columns().map(|t| t.angular).find(|w| w.norm() > 1e-6);
    let normal = match turn {
        Some(w) => w.normalized(),
        None => {
            let mut slides = columns().map(|t| t.linear);
            let first = slides.next()?;
            slides.map(|d| first.cross(d)).find(|n| n.norm() > 1e-6)?.normalized()
        }
    };
    let within = |t: &Twist<f64>| t.angular.cross(normal).norm() < 1e-9 && t.linear.dot(normal).abs() < 1e-9;
    columns().all(within).then_some(normal)
}
