//! URDF: the robot description format of ROS.
//!
//! | element | read as |
//! |---|---|
//! | `<link>` with `<inertial>` | mass, mass centre, tensor turned into link axes; without `<inertial>` a link without mass |
//! | `<joint type="revolute">`, `"continuous"` | revolute joint, with and without limits |
//! | `"prismatic"`, `"fixed"`, `"floating"`, `"planar"` | prismatic, fixed, free, planar (the axis is the normal) |
//! | `"spherical"`, `"ball"` | ball joint (not in the standard: a note) |
//! | `<origin xyz rpy>` | the joint's place in the parent; `quat_xyzw` instead of `rpy` is understood |
//! | `<limit>`, `<dynamics>` | limits; viscous and dry friction |
//! | `<mimic>` | listed ([`Urdf::mimics`]) if the other joint exists; the joint moves independently (a note) |
//! | `<visual>`, `<collision>`, `<transmission>`, `<gazebo>`, … | not used (a note) |
//!
//! Angles are kept as written. Only where the angle is the double nearest to a multiple of π/2 (or within 1e-15 of it) sine
//! and cosine are exactly 0 and ±1; an angle such as 3.14159 is kept, and a note says how far from π it is.

mod angle;
mod element;
mod joint;
mod link;
mod number;
mod origin;
mod properties;
mod robot;
mod tree;
mod words;
mod xml;

use std::path::Path;

use denoc_model::{Description, Place, names};

use crate::source::Source;
use crate::{FormatError, Note};

/// What a URDF file says.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Urdf {
    /// Links and joints with their places; the ground is the root link. Fixed joints stay fixed joints.
    pub description: Description,
    /// What was read but not used, or simplified.
    pub notes: Vec<Note>,
    /// The joints that follow others. In `description` they are independent.
    pub mimics: Vec<Mimic>,
}

/// A joint that follows another one: its coordinate is multiplier · other + offset.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that follows.
    pub joint: String,
    /// The joint it follows.
    pub follows: String,
    /// Factor.
    pub multiplier: f64,
    /// Offset, rad or m.
    pub offset: f64,
    /// Where it is said.
    pub place: Place,
}

/// Reads a URDF file.
///
/// ```
/// let missing = denoc_formats::read_urdf("no/such/robot.urdf").unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/robot.urdf: there is no such file; check the path");
/// ```
pub fn read_urdf(path: impl AsRef<Path>) -> Result<Urdf, FormatError> {
    let path = path.as_ref();
    parse_urdf(&read_text(path)?, &path.display().to_string())
}

/// Reads URDF text; `file` is the name that messages and places carry.
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
    let source = Source::new(file, text);
    xml::with_document(&source, robot::read)
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, FormatError> {
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|e| match e.kind() {
        std::io::ErrorKind::NotFound => FormatError::NotFound { nearest: neighbour(path), file: file.clone() },
        kind => FormatError::Unreadable { file: file.clone(), reason: kind.to_string() },
    })?;
    String::from_utf8(bytes).map_err(|e| {
        let valid = e.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(e.as_bytes());
        FormatError::NotUtf8 { byte: e.as_bytes()[valid], at: Source::new(&file, &text).spot(valid) }
    })
}

/// A file of the same directory with nearly the same name.
fn neighbour(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let directory = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut entries: Vec<String> =
        std::fs::read_dir(directory).ok()?.flatten().filter_map(|e| e.file_name().into_string().ok()).collect();
    entries.sort();
    names::nearest(wanted, entries.iter().map(String::as_str))
}
