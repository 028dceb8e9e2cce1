//! Example 9.6: torques and force of the Stanford arm.

use std::f64::consts::PI;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::interference::{Pair, gaps, table};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse, reference};

pub(super) const CASE: Case = Case {
    id: "SahaIR Example 9.6",
    title: "Stanford arm: joint torques and force (Fig. 9.13)",
    work: Work::Arm("stanford", run),
};

/// Where Examples 9.6 and 9.10 start.
pub(super) const START: [f64; 6] = [0.0, -0.5 * PI, 0.635, 0.0, PI, PI];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "From (0, −π/2, 0.635 m, 0, π, π) to (π/3, −5π/6, 0.735 m, π/3, 5π/6, 5π/6) along (9.36) and (9.37) in 10 s, parameters of \
         Table 9.4, gravity along −Z. Joint 3 slides.",
    );
    let goal = [PI / 3.0, -5.0 * PI / 6.0, 0.735, PI / 3.0, 5.0 * PI / 6.0, 5.0 * PI / 6.0];
    let ours = inverse::against_engines(&mut finding, arm, &Cycloid::new(&START, &goal), reference::STANFORD_FORCES)?;
    let pairs = gaps(arm, &ours.q)?;
    let apart = pairs.iter().all(|pair: &Pair| pair.least() > 0.0);
    finding.sentence("\"the robot links do not interfere\"", apart, true);
    finding.tables.push(table(&ours.q.times, &pairs));
    finding.remark(
        "Erratum E12: (9.16d) leaves out the rate of a sliding joint, which would halve the Coriolis force of joint 3; the curves \
         of the engines show that the full force is right.",
    );
    Ok(finding)
}
