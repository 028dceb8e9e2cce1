//! The vocabulary of URDF.

use crate::xml::{KnownElement, Vocabulary};

const ELEMENTS: &[KnownElement] = &[
    KnownElement {
        name: "robot",
        attributes: &["name", "version"],
        children: &["link", "joint", "material", "transmission", "gazebo"],
    },
    KnownElement { name: "link", attributes: &["name", "type"], children: &["inertial", "visual", "collision"] },
    KnownElement { name: "inertial", attributes: &[], children: &["origin", "mass", "inertia"] },
    KnownElement { name: "origin", attributes: &["xyz", "rpy", "quat_xyzw"], children: &[] },
    KnownElement { name: "mass", attributes: &["value"], children: &[] },
    KnownElement { name: "inertia", attributes: &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"], children: &[] },
    KnownElement {
        name: "joint",
        attributes: &["name", "type"],
        children: &[
            "origin",
            "parent",
            "child",
            "axis",
            "limit",
            "dynamics",
            "mimic",
            "calibration",
            "safety_controller",
        ],
    },
    KnownElement { name: "parent", attributes: &["link"], children: &[] },
    KnownElement { name: "child", attributes: &["link"], children: &[] },
    KnownElement { name: "axis", attributes: &["xyz"], children: &[] },
    KnownElement {
        name: "limit",
        attributes: &["lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"],
        children: &[],
    },
    KnownElement { name: "dynamics", attributes: &["damping", "friction"], children: &[] },
    KnownElement { name: "visual", attributes: &["name"], children: &["origin", "geometry", "material"] },
    KnownElement {
        name: "collision",
        attributes: &["name", "group"],
        children: &["origin", "geometry", "material", "verbose"],
    },
    KnownElement { name: "geometry", attributes: &[], children: &["box", "cylinder", "capsule", "sphere", "mesh"] },
    KnownElement { name: "box", attributes: &["size"], children: &[] },
    KnownElement { name: "cylinder", attributes: &["radius", "length"], children: &[] },
    KnownElement { name: "capsule", attributes: &["radius", "length"], children: &[] },
    KnownElement { name: "sphere", attributes: &["radius"], children: &[] },
    KnownElement { name: "mesh", attributes: &["filename", "scale"], children: &[] },
    KnownElement { name: "material", attributes: &["name"], children: &["color", "texture"] },
    KnownElement { name: "color", attributes: &["rgba"], children: &[] },
    KnownElement { name: "mimic", attributes: &["joint", "multiplier", "offset"], children: &[] },
];

/// Elements of other programs next to links and joints, which are ignored.
const EXTENSIONS: &[&str] = &[
    "gazebo",
    "ros2_control",
    "sensor",
    "calibration",
    "safety_controller",
    "contact",
    "group",
    "group_state",
    "disable_collisions",
    "virtual_joint",
    "end_effector",
    "loop_joint",
    "mujoco",
    "plugin",
    "self_collision_checking",
    "verbose",
    "drake",
    "hardware",
];

pub(super) static URDF: Vocabulary = Vocabulary {
    file: "a URDF file",
    begins: "<robot name=\"…\">",
    ends: "</robot>",
    elements: ELEMENTS,
    extensions: EXTENSIONS,
};
