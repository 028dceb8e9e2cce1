//! The classical method of Runge and Kutta.

use super::IntegratorInfo;
use super::explicit::{Dense, Explicit, Tableau};

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "rk4",
    summary: "classical Runge-Kutta, order 4, fixed step",
    order: 4,
    dense_order: 4,
    control_order: None,
    stiff: false,
    make: |dimension| Explicit::boxed(&TABLE, dimension),
};

static TABLE: Tableau = Tableau {
    c: &[0.0, 0.5, 0.5, 1.0],
    a: &[&[0.5], &[0.0, 0.5], &[0.0, 0.0, 1.0]],
    b: &[1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0],
    e: &[],
    first_same_as_last: false,
    stable: None,
    dense: Dense::Cubic,
};
