//! Recursion over kinematic modules, the serial runs of links that a tree is made of (legs, fingers, branches), side by side
//! where it pays [Saha13 section 3].
//!
//! Two levels. *Inside* a module twists pass from link to link as along a serial chain, and wrenches and masses back
//! [Saha13 (37)-(39)]; *between* modules the last link of a module hands its twist to the modules that hang on it, and takes
//! from them what they hand back [Saha13 (40)-(41)]:
//!
//! ```text
//! t̄_i = Ā_iβ t̄_β + N̄_i θ̄̇_i                                                 β the parent of module i
//! t = N_l N_d θ̇,   N_l = [Ā_ji],   N_d = diag(N̄_i),   I = NᵀMN              [Saha13 (43)-(45)]
//! ```
//!
//! The operations on every link, and the order in which a link takes what hangs on it, are those of the recursion over links
//! ([`crate::inverse`], [`crate::udut`]). So results carry the same bits, whatever the number of threads. Modules that hang on
//! the same link know nothing of each other: they can be evaluated at the same time. Numbers are depth first, hence a module
//! with all that is outward of it is one piece of every buffer, which one thread owns for a while.
//!
//! [`ModularDynamics`] evaluates, [`ModuleView`] shows one module alone. Cost O(n); when threads help, and by how much, is in
//! `docs/theory/modules.md`.

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
