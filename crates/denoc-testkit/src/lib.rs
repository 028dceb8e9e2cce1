//! What the tests of every crate share, and nobody else: random mechanisms and states, the equations of the seeds as dense
//! matrices (the oracle), outside reference data, normwise comparison, comparison with
//! generated files, an allocation counter. Never published.

pub mod allocations;
mod compare;
pub mod dense;
mod four_bars;
mod generated;
mod mechanisms;
pub mod reference;
mod states;
mod trajectory;

pub use allocations::{CountingAllocator, allocations};
pub use compare::{Numbers, close, close_within, distance, largest};
pub use denoc_math::random::Random;
pub use dense::Dense;
pub use four_bars::{add_four_bar, four_bar_motion, four_bar_mount, four_bars, four_bars_state};
pub use generated::{check_generated, check_generated_part, repository};
pub use mechanisms::{Kinds, Options, Shape, chain, quarter_turns, random_description, random_model};
pub use states::{State, random_state, random_wrenches};
pub use trajectory::cycloidal;
