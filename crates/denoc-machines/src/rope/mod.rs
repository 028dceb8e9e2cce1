//! Equilibrium of ropes, chains and cables, and waves on them: closed forms, and statics of rigid links. They share no code with the
//! dynamics, so they can validate simulations.
//!
//! | Item | Contents |
//! |---|---|
//! | [`Catenary`] | a rope without bending stiffness, in closed form |
//! | [`Links`] | equilibrium of rigid links with springs between them ([`Links::hang`], [`Links::dangle`]) |
//! | [`Hanging`] | the rope of a model, and the distance of a state from equilibrium |
//! | [`waves`] | wave speeds, small oscillations |

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

/// Returns an error about a number if it is wrong.
fn refuse(wrong: bool, what: &'static str, value: f64, rule: &'static str) -> Result<(), MachineError> {
    if wrong { Err(MechanismError::Setting { what, value, rule }.into()) } else { Ok(()) }
}
