//! Motions that several cases share, computed by the library.

use denoc::dynamics::compiled::{Compile, Layout, Threads};
use denoc::model::Model;
use denoc::sim::motion::{Motion, PointToPoint, TimeLaw};
use denoc::sim::{Method, Simulation};

/// Rows of coordinates, speeds and accelerations over time.
pub(crate) struct Rows {
    pub(crate) t: Vec<f64>,
    pub(crate) q: Vec<Vec<f64>>,
    pub(crate) v: Vec<Vec<f64>>,
    pub(crate) a: Vec<Vec<f64>>,
}

/// The cycloid between two poses [SahaIR (9.36)], at `count` equal intervals.
pub(crate) fn cycloid(model: &Model, q0: &[f64], q1: &[f64], duration: f64, count: u32) -> Result<Rows, denoc::Error> {
    let motion = PointToPoint::new(model, q0, q1, duration, TimeLaw::Cycloidal)?;
    let mut rows = Rows { t: Vec::new(), q: Vec::new(), v: Vec::new(), a: Vec::new() };
    let (mut q, mut v, mut a) = (vec![0.0; model.nq()], vec![0.0; model.nv()], vec![0.0; model.nv()]);
    for k in 0..=count {
        let t = duration * f64::from(k) / f64::from(count);
        motion.sample(t, &mut q, &mut v, &mut a)?;
        rows.t.push(t);
        rows.q.push(q.clone());
        rows.v.push(v.clone());
        rows.a.push(a.clone());
    }
    Ok(rows)
}

/// The joint forces of a motion, one row for each state.
pub(crate) fn torques(model: &Model, rows: &Rows) -> Result<Vec<Vec<f64>>, denoc::Error> {
    let flat = [&rows.q, &rows.v, &rows.a].map(|table| table.concat());
    let [q, v, a] = &flat;
    let mut tau = vec![0.0; rows.t.len() * model.nv()];
    model.compile().inverse_dynamics_batch((q, v, a), &mut tau, Layout::Rows, Threads::One)?;
    Ok(tau.chunks(model.nv().max(1)).map(<[f64]>::to_vec).collect())
}

/// A free fall.
pub(crate) struct Fall {
    pub(crate) rows: Rows,
    /// The largest change of the energy relative to the largest energy of motion.
    pub(crate) energy_drift: f64,
}

/// From rest without any joint forces, with the library's best method and a tolerance near rounding.
pub(crate) fn free_fall(model: &Model, q0: &[f64], end: f64, output_step: f64) -> Result<Fall, denoc::Error> {
    let simulation = Simulation::new(model).method(Method::Dop853).tolerance(1e-13);
    fall(simulation.start(q0, &vec![0.0; model.nv()]).duration(end).output_step(output_step))
}

/// The same with the classic method of fourth order and a fixed step.
pub(crate) fn free_fall_rk4(
    model: &Model,
    q0: &[f64],
    end: f64,
    output_step: f64,
    step: f64,
) -> Result<Fall, denoc::Error> {
    let simulation = Simulation::new(model).method(Method::Rk4).step(step);
    fall(simulation.start(q0, &vec![0.0; model.nv()]).duration(end).output_step(output_step))
}

fn fall(mut simulation: Simulation<'_>) -> Result<Fall, denoc::Error> {
    let (samples, summary) = simulation.run_collect()?;
    let largest = samples.iter().fold(0.0_f64, |m, s| m.max(s.energies.kinetic));
    let energy_drift = summary.observations().largest_unexplained / largest;
    let mut rows = Rows { t: Vec::new(), q: Vec::new(), v: Vec::new(), a: Vec::new() };
    for sample in samples {
        rows.t.push(sample.t);
        rows.q.push(sample.q);
        rows.v.push(sample.v);
        rows.a.push(sample.a);
    }
    Ok(Fall { rows, energy_drift })
}

/// The entry of largest size of every column, and when it is there.
pub(crate) fn peaks(t: &[f64], table: &[Vec<f64>]) -> Vec<(f64, f64)> {
    let columns = table.first().map_or(0, Vec::len);
    let largest = |k: usize| {
        let rows = t.iter().zip(table).map(|(t, row)| (row[k], *t));
        rows.fold((0.0_f64, 0.0), |best, next| if next.0.abs() > best.0.abs() { next } else { best })
    };
    (0..columns).map(largest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    // oracle: the peaks of the cycloid from 0 to π in ten seconds, by hand
    #[test]
    fn the_cycloid_rests_at_its_ends() {
        let model = denoc::load("planar_3r").unwrap().model;
        let rows = cycloid(&model, &[0.0; 3], &[PI; 3], 10.0, 100).unwrap();
        assert_eq!(rows.t.len(), 101);
        for end in [0, 100] {
            assert!(rows.v[end].iter().chain(&rows.a[end]).all(|x| x.abs() < 1e-15));
        }
        assert!((rows.v[50][0] - PI / 5.0).abs() < 1e-15 && (rows.a[25][2] - PI * PI / 50.0).abs() < 1e-15);
        assert_eq!(peaks(&rows.t, &rows.v)[1].1, 5.0);
    }
}
