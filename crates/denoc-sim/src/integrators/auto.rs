//! The choice between an explicit and an implicit method while a run goes on; `simulation/automatic.rs` makes it.

use super::{IntegratorInfo, dop853};

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "auto",
    summary: "dop853 (dopri5 from a tolerance of 1e-4 on), and an implicit method (radau5; linimp beyond 100 speeds) while stability \
              limits its steps",
    // it usually starts with dop853
    ..dop853::INFO
};
