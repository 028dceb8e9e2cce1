//! Test utilities of all crates: random mechanisms and states, with closed loops too; the equations of the sources as dense matrices
//! and those of Newton and Euler for every body (the oracles); external reference data, normwise comparison, comparison with generated
//! files, an allocation counter, damaged files, digits in messages.
//!
//! For tests only: it is a dev-dependency, not published, slow and without error handling. It depends on `denoc-math` and `denoc-model`
//! only, so that its oracles share no code with the engine.
//!
//! ```
//! use denoc_testkit::{Dense, Options, close, random_model, random_state};
//!
//! let model = random_model(1, &Options::default());
//! let state = random_state(&model, 1);
//! let dense = Dense::new(&model, &state.q, &state.v);
//! let tau = dense.inverse(&state.a, &[]);
//! let back = dense.forward(tau.as_slice(), &[]).expect("a regular inertia matrix");
//! close(back.as_slice(), &state.a[..], 1e-8);
//! ```

pub mod allocations;
mod closed;
mod compare;
mod damage;
pub mod dense;
mod digits;
mod four_bar_row;
mod four_bars;
mod generated;
mod mechanisms;
pub mod newton_euler;
mod parallel;
pub mod reference;
mod states;
mod trajectory;

pub use allocations::{CountingAllocator, allocations};
pub use closed::{Closed, Maker, in_model_order, planar_loops, random_closed};
pub use compare::{Numbers, close, close_within, distance, largest};
pub use damage::damaged;
pub use denoc_math::random::Random;
pub use dense::Dense;
pub use digits::{lengthened, long_numbers, six_digits_at_most};
pub use four_bar_row::{four_bar_row, four_bar_row_angle, four_bar_row_state};
pub use four_bars::{add_four_bar, four_bar_motion, four_bar_mount, four_bars, four_bars_state};
pub use generated::{check_generated, check_generated_part, repository};
pub use mechanisms::{Kinds, Options, Shape, chain, quarter_turns, random_description, random_model};
pub use parallel::in_parallel;
pub use states::{State, random_state, random_wrenches};
pub use trajectory::cycloidal;
