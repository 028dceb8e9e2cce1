//! `teeth` of a `[[coupling]]`: two meshing gears on joints that share a link, the carrier.

use denoc_base::number::six;
use denoc_math::{Twist, Vec3};
use denoc_model::JointSpec;
use denoc_model::joints::Unit;

use super::quantity;
use super::section::{Item, Section};
use crate::FormatError;

/// Axes are parallel if the sine of the angle between them is at most this.
const PARALLEL: f64 = 1e-6;

/// The ratio of `joint` to `follows` (names with the units of their coordinates), if the section specifies their teeth.
/// `joints` are all joints of the file.
pub(super) fn read(
    section: &Section,
    [joint, follows]: [(&str, Unit); 2],
    joints: &[JointSpec],
) -> Result<Option<f64>, FormatError> {
    let internal = section.get("internal");
    let Some(item) = section.get("teeth") else {
        let Some(item) = internal else { return Ok(None) };
        let rule = format!("{} describes meshing gears, but there are no teeth", item.label());
        let remedy = "add teeth = [of joint, of follows], or remove it";
        return Err(wrong(&item, rule, remedy));
    };
    let internal = internal.map_or(Ok(false), |item| item.flag())?;
    let [of_joint, of_follows] = teeth(&item)?;
    if [joint.1, follows.1] != [Unit::Angle; 2] {
        let rule = format!("{} require two rotations, but one of the joints is a translation", item.label());
        return Err(wrong(&item, rule, "write radius for a rack and pinion, lead for a screw"));
    }
    let same_sense = mesh(&item, [joint.0, follows.0], joints)?;
    // the larger gear turns less; external gears turn in opposite directions
    let ratio = of_follows / of_joint;
    Ok(Some(if internal == same_sense { ratio } else { -ratio }))
}

fn teeth(item: &Item) -> Result<[f64; 2], FormatError> {
    let teeth = item.numbers_like::<2>(quantity::NUMBER, "[of joint, of follows], such as [20, 40]")?;
    if let Some(bad) = teeth.iter().find(|n| **n < 1.0 || n.fract() != 0.0) {
        let rule = format!("{} contains {}, which is not a valid number of teeth", item.label(), six(*bad));
        let remedy = "write two positive integers, such as [20, 40]".into();
        return Err(FormatError::BadValue { rule, remedy, at: item.spot() });
    }
    Ok(teeth)
}

/// Whether both gears turn in the same direction relative to the carrier when both coordinates increase. Gears that cannot mesh are
/// an error.
fn mesh(item: &Item, names: [&str; 2], joints: &[JointSpec]) -> Result<bool, FormatError> {
    let [joint, follows] = names;
    let Some((pair, carrier)) = carrier(names, joints) else {
        let rule = format!(
            "{} require two joints on a common link, but \"{joint}\" and \"{follows}\" have none",
            item.label()
        );
        return Err(wrong(item, rule, "write ratio instead, or name joints that share a link"));
    };
    let [one, other] = pair.map(|spec| turning(spec, carrier));
    let (sine, cosine) = (one.cross(other).norm(), one.dot(other));
    if sine > PARALLEL {
        let angle = six(sine.atan2(cosine.abs()).to_degrees());
        let rule = format!(
            "{} require parallel axes, but those of \"{joint}\" and \"{follows}\" on link \"{carrier}\" enclose {angle} deg",
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

/// The axis about which the gear of a joint turns relative to the carrier when its coordinate increases. If the carrier is the
/// child, the gear is the parent and turns in the opposite direction.
fn turning(spec: &JointSpec, carrier: &str) -> Vec3<f64> {
    let mut column = [Twist::zero()];
    spec.joint.columns(&[0.0], &mut column);
    let axis = column[0].angular.normalized();
    if spec.parent == carrier { spec.origin.rotation.apply(axis) } else { -spec.child_origin.rotation.apply(axis) }
}

fn wrong(item: &Item, rule: String, remedy: &str) -> FormatError {
    FormatError::BadValue { rule, remedy: remedy.into(), at: item.key_spot() }
}
