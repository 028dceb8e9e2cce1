use denoc_math::Dual;
use denoc_testkit::{Dense, close};

use crate::testing::{by_rows, each, planar_arm, stage};
use crate::{Dynamics, Loads, Workspace};

// oracle: dense transcription, NᵀMN
#[test]
fn the_gim_is_that_of_the_dense_equations() {
    each(|model, s| {
        let nv = model.nv();
        let mut ws = Workspace::new(model);
        let mut gim = vec![1.0; nv * nv];
        model.gim(&mut ws, &s.q, &mut gim).unwrap();
        close(&gim, by_rows(nv, Dense::new(model, &s.q, &s.v).gim.as_slice()), 1e-12);
    });
}

// oracle: inverse dynamics differentiated along the accelerations by dual numbers
#[test]
fn the_gim_is_the_derivative_of_forces_by_accelerations() {
    const N: usize = 8;
    each(|model, s| {
        let nv = model.nv();
        let mut gim = vec![0.0; nv * nv];
        model.gim(&mut Workspace::new(model), &s.q, &mut gim).unwrap();
        let dual = model.cast::<Dual<f64, N>>();
        let mut ws = Workspace::new(&dual);
        let constant = |x: &[f64]| x.iter().map(|&x| Dual::constant(x)).collect::<Vec<_>>();
        let (q, v) = (constant(&s.q), constant(&s.v));
        for first in (0..nv).step_by(N) {
            let mut a = constant(&s.a);
            for (k, a) in a[first..].iter_mut().take(N).enumerate() {
                a.parts[k] = 1.0;
            }
            let mut tau = constant(&s.a);
            stage(&mut ws, &dual, &q, &v).inverse(&a, Loads::NONE, &mut tau).unwrap();
            for j in first..nv.min(first + N) {
                let column: Vec<f64> = tau.iter().map(|t| t.parts[j - first]).collect();
                let row = &gim[j * nv..(j + 1) * nv];
                close(&column, row, 1e-12);
            }
        }
    });
}

// oracle: closed form [SahaIR (9.27a), (9.27d), (9.29)]
#[test]
fn example_9_3() {
    let ([m1, m2], [a1, a2]) = ([1.3, 0.9], [0.7, 0.5]);
    let model = planar_arm(&[m1, m2], &[a1, a2]);
    let mut ws = Workspace::new(&model);
    for q in [[0.3, -0.8], [1.0, 2.5]] {
        let c2 = f64::cos(q[1]);
        let i22 = m2 * a2 * a2 / 3.0;
        let i21 = i22 + 0.5 * m2 * a1 * a2 * c2;
        let i11 = (m1 * a1 * a1 + m2 * a2 * a2) / 3.0 + m2 * a1 * a1 + m2 * a1 * a2 * c2;
        let mut gim = [0.0; 4];
        model.gim(&mut ws, &q, &mut gim).unwrap();
        close(gim, [i11, i21, i21, i22], 1e-15);
    }
}

// oracle: the definition: ratio² · inertia on the diagonal
#[test]
fn rotors_stand_on_the_diagonal() {
    let mut model = planar_arm(&[1.0, 1.0], &[1.0, 1.0]);
    let (mut without, mut with) = ([0.0; 4], [0.0; 4]);
    model.gim(&mut Workspace::new(&model), &[0.1, 0.2], &mut without).unwrap();
    model.links_mut()[1].rotor_inertia = 0.25;
    model.gim(&mut Workspace::new(&model), &[0.1, 0.2], &mut with).unwrap();
    close(with, [without[0], without[1], without[2], without[3] + 0.25], 1e-15);
}
