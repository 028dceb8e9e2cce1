//! The axes about which a link can turn, and the links in which these axes keep their place.

use denoc_math::{Pose, Vec3};

use crate::description::{Description, JointSpec};

/// Axes are parallel if the sine of the angle between them is at most this.
const PARALLEL: f64 = 1e-6;

/// An axis of a wheel.
#[derive(Clone, Debug)]
pub(super) struct WheelAxis<'d> {
    /// The origin of its joint, in the link frame of the wheel.
    pub(super) point: Vec3<f64>,
    /// Its direction there.
    pub(super) direction: Vec3<f64>,
    /// The links in which it is fixed, the wheel first.
    pub(super) seen: Vec<Seen<'d>>,
}

/// A link in which the axis of a wheel keeps its place.
#[derive(Clone, Debug)]
pub(super) struct Seen<'d> {
    pub(super) link: &'d str,
    /// The link frame of the wheel in it, with all coordinates at zero.
    pub(super) wheel: Pose<f64>,
    /// The wheel turns relative to it by the sum of factor · coordinate over these joints.
    pub(super) turns: Vec<(&'d str, f64)>,
}

/// The axes of all revolute joints of a link and of those fixed to it; distances up to `gap` are zero.
pub(super) fn axes<'d>(d: &'d Description, wheel: &'d str, gap: f64) -> Vec<WheelAxis<'d>> {
    let start = Seen { link: wheel, wheel: Pose::identity(), turns: Vec::new() };
    let body = reached(d, vec![start], |_, _| None);
    let mut all = Vec::new();
    for part in &body {
        for (spec, end) in ends(d, part.link) {
            let inside = body.iter().any(|other| other.link == end.other);
            let Some(line) = spec.joint.turn_axis().filter(|_| !inside) else { continue };
            let to_wheel = part.wheel.inverse() * end.frame;
            let (point, direction) = (to_wheel.position, to_wheel.rotation.apply(line).normalized());
            let seen = reached(d, body.clone(), |seen, end| {
                let axis = end.frame.rotation.apply(end.axis?);
                let wanted = seen.wheel.rotation.apply(direction);
                let apart = end.frame.position - seen.wheel.point(point);
                let coaxial = axis.cross(wanted).norm() <= PARALLEL && apart.cross(wanted).norm() <= gap;
                // the coordinate turns the child
                let sense = if end.is_child { 1.0 } else { -1.0 };
                coaxial.then(|| sense * axis.dot(wanted).signum())
            });
            all.push(WheelAxis { point, direction, seen });
        }
    }
    all
}

/// One side of a joint.
struct End<'d> {
    other: &'d str,
    is_child: bool,
    /// The frame of the joint in the link, and the link frame in the other link, with the coordinate at zero.
    frame: Pose<f64>,
    across: Pose<f64>,
    axis: Option<Vec3<f64>>,
}

fn ends<'d>(d: &'d Description, link: &str) -> impl Iterator<Item = (&'d JointSpec, End<'d>)> {
    let here = d.joints.iter().filter(move |spec| (spec.parent == link) != (spec.child == link));
    let is_child: Vec<bool> = here.clone().map(|spec| spec.child == link).collect();
    here.zip(is_child).map(|(spec, is_child)| {
        let (other, frame, beyond) = match is_child {
            true => (&spec.parent, spec.child_origin, spec.origin),
            false => (&spec.child, spec.origin, spec.child_origin),
        };
        (spec, End { other, is_child, frame, across: beyond * frame.inverse(), axis: spec.joint.turn_axis() })
    })
}

/// All links that can be reached from these through fixed joints, and through joints for which `turn` gives a factor.
fn reached<'d>(
    d: &'d Description,
    mut reached: Vec<Seen<'d>>,
    turn: impl Fn(&Seen<'d>, &End<'d>) -> Option<f64>,
) -> Vec<Seen<'d>> {
    let mut next = 0;
    while next < reached.len() {
        let seen = reached[next].clone();
        for (spec, end) in ends(d, seen.link) {
            let known = reached.iter().any(|other| other.link == end.other);
            let factor = if spec.joint.is_fixed() { Some(0.0) } else { turn(&seen, &end) };
            let (Some(factor), false) = (factor, known) else { continue };
            let mut turns = seen.turns.clone();
            turns.extend((factor != 0.0).then_some((spec.name.as_str(), factor)));
            reached.push(Seen { link: end.other, wheel: end.across * seen.wheel, turns });
        }
        next += 1;
    }
    reached
}
