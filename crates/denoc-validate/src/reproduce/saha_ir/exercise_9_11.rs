//! Exercise 9.11: the torques of Example 9.4 from explicit expressions.

use std::f64::consts::PI;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::matrices::{matrices, states};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse, reference, rods};

pub(super) const CASE: Case = Case {
    id: "SahaIR Exercise 9.11",
    title: "planar arm: torques from explicit expressions (9.42)",
    work: Work::Arm("planar_3r_rods", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "The motion of Example 9.4; inertias m a²/12 without rounding, as (9.42) has them. Inertia matrix, convective and gravity \
         terms are also compared by themselves, at 40 states.",
    );
    let motion = Cycloid::new(&[0.0; 3], &[PI; 3]);
    let ours = inverse::against_formula(&mut finding, arm, &motion, |q, v, a| rods::ARM.torques(q, v, a).to_vec())?;
    let engines = reference::forces(reference::ROD_TORQUES)?;
    finding.compare("the same torques", Oracle::Engines, &[&ours.compiled], &engines.tau, Bound::Largest(1e-12));
    let mut worst = [0.0_f64; 3];
    for [q, v, _] in states(3, 40) {
        let found = matrices(&arm.model, &q, &v)?;
        let worse = |own: &[f64], other: &[f64]| own.iter().zip(other).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
        let gravity = rods::ARM.gravity(&q).map(|x| -x);
        let all = [
            worse(&found.gim, rods::ARM.gim(&q).as_flattened()),
            worse(&found.vci, &rods::ARM.vci(&q, &v)),
            worse(&found.gravity, &gravity),
        ];
        worst.iter_mut().zip(all).for_each(|(worst, x)| *worst = worst.max(x));
    }
    finding.check("inertia matrix (9.42b)", Oracle::ClosedForm, worst[0], 1e-15, "kg m²");
    finding.check("convective terms (9.42c)", Oracle::ClosedForm, worst[1], 1e-14, "N m");
    finding.check("gravity (9.42d)", Oracle::ClosedForm, worst[2], 1e-14, "N m");
    finding.remark("All 35 lines of (9.42) are printed correctly; its sign convention is I θ̈ + C θ̇ = τᵍ + τ.");
    Ok(finding)
}
