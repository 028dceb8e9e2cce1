//! Buffers per link and per speed, interleaved, so that a module is one contiguous section.

use denoc_math::{ArticulatedMass, Pose, Real, Twist, Wrench};

/// A link. All in link axes, at its joint's origin.
#[derive(Clone, Debug)]
pub(super) struct LinkMemory<T> {
    /// Pose in its parent.
    pub(super) relative: Pose<T>,
    pub(super) twist: Twist<T>,
    /// Twist-rate, relative to the base acceleration that stands for gravity.
    pub(super) rate: Twist<T>,
    /// w̃, once everything outward has been added.
    pub(super) wrench: Wrench<T>,
    /// M̂ while modules outward are added, M̄ after its joint is eliminated.
    pub(super) mass: ArticulatedMass<T>,
    /// The size of the masses that the rounding errors of `mass` come from, as in [`crate::udut`].
    pub(super) size: [T; 2],
    /// η from outward; after elimination of its joint, its contribution to the parent.
    pub(super) eta: Wrench<T>,
    pub(super) mu: Twist<T>,
}

impl<T: Real> LinkMemory<T> {
    pub(super) fn new() -> Self {
        Self {
            relative: Pose::identity(),
            twist: Twist::zero(),
            rate: Twist::zero(),
            wrench: Wrench::zero(),
            mass: ArticulatedMass::zero(),
            size: [T::zero(); 2],
            eta: Wrench::zero(),
            mu: Twist::zero(),
        }
    }

    /// The motion that links attached to this one need.
    pub(super) fn carrier(&self) -> Carrier<T> {
        Carrier { twist: self.twist, rate: self.rate }
    }
}

/// The motion of a link that others are attached to.
#[derive(Copy, Clone, Debug)]
pub(super) struct Carrier<T> {
    pub(super) twist: Twist<T>,
    pub(super) rate: Twist<T>,
}

/// A speed.
#[derive(Clone, Debug)]
pub(super) struct SpeedMemory<T> {
    /// p, in link axes about the link's origin.
    pub(super) column: Twist<T>,
    pub(super) psi: Wrench<T>,
    /// The result: τ; or φ̃ on the way to the acceleration.
    pub(super) x: T,
}

impl<T: Real> SpeedMemory<T> {
    pub(super) fn new() -> Self {
        Self { column: Twist::zero(), psi: Wrench::zero(), x: T::zero() }
    }
}

/// A section of the buffers that contains complete modules.
pub(super) struct Piece<'a, T> {
    pub(super) first_link: usize,
    pub(super) first_speed: usize,
    pub(super) links: &'a mut [LinkMemory<T>],
    pub(super) speeds: &'a mut [SpeedMemory<T>],
}
