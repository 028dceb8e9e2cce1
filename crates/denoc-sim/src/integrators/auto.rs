//! The choice between an explicit and an implicit method while a run goes on; `simulation/automatic.rs` makes it.

use super::{IntegratorInfo, dop853};

pub(super) const INFO: IntegratorInfo = IntegratorInfo {
    keyword: "auto",
    summary: "dop853, and an implicit method (radau5; linimp beyond 100 speeds) while stability limits the steps of dop853",
    // it starts with dop853
    ..dop853::INFO
};
