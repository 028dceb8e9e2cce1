//! Derivatives of forward dynamics of every mechanism with loops of the catalogue.

use denoc_dynamics::loops::{Driven, LoopDerivatives, LoopForward, LoopMethod};
use denoc_dynamics::{Loads, Workspace};
use denoc_formats::catalogue;
use denoc_math::Wrench;
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc_mechanism::closed::ClosedSpace;
use denoc_model::Model;
use denoc_testkit::{Random, largest};

/// Steps of the differences: they are exact for forces, and for speeds, of which accelerations are a quadratic function.
const COORDINATE: f64 = 1e-5;
const SPEED: f64 = 1e-3;
const FORCE: f64 = 1.0;
/// Closures are differenced with a step of 3e-8 on one side: the error is this times the ratio of two derivatives, which is about 1
/// for most mechanisms, 20 for the curve of a cam, and 100 for a cable of many links.
const TRUNCATION: f64 = 1e-5;
/// Rounding errors of accelerations, relative to the largest.
const ROUNDING: f64 = 1e-12;

/// Accelerations by the algorithm of simulations.
struct Oracle<'m> {
    model: &'m Model,
    ws: Workspace<f64>,
    forward: LoopForward<f64>,
    tau: Vec<f64>,
    loads: Vec<Wrench<f64>>,
}

impl Oracle<'_> {
    fn at(&mut self, q: &[f64], v: &[f64]) -> Vec<f64> {
        let mut a = vec![0.0; v.len()];
        let mut stage = self.ws.position(self.model, q).unwrap().velocity(v).unwrap();
        self.forward.forward(&mut stage, &self.tau, Loads::per_link(&self.loads), &mut a).unwrap();
        a
    }
}

/// Central differences of a function along the unit vectors, as rows.
fn differences(nv: usize, step: f64, mut at: impl FnMut(usize, f64) -> Vec<f64>) -> Vec<f64> {
    let mut matrix = vec![0.0; nv * nv];
    for s in 0..nv {
        let (after, before) = (at(s, step), at(s, -step));
        for i in 0..nv {
            matrix[i * nv + s] = (after[i] - before[i]) / (2.0 * step);
        }
    }
    matrix
}

fn check(name: &str, model: &Model) {
    let (nv, mut random) = (model.nv(), Random::new(name.len() as u64));
    let mut ws = Workspace::new(model);
    let start = assemble(model, model.configuration("start").unwrap(), &AssemblyOptions::default()).unwrap().q;
    let speeds = project_velocity(model, &start, &random.vector(nv, 1.0), &[], Metric::Identity).unwrap();
    let step: Vec<f64> = speeds.iter().map(|x| 0.1 * x).collect();
    let mut drawn = start.clone();
    model.integrate(&start, &step, &mut drawn).unwrap();
    let mut q = assemble(model, &drawn, &AssemblyOptions { limits: false, ..Default::default() }).unwrap().q;
    let mut v = project_velocity(model, &q, &random.vector(nv, 1.0), &[], Metric::Identity).unwrap();
    let space = ClosedSpace::new(model, &mut ws, &mut q, &mut v).unwrap();
    let mut forward = LoopForward::new(model, LoopMethod::default());
    forward.limit_ranks(&space.cluster_ranks());
    forward.set_order(space.pivots());
    let tau = random.vector(nv, 1.0);
    let loads = model.links().iter().map(|_| Wrench::from_array(std::array::from_fn(|_| random.signed(1.0)))).collect();
    let mut oracle = Oracle { model, ws: Workspace::new(model), forward, tau, loads };
    // the links of a cable are light
    let scale = (1e3 / largest(oracle.at(&q, &v))).min(1.0);
    oracle.tau.iter_mut().for_each(|x| *x *= scale);
    oracle.loads.iter_mut().for_each(|x| *x = x.scale(scale));
    let a = oracle.at(&q, &v);
    let mut derivatives = LoopDerivatives::new(model);
    derivatives.limit_rank(space.cluster_ranks().iter().sum());
    derivatives.set_order(space.pivots());
    let (mut dq, mut dv, mut dtau) = (vec![0.0; nv * nv], vec![0.0; nv * nv], vec![0.0; nv * nv]);
    let driven = Driven { tau: &oracle.tau, loads: Loads::per_link(&oracle.loads), a: &a };
    let mut stage = ws.position(model, &q).unwrap().velocity(&v).unwrap();
    assert!(derivatives.forward(&mut stage, driven, [&mut dq, &mut dv, &mut dtau]).unwrap());
    let by_coordinates = differences(nv, COORDINATE, |s, x| {
        let (mut step, mut there) = (vec![0.0; nv], q.clone());
        step[s] = x;
        model.integrate(&q, &step, &mut there).unwrap();
        oracle.at(&there, &v)
    });
    let by_speeds = differences(nv, SPEED, |s, x| {
        let mut there = v.clone();
        there[s] += x;
        oracle.at(&q, &there)
    });
    let by_forces = differences(nv, FORCE, |s, x| {
        oracle.tau[s] += x;
        let a = oracle.at(&q, &v);
        oracle.tau[s] -= x;
        a
    });
    let mut pairs = vec![("tau", dtau, by_forces, FORCE)];
    // where only its geometry lets a loop move, which rows are the dependent ones matters beside closed states
    if name == "bennett" {
        let row = |i: usize| (0..nv).map(|s| dq[i * nv + s] * v[s] + dv[i * nv + s] * a[s]).sum();
        let along = |x: f64| {
            let (step, mut drawn): (Vec<f64>, _) = (v.iter().map(|v| x * v).collect(), q.clone());
            model.integrate(&q, &step, &mut drawn).unwrap();
            let q = assemble(model, &drawn, &AssemblyOptions { limits: false, ..Default::default() }).unwrap().q;
            let speeds: Vec<f64> = v.iter().zip(&a).map(|(v, a)| v + x * a).collect();
            let v = project_velocity(model, &q, &speeds, &[], Metric::Identity).unwrap();
            oracle.at(&q, &v)
        };
        let [after, before] = [COORDINATE, -COORDINATE].map(along);
        let differences = after.iter().zip(&before).map(|(a, b)| (a - b) / (2.0 * COORDINATE)).collect();
        pairs.push(("motion", (0..nv).map(row).collect(), differences, COORDINATE));
    } else {
        pairs.extend([("q", dq, by_coordinates, COORDINATE), ("v", dv, by_speeds, SPEED)]);
    }
    for (what, found, expected, step) in pairs {
        let allowed = TRUNCATION * largest(&expected) + ROUNDING * largest(&a) / step;
        let far = found.iter().zip(&expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(far <= allowed, "{name}, {what}: {far:e} instead of {allowed:e}");
    }
}

// oracle: central differences of the accelerations that simulations compute
#[test]
fn derivatives_are_differences() {
    for entry in catalogue::ENTRIES {
        let model = entry.describe().unwrap().build().unwrap();
        if !model.closures().is_empty() {
            check(entry.name, &model);
        }
    }
}
