//! The Jacobian of the mass centre.

use denoc_dynamics::Position;
use denoc_math::{Twist, Vec3};
use denoc_model::LinkId;
use nalgebra::Matrix3xX;

/// The velocity of the mass centre of all moving links per unit speed, in world axes: every joint moves the links beyond it as
/// one body.
pub(super) fn mass_center_jacobian(stage: &Position<'_, f64>) -> Matrix3xX<f64> {
    let model = stage.model();
    // mass and first moment about the world origin of what each joint moves
    let mut beyond: Vec<(f64, Vec3<f64>)> = Vec::with_capacity(model.links().len());
    for (i, link) in model.links().iter().enumerate() {
        let pose = stage.link_pose(LinkId(i));
        beyond
            .push((link.mass.mass, pose.position.scale(link.mass.mass) + pose.rotation.apply(link.mass.first_moment)));
    }
    for (i, link) in model.links().iter().enumerate().rev() {
        if let Some(LinkId(p)) = link.parent {
            let (mass, moment) = beyond[i];
            beyond[p] = (beyond[p].0 + mass, beyond[p].1 + moment);
        }
    }
    let per_mass = if model.total_mass() > 0.0 { 1.0 / model.total_mass() } else { 0.0 };
    let mut out = Matrix3xX::zeros(model.nv());
    let mut columns = [Twist::zero(); 6];
    for (i, link) in model.links().iter().enumerate() {
        let (pose, (mass, moment)) = (stage.link_pose(LinkId(i)), beyond[i]);
        link.joint.columns(&stage.q()[link.q..link.q + link.nq], &mut columns[..link.nv]);
        for (k, column) in columns[..link.nv].iter().enumerate() {
            let column = column.rotate(pose.rotation);
            let rate = column.linear.scale(mass) + column.angular.cross(moment - pose.position.scale(mass));
            out.column_mut(link.v + k).copy_from_slice(&rate.scale(per_mass).to_array());
        }
    }
    out
}
