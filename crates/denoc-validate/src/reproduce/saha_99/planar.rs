//! Section 6.1: the planar arm, torques and free fall.

use std::f64::consts::PI;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::saha_ir::planar_fall;
use crate::reproduce::{Case, Finding, Work, inverse, reference, rods};

pub(super) const CASE: Case = Case {
    id: "Saha99 section 6.1",
    title: "planar arm of three links: joint torques (Fig. 5) and free fall (Fig. 6)",
    work: Work::Arm("planar_3r", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "The motion (38), θ = ½(2πt/T − sin(2πt/T)), is the cycloid from 0 to π; free fall from rest, stretched along X. The paper \
         prints no masses and lengths: those of Table 9.2 of SahaIR are taken, so that the numbers are those of Examples 9.4 and \
         9.8.",
    );
    let motion = Cycloid::new(&[0.0; 3], &[PI; 3]);
    inverse::against_engines(&mut finding, arm, &motion, reference::PLANAR_TORQUES)?;
    let explicit = inverse::along(&motion, |q, v, a| rods::ARM.torques(q, v, a).to_vec());
    let exact = inverse::forces(&denoc_run::load("planar_3r_rods")?, &motion)?;
    let both = [&exact.compiled, &exact.faithful];
    finding.compare(
        "\"exactly match\" explicit expressions",
        Oracle::ClosedForm,
        &both,
        &explicit,
        Bound::Largest(1e-12),
    );
    planar_fall(&mut finding, arm)?;
    finding.remark(
        "The explicit expressions of Angeles (1997), which the paper matched, are taken from (9.42) of SahaIR and compared with \
         `planar_3r_rods`.",
    );
    Ok(finding)
}
