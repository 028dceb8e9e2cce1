//! What every joint transmits.

use denoc_dynamics::Velocity;
use denoc_dynamics::loops::{Axes, Loops, Reaction, Reactions, SelfStresses, self_stresses};
use denoc_math::Wrench;
use denoc_model::{ClosureId, LinkId, Model};

/// Components of self-stresses smaller than this, of a basis of unit length, change nothing.
const UNSEEN: f64 = 1e-8;

/// The wrench that one joint transmits, driving force included: from the link `from` on the link `on`, in world axes, the moment
/// about the origin of the joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointReaction {
    /// The joint, or the closure.
    pub joint: String,
    /// The link that exerts it; `None` is the ground.
    pub from: Option<LinkId>,
    /// The link that it acts on; `None` is the ground.
    pub on: Option<LinkId>,
    /// Whether a loop is cut here.
    pub cut: bool,
    /// The origin of the joint in the world, m.
    pub origin: [f64; 3],
    /// Force, N.
    pub force: [f64; 3],
    /// Moment, N m.
    pub moment: [f64; 3],
    /// Which components of the force redundant constraints leave indeterminate.
    pub indeterminate_force: [bool; 3],
    /// Which components of the moment redundant constraints leave indeterminate.
    pub indeterminate_moment: [bool; 3],
}

/// The joints that reactions are given for: those of the tree, then cut joints, rods and rolling wheels. Couplings and cams act
/// within joints.
pub fn reaction_names(model: &Model) -> Vec<String> {
    let closures = model.closures().iter().zip(model.closure_names());
    let closures = closures.filter(|(closure, _)| closure.moving_frame().is_some());
    model.joint_names().iter().cloned().chain(closures.map(|(_, name)| name.clone())).collect()
}

/// Those of one state, from what the recursion found: joints of the tree, then closures.
pub(super) fn reactions_of(
    stage: &Velocity<'_, f64>,
    loops: &mut Loops<f64>,
    found: &Reactions<f64>,
) -> Vec<JointReaction> {
    let model = stage.model();
    let stresses = self_stresses(loops, stage);
    let tree = (0..model.links().len()).map(|i| {
        let reaction = found.joint(LinkId(i));
        one(&model.joint_names()[i], false, &reaction, open_in_joint(&stresses, LinkId(i), &reaction, loops.size()))
    });
    let closures = (0..model.closures().len()).filter_map(|i| {
        let reaction = found.closure(ClosureId(i))?;
        let open = open_in_closure(&stresses, ClosureId(i), &reaction, loops.size());
        Some(one(&model.closure_names()[i], true, &reaction, open))
    });
    tree.chain(closures).collect()
}

fn one(joint: &str, cut: bool, reaction: &Reaction<f64>, open: [bool; 6]) -> JointReaction {
    let wrench = reaction.along(Axes::World);
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

/// Which components [moment; force], in world axes, of the reaction in a joint of the tree self-stresses change.
pub(super) fn open_in_joint(
    stresses: &SelfStresses<f64>,
    link: LinkId,
    reaction: &Reaction<f64>,
    size: f64,
) -> [bool; 6] {
    open(reaction, size, stresses.joints.iter().map(|wrenches| wrenches[link.0]))
}

/// The same of a closure.
pub(super) fn open_in_closure(
    stresses: &SelfStresses<f64>,
    closure: ClosureId,
    reaction: &Reaction<f64>,
    size: f64,
) -> [bool; 6] {
    open(reaction, size, stresses.closures.iter().map(|wrenches| wrenches[closure.0]))
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
