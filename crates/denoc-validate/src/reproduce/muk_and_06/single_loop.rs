//! Section 4.1: the single loop of Fig. 3.

use std::f64::consts::PI;

use denoc_run::Loaded;

use super::{odca, unstabilised};
use crate::ValidationError;
use crate::reproduce::linkage::{self, Bar, Settings};
use crate::reproduce::{Case, Finding, Work, reference};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 4.1, Figs. 6, 7",
    title: "single loop: motion under gravity, and how far the loop opens",
    work: Work::Arm("odca_fourbar", run),
};

/// Links 1, 2 and 3; the last from pin to pivot, as in the reference.
const BARS: [Bar; 3] = [(&["pivot1"], 0.0), (&["pivot1", "pin12"], 0.0), (&["pivot3"], PI)];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "Three links of length 1 m, mass 1 kg and inertia 1 kg m² between two pivots, released from rest, 10 s. \
         Distance of the pivots and start are not printed: 2 m, link 1 at −30°. By our methods for loops, and \
         by O-DCA.",
    );
    let ours = linkage::release(arm, Settings::exact(10.0, 0.05))?;
    linkage::against_engines(&mut finding, &ours.bars(&arm.model, &BARS)?, reference::SINGLE_LOOP_FALL)?;
    linkage::laws(&mut finding, &ours, 1e-10);
    odca::compare(&mut finding, arm, &ours, Settings::exact(10.0, 0.05))?;
    unstabilised::compare(&mut finding, arm, "Fig. 7")?;
    Ok(finding)
}
