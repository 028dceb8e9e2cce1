//! `<joint>` and `<freejoint>`.

use denoc_base::number::brief;
use denoc_math::{Pose, Vec3};
use denoc_model::{Joint, JointProperties, RotationSpring};

use super::compiler::Compiler;
use super::orientation;
use super::setting::{Setting, keyword};
use crate::FormatError;
use crate::note::{NoteKind, Notes};

/// Types of joints.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Free,
    Ball,
    Slide,
    Hinge,
}

/// A joint as specified in the file.
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) joint: Joint<f64>,
    /// A point of the joint in the body.
    pub(super) position: Vec3<f64>,
    /// Coordinate of the modelled pose.
    pub(super) reference: f64,
    /// Whether a free joint asks for its frame to be moved to the principal axes; `None` leaves it to the compiler.
    pub(super) align: Option<bool>,
    /// Whether MuJoCo moves it.
    pub(super) aligned: bool,
    pub(super) properties: JointProperties,
}

impl Entry {
    /// The fixed frame of the joint, if the modelled pose of the body is `body`.
    pub(super) fn origin(&self, body: Pose<f64>) -> Pose<f64> {
        let here = body * Pose::translation(self.position);
        // coordinates are relative to the reference
        if self.reference == 0.0 { here } else { here * self.joint.pose(&[-self.reference]) }
    }
}

pub(super) fn read(
    setting: &Setting,
    owner: &str,
    compiler: &Compiler,
    notes: &mut Notes,
) -> Result<Entry, FormatError> {
    let element = setting.element;
    element.check_words(notes)?;
    let kind = match setting.keyword("type", &["hinge", "slide", "ball", "free"])? {
        _ if element.name() == "freejoint" => Kind::Free,
        Some("free") => Kind::Free,
        Some("ball") => Kind::Ball,
        Some("slide") => Kind::Slide,
        _ => Kind::Hinge,
    };
    let axis = match kind {
        Kind::Hinge | Kind::Slide => {
            let written = setting.numbers::<3>("axis")?.unwrap_or([0.0, 0.0, 1.0]);
            orientation::direction(written).ok_or_else(|| FormatError::ZeroLength {
                what: "axis",
                remedy: "write a direction such as 0 0 1",
                at: setting.spot("axis"),
            })?
        }
        _ => Vec3::unit(2),
    };
    let joint = match kind {
        Kind::Free => Joint::free(),
        Kind::Ball => Joint::spherical(),
        Kind::Slide => Joint::prismatic(axis),
        Kind::Hinge => Joint::revolute(axis),
    };
    let single = matches!(kind, Kind::Hinge | Kind::Slide);
    let coordinate = |x: f64| if kind == Kind::Hinge { compiler.radians(x) } else { x };
    let reference = if single { coordinate(setting.number("ref")?.unwrap_or(0.0)) } else { 0.0 };
    let position = match kind {
        Kind::Free => Vec3::zero(),
        _ => Vec3::from(setting.numbers::<3>("pos")?.unwrap_or_default()),
    };
    let mut properties = JointProperties::default();
    // a freejoint has no friction and no defaults
    if element.name() != "freejoint" {
        properties.rotor_inertia = setting.not_negative(owner, "armature")?;
        if kind == Kind::Free && properties.rotor_inertia > 0.0 {
            // MuJoCo applies it to accelerations in world axes, denoc would apply it in body axes
            notes.add(NoteKind::LeftOut, "free armature", || {
                let remedy = "write <freejoint/>, which has none";
                (element.place(), format!("{owner}: the armature of a free joint is ignored: {remedy}"))
            });
            properties.rotor_inertia = 0.0;
        }
        let stiffness;
        (properties.viscous_friction, stiffness) = linear_forces(setting, owner, compiler, notes)?;
        properties.dry_friction = setting.not_negative(owner, "frictionloss")?;
        if compiler.disabled.frictionloss {
            properties.dry_friction = 0.0;
        }
        if kind == Kind::Free && properties.dry_friction > 0.0 {
            // MuJoCo applies it along world axes, denoc would apply it along body axes
            let message = || (element.place(), format!("{owner}: the frictionloss of a free joint is ignored"));
            notes.add(NoteKind::LeftOut, "free frictionloss", message);
            properties.dry_friction = 0.0;
        }
        properties.limits = limits(setting, owner, kind, compiler, notes)?;
        properties.effort_limit = effort(setting, owner, compiler, notes)?;
        match kind {
            Kind::Hinge | Kind::Slide => {
                properties.spring_stiffness = stiffness;
                properties.spring_rest = coordinate(setting.number("springref")?.unwrap_or(0.0));
            }
            Kind::Ball if stiffness > 0.0 => {
                properties.rotation_spring = Some(RotationSpring::new(Vec3::unit(2), stiffness, stiffness));
            }
            Kind::Free if stiffness > 0.0 => notes.add(NoteKind::LeftOut, "free spring", || {
                (element.place(), format!("{owner}: the spring of a free joint is ignored"))
            }),
            _ => {}
        }
        for left_out in ["springdamper", "springyield", "actuatorgravcomp"] {
            if let Some((level, text)) = setting.attribute(left_out)
                && !matches!(text.text.trim(), "false" | "0 0" | "0")
            {
                let message = || (level.place_at(text.name()), format!("{owner}: {left_out} is ignored"));
                notes.add(NoteKind::LeftOut, left_out, message);
            }
        }
    }
    let align = keyword(element, "align", &["true", "false", "auto"])?.filter(|a| *a != "auto").map(|a| a == "true");
    Ok(Entry { kind, joint, position, reference, align, aligned: false, properties })
}

/// Damping and stiffness. MuJoCo's forces may be polynomials; the terms beyond the linear one are ignored.
fn linear_forces(
    setting: &Setting,
    owner: &str,
    compiler: &Compiler,
    notes: &mut Notes,
) -> Result<(f64, f64), FormatError> {
    let mut linear = |attribute: &'static str, disabled: bool| -> Result<f64, FormatError> {
        let (first, higher) = setting.coefficients(owner, attribute)?;
        if higher && !disabled {
            notes.add(NoteKind::LeftOut, attribute, || {
                let message = format!("{owner}: the nonlinear part of its {attribute} is ignored");
                (setting.element.place(), message)
            });
        }
        Ok(if disabled { 0.0 } else { first })
    };
    Ok((linear("damping", compiler.disabled.damper)?, linear("stiffness", compiler.disabled.spring)?))
}

/// Whether a range is active.
pub(super) fn limited(
    setting: &Setting,
    attribute: &'static str,
    range: &str,
    compiler: &Compiler,
) -> Result<bool, FormatError> {
    Ok(match setting.keyword(attribute, &["auto", "true", "false"])? {
        Some("true") => true,
        Some("false") => false,
        _ => compiler.autolimits && setting.attribute(range).is_some(),
    })
}

fn limits(
    setting: &Setting,
    owner: &str,
    kind: Kind,
    compiler: &Compiler,
    notes: &mut Notes,
) -> Result<Option<[f64; 2]>, FormatError> {
    if compiler.disabled.limit || !limited(setting, "limited", "range", compiler)? || kind == Kind::Free {
        return Ok(None);
    }
    if kind == Kind::Ball {
        notes.add(NoteKind::LeftOut, "ball range", || {
            (setting.element.place(), format!("{owner}: the range of a ball joint is ignored"))
        });
        return Ok(None);
    }
    let [lower, upper] = setting.numbers::<2>("range")?.unwrap_or_default();
    if [lower, upper] == [0.0, 0.0] {
        return Ok(None); // as MuJoCo reads it
    }
    if lower >= upper {
        let (missing, at) = (None, setting.spot("range"));
        let joint = setting.attribute("name").map_or(owner.to_owned(), |(_, t)| t.text.trim().to_owned());
        return Err(FormatError::LimitsReversed { joint, lower, upper, missing, at });
    }
    let convert = |x| if kind == Kind::Hinge { compiler.radians(x) } else { x };
    Ok(Some([lower, upper].map(convert)))
}

/// Effort limit of all actuators together.
fn effort(setting: &Setting, owner: &str, compiler: &Compiler, notes: &mut Notes) -> Result<Option<f64>, FormatError> {
    if !limited(setting, "actuatorfrclimited", "actuatorfrcrange", compiler)? {
        return Ok(None);
    }
    let range = setting.numbers::<2>("actuatorfrcrange")?;
    Ok(range.map(|range| largest(range, setting, "actuatorfrcrange", owner, notes)))
}

/// The largest force of a range. Effort limits are the same in both directions; a note tells if the range is not.
pub(super) fn largest([lower, upper]: [f64; 2], setting: &Setting, name: &str, owner: &str, notes: &mut Notes) -> f64 {
    let most = lower.abs().max(upper.abs());
    if lower != -upper {
        notes.add(NoteKind::Unused, name, || {
            let range = format!("{name}=\"{} {}\"", brief(lower), brief(upper));
            let message = format!("{owner}: {range} is read as an effort limit of {0} in both directions", brief(most));
            (setting.element.place(), message)
        });
    }
    most
}
