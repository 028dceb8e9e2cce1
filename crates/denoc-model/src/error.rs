//! Errors of descriptions and states.

use crate::description::Place;
use denoc_base::number::{six, six_beside};

/// Why a description cannot become a model. Every message names the part, the value, the rule and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Two links, joints or frames of the same name.
    #[error("{}two {what}s are called \"{name}\": names must be unique; rename one of them", at(.place))]
    DuplicateName {
        /// "link", "joint" or "frame".
        what: &'static str,
        /// The name.
        name: String,
        /// Location of the second one in the source file.
        place: Option<Place>,
    },
    /// A name with a character that cannot be seen, or that changes the direction of the text around it.
    #[error(
        "{}the name \"{}\" of a {what} contains the character U+{:04X}, which is invisible or changes the direction of text: remove it",
        at(.place), .name.escape_debug(), u32::from(*.character)
    )]
    InvisibleCharacter {
        /// "link", "joint", "frame" …
        what: &'static str,
        /// The name.
        name: String,
        /// The character.
        character: char,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A joint or frame refers to a link that does not exist.
    #[error("{}{what} \"{name}\" refers to link \"{link}\", which does not exist{}", at(.place), hint(.nearest))]
    UnknownLink {
        /// "joint" or "frame".
        what: &'static str,
        /// Its name.
        name: String,
        /// The missing link.
        link: String,
        /// The most similar link name.
        nearest: Option<String>,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A configuration, coupling or motor refers to a joint that does not exist.
    #[error("{}{what} \"{name}\" refers to joint \"{joint}\", which does not exist{}", at(.place), hint(.nearest))]
    UnknownJoint {
        /// "configuration", "coupling" or "actuator".
        what: &'static str,
        /// Its name.
        name: String,
        /// The missing joint.
        joint: String,
        /// The most similar joint name.
        nearest: Option<String>,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A configuration with too few or too many numbers for a joint.
    #[error(
        "{}configuration \"{configuration}\" gives joint \"{joint}\" {found} coordinate{}, it has {needed}",
        at(.place),
        denoc_base::plural(*.found)
    )]
    CoordinateCount {
        /// The configuration.
        configuration: String,
        /// The joint.
        joint: String,
        /// Number of values found.
        found: usize,
        /// Number of coordinates of the joint.
        needed: usize,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A joint that follows itself.
    #[error("{}joint \"{joint}\" follows itself: name another joint to follow", at(.place))]
    SelfCoupling {
        /// The joint.
        joint: String,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// Two wheels of a gear that do not mesh.
    #[error("{}gear \"{name}\": {rule}; {remedy}", at(.place))]
    Mesh {
        /// The gear.
        name: String,
        /// What is wrong.
        rule: String,
        /// What to do.
        remedy: String,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// Joints that follow each other in a cycle.
    #[error(
        "{}joints follow each other in a cycle ({}): remove one of these couplings, so that one joint is independent",
        at(.place),
        circle(.joints)
    )]
    CircularCoupling {
        /// The joints, each followed by the one it follows; the last follows the first.
        joints: Vec<String>,
        /// Location of the coupling of the first one.
        place: Option<Place>,
    },
    /// An invalid dimension of a shape, contact point, constraint, spring or rope.
    #[error("{}{owner}: {what} is {value}; {rule}", at(.place), value = six(*.value))]
    Measure {
        /// The link, contact point, constraint or spring, with its kind.
        owner: String,
        /// The dimension.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The rule.
        rule: &'static str,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A name that does not exist.
    #[error("there is no {what} called \"{name}\"{}", hint(.nearest))]
    UnknownName {
        /// "link", "joint" or "frame".
        what: &'static str,
        /// The name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// A configuration that does not exist.
    #[error("there is no configuration called \"{name}\"; {hint}")]
    UnknownConfiguration {
        /// The name.
        name: String,
        /// The most similar name, or those that exist.
        hint: String,
    },
    /// A joint marked `cut` that is the only connection of a link to the ground.
    #[error(
        "{}joint \"{joint}\" is marked `cut`, but without it nothing connects {} to the ground: cut another joint of the loop, \
         or leave the choice to the program",
        at(.place),
        shortened(.links)
    )]
    CutAway {
        /// The joint.
        joint: String,
        /// The links.
        links: Vec<String>,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A coupling or cam of a cut joint, which has no coordinate.
    #[error(
        "{}\"{name}\" needs the coordinate of joint \"{joint}\", which is where a loop is cut: mark another joint of that \
         loop with `cut`",
        at(.place)
    )]
    CutNeeded {
        /// The coupling or cam.
        name: String,
        /// The joint.
        joint: String,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A joint to be locked at a value that contradicts a coupling or cam.
    #[error(
        "{}joint \"{joint}\" cannot be locked at {value}: it follows joint \"{follows}\", which puts it at {needed}; lock it \
         there, or remove the coupling first",
        at(.place), needed = six_beside(*.needed, *.value), value = six_beside(*.value, *.needed))]
    LockedApart {
        /// The joint that follows.
        joint: String,
        /// The joint it follows.
        follows: String,
        /// The requested coordinate, rad or m.
        value: f64,
        /// The coordinate that the coupling or cam requires, rad or m.
        needed: f64,
        /// Location of the coupling or cam.
        place: Option<Place>,
    },
    /// A cam follower to be locked: its position does not determine that of the cam.
    #[error(
        "{}joint \"{joint}\" cannot be locked: a {kind} moves it, and its position does not determine that of joint \
         \"{driver}\", which drives the {kind}; lock \"{driver}\" instead",
        at(.place)
    )]
    LockedCam {
        /// The keyword of the constraint: `cam`.
        kind: &'static str,
        /// The joint that follows.
        joint: String,
        /// The joint that drives it.
        driver: String,
        /// Location of the constraint.
        place: Option<Place>,
    },
    /// A change of base of a mechanism with a constraint that is fixed to the old base, such as a wheel that rolls on it.
    #[error(
        "{}{kind} constraint \"{name}\" is fixed to the ground \"{ground}\": link \"{link}\" cannot become the base, because \
         what the constraint is fixed to would move; remove the constraint first",
        at(.place)
    )]
    FixedToGround {
        /// The keyword of its kind.
        kind: &'static str,
        /// The constraint.
        name: String,
        /// The ground.
        ground: String,
        /// The requested base.
        link: String,
        /// Location of the constraint.
        place: Option<Place>,
    },
    /// A rope that is shorter than the distance between its ends.
    #[error(
        "{}rope \"{rope}\" is {length} m long, but its ends are {distance} m apart: make it longer, or move one of its ends",
        at(.place), distance = six_beside(*.distance, *.length), length = six_beside(*.length, *.distance))]
    RopeTooShort {
        /// The rope.
        rope: String,
        /// Its length, m.
        length: f64,
        /// The distance between its ends, m.
        distance: f64,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// Links that no joint connects to the ground.
    #[error(
        "{}{} not connected to the ground link \"{ground}\": {}; add a joint (a free joint if they float)",
        at(.place),
        if .links.len() == 1 { "a link is".into() } else { format!("{} links are", .links.len()) },
        shortened(.links)
    )]
    Disconnected {
        /// The ground link.
        ground: String,
        /// The links.
        links: Vec<String>,
        /// Location of the first one.
        place: Option<Place>,
    },
    /// A joint that connects a link with itself.
    #[error("{}joint \"{joint}\" connects link \"{link}\" with itself: a joint needs two links", at(.place))]
    SelfJoint {
        /// The joint.
        joint: String,
        /// The link.
        link: String,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A constraint or spring between a link and itself.
    #[error("{}{what} \"{name}\" acts between link \"{link}\" and itself: name two different links", at(.place))]
    WithinLink {
        /// "constraint" or "spring".
        what: &'static str,
        /// Its name.
        name: String,
        /// The link.
        link: String,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A mechanism without joints.
    #[error("model \"{model}\" has no joint: add at least one joint between the ground and a link")]
    Empty {
        /// The model.
        model: String,
    },
    /// A number that is NaN or infinite.
    #[error("{}{what} of \"{name}\" is {value}: it must be a finite number", at(.place), value = six(*.value))]
    NotFinite {
        /// The quantity.
        what: &'static str,
        /// The link, joint or frame.
        name: String,
        /// The value.
        value: f64,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// Mass below zero.
    #[error("{}link \"{link}\" has mass {mass} kg: a mass cannot be negative; give a value of at least 0", at(.place), mass = six(*.mass))]
    NegativeMass {
        /// The link.
        link: String,
        /// Its mass, kg.
        mass: f64,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A principal moment of inertia below zero.
    #[error(
        "{}link \"{link}\" has the principal moments of inertia {:.4e}, {:.4e}, {:.4e} kg m² about its mass centre: none \
         may be negative; check signs and off-diagonal entries (and that the tensor refers to the mass centre)",
        at(.place), .moments[0], .moments[1], .moments[2]
    )]
    NegativeMoment {
        /// The link.
        link: String,
        /// Its principal moments of inertia, kg m².
        moments: [f64; 3],
        /// Location in the source file.
        place: Option<Place>,
    },
    /// An implausible mass property, in strict mode.
    #[error("{0} (an error in strict mode)")]
    Doubtful(crate::checks::Warning),
    /// A joint axis without direction, or not of length one.
    #[error(
        "{}the axis of joint \"{joint}\" {}",
        at(.place),
        if .length.is_finite() {
            format!("has length {}: it must be 1; normalise it", six_beside(*.length, 1.0))
        } else {
            "has no direction (zero or not finite): give one such as (0, 0, 1)".into()
        })]
    ZeroAxis {
        /// The joint.
        joint: String,
        /// The length found; NaN if the direction was zero.
        length: f64,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A universal joint whose axes are parallel.
    #[error("{}universal joint \"{joint}\" has parallel axes: they must differ in direction", at(.place))]
    ParallelAxes {
        /// The joint.
        joint: String,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// A matrix that is not a rotation.
    #[error(
        "{}the orientation of \"{name}\" is not a rotation (RᵀR or det R differs from 1 by {error:.1e}); give a \
         right-handed orthonormal matrix",
        at(.place)
    )]
    NotRotation {
        /// The joint or frame.
        name: String,
        /// The largest deviation of RᵀR from the identity, or of det R from 1.
        error: f64,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// An invalid property of a joint.
    #[error("{}joint \"{joint}\": {property} is {value}; {rule}", at(.place), value = six(*.value))]
    Property {
        /// The joint.
        joint: String,
        /// The property.
        property: &'static str,
        /// Its value.
        value: f64,
        /// The rule.
        rule: &'static str,
        /// Location in the source file.
        place: Option<Place>,
    },
    /// Limits in the wrong order.
    #[error("{}joint \"{joint}\": lower limit {lower} is above upper limit {upper}; exchange them", at(.place), lower = six_beside(*.lower, *.upper), upper = six_beside(*.upper, *.lower))]
    LimitsReversed {
        /// The joint.
        joint: String,
        /// Lower limit.
        lower: f64,
        /// Upper limit.
        upper: f64,
        /// Location in the source file.
        place: Option<Place>,
    },
}

/// A state that does not fit the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// A slice of the wrong length.
    #[error("{what} has {found} entr{}, but model \"{model}\" needs {expected}", if *.found == 1 { "y" } else { "ies" })]
    Length {
        /// Name of the argument.
        what: &'static str,
        /// The model.
        model: String,
        /// Number of entries that the model needs.
        expected: usize,
        /// Number of entries found.
        found: usize,
    },
    /// NaN or infinity.
    #[error("{what}[{index}] (joint \"{joint}\") is {value}: states must be finite numbers",
        value = six(*.value)
    )]
    NotFinite {
        /// Name of the argument.
        what: &'static str,
        /// Index of the entry.
        index: usize,
        /// The joint it belongs to.
        joint: String,
        /// The value.
        value: f64,
    },
    /// A quaternion that is not of unit length.
    #[error(
        "the quaternion of joint \"{joint}\" (q[{index}..{}], stored x, y, z, w) has length {norm}: it must be 1; \
         normalise it",
        .index + 4, norm = six_beside(*.norm, 1.0))]
    Quaternion {
        /// The joint.
        joint: String,
        /// Index of its first entry in q.
        index: usize,
        /// Its length.
        norm: f64,
    },
}

fn at(place: &Option<Place>) -> String {
    place.as_ref().map_or(String::new(), |p| format!("{p}: "))
}

fn hint(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or(String::new(), |n| format!("; did you mean \"{n}\"?"))
}

fn shortened(names: &[String]) -> String {
    let mut text = names.iter().take(5).map(|n| format!("\"{n}\"")).collect::<Vec<_>>().join(", ");
    if names.len() > 5 {
        text += &format!(" and {} more", names.len() - 5);
    }
    text
}

/// "a" follows "b" follows "a".
fn circle(joints: &[String]) -> String {
    let quoted: Vec<String> = joints.iter().chain(joints.first()).map(|n| format!("\"{n}\"")).collect();
    match quoted.len() {
        0..=7 => quoted.join(" follows "),
        n => format!("{} follows … follows {}", quoted[..5].join(" follows "), quoted[n - 1]),
    }
}
