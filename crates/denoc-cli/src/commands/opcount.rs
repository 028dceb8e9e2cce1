//! `denoc opcount`.

use core::fmt::Display;

use denoc_dynamics::odca::GRAIN;
use denoc_math::Operations;
use denoc_validate::opcount::{FORWARD, Formula, INVERSE, OperationCount, OperationFormulas, Published, count};
use serde_json::json;

use crate::output::{Failure, Output};
use crate::table::{Side, Table};

/// Count the multiplications and additions of the algorithms and compare them with the literature
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  denoc opcount\n  denoc opcount --json    [coefficient of n, constant]; gim: [n², n, 1]"
)]
pub(crate) struct Args {
    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

/// Numbers of joints for which the formulas are evaluated.
const SIZES: [u32; 3] = [6, 7, 10];

const REMARKS: &str = "\
M: multiplications and divisions, A: additions and subtractions; sines and cosines are not counted. For a chain of n revolute
joints with general lengths, angles and masses; counts of denoc are measured while the compiled kernels run.
The published counts of forward dynamics appear to omit the velocity and gravity terms (the bias); compare them with the row
without bias.
Published counts: S. K. Saha, Introduction to Robotics, tables 9.1 and 9.6, computed from the formulas there; corrected:
¹ printed: 421M where additions are meant    ² printed: 1527A at n = 10
³ printed: 233n/3 among the additions and 898A at n = 7, against 1209A at n = 10, which needs 233n/6; and 480A at n = 6
";

pub(crate) fn run(args: &Args) -> Result<Output, Failure> {
    let counts = count();
    Ok(Output::text(if args.json { format!("{}\n", json!(counts)) } else { text(&counts) }))
}

fn text(counts: &OperationCount) -> String {
    let inverse = section(vec![row("denoc", &counts.inverse)], INVERSE);
    let forward =
        vec![row("denoc, without bias", &counts.forward_without_bias), row("denoc, complete", &counts.forward)];
    let forward = section(forward, FORWARD);
    let gim = section(vec![row("denoc", &counts.gim)], &[]);
    let odca = divided(counts);
    format!(
        "inverse dynamics\n{inverse}\nforward dynamics\n{forward}\ngeneralised inertia matrix (both triangles)\n{gim}\n\
         divide and conquer, in general frames\n{odca}\n{REMARKS}"
    )
}

/// Divide and conquer: by pieces, and as printed.
fn divided(counts: &OperationCount) -> String {
    let pin = counts.two_handle.joints[0];
    let printed = |x: &Operations| [(x.multiplications + x.divisions) as f64, x.additions as f64];
    let rows = [
        ("one link of the outermost piece (the recursion)", counts.odca.outermost_link),
        ("one link of a piece with an outer handle", counts.odca.inner_link),
        ("assembling and disassembling two pieces", counts.odca.join),
        ("assembling two bodies, as printed by Mukherjee and Anderson (2006)", printed(&pin.as_printed)),
        ("the same with a sparse complement and factors", printed(&pin.assemble)),
    ];
    let mut table =
        Table::new([("step, joints with one degree of freedom", Side::Left), ("M", Side::Right), ("A", Side::Right)]);
    for (name, [m, a]) in rows {
        table.row([name.to_owned(), m.to_string(), a.to_string()]);
    }
    let even = counts.break_even_cores.map_or_else(String::new, |cores| {
        format!("By these counts {cores} cores are faster than the recursion in the same frames (10⁵ links, pieces of {GRAIN}).\n")
    });
    table.text() + &even
}

fn section(mut rows: Vec<Vec<String>>, published: &[Published]) -> String {
    rows.extend(published.iter().map(|other| row(other.algorithm, &other.operations)));
    let sized = SIZES.iter().map(|n| (format!("n = {n}"), Side::Right));
    let head = [("algorithm", Side::Left), ("M", Side::Right), ("A", Side::Right)].map(|(h, s)| (h.to_owned(), s));
    let mut table = Table::new(head.into_iter().chain(sized));
    rows.into_iter().for_each(|cells| table.row(cells));
    table.text()
}

fn row<const K: usize>(name: &str, count: &OperationFormulas<K>) -> Vec<String> {
    let OperationFormulas { multiplications: m, additions: a } = count;
    let at = |formula: &Formula<K>, n: u32| format!("{:.0}", formula.at(n));
    let sized = SIZES.iter().map(|&n| format!("{}M {}A", at(m, n), at(a, n)));
    [&name as &dyn Display, m, a].map(ToString::to_string).into_iter().chain(sized).collect()
}
