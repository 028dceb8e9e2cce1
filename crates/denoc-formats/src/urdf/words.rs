//! The words of URDF.

use crate::xml::{Vocabulary, Word};

const WORDS: &[Word] = &[
    Word {
        name: "robot",
        attributes: &["name", "version"],
        children: &["link", "joint", "material", "transmission", "gazebo"],
    },
    Word { name: "link", attributes: &["name", "type"], children: &["inertial", "visual", "collision"] },
    Word { name: "inertial", attributes: &[], children: &["origin", "mass", "inertia"] },
    Word { name: "origin", attributes: &["xyz", "rpy", "quat_xyzw"], children: &[] },
    Word { name: "mass", attributes: &["value"], children: &[] },
    Word { name: "inertia", attributes: &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"], children: &[] },
    Word {
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
    Word { name: "parent", attributes: &["link"], children: &[] },
    Word { name: "child", attributes: &["link"], children: &[] },
    Word { name: "axis", attributes: &["xyz"], children: &[] },
    Word {
        name: "limit",
        attributes: &["lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"],
        children: &[],
    },
    Word { name: "dynamics", attributes: &["damping", "friction"], children: &[] },
    Word { name: "visual", attributes: &["name"], children: &["origin", "geometry", "material"] },
    Word {
        name: "collision",
        attributes: &["name", "group"],
        children: &["origin", "geometry", "material", "verbose"],
    },
    Word { name: "geometry", attributes: &[], children: &["box", "cylinder", "capsule", "sphere", "mesh"] },
    Word { name: "box", attributes: &["size"], children: &[] },
    Word { name: "cylinder", attributes: &["radius", "length"], children: &[] },
    Word { name: "capsule", attributes: &["radius", "length"], children: &[] },
    Word { name: "sphere", attributes: &["radius"], children: &[] },
    Word { name: "mesh", attributes: &["filename", "scale"], children: &[] },
    Word { name: "material", attributes: &["name"], children: &["color", "texture"] },
    Word { name: "color", attributes: &["rgba"], children: &[] },
    Word { name: "mimic", attributes: &["joint", "multiplier", "offset"], children: &[] },
];

/// Elements that other programs put next to links and joints: known, not ours.
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
    words: WORDS,
    extensions: EXTENSIONS,
};
