//! Every method for loops on chains of four-bar linkages.

use std::hint::black_box;
use std::time::{Duration, Instant};

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_dynamics::{DynamicsError, Loads};
use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::Model;
use denoc_model::{Description, Joint, MassProperties};

use super::SLICE;
use crate::ValidationError;

/// Lengths of the chains that [`time_four_bars`] times, in four-bars.
pub const FOUR_BAR_CHAINS: [usize; 4] = [1, 10, 100, 1000];
/// Longer chains are timed with the modular method only: the cost of the others grows with the cube of the number of loops.
const LARGEST_DENSE: usize = 100;

/// The time of one method on one chain.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct FourBarTiming {
    /// Number of four-bar linkages in the chain.
    pub loops: usize,
    /// The method of forward dynamics.
    pub method: LoopMethod,
    /// Time for one state, from coordinates, speeds and forces to accelerations and multipliers, ns.
    pub nanoseconds: f64,
}

/// The power of the number of loops with which the time of a method grows, between its last two chains; `None` with fewer chains.
///
/// ```
/// use denoc_dynamics::loops::LoopMethod;
/// use denoc_validate::timing::{FourBarTiming, four_bar_exponent};
///
/// let timing = |loops, nanoseconds| FourBarTiming { loops, method: LoopMethod::Reduced, nanoseconds };
/// let timings = [timing(1, 50.0), timing(10, 500.0), timing(100, 50_000.0)];
/// assert_eq!(four_bar_exponent(&timings, LoopMethod::Reduced), Some(2.0));
/// ```
pub fn four_bar_exponent(timings: &[FourBarTiming], method: LoopMethod) -> Option<f64> {
    let mut latest_first = timings.iter().rev().filter(|timing| timing.method == method);
    let (last, before) = (latest_first.next()?, latest_first.next()?);
    Some((last.nanoseconds / before.nanoseconds).log10() / (last.loops as f64 / before.loops as f64).log10())
}

/// Times forward dynamics by every method on chains of 1 to 1000 four-bar linkages, for about this long in all.
pub fn time_four_bars(patience: Duration) -> Result<Vec<FourBarTiming>, ValidationError> {
    let mut timings = Vec::new();
    for loops in FOUR_BAR_CHAINS {
        let model = chain(loops).build()?;
        let quick = |method: LoopMethod| loops <= LARGEST_DENSE || method == LoopMethod::Modular;
        let methods = LoopMethod::ALL.iter().copied().filter(|&method| quick(method));
        let mut meters: Vec<Meter> = methods.map(|method| Meter::new(&model, loops, method)).collect();
        let start = Instant::now();
        for round in 0.. {
            if round >= 3 && start.elapsed() >= patience / FOUR_BAR_CHAINS.len() as u32 {
                break;
            }
            for meter in &mut meters {
                meter.slice(&model)?;
            }
        }
        timings.extend(meters.into_iter().map(|meter| meter.timing));
    }
    Ok(timings)
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

/// Times one method on one chain.
struct Meter {
    ws: Workspace<f64>,
    forward: LoopForward<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    a: Vec<f64>,
    timing: FourBarTiming,
    /// Evaluations in a slice.
    count: usize,
}

impl Meter {
    fn new(model: &Model, loops: usize, method: LoopMethod) -> Self {
        let motion = |x: f64| [x, x, -x];
        let q = (0..loops).flat_map(|i| motion(1.0 + 0.3 * (i as f64).sin())).collect();
        let v = (0..loops).flat_map(|i| motion(0.1 * (i as f64).cos())).collect();
        let (ws, forward) = (Workspace::new(model), LoopForward::new(model, method));
        let timing = FourBarTiming { loops, method, nanoseconds: f64::INFINITY };
        Self { ws, forward, q, v, a: vec![0.0; 3 * loops], timing, count: 1 }
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
        let best = &mut self.timing.nanoseconds;
        *best = best.min(spent.as_nanos() as f64 / self.count as f64);
        if spent < SLICE / 2 {
            self.count *= 2;
        }
        Ok(())
    }
}
