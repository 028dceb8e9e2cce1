//! Joints as sequences of simple motions: what other formats and special algorithms use instead of joint types.

use core::ops::Deref;

use denoc_math::Vec3;

use super::{Joint, MAX_COLUMNS};

/// A motion that other formats have too.
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

/// A sequence of simple motions, each in the axes moved by those before it. An empty sequence is a fixed joint.
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
    /// Whether it is a fixed joint.
    pub fn is_fixed(&self) -> bool {
        self.simple_motions().is_some_and(|all| all.is_empty())
    }

    /// Whether it is a ball joint, with a quaternion.
    pub fn is_ball(&self) -> bool {
        self.simple_motions().is_some_and(|all| *all == [SimpleMotion::Ball])
    }

    /// The axis, if it is a single rotation.
    pub fn turn_axis(&self) -> Option<Vec3<f64>> {
        match *self.simple_motions()? {
            [SimpleMotion::Turn(axis)] => Some(axis),
            _ => None,
        }
    }

    /// The axis, if it is a single translation.
    pub fn slide_axis(&self) -> Option<Vec3<f64>> {
        match *self.simple_motions()? {
            [SimpleMotion::Slide(axis)] => Some(axis),
            _ => None,
        }
    }
}
