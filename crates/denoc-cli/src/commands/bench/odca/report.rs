//! What is printed.

use serde_json::{Map, Value, json};

use super::super::{threads, time};
use super::{Found, WAYS, Way};
use crate::table::{Side, Table, plural};
use denoc::prelude::Threads;

/// Time that grows faster than links to this power is not linear.
const LINEAR: f64 = 1.15;

fn keyword(way: Way) -> &'static str {
    match way {
        Way::Recursion => "recursion",
        Way::Compiled => "compiled",
        Way::Odca(Threads::One) => "odca",
        Way::Odca(Threads::Pool) => "odca_threads",
        Way::OdcaWrenches => "odca_wrenches",
    }
}

/// Growth with the number of links since the chain before, by way.
fn exponent(found: &[Found], size: usize, way: usize) -> Option<f64> {
    let (now, before) = (found.get(size)?, found.get(size.checked_sub(1)?)?);
    Some((now.best[way] / before.best[way]).ln() / (now.links as f64 / before.links as f64).ln())
}

/// Growth with the number of links over all chains, by least squares of logarithms.
fn overall(found: &[Found], way: usize) -> Option<f64> {
    let points: Vec<[f64; 2]> = found.iter().map(|x| [(x.links as f64).ln(), x.best[way].ln()]).collect();
    let n = points.len() as f64;
    let [x, y] = [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n);
    let (spread, common) = points
        .iter()
        .fold((0.0, 0.0), |(spread, common), p| (spread + (p[0] - x).powi(2), common + (p[0] - x) * (p[1] - y)));
    (spread > 0.0).then(|| common / spread)
}

/// Of many threads over one.
fn speed_up(found: &Found) -> f64 {
    found.best[2] / found.best[3]
}

pub(super) fn text(found: &[Found]) -> String {
    let n = threads();
    let right = |text: &str| (text.to_owned(), Side::Right);
    let left = |text: &str| (text.to_owned(), Side::Left);
    let mut times = Table::new([
        right("links"),
        left("method"),
        right("time"),
        right("per link"),
        right("exponent"),
        right("difference"),
        right("memory"),
    ]);
    let mut facts = Table::new([
        right("links"),
        right("pieces"),
        right("depth"),
        right("speed-up"),
        left("same bits"),
        right("peak memory"),
    ]);
    let mut steep = false;
    for (size, chain) in found.iter().enumerate() {
        for (k, way) in WAYS.into_iter().enumerate() {
            let name = match way {
                Way::Odca(Threads::One) => "odca, 1 thread".to_owned(),
                Way::Odca(Threads::Pool) => format!("odca, {n} thread{}", plural(n)),
                Way::OdcaWrenches => "with all wrenches".to_owned(),
                _ => keyword(way).to_owned(),
            };
            let growth = exponent(found, size, k);
            steep |= growth.is_some_and(|growth| growth > LINEAR);
            times.row([
                if k == 0 { grouped(chain.links) } else { String::new() },
                name,
                time(chain.best[k]),
                format!("{:.0} ns", chain.best[k] / chain.links as f64),
                growth.map_or(String::new(), |growth| format!("{growth:.2}")),
                format!("{:.0e}", chain.differences[k]),
                megabytes(chain.memory[k]),
            ]);
        }
        facts.row([
            grouped(chain.links),
            grouped(chain.pieces.count),
            chain.pieces.depth.to_string(),
            format!("{:.2}", speed_up(chain)),
            if chain.same_bits { "yes" } else { "no" }.to_owned(),
            megabytes(chain.peak),
        ]);
    }
    let growth = |way: usize| overall(found, way).map(|x| format!("{} {x:.2}", keyword(WAYS[way]).replace('_', ", ")));
    let all: Vec<String> = (0..WAYS.len()).filter_map(growth).collect();
    let overall = if all.is_empty() { String::new() } else { format!("Over all sizes: {}.\n", all.join("; ")) };
    let remark = if steep {
        format!(
            "\nAn exponent above {LINEAR} is not linear: the machine is busy, or a longer chain no longer fits a cache.\n"
        )
    } else {
        String::new()
    };
    format!(
        "serial chains of revolute joints about x, y and z in turn\n\n{}\n{}
Time of forward dynamics for one state, from coordinates, speeds and forces to accelerations, the best of several; with all
wrenches: odca, 1 thread, that finds the forces in all joints as well. Exponent: growth with the number of links since the chain before. Difference: of the
accelerations from those by recursion with one step of refinement, relative to the largest. Speed-up: of odca by {n} thread{}.
Memory: of the program with the model and this method alone; its peak, with the description that the model is made from,
before any other method had its turn.
{overall}{remark}",
        times.text(),
        facts.text(),
        plural(n),
    )
}

pub(super) fn lines(found: &[Found]) -> String {
    let by_way = |of: &dyn Fn(usize) -> Value| -> Map<String, Value> {
        WAYS.into_iter().enumerate().map(|(k, way)| (keyword(way).to_owned(), of(k))).collect()
    };
    let line = |(size, chain): (usize, &Found)| {
        let object = json!({
            "model": "chain", "links": chain.links, "threads": threads(),
            "ns": by_way(&|k| json!(chain.best[k])),
            "exponent": by_way(&|k| json!(exponent(found, size, k))),
            "difference": by_way(&|k| json!(chain.differences[k])),
            "speed_up": speed_up(chain), "same_bits": chain.same_bits,
            "pieces": chain.pieces.count, "depth": chain.pieces.depth,
            "memory": by_way(&|k| json!(chain.memory[k])), "peak_memory": chain.peak,
        });
        format!("{object}\n")
    };
    found.iter().enumerate().map(line).collect()
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("-".into(), |bytes| format!("{} MB", grouped((bytes >> 20) as usize)))
}

/// With commas between thousands.
fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
