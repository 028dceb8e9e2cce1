//! A joint between two handles.

use denoc_math::Real;

use super::TwoHandleError;
use super::complement::JointComplement;
use super::small::{Ldl, dot, symmetric};

/// A joint between handle 2 of an inner piece (or the ground) and handle 1 of an outer one, at one point of space and one
/// time: the outer handle accelerates relative to the inner one with H u̇ + Ḣ u, and forces act along the complement of H
/// [MukAnd06 (7)-(9)], besides the drive.
///
/// Both handles are where the joint is now: if it slides, the inner handle is the point of the inner body that the outer
/// handle passes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct HandleJoint<T, const N: usize = 6> {
    /// Degrees of freedom.
    dof: usize,
    /// The columns of H.
    motion: [[T; N]; N],
    /// The columns of H (HᵀH)⁻¹.
    dual: [[T; N]; N],
    complement: JointComplement<T, N>,
    /// Ḣ u: the relative acceleration at u̇ = 0.
    bias: [T; N],
    /// The wrench of the drive on the outer body.
    drive: [T; N],
}

impl<T: Real, const N: usize> HandleJoint<T, N> {
    /// A joint that moves along these columns, in world axes about its point, angular part first. None is a rigid
    /// connection. An error if they are not independent; more than `N` are not.
    pub fn new(columns: &[[T; N]]) -> Result<Self, TwoHandleError<N>> {
        let dof = columns.len();
        if dof > N {
            return Err(TwoHandleError::DependentColumns { dof, rank: N });
        }
        let mut motion = [[T::zero(); N]; N];
        motion[..dof].copy_from_slice(columns);
        let complement = JointComplement::new(&motion, dof)?;
        let dual = dual(&motion, dof).ok_or(TwoHandleError::DependentColumns { dof, rank: dof.saturating_sub(1) })?;
        Ok(Self { dof, motion, dual, complement, bias: [T::zero(); N], drive: [T::zero(); N] })
    }

    /// As [`HandleJoint::new`], for a joint that turns in every direction and does not slide [MukAnd06 (8)]: its complement is known
    /// to be all forces through its point, which saves work. Other columns get the complement they have.
    pub fn spherical(columns: &[[T; N]]) -> Result<Self, TwoHandleError<N>> {
        let rotations = if N == 6 { 3 } else { 1 };
        let slides = columns.iter().flat_map(|c| &c[rotations..]).any(|x| x.value() != 0.0);
        let general = Self::new(columns)?;
        if slides || general.dof != rotations {
            return Ok(general);
        }
        Ok(Self { complement: JointComplement::of_axes(|row| row >= rotations), ..general })
    }

    /// No joint: the handle is free.
    pub fn free() -> Self {
        let mut motion = [[T::zero(); N]; N];
        (0..N).for_each(|i| motion[i][i] = T::one());
        let complement = JointComplement::of_axes(|_| false);
        Self { dof: N, motion, dual: motion, complement, bias: [T::zero(); N], drive: [T::zero(); N] }
    }

    /// The same joint with the relative acceleration Ḣ u that its speeds cause. At the ground, the acceleration of the ground
    /// may be in it.
    #[must_use]
    pub fn with_bias(self, bias: [T; N]) -> Self {
        Self { bias, ..self }
    }

    /// The same joint with forces τ along its degrees of freedom: the wrench H (HᵀH)⁻¹ τ on the outer body, its opposite on the
    /// inner one. Missing numbers count as zero.
    #[must_use]
    pub fn with_drive(self, tau: &[T]) -> Self {
        let mut drive = [T::zero(); N];
        for (column, &tau) in self.dual[..self.dof].iter().zip(tau) {
            for (x, d) in drive.iter_mut().zip(column) {
                *x = d.mul_add(tau, *x);
            }
        }
        Self { drive, ..self }
    }

    /// Degrees of freedom.
    pub fn dof(&self) -> usize {
        self.dof
    }

    /// H: the columns of its motion.
    pub fn joint_motion(&self) -> &[[T; N]] {
        &self.motion[..self.dof]
    }

    /// D: column `i` of the complement, `i` below `N` − dof; zero for greater `i`.
    pub fn joint_complement(&self, i: usize) -> [T; N] {
        let mut unit = [T::zero(); N];
        if i < self.complement.count() {
            unit[i] = T::one();
        }
        self.complement.spread(&unit)
    }

    pub(super) fn complement(&self) -> &JointComplement<T, N> {
        &self.complement
    }

    pub(super) fn bias(&self) -> &[T; N] {
        &self.bias
    }

    pub(super) fn drive(&self) -> &[T; N] {
        &self.drive
    }

    /// u̇ from the acceleration of the outer handle relative to the inner one.
    pub(super) fn acceleration(&self, relative: &[T; N]) -> [T; N] {
        let mut a = [T::zero(); N];
        for (a, column) in a.iter_mut().zip(&self.dual[..self.dof]) {
            for ((d, x), b) in column.iter().zip(relative).zip(&self.bias) {
                *a = d.mul_add(*x - *b, *a);
            }
        }
        a
    }
}

/// The columns of H (HᵀH)⁻¹, if those of H are independent.
fn dual<T: Real, const N: usize>(motion: &[[T; N]; N], dof: usize) -> Option<[[T; N]; N]> {
    let gram: [[T; N]; N] = symmetric(|i, j| if j < dof { dot(&motion[i], &motion[j]) } else { T::zero() });
    let inverse = Ldl::new(&gram, dof).ok()?.inverse();
    let mut dual = [[T::zero(); N]; N];
    for (column, inverse) in dual[..dof].iter_mut().zip(&inverse) {
        for (h, &factor) in motion[..dof].iter().zip(inverse) {
            for (x, h) in column.iter_mut().zip(h) {
                *x = h.mul_add(factor, *x);
            }
        }
    }
    Some(dual)
}
