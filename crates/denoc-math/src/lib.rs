//! Number types and spatial algebra, the base of all other crates.
//!
//! All computations are written once over the small trait [`Real`] and run with any of its number types:
//!
//! | Number | Use |
//! |---|---|
//! | `f64`, `f32` | plain evaluation, separate multiply and add |
//! | [`Fused64`], [`Fused32`] | the same with fused multiply-add (inside [`simd`] kernels) |
//! | [`F64x4`], [`F32x8`] | several states at once (portable; [`simd`] provides AVX2 counterparts) |
//! | [`Dual`] | derivatives in several directions at once, nestable |
//! | [`Count`] | counts multiplications and additions |
//! | [`tape::Traced`] | records the operations, to be replayed with any other number type |
//!
//! Six-vectors have the angular part first: [`Twist`] = [ω; v], [`Wrench`] = [n; f], both about the origin of the frame in whose axes
//! they are written. [`Pose`] maps child coordinates to parent coordinates. The crate also has small dense matrices ([`dense`]), elimination
//! of rows ([`elimination`]) and seeded random numbers ([`random`]).
//!
//! This is not a general linear algebra library: it has what the recursions need. Mechanisms are in `denoc-model`.
//!
//! ```
//! use denoc_math::{Dual, Mat3, Pose, Real, Twist, Vec3};
//!
//! // a frame at distance 2 from a joint that rotates about z at 3 rad/s
//! let pose = Pose::translation(Vec3::new(2.0, 0.0, 0.0));
//! let joint = Twist::new(Vec3::new(0.0, 0.0, 3.0), Vec3::zero());
//! assert_eq!(pose.propagate(joint).linear, Vec3::new(0.0, 6.0, 0.0));
//!
//! // the derivative of its x coordinate with respect to the joint angle: −2 sin q
//! let q = Dual::<f64, 1>::variable(0.5, 0);
//! let (sin, cos) = q.sin_cos();
//! let tip = Mat3::rotation(Vec3::unit(2), sin, cos).apply(Vec3::new(Dual::lift(2.0), Dual::lift(0.0), Dual::lift(0.0)));
//! assert!((tip.x.parts[0] + 2.0 * 0.5f64.sin()).abs() < 1e-15);
//! ```

mod articulated;
mod count;
pub mod dense;
mod dual;
pub mod elimination;
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
