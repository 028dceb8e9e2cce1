//! Numbers and spatial algebra: the ground floor of denoc.
//!
//! Everything above is written once, over the small trait [`Real`], and runs with any of its numbers:
//!
//! | number | use |
//! |---|---|
//! | `f64`, `f32` | plain evaluation, separate multiply and add |
//! | [`Fused64`], [`Fused32`] | the same with fused multiply-add (inside [`simd`] entries) |
//! | [`F64x4`], [`F32x8`] | several states at once (portable; [`simd`] supplies the AVX2 twins) |
//! | [`Dual`] | derivatives, in several directions at once, nestable |
//! | [`Count`] | counts multiplications and additions |
//! | [`tape::Traced`] | records the operations so that they can be replayed with any other number |
//!
//! Six-vectors keep the angular part first: [`Twist`] = [ω; v], [`Wrench`] = [n; f], both about the origin of the
//! frame in whose axes they are written. [`Pose`] maps child coordinates to parent coordinates.
//!
//! Besides, for everyone above: small dense matrices ([`dense`]) and random numbers from a seed ([`random`]).

mod articulated;
mod count;
pub mod dense;
mod dual;
mod fused;
mod lanes;
mod mass;
mod mat3;
mod plain;
mod pose;
mod quaternion;
pub mod random;
mod real;
pub mod simd;
pub mod sincos;
mod sym3;
pub mod tape;
mod twist;
mod vec3;

pub use articulated::ArticulatedMass;
pub use count::{Count, Operations, count_operations};
pub use dual::Dual;
pub use fused::{Fused32, Fused64};
pub use lanes::{F32x8, F64x4, Lanes};
pub use mass::RigidMass;
pub use mat3::Mat3;
pub use pose::Pose;
pub use quaternion::{
    from_rotation as quaternion_from_rotation, multiply as quaternion_multiply, rotation as quaternion_rotation,
};
pub use real::{Constant, Lane, Real};
pub use sym3::Sym3;
pub use twist::{Twist, Wrench};
pub use vec3::Vec3;
