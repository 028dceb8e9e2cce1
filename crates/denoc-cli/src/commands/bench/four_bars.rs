//! `denoc bench loops`: every algorithm for closed loops on chains of four-bar linkages.

use std::time::Duration;

use denoc_dynamics::loops::LoopMethod;
use denoc_validate::timing::{FOUR_BAR_CHAINS, FourBarTiming, four_bar_exponent, time_four_bars};
use serde_json::json;

use super::time;
use crate::output::{Failure, Output};
use crate::table::{Side, Table};

/// The argument that stands for these benchmarks instead of a model.
pub(super) const KEYWORD: &str = "loops";

pub(super) fn run(patience: Duration, as_json: bool) -> Result<Output, Failure> {
    let timings = time_four_bars(patience).map_err(Failure::of_validation)?;
    Ok(Output::text(if as_json { lines(&timings) } else { text(&timings) }))
}

fn lines(timings: &[FourBarTiming]) -> String {
    let line = |timing: &FourBarTiming| {
        let (loops, keyword) = (timing.loops, timing.method.info().keyword);
        format!("{}\n", json!({"model": "four-bars", "loops": loops, "method": keyword, "ns": timing.nanoseconds}))
    };
    timings.iter().map(line).collect()
}

fn text(timings: &[FourBarTiming]) -> String {
    let side = |(k, h): (usize, &'static str)| (h, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(["algorithm", "1", "10", "100", "1,000", "exponent"].into_iter().enumerate().map(side));
    for &method in LoopMethod::ALL {
        let found = |loops: usize| timings.iter().find(|timing| timing.method == method && timing.loops == loops);
        let row = FOUR_BAR_CHAINS.map(|loops| found(loops).map(|timing| timing.nanoseconds));
        let cell = |x: &Option<f64>| x.map_or("-".into(), time);
        let cells = std::iter::once(method.info().keyword.to_owned()).chain(row.iter().map(cell));
        table.row(cells.chain([four_bar_exponent(timings, method).map_or(String::new(), |x| format!("{x:.2}"))]));
    }
    format!(
        "chains of four-bar linkages, each on the coupler of the one before\n\n{}
Time of forward dynamics for one state, from coordinates, speeds and forces to accelerations and multipliers, by number of
four-bars; the best of many slices. Exponent: growth with the number, between the last two.
",
        table.text(),
    )
}
