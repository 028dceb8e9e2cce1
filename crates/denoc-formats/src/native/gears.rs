//! `teeth` of a `[[coupling]]`: two wheels that mesh, on joints that turn on the same link, the carrier.

use denoc_math::{Twist, Vec3};
use denoc_model::JointSpec;
use denoc_model::joints::Unit;

use super::quantity;
use super::section::{Item, Section};
use crate::FormatError;

/// Axes are parallel if the sine of the angle between them is at most this.
const PARALLEL: f64 = 1e-6;

/// The ratio of `joint` to `follows` (names with the units of their coordinates), if the section gives their teeth.
/// `joints` are all joints of the file.
pub(super) fn read(
    section: &Section,
    [joint, follows]: [(&str, Unit); 2],
    joints: &[JointSpec],
) -> Result<Option<f64>, FormatError> {
    let internal = section.get("internal");
    let Some(item) = section.get("teeth") else {
        let Some(item) = internal else { return Ok(None) };
        let rule = format!("{} says how wheels mesh, but there are no teeth", item.label());
        let remedy = "add teeth = [of joint, of follows], or remove it";
        return Err(wrong(&item, rule, remedy));
    };
    let internal = internal.map_or(Ok(false), |item| item.flag())?;
    let [of_joint, of_follows] = teeth(&item)?;
    if [joint.1, follows.1] != [Unit::Angle; 2] {
        let rule = format!("{} are for two joints that turn, but one of them slides", item.label());
        return Err(wrong(&item, rule, "write radius for a rack and pinion, lead for a screw"));
    }
    let same_sense = mesh(&item, [joint.0, follows.0], joints)?;
    // the larger wheel turns less; wheels outside of each other turn in opposite directions
    let ratio = of_follows / of_joint;
    Ok(Some(if internal == same_sense { ratio } else { -ratio }))
}

fn teeth(item: &Item) -> Result<[f64; 2], FormatError> {
    let teeth = item.numbers_like::<2>(quantity::NUMBER, "[of joint, of follows], such as [20, 40]")?;
    if let Some(bad) = teeth.iter().find(|n| **n < 1.0 || n.fract() != 0.0) {
        let rule = format!("{} holds {bad}, which is no number of teeth", item.label());
        let remedy = "write two whole numbers of at least 1, such as [20, 40]".into();
        return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
    }
    Ok(teeth)
}

/// Whether the two wheels, seen from the carrier, turn in the same direction where both coordinates grow. Wheels that cannot
/// mesh are refused.
fn mesh(item: &Item, names: [&str; 2], joints: &[JointSpec]) -> Result<bool, FormatError> {
    let [joint, follows] = names;
    let Some((pair, carrier)) = carrier(names, joints) else {
        let rule =
            format!("{} need two joints on one link, but \"{joint}\" and \"{follows}\" share none", item.label());
        return Err(wrong(item, rule, "write ratio instead, or name joints whose wheels turn on the same link"));
    };
    let [one, other] = pair.map(|spec| turning(spec, carrier));
    let (sine, cosine) = (one.cross(other).norm(), one.dot(other));
    if sine > PARALLEL {
        let angle = (sine.atan2(cosine.abs()).to_degrees() * 1e4).round() / 1e4;
        let rule = format!(
            "{} need parallel axes, but those of \"{joint}\" and \"{follows}\" on link \"{carrier}\" are {angle} deg apart",
            item.label()
        );
        return Err(wrong(item, rule, "write ratio instead, as for bevel gears, or correct the axes"));
    }
    Ok(cosine > 0.0)
}

/// The two joints and the link they share.
fn carrier<'j>(names: [&str; 2], joints: &'j [JointSpec]) -> Option<([&'j JointSpec; 2], &'j str)> {
    let find = |name: &str| joints.iter().find(|j| j.name == name);
    let [joint, follows] = [find(names[0])?, find(names[1])?];
    let shared =
        [&joint.parent, &joint.child].into_iter().find(|link| [&follows.parent, &follows.child].contains(link))?;
    Some(([joint, follows], shared))
}

/// The direction about which the wheel of a joint turns in the carrier where its coordinate grows. If the carrier is the
/// child, the wheel is the parent: seen from the child it turns the other way.
fn turning(spec: &JointSpec, carrier: &str) -> Vec3<f64> {
    let mut column = [Twist::zero()];
    spec.joint.columns(&[0.0], &mut column);
    let axis = column[0].angular.normalized();
    if spec.parent == carrier { spec.origin.rotation.apply(axis) } else { -spec.child_origin.rotation.apply(axis) }
}

fn wrong(item: &Item, rule: String, remedy: &str) -> FormatError {
    FormatError::BadValue { rule, remedy: remedy.into(), at: item.key_spot() }
}
