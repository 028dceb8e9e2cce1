//! Ropes, chains and cables at rest, and waves on them: closed forms and a solution of the statics of rigid links that shares
//! nothing with the dynamics, as measures for simulations.
//!
//! | Item | What it is |
//! |---|---|
//! | [`Catenary`] | the rope without stiffness, in closed form |
//! | [`Links`] | rigid links with springs between them, at rest ([`Links::hang`], [`Links::dangle`]) |
//! | [`Hanging`] | the rope of a model, and how far a state of it is from rest |
//! | [`waves`] | speeds of waves, small oscillations |

mod bordered;
mod catenary;
mod descent;
mod hanging;
mod links;
mod newton;
mod serial;
pub mod waves;

pub use catenary::Catenary;
pub use hanging::Hanging;
pub use links::{Links, Resting};

use crate::MachineError;
use denoc_mechanism::MechanismError;

/// An error about a number, if it is wrong.
fn refuse(wrong: bool, what: &'static str, value: f64, rule: &'static str) -> Result<(), MachineError> {
    if wrong { Err(MechanismError::Setting { what, value, rule }.into()) } else { Ok(()) }
}
