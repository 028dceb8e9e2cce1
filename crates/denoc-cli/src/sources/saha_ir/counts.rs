//! Tables of operation counts: what the formulas give, and what is printed beside them.

use denoc::Error;
use denoc::dynamics::compiled::operation_counts;
use denoc::results::TextTable;

use super::super::{Check, Findings, Oracle};
use crate::commands::opcount::{FORWARD, INVERSE, Row, formula, of_linear, value};

/// A table as it is printed.
pub(crate) struct Printed {
    pub(crate) title: &'static str,
    /// The numbers of joints of its columns.
    pub(crate) sizes: &'static [u32],
    pub(crate) lines: &'static [Line],
    /// Totals that are not what they should be.
    pub(crate) misprints: &'static [Misprint],
}

/// A line: the beginning of its name, and multiplications and additions for each size.
pub(crate) struct Line(pub(crate) &'static str, pub(crate) &'static [[i32; 2]]);

/// Additions that are misprinted, what they should be according to the list of errata, and their number there.
pub(crate) struct Misprint {
    pub(crate) name: &'static str,
    pub(crate) size: u32,
    pub(crate) printed: i32,
    pub(crate) right: i32,
    pub(crate) erratum: &'static str,
}

const TABLE_9_1: Printed = Printed {
    title: "Inverse dynamics, table 9.1",
    sizes: &[6],
    lines: &[
        Line("Hollerbach", &[[2195, 1719]]),
        Line("Luh", &[[852, 834]]),
        Line("Walker", &[[800, 595]]),
        Line("RIDIM", &[[676, 527]]),
        Line("Khalil", &[[538, 478]]),
        Line("Angeles", &[[521, 435]]),
        Line("ReDySim", &[[483, 417]]),
        Line("Balafoutis", &[[489, 421]]),
    ],
    misprints: &[],
};

const TABLE_9_6: Printed = Printed {
    title: "Forward dynamics, table 9.6",
    sizes: &[6, 7, 10],
    lines: &[
        Line("ReDySim", &[[694, 663], [829, 794], [1234, 1187]]),
        Line("Saha (2003)", &[[862, 797], [1053, 984], [1626, 1545]]),
        Line("Featherstone", &[[996, 871], [1195, 1045], [1792, 1527]]),
        Line("Stejskal", &[[1013, 891], [1239, 1097], [1917, 1715]]),
        Line("Brandl", &[[1278, 1122], [1528, 1342], [2278, 2002]]),
        Line("Walker", &[[633, 480], [842, 898], [1653, 1209]]),
    ],
    misprints: &[
        Misprint { name: "Featherstone", size: 10, printed: 1527, right: 1567, erratum: "E23" },
        Misprint { name: "Walker", size: 6, printed: 480, right: 475, erratum: "E24" },
        Misprint { name: "Walker", size: 7, printed: 898, right: 626, erratum: "E24" },
    ],
};

/// Table 9.1.
pub(super) fn inverse() -> Result<Findings, Error> {
    let (check, table) = compare(&TABLE_9_1, INVERSE, &ours_inverse());
    Ok(Findings {
        text: "The table gives numbers of multiplications (M) and additions (A) for n joints as formulas, and their values \
               for six joints. Compared: every printed value with its formula, in whole numbers. The last value, \"421M\", \
               means additions (E22); its number is right. Our own counts are counted while the compiled kernels run and \
               stand in the first line.\n\nSentence: \"the above algorithm is one of the best\" (ReDySim, 483M 417A): \
               reproduced, no other algorithm of the table needs less at n = 6."
            .into(),
        checks: vec![check],
        tables: vec![table],
        ..Findings::default()
    })
}

/// Table 9.6.
pub(super) fn forward() -> Result<Findings, Error> {
    let (check, table) = compare(&TABLE_9_6, FORWARD, &ours_forward());
    let total = |name: &str, n: u32| find(FORWARD, name).map_or(f64::NAN, |(_, m, a)| value(m, n) + value(a, n));
    let first = (2..50).find(|&n| total("ReDySim", n) < total("Walker", n)).map_or(f64::NAN, f64::from);
    let crossing = Check {
        what: "n from which ReDySim needs less than Walker and Orin: 9, not 7".into(),
        oracle: Oracle::ClosedForm,
        deviation: (first - 9.0).abs(),
        tolerance: 0.0,
        unit: "joints",
    };
    Ok(Findings {
        text: format!(
            "As table 9.1, for accelerations. Compared: every printed value with its formula, in whole numbers. Three \
             values are misprinted and counted as agreement if the corrected one follows from the formula: 1527A is 1567A \
             (E23); 480A and 898A are 475A and 626A, and 233n/3 is 233n/6, from which the printed 1209A follows \
             (E24).\n\nSentence: \"the ReDySim-based algorithm is efficient even for n ≥ 7\" (also the answer to Exercise \
             9.5): not reproduced. By multiplications and additions together it needs less than Walker and Orin's from \
             n = {first} on ({:.0} against {:.0} at n = 7); with the misprinted 898A the book gets 1740 at n = 7, hence its \
             sentence. Our own counts stand in the first lines; the published ones appear to leave out the velocity and \
             gravity terms.",
            total("ReDySim", 7),
            total("Walker", 7),
        ),
        checks: vec![check, crossing],
        tables: vec![table],
        ..Findings::default()
    })
}

/// Our counts of inverse dynamics.
pub(crate) fn ours_inverse() -> [Row; 1] {
    let [m, a] = of_linear(&operation_counts().inverse);
    [("denoc", m, a)]
}

/// Our counts of forward dynamics.
pub(crate) fn ours_forward() -> [Row; 2] {
    let counts = operation_counts();
    let row = |name, count| {
        let [m, a] = of_linear(count);
        (name, m, a)
    };
    [row("denoc, without bias", &counts.forward_without_bias), row("denoc, complete", &counts.forward)]
}

fn find<'a>(rows: &'a [Row], name: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.0.starts_with(name))
}

/// The largest difference of a printed (or corrected) number and its formula, and the table with `ours` first.
pub(crate) fn compare(printed: &Printed, formulas: &[Row], ours: &[Row]) -> (Check, TextTable) {
    let mut worst = 0.0_f64;
    let mut differ = |x: f64| worst = if x.is_nan() || worst.is_nan() { f64::NAN } else { worst.max(x.abs()) };
    let mut rows: Vec<Vec<String>> = ours.iter().map(|row| cells(row, printed.sizes)).collect();
    for Line(name, totals) in printed.lines {
        let Some(row) = find(formulas, name) else {
            differ(f64::NAN);
            continue;
        };
        let mut cells = cells(row, printed.sizes);
        if totals.len() != printed.sizes.len() {
            differ(f64::NAN);
        }
        for (k, (&n, [m, a])) in printed.sizes.iter().zip(*totals).enumerate() {
            let misprint = printed.misprints.iter().find(|x| x.name == *name && x.size == n);
            let right = match misprint {
                Some(x) if x.printed == *a => x.right,
                _ => *a,
            };
            differ(value(&row.1, n) - f64::from(*m));
            differ(value(&row.2, n) - f64::from(right));
            if let (Some(x), Some(cell)) = (misprint, cells.get_mut(3 + k)) {
                *cell += &format!(" (printed {}A, {})", x.printed, x.erratum);
            }
        }
        rows.push(cells);
    }
    let sizes = printed.sizes.iter().map(|n| format!("n = {n}"));
    let columns = ["algorithm", "M", "A"].map(str::to_owned).into_iter().chain(sizes).collect();
    let values: usize = printed.lines.iter().map(|line| 2 * line.1.len()).sum();
    let check = Check {
        what: format!("{values} printed values, {} of them corrected", printed.misprints.len()),
        oracle: Oracle::Printed,
        // thirds and sixths are not exact
        deviation: worst.round(),
        tolerance: 0.0,
        unit: "operations",
    };
    let note = "Values of the formulas; M multiplications and divisions, A additions and subtractions.".into();
    (check, TextTable { title: printed.title.into(), columns, rows, note })
}

fn cells((name, m, a): &Row, sizes: &[u32]) -> Vec<String> {
    // the marks belong to footnotes of another table
    let name = name.trim_end_matches([' ', '¹', '²', '³']).to_owned();
    let sized = sizes.iter().map(|&n| format!("{:.0}M {:.0}A", value(m, n), value(a, n)));
    [name, formula(m), formula(a)].into_iter().chain(sized).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the printed tables, and copies with one number changed
    #[test]
    fn printed_numbers_follow_from_the_formulas_and_others_would_not() {
        for findings in [inverse().unwrap(), forward().unwrap()] {
            assert!(findings.checks.iter().all(Check::passed), "{:?}", findings.checks);
        }
        let uncorrected = Printed { misprints: &[], ..TABLE_9_6 };
        let (check, _) = compare(&uncorrected, FORWARD, &[]);
        assert_eq!((check.deviation, check.passed()), (272.0, false), "898 for 626");
        let wrong = Printed { lines: &[Line("Luh", &[[853, 834]])], ..TABLE_9_1 };
        assert!(!compare(&wrong, INVERSE, &[]).0.passed());
        let unknown = Printed { lines: &[Line("Nobody", &[[1, 1]])], ..TABLE_9_1 };
        assert!(!compare(&unknown, INVERSE, &[]).0.passed());
    }
}
