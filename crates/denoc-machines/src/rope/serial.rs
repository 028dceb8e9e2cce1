//! A serial run of links of a model, from the ground to its end.

use denoc_math::{Pose, Vec3};
use denoc_model::joints::SimpleMotion;
use denoc_model::{Closure, ClosureId, CutJoint, Frame, Joint, LinkId, Model};

use crate::MachineError;

/// A serial run of links.
#[derive(Clone, Debug)]
pub(super) struct Serial {
    /// Numbers of the links, outward.
    pub(super) links: Vec<usize>,
    /// The first joint, world axes.
    pub(super) origin: Pose<f64>,
    /// From the origin of each link to that of the next, or to the end, in link axes.
    pub(super) ways: Vec<Vec3<f64>>,
    /// How the last end is held, if it is.
    pub(super) held: Option<Held>,
}

/// An end that is held.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// What holds it.
    pub(super) part: String,
    /// Where it is in its link, in link axes.
    inside: Vec3<f64>,
    /// Where it is in the world.
    pub(super) place: Vec3<f64>,
    pub(super) axes: TieAxes,
}

/// The axes of what holds an end: the one of the ground in world axes, the one of the link in link axes.
#[derive(Copy, Clone, Debug)]
pub(super) enum TieAxes {
    /// It turns as it likes.
    None,
    /// The axes of a revolute joint, which are one.
    Same([Vec3<f64>; 2]),
    /// The axes of a universal joint, which are perpendicular.
    Across([Vec3<f64>; 2]),
}

/// An error about a part of the model.
pub(super) fn unfit(part: impl Into<String>, rule: &'static str) -> MachineError {
    MachineError::NotARope { part: part.into(), rule }
}

impl Serial {
    /// The only run of the model, or the one of this name: its first link is called so, or so with `_1` behind.
    pub(super) fn find(model: &Model, name: Option<&str>) -> Result<Self, MachineError> {
        let links = model.links();
        let mut children = vec![Vec::new(); links.len()];
        let mut roots = Vec::new();
        for (i, link) in links.iter().enumerate().filter(|(_, link)| link.moves) {
            match link.parent.filter(|p| links[p.0].moves) {
                Some(parent) => children[parent.0].push(i),
                None => roots.push(i),
            }
        }
        let first = |link: &str, name: &str| link == name || link.strip_prefix(name) == Some("_1");
        let fits = |i: &usize| name.is_none_or(|name| first(&model.link_names()[*i], name));
        let mut fitting = roots.iter().copied().filter(fits);
        let root = match (fitting.next(), fitting.next(), name) {
            (Some(root), None, _) => root,
            (None, _, Some(name)) => {
                return Err(unfit(
                    format!("\"{name}\""),
                    "no run of links on the ground has this name, or a first link of this name",
                ));
            }
            (None, _, None) => return Err(unfit(model.name(), "nothing in it moves")),
            _ => return Err(unfit(model.name(), "several runs of links hang on the ground: say which by its name")),
        };
        let mut run = vec![root];
        while let Some(&last) = run.last()
            && let [next, more @ ..] = &children[last][..]
        {
            if !more.is_empty() {
                let part = format!("link \"{}\"", model.link_names()[last]);
                return Err(unfit(part, "several links hang on it: only single runs of links are known here"));
            }
            run.push(*next);
        }
        let held = end(model, &run)?;
        refuse_point_springs(model, &run)?;
        let mut ways: Vec<Vec3<f64>> = run.iter().skip(1).map(|&i| links[i].placement.position).collect();
        let last = run.last().copied().unwrap_or(root);
        ways.push(held.as_ref().map_or_else(|| free_end(model, last), |held| held.inside));
        let base = links[root].parent.map_or(Pose::identity(), |parent| still_pose(model, parent));
        Ok(Self { links: run, origin: base * links[root].placement, ways, held })
    }
}

/// The end of the last link that a closure holds.
fn end(model: &Model, run: &[usize]) -> Result<Option<Held>, MachineError> {
    let of_run = |link: &Option<LinkId>| link.is_some_and(|link| run.contains(&link.0));
    let mut found = None;
    for (i, (closure, name)) in model.closures().iter().zip(model.closure_names()).enumerate() {
        if !closure.links().iter().any(of_run) {
            continue;
        }
        let part = format!("closure \"{name}\"");
        let Closure::Joint(CutJoint { parent, child, joint }) = closure else {
            return Err(unfit(part, "only joints may close the loop"));
        };
        let last = run.last().copied();
        let (inside, outside) = if of_run(&parent.link) { (parent, child) } else { (child, parent) };
        if inside.link.map(|l| l.0) != last || outside.link.is_some_and(|l| model.links()[l.0].moves) {
            let rule = "it must hold the last link on the ground: mark that joint as cut in the model";
            return Err(unfit(part, rule));
        }
        if model.closure_properties(ClosureId(i)).is_some_and(|p| p.spring_stiffness != 0.0) {
            let rule = "its spring holds the end: leave that out, or cut the loop at a joint without a spring";
            return Err(unfit(part, rule));
        }
        let ground = still_frame(model, outside);
        let axes = |[of_parent, of_child]: [Vec3<f64>; 2]| {
            let [inner, outer] = if of_run(&parent.link) { [of_parent, of_child] } else { [of_child, of_parent] };
            [ground.rotation.apply(outer), inside.pose.rotation.apply(inner)]
        };
        let axes = match joint.simple_motions().as_deref() {
            Some([SimpleMotion::Ball]) => TieAxes::None,
            Some(&[SimpleMotion::Turn(axis)]) => TieAxes::Same(axes([axis; 2])),
            Some(&[SimpleMotion::Turn(first), SimpleMotion::Turn(second)]) => TieAxes::Across(axes([first, second])),
            None if joint.original().is_some_and(Joint::is_ball) => TieAxes::None,
            _ => return Err(unfit(part, "the end must be free to turn: use a spherical joint")),
        };
        let held = Held { part: part.clone(), inside: inside.pose.position, place: ground.position, axes };
        if found.replace(held).is_some() {
            return Err(unfit(part, "the last link is held twice"));
        }
    }
    Ok(found)
}

/// Springs between points would pull the run out of the shape that its weight gives it.
fn refuse_point_springs(model: &Model, run: &[usize]) -> Result<(), MachineError> {
    for (i, spring) in model.point_springs().iter().enumerate() {
        let ends = [spring.from.link, spring.to.link];
        let Some(link) = ends.into_iter().flatten().find(|link| run.contains(&link.0)) else { continue };
        let part = format!("spring {} between points, at link \"{}\"", i + 1, model.link_names()[link.0]);
        return Err(unfit(
            part,
            "its force is not counted here: leave it out, or let the rope come to rest in a simulation",
        ));
    }
    Ok(())
}

/// The end of a link that nobody holds: its farthest frame, or as far behind its mass centre as that is behind its origin.
fn free_end(model: &Model, last: usize) -> Vec3<f64> {
    let center = center(model, last);
    let frames = model.frames().iter().filter(|f| f.link == Some(LinkId(last))).map(|f| f.pose.position);
    let farthest = frames.filter(|p| p.norm() > 0.0).max_by(|a, b| a.dot(center).total_cmp(&b.dot(center)));
    farthest.unwrap_or_else(|| center.scale(2.0))
}

/// The mass centre in link axes.
pub(super) fn center(model: &Model, link: usize) -> Vec3<f64> {
    let mass = &model.links()[link].mass;
    if mass.mass > 0.0 { mass.first_moment.scale(1.0 / mass.mass) } else { Vec3::zero() }
}

/// The pose of a link that is part of the ground.
fn still_pose(model: &Model, link: LinkId) -> Pose<f64> {
    let mut pose = Pose::identity();
    let mut at = Some(link);
    while let Some(link) = at {
        let l = &model.links()[link.0];
        pose = l.placement * pose;
        at = l.parent;
    }
    pose
}

fn still_frame(model: &Model, frame: &Frame<f64>) -> Pose<f64> {
    frame.link.map_or(Pose::identity(), |link| still_pose(model, link)) * frame.pose
}
