//! The matrices of the equations of motion, by the faithful layer.

use denoc_dynamics::Workspace;
use denoc_model::Model;

use crate::ValidationError;

/// Everything about a state; matrices by rows.
pub(super) struct Matrices {
    pub(super) gim: Vec<f64>,
    pub(super) mci: Vec<f64>,
    pub(super) vci: Vec<f64>,
    pub(super) gravity: Vec<f64>,
    /// U D Uᵀ, multiplied out.
    pub(super) udut: Vec<f64>,
    pub(super) kinetic_energy: f64,
}

pub(super) fn matrices(model: &Model, q: &[f64], v: &[f64]) -> Result<Matrices, ValidationError> {
    let n = model.nv();
    let square = || vec![0.0; n * n];
    let (mut gim, mut mci, mut u) = (square(), square(), square());
    let (mut vci, mut gravity) = (vec![0.0; n], vec![0.0; n]);
    let mut ws = Workspace::new(model);
    let mut state = ws.position(model, q)?.velocity(v)?;
    state.gim(&mut gim)?;
    state.mci(&mut mci)?;
    state.vci(&mut vci)?;
    state.gravity_forces(&mut gravity)?;
    let kinetic_energy = state.kinetic_energy();
    let factors = state.udut()?;
    factors.u_matrix(&mut u)?;
    let d = factors.d();
    let entry = |i: usize, j: usize| (0..n).map(|k| u[i * n + k] * d[k] * u[j * n + k]).sum();
    let udut = (0..n * n).map(|k| entry(k / n, k % n)).collect();
    Ok(Matrices { gim, mci, vci, gravity, udut, kinetic_energy })
}

/// So many states that are not special.
pub(super) fn states(n: usize, count: u32) -> impl Iterator<Item = [Vec<f64>; 3]> {
    let list = move |k: u32, phase: f64| -> Vec<f64> {
        (0..n).map(|i| 2.0 * (1.7 * f64::from(k) + 2.3 * i as f64 + phase).sin()).collect()
    };
    (0..count).map(move |k| [list(k, 0.0), list(k, 1.0), list(k, 2.0)])
}
