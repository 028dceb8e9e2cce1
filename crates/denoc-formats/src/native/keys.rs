//! The keys and keywords of the format, by table.
//!
//! The keys of a table are listed in groups, since tables share some of them. The JSON Schema lists the same keys; a test
//! compares them.

use denoc_model::joints::{KINDS, KindInfo};

/// The keys of a table, in groups.
pub(super) type Keys = &'static [&'static [&'static str]];

pub(super) const FILE: Keys = &[&[
    "model",
    "link",
    "joint",
    "rope",
    "frame",
    "contact",
    "coupling",
    "distance",
    "cam",
    "rolling",
    "spring",
    "actuator",
    "configuration",
    "dh",
    "modified_dh",
]];
pub(super) const MODEL: Keys = &[&["name", "description", "source", "ground", "gravity"]];

const BODY: &[&str] = &["mass", "center", "inertia", "shape", "drag"];
pub(super) const LINK: Keys = &[&["name"], BODY];
pub(super) const DRAG: Keys = &[&["linear", "angular", "center", "axis"]];
pub(super) const INERTIA: Keys = &[&["xx", "xy", "xz", "yy", "yz", "zz"]];

const PROPERTIES: &[&str] = &[
    "limits",
    "velocity_limit",
    "effort_limit",
    "rotor_inertia",
    "gear_ratio",
    "viscous_friction",
    "dry_friction",
    "spring",
];
pub(super) const SPRING: Keys = &[&["stiffness", "rest"]];
pub(super) const ROTATION_SPRING: Keys =
    &[&["axis", "bend_stiffness", "twist_stiffness", "bend_damping", "twist_damping"]];
const JOINT: &[&str] =
    &["name", "type", "parent", "child", "origin", "child_origin", "parent_frame", "child_frame", "cut"];
pub(super) const ORIGIN: Keys = &[&["xyz", "rpy", "quaternion", "axis_angle", "matrix"]];
pub(super) const AXIS_ANGLE: Keys = &[&["axis", "angle"]];

pub(super) const ROPE: Keys = &[
    &["name", "type", "joints", "links", "length", "mass", "mass_per_length", "density", "diameter"],
    &["bending_stiffness", "torsional_stiffness", "bending_damping", "torsional_damping"],
    &["from", "start", "to", "direction", "end_mass", "drag"],
];
pub(super) const ROPE_END: Keys = &[&["link", "point"]];
pub(super) const ROPE_TYPES: &[&str] = &["rope", "chain", "cable"];
pub(super) const ROPE_JOINTS: &[&str] = &["spherical", "universal"];
pub(super) const ROPE_STARTS: &[&str] = &["pinned", "clamped"];
pub(super) const FRAME: Keys = &[&["name", "link", "origin"]];
pub(super) const CONTACT: Keys = &[&["name", "link", "position", "radius"]];
pub(super) const COUPLING: Keys =
    &[&["joint", "follows", "ratio", "teeth", "internal", "radius", "lead", "offset", "enforced"]];
const ENDS: &[&str] = &["name", "parent", "point", "child", "child_point"];
pub(super) const DISTANCE: Keys = &[ENDS, &["length"]];
pub(super) const CAM: Keys = &[&["name", "joint", "follows", "profile", "file", "periodic"]];
pub(super) const ROLLING: Keys = &[&["name", "link", "center", "axis", "radius", "plane", "keep_height"]];
pub(super) const PLANE: Keys = &[&["point", "normal"]];
pub(super) const POINT_SPRING: Keys = &[ENDS, &["stiffness", "rest_length", "damping"]];
pub(super) const ACTUATOR: Keys = &[&["name", "joint", "effort_limit"]];
pub(super) const DH: Keys = &[&["joint", "link", "type", "b", "theta", "a", "alpha", "r"], BODY, PROPERTIES];

/// The joint types that a file can use.
pub(super) fn joints() -> impl Iterator<Item = &'static KindInfo> + Clone {
    KINDS.iter().filter(|kind| kind.in_files)
}

/// Names of joint types in other formats, with the keyword of this format.
pub(super) fn joint_synonyms() -> Vec<(&'static str, &'static str)> {
    joints().flat_map(|kind| kind.synonyms.iter().map(|synonym| (*synonym, kind.keyword))).collect()
}

/// The keys that only joints of this type have.
pub(super) fn kind_keys(kind: &KindInfo) -> impl Iterator<Item = &'static str> {
    let parameters = kind.parameters.iter().flat_map(|p| [p.key].into_iter().chain(p.alternatives.iter().copied()));
    parameters.chain(kind.rotation_spring.then_some("rotation_spring"))
}

/// The keys of a joint of this type.
pub(super) fn joint_keys(kind: &KindInfo) -> Vec<&'static str> {
    JOINT.iter().chain(PROPERTIES).copied().chain(kind_keys(kind)).collect()
}

/// Other names of keys, with the key of this format.
pub(super) const KEY_SYNONYMS: &[(&str, &str)] = &[
    ("d", "b"),
    ("com", "center"),
    ("centre", "center"),
    ("colour", "color"),
    ("size", "sides"),
    ("kind", "type"),
    ("links", "link"),
    ("ropes", "rope"),
    ("chain", "rope"),
    ("cable", "rope"),
    ("joints", "joint"),
    ("shapes", "shape"),
    ("visual", "shape"),
    ("collision", "shape"),
    ("geometry", "shape"),
    ("pose", "origin"),
    ("position", "origin"),
    ("friction", "dry_friction"),
    ("damping", "viscous_friction"),
    ("stiffness", "spring"),
    ("armature", "rotor_inertia"),
    ("quat", "quaternion"),
    ("motor", "actuator"),
    ("mimic", "coupling"),
    ("gear", "coupling"),
    ("gears", "coupling"),
    ("rack", "coupling"),
    ("screw", "coupling"),
    ("multiplier", "ratio"),
    ("rod", "distance"),
    ("wheel", "rolling"),
    ("rest", "rest_length"),
    ("parent_point", "point"),
    ("active", "enforced"),
];

const SHAPE: &[&str] = &["type", "origin", "color", "purpose"];
const UNIFORM: &[&str] = &["mass", "density"];

/// The types of shapes and their keys.
pub(super) const SHAPES: &[(&str, Keys)] = &[
    ("box", &[SHAPE, UNIFORM, &["sides"]]),
    ("cylinder", &[SHAPE, UNIFORM, &["radius", "length"]]),
    ("capsule", &[SHAPE, UNIFORM, &["radius", "length"]]),
    ("sphere", &[SHAPE, UNIFORM, &["radius"]]),
    ("rod", &[SHAPE, UNIFORM, &["radius", "length"]]),
    ("mesh", &[SHAPE, UNIFORM, &["file", "scale"]]),
];

/// Names of shapes in other formats, with the keyword of this format.
pub(super) const SHAPE_SYNONYMS: &[(&str, &str)] = &[("cuboid", "box"), ("block", "box"), ("ball", "sphere")];

pub(super) const PURPOSES: &[&str] = &["both", "visual", "collision"];
pub(super) const DH_TYPES: &[&str] = &["revolute", "prismatic"];
