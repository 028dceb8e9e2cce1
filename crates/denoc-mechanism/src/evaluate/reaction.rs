//! The wrench transmitted by every joint.

use denoc_dynamics::Velocity;
use denoc_dynamics::loops::{Loops, Reaction, ReactionAxes, Reactions, SelfStresses, self_stresses};
use denoc_math::Wrench;
use denoc_model::{ClosureId, Link, LinkId, Model};

use crate::passive::PassiveWrenches;

/// Smaller components of a self-stress of unit length count as zero.
const UNSEEN: f64 = 1e-8;

/// The wrench that one joint transmits from the link `from`, its parent in the description, to the link `on`, its child: with the
/// forces of its motor, spring and friction, computed by [`Evaluator::reactions`](super::Evaluator::reactions). World axes, moment
/// about the joint origin: the origin of its moving frame, on the child.
#[derive(Clone, Debug, PartialEq)]
pub struct JointReaction {
    /// Name of the joint or closure.
    pub joint: String,
    /// The link that exerts the wrench; `None` is the ground.
    pub from: Option<LinkId>,
    /// The link on which it acts; `None` is the ground.
    pub on: Option<LinkId>,
    /// Whether the joint cuts a loop.
    pub cut: bool,
    /// Joint origin, m, world axes.
    pub origin: [f64; 3],
    /// Force, N, world axes.
    pub force: [f64; 3],
    /// Moment about the joint origin, N m, world axes.
    pub moment: [f64; 3],
    /// Force components (world axes) that are indeterminate because of redundant constraints.
    pub indeterminate_force: [bool; 3],
    /// Moment components (world axes) that are indeterminate because of redundant constraints.
    pub indeterminate_moment: [bool; 3],
}

/// Names of the joints with reactions: tree joints, then cut joints, rods and rolling wheels. Couplings and cams act within joints
/// and have none.
pub fn reaction_names(model: &Model) -> Vec<String> {
    let closures = model.closures().iter().zip(model.closure_names());
    let closures = closures.filter(|(closure, _)| closure.moving_frame().is_some());
    model.joint_names().iter().cloned().chain(closures.map(|(_, name)| name.clone())).collect()
}

/// The link that exerts and the link that feels each reaction, by name, in the order of [`reaction_names`]: parent and child of the
/// joint in the description.
pub fn reaction_links(model: &Model) -> Vec<[&str; 2]> {
    let name = |link: Option<LinkId>| link.map_or(model.ground_name(), |LinkId(i)| &model.link_names()[i]);
    let tree = model.links().iter().enumerate().map(|(i, link)| {
        let [near, far] = [link.parent, Some(LinkId(i))].map(name);
        if model.is_reversed(LinkId(i)) { [far, near] } else { [near, far] }
    });
    let closures = model.closures().iter().filter(|closure| closure.moving_frame().is_some());
    tree.chain(closures.map(|closure| closure.links().map(name))).collect()
}

/// Names and units of the columns of a table of reactions, moment and force of each in the order of [`reaction_names`]. They state
/// the link on which the wrench acts.
pub fn reaction_columns(model: &Model) -> Vec<(String, &'static str)> {
    let places = reaction_names(model).into_iter().zip(reaction_links(model));
    let columns = places.flat_map(|(joint, [_, on])| {
        let column = |symbol, unit| (format!("{symbol}[{joint} on {on} in world axes]"), unit);
        let moments = ["mx", "my", "mz"].map(|symbol| column(symbol, "N m"));
        moments.into_iter().chain(["fx", "fy", "fz"].map(|symbol| column(symbol, "N"))).collect::<Vec<_>>()
    });
    columns.collect()
}

/// The reactions of one state from the recursion: tree joints, then closures.
pub(super) fn reactions_of(
    stage: &Velocity<'_, f64>,
    loops: &mut Loops<f64>,
    found: &Reactions<f64>,
    passive: Option<&PassiveWrenches>,
) -> Vec<JointReaction> {
    let model = stage.model();
    let stresses = self_stresses(loops, stage);
    let tree = (0..model.links().len()).map(|i| {
        let (reaction, open) = in_joint(stage, found, &stresses, LinkId(i), loops.size());
        one(&model.joint_names()[i], false, &reaction, open)
    });
    let closures = (0..model.closures().len()).filter_map(|i| {
        let (mut reaction, open) = in_closure(found, &stresses, ClosureId(i), loops.size())?;
        let passive = passive.and_then(|passive| passive.in_cut_joint(ClosureId(i)));
        reaction.wrench += passive.unwrap_or(Wrench::zero());
        Some(one(&model.closure_names()[i], true, &reaction, open))
    });
    tree.chain(closures).collect()
}

fn one(joint: &str, cut: bool, reaction: &Reaction<f64>, open: [bool; 6]) -> JointReaction {
    let wrench = reaction.along(ReactionAxes::World);
    let [mx, my, mz, fx, fy, fz] = open;
    JointReaction {
        joint: joint.to_owned(),
        from: reaction.from,
        on: reaction.on,
        cut,
        origin: reaction.pose.position.to_array(),
        force: wrench.force.to_array(),
        moment: wrench.moment.to_array(),
        indeterminate_force: [fx, fy, fz],
        indeterminate_moment: [mx, my, mz],
    }
}

/// The reaction in a joint of the tree as the description has the joint, on its child; and which components [moment; force], in world
/// axes, self-stresses change.
pub(super) fn in_joint(
    stage: &Velocity<'_, f64>,
    found: &Reactions<f64>,
    stresses: &SelfStresses<f64>,
    link: LinkId,
    size: f64,
) -> (Reaction<f64>, [bool; 6]) {
    let forward = found.joint(link);
    let stresses = stresses.joints.iter().map(|wrenches| wrenches[link.0]);
    if !stage.model().is_reversed(link) {
        return (forward, open(&forward, size, stresses));
    }
    // the moving frame of the description is fixed to the link before
    let Link { parent, placement, .. } = stage.model().links()[link.0];
    let frame = parent.map_or(placement, |parent| stage.link_pose(parent) * placement);
    let reaction = forward.opposite(stage, frame);
    let moved = frame.inverse() * forward.pose;
    (reaction, open(&reaction, size, stresses.map(|stress| moved.propagate_back(stress))))
}

/// The reaction of a closure, and which components self-stresses change, as [`in_joint`].
pub(super) fn in_closure(
    found: &Reactions<f64>,
    stresses: &SelfStresses<f64>,
    closure: ClosureId,
    size: f64,
) -> Option<(Reaction<f64>, [bool; 6])> {
    let reaction = found.closure(closure)?;
    let open = open(&reaction, size, stresses.closures.iter().map(|wrenches| wrenches[closure.0]));
    Some((reaction, open))
}

fn open(reaction: &Reaction<f64>, size: f64, stresses: impl Iterator<Item = Wrench<f64>>) -> [bool; 6] {
    let mut open = [false; 6];
    for stress in stresses {
        for (k, x) in stress.rotate(reaction.pose.rotation).to_array().into_iter().enumerate() {
            // forces times the size of the mechanism are moments
            open[k] |= x.abs() * if k < 3 { 1.0 } else { size } > UNSEEN;
        }
    }
    open
}
