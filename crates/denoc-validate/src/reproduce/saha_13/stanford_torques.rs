//! Section 2.8: torques and force of the Stanford arm.

use std::f64::consts::PI;

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse};

pub(super) const CASE: Case = Case {
    id: "Saha13 section 2.8, Fig. 5",
    title: "Stanford arm: joint torques and force, final values assumed",
    work: Work::Arm("stanford_1999", run),
};

const KEPT: [(f64, [f64; 6]); 2] = [
    (0.0, [0.0, 0.0, 59.841, 0.0, 0.0, 0.0]),
    (2.5, [0.00461541045592, -1.06488488598, 59.5914827354, 5.5194110986e-4, -1.378e-5, 3.8678e-4]),
];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "\"Parameters from Saha (1999)\": the arm of its Table 3, gravity along −Z. The motion (34)-(35) starts at zero; its final \
         values are not printed and assumed to be 60° and 0.1 m, those of the paper of 1999.",
    );
    let third = PI / 3.0;
    let motion = Cycloid::new(&[0.0; 6], &[third, third, 0.1, third, third, third]);
    let ours = inverse::against_dense(&mut finding, arm, &motion)?;
    let kept = Curves::kept(&KEPT);
    finding.compare("forces at two instants", Oracle::Kept, &[&ours.compiled], &kept, Bound::Largest(1e-9));
    let start = ours.compiled.at(0.0).unwrap_or(&[f64::NAN; 6]);
    finding.check(
        "f3 at the start: the weight of links 3 to 6",
        Oracle::Law,
        (start[2] - 6.1 * 9.81).abs(),
        1e-12,
        "N",
    );
    let end = ours.compiled.at(10.0).unwrap_or(&[f64::NAN; 6]);
    let apart = (end[1] + 15.0374053037).abs().max((end[2] - 29.9205).abs());
    finding.check("τ2 and f3 at the end", Oracle::Kept, apart, 1e-9, "N m, N");
    finding.remark(
        "\"Verified with Saha (2008)\", the book: it has other lengths and start angles (Table 9.4), so both sources cannot have \
         drawn the same curves.",
    );
    Ok(finding)
}
