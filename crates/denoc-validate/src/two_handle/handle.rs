//! The two-handle equations of one body.

use denoc_math::{ArticulatedMass, Real, RigidMass, Twist, Vec3, Wrench};

use super::TwoHandleError;
use super::small::{Ldl, add, apply, apply_transpose, transposed};

/// How the accelerations A of two points of a body or assembly, its handles, follow from the forces F on them
/// [MukAnd06 (1)-(2)]:
///
/// ```text
/// A₁ = ζ₁₁ F₁ + ζ₁₂ F₂ + ζ₁₃
/// A₂ = ζ₂₁ F₁ + ζ₂₂ F₂ + ζ₂₃,     ζ₂₁ = ζ₁₂ᵀ
/// ```
///
/// Everything is in one set of axes, the world's. `N` is 6 in space (rotation first) and 3 in the plane (the rotation about
/// its normal, then two translations). A is the rate of the twist of the body at the handle: the classical acceleration of
/// its point. F is what others exert on the body there.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct TwoHandle<T, const N: usize = 6> {
    /// ζ₁₁, symmetric.
    pub zeta_11: [[T; N]; N],
    /// ζ₁₂, the transpose of ζ₂₁.
    pub zeta_12: [[T; N]; N],
    /// ζ₂₂, symmetric.
    pub zeta_22: [[T; N]; N],
    /// ζ₁₃: acceleration of handle 1 without forces on the handles.
    pub zeta_13: [T; N],
    /// ζ₂₃: acceleration of handle 2 without forces on the handles.
    pub zeta_23: [T; N],
}

impl<T: Real, const N: usize> TwoHandle<T, N> {
    /// A body with `mass` about handle 1. `carry` takes the acceleration of handle 1 to handle 2, but for the `centripetal`
    /// part; `wrench` is all that acts on the body besides the forces at its handles, about handle 1, less what its speed
    /// needs: mass A₁ = F₁ + carryᵀ F₂ + wrench. An error if the mass is singular.
    pub fn body(
        mass: &[[T; N]; N],
        carry: impl Fn([T; N]) -> [T; N],
        wrench: &[T; N],
        centripetal: &[T; N],
    ) -> Result<Self, TwoHandleError<N>> {
        let factors =
            Ldl::new(mass, N).map_err(|x| TwoHandleError::SingularMass { direction: x.map(|x| x.value()) })?;
        let zeta_11 = factors.inverse();
        // row j of ζ₁₂ is column j of ζ₂₁ = S ζ₁₁
        let zeta_12 = zeta_11.map(&carry);
        let zeta_22 = transposed(&zeta_12).map(&carry);
        let zeta_13 = apply(&zeta_11, wrench);
        let zeta_23 = add(&carry(zeta_13), centripetal);
        Ok(Self { zeta_11, zeta_12, zeta_22, zeta_13, zeta_23 })
    }

    /// The accelerations of both handles under forces on them [MukAnd06 (1)-(2)].
    pub fn accelerations(&self, force_1: &[T; N], force_2: &[T; N]) -> [[T; N]; 2] {
        [self.acceleration_1(force_1, force_2), self.acceleration_2(force_1, force_2)]
    }

    pub(super) fn acceleration_1(&self, force_1: &[T; N], force_2: &[T; N]) -> [T; N] {
        let forced = add(&apply(&self.zeta_11, force_1), &apply(&self.zeta_12, force_2));
        add(&forced, &self.zeta_13)
    }

    pub(super) fn acceleration_2(&self, force_1: &[T; N], force_2: &[T; N]) -> [T; N] {
        let forced = add(&apply_transpose(&self.zeta_12, force_1), &apply(&self.zeta_22, force_2));
        add(&forced, &self.zeta_23)
    }
}

impl<T: Real> TwoHandle<T, 6> {
    /// A rigid body in space: its mass about handle 1, where handle 2 is from there, its angular velocity, and the wrench of
    /// all loads (gravity too) about handle 1. World axes.
    pub fn rigid(
        mass: RigidMass<T>,
        to_handle_2: Vec3<T>,
        angular_velocity: Vec3<T>,
        load: Wrench<T>,
    ) -> Result<Self, TwoHandleError<6>> {
        let (r, w) = (to_handle_2, angular_velocity);
        let carry = |x: [T; 6]| {
            let a = Twist::from_array(x);
            Twist::new(a.angular, a.angular.cross_add(r, a.linear)).to_array()
        };
        let wrench = load - mass.wrench(w, Twist::zero());
        let centripetal = Twist::new(Vec3::zero(), w.cross(w.cross(r)));
        Self::body(&ArticulatedMass::from(mass).to_matrix(), carry, &wrench.to_array(), &centripetal.to_array())
    }
}

/// The mass of a body that moves in a plane, about a point of it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct PlanarMass<T> {
    /// m.
    pub mass: T,
    /// m c.
    pub first_moment: [T; 2],
    /// Moment of inertia about the normal through the point.
    pub inertia: T,
}

impl<T: Real> TwoHandle<T, 3> {
    /// A rigid body in the plane, as [`TwoHandle::rigid`]: the load is the moment about handle 1 and the force. Slender rods
    /// and points off the handle are fine here, although their mass in space is singular.
    pub fn planar(
        mass: PlanarMass<T>,
        to_handle_2: [T; 2],
        angular_velocity: T,
        load: [T; 3],
    ) -> Result<Self, TwoHandleError<3>> {
        let PlanarMass { mass: m, first_moment: [x, y], inertia } = mass;
        let (o, w2) = (T::zero(), angular_velocity.square());
        let matrix = [[inertia, -y, x], [-y, m, o], [x, o, m]];
        let [rx, ry] = to_handle_2;
        let carry = |[w, x, y]: [T; 3]| [w, w.neg_mul_add(ry, x), w.mul_add(rx, y)];
        // Newton's law about handle 1: the mass centre is drawn inward
        let wrench = [load[0], w2.mul_add(x, load[1]), w2.mul_add(y, load[2])];
        Self::body(&matrix, carry, &wrench, &[o, -(w2 * rx), -(w2 * ry)])
    }
}
