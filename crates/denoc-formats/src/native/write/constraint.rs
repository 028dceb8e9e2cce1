//! Couplings, rods, cams, rolling wheels, and springs between points.

use denoc_math::Vec3;
use denoc_model::joints::Unit;
use denoc_model::{CamProfile, ConstraintKind, ConstraintSpec, Coupling, PointSpec, RollingSpec, SpringSpec};

use super::coordinate;
use super::text::{Text, array, number, string};

/// `unit` is that of the coordinate of the joint that follows.
pub(super) fn coupling(out: &mut Text, coupling: &Coupling, unit: Option<Unit>) {
    out.header("[[coupling]]");
    out.line("joint", string(&coupling.joint));
    out.line("follows", string(&coupling.follows));
    out.unless(coupling.ratio == 1.0, "ratio", || number(coupling.ratio));
    out.unless(coupling.offset == 0.0, "offset", || coordinate(coupling.offset, unit));
    out.unless(coupling.enforced, "enforced", || "false".into());
}

/// `unit` gives the unit of the coordinate of a joint.
pub(super) fn write(out: &mut Text, spec: &ConstraintSpec, unit: impl Fn(&str) -> Option<Unit>) {
    match &spec.kind {
        ConstraintKind::Distance { from, to, length } => {
            out.header("[[distance]]");
            out.line("name", string(&spec.name));
            ends(out, from, to);
            out.line("length", number(*length));
        }
        ConstraintKind::Cam { joint, follows, profile } => {
            out.header("[[cam]]");
            out.line("name", string(&spec.name));
            out.line("joint", string(joint));
            out.line("follows", string(follows));
            let (joint, follows) = (unit(joint), unit(follows));
            out.line("profile", points(profile, follows, joint));
            let usual = follows == Some(Unit::Angle);
            out.unless(profile.is_periodic() == usual, "periodic", || profile.is_periodic().to_string());
        }
        ConstraintKind::Rolling(r) => rolling(out, &spec.name, r),
    }
}

pub(super) fn spring(out: &mut Text, spec: &SpringSpec) {
    out.header("[[spring]]");
    out.line("name", string(&spec.name));
    ends(out, &spec.from, &spec.to);
    out.line("stiffness", number(spec.stiffness));
    out.unless(spec.rest_length == 0.0, "rest_length", || number(spec.rest_length));
    out.unless(spec.damping == 0.0, "damping", || number(spec.damping));
}

fn ends(out: &mut Text, from: &PointSpec, to: &PointSpec) {
    for (link, point, end) in [("parent", "point", from), ("child", "child_point", to)] {
        out.line(link, string(&end.link));
        out.unless(end.position == Vec3::zero(), point, || array(end.position.to_array()));
    }
}

/// One point on each line.
fn points(profile: &CamProfile, follows: Option<Unit>, joint: Option<Unit>) -> String {
    let lines = profile.points().iter().map(|[x, y]| {
        let (x, y) = (coordinate(*x, follows), coordinate(*y, joint));
        format!("  [{x}, {y}],\n")
    });
    format!("[\n{}]", lines.collect::<String>())
}

fn rolling(out: &mut Text, name: &str, r: &RollingSpec) {
    out.header("[[rolling]]");
    out.line("name", string(name));
    out.line("link", string(&r.link));
    out.unless(r.center == Vec3::zero(), "center", || array(r.center.to_array()));
    out.line("axis", array(r.axis.to_array()));
    out.line("radius", number(r.radius));
    let mut plane = Vec::new();
    if r.plane_point != Vec3::zero() {
        plane.push(format!("point = {}", array(r.plane_point.to_array())));
    }
    if r.plane_normal != Vec3::unit(2) {
        plane.push(format!("normal = {}", array(r.plane_normal.to_array())));
    }
    out.unless(plane.is_empty(), "plane", || format!("{{ {} }}", plane.join(", ")));
    out.unless(r.keep_height, "keep_height", || "false".into());
}
