//! The vocabulary of MJCF: bodies, joints and related elements.

use crate::xml::{KnownElement, Vocabulary};

/// Children of bodies and frames.
pub(super) const IN_BODY: &[&str] =
    &["inertial", "joint", "freejoint", "geom", "site", "body", "frame", "camera", "light", "plugin"];

/// Elements that generate bodies.
pub(super) const GENERATORS: &[&str] = &["composite", "flexcomp", "replicate", "attach"];

// the attributes that MuJoCo's own schema lists (mj_printSchema)
#[rustfmt::skip]
const OPTION: &[&str] = &[
    "actuatorgroupdisable", "ccd_iterations", "ccd_tolerance", "cone", "density", "gravity", "impratio", "integrator",
    "iterations", "jacobian", "ls_iterations", "ls_tolerance", "magnetic", "noslip_iterations", "noslip_tolerance",
    "o_friction", "o_margin", "o_solimp", "o_solref", "sdf_initpoints", "sdf_iterations", "sleep_tolerance", "solver",
    "timestep", "tolerance", "viscosity", "wind", "apirate", "mpr_iterations", "mpr_tolerance", "collision",
];
#[rustfmt::skip]
const FLAG: &[&str] = &[
    "actuation", "autoreset", "clampctrl", "constraint", "contact", "damper", "diagexact", "energy", "equality",
    "eulerdamp", "filterparent", "frictionloss", "fwdinv", "gravity", "invdiscrete", "ipc", "island", "limit", "midphase",
    "multiccd", "nativeccd", "override", "passive", "refsafe", "sensor", "sensornoise", "sleep", "speculative", "spring",
    "warmstart",
];
#[rustfmt::skip]
const MESH: &[&str] = &[
    "builtin", "class", "content_type", "face", "file", "inertia", "material", "maxhullvert", "name", "normal", "params",
    "refpos", "refquat", "scale", "smoothnormal", "texcoord", "vertex",
];
const CONNECT: &[&str] = &["name", "class", "active", "solref", "solimp", "body1", "body2", "anchor", "site1", "site2"];
#[rustfmt::skip]
const WELD: &[&str] = &[
    "name", "class", "active", "solref", "solimp", "body1", "body2", "anchor", "relpose", "site1", "site2", "torquescale",
];
const KEY: &[&str] = &["name", "time", "qpos", "qvel", "act", "ctrl", "mpos", "mquat", "plastic"];
/// Of all actuators that are read.
#[rustfmt::skip]
const ACTUATOR: &[&str] = &[
    "name", "class", "group", "nsample", "interp", "delay", "ctrlrange", "user", "lengthrange", "gear", "damping",
    "armature", "cranklength", "joint", "jointinparent", "tendon", "slidersite", "cranksite", "site", "refsite", "body",
    "ctrllimited", "forcelimited", "actlimited", "forcerange", "actrange", "actdim", "input", "velrange", "ffrange",
    "posrange", "dyntype", "gaintype", "biastype", "dynprm", "gainprm", "biasprm", "actearly", "inheritrange", "kp", "kv",
    "ki", "dampratio", "timeconst", "imax", "slewmax", "area", "diameter", "bias", "motorconst", "resistance", "nominal",
    "saturation", "inductance", "cogging", "controller", "thermal", "lugre",
];
/// Elements in `<default>`.
#[rustfmt::skip]
const IN_DEFAULT: &[&str] = &[
    "default", "mesh", "texture", "material", "joint", "geom", "site", "camera", "light", "pair", "equality", "tendon",
    "general", "motor", "position", "velocity", "intvelocity", "orientation", "pid", "damper", "cylinder", "muscle",
    "adhesion", "dcmotor",
];

const ELEMENTS: &[KnownElement] = &[
    KnownElement {
        name: "mujoco",
        attributes: &["model"],
        children: &[
            "compiler",
            "option",
            "default",
            "asset",
            "worldbody",
            "equality",
            "tendon",
            "actuator",
            "keyframe",
            "deformable",
        ],
    },
    KnownElement {
        name: "compiler",
        attributes: &[
            "angle",
            "eulerseq",
            "autolimits",
            "coordinate",
            "inertiafromgeom",
            "inertiagrouprange",
            "balanceinertia",
            "boundmass",
            "boundinertia",
            "settotalmass",
            "meshdir",
            "assetdir",
            "texturedir",
            "strippath",
            "fitaabb",
            "discardvisual",
            "usethread",
            "fusestatic",
            "saveinertial",
            "alignfree",
            "exactmeshinertia",
            "conflict",
            "passthrough",
            "savecanonical",
            "savecompiled",
        ],
        children: &["lengthrange"],
    },
    KnownElement { name: "worldbody", attributes: &[], children: IN_BODY },
    KnownElement {
        name: "body",
        attributes: &[
            "name",
            "childclass",
            "pos",
            "quat",
            "axisangle",
            "xyaxes",
            "zaxis",
            "euler",
            "mocap",
            "gravcomp",
            "sleep",
            "fuse",
            "simple",
            "user",
        ],
        children: IN_BODY,
    },
    KnownElement {
        name: "frame",
        attributes: &["name", "childclass", "class", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler"],
        children: IN_BODY,
    },
    KnownElement {
        name: "inertial",
        attributes: &["pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "mass", "diaginertia", "fullinertia"],
        children: &[],
    },
    KnownElement {
        name: "joint",
        attributes: &[
            "name",
            "class",
            "type",
            "group",
            "pos",
            "axis",
            "springdamper",
            "limited",
            "actuatorfrclimited",
            "solreflimit",
            "solimplimit",
            "solreffriction",
            "solimpfriction",
            "stiffness",
            "range",
            "actuatorfrcrange",
            "actuatorgravcomp",
            "margin",
            "ref",
            "springref",
            "springyield",
            "armature",
            "damping",
            "frictionloss",
            "user",
            // of equality constraints
            "joint1",
            "joint2",
            "polycoef",
            "active",
            "solref",
            "solimp",
        ],
        children: &[],
    },
    KnownElement { name: "freejoint", attributes: &["name", "group", "align"], children: &[] },
    KnownElement {
        name: "geom",
        attributes: &[
            "name",
            "class",
            "type",
            "contype",
            "conaffinity",
            "condim",
            "group",
            "priority",
            "size",
            "material",
            "rgba",
            "friction",
            "mass",
            "density",
            "shellinertia",
            "solmix",
            "adhesion",
            "castshadow",
            "surfacevel",
            "solref",
            "solimp",
            "margin",
            "gap",
            "fromto",
            "pos",
            "quat",
            "axisangle",
            "xyaxes",
            "zaxis",
            "euler",
            "hfield",
            "mesh",
            "fitscale",
            "fluidshape",
            "fluidcoef",
            "user",
        ],
        children: &["plugin"],
    },
    KnownElement {
        name: "site",
        attributes: &[
            "name",
            "class",
            "type",
            "group",
            "pos",
            "quat",
            "axisangle",
            "xyaxes",
            "zaxis",
            "euler",
            "fromto",
            "mesh",
            "size",
            "material",
            "rgba",
            "user",
        ],
        children: &[],
    },
    KnownElement { name: "option", attributes: OPTION, children: &["flag"] },
    KnownElement { name: "flag", attributes: FLAG, children: &[] },
    KnownElement { name: "default", attributes: &["class"], children: IN_DEFAULT },
    KnownElement { name: "mesh", attributes: MESH, children: &["plugin"] },
    KnownElement { name: "equality", attributes: &["active", "solref", "solimp"], children: &[] },
    KnownElement { name: "connect", attributes: CONNECT, children: &[] },
    KnownElement { name: "weld", attributes: WELD, children: &[] },
    KnownElement { name: "key", attributes: KEY, children: &[] },
    actuator("general"),
    actuator("motor"),
    actuator("position"),
    actuator("velocity"),
    actuator("intvelocity"),
    actuator("damper"),
    actuator("cylinder"),
    actuator("pid"),
    actuator("dcmotor"),
];

const fn actuator(name: &'static str) -> KnownElement {
    KnownElement { name, attributes: ACTUATOR, children: &["plugin"] }
}

/// Sections and elements that do not affect the results.
const EXTENSIONS: &[&str] =
    &["visual", "statistic", "size", "custom", "sensor", "contact", "extension", "camera", "light", "plugin"];

pub(super) static MJCF: Vocabulary = Vocabulary {
    file: "an MJCF file",
    begins: "<mujoco model=\"…\">",
    ends: "</mujoco>",
    elements: ELEMENTS,
    extensions: EXTENSIONS,
};
