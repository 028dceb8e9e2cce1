//! URDF: the robot description format of ROS.
//!
//! | element | read as |
//! |---|---|
//! | `<link>` with `<inertial>` | mass, mass centre, inertia tensor rotated into link axes; without `<inertial>` the mass is zero; principal moments down to −1e-6 kg m² are taken as zero, with a note |
//! | `<joint type="revolute">`, `"continuous"` | revolute joint, with and without limits |
//! | `"prismatic"`, `"fixed"`, `"floating"`, `"planar"` | prismatic, fixed, free, planar (the axis is the normal) |
//! | `"spherical"`, `"ball"` | spherical joint (not in the URDF standard: a note) |
//! | `<origin xyz rpy>` | pose of the joint in the parent link; `quat_xyzw` is accepted instead of `rpy` |
//! | `<limit>`, `<dynamics>` | limits; viscous and dry friction |
//! | `<mimic>` | a coupling that is not enforced, if the other joint exists; the joint moves independently (a note) |
//! | `<visual>`, `<collision>`, `<material>` | shapes of the link, with colours; mesh files are located but not read |
//! | `<transmission>`, `<gazebo>`, … | ignored (a note) |
//!
//! Angles are kept as written. If an angle is the double nearest to a multiple of π/2 (or within 1e-15 of it), its sine and
//! cosine are exactly 0 and ±1. An angle such as 3.14159 is kept, and a note reports its distance from π.

mod joint;
mod link;
mod origin;
mod properties;
mod robot;
mod shape;
mod tree;
mod vocabulary;

use std::path::Path;

use denoc_model::Description;

use crate::source::{Source, read_text};
use crate::{FormatError, Note, xml};

/// The robot described by a URDF file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Urdf {
    /// Links and joints with their locations in the file; the ground is the root link. Fixed joints are kept
    /// ([`Description::merge_fixed`] merges the links they connect).
    pub description: Description,
    /// Notes about data that were ignored or simplified.
    pub notes: Vec<Note>,
}

/// Reads a URDF file.
///
/// ```
/// let missing = denoc_formats::read_urdf("no/such/robot.urdf").unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/robot.urdf: there is no such file; check the path");
/// ```
pub fn read_urdf(path: impl AsRef<Path>) -> Result<Urdf, FormatError> {
    let path = path.as_ref();
    parse(&read_text(path)?, &path.display().to_string(), Some(path))
}

/// Reads URDF text; `file` is the name used in messages and locations. Mesh files are not searched.
///
/// ```
/// let text = r#"<robot name="crane">
///   <link name="mast"/> <link name="jib"/>
///   <joint name="slew" type="revolute">
///     <parent link="mast"/> <child link="jib"/>
///     <origin xyz="0 0 12" rpy="0 0 1.5707963267948966"/> <axis xyz="0 0 1"/>
///     <limit lower="-3" upper="3" effort="2e4" velocity="0.1"/>
///   </joint>
/// </robot>"#;
/// let urdf = denoc_formats::parse_urdf(text, "crane.urdf")?;
/// assert_eq!(urdf.description.ground, "mast");
/// let slew = &urdf.description.joints[0];
/// assert_eq!(slew.origin.rotation.get(1, 0), 1.0); // exactly
/// assert_eq!(slew.place.as_ref().map(|p| p.line), Some(3));
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn parse_urdf(text: &str, file: &str) -> Result<Urdf, FormatError> {
    parse(text, file, None)
}

pub(crate) fn parse(text: &str, file: &str, path: Option<&Path>) -> Result<Urdf, FormatError> {
    let source = Source::new(file, text);
    xml::with_document(&source, &vocabulary::URDF, |robot, undeclared| robot::read(robot, undeclared, path))
}
