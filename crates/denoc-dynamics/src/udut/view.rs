//! Read access to the decomposition.

use denoc_math::{ArticulatedMass, Real, Wrench};
use denoc_model::{LinkId, Model};

use super::{UdutBuffers, solve};
use crate::DynamicsError;
use crate::checks::{finite, length};
use crate::kinematics::KinematicsBuffers;

/// The decomposition I = U D Uᵀ of the generalised inertia matrix at a position: U unit upper triangular, D = diag(m̂).
///
/// ```
/// # use denoc_dynamics::{Dynamics, Workspace};
/// # use denoc_math::{Pose, Vec3};
/// # use denoc_model::{Description, Joint, MassProperties};
/// # let z = Vec3::new(0.0, 0.0, 1.0);
/// # let rod = MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0));
/// # let elbow = Pose::translation(Vec3::new(0.5, 0.0, 0.0));
/// # let arm = Description::new("two rods").link("a", rod).link("b", rod)
/// #     .joint("shoulder", "ground", "a", Joint::revolute(z), Pose::identity())
/// #     .joint("elbow", "a", "b", Joint::revolute(z), elbow).build()?;
/// let mut ws = Workspace::new(&arm);
/// let mut position = ws.position(&arm, &[0.3, -0.8])?;
/// let mut gim = [0.0; 4];
/// position.gim(&mut gim)?;
/// let udut = position.udut()?;
/// assert!((udut.m_hat(1) - gim[3]).abs() < 1e-15); // the last pivot is the last entry
/// assert!((udut.u(0, 1) - gim[1] / gim[3]).abs() < 1e-15);
/// assert!((udut.determinant() - (gim[0] * gim[3] - gim[1] * gim[2])).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Udut<'a, T: Real> {
    pub(crate) model: &'a Model<T>,
    pub(crate) kinematics: &'a KinematicsBuffers<T>,
    pub(crate) buffers: &'a mut UdutBuffers<T>,
}

impl<T: Real> Udut<'_, T> {
    /// The entry of U in row `i`, column `j`: p_iᵀ A_jiᵀ ψ_j for i inward of j [Saha99 (46)]. O(depth).
    pub fn u(&self, i: usize, j: usize) -> T {
        if i >= j {
            return T::lift(if i == j { 1.0 } else { 0.0 });
        }
        let target = self.model.joint_of_speed(i);
        let mut entry = T::zero();
        self.inward(j, |link, psi| {
            if link == target {
                entry = self.kinematics.columns[i].dot(psi);
            }
        });
        entry
    }

    /// U as an nv×nv matrix by rows.
    pub fn u_matrix(&self, out: &mut [T]) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        length(self.model, "U", out.len(), nv * nv)?;
        out.fill(T::zero());
        for j in 0..nv {
            out[j * nv + j] = T::one();
            self.inward(j, |LinkId(at), psi| {
                let link = &self.model.links()[at];
                for i in (link.v..link.v + link.nv).take_while(|&i| i < j) {
                    out[i * nv + j] = self.kinematics.columns[i].dot(psi);
                }
            });
        }
        Ok(())
    }

    /// D as an nv×nv matrix by rows.
    pub fn d_matrix(&self, out: &mut [T]) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        length(self.model, "D", out.len(), nv * nv)?;
        out.fill(T::zero());
        for (i, &m_hat) in self.buffers.m_hat.iter().enumerate() {
            out[i * nv + i] = m_hat;
        }
        Ok(())
    }

    /// Calls `visit` with every link from that of speed `j` inward and ψ_j moved to it.
    fn inward(&self, j: usize, mut visit: impl FnMut(LinkId, Wrench<T>)) {
        let mut at = self.model.joint_of_speed(j);
        let mut psi = self.buffers.psi[j];
        visit(at, psi);
        while let Some(parent) = self.model.links()[at.0].parent {
            psi = self.kinematics.relative[at.0].propagate_back(psi);
            visit(parent, psi);
            at = parent;
        }
    }

    /// The pivot m̂ of speed `i` [SahaIR (9.39c)], kg m² or kg: its inertia when all joints outward, and the later columns of its
    /// joint, are free.
    pub fn m_hat(&self, i: usize) -> T {
        self.buffers.m_hat[i]
    }

    /// All pivots: the diagonal of D.
    pub fn d(&self) -> &[T] {
        &self.buffers.m_hat
    }

    /// ψ̂ = M̂ p of speed `i` [SahaIR (9.39c)], in link axes about the link's origin.
    pub fn psi_hat(&self, i: usize) -> Wrench<T> {
        self.buffers.psi_hat[i]
    }

    /// ψ = ψ̂ / m̂ of speed `i` [SahaIR (9.39c)].
    pub fn psi(&self, i: usize) -> Wrench<T> {
        self.buffers.psi[i]
    }

    /// The articulated mass M̂ of a link [SahaIR (9.39d)], before the elimination at its own joint, in link axes about its
    /// origin.
    #[doc(alias = "articulated_body_inertia")]
    pub fn mass_articulated(&self, link: LinkId) -> ArticulatedMass<T> {
        self.buffers.articulated[link.0]
    }

    /// The determinant of the generalised inertia matrix, ∏ m̂. It overflows or underflows for long chains: see
    /// [`Udut::log_determinant`].
    pub fn determinant(&self) -> T {
        self.buffers.m_hat.iter().fold(T::one(), |product, &m_hat| product * m_hat)
    }

    /// The natural logarithm of the determinant, Σ ln m̂.
    pub fn log_determinant(&self) -> f64 {
        self.buffers.m_hat.iter().map(|m_hat| m_hat.value().ln()).sum()
    }

    /// Solves I x = b in O(n) [SahaIR (9.39)-(9.41)].
    pub fn solve(&mut self, b: &[T], x: &mut [T]) -> Result<(), DynamicsError> {
        self.model.check_speeds("b", b)?;
        length(self.model, "x", x.len(), self.model.nv())?;
        x.copy_from_slice(b);
        solve(self.model, self.kinematics, self.buffers, x);
        finite(self.model, "x", x)
    }

    /// The inverse of the generalised inertia matrix, nv×nv by rows: I⁻¹ = U⁻ᵀ D⁻¹ U⁻¹ applied to every unit vector, which
    /// is one O(n) solution per column, O(nv · n) in all; no matrix is factorised.
    #[doc(alias = "minverse")]
    pub fn inverse(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        length(self.model, "inverse", out.len(), nv * nv)?;
        let mut x = core::mem::take(&mut self.buffers.phi);
        for j in 0..nv {
            x.fill(T::zero());
            x[j] = T::one();
            solve(self.model, self.kinematics, self.buffers, &mut x);
            for i in j..nv {
                (out[i * nv + j], out[j * nv + i]) = (x[i], x[i]);
            }
        }
        self.buffers.phi = x;
        for row in out.chunks_exact(nv.max(1)) {
            finite(self.model, "inverse", row)?;
        }
        Ok(())
    }
}
