//! Table 2: operation counts of forward dynamics.

use crate::ValidationError;
use crate::opcount::{FORWARD, Published, linear};
use crate::reproduce::counts::{Line, Misprint, compare, denoc_forward};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case =
    Case { id: "Saha99 Table 2", title: "operations of forward dynamics", work: Work::Text(run) };

/// The algorithm of the paper; those of others are in both tables.
const PROPOSED: Published = linear("Proposed", [201.0, -335.0], [193.0, -361.0]);

const LINES: &[Line] = &[
    Line { name: "Proposed", printed: &[(6, 871, 797), (12, 2077, 1955)] },
    Line { name: "Featherstone", printed: &[(6, 996, 871), (12, 2190, 1915)] },
    Line { name: "Walker and Orin", printed: &[(6, 633, 480), (12, 2357, 1716)] },
];

const MISPRINTS: &[Misprint] = &[Misprint { name: "Walker and Orin", n: 6, erratum: "E24: 480A" }];

fn run() -> Result<Finding, ValidationError> {
    let mut finding = Finding::new("The formulas evaluated for 6 and 12 links, beside the printed numbers.");
    let rows: Vec<Published> = [PROPOSED].into_iter().chain(FORWARD.iter().copied()).collect();
    compare(&mut finding, &rows, LINES, MISPRINTS)?;
    denoc_forward(&mut finding, &[6, 12]);
    finding.remark(
        "Erratum E24: the formula is printed correctly here (38⅚ n), but 480 additions for n = 6 do not follow from it: it gives 475. \
         The book took the wrong number over.",
    );
    Ok(finding)
}
