//! Mechanisms as data: from a graph of links and joints to a numbered, immutable model.
//!
//! [`Description`] is plain data. Build it in code, from Denavit-Hartenberg tables ([`Description::from_dh`]), or with a reader of the
//! crate `denoc-formats`. [`Description::build`] validates it, chooses a spanning tree and numbers the links; the result is a
//! [`Model`], which all computations take. [`joints`] is the registry of joint types; [`Rope`] generates chains of many links.
//!
//! This crate computes no dynamics (`denoc-dynamics`), evaluates no mechanisms with their loops closed (`denoc-mechanism`) and reads
//! no files (`denoc-formats`).
//!
//! ```
//! use denoc_math::{Pose, Vec3};
//! use denoc_model::{Description, Joint, MassProperties};
//!
//! let (x, y) = (Vec3::unit(0), Vec3::unit(1));
//! let rod = MassProperties::rod(1.0, 0.5, x);
//! let model = Description::new("double pendulum")
//!     .link("upper", rod)
//!     .link("lower", rod)
//!     .joint("shoulder", "ground", "upper", Joint::revolute(y), Pose::identity())
//!     .joint("elbow", "upper", "lower", Joint::revolute(y), Pose::translation(x.scale(0.5)))
//!     .configuration("folded", &[("elbow", &[3.0])])
//!     .build()?;
//! assert_eq!((model.nq(), model.nv()), (2, 2));
//! assert_eq!(model.joint_names(), ["shoulder", "elbow"]);
//! assert_eq!(model.configuration("folded")?, [0.0, 3.0]);
//! # Ok::<(), denoc_model::ModelError>(())
//! ```
//!
//! Conventions: SI units and radians; gravity 9.81 m/s² along −z by default; rotation matrices map link axes to parent axes;
//! quaternions are `[x, y, z, w]`; six-vectors have the angular part first.

mod build;
mod cam_profile;
pub mod checks;
pub mod closures;
mod description;
mod details;
mod dh;
mod drag;
mod error;
pub mod joints;
mod lock;
mod mass_properties;
mod merge;
mod model;
pub mod names;
pub mod parameters;
mod point_spring;
mod rope;
mod rotation_spring;
mod shape;
mod size;
mod state;
mod table;
mod thin;
mod topology;

pub use cam_profile::{CamProfile, CamProfileError};
pub use checks::Warning;
pub use closures::{
    CamSpec, Closure, ClosureId, ConstraintKind, ConstraintSpec, Couplings, CutJoint, DistanceSpec, Follower, GearSpec,
    PointSpec, RollingSpec,
};
pub use description::{Description, FrameSpec, JointProperties, JointSpec, LinkSpec, Place};
pub use details::{ActuatorSpec, Configuration, ContactPoint, Coupling};
pub use dh::{DhJoint, DhRow, exact_sin_cos};
pub use drag::Drag;
pub use error::{ModelError, StateError};
pub use joints::{Joint, JointLaw};
pub use mass_properties::MassProperties;
pub use model::{Frame, FrameId, Link, LinkId, Model, Module};
pub use point_spring::{PointSpring, SpringSpec};
pub use rope::{Rope, RopeJoint, RopeKind, RopeMass};
pub use rotation_spring::RotationSpring;
pub use shape::{Geometry, Purpose, Shape};
pub use state::QUATERNION_TOLERANCE;
pub use topology::{Cluster, Loop};
