//! Recursion over kinematic modules, the serial runs of links of a tree (legs, fingers, branches), in parallel if that saves
//! time [Saha13 section 3].
//!
//! Two levels. *Within* a module twists pass from link to link as along a serial chain, and wrenches and masses back
//! [Saha13 (37)-(39)]; *between* modules the last link of a module passes its twist to the modules attached to it and receives
//! their wrenches and masses [Saha13 (40)-(41)]:
//!
//! ```text
//! t̄_i = Ā_iβ t̄_β + N̄_i θ̄̇_i                                                 β the parent of module i
//! t = N_l N_d θ̇,   N_l = [Ā_ji],   N_d = diag(N̄_i),   I = NᵀMN              [Saha13 (43)-(45)]
//! ```
//!
//! The operations on every link, and the order in which its children are added, are those of the recursion over links
//! ([`crate::inverse`], [`crate::udut`]). Results are therefore identical, bit for bit, for any number of threads. Modules attached to
//! the same link are independent of each other and can be evaluated in parallel. Numbering is depth first, so a module with
//! everything outward of it is one contiguous section of every buffer, owned by one thread at a time.
//!
//! [`ModularDynamics`] computes dynamics, [`ModuleView`] shows one module. Cost: O(n); `docs/theory/modules.md` tells when threads
//! save time.

mod blocks;
mod dynamics;
mod inter;
mod intra;
mod memory;
mod plan;
#[cfg(test)]
mod tests;
mod tree;
mod view;

pub use dynamics::ModularDynamics;
pub use tree::{ModuleId, ModuleInfo};
pub use view::{Articulated, ModuleView};
