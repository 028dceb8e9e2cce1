//! From a description (a graph of links and joints) to a numbered, immutable model.
//!
//! [`Description`] is plain data: build it in code, from Denavit-Hartenberg tables ([`Description::from_dh`]), or with a
//! reader of the `denoc-formats` crate. [`Description::build`] checks it and numbers its links: [`Model`].
//!
//! Conventions: SI units and radians; gravity 9.81 m/s² along −z unless said otherwise; rotation matrices map link axes to
//! parent axes; quaternions `[x, y, z, w]`; six-vectors angular part first.

mod build;
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
mod profile;
mod rope;
mod rotation_spring;
mod shape;
mod size;
mod state;
mod table;
mod topology;

pub use checks::Warning;
pub use closures::{
    CamSpec, Closure, ClosureId, ConstraintKind, ConstraintSpec, CutJoint, DistanceSpec, PointSpec, RollingSpec,
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
pub use profile::{Profile, ProfileError};
pub use rope::{Rope, RopeJoint, RopeKind, RopeMass};
pub use rotation_spring::RotationSpring;
pub use shape::{Geometry, Purpose, Shape};
pub use state::QUATERNION_TOLERANCE;
pub use topology::{Cluster, Loop};
