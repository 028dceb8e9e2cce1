//! What a still medium does to a link.

/// A still medium that resists the absolute motion of a link: the force −linear · v at its mass centre and the moment
/// −angular · ω. Like springs and friction of joints it is no part of inverse and forward dynamics; a simulation adds it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Drag {
    /// Force per velocity of the mass centre, N s/m.
    pub linear: f64,
    /// Moment per angular velocity, N m s/rad.
    pub angular: f64,
}
