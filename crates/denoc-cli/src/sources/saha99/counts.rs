//! Tables 1 and 2.

use denoc::Error;

use super::super::Findings;
use super::super::saha_ir::counts::{Line, Misprint, Printed, compare, ours_forward, ours_inverse};
use crate::commands::opcount::{FORWARD, INVERSE, Row, linear};

const TABLE_1: Printed = Printed {
    title: "Inverse dynamics, table 1",
    sizes: &[6],
    lines: &[
        Line("Hollerbach", &[[2195, 1719]]),
        Line("Luh", &[[852, 834]]),
        Line("Walker", &[[800, 595]]),
        Line("RIDIM", &[[676, 527]]),
        Line("Khalil", &[[538, 478]]),
        Line("Angeles", &[[521, 435]]),
        Line("Balafoutis", &[[489, 421]]),
    ],
    misprints: &[],
};

const TABLE_2: Printed = Printed {
    title: "Forward dynamics, table 2",
    sizes: &[6, 12],
    lines: &[
        Line("Proposed", &[[871, 797], [2077, 1955]]),
        Line("Featherstone", &[[996, 871], [2190, 1915]]),
        Line("Walker", &[[633, 480], [2357, 1716]]),
    ],
    misprints: &[Misprint { name: "Walker", size: 6, printed: 480, right: 475, erratum: "E24" }],
};

/// What only this paper has.
const PROPOSED: Row = ("Proposed (Saha, 1999)", linear(201.0, -335.0), linear(193.0, -361.0));

/// Table 1.
pub(super) fn inverse() -> Result<Findings, Error> {
    let (check, table) = compare(&TABLE_1, INVERSE, &ours_inverse());
    Ok(Findings {
        text: "The paper compares the operations of its inverse dynamics (\"Proposed\", which the book calls RIDIM) with \
               others. Compared: every printed value with its formula, in whole numbers. All are right; here the last one \
               reads 421A, which the book misprints (E22). Our own counts stand in the first line.\n\nSentence: \"the \
               algorithm is not the best\": reproduced, 1203 operations at n = 6 against 910 of the best of the table."
            .into(),
        checks: vec![check],
        tables: vec![table],
        ..Findings::default()
    })
}

/// Table 2.
pub(super) fn forward() -> Result<Findings, Error> {
    let formulas: Vec<Row> = FORWARD.iter().copied().chain([PROPOSED]).collect();
    let (check, table) = compare(&TABLE_2, &formulas, &ours_forward());
    Ok(Findings {
        text: "As table 1, for accelerations. One value is misprinted: 480A is 475A by its own formula with 38⅚ n (E24); the \
               book takes 480 over and misprints the formula besides. The book's formula of Saha (2003), 191n − 284 and \
               187n − 325, is a later one; both give 797A at n = 6.\n\nSentence: \"the complexity is very similar to those of \
               Featherstone\": reproduced (1668 against 1867 at n = 6, 4032 against 4105 at n = 12)."
            .into(),
        checks: vec![check],
        tables: vec![table],
        ..Findings::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the printed tables, and a copy whose misprint is not known
    #[test]
    fn printed_numbers_follow_from_the_formulas() {
        assert!(inverse().unwrap().checks[0].passed() && forward().unwrap().checks[0].passed());
        let (check, _) = compare(&Printed { misprints: &[], ..TABLE_2 }, FORWARD, &[]);
        assert!(!check.passed());
    }
}
