//! MJCF: the model format of MuJoCo, a subset.
//!
//! | element | read as |
//! |---|---|
//! | `<body>`, `<frame>` | links; a body without joints hangs on a fixed joint |
//! | `<joint type="hinge">`, `"slide"`, `"ball"`, `<freejoint>` | revolute, prismatic, ball, free; several joints in one body make a chain with links without mass between them |
//! | `ref`, `range`, `stiffness`, `springref`, `damping`, `frictionloss`, `armature`, `actuatorfrcrange` | coordinates as in MuJoCo (`ref` is where the body stands as drawn), limits, spring, friction, rotor inertia (a free joint's armature is left out, with a note), effort limit |
//! | `<inertial>`, or `<geom>` with density or mass | mass, mass centre, inertia |
//! | `<geom>` | shapes, except planes, ellipsoids and height fields (a note) |
//! | `<site>` | frames |
//! | `<equality>`: `connect`, `weld`, `joint` | ball joints and fixed joints that close loops; couplings (where not active, kept but not enforced) |
//! | `<actuator>` on joints | motors with their largest force; gains are not used |
//! | `<keyframe>` | configurations, coordinates in our order; `qpos0` is added where it is not zero |
//! | `<default>`, `<compiler>`, `<option gravity>` | honoured |
//! | `<tendon>`, fluid forces, `gravcomp`, … | left out (a note) |
//! | `<include>`, `<replicate>`, `<composite>`, `<attach>`, `<flexcomp>` | refused: save the compiled model and read that |
//!
//! The world is the ground. Angles are in degrees unless `<compiler angle="radian"/>` says otherwise, as in MuJoCo. A free
//! joint has q = position and quaternion `[x, y, z, w]` in the world; in MuJoCo the quaternion begins with w.

mod actuator;
mod asset;
mod body;
mod compiler;
mod equality;
mod geom;
mod inertial;
mod joint;
mod keyframe;
mod orientation;
mod reader;
mod setting;
mod words;

use std::path::Path;

use denoc_model::Description;

use crate::source::{Source, read_text};
use crate::{FormatError, Note, xml};

/// What an MJCF file says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mjcf {
    /// Links and joints with their places; the ground is called "world".
    pub description: Description,
    /// What was read but not used, or simplified.
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

/// Reads MJCF text; `file` is the name that messages and places carry. Mesh files are looked for where mass depends on them.
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
    let source = Source::new(file, text);
    xml::with_document(&source, &words::MJCF, |root, _| reader::read(root, file, path))
}
