//! What can be wrong with a file.

use denoc_base::plural;
use denoc_model::Place;

use crate::excerpt::Spot;

/// A file that cannot be read as a mechanism. Messages show the place, the line, the rule and a remedy.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // fields are named after what the messages show; each variant is documented
pub enum FormatError {
    /// The file does not exist.
    #[error("{file}: there is no such file{}", did_you_mean(.nearest).unwrap_or("; check the path".into()))]
    NotFound { file: String, nearest: Option<String> },
    /// The file exists but cannot be opened.
    #[error("{file}: cannot be read ({reason}); check that it is a file and that you may read it")]
    Unreadable { file: String, reason: String },
    /// The file is not UTF-8.
    #[error("{}", .at.report(format!("byte 0x{byte:02X} is not UTF-8 text"), "save the file with the encoding UTF-8"))]
    NotUtf8 { byte: u8, at: Box<Spot> },
    /// The file is not well-formed XML.
    #[error("{}", .at.report(rule, remedy))]
    Xml { rule: String, remedy: String, at: Box<Spot> },
    /// The outermost element is another one.
    #[error("{}", .at.report(format!("a URDF file begins with <robot>, this one begins with <{found}>"), remedy))]
    NotRobot { found: String, remedy: &'static str, at: Box<Spot> },
    /// Macros that were not expanded.
    #[error("{}", .at.report(format!("{what} is xacro, not URDF"), "expand the macros first: xacro FILE > robot.urdf"))]
    Xacro { what: String, at: Box<Spot> },
    /// An attribute that must be there.
    #[error("{}", .at.report(
        format!("<{element}> needs the attribute \"{attribute}\""),
        match nearest {
            Some(n) => format!("did you mean \"{attribute}\" where \"{n}\" is written?"),
            None => format!("write <{element} {attribute}=\"…\">"),
        },
    ))]
    MissingAttribute { element: String, attribute: &'static str, nearest: Option<String>, at: Box<Spot> },
    /// A name without letters.
    #[error("{}", .at.report(format!("attribute \"{attribute}\" of <{element}> is empty"), "give a name"))]
    EmptyName { element: String, attribute: &'static str, at: Box<Spot> },
    /// Something else where a number is needed.
    #[error("{}", .at.report(format!("\"{text}\" in attribute \"{attribute}\" of <{element}> is not a number"), remedy))]
    NotANumber { element: String, attribute: String, text: String, remedy: &'static str, at: Box<Spot> },
    /// NaN, infinity, or a number too large for double precision.
    #[error("{}", .at.report(
        format!("\"{text}\" in attribute \"{attribute}\" of <{element}> is not a finite number"),
        "write a finite number",
    ))]
    NotFinite { element: String, attribute: String, text: String, at: Box<Spot> },
    /// Too few or too many numbers.
    #[error("{}", .at.report(
        format!("attribute \"{attribute}\" of <{element}> has {found} number{}, needs {needed}", plural(*found)),
        count_remedy(*needed),
    ))]
    WrongCount { element: String, attribute: String, found: usize, needed: usize, at: Box<Spot> },
    /// A joint of a type that does not exist.
    #[error("{}", .at.report(
        format!("joint \"{joint}\" is of type \"{found}\", which does not exist"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("types are {known}"),
        },
    ))]
    UnknownJointType { joint: String, found: String, nearest: Option<String>, known: String, at: Box<Spot> },
    /// Two links or two joints of the same name.
    #[error("{}", .at.report(
        format!("two {} are called \"{name}\"; the first stands at {first}", several(what)),
        "names must be unique: rename one of them",
    ))]
    Duplicate { what: &'static str, name: String, first: Place, at: Box<Spot> },
    /// An element that must be there.
    #[error("{}", .at.report(format!("{owner} has no <{element}>"), format!("add {example}")))]
    MissingElement { owner: String, element: &'static str, example: &'static str, at: Box<Spot> },
    /// An element that may stand once only.
    #[error("{}", .at.report(
        format!("{owner} has two <{element}> elements; the first stands at {first}"),
        "keep one of them",
    ))]
    Repeated { owner: String, element: &'static str, first: Place, at: Box<Spot> },
    /// Two ways to say the same thing.
    #[error("{}", .at.report(
        format!("<{element}> has the attributes \"{first}\" and \"{second}\", which say the same thing"),
        "keep one of them",
    ))]
    Ambiguous { element: String, first: &'static str, second: &'static str, at: Box<Spot> },
    /// An axis or a quaternion without direction.
    #[error("{}", .at.report(format!("the {what} has the length 0"), remedy))]
    ZeroLength { what: &'static str, remedy: &'static str, at: Box<Spot> },
    /// A quantity below zero that cannot be.
    #[error("{}", .at.report(
        format!("{owner} has the {quantity} {value}, which cannot be negative"),
        "write a value of at least 0",
    ))]
    Negative { owner: String, quantity: &'static str, value: f64, at: Box<Spot> },
    /// Limits in the wrong order.
    #[error("{}", .at.report(
        format!("joint \"{joint}\" has the lower limit {lower} above the upper limit {upper}"),
        match missing {
            Some(limit) => format!("write {limit}=\"…\": where it is missing, the standard takes 0"),
            None => "exchange them".to_owned(),
        },
    ))]
    LimitsReversed { joint: String, lower: f64, upper: f64, missing: Option<&'static str>, at: Box<Spot> },
    /// No links at all.
    #[error("{}", .at.report("the robot has no links", "add <link name=\"…\"/> for every link, also the fixed one"))]
    NoLinks { at: Box<Spot> },
    /// A joint speaks of a link that is not there.
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
        format!("joint \"{joint}\" has link \"{link}\" as parent and as child"),
        "a joint needs two different links",
    ))]
    SelfJoint { joint: String, link: String, at: Box<Spot> },
    /// A link that is the child of two joints.
    #[error("{}", .at.report(
        format!(
            "link \"{link}\" is the child of two joints, \"{first}\" ({first_place}) and \"{second}\"; URDF describes trees"
        ),
        "a link can hang on one joint only: remove one of the two",
    ))]
    TwoParents { link: String, first: String, first_place: Place, second: String, at: Box<Spot> },
    /// More than one link without parent.
    #[error("{}", .at.report(
        format!(
            "{} links are no joint's child: {}; URDF describes one tree with one root",
            .roots.len(),
            roots.iter().take(5).map(|(n, p)| format!("\"{n}\" (line {})", p.line)).collect::<Vec<_>>().join(", ")
                + &if roots.len() > 5 { format!(" and {} more", roots.len() - 5) } else { String::new() }
        ),
        "join this link to the others by a joint (a floating one if it is free)",
    ))]
    SeveralRoots { roots: Vec<(String, Place)>, at: Box<Spot> },
    /// Links that hang on each other in a circle.
    #[error("{}", .at.report(
        format!("links hang on each other in a loop ({}); URDF describes trees", shortened(.links)),
        format!("remove this joint (\"{joint}\") or another one of the loop"),
    ))]
    Loop { joint: String, links: Vec<String>, at: Box<Spot> },
    /// The file is not well-formed TOML.
    #[error("{}", .at.report(rule, remedy))]
    Toml { rule: String, remedy: String, at: Box<Spot> },
    /// A key that the format does not have there.
    #[error("{}", .at.report(
        format!("{owner} has no key \"{key}\""),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("the keys are {}", .known.join(", ")),
        },
    ))]
    UnknownKey { owner: String, key: String, nearest: Option<String>, known: Vec<&'static str>, at: Box<Spot> },
    /// A key that must be there.
    #[error("{}", .at.report(
        format!("{owner} needs \"{key}\""),
        match nearest {
            Some(n) => format!("did you mean \"{key}\" where \"{n}\" is written?"),
            None => format!("write {example}"),
        },
    ))]
    MissingKey { owner: String, key: &'static str, example: String, nearest: Option<String>, at: Box<Spot> },
    /// A value of another type.
    #[error("{}", .at.report(format!("{what} is {found}, it must be {needed}"), format!("write {example}")))]
    WrongType { what: String, found: &'static str, needed: String, example: String, at: Box<Spot> },
    /// An array that is too short or too long.
    #[error("{}", .at.report(
        format!("{what} has {found} {}, it needs {needed}", if *found == 1 { "entry" } else { "entries" }),
        format!("write {example}"),
    ))]
    WrongLength { what: String, found: usize, needed: String, example: String, at: Box<Spot> },
    /// A value that breaks a rule of its own: a unit, a sign, a colour, a length.
    #[error("{}", .at.report(rule, remedy))]
    BadValue { rule: String, remedy: String, at: Box<Spot> },
    /// One of several words was expected.
    #[error("{}", .at.report(
        format!("{what} is \"{found}\", which does not exist"),
        match nearest {
            Some(n) => format!("did you mean \"{n}\"?"),
            None => format!("it can be {}", .known.join(", ")),
        },
    ))]
    UnknownWord { what: String, found: String, nearest: Option<String>, known: Vec<&'static str>, at: Box<Spot> },
    /// The name of a link, joint or frame that is not there.
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
    /// Two ways to say the same thing.
    #[error("{}", .at.report(format!("{owner} has {first} and {second}"), remedy))]
    Conflict { owner: String, first: String, second: String, remedy: &'static str, at: Box<Spot> },
    /// A mesh file that is nowhere.
    #[error("mesh not found: \"{file}\"; tried {}", .tried.join(", "))]
    MeshNotFound { file: String, tried: Vec<String> },
    /// A mesh file that cannot be read.
    #[error("{file}: this mesh cannot be read: {reason}; open it in a 3D program and save it again")]
    Mesh { file: String, reason: String },
    /// A mesh that bounds no body whose mass could be computed.
    #[error("{reason}: give mass and inertia explicitly, or repair the mesh in a 3D program")]
    NotSolid { reason: String },
    /// Something that is understood but cannot be computed with.
    #[error("{}", .at.report(format!("{what} cannot be read"), remedy))]
    Unsupported { what: String, remedy: String, at: Box<Spot> },
    /// A part of a mechanism that another format has no words for.
    #[error("{part} cannot be written as {format}: {reason}")]
    Unwritable { format: &'static str, part: String, reason: String },
    /// A file of a kind that nobody knows.
    #[error("{file}: this kind of file cannot be read; {remedy}")]
    UnknownFormat { file: String, remedy: String },
}

fn did_you_mean(nearest: &Option<String>) -> Option<String> {
    nearest.as_ref().map(|n| format!("; did you mean \"{n}\"?"))
}

fn several(what: &str) -> String {
    what.strip_suffix('y').filter(|_| what == "body").map_or_else(|| format!("{what}s"), |stem| format!("{stem}ies"))
}

fn count_remedy(needed: usize) -> String {
    let word = ["no", "one", "two", "three", "four", "five", "six"].get(needed).copied().unwrap_or("that many");
    if needed == 1 { "write one number".to_owned() } else { format!("write {word} numbers separated by spaces") }
}

/// "a" → "b" → … → "z", the middle left out when there are many.
fn shortened(links: &[String]) -> String {
    let quoted: Vec<String> = links.iter().map(|n| format!("\"{n}\"")).collect();
    if quoted.len() <= 8 {
        return quoted.join(" → ");
    }
    format!("{} → {} more → {}", quoted[..5].join(" → "), quoted.len() - 7, quoted[quoted.len() - 2..].join(" → "))
}
