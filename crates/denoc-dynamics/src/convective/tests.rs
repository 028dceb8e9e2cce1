use denoc_testkit::{Dense, close, close_within, largest};

use crate::testing::{Rate, by_rows, each, moving_coordinates, planar_arm, rates, stage, times};
use crate::{Dynamics, Workspace};

// oracle: dense transcription of the mass-centre form, Nᵀ(MṄ + WMN)
#[test]
fn the_mci_is_that_of_the_dense_equations() {
    each(|model, s| {
        let nv = model.nv();
        let mut ws = Workspace::new(model);
        let mut mci = vec![1.0; nv * nv];
        stage(&mut ws, model, &s.q, &s.v).mci(&mut mci).unwrap();
        close(&mci, by_rows(nv, Dense::new(model, &s.q, &s.v).mci.as_slice()), 1e-12);
    });
}

// oracle: the recursion of inverse dynamics; bias = vci + gravity
#[test]
fn mci_times_speeds_is_the_vci() {
    each(|model, s| {
        let nv = model.nv();
        let mut ws = Workspace::new(model);
        let (mut mci, mut vci, mut bias) = (vec![0.0; nv * nv], vec![0.0; nv], vec![0.0; nv]);
        let mut gravity = vec![0.0; nv];
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        stage.mci(&mut mci).unwrap();
        stage.vci(&mut vci).unwrap();
        stage.bias(&mut bias).unwrap();
        stage.gravity_forces(&mut gravity).unwrap();
        close(times(&mci, &s.v), &vci, 1e-12);
        let sum: Vec<f64> = vci.iter().zip(&gravity).map(|(a, b)| a + b).collect();
        close(sum, &bias, 1e-12);
    });
}

// oracle: the rate of the GIM by dual numbers along the motion
#[test]
fn the_rate_of_the_gim_less_twice_the_mci_is_skew() {
    each(|model, s| {
        let nv = model.nv();
        let mut mci = vec![0.0; nv * nv];
        stage(&mut Workspace::new(model), model, &s.q, &s.v).mci(&mut mci).unwrap();
        let dual = model.cast::<Rate>();
        let q = moving_coordinates(model, &s.q, &s.v);
        let mut gim = vec![Rate::constant(0.0); nv * nv];
        dual.gim(&mut Workspace::new(&dual), &q, &mut gim).unwrap();
        let rate = rates(&gim);
        // İ = C + Cᵀ
        let sum: Vec<f64> = (0..nv * nv).map(|k| mci[k] + mci[(k % nv) * nv + k / nv]).collect();
        close_within(sum, &rate, 1e-12 * largest(&mci));
    });
}

// oracle: closed form [SahaIR (9.30)-(9.31)]
#[test]
fn example_9_3() {
    let ([m1, m2], [a1, a2]) = ([1.3, 0.9], [0.7, 0.5]);
    let model = planar_arm(&[m1, m2], &[a1, a2]);
    let mut ws = Workspace::new(&model);
    for (q, v) in [([0.3, -0.8], [1.5, -2.0]), ([1.0, 2.5], [-0.3, 4.0])] {
        let half = 0.5 * m2 * a1 * a2 * f64::sin(q[1]);
        let (mut mci, mut vci) = ([0.0; 4], [0.0; 2]);
        let mut stage = stage(&mut ws, &model, &q, &v);
        stage.mci(&mut mci).unwrap();
        stage.vci(&mut vci).unwrap();
        close(mci, [-half * v[1], -half * (v[0] + v[1]), half * v[0], 0.0], 1e-15);
        close(vci, [-2.0 * half * (0.5 * v[1] + v[0]) * v[1], half * v[0] * v[0]], 1e-14);
    }
}
