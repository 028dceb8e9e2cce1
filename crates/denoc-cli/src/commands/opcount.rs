//! `denoc opcount`.

use denoc::dynamics::compiled::{Linear, OperationCounts, Quadratic, operation_counts};
use denoc::dynamics::odca::two_handle::operation_counts as handle_counts;
use denoc::dynamics::odca::{GRAIN, piece_counts};
use denoc::math::Operations;
use serde_json::{Value, json};

use crate::output::{Failure, Output};
use crate::table::{Side, Table};

/// How many multiplications and additions the algorithms need, beside the literature
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  denoc opcount\n  denoc opcount --json    [coefficient of n, constant]; gim: [n², n, 1]"
)]
pub(crate) struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Multiplications (with divisions) and additions (with subtractions): coefficients of n³, n², n and 1.
pub(crate) type Row = (&'static str, [f64; 4], [f64; 4]);

/// [SahaIR table 9.1].
pub(crate) const INVERSE: &[Row] = &[
    ("Balafoutis et al. (1991) ¹", linear(93.0, -69.0), linear(81.0, -65.0)),
    ("ReDySim (Shah et al., 2013)", linear(94.0, -81.0), linear(82.0, -75.0)),
    ("Angeles et al. (1989)", linear(105.0, -109.0), linear(90.0, -105.0)),
    ("Khalil et al. (1986)", linear(105.0, -92.0), linear(94.0, -86.0)),
    ("RIDIM (Saha, 1999)", linear(120.0, -44.0), linear(97.0, -55.0)),
    ("Walker and Orin (1982)", linear(137.0, -22.0), linear(101.0, -11.0)),
    ("Luh et al. (1980)", linear(150.0, -48.0), linear(131.0, 48.0)),
    ("Hollerbach (1980)", linear(412.0, -277.0), linear(320.0, -201.0)),
];

/// [SahaIR table 9.6].
pub(crate) const FORWARD: &[Row] = &[
    ("ReDySim (Shah et al., 2013)", linear(135.0, -116.0), linear(131.0, -123.0)),
    ("Saha (2003)", linear(191.0, -284.0), linear(187.0, -325.0)),
    ("Featherstone (1983) ²", linear(199.0, -198.0), linear(174.0, -173.0)),
    ("Stejskal and Valasek (1996)", linear(226.0, -343.0), linear(206.0, -345.0)),
    ("Brandl et al. (1988)", linear(250.0, -222.0), linear(220.0, -198.0)),
    ("Walker and Orin (1982) ³", [1.0 / 6.0, 11.5, 115.0 / 3.0, -47.0], [1.0 / 6.0, 7.0, 233.0 / 6.0, -46.0]),
];

const REMARKS: &str = "\
M: multiplications and divisions, A: additions and subtractions; sines and cosines are not counted. A chain of n revolute
joints in which no length, angle or mass is special; ours are counted while the compiled kernels run.
The published counts of forward dynamics appear to leave out the velocity and gravity terms (the bias): compare them with
our row without bias.
Others from S. K. Saha, Introduction to Robotics, tables 9.1 and 9.6, values computed from the formulas there; corrected:
¹ printed: 421M where additions are meant    ² printed: 1527A at n = 10
³ printed: 233n/3 among the additions and 898A at n = 7, against 1209A at n = 10, which needs 233n/6; and 480A at n = 6
";

pub(crate) const fn linear(n: f64, constant: f64) -> [f64; 4] {
    [0.0, 0.0, n, constant]
}

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let counts = operation_counts();
    Ok(Output::text(if args.json { format!("{}\n", object(&counts)) } else { text(&counts) }))
}

fn text(counts: &OperationCounts) -> String {
    let inverse = section(&[("denoc", of_linear(&counts.inverse))], INVERSE, &[6, 7, 10]);
    let ours = [
        ("denoc, without bias", of_linear(&counts.forward_without_bias)),
        ("denoc, complete", of_linear(&counts.forward)),
    ];
    let forward = section(&ours, FORWARD, &[6, 7, 10]);
    let gim = section(&[("denoc", of_quadratic(&counts.gim))], &[], &[6, 7, 10]);
    let odca = divided();
    format!(
        "inverse dynamics\n{inverse}\nforward dynamics\n{forward}\ngeneralised inertia matrix (both triangles)\n{gim}\n\
         divide and conquer, in general frames\n{odca}\n{REMARKS}"
    )
}

/// Divide and conquer: by pieces, and as printed.
fn divided() -> String {
    let (pieces, handles) = (piece_counts(), handle_counts());
    let pin = handles.joints[0];
    let printed = |x: &Operations| [(x.multiplications + x.divisions) as f64, x.additions as f64];
    let rows = [
        ("a link of the outermost piece (the recursion)", pieces.outermost),
        ("a link of a piece with an outer handle", pieces.inner),
        ("two pieces become one, there and back", pieces.join),
        ("two bodies become one, as Mukherjee and Anderson (2006) print it", printed(&pin.as_printed)),
        ("the same by a sparse complement and factors", printed(&pin.assemble)),
    ];
    let mut table =
        Table::new([("step, joints with one degree of freedom", Side::Left), ("M", Side::Right), ("A", Side::Right)]);
    for (name, [m, a]) in rows {
        table.row([name.to_owned(), m.to_string(), a.to_string()]);
    }
    let even = (1..100).find(|&cores| pieces.relative_time(1e5, GRAIN as f64, f64::from(cores)) < 1.0);
    let even = even.map_or_else(String::new, |cores| {
        format!("By these counts {cores} cores are faster than the recursion in the same frames (10⁵ links, pieces of {GRAIN}).\n")
    });
    table.text() + &even
}

fn section(ours: &[(&str, [[f64; 4]; 2])], others: &[Row], sizes: &[u32]) -> String {
    let sized = sizes.iter().map(|n| (format!("n = {n}"), Side::Right));
    let head = [("algorithm", Side::Left), ("M", Side::Right), ("A", Side::Right)].map(|(h, s)| (h.to_owned(), s));
    let mut table = Table::new(head.into_iter().chain(sized));
    let rows = ours.iter().map(|(name, [m, a])| (*name, m, a));
    for (name, m, a) in rows.chain(others.iter().map(|(name, m, a)| (*name, m, a))) {
        let sized = sizes.iter().map(|&n| format!("{:.0}M {:.0}A", value(m, n), value(a, n)));
        table.row([name.to_owned(), formula(m), formula(a)].into_iter().chain(sized));
    }
    table.text()
}

pub(crate) fn of_linear(count: &Linear) -> [[f64; 4]; 2] {
    [count.multiplications, count.additions].map(|[n, constant]| linear(n as f64, constant as f64))
}

fn of_quadratic(count: &Quadratic) -> [[f64; 4]; 2] {
    [count.multiplications, count.additions].map(|[square, n, constant]| [0.0, square, n, constant])
}

pub(crate) fn value(coefficients: &[f64; 4], n: u32) -> f64 {
    coefficients.iter().fold(0.0, |sum, c| sum * f64::from(n) + c)
}

/// `n³/6 + 23n²/2 + 115n/3 − 47`.
pub(crate) fn formula(coefficients: &[f64; 4]) -> String {
    let mut text = String::new();
    for (&c, power) in coefficients.iter().zip(["n³", "n²", "n", ""]) {
        if c == 0.0 {
            continue;
        }
        text += match (text.is_empty(), c < 0.0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        text += &term(c.abs(), power);
    }
    if text.is_empty() { "0".into() } else { text }
}

/// A coefficient as a fraction, with its power of n.
fn term(c: f64, power: &str) -> String {
    let whole = |x: f64| (x - x.round()).abs() < 1e-9;
    match [1.0, 2.0, 3.0, 6.0].into_iter().find(|d| whole(c * d)) {
        None => format!("{c}{power}"),
        Some(d) => {
            let top = (c * d).round();
            let top = if top == 1.0 && !power.is_empty() { String::new() } else { top.to_string() };
            let bottom = if d == 1.0 { String::new() } else { format!("/{d}") };
            format!("{top}{power}{bottom}")
        }
    }
}

fn object(counts: &OperationCounts) -> Value {
    let pieces = piece_counts();
    let linear = |count: &Linear| json!({"M": count.multiplications, "A": count.additions});
    let numbers = |all: [f64; 3]| all.map(|x| if x.fract() == 0.0 { json!(x as i64) } else { json!(x) });
    json!({
        "inverse": linear(&counts.inverse),
        "forward_without_bias": linear(&counts.forward_without_bias),
        "forward": linear(&counts.forward),
        "gim": {"M": numbers(counts.gim.multiplications), "A": numbers(counts.gim.additions)},
        "odca": {"outermost_link": pieces.outermost, "inner_link": pieces.inner, "join": pieces.join},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the totals printed in the tables, where they follow from the formulas
    #[test]
    fn the_tables_add_up() {
        let total = |rows: &[Row], k: usize, n| [value(&rows[k].1, n).round(), value(&rows[k].2, n).round()];
        assert_eq!(total(INVERSE, 1, 6), [483.0, 417.0]);
        assert_eq!(total(INVERSE, 6, 6), [852.0, 834.0]);
        assert_eq!(total(FORWARD, 0, 10), [1234.0, 1187.0]);
        assert_eq!(total(FORWARD, 2, 10), [1792.0, 1567.0]);
        assert_eq!(total(FORWARD, 5, 6), [633.0, 475.0]);
        assert_eq!(total(FORWARD, 5, 7), [842.0, 626.0]);
        assert_eq!(total(FORWARD, 5, 10), [1653.0, 1209.0]);
    }

    #[test]
    fn formulas_read_as_in_the_book() {
        assert_eq!(formula(&FORWARD[5].1), "n³/6 + 23n²/2 + 115n/3 − 47");
        assert_eq!(formula(&linear(150.0, 48.0)), "150n + 48");
    }
}
