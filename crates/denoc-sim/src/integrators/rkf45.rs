//! Fehlberg's method 4(5), continued with the result of order five.

use super::IntegratorInfo;
use super::explicit::{Dense, Explicit, Tableau};

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "rkf45",
    summary: "Runge-Kutta-Fehlberg, order 5(4), error control",
    order: 5,
    dense_order: 5,
    control_order: Some(5),
    stiff: false,
    make: |dimension| Explicit::boxed(&TABLE, dimension),
};

static TABLE: Tableau = Tableau {
    c: &[0.0, 0.25, 3.0 / 8.0, 12.0 / 13.0, 1.0, 0.5],
    a: &[
        &[0.25],
        &[3.0 / 32.0, 9.0 / 32.0],
        &[1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0],
        &[439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0],
        &[-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0],
    ],
    b: &[16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0],
    e: &[
        16.0 / 135.0 - 25.0 / 216.0,
        0.0,
        6656.0 / 12825.0 - 1408.0 / 2565.0,
        28561.0 / 56430.0 - 2197.0 / 4104.0,
        -9.0 / 50.0 + 0.2,
        2.0 / 55.0,
    ],
    first_same_as_last: false,
    stable: None,
    dense: Dense::Bootstrap,
};
