//! SDF (SDFormat): the format of Gazebo, versions 1.4 to 1.12.
//!
//! | element | read as |
//! |---|---|
//! | `<model>`, also nested, merged and in a `<world>` | links and joints; those of a nested model are named `model::link`. A world must have one model that moves |
//! | `<include>` | the model of the file, found beside the including one, in a folder above it, or in the folders of `GZ_SIM_RESOURCE_PATH`, `SDF_PATH` and `GAZEBO_MODEL_PATH` |
//! | `<pose relative_to rotation_format degrees>`, `<frame attached_to>`, `placement_frame` | poses at zero; frames |
//! | `<link>` with `<inertial>` | mass, mass centre, inertia tensor rotated into link axes; without `<inertial>` 1 kg and 1 kg m² (a note), as the format prescribes; `auto="true"`: the mass of the collision shapes |
//! | `<joint type="revolute">`, `"continuous"`, `"prismatic"`, `"fixed"`, `"ball"` | revolute, prismatic, fixed, spherical joints |
//! | `"universal"`, `"revolute2"` | universal joint; two revolute joints if limits, springs or friction of the two axes differ |
//! | `"screw"` | helical joint, with `screw_thread_pitch` in m per turn, or `thread_pitch` |
//! | `"gearbox"` | a coupling of the two joints of its reference body |
//! | `<axis>`: `<xyz expressed_in>`, `<limit>`, `<dynamics>` | axis; limits; friction, spring |
//! | `<mimic>` | a coupling |
//! | `<visual>`, `<collision>` | shapes, except planes, height maps, ellipsoids, polylines (a note); mesh files are located but not read |
//! | `<static>` | the links are fixed to the world |
//! | `<gravity>` of a world | gravity |
//! | plugins, sensors, lights, physics | ignored (a note each) |
//!
//! The joints of an SDF model are a graph: loops are cut where the spanning tree of the model leaves them open. They are closed in the
//! modelled pose, which becomes the configuration `start`.
//!
//! Coordinates are zero in the modelled pose. If a joint leads to `world`, the world is the ground; otherwise the canonical link
//! (the first, unless `canonical_link` names another) is the ground, as the root link of a URDF file is, and a floating base sets it
//! free. Gravity is then given in the axes of that link. Links that no joint connects to it move freely.
//!
//! The axis of a joint is given in the frame of the joint, whose pose is given in the link that the joint names as its child. In
//! version 1.4 it is given in the frame of the model; in 1.5 and 1.6 where `<use_parent_model_frame>` is true; since 1.7 in the
//! frame that `expressed_in` names. `frame` of `<pose>` in 1.5 and 1.6 is read as `relative_to`.

mod axis;
mod base;
mod coupling;
mod frames;
mod include;
mod inertial;
mod joint;
mod link;
mod pose;
mod reader;
mod scope;
mod shape;
mod value;
mod vocabulary;
mod world;

use std::path::Path;

use denoc_model::Description;

use crate::source::read_text;
use crate::{FormatError, Note};

/// The robot described by an SDF file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sdf {
    /// Links and joints with their locations in the file.
    pub description: Description,
    /// Notes about data that were ignored or simplified.
    pub notes: Vec<Note>,
}

/// Reads an SDF file.
///
/// ```
/// let missing = denoc_formats::read_sdf("no/such/robot.sdf").unwrap_err();
/// assert_eq!(missing.to_string(), "no/such/robot.sdf: there is no such file; check the path");
/// ```
pub fn read_sdf(path: impl AsRef<Path>) -> Result<Sdf, FormatError> {
    let path = path.as_ref();
    parse(&read_text(path)?, &path.display().to_string(), Some(path))
}

/// Reads SDF text; `file` is the name used in messages and locations. Mesh files are read only where the mass depends on them.
///
/// ```
/// let text = r#"<sdf version="1.7">
///   <model name="pendulum">
///     <link name="rod">
///       <pose>0 0 2 0 0 0</pose>
///       <inertial>
///         <pose>0 0 -0.5 0 0 0</pose> <mass>1</mass>
///         <inertia> <ixx>0.08</ixx> <iyy>0.08</iyy> <izz>0.001</izz> </inertia>
///       </inertial>
///     </link>
///     <joint name="pivot" type="revolute">
///       <parent>world</parent> <child>rod</child>
///       <axis> <xyz>0 1 0</xyz> <limit> <lower>-1.5</lower> <upper>1.5</upper> </limit> </axis>
///     </joint>
///   </model>
/// </sdf>"#;
/// let sdf = denoc_formats::parse_sdf(text, "pendulum.sdf")?;
/// assert_eq!(sdf.description.ground, "world");
/// let pivot = &sdf.description.joints[0];
/// assert_eq!(pivot.origin.position.z, 2.0);
/// assert_eq!(pivot.properties.limits, Some([-1.5, 1.5]));
/// # Ok::<(), denoc_formats::FormatError>(())
/// ```
pub fn parse_sdf(text: &str, file: &str) -> Result<Sdf, FormatError> {
    parse(text, file, None)
}

pub(crate) fn parse(text: &str, file: &str, path: Option<&Path>) -> Result<Sdf, FormatError> {
    let complete = include::complete(text, file, path.unwrap_or(Path::new(file)))?;
    complete.read(&vocabulary::SDF, |root, undeclared| reader::read(root, undeclared, file, path))
}
