//! Passive forces: joint springs and friction, point-to-point springs, drag.

mod cut_friction;
mod drag;
mod joints;
mod point_springs;
mod wrenches;

pub use cut_friction::CutFriction;
pub use drag::{mass_center, resistances};
pub use joints::{
    DRY_FRICTION_SPEED, add_joint_forces, add_joint_forces_sliding, joint_spring_energy, smooth_joint_forces,
};
pub use wrenches::PassiveWrenches;
