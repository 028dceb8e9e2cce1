//! What can be wrong with a description or a state.

use crate::description::Place;

/// A description that cannot become a model. Every message names the part, the value, the rule and a remedy.
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
        /// Where the second one stands.
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
        /// Where.
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
        /// Where.
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
        /// How many numbers there are.
        found: usize,
        /// How many it has.
        needed: usize,
        /// Where.
        place: Option<Place>,
    },
    /// A joint that follows itself.
    #[error("{}joint \"{joint}\" follows itself: name another joint to follow", at(.place))]
    SelfCoupling {
        /// The joint.
        joint: String,
        /// Where.
        place: Option<Place>,
    },
    /// Joints that follow each other in a circle.
    #[error(
        "{}joints follow each other in a circle ({}): one of them must lead; remove one of these couplings",
        at(.place),
        circle(.joints)
    )]
    CircularCoupling {
        /// The joints, each followed by the one it follows; the last follows the first.
        joints: Vec<String>,
        /// Where the coupling of the first of them stands.
        place: Option<Place>,
    },
    /// A measure of a shape, contact point, constraint or spring that makes no sense.
    #[error("{}{owner}: {what} is {value}; {rule}", at(.place))]
    Measure {
        /// The link, contact point, constraint or spring, with its kind.
        owner: String,
        /// The measure.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The rule.
        rule: &'static str,
        /// Where.
        place: Option<Place>,
    },
    /// A name that nobody has.
    #[error("there is no {what} called \"{name}\"{}", hint(.nearest))]
    UnknownName {
        /// "link", "joint" or "frame".
        what: &'static str,
        /// The name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// A joint marked as the cut of a loop that is the only way to a link.
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
        /// Where.
        place: Option<Place>,
    },
    /// A coupling or cam of a joint that is where a loop is cut.
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
        /// Where.
        place: Option<Place>,
    },
    /// A joint that a coupling or cam holds elsewhere than where it is to be locked.
    #[error(
        "{}joint \"{joint}\" cannot be locked at {value}: it follows joint \"{follows}\", which puts it at {needed}; lock it \
         there, or remove the coupling first",
        at(.place)
    )]
    LockedApart {
        /// The joint that follows.
        joint: String,
        /// The joint it follows.
        follows: String,
        /// Where the lock puts it.
        value: f64,
        /// Where the coupling or cam puts it.
        needed: f64,
        /// Where the coupling or cam stands.
        place: Option<Place>,
    },
    /// The follower of a cam to be locked: several positions of the cam, or none, may hold it there.
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
        /// Where the constraint is defined.
        place: Option<Place>,
    },
    /// Another base for a mechanism with a constraint that is fixed to the old one, such as a wheel that rolls on it.
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
        /// The link that was to become the base.
        link: String,
        /// Where the constraint is defined.
        place: Option<Place>,
    },
    /// A rope that does not reach from end to end.
    #[error(
        "{}rope \"{rope}\" is {length} m long, but its ends are {distance} m apart: make it longer, or move one of its ends",
        at(.place)
    )]
    RopeTooShort {
        /// The rope.
        rope: String,
        /// Its length.
        length: f64,
        /// The distance of its ends.
        distance: f64,
        /// Where.
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
        /// Where the first of them stands.
        place: Option<Place>,
    },
    /// A joint connects a link with itself.
    #[error("{}joint \"{joint}\" connects link \"{link}\" with itself: a joint needs two links", at(.place))]
    SelfJoint {
        /// The joint.
        joint: String,
        /// The link.
        link: String,
        /// Where.
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
        /// Where.
        place: Option<Place>,
    },
    /// No link that moves.
    #[error("model \"{model}\" has no joint: add at least one joint between the ground and a link")]
    Empty {
        /// The model.
        model: String,
    },
    /// A number that is NaN or infinite.
    #[error("{}{what} of \"{name}\" is {value}: it must be a finite number", at(.place))]
    NotFinite {
        /// The quantity.
        what: &'static str,
        /// The link, joint or frame.
        name: String,
        /// The value.
        value: f64,
        /// Where.
        place: Option<Place>,
    },
    /// Mass below zero.
    #[error("{}link \"{link}\" has mass {mass} kg: a mass cannot be negative; give a value of at least 0", at(.place))]
    NegativeMass {
        /// The link.
        link: String,
        /// Its mass.
        mass: f64,
        /// Where.
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
        /// Its principal moments.
        moments: [f64; 3],
        /// Where.
        place: Option<Place>,
    },
    /// A doubtful mass property, in strict mode.
    #[error("{0} (an error in strict mode)")]
    Doubtful(crate::checks::Warning),
    /// A joint axis without direction, or not of length one.
    #[error(
        "{}the axis of joint \"{joint}\" {}",
        at(.place),
        if .length.is_finite() {
            format!("has length {length}: it must be 1; normalise it")
        } else {
            "has no direction (zero or not finite): give one such as (0, 0, 1)".into()
        }
    )]
    ZeroAxis {
        /// The joint.
        joint: String,
        /// The length found; NaN if the direction was zero.
        length: f64,
        /// Where.
        place: Option<Place>,
    },
    /// A universal joint whose axes are parallel.
    #[error("{}universal joint \"{joint}\" has parallel axes: they must differ in direction", at(.place))]
    ParallelAxes {
        /// The joint.
        joint: String,
        /// Where.
        place: Option<Place>,
    },
    /// A rotation matrix that is not one.
    #[error(
        "{}the orientation of \"{name}\" is not a rotation (RᵀR or det R differs from 1 by {error:.1e}); give a \
         right-handed orthonormal matrix",
        at(.place)
    )]
    NotRotation {
        /// The joint or frame.
        name: String,
        /// The largest deviation.
        error: f64,
        /// Where.
        place: Option<Place>,
    },
    /// A property that makes no sense.
    #[error("{}joint \"{joint}\": {property} is {value}; {rule}", at(.place))]
    Property {
        /// The joint.
        joint: String,
        /// The property.
        property: &'static str,
        /// Its value.
        value: f64,
        /// The rule.
        rule: &'static str,
        /// Where.
        place: Option<Place>,
    },
    /// Limits in the wrong order.
    #[error("{}joint \"{joint}\": lower limit {lower} is above upper limit {upper}; exchange them", at(.place))]
    LimitsReversed {
        /// The joint.
        joint: String,
        /// Lower limit.
        lower: f64,
        /// Upper limit.
        upper: f64,
        /// Where.
        place: Option<Place>,
    },
}

/// A state that does not fit the model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// A slice of the wrong length.
    #[error("{what} has {found} entries, model \"{model}\" needs {expected}")]
    Length {
        /// Which argument.
        what: &'static str,
        /// The model.
        model: String,
        /// What the model needs.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// NaN or infinity.
    #[error("{what}[{index}] (joint \"{joint}\") is {value}: states must be finite numbers")]
    NotFinite {
        /// Which argument.
        what: &'static str,
        /// The entry.
        index: usize,
        /// The joint it belongs to.
        joint: String,
        /// The value.
        value: f64,
    },
    /// A quaternion of the wrong length.
    #[error(
        "the quaternion of joint \"{joint}\" (q[{index}..{}], stored x, y, z, w) has length {norm}: it must be 1; \
         normalise it",
        .index + 4
    )]
    Quaternion {
        /// The joint.
        joint: String,
        /// Its first entry in q.
        index: usize,
        /// The length.
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
