//! The vocabulary of SDF.

use crate::xml::{KnownElement, Vocabulary};

const fn known(
    name: &'static str,
    attributes: &'static [&'static str],
    children: &'static [&'static str],
) -> KnownElement {
    KnownElement { name, attributes, children }
}

const AXIS: &[&str] = &["xyz", "limit", "dynamics", "mimic", "use_parent_model_frame", "initial_position"];

#[rustfmt::skip]
const ELEMENTS: &[KnownElement] = &[
    known("sdf", &["version"], &["model", "world"]),
    known("world", &["name"], &["model", "include", "gravity", "frame", "joint", "physics"]),
    known("include", &["merge"], &["uri", "name", "pose", "static", "placement_frame", "namespace", "sdf"]),
    known("model", &["name", "canonical_link", "placement_frame", "namespace"], &[
        "pose", "static", "link", "joint", "frame", "model", "include", "self_collide", "allow_auto_disable",
        "enable_wind",
    ]),
    known("frame", &["name", "attached_to"], &["pose"]),
    known("pose", &["relative_to", "frame", "rotation_format", "degrees"], &[]),
    known("link", &["name"], &[
        "pose", "inertial", "visual", "collision", "gravity", "self_collide", "kinematic", "enable_wind",
        "must_be_base_link", "velocity_decay",
    ]),
    known("inertial", &["auto"], &["mass", "pose", "inertia", "density", "fluid_added_mass", "auto_inertia_params"]),
    known("inertia", &[], &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"]),
    known("joint", &["name", "type"], &[
        "parent", "child", "pose", "axis", "axis2", "gearbox_ratio", "gearbox_reference_body", "thread_pitch",
        "screw_thread_pitch", "physics",
    ]),
    known("axis", &[], AXIS),
    known("axis2", &[], AXIS),
    known("xyz", &["expressed_in"], &[]),
    known("limit", &[], &["lower", "upper", "effort", "velocity", "stiffness", "dissipation"]),
    known("dynamics", &[], &["damping", "friction", "spring_reference", "spring_stiffness"]),
    known("mimic", &["joint", "axis"], &["multiplier", "offset", "reference"]),
    known("visual", &["name"], &["pose", "geometry", "material", "transparency", "cast_shadows", "laser_retro",
        "visibility_flags"]),
    known("collision", &["name"], &["pose", "geometry", "density", "surface", "max_contacts", "laser_retro",
        "auto_inertia_params"]),
    known("geometry", &[], &[
        "box", "cylinder", "capsule", "sphere", "mesh", "plane", "ellipsoid", "cone", "heightmap", "image", "polyline",
        "empty",
    ]),
    known("box", &[], &["size"]),
    known("cylinder", &[], &["radius", "length"]),
    known("capsule", &[], &["radius", "length"]),
    known("sphere", &[], &["radius"]),
    known("mesh", &["optimization"], &["uri", "scale", "submesh", "convex_decomposition"]),
    known("material", &[], &[
        "ambient", "diffuse", "specular", "emissive", "script", "lighting", "shader", "pbr", "double_sided",
        "render_order", "shininess",
    ]),
];

/// Elements that do not affect the mechanics.
const EXTENSIONS: &[&str] = &[
    "plugin",
    "sensor",
    "light",
    "scene",
    "actor",
    "gui",
    "state",
    "audio",
    "atmosphere",
    "magnetic_field",
    "spherical_coordinates",
    "road",
    "population",
    "gripper",
    "projector",
    "audio_sink",
    "audio_source",
    "battery",
    "particle_emitter",
    "wind",
    "meta",
];

pub(super) static SDF: Vocabulary = Vocabulary {
    file: "an SDF file",
    begins: "<sdf version=\"1.11\">",
    ends: "</sdf>",
    elements: ELEMENTS,
    extensions: EXTENSIONS,
};
