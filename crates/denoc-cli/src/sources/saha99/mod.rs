//! Dynamics of serial multibody systems using the decoupled natural orthogonal complement matrices.

mod counts;
mod planar;
pub(super) mod stanford;

use super::Case;

pub(crate) const CASES: &[Case] = &[
    Case { id: "section 6.1, Fig. 5", title: "torques of the planar arm", run: planar::inverse },
    Case { id: "section 6.1, Fig. 6", title: "free fall of the planar arm", run: planar::fall },
    Case { id: "section 6.2, Fig. 8", title: "torques of the Stanford arm", run: stanford::inverse },
    Case { id: "section 6.2, Fig. 9", title: "free fall of the Stanford arm", run: stanford::fall },
    Case { id: "Table 1", title: "operation counts of inverse dynamics", run: counts::inverse },
    Case { id: "Table 2", title: "operation counts of forward dynamics", run: counts::forward },
];
