//! Stages of a computation: [`Position`], then [`Velocity`], then [`Acceleration`]. Each provides the quantities that depend on
//! its inputs.

mod acceleration;
mod position;
mod velocity;

pub use acceleration::Acceleration;
pub use position::Position;
pub use velocity::Velocity;
