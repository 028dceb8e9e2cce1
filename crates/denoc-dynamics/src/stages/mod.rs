//! Stages of a computation: [`Position`], then [`Velocity`], then [`Acceleration`]. Each offers what can be computed from
//! what it knows.

mod acceleration;
mod position;
mod velocity;

pub use acceleration::Acceleration;
pub use position::Position;
pub use velocity::Velocity;
