//! Section 4.1: free fall of the four-bar.

use denoc_run::Loaded;

use super::four_bar::BARS;
use crate::ValidationError;
use crate::reproduce::linkage::{self, Settings};
use crate::reproduce::{Case, Finding, Work, reference};

pub(super) const CASE: Case = Case {
    id: "Saha13 section 4.1, Fig. 18",
    title: "four-bar: free fall under gravity",
    work: Work::Arm("fourbar", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "\"Using the same initial configuration\", without torque, from rest, 2 s. The configuration is not printed: \
         crank along X. Forward dynamics takes the loop as one joint of the recursion; states are kept in one \
         independent coordinate.",
    );
    let ours = linkage::release(arm, Settings::exact(2.0, 0.02))?;
    linkage::against_engines(&mut finding, &ours.bars(&arm.model, &BARS)?, reference::FOUR_BAR_FALL)?;
    linkage::laws(&mut finding, &ours, 1e-10);
    finding.remark(
        "Masses and lengths are those of the text; inertias are not printed: slender rods, m a²/12. Fig. 18 has no \
         numbers. Two of the engines agree to 1e-10 until 1.18 s and to 4e-10 until 2 s.",
    );
    Ok(finding)
}
