//! Where two wheels mesh: their axes, the link that carries both, the pitch point.

use denoc_base::number::{six, six_beside};
use denoc_math::{Mat3, Pose, Vec3};

use super::GearSpec;
use super::teeth::hub;
use super::wheel_axis::{WheelAxis, axes};
use crate::description::Description;

/// Axes are parallel if the sine of the angle between them is at most this.
const PARALLEL: f64 = 1e-6;
/// Distances are equal if they differ by at most this part of the sum of the pitch radii.
const FIT: f64 = 1e-4;

/// Two meshing wheels, seen from the link that carries them.
#[derive(Clone, Debug)]
pub(super) struct Mesh<'d> {
    /// The carrier.
    pub(super) carrier: &'d str,
    /// The pitch point in the carrier: x pushes the second wheel away from the first, y is the direction of the tangential force.
    pub(super) pitch: Pose<f64>,
    /// Joints with factors: the sum of factor · coordinate is constant, m.
    pub(super) turns: Vec<(&'d str, f64)>,
    /// In the link frame of each wheel: on its axis, x to the pitch point where all coordinates are zero, y along the tangent.
    pub(super) hubs: [Pose<f64>; 2],
}

/// Why wheels do not mesh.
#[derive(Clone, Debug)]
pub(super) struct Misfit {
    pub(super) rule: String,
    pub(super) remedy: String,
}

fn misfit(rule: String, remedy: &str) -> Misfit {
    Misfit { rule, remedy: remedy.to_owned() }
}

/// One axis of each wheel, in a link that keeps both.
struct Pair<'d> {
    carrier: &'d str,
    /// A point of the axis in the middle of the wheel, and the direction of the axis.
    lines: [[Vec3<f64>; 2]; 2],
    /// The link frames of the wheels, with all coordinates at zero.
    wheels: [Pose<f64>; 2],
    turns: [Vec<(&'d str, f64)>; 2],
}

/// Finds the link that carries both wheels, and the point where they touch there.
pub(super) fn find<'d>(d: &'d Description, gear: &'d GearSpec) -> Result<Mesh<'d>, Misfit> {
    let [first, second] = [&gear.parent, &gear.child].map(|link| axes(d, link, FIT * gear.size()));
    let mut misfit = None;
    for pair in pairs(&first, &second) {
        match mesh(gear, &pair) {
            Ok(mesh) => return Ok(mesh),
            Err(why) => misfit = misfit.or(Some(why)),
        }
    }
    let [a, b] = [&gear.parent, &gear.child];
    let rule = || format!("no link carries both wheels: \"{a}\" and \"{b}\" have no revolute joints to a common link");
    let remedy = "add revolute joints about the axes of both wheels, to the carrier or, for wheels coaxial with it, to a link \
                  that turns about the same axis";
    Err(misfit.unwrap_or_else(|| self::misfit(rule(), remedy)))
}

/// For two axes, the carrier with the fewest joints between.
fn pairs<'d>(first: &[WheelAxis<'d>], second: &[WheelAxis<'d>]) -> Vec<Pair<'d>> {
    let mut all = Vec::new();
    for (one, other) in first.iter().flat_map(|one| second.iter().map(move |other| (one, other))) {
        let common = one.seen.iter().flat_map(|seen| {
            let same = other.seen.iter().find(|also| also.link == seen.link);
            same.filter(|also| !seen.turns.is_empty() && !also.turns.is_empty()).map(|also| (seen, also))
        });
        if let Some((seen, also)) = common.min_by_key(|(seen, also)| seen.turns.len() + also.turns.len()) {
            let line = |axis: &WheelAxis<'_>, wheel: Pose<f64>| {
                [wheel.point(axis.point), wheel.rotation.apply(axis.direction)]
            };
            all.push(Pair {
                carrier: seen.link,
                lines: [line(one, seen.wheel), line(other, also.wheel)],
                wheels: [seen.wheel, also.wheel],
                turns: [seen.turns.clone(), also.turns.clone()],
            });
        }
    }
    all
}

fn mesh<'d>(gear: &GearSpec, pair: &Pair<'d>) -> Result<Mesh<'d>, Misfit> {
    let [[_, e], [_, f]] = pair.lines;
    let [point, apart, along] =
        if e.cross(f).norm() <= PARALLEL { parallel(gear, pair.lines)? } else { bevel(gear, pair.lines)? };
    let mut turns = Vec::new();
    for (k, sign) in [(0, -1.0), (1, 1.0)] {
        let [center, axis] = pair.lines[k];
        // the velocity of the wheel at the pitch point, per rotation
        let radius = along.dot(axis.cross(point - center));
        turns.extend(pair.turns[k].iter().map(|&(joint, factor)| (joint, sign * radius * factor)));
    }
    let pitch = Pose::new(Mat3::from_columns(apart, along, apart.cross(along)), point);
    let hubs = [0, 1].map(|k| pair.wheels[k].inverse() * hub(pair.lines[k], point, along));
    Ok(Mesh { carrier: pair.carrier, pitch, turns: summed(turns), hubs })
}

/// One entry per joint; joints that turn with both wheels cancel.
fn summed(turns: Vec<(&str, f64)>) -> Vec<(&str, f64)> {
    let mut sums: Vec<(&str, f64)> = Vec::new();
    for (joint, factor) in turns {
        match sums.iter_mut().find(|(name, _)| *name == joint) {
            Some((_, sum)) => *sum += factor,
            None => sums.push((joint, factor)),
        }
    }
    sums
}

/// The pitch point, the direction that pushes the second wheel away, and the tangent.
fn parallel(gear: &GearSpec, [[p, e], [q, _]]: [[Vec3<f64>; 2]; 2]) -> Result<[Vec3<f64>; 3], Misfit> {
    let [r, s] = gear.pitch_radii();
    let between = (q - p) - e.scale(e.dot(q - p));
    let (distance, needed) = (between.norm(), if gear.internal { (s - r).abs() } else { r + s });
    if gear.internal && r == s {
        let rule = format!("a ring and the wheel in it both have {} teeth", gear.teeth[0]);
        return Err(misfit(rule, "a ring has more teeth than the wheel in it"));
    }
    if (distance - needed).abs() > FIT * (r + s) {
        let (found, expected) = (1e3 * distance, 1e3 * needed);
        let (found, expected) = (six_beside(found, expected), six_beside(expected, found));
        let [a, b] = gear.teeth;
        let (module, sum) = (six(1e3 * gear.module), if gear.internal { "difference" } else { "sum" });
        let rule = format!(
            "the axes of \"{}\" and \"{}\" are {found} mm apart, but module {module} mm and half the {sum} of {a} and {b} teeth \
             require {expected} mm",
            gear.parent, gear.child
        );
        return Err(misfit(
            rule,
            "correct module, teeth or the origins of the joints; internal = true is for a wheel in a ring",
        ));
    }
    let u = between.normalized();
    // teeth share the distance in proportion, also where it is rounded
    let share = r * distance / needed;
    let (offset, apart) = match (gear.internal, r < s) {
        (false, _) => (share, u),
        (true, true) => (-share, -u),
        (true, false) => (share, -u),
    };
    let level = e.scale(0.5 * e.dot(q - p));
    Ok([p + u.scale(offset) + level, apart, e.cross(u)])
}

/// The same for axes that intersect: the pitch point is where both cones have their pitch radii.
fn bevel(gear: &GearSpec, [[p, e], [q, f]]: [[Vec3<f64>; 2]; 2]) -> Result<[Vec3<f64>; 3], Misfit> {
    let size = gear.size();
    let names = [&gear.parent, &gear.child];
    let normal = e.cross(f).normalized();
    let gap = normal.dot(q - p);
    if gap.abs() > FIT * size {
        let rule = format!(
            "the axes of \"{}\" and \"{}\" are neither parallel nor intersect: they pass each other at {} mm",
            names[0],
            names[1],
            six(1e3 * gap.abs())
        );
        return Err(misfit(
            rule,
            "for worms and crossed helical gears write a coupling with a ratio, or correct the axes",
        ));
    }
    if gear.internal {
        let rule = "internal = true requires parallel axes, but they intersect".to_owned();
        return Err(misfit(rule, "remove internal, or correct the axes"));
    }
    // p + s e is the apex
    let apex = p + e.scale((q - p).cross(f).dot(e.cross(f)) / e.cross(f).dot(e.cross(f)));
    let mut outward = [e, f];
    for (k, center) in [p, q].into_iter().enumerate() {
        let side = outward[k].dot(center - apex);
        if side.abs() <= FIT * size {
            let rule =
                format!("the origin of the joint of \"{}\" is where the axes of both wheels intersect", names[k]);
            let remedy =
                "move it along the axis to the wheel: it shows on which side of the intersection the teeth are";
            return Err(misfit(rule, remedy));
        }
        outward[k] = outward[k].scale(side.signum());
    }
    let [a, b] = outward;
    let [r, s] = gear.pitch_radii();
    let (sin, cos) = (a.cross(b).norm(), a.dot(b));
    let across = (b - a.scale(cos)).scale(sin.recip());
    // tan δ = sin Σ / (s/r + cos Σ)
    let cone = sin.atan2(s / r + cos);
    let along_cone = a.scale(cone.cos()) + across.scale(cone.sin());
    let apart = across.scale(cone.cos()) - a.scale(cone.sin());
    Ok([apex + along_cone.scale(r / cone.sin()), apart, a.cross(across)])
}
