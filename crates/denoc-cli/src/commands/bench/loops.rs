//! `denoc bench loops`: chains of four-bar linkages by every method.

use std::hint::black_box;
use std::time::{Duration, Instant};

use denoc::dynamics::loops::{LoopForward, LoopMethod};
use denoc::dynamics::{DynamicsError, Loads};
use denoc::math::{Mat3, Pose, Vec3};
use denoc::model::{Description, Joint, MassProperties};
use denoc::prelude::*;
use serde_json::json;

use super::{SLICE, time};
use crate::output::{Failure, Output};
use crate::table::{Side, Table};

/// The word that stands for this in place of a model.
pub(super) const KEYWORD: &str = "loops";

const SIZES: [usize; 4] = [1, 10, 100, 1000];
/// The other methods cost the cube of the number of loops.
const LARGEST_DENSE: usize = 100;

pub(super) fn run(patience: Duration, as_json: bool) -> Result<Output, Failure> {
    let methods = LoopMethod::ALL;
    // nanoseconds, by size and method
    let mut times = Vec::new();
    for k in SIZES {
        let model = chain(k).build().map_err(|error| Failure::new(error.to_string()))?;
        let fast = |method: LoopMethod| k <= LARGEST_DENSE || method == LoopMethod::Modular;
        let mut cases: Vec<Case> = methods.iter().filter(|&&m| fast(m)).map(|&m| Case::new(&model, k, m)).collect();
        let start = Instant::now();
        for round in 0.. {
            if round >= 3 && start.elapsed() >= patience / SIZES.len() as u32 {
                break;
            }
            for case in &mut cases {
                case.slice(&model)?;
            }
        }
        times.push(cases.iter().map(|case| case.best).collect::<Vec<f64>>());
    }
    let found = |size: usize, method: LoopMethod| {
        let dense = SIZES[size] <= LARGEST_DENSE;
        let place = methods.iter().position(|&m| m == method).filter(|_| dense);
        place.or((method == LoopMethod::Modular).then_some(0)).map(|place| times[size][place])
    };
    let mut output = Output::default();
    if cfg!(debug_assertions) {
        output.note("note: this is a debug build, many times slower than cargo build --release".into());
    }
    if as_json {
        for (size, k) in SIZES.into_iter().enumerate() {
            for &method in methods {
                if let Some(ns) = found(size, method) {
                    let line = json!({ "model": "four-bars", "loops": k, "method": method.info().keyword, "ns": ns });
                    output.text += &format!("{line}\n");
                }
            }
        }
        return Ok(output);
    }
    let side = |(k, h): (usize, &'static str)| (h, if k == 0 { Side::Left } else { Side::Right });
    let mut table = Table::new(["method", "1", "10", "100", "1,000", "exponent"].into_iter().enumerate().map(side));
    for &method in methods {
        let row: Vec<Option<f64>> = (0..SIZES.len()).map(|size| found(size, method)).collect();
        let last = row.iter().rposition(Option::is_some).unwrap_or(0);
        let growth = row[last].zip(row[last.saturating_sub(1)]).map(|(to, from)| (to / from).log10());
        let cell = |x: &Option<f64>| x.map_or("-".into(), time);
        let cells = std::iter::once(method.info().keyword.to_owned()).chain(row.iter().map(cell));
        table.row(cells.chain([growth.map_or(String::new(), |x| format!("{x:.2}"))]));
    }
    output.text = format!(
        "chains of four-bar linkages, each on the coupler of the one before\n\n{}
Time of forward dynamics for one state, from coordinates, speeds and forces to accelerations and multipliers, by number of
four-bars; the best of many slices. Exponent: growth with the number, between the last two.
",
        table.text(),
    );
    Ok(output)
}

/// Parallelograms, so that their motion needs no solution: crank and output turn alike, the coupler does not.
fn chain(k: usize) -> Description {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let along = |length: f64| Pose::translation(x.scale(length));
    let mut d = Description::new("four-bars");
    for i in 0..k {
        let mount = if i == 0 { "ground".to_owned() } else { format!("coupler{}", i - 1) };
        let at = Pose::new(Mat3::from_rpy([0.3, -0.2, 0.4]), Vec3::new(0.2, 0.05, 0.1));
        let [crank, coupler, output] = ["crank", "coupler", "output"].map(|name| format!("{name}{i}"));
        let body = |m: f64, length: f64| {
            MassProperties::cuboid(m, Vec3::new(length, 0.05, 0.03), Vec3::new(0.5 * length, 0.01, -0.02))
        };
        d = d
            .link(&output, body(0.7, 0.2))
            .link(&crank, body(0.4, 0.2))
            .link(&coupler, body(1.1, 0.4))
            .joint(format!("rocker{i}"), &mount, &output, Joint::revolute(z), at * along(0.4))
            .joint(format!("pivot{i}"), &mount, &crank, Joint::revolute(z), at)
            .joint(format!("pin{i}"), &crank, &coupler, Joint::revolute(z), along(0.2))
            .joint(format!("closure{i}"), &coupler, &output, Joint::revolute(z), along(0.4))
            .child_origin(along(0.2))
            .cut();
    }
    d
}

/// A method on a chain.
struct Case {
    ws: Workspace<f64>,
    forward: LoopForward<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    /// Nanoseconds per state.
    best: f64,
    /// Evaluations in a slice.
    count: usize,
}

impl Case {
    fn new(model: &Model, k: usize, method: LoopMethod) -> Self {
        let motion = |x: f64| [x, x, -x];
        let q = (0..k).flat_map(|i| motion(1.0 + 0.3 * (i as f64).sin())).collect();
        let v = (0..k).flat_map(|i| motion(0.1 * (i as f64).cos())).collect();
        let (ws, forward) = (Workspace::new(model), LoopForward::new(model, method));
        Self { ws, forward, q, v, a: vec![0.0; 3 * k], best: f64::INFINITY, count: 1 }
    }

    fn slice(&mut self, model: &Model) -> Result<(), DynamicsError> {
        let start = Instant::now();
        let tau = vec![0.0; self.a.len()];
        for _ in 0..self.count {
            let mut stage = self.ws.position(model, &self.q)?.velocity(&self.v)?;
            self.forward.forward(&mut stage, &tau, Loads::NONE, &mut self.a)?;
            black_box(&self.a);
        }
        let spent = start.elapsed();
        self.best = self.best.min(spent.as_nanos() as f64 / self.count as f64);
        if spent < SLICE / 2 {
            self.count *= 2;
        }
        Ok(())
    }
}
