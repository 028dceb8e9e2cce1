//! The two-handle form against dense equations, the recursions and the methods for loops.

mod algebra;
mod chains;
mod fraction;
mod loops;
mod ranks;

use denoc_math::{Pose, Twist, Vec3, Wrench};
use denoc_model::LinkId;

use super::TwoHandle;
use denoc_dynamics::Velocity;

/// A link with handles at these points of the world; `load` is a wrench in link axes about its origin, besides gravity.
fn handles(stage: &Velocity<'_, f64>, link: LinkId, at: [Vec3<f64>; 2], load: Wrench<f64>) -> TwoHandle<f64, 6> {
    let pose = stage.link_pose(link);
    // from the link's frame to axes of the world at handle 1
    let to_handle = Pose::new(pose.rotation, pose.position - at[0]);
    let mass = stage.model().links()[link.0].mass.to_parent(to_handle);
    let g = stage.model().gravity();
    let load = load.rotate(pose.rotation);
    let load = Wrench::new(load.moment + to_handle.position.cross(load.force), load.force);
    let weight = Wrench::new(mass.first_moment.cross(g), g.scale(mass.mass));
    let w = pose.rotation.apply(stage.link_twist(link).angular);
    TwoHandle::rigid(mass, at[1] - at[0], w, load + weight).unwrap()
}

/// The same in the x-y plane.
fn planar(stage: &Velocity<'_, f64>, link: LinkId, at: [Vec3<f64>; 2]) -> TwoHandle<f64, 3> {
    let pose = stage.link_pose(link);
    let mass = stage.model().links()[link.0].mass.to_parent(Pose::new(pose.rotation, pose.position - at[0]));
    let (c, r, g) = (mass.first_moment, at[1] - at[0], stage.model().gravity());
    let own = super::PlanarMass { mass: mass.mass, first_moment: [c.x, c.y], inertia: mass.inertia.zz };
    let load = [c.cross(g).z, mass.mass * g.x, mass.mass * g.y];
    TwoHandle::planar(own, [r.x, r.y], stage.link_twist(link).angular.z, load).unwrap()
}

/// A six-vector from link axes to those of the world.
fn in_world(stage: &Velocity<'_, f64>, link: LinkId, column: Twist<f64>) -> [f64; 6] {
    column.rotate(stage.link_pose(link).rotation).to_array()
}
