//! MJCF: the model format of MuJoCo, a subset.
//!
//! | element | read as |
//! |---|---|
//! | `<body>`, `<frame>` | links; a body without joints has a fixed joint |
//! | `<joint type="hinge">`, `"slide"`, `"ball"`, `<freejoint>` | revolute, prismatic, spherical, free; several joints of one body form a chain with massless links between them |
//! | `ref`, `range`, `stiffness`, `springref`, `damping`, `frictionloss`, `armature`, `actuatorfrcrange` | coordinates as in MuJoCo (`ref` is the coordinate of the modelled pose), limits, spring, friction, rotor inertia, effort limit |
//! | `<inertial>`, or `<geom>` with density or mass | mass, mass centre, inertia, also of shells and of geoms fitted to meshes; that of a mesh as its `inertia` says: MuJoCo's default counts concave meshes too heavy and gives meshes with holes a mass (notes) |
//! | `<geom>` | shapes, except planes, ellipsoids and height fields (a note) |
//! | `<site>` | frames |
//! | `<equality>`: `connect`, `weld`, `joint` | spherical and fixed joints that close loops; couplings (if inactive, kept but not enforced) |
//! | `<actuator>` on joints | actuators with their effort limit; their armature and damping are added to those of the joint; gains are ignored (a note) |
//! | `<keyframe>` | configurations, with coordinates in the order of denoc; `qpos0` is added if it is not zero |
//! | `<include>`, `<default>`, `<compiler>`, gravity and flags of `<option>` | applied |
//! | tendons, fluid forces, `gravcomp`, `springdamper`, nonlinear springs and dampers, nonlinear couplings, locked joints, armature, spring and `frictionloss` of a free joint | ignored (a note each) |
//! | `align` of a free joint | ignored (a note): its coordinates are those of the body frame as written |
//! | `<replicate>`, `<composite>`, `<attach>`, `<flexcomp>`, meshes without faces, or with holes and `inertia="exact"`, where their mass is needed | not supported: save the compiled model and read that file |
//!
//! Unknown elements and attributes are noted. Accelerations agree with MuJoCo's to 1e-9 for each feature of this table
//! (`tests/mjcf_variants.rs`).
//!
//! The world is the ground. Angles are in degrees unless `<compiler angle="radian"/>` is given, as in MuJoCo. A free
//! joint has q = position and quaternion `[x, y, z, w]` in the world; in MuJoCo the quaternion begins with w.

mod actuator;
mod asset;
mod body;
mod compiler;
mod equality;
mod fit;
mod geom;
mod include;
mod inertial;
mod joint;
mod keyframe;
mod mesh_mass;
mod orientation;
mod reader;
mod setting;
mod shell;
mod vocabulary;

use std::path::Path;

use denoc_model::Description;

use crate::source::read_text;
use crate::{FormatError, Note};

/// The robot described by an MJCF file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mjcf {
    /// Links and joints with their locations in the file; the ground is named "world".
    pub description: Description,
    /// Notes about data that were ignored or simplified.
    pub notes: Vec<Note>,
}

/// Reads an MJCF file.
///
/// ```
/// let missing = denoc_formats::read_mjcf("no/such/robot.xml").unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/robot.xml: there is no such file; check the path");
/// ```
pub fn read_mjcf(path: impl AsRef<Path>) -> Result<Mjcf, FormatError> {
    let path = path.as_ref();
    parse(&read_text(path)?, &path.display().to_string(), Some(path))
}

/// Reads MJCF text; `file` is the name used in messages and locations. Mesh files are read only where the mass depends on them.
///
/// ```
/// let text = r#"<mujoco model="pendulum">
///   <worldbody>
///     <body name="rod" pos="0 0 2">
///       <joint name="pivot" axis="0 1 0" range="-90 90"/>
///       <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.02" density="2700"/>
///     </body>
///   </worldbody>
/// </mujoco>"#;
/// let mjcf = denoc_formats::parse_mjcf(text, "pendulum.xml")?;
/// let pivot = &mjcf.description.joints[0];
/// assert_eq!(pivot.properties.limits, Some([-90f64, 90.0].map(f64::to_radians)));
/// assert!((mjcf.description.links[0].mass.mass - 3.4834).abs() < 1e-4);
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn parse_mjcf(text: &str, file: &str) -> Result<Mjcf, FormatError> {
    parse(text, file, None)
}

pub(crate) fn parse(text: &str, file: &str, path: Option<&Path>) -> Result<Mjcf, FormatError> {
    let model = path.unwrap_or(Path::new(file));
    include::Complete::new(text, file, model)?.read(|root| reader::read(root, file, path))
}
