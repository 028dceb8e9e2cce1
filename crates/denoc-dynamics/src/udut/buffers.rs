use denoc_math::{ArticulatedMass, Real, Twist, Wrench};
use denoc_model::Model;

use super::AddedInertia;

/// The decomposition and the vectors of its solution.
#[derive(Clone, Debug)]
pub(crate) struct UdutBuffers<T> {
    /// M̂: every link with everything outward of it on free joints.
    pub(crate) articulated: Vec<ArticulatedMass<T>>,
    /// Magnitude of the masses that determine the rounding errors of M̂: traces of the angular and linear parts.
    pub(crate) size: Vec<[T; 2]>,
    /// ψ̂ = M̂ p, by speed.
    pub(crate) psi_hat: Vec<Wrench<T>>,
    /// ψ = ψ̂ / m̂, by speed.
    pub(crate) psi: Vec<Wrench<T>>,
    /// m̂ = pᵀ ψ̂ (+ motor), by speed.
    pub(crate) m_hat: Vec<T>,
    /// η of every link.
    pub(crate) eta: Vec<Wrench<T>>,
    /// μ of every link.
    pub(crate) mu: Vec<Twist<T>>,
    /// A right-hand side.
    pub(crate) phi: Vec<T>,
    /// Inertia besides that of the model.
    pub(crate) added: Option<AddedInertia<T>>,
    /// Speeds that stay as they are, in the decomposition and in its solutions.
    pub(crate) locked: Vec<bool>,
}

impl<T: Real> UdutBuffers<T> {
    pub(crate) fn new(model: &Model<T>) -> Self {
        let (n, nv) = (model.links().len(), model.nv());
        Self {
            articulated: vec![ArticulatedMass::zero(); n],
            size: vec![[T::zero(); 2]; n],
            psi_hat: vec![Wrench::zero(); nv],
            psi: vec![Wrench::zero(); nv],
            m_hat: vec![T::zero(); nv],
            eta: vec![Wrench::zero(); n],
            mu: vec![Twist::zero(); n],
            phi: vec![T::zero(); nv],
            added: None,
            locked: vec![false; nv],
        }
    }
}
