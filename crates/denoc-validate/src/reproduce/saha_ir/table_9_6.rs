//! Table 9.6: operation counts of forward dynamics.

use crate::ValidationError;
use crate::opcount::FORWARD;
use crate::reproduce::counts::{Line, Misprint, compare, denoc_forward};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case =
    Case { id: "SahaIR Table 9.6", title: "operations of forward dynamics", work: Work::Text(run) };

/// As printed [SahaIR table 9.6].
const LINES: &[Line] = &[
    Line { name: "ReDySim", printed: &[(6, 694, 663), (7, 829, 794), (10, 1234, 1187)] },
    Line { name: "Saha", printed: &[(6, 862, 797), (7, 1053, 984), (10, 1626, 1545)] },
    Line { name: "Featherstone", printed: &[(6, 996, 871), (7, 1195, 1045), (10, 1792, 1527)] },
    Line { name: "Stejskal", printed: &[(6, 1013, 891), (7, 1239, 1097), (10, 1917, 1715)] },
    Line { name: "Brandl", printed: &[(6, 1278, 1122), (7, 1528, 1342), (10, 2278, 2002)] },
    Line { name: "Walker and Orin", printed: &[(6, 633, 480), (7, 842, 898), (10, 1653, 1209)] },
];

const MISPRINTS: &[Misprint] = &[
    Misprint { name: "Featherstone", n: 10, erratum: "E23: 1527A" },
    Misprint { name: "Walker and Orin", n: 6, erratum: "E24: 480A" },
    Misprint { name: "Walker and Orin", n: 7, erratum: "E24: 898A" },
];

fn run() -> Result<Finding, ValidationError> {
    let mut finding = Finding::new("The formulas evaluated for 6, 7 and 10 links, beside the printed numbers.");
    compare(&mut finding, FORWARD, LINES, MISPRINTS)?;
    let total = |name: &str, n: u32| {
        let row = FORWARD.iter().find(|row| row.algorithm.starts_with(name)).map(|row| row.operations);
        row.map_or(f64::NAN, |count| (count.multiplications.at(n) + count.additions.at(n)).round())
    };
    let fewer = |n: u32| total("ReDySim", n) < total("Walker", n);
    finding.sentence("\"efficient even for n ≥ 7\" (Exercise 9.5)", fewer(7), false);
    let from = (1..20).find(|n| fewer(*n)).unwrap_or(0);
    finding.remark(format!(
        "Erratum E24: the additions of Walker and Orin are printed with 233n/3, which gives neither printed number; 233n/6, as in \
         Saha99, gives the one for n = 10. \"Efficient even for n ≥ 7\" follows from the misprinted 898: in truth ReDySim needs {} \
         operations and Walker and Orin {} for seven links, and ReDySim needs fewer from n = {from} on. Erratum E23: 1527A should \
         be 1567A.",
        total("ReDySim", 7),
        total("Walker", 7)
    ));
    denoc_forward(&mut finding, &[6, 7, 10]);
    finding.remark(
        "The published counts appear to leave out velocity and gravity terms: compare them with our first row.",
    );
    Ok(finding)
}
