//! The words of MJCF, as far as bodies and their joints go.

use crate::xml::{Vocabulary, Word};

/// What bodies and frames may hold.
pub(super) const IN_BODY: &[&str] = &["inertial", "joint", "freejoint", "geom", "site", "body", "frame", "camera", "light", "plugin"];

/// What would add bodies that the file does not spell out.
pub(super) const GENERATORS: &[&str] = &["composite", "flexcomp", "replicate", "attach"];

const WORDS: &[Word] = &[
    Word {
        name: "mujoco",
        attributes: &["model"],
        children: &["compiler", "option", "default", "asset", "worldbody", "equality", "tendon", "actuator", "keyframe", "deformable"],
    },
    Word {
        name: "compiler",
        attributes: &[
            "angle", "eulerseq", "autolimits", "coordinate", "inertiafromgeom", "inertiagrouprange", "balanceinertia",
            "boundmass", "boundinertia", "settotalmass", "meshdir", "assetdir", "texturedir", "strippath", "fitaabb",
            "discardvisual", "usethread", "fusestatic", "saveinertial", "alignfree", "exactmeshinertia",
        ],
        children: &["lengthrange"],
    },
    Word { name: "worldbody", attributes: &[], children: IN_BODY },
    Word {
        name: "body",
        attributes: &["name", "childclass", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "mocap", "gravcomp", "sleep", "user"],
        children: IN_BODY,
    },
    Word {
        name: "frame",
        attributes: &["name", "childclass", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"],
        children: IN_BODY,
    },
    Word {
        name: "inertial",
        attributes: &["pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "mass", "diaginertia", "fullinertia"],
        children: &[],
    },
    Word {
        name: "joint",
        attributes: &[
            "name", "class", "type", "group", "pos", "axis", "springdamper", "limited", "actuatorfrclimited",
            "solreflimit", "solimplimit", "solreffriction", "solimpfriction", "stiffness", "range", "actuatorfrcrange",
            "actuatorgravcomp", "margin", "ref", "springref", "armature", "damping", "frictionloss", "user",
            // of equality constraints
            "joint1", "joint2", "polycoef", "active", "solref", "solimp",
        ],
        children: &[],
    },
    Word { name: "freejoint", attributes: &["name", "group", "align"], children: &[] },
    Word {
        name: "geom",
        attributes: &[
            "name", "class", "type", "contype", "conaffinity", "condim", "group", "priority", "size", "material", "rgba",
            "friction", "mass", "density", "shellinertia", "solmix", "solref", "solimp", "margin", "gap", "fromto", "pos",
            "quat", "axisangle", "xyaxes", "zaxis", "euler", "hfield", "mesh", "fitscale", "fluidshape", "fluidcoef", "user",
        ],
        children: &["plugin"],
    },
    Word {
        name: "site",
        attributes: &[
            "name", "class", "type", "group", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "fromto", "size",
            "material", "rgba", "user",
        ],
        children: &[],
    },
];

/// Sections and elements that change nothing that is computed here.
const EXTENSIONS: &[&str] =
    &["visual", "statistic", "size", "custom", "sensor", "contact", "extension", "camera", "light", "plugin"];

pub(super) static MJCF: Vocabulary = Vocabulary {
    format: "MJCF",
    begins: "<mujoco model=\"…\">",
    ends: "</mujoco>",
    words: WORDS,
    extensions: EXTENSIONS,
};
