//! Short constructors; directions are normalised here, once.

use denoc_math::Vec3;

use super::{
    Cylindrical, Euler, Fixed, Free, Helical, Joint, Planar, Prismatic, Revolute, Spherical, Translational, Universal,
};

impl Joint<f64> {
    /// No motion.
    pub fn fixed() -> Self {
        Self::Fixed(Fixed::new())
    }
    /// Rotation about an axis.
    pub fn revolute(axis: Vec3<f64>) -> Self {
        Self::Revolute(Revolute { axis: axis.normalized() })
    }
    /// Sliding along an axis.
    pub fn prismatic(axis: Vec3<f64>) -> Self {
        Self::Prismatic(Prismatic { axis: axis.normalized() })
    }
    /// A screw about an axis; `pitch` in metres per radian.
    pub fn helical(axis: Vec3<f64>, pitch: f64) -> Self {
        Self::Helical(Helical { axis: axis.normalized(), pitch })
    }
    /// Rotation about and sliding along an axis.
    pub fn cylindrical(axis: Vec3<f64>) -> Self {
        Self::Cylindrical(Cylindrical { axis: axis.normalized() })
    }
    /// Two successive rotations.
    pub fn universal(first: Vec3<f64>, second: Vec3<f64>) -> Self {
        Self::Universal(Universal { first: first.normalized(), second: second.normalized() })
    }
    /// A ball joint (quaternion).
    pub fn spherical() -> Self {
        Self::Spherical(Spherical::new())
    }
    /// A ball joint in Euler angles, such as `"zyx"`; `None` if the letters are not one of the twelve sequences.
    pub fn euler(letters: &str) -> Option<Self> {
        Euler::from_letters(letters).map(Self::Euler)
    }
    /// Motion in the plane with this normal.
    pub fn planar(normal: Vec3<f64>) -> Self {
        Self::Planar(Planar::new(normal))
    }
    /// Three translations.
    pub fn translational() -> Self {
        Self::Translational(Translational::new())
    }
    /// Six degrees of freedom.
    pub fn free() -> Self {
        Self::Free(Free::new())
    }
}
