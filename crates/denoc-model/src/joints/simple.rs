//! Joints as simple motions one after the other: what other formats and special algorithms ask for instead of kinds.

use core::ops::Deref;

use denoc_math::Vec3;

use super::{Joint, MAX_COLUMNS};

/// A motion that other formats know too.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum SimpleMotion {
    /// Rotation about a unit vector; one angle.
    Turn(Vec3<f64>),
    /// Translation along a unit vector; one length.
    Slide(Vec3<f64>),
    /// Any rotation; a quaternion.
    Ball,
    /// Any motion; a position and a quaternion.
    Free,
}

/// Simple motions one after the other, each in the axes that those before it have moved. None at all: a fixed joint.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SimpleMotions {
    all: [SimpleMotion; MAX_COLUMNS],
    count: usize,
}

impl SimpleMotions {
    /// Up to six motions.
    pub fn new<const N: usize>(motions: [SimpleMotion; N]) -> Self {
        const { assert!(N <= MAX_COLUMNS) };
        let mut all = [SimpleMotion::Free; MAX_COLUMNS];
        all[..N].copy_from_slice(&motions);
        Self { all, count: N }
    }
}

impl Deref for SimpleMotions {
    type Target = [SimpleMotion];
    fn deref(&self) -> &[SimpleMotion] {
        &self.all[..self.count]
    }
}

impl Joint<f64> {
    /// Whether nothing moves.
    pub fn is_fixed(&self) -> bool {
        self.simple_motions().is_some_and(|all| all.is_empty())
    }

    /// Whether it is a ball joint, with a quaternion.
    pub fn is_ball(&self) -> bool {
        self.simple_motions().is_some_and(|all| *all == [SimpleMotion::Ball])
    }

    /// The unit vector that it turns about, if it does nothing else.
    pub fn turn_axis(&self) -> Option<Vec3<f64>> {
        match *self.simple_motions()? {
            [SimpleMotion::Turn(axis)] => Some(axis),
            _ => None,
        }
    }

    /// The unit vector that it slides along, if it does nothing else.
    pub fn slide_axis(&self) -> Option<Vec3<f64>> {
        match *self.simple_motions()? {
            [SimpleMotion::Slide(axis)] => Some(axis),
            _ => None,
        }
    }
}
