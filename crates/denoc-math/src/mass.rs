//! Mass of rigid and composite bodies.

use core::ops::{Add, AddAssign};

use crate::{Pose, Real, Sym3, Twist, Vec3, Wrench};

/// The 6×6 mass matrix of a rigid body about the origin of its frame, stored as ten numbers:
///
/// ```text
/// M = [ I     δ×  ]      δ = m c,  I about the origin
///     [ −δ×   m 1 ]      [SahaIR (9.14)]
/// ```
///
/// A composite body (a link and everything outward of it with locked joints, M̃) has the same form.
#[derive(Copy, Clone, Debug, PartialEq)]
#[repr(C)]
pub struct RigidMass<T> {
    /// m, kg.
    pub mass: T,
    /// δ = m c: first moment about the origin, kg m.
    pub first_moment: Vec3<T>,
    /// Inertia tensor about the origin, kg m².
    pub inertia: Sym3<T>,
}

impl<T: Real> RigidMass<T> {
    /// No mass.
    #[inline(always)]
    pub fn zero() -> Self {
        Self { mass: T::zero(), first_moment: Vec3::zero(), inertia: Sym3::zero() }
    }

    /// From mass, centre of mass and the inertia tensor about the centre of mass, all in the same axes.
    #[inline(always)]
    pub fn from_center(mass: T, center: Vec3<T>, inertia_at_center: Sym3<T>) -> Self {
        Self {
            mass,
            first_moment: center.scale(mass),
            inertia: inertia_at_center + Sym3::parallel_axis(center).scale(mass),
        }
    }

    /// The same body in the parent of its frame.
    #[inline(always)]
    pub fn to_parent(self, pose: Pose<T>) -> Self {
        let p = pose.position;
        let rotated = pose.rotation.apply(self.first_moment);
        let moved = p.mul_add(self.mass, rotated);
        // I' = R I Rᵀ − p× δ× − δ'× p×, the parallel-axis theorem for a body whose frame is not at its mass centre
        let first = crossed(p, rotated);
        let second = crossed(moved, p);
        Self { mass: self.mass, first_moment: moved, inertia: self.inertia.rotate(pose.rotation) + first + second }
    }

    /// Momentum M t: angular about the origin (`moment`) and linear (`force`).
    #[inline(always)]
    pub fn apply(self, t: Twist<T>) -> Wrench<T> {
        Wrench {
            moment: self.inertia.apply_add(t.angular, self.first_moment.cross(t.linear)),
            force: t.angular.cross_add(self.first_moment, t.linear.scale(self.mass)),
        }
    }

    /// The wrench that the motion requires: M ṫ + the convective part, ṫ = [ω̇; acceleration of the origin]
    /// [Saha13 (46)].
    #[inline(always)]
    pub fn wrench(self, angular_velocity: Vec3<T>, rate: Twist<T>) -> Wrench<T> {
        let w = angular_velocity;
        let m = self.apply(rate);
        Wrench {
            moment: w.cross_add(self.inertia.apply(w), m.moment),
            force: w.cross_add(w.cross(self.first_moment), m.force),
        }
    }

    /// Kinetic energy ½ tᵀ M t, J.
    #[inline(always)]
    pub fn kinetic_energy(self, t: Twist<T>) -> T {
        T::lift(0.5) * t.dot(self.apply(t))
    }

    /// Applies a function to every number.
    #[inline(always)]
    pub fn map<U>(self, f: impl Fn(T) -> U + Copy) -> RigidMass<U> {
        RigidMass { mass: f(self.mass), first_moment: self.first_moment.map(f), inertia: self.inertia.map(f) }
    }
}

/// Upper triangle of −a× b× = (a·b) 1 − b aᵀ.
#[inline(always)]
fn crossed<T: Real>(a: Vec3<T>, b: Vec3<T>) -> Sym3<T> {
    let dot = a.dot(b);
    Sym3 {
        xx: dot - a.x * b.x,
        xy: -(a.y * b.x),
        xz: -(a.z * b.x),
        yy: dot - a.y * b.y,
        yz: -(a.z * b.y),
        zz: dot - a.z * b.z,
    }
}

impl<T: Real> Add for RigidMass<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self {
            mass: self.mass + o.mass,
            first_moment: self.first_moment + o.first_moment,
            inertia: self.inertia + o.inertia,
        }
    }
}
impl<T: Real> AddAssign for RigidMass<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
