//! Exercise 9.14: torques of the two-link arm.

use std::f64::consts::PI;

use denoc_run::Loaded;

use super::two_links;
use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse};

pub(super) const CASE: Case =
    Case { id: "SahaIR Exercise 9.14", title: "two-link arm: joint torques", work: Work::Arm("two_r", run) };

const KEPT: [(f64, [f64; 2]); 4] = [
    (0.0, [19.62, 4.905]),
    (2.5, [18.8844031624, 4.36760707732]),
    (5.0, [-5.49717626407, -4.70760791198]),
    (10.0, [-9.81, 4.905]),
];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(format!(
        "The closed form of Example 9.3 with gravity. The motion is not printed: both joints from 0 to π along (9.36) in 10 s. {}",
        two_links::choice(&arm.description)
    ));
    let motion = Cycloid::new(&[0.0; 2], &[PI; 2]);
    let ours = inverse::against_formula(&mut finding, arm, &motion, two_links::torques)?;
    finding.compare(
        "torques at four instants",
        Oracle::Kept,
        &[&ours.compiled],
        &Curves::kept(&KEPT),
        Bound::Largest(1e-11),
    );
    Ok(finding)
}
