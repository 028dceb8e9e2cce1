//! Example 9.5: torques of the PUMA.

use std::f64::consts::PI;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::finding::Oracle;
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse, reference};

pub(super) const CASE: Case =
    Case { id: "SahaIR Example 9.5", title: "PUMA: joint torques (Fig. 9.11)", work: Work::Arm("puma", run) };

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding =
        Finding::new("All joints from 0 to π along (9.36) in 10 s, parameters of Table 9.3, gravity along −Z.");
    let motion = Cycloid::new(&[0.0; 6], &[PI; 6]);
    let ours = inverse::against_engines(&mut finding, arm, &motion, reference::PUMA_TORQUES)?;
    // the arm is stretched along X: link 2 reaches 0.432 m, its mass centre lies 0.292 m before its end, that of link 3 on axis 3
    let outer = 1.052 + 1.052 + 0.351;
    let second = -9.81 * (15.761 * (0.432 - 0.292) + 8.767 * 0.432 + outer * (0.432 + 0.02));
    let third = -9.81 * 0.02 * outer;
    let start = ours.compiled.at(0.0).unwrap_or(&[f64::NAN; 6]);
    let apart = (start[1] - second).abs().max((start[2] - third).abs());
    finding.check("statics at the start: τ2, τ3", Oracle::Law, apart / second.abs(), 1e-14, "of τ2");
    finding.remark(
        "The remark of the text that frames 5 and 6 differ from those of its chapter 6 changes no torque. Radii of gyration of \
         Table 9.3 reach 0.72 m: the inertias look ten times too large, but are taken as printed.",
    );
    Ok(finding)
}
