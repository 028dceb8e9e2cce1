//! Tables of operation counts: what the formulas give and what is printed.

use denoc_dynamics::compiled::{Linear, operation_counts};
use denoc_results::TextTable;

use super::finding::{Finding, Oracle};
use crate::ValidationError;
use crate::opcount::{Formula, OperationFormulas, Published};

/// Printed numbers of an algorithm: n, multiplications, additions.
pub(super) struct Line {
    /// How its name begins.
    pub(super) name: &'static str,
    pub(super) printed: &'static [(u32, u32, u32)],
}

/// A printed number that is known not to follow from its formula.
pub(super) struct Misprint {
    pub(super) name: &'static str,
    pub(super) n: u32,
    pub(super) erratum: &'static str,
}

/// Compares every printed number with its formula, but for the known misprints, which must differ.
pub(super) fn compare(
    finding: &mut Finding,
    rows: &[Published],
    lines: &[Line],
    known: &[Misprint],
) -> Result<(), ValidationError> {
    let (mut odd, mut table) = (0_u32, Vec::new());
    let mut count = 0;
    for line in lines {
        let row = rows.iter().find(|row| row.algorithm.starts_with(line.name));
        let row = row.ok_or_else(|| ValidationError::case(format!("there are no formulas of {}", line.name)))?;
        let OperationFormulas { multiplications: m, additions: a } = row.operations;
        for &(n, multiplications, additions) in line.printed {
            let found = [m, a].map(|formula| formula.at(n).round());
            let differs = found != [f64::from(multiplications), f64::from(additions)];
            let misprint = known.iter().find(|misprint| misprint.name == line.name && misprint.n == n);
            odd += u32::from(differs != misprint.is_some());
            count += 2;
            table.push(vec![
                line.name.to_owned(),
                n.to_string(),
                m.to_string(),
                a.to_string(),
                format!("{:.0}M {:.0}A", found[0], found[1]),
                format!("{multiplications}M {additions}A"),
                misprint.map_or("", |misprint| misprint.erratum).to_owned(),
            ]);
        }
    }
    let heads = ["algorithm", "n", "multiplications", "additions", "formula gives", "printed", "erratum"];
    finding.tables.push(TextTable {
        title: "Printed numbers and their formulas".into(),
        columns: heads.map(str::to_owned).to_vec(),
        rows: table,
        note: "M: multiplications and divisions, A: additions and subtractions. Formulas as corrected by the errata."
            .into(),
    });
    let what = match known.len() {
        0 => format!("printed numbers ({count}) and their formulas"),
        misprints => {
            let plural = if misprints == 1 { "" } else { "s" };
            format!("printed numbers ({count}) and their formulas, but {misprints} misprint{plural}")
        }
    };
    finding.check(&what, Oracle::Printed, f64::from(odd), 0.0, "surprises");
    Ok(())
}

/// The counts of denoc, beside those of the literature.
fn of_denoc(finding: &mut Finding, names: &[(&str, Linear)], sizes: &[i64]) {
    let row = |(name, count): &(&str, Linear)| {
        let at = |[slope, constant]: [i64; 2], n: i64| slope * n + constant;
        let [m, a] = [count.multiplications, count.additions].map(|linear| Formula::from(linear).to_string());
        let sized = sizes.iter().map(|&n| format!("{}M {}A", at(count.multiplications, n), at(count.additions, n)));
        [(*name).to_owned(), m, a].into_iter().chain(sized).collect()
    };
    let heads = ["denoc", "multiplications", "additions"].map(str::to_owned);
    finding.tables.push(TextTable {
        title: "Counts of denoc".into(),
        columns: heads.into_iter().chain(sizes.iter().map(|n| format!("n = {n}"))).collect(),
        rows: names.iter().map(row).collect(),
        note: "Counted while the compiled kernels run, for a chain of n revolute joints in which no length, angle or mass is special."
            .into(),
    });
}

/// The counts of denoc for inverse dynamics.
pub(super) fn denoc_inverse(finding: &mut Finding, sizes: &[i64]) {
    of_denoc(finding, &[("inverse dynamics", operation_counts().inverse)], sizes);
}

/// The counts of denoc for forward dynamics.
pub(super) fn denoc_forward(finding: &mut Finding, sizes: &[i64]) {
    let counts = operation_counts();
    let names = [
        ("forward dynamics, without velocity and gravity terms", counts.forward_without_bias),
        ("forward dynamics, complete", counts.forward),
    ];
    of_denoc(finding, &names, sizes);
}
