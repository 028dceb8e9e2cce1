//! Exercise 9.15: torques of the planar arm for another goal.

use std::f64::consts::FRAC_PI_2;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse, rods};

pub(super) const CASE: Case = Case {
    id: "SahaIR Exercise 9.15",
    title: "planar arm: joint torques to π/2 (9.43)",
    work: Work::Arm("planar_3r", run),
};

const KEPT: [(f64, [f64; 3]); 4] = [
    (2.5, [4.27075334469, 1.48662840546, 0.298682869142]),
    (5.0, [1.72950608551, -0.228196294845, -0.225631562252]),
    (7.5, [-0.930618353286, -1.31801020452, -0.134245793428]),
    (10.0, [-1.22625, -1.22625, 0.0]),
];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "All joints from 0 to π/2 along (9.36). The duration is not printed: 10 s, as in the examples. Inertias as printed in \
         Table 9.2; the explicit expressions (9.42) belong to exact rods, so they are compared with `planar_3r_rods`.",
    );
    let motion = Cycloid::new(&[0.0; 3], &[FRAC_PI_2; 3]);
    let explicit = inverse::along(&motion, |q, v, a| rods::ARM.torques(q, v, a).to_vec());
    let exact = inverse::forces(&denoc_run::load("planar_3r_rods")?, &motion)?;
    let both = [&exact.compiled, &exact.faithful];
    finding.compare("torques of `planar_3r_rods`", Oracle::ClosedForm, &both, &explicit, Bound::Largest(1e-12));
    let ours = inverse::against_dense(&mut finding, arm, &motion)?;
    finding.compare(
        "torques at four instants",
        Oracle::Kept,
        &[&ours.compiled],
        &Curves::kept(&KEPT),
        Bound::Largest(1e-11),
    );
    finding.remark("(9.43) prints the conditions θ̇ = θ̈ = 0 at the start twice; the second pair is meant at the end.");
    Ok(finding)
}
