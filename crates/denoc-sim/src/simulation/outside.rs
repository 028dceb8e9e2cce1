//! What acts on a mechanism from outside.

use denoc_model::{LinkId, Model};

/// Whether nothing can act on a mechanism from outside, so that its momentum is conserved: it floats without gravity, and no spring,
/// damper, medium, closure or coupling connects it with the ground. Loads and motors of its base are not part of the model.
/// `joint_forces`: springs, friction and media act.
pub(super) fn is_isolated(model: &Model, joint_forces: bool) -> bool {
    let weightless = model.gravity().norm() == 0.0;
    weightless && bases(model).all(|base| floats(model, base, joint_forces)) && !is_tied(model, joint_forces)
}

/// Links whose joint is on the ground.
pub(super) fn bases(model: &Model) -> impl Iterator<Item = LinkId> {
    let on_ground = model.links().iter().enumerate().filter(|(_, l)| l.parent.is_none());
    on_ground.map(|(i, _)| LinkId(i))
}

/// Whether the joint between a base and the ground transmits no force.
fn floats(model: &Model, base: LinkId, joint_forces: bool) -> bool {
    let p = model.properties(base);
    let forces = [p.viscous_friction, p.dry_friction, p.spring_stiffness];
    let free = model.links()[base.0].joint.keyword() == "free" && p.reflected_inertia() == 0.0;
    free && (!joint_forces || forces == [0.0; 3])
}

/// Whether something other than the joints of bases connects a link with the ground.
fn is_tied(model: &Model, joint_forces: bool) -> bool {
    let is_base = |link: &LinkId| model.links()[link.0].parent.is_none();
    let closed = model.closures().iter().any(|closure| match closure.bound_joints() {
        Some(joints) => joints.iter().any(is_base),
        None => closure.links().contains(&None),
    });
    let sprung = || model.point_springs().iter().any(|spring| spring.from.link.is_none() || spring.to.link.is_none());
    let slowed = || (0..model.links().len()).any(|i| model.drag(LinkId(i)).is_some());
    closed || joint_forces && (sprung() || slowed())
}
