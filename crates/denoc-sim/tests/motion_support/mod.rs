//! What the tests of motions share.
#![allow(dead_code)]

use denoc_model::Model;
use denoc_sim::motion::Motion;
use denoc_testkit::close_within;

pub(crate) type State = (Vec<f64>, Vec<f64>, Vec<f64>);

pub(crate) fn at(model: &Model, motion: &dyn Motion, t: f64) -> State {
    let (mut q, mut v, mut a) = (vec![0.0; model.nq()], vec![0.0; model.nv()], vec![0.0; model.nv()]);
    motion.sample(t, &mut q, &mut v, &mut a).unwrap();
    (q, v, a)
}

/// Speeds and accelerations against central differences of coordinates and speeds, at `count` times inside, away from
/// breakpoints. The error is of the size h² times third derivatives.
pub(crate) fn check_rates(model: &Model, motion: &dyn Motion, count: usize, bound: f64) {
    let h = 1e-4 * motion.duration();
    let breaks = motion.breakpoints();
    for k in 0..count {
        let t = motion.duration() * (k as f64 + 0.37) / count as f64;
        if breaks.iter().any(|b| (b - t).abs() < 2.0 * h) {
            continue;
        }
        let [before, here, after] = [t - h, t, t + h].map(|t| at(model, motion, t));
        let (mut up, mut down) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
        model.difference(&here.0, &after.0, &mut up).unwrap();
        model.difference(&here.0, &before.0, &mut down).unwrap();
        let v: Vec<f64> = up.iter().zip(&down).map(|(u, d)| (u - d) / (2.0 * h)).collect();
        let a: Vec<f64> = after.1.iter().zip(&before.1).map(|(u, d)| (u - d) / (2.0 * h)).collect();
        close_within(&here.1, &v, bound);
        close_within(&here.2, &a, bound);
    }
}
