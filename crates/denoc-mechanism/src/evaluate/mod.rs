//! Inverse and forward dynamics at given states, with all applied loads, and joint reactions.
//!
//! | File | Contents |
//! |---|---|
//! | `ask.rs` | the request: task, algorithm, loads |
//! | `algorithm.rs` | the algorithms of dynamics |
//! | `loop_facts.rs` | ranks and motors, computed once: the only set-up of loop dynamics |
//! | `evaluator.rs` | one state at a time, buffers reused |
//! | `derivatives.rs` | derivatives of inverse and forward dynamics |
//! | `batch.rs` | many states, and the choice of layer |
//! | `projection.rs` | the nearest accelerations that keep loops closed |
//! | `evaluation.rs` | the result |
//! | `matrices.rs` | the matrices of the equations of motion |
//! | `reaction.rs` | the wrench transmitted by every joint |

mod algorithm;
mod ask;
mod batch;
mod derivatives;
mod evaluation;
mod evaluator;
mod loop_facts;
mod matrices;
mod projection;
mod reaction;
#[cfg(test)]
mod tests;

pub use algorithm::Algorithm;
pub use ask::{Acting, Ask, ExternalWrench, ExternalWrenches, JointForces, Task};
pub use denoc_dynamics::{State, States};
pub use evaluation::Evaluation;
pub use evaluator::{Evaluator, LoopDiagnostics, Motors};
pub(crate) use loop_facts::SharedFacts;
pub use loop_facts::{LoopFacts, lists_motors};
pub use matrices::{Factors, Matrices, MatrixKind, condition_labels};
pub use projection::AccelerationProjection;
pub use reaction::{JointReaction, reaction_columns, reaction_links, reaction_names};
