use denoc_testkit::{Dense, close};

use super::{Complement, Matrix};
use crate::Workspace;
use crate::testing::{by_rows, each};

fn product(a: &Matrix<f64>, b: &Matrix<f64>) -> Vec<f64> {
    let entry = |i: usize, j: usize| (0..a.columns).map(|k| a.get(i, k) * b.get(k, j)).sum();
    (0..a.rows * b.columns).map(|k| entry(k / b.columns, k % b.columns)).collect()
}

// oracles: N = N_l N_d [SahaIR (9.6a)]; the dense transcription, at both points
#[test]
fn the_complement_decouples() {
    each(|model, s| {
        let dense = Dense::new(model, &s.q, &s.v);
        let mut ws = Workspace::new(model);
        let noc = ws.position(model, &s.q).unwrap().noc();
        let rows = 6 * model.links().len();
        for (found, form) in [(&noc.mass_center, &dense.at_center), (&noc.joint_origin, &dense.at_origin)] {
            let Complement { noc, noc_lower, noc_diag } = found;
            close(product(noc_lower, noc_diag), &noc.data, 1e-12);
            close(&noc.data, by_rows(rows, form.noc.as_slice()), 1e-12);
            close(&noc_lower.data, by_rows(rows, form.noc_lower.as_slice()), 1e-12);
            close(&noc_diag.data, by_rows(rows, form.noc_diag.as_slice()), 1e-12);
        }
    });
}
