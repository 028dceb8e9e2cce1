//! Table 1: operation counts of inverse dynamics.

use crate::ValidationError;
use crate::opcount::INVERSE;
use crate::reproduce::counts::{Line, compare, denoc_inverse};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case =
    Case { id: "Saha99 Table 1", title: "operations of inverse dynamics", work: Work::Text(run) };

/// As printed; "Proposed" is the algorithm called RIDIM.
const LINES: &[Line] = &[
    Line { name: "Hollerbach", printed: &[(6, 2195, 1719)] },
    Line { name: "Luh", printed: &[(6, 852, 834)] },
    Line { name: "Walker and Orin", printed: &[(6, 800, 595)] },
    Line { name: "RIDIM", printed: &[(6, 676, 527)] },
    Line { name: "Khalil", printed: &[(6, 538, 478)] },
    Line { name: "Angeles", printed: &[(6, 521, 435)] },
    Line { name: "Balafoutis", printed: &[(6, 489, 421)] },
];

fn run() -> Result<Finding, ValidationError> {
    let mut finding =
        Finding::new("The formulas evaluated for six links, beside the printed numbers; all of them follow.");
    compare(&mut finding, INVERSE, LINES, &[])?;
    denoc_inverse(&mut finding, &[6, 12]);
    Ok(finding)
}
