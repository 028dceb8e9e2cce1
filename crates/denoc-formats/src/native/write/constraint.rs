//! Couplings, constraints, and springs between points.

use denoc_math::Vec3;
use denoc_model::joints::Unit;
use denoc_model::{ConstraintSpec, Coupling, PointSpec, SpringSpec};

use super::text::{Text, array, number, string};
use super::{coordinate, parameter};

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
pub(super) fn write(out: &mut Text, spec: &ConstraintSpec, unit: &dyn Fn(&str) -> Option<Unit>) {
    let kind = spec.kind.info();
    out.header(&format!("[[{}]]", kind.keyword));
    out.line("name", string(&spec.name));
    parameter::write(out, kind.parameters, &spec.kind.values(), unit);
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
