//! Articulated mass: twenty-one numbers.

use core::ops::{Add, AddAssign};

use crate::{Mat3, Pose, Real, RigidMass, Sym3, Twist, Vec3, Wrench};

/// The articulated mass M̂ of a link, as felt at its joint when the joints outward of it are free [Saha99 (49)-(50)],
/// [SahaIR (9.39d)]: any symmetric 6×6 matrix
///
/// ```text
/// [ A    B ]   [ω̇]   [n]
/// [ Bᵀ   C ] · [v̇] = [f]
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[repr(C)]
pub struct ArticulatedMass<T> {
    /// A: moment per angular acceleration, kg m².
    pub angular: Sym3<T>,
    /// B: moment per linear acceleration, kg m.
    pub coupling: Mat3<T>,
    /// C: force per linear acceleration, kg.
    pub linear: Sym3<T>,
}

impl<T: Real> ArticulatedMass<T> {
    /// No mass.
    #[inline(always)]
    pub fn zero() -> Self {
        Self { angular: Sym3::zero(), coupling: Mat3::zero(), linear: Sym3::zero() }
    }

    /// M t.
    #[inline(always)]
    pub fn apply(self, t: Twist<T>) -> Wrench<T> {
        Wrench {
            moment: self.angular.apply_add(t.angular, self.coupling.apply(t.linear)),
            force: self.linear.apply_add(t.linear, self.coupling.apply_transpose(t.angular)),
        }
    }

    /// Rank-one deflation M̂ − ψ̂ ψ̂ᵀ/m̂ [SahaIR (9.39d)], with ψ̂ = M̂p and ψ = ψ̂/m̂.
    #[inline(always)]
    pub fn deflate(self, psi_hat: Wrench<T>, psi: Wrench<T>) -> Self {
        let (n, f) = (psi_hat.moment, psi_hat.force);
        let (pn, pf) = (psi.moment, psi.force);
        Self {
            angular: less_product(self.angular, n, pn),
            coupling: Mat3::from_columns(
                n.neg_mul_add(pf.x, self.coupling.x),
                n.neg_mul_add(pf.y, self.coupling.y),
                n.neg_mul_add(pf.z, self.coupling.z),
            ),
            linear: less_product(self.linear, f, pf),
        }
    }

    /// The same mass in the parent frame: Aᵀ M A.
    #[inline(always)]
    pub fn to_parent(self, pose: Pose<T>) -> Self {
        let r = pose.rotation;
        let turned = Self {
            angular: self.angular.rotate(r),
            coupling: r * self.coupling * r.transpose(),
            linear: self.linear.rotate(r),
        };
        turned.shift(pose.position)
    }

    /// The same mass in a parallel frame, in which the origin of this frame is at `p`.
    #[inline(always)]
    pub fn shift(self, p: Vec3<T>) -> Self {
        let coupling = self.coupling;
        // B' = B + p× C;  A' = A + p× Bᵀ − B' p×
        let c = self.linear.to_mat3();
        let moved = Mat3::from_columns(
            p.cross_add(c.x, coupling.x),
            p.cross_add(c.y, coupling.y),
            p.cross_add(c.z, coupling.z),
        );
        let bt = coupling.transpose();
        let left = Mat3::from_columns(p.cross(bt.x), p.cross(bt.y), p.cross(bt.z));
        // row i of −B' p× is p × (row i of B')
        let rows = moved.transpose();
        let right = Mat3::from_columns(p.cross(rows.x), p.cross(rows.y), p.cross(rows.z)).transpose();
        Self { angular: self.angular + Sym3::from_upper(left + right), coupling: moved, linear: self.linear }
    }

    /// As a full matrix, by rows.
    #[inline(always)]
    pub fn to_matrix(self) -> [[T; 6]; 6] {
        let (a, b, c) = (self.angular.to_mat3(), self.coupling, self.linear.to_mat3());
        let mut m = [[T::zero(); 6]; 6];
        for i in 0..3 {
            for j in 0..3 {
                m[i][j] = a.get(i, j);
                m[i][j + 3] = b.get(i, j);
                m[i + 3][j] = b.get(j, i);
                m[i + 3][j + 3] = c.get(i, j);
            }
        }
        m
    }
}

/// s − a bᵀ, whose result is known to be symmetric.
#[inline(always)]
fn less_product<T: Real>(s: Sym3<T>, a: Vec3<T>, b: Vec3<T>) -> Sym3<T> {
    Sym3 {
        xx: a.x.neg_mul_add(b.x, s.xx),
        xy: a.x.neg_mul_add(b.y, s.xy),
        xz: a.x.neg_mul_add(b.z, s.xz),
        yy: a.y.neg_mul_add(b.y, s.yy),
        yz: a.y.neg_mul_add(b.z, s.yz),
        zz: a.z.neg_mul_add(b.z, s.zz),
    }
}

impl<T: Real> From<RigidMass<T>> for ArticulatedMass<T> {
    #[inline(always)]
    fn from(m: RigidMass<T>) -> Self {
        Self { angular: m.inertia, coupling: m.first_moment.skew(), linear: Sym3::diagonal(m.mass, m.mass, m.mass) }
    }
}

impl<T: Real> Add for ArticulatedMass<T> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { angular: self.angular + o.angular, coupling: self.coupling + o.coupling, linear: self.linear + o.linear }
    }
}
impl<T: Real> AddAssign for ArticulatedMass<T> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}

#[cfg(test)]
mod tests {
    use super::ArticulatedMass;
    use crate::{Mat3, Pose, RigidMass, Sym3, Twist, Vec3};

    fn body() -> RigidMass<f64> {
        let inertia = Sym3 { xx: 0.4, xy: 0.03, xz: -0.05, yy: 0.5, yz: 0.02, zz: 0.6 };
        RigidMass::from_center(2.5, Vec3::new(0.1, -0.3, 0.2), inertia)
    }

    fn pose() -> Pose<f64> {
        Pose::new(Mat3::from_rpy([0.3, -0.8, 1.9]), Vec3::new(0.4, -1.1, 0.7))
    }

    fn close(a: [f64; 6], b: [f64; 6]) {
        for (x, y) in a.into_iter().zip(b) {
            assert!((x - y).abs() < 1e-13, "{a:?} {b:?}");
        }
    }

    // oracle: A^T M A applied through the propagation of single twists and wrenches
    #[test]
    fn masses_move_like_the_twists_and_wrenches_they_connect() {
        let t = Twist::from_array([0.3, -0.2, 0.9, 1.1, 0.4, -0.6]);
        let by_propagation = pose().propagate_back(body().apply(pose().propagate(t)));
        close(body().to_parent(pose()).apply(t).to_array(), by_propagation.to_array());
        let articulated = ArticulatedMass::from(body());
        close(articulated.apply(t).to_array(), body().apply(t).to_array());
        let column = Twist::from_array([0.0, 0.6, 0.8, 0.1, 0.0, -0.2]);
        let psi_hat = articulated.apply(column);
        let psi = psi_hat.scale(1.0 / column.dot(psi_hat));
        let free = articulated.deflate(psi_hat, psi);
        close(free.apply(column).to_array(), [0.0; 6]);
        let by_propagation = pose().propagate_back(free.apply(pose().propagate(t)));
        close(free.to_parent(pose()).apply(t).to_array(), by_propagation.to_array());
    }

    // oracle: the definition with the centre of mass
    #[test]
    fn momentum_and_energy_of_a_spinning_body() {
        let t = Twist::from_array([0.3, -0.2, 0.9, 1.1, 0.4, -0.6]);
        let c = Vec3::new(0.1, -0.3, 0.2);
        let v = t.linear + t.angular.cross(c);
        let h = Sym3 { xx: 0.4, xy: 0.03, xz: -0.05, yy: 0.5, yz: 0.02, zz: 0.6 }.apply(t.angular);
        let momentum = body().apply(t);
        let expected = h + c.cross(v.scale(2.5));
        close(momentum.to_array(), [expected.x, expected.y, expected.z, 2.5 * v.x, 2.5 * v.y, 2.5 * v.z]);
        let energy = 0.5 * (h.dot(t.angular) + 2.5 * v.dot(v));
        assert!((body().kinetic_energy(t) - energy).abs() < 1e-14);
    }
}
