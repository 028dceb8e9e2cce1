//! The words of the format: which elements may stand where, and their attributes.

/// One element.
pub(super) struct Word {
    pub(super) name: &'static str,
    pub(super) attributes: &'static [&'static str],
    pub(super) children: &'static [&'static str],
}

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
    Word { name: "mimic", attributes: &["joint", "multiplier", "offset"], children: &[] },
];

/// What is known about an element; `None` for those that are not looked into.
pub(super) fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|w| w.name == name)
}

/// Elements that other programs put next to links and joints: known, not ours.
pub(super) const EXTENSIONS: &[&str] = &[
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
