//! The keys and keywords of the format, by table.
//!
//! The keys of a table are listed in groups, since tables share some of them. The JSON Schema lists the same keys; a test
//! compares them.

use denoc_model::closures::{CONSTRAINTS, ConstraintInfo};
use denoc_model::joints::{KINDS, KindInfo};

use super::parameter;

/// The keys of a table, in groups.
pub(super) type Keys = &'static [&'static [&'static str]];

/// The tables of a file.
pub(super) fn file_keys() -> Vec<&'static str> {
    let before = ["model", "planar", "link", "joint", "rope", "frame", "contact", "coupling"];
    let after = ["spring", "actuator", "configuration", "dh", "modified_dh"];
    before.into_iter().chain(CONSTRAINTS.iter().map(|kind| kind.keyword)).chain(after).collect()
}

/// The keys of a constraint of this kind.
pub(super) fn constraint_keys(kind: &ConstraintInfo) -> Vec<&'static str> {
    [vec!["name"], parameter::keys(kind.parameters)].concat()
}

pub(super) const MODEL: Keys = &[&["name", "description", "source", "ground", "gravity"]];

const BODY: &[&str] = &["mass", "center", "inertia", "shape", "drag"];
pub(super) const LINK: Keys = &[&["name"], BODY];
pub(super) const DRAG: Keys = &[&["linear", "angular", "center", "axis"]];
pub(super) const INERTIA: Keys = &[&["xx", "xy", "xz", "yy", "yz", "zz"]];

const PROPERTIES: &[&str] = &[
    "limits",
    "restitution",
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
pub(super) const PLANAR: Keys = &[
    &["plane", "unit", "points", "ground", "bars", "mass_per_length", "wheels", "sliders", "cylinders"],
    &["masses", "springs", "joints", "input"],
];
pub(super) const PLANES: &[&str] = &["xz", "xy"];
pub(super) const PLANAR_BAR: Keys = &[&["points", "mass", "mass_per_length", "center", "inertia"]];
pub(super) const PLANAR_SLIDER: Keys = &[&["point", "along", "on", "mass", "inertia"]];
pub(super) const PLANAR_WHEEL: Keys = &[&["point", "mass", "radius", "inertia"]];
pub(super) const PLANAR_CYLINDER: Keys = &[&["points", "mass", "mass_per_length"]];
pub(super) const PLANAR_SPRING: Keys = &[&["points", "stiffness", "rest_length", "damping"]];
pub(super) const PLANAR_JOINT: Keys = &[PROPERTIES];
pub(super) const FRAME: Keys = &[&["name", "link", "origin"]];
pub(super) const CONTACT: Keys = &[&["name", "link", "position", "radius"]];
pub(super) const COUPLING: Keys =
    &[&["joint", "follows", "ratio", "teeth", "internal", "radius", "lead", "offset", "enforced"]];
pub(super) const POINT_SPRING: Keys =
    &[&["name", "parent", "point", "child", "child_point", "stiffness", "rest_length", "damping"]];
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
    parameter::keys(kind.parameters).into_iter().chain(kind.rotation_spring.then_some("rotation_spring"))
}

/// The keys of a joint of this type.
pub(super) fn joint_keys(kind: &KindInfo) -> Vec<&'static str> {
    JOINT.iter().chain(PROPERTIES).copied().chain(kind_keys(kind)).collect()
}

/// The key that is elsewhere called `word`, if it is one of `keys`.
pub(super) fn synonym(word: &str, keys: &[&'static str]) -> Option<&'static str> {
    let tables = CONSTRAINTS.iter().flat_map(|kind| kind.synonyms.iter().map(|synonym| (*synonym, kind.keyword)));
    let all = KEY_SYNONYMS.iter().copied().chain(tables);
    all.filter(|(other, _)| *other == word).map(|(_, key)| key).find(|key| keys.contains(key))
}

/// Other names of keys, with the key of this format.
const KEY_SYNONYMS: &[(&str, &str)] = &[
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
    ("rack", "coupling"),
    ("screw", "coupling"),
    ("multiplier", "ratio"),
    ("rest", "rest_length"),
    ("parent_point", "point"),
    ("active", "enforced"),
    ("point", "points"),
    ("bar", "bars"),
    ("slider", "sliders"),
    ("wheel", "wheels"),
    ("cylinder", "cylinders"),
    ("inputs", "input"),
    ("units", "unit"),
    ("pins", "joints"),
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
