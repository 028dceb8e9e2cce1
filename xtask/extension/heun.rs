//! Heun's method: the trapezoidal rule with a predictor.

use super::IntegratorInfo;
use super::explicit::{Dense, Explicit, Tableau};

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "heun",
    summary: "Heun's method, order 2, fixed step",
    order: 2,
    dense_order: 2,
    control_order: None,
    stiff: false,
    make: |dimension| Explicit::boxed(&TABLE, dimension),
};

static TABLE: Tableau = Tableau {
    c: &[0.0, 1.0],
    a: &[&[1.0]],
    b: &[0.5, 0.5],
    e: &[],
    first_same_as_last: false,
    stable: None,
    dense: Dense::Cubic,
};
