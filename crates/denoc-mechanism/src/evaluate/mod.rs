//! What a mechanism does at a state: inverse and forward dynamics with everything that may act, and reactions.
//!
//! | File | What it holds |
//! |---|---|
//! | `ask.rs` | the question: task, algorithm, what acts |
//! | `algorithm.rs` | how dynamics is computed |
//! | `loop_facts.rs` | ranks and motors, found once: the one set-up of loop dynamics |
//! | `evaluator.rs` | one state, memory reused |
//! | `batch.rs` | many states; which layer computes them |
//! | `allowed.rs` | accelerations that loops allow |
//! | `evaluation.rs` | the answer |
//! | `matrices.rs` | the matrices of the equations of motion |
//! | `reaction.rs` | what every joint transmits |

mod algorithm;
mod allowed;
mod ask;
mod batch;
mod evaluation;
mod evaluator;
mod loop_facts;
mod matrices;
mod reaction;
#[cfg(test)]
mod tests;

pub use algorithm::Algorithm;
pub use allowed::AllowedAccelerations;
pub use ask::{Acting, Ask, ExternalWrench, ExternalWrenches, JointForces, State, Task};
pub use batch::States;
pub use evaluation::Evaluation;
pub use evaluator::{Evaluator, Motors, Outcome};
pub(crate) use loop_facts::SharedFacts;
pub use loop_facts::{LoopFacts, lists_motors};
pub use matrices::{Factors, Matrices, MatrixKind, condition_labels};
pub use reaction::{JointReaction, reaction_names};
