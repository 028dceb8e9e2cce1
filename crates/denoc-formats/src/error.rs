//! Errors of readers and writers.

use denoc_base::number::{six, six_beside};
use denoc_base::plural;
use denoc_model::Place;

use crate::excerpt::Spot;

/// Why a file cannot be read or written. Messages show the location, the source line, the violated rule and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // the messages show the fields; each variant is documented
pub enum FormatError {
    /// The file does not exist.
    #[error("{file}: there is no such file{}", did_you_mean(.nearest).unwrap_or("; check the path".into()))]
    NotFound { file: String, nearest: Option<String> },
    /// The file exists but cannot be opened.
    #[error(
        "{file}: the file cannot be read ({reason}); check that it is a regular file and that you have permission to read it"
    )]
    Unreadable { file: String, reason: String },
    /// The file is not UTF-8.
    #[error("{}", .at.report(format!("byte 0x{byte:02X} is not UTF-8 text"), "save the file in UTF-8 encoding"))]
    NotUtf8 { byte: u8, at: Box<Spot> },
    /// The file is not well-formed XML.
    #[error("{}", .at.report(rule, remedy))]
    Xml { rule: String, remedy: String, at: Box<Spot> },
    /// The root element is not `<robot>`.
    #[error("{}", .at.report(format!("the root element of a URDF file is <robot>, but this file has <{found}>"), remedy))]
    NotRobot { found: String, remedy: &'static str, at: Box<Spot> },
    /// Xacro macros that were not expanded.
    #[error("{}", .at.report(format!("{what} is xacro, not URDF"), "expand the macros first: xacro FILE > robot.urdf"))]
    Xacro { what: String, at: Box<Spot> },
    /// A required attribute is missing.
    #[error("{}", .at.report(
        format!("the attribute \"{attribute}\" of <{element}> is missing"),
        match nearest {
            Some(n) => format!("did you mean \"{attribute}\" instead of \"{n}\"?"),
            None => format!("write <{element} {attribute}=\"…\">"),
        },
    ))]
    MissingAttribute { element: String, attribute: &'static str, nearest: Option<String>, at: Box<Spot> },
    /// An empty name.
    #[error("{}", .at.report(format!("attribute \"{attribute}\" of <{element}> is empty"), "write a name"))]
    EmptyName { element: String, attribute: &'static str, at: Box<Spot> },
    /// An element without the text it needs.
    #[error("{}", .at.report(format!("<{element}> is empty"), format!("write {example}")))]
    MissingText { element: String, example: &'static str, at: Box<Spot> },
    /// A value that is not a number.
    #[error("{}", .at.report(format!("\"{text}\" in {} is not a number", written_in(attribute, element)), remedy))]
    NotANumber { element: String, attribute: String, text: String, remedy: &'static str, at: Box<Spot> },
    /// NaN, infinity, or a number too large for double precision.
    #[error("{}", .at.report(
        format!("\"{text}\" in {} is not a finite number", written_in(attribute, element)),
        "write a finite number",
    ))]
    NotFinite { element: String, attribute: String, text: String, at: Box<Spot> },
    /// Too few or too many numbers.
    #[error("{}", .at.report(
        format!("{} has {found} number{}, but needs {needed}", written_in(attribute, element), plural(*found)),
        count_remedy(*needed),
    ))]
    WrongCount { element: String, attribute: String, found: usize, needed: usize, at: Box<Spot> },
    /// A joint of unknown type.
    #[error("{}", .at.report(
        format!("the type of joint \"{joint}\" is \"{found}\", which is not valid"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("valid types are {known}"),
        },
    ))]
    UnknownJointType { joint: String, found: String, nearest: Option<String>, known: String, at: Box<Spot> },
    /// Two links or two joints with the same name.
    #[error("{}", .at.report(
        format!("two {} are named \"{name}\"; the first is at {first}", several(what)),
        "names must be unique: rename one of them",
    ))]
    Duplicate { what: &'static str, name: String, first: Place, at: Box<Spot> },
    /// A required element is missing.
    #[error("{}", .at.report(format!("{owner} has no <{element}>"), format!("add {example}")))]
    MissingElement { owner: String, element: &'static str, example: &'static str, at: Box<Spot> },
    /// An element that may occur only once.
    #[error("{}", .at.report(
        format!("{owner} has two <{element}> elements; the first is at {first}"),
        "keep one of them",
    ))]
    Repeated { owner: String, element: &'static str, first: Place, at: Box<Spot> },
    /// Two attributes that specify the same quantity.
    #[error("{}", .at.report(
        format!("<{element}> has the attributes \"{first}\" and \"{second}\", which specify the same quantity"),
        "keep one of them",
    ))]
    Ambiguous { element: String, first: &'static str, second: &'static str, at: Box<Spot> },
    /// An axis or a quaternion of zero length.
    #[error("{}", .at.report(format!("the {what} has zero length"), remedy))]
    ZeroLength { what: &'static str, remedy: &'static str, at: Box<Spot> },
    /// A quantity that must not be negative.
    #[error("{}", .at.report(
        format!("the {quantity} of {owner} is {}, but it must not be negative", six(*value)),
        "write 0 or a positive value",
    ))]
    Negative { owner: String, quantity: &'static str, value: f64, at: Box<Spot> },
    /// Limits in the wrong order.
    #[error("{}", .at.report(
        format!(
            "the lower limit {} of joint \"{joint}\" is above the upper limit {}",
            six_beside(*lower, *upper),
            six_beside(*upper, *lower)
        ),
        match missing {
            Some(limit) => format!("write {limit}=\"…\": if it is missing, URDF assumes 0"),
            None => "swap them".to_owned(),
        },
    ))]
    LimitsReversed { joint: String, lower: f64, upper: f64, missing: Option<&'static str>, at: Box<Spot> },
    /// No links at all.
    #[error("{}", .at.report("the robot has no links", "add <link name=\"…\"/> for every link, including the fixed one"))]
    NoLinks { at: Box<Spot> },
    /// A joint refers to a link that does not exist.
    #[error("{}", .at.report(
        format!("the {role} of joint \"{joint}\" is \"{link}\", but there is no such link"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("add <link name=\"{link}\"/> or correct the name"),
        },
    ))]
    UnknownLink { joint: String, role: &'static str, link: String, nearest: Option<String>, at: Box<Spot> },
    /// A joint between a link and itself.
    #[error("{}", .at.report(
        format!("joint \"{joint}\" has link \"{link}\" as both parent and child"),
        "a joint connects two different links",
    ))]
    SelfJoint { joint: String, link: String, at: Box<Spot> },
    /// A link that is the child of two joints.
    #[error("{}", .at.report(
        format!(
            "link \"{link}\" is the child of two joints, \"{first}\" ({first_place}) and \"{second}\"; a URDF model must be a tree"
        ),
        "a link can be the child of only one joint: remove one of the two",
    ))]
    TwoParents { link: String, first: String, first_place: Place, second: String, at: Box<Spot> },
    /// More than one link without a parent joint.
    #[error("{}", .at.report(
        format!(
            "{} links have no parent joint: {}; a URDF model must be a tree with one root",
            .roots.len(),
            roots.iter().take(5).map(|(n, p)| format!("\"{n}\" (line {})", p.line)).collect::<Vec<_>>().join(", ")
                + &if roots.len() > 5 { format!(" and {} more", roots.len() - 5) } else { String::new() }
        ),
        "connect this link to the others by a joint (a floating joint if it moves freely)",
    ))]
    SeveralRoots { roots: Vec<(String, Place)>, at: Box<Spot> },
    /// Joints that form a loop.
    #[error("{}", .at.report(
        format!("the joints form a loop ({}); a URDF model must be a tree", shortened(.links)),
        format!("remove this joint (\"{joint}\") or another joint of the loop"),
    ))]
    Loop { joint: String, links: Vec<String>, at: Box<Spot> },
    /// The file is not well-formed TOML.
    #[error("{}", .at.report(rule, remedy))]
    Toml { rule: String, remedy: String, at: Box<Spot> },
    /// A key that the table does not have.
    #[error("{}", .at.report(
        format!("\"{key}\" is not a key of {owner}"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("valid keys are {}", .known.join(", ")),
        },
    ))]
    UnknownKey { owner: String, key: String, nearest: Option<String>, known: Vec<&'static str>, at: Box<Spot> },
    /// A required key is missing.
    #[error("{}", .at.report(
        format!("the key \"{key}\" of {owner} is missing"),
        match nearest {
            Some(n) => format!("did you mean \"{key}\" instead of \"{n}\"?"),
            None => format!("write {example}"),
        },
    ))]
    MissingKey { owner: String, key: &'static str, example: String, nearest: Option<String>, at: Box<Spot> },
    /// A value of the wrong type.
    #[error("{}", .at.report(format!("{what} is {found}, but it must be {needed}"), format!("write {example}")))]
    WrongType { what: String, found: &'static str, needed: String, example: String, at: Box<Spot> },
    /// An array of the wrong length.
    #[error("{}", .at.report(
        format!("{what} has {found} {}, but it needs {needed}", if *found == 1 { "entry" } else { "entries" }),
        format!("write {example}"),
    ))]
    WrongLength { what: String, found: usize, needed: String, example: String, at: Box<Spot> },
    /// A value that violates a rule: unit, sign, colour, length.
    #[error("{}", .at.report(rule, remedy))]
    BadValue { rule: String, remedy: String, at: Box<Spot> },
    /// A value that is not one of the keywords.
    #[error("{}", .at.report(
        format!("{what} is \"{found}\", which is not valid"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("valid values are {}", .known.join(", ")),
        },
    ))]
    UnknownKeyword { what: String, found: String, nearest: Option<String>, known: Vec<&'static str>, at: Box<Spot> },
    /// A reference to a link, joint or frame that does not exist.
    #[error("{}", .at.report(
        format!("{what} is \"{name}\", but there is no such {kind}"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => remedy.clone(),
        },
    ))]
    UnknownReference {
        what: String,
        kind: &'static str,
        name: String,
        nearest: Option<String>,
        remedy: String,
        at: Box<Spot>,
    },
    /// Two keys or columns that exclude each other.
    #[error("{}", .at.report(format!("{owner} has both {first} and {second}"), remedy))]
    Conflict { owner: String, first: String, second: String, remedy: &'static str, at: Box<Spot> },
    /// A mesh file that does not exist.
    #[error("mesh not found: \"{file}\"; tried {}", .tried.join(", "))]
    MeshNotFound { file: String, tried: Vec<String> },
    /// A mesh file that cannot be read.
    #[error("{file}: the mesh cannot be read: {reason}; open it in a 3D program and save it again")]
    Mesh { file: String, reason: String },
    /// A mesh that does not bound a solid, so that its mass cannot be computed.
    #[error("{reason}: specify mass and inertia explicitly, or repair the mesh in a 3D program")]
    NotSolid { reason: String },
    /// A feature of the format that is not supported.
    #[error("{}", .at.report(format!("{what} is not supported"), remedy))]
    Unsupported { what: String, remedy: String, at: Box<Spot> },
    /// A part of a mechanism that the format cannot represent.
    #[error("{part} cannot be written as {format}: {reason}")]
    Unwritable { format: &'static str, part: String, reason: String },
    /// A file of unknown format.
    #[error("{file}: files of this format cannot be read; {remedy}")]
    UnknownFormat { file: String, remedy: String },
}

fn did_you_mean(nearest: &Option<String>) -> Option<String> {
    nearest.as_ref().map(|n| format!("; did you mean \"{n}\"?"))
}

fn several(what: &str) -> String {
    what.strip_suffix('y').filter(|_| what == "body").map_or_else(|| format!("{what}s"), |stem| format!("{stem}ies"))
}

/// Where a value is written: an attribute, or between the tags if there is none.
fn written_in(attribute: &str, element: &str) -> String {
    if attribute.is_empty() { format!("<{element}>") } else { format!("attribute \"{attribute}\" of <{element}>") }
}

fn count_remedy(needed: usize) -> String {
    let count =
        ["no", "one", "two", "three", "four", "five", "six", "seven"].get(needed).copied().unwrap_or("that many");
    if needed == 1 { "write one number".to_owned() } else { format!("write {count} numbers separated by spaces") }
}

/// "a" → "b" → … → "z", with the middle omitted if there are many.
fn shortened(links: &[String]) -> String {
    let quoted: Vec<String> = links.iter().map(|n| format!("\"{n}\"")).collect();
    if quoted.len() <= 8 {
        return quoted.join(" → ");
    }
    format!("{} → {} more → {}", quoted[..5].join(" → "), quoted.len() - 7, quoted[quoted.len() - 2..].join(" → "))
}
