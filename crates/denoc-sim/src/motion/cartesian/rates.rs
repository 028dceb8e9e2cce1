//! Speeds and accelerations of the joints from those of a frame: ẋ = J v, ẍ = J a + J̇ v.

use denoc_dynamics::Workspace;
use denoc_math::Twist;
use denoc_model::{FrameId, Model};
use nalgebra::{DMatrix, DVector};

use crate::SimError;
use denoc_mechanism::Svd;

/// Speeds, accelerations, and how much of the twist the joints cannot give.
pub(super) struct Rates {
    pub(super) v: Vec<f64>,
    pub(super) a: Vec<f64>,
    pub(super) missed: f64,
}

/// The least speeds and accelerations for a twist and its rate; `free`: only the origin counts.
pub(super) fn rates(
    model: &Model,
    frame: FrameId,
    q: &[f64],
    [twist, twist_rate]: [Twist<f64>; 2],
    free: bool,
) -> Result<Rates, SimError> {
    let nv = model.nv();
    let first = if free { 3 } else { 0 };
    let rows = |all: &[f64]| DMatrix::from_row_slice(6 - first, nv, &all[first * nv..]);
    let six = |t: Twist<f64>| DVector::from_column_slice(&t.to_array()[first..]);
    let mut ws = Workspace::new(model);
    let mut buffer = vec![0.0; 6 * nv];
    let stage = ws.position(model, q)?;
    stage.jacobian(frame, &mut buffer)?;
    let j = rows(&buffer);
    let svd = Svd::new(&j);
    // finite coordinates have a finite Jacobian
    let least = |right: &DVector<f64>| svd.as_ref().map_or(DVector::zeros(nv), |s| s.solve(right, s.rank(1e-8)));
    let v = least(&six(twist));
    let missed = (&j * &v - six(twist)).norm();
    let speeds: Vec<f64> = v.iter().copied().collect();
    stage.velocity(&speeds)?.jacobian_rate(frame, &mut buffer)?;
    let a = least(&(six(twist_rate) - rows(&buffer) * &v));
    Ok(Rates { v: speeds, a: a.iter().copied().collect(), missed })
}
