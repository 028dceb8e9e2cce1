//! The closures in coordinates in which the inertia matrix of the tree is the identity.
//!
//! With I = U D Uᵀ [SahaIR (9.38)-(9.39)], Y = D^(−1/2) U⁻¹ Jᵀ is one inward sweep per row of J, and J I⁻¹ Jᵀ = Yᵀ Y.

use denoc_math::{Real, Twist, Wrench};
use denoc_model::{LinkId, Model};

use super::Loops;
use super::decomposed::{Decomposed, decompose};
use super::method::Problem;
use crate::stages::Velocity;
use crate::workspace::Workspace;
use crate::{DynamicsError, forward};

/// The decomposition of Y, and the right-hand side for the accelerations of the tree without closures.
#[derive(Clone, Debug)]
pub(super) struct Whitened<T> {
    pub(super) conditions: Decomposed<T>,
    /// Memory of the sweeps, one wrench per link.
    eta: Vec<Wrench<T>>,
}

impl<T: Real> Whitened<T> {
    pub(super) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        Self { conditions: Decomposed::new(model, loops), eta: vec![Wrench::zero(); model.links().len()] }
    }

    /// Sets everything up for a state; `a` becomes the accelerations of the tree without closures.
    pub(super) fn set_up(
        &mut self,
        stage: &mut Velocity<'_, T>,
        problem: &mut Problem<'_, T>,
        a: &mut [T],
    ) -> Result<(), DynamicsError> {
        let (model, state) = (stage.model, stage.state());
        forward::forward(model, stage.position.ws, state, problem.tau, problem.loads, a)?;
        let limit = problem.rank_limit();
        self.conditions.set_right(stage, problem.loops, problem.target, Some(a));
        let (ws, eta) = (&*stage.position.ws, &mut self.eta);
        decompose(stage, problem.loops, limit, |column| whiten(model, ws, eta, column), &mut self.conditions.qr);
        Ok(())
    }
}

/// y ← D^(−1/2) U⁻¹ y. `eta` is memory, one wrench per link.
fn whiten<T: Real>(model: &Model<T>, ws: &Workspace<T>, eta: &mut [Wrench<T>], y: &mut [T]) {
    let (k, u) = (&ws.kinematics, &ws.udut);
    eta.fill(Wrench::zero());
    for (i, link) in model.links().iter().enumerate().rev() {
        let mut here = eta[i];
        for s in (link.v..link.v + link.nv).rev() {
            let phi = y[s] - k.columns[s].dot(here);
            here = u.psi[s].mul_add(phi, here);
            y[s] = phi * u.m_hat[s].sqrt().recip();
        }
        if let Some(LinkId(p)) = link.parent {
            eta[p] += k.relative[i].propagate_back(here);
        }
    }
}

/// a ← a + U⁻ᵀ D^(−1/2) z.
pub(super) fn accelerate<T: Real>(model: &Model<T>, ws: &mut Workspace<T>, z: &[T], a: &mut [T]) {
    let (k, u) = (&ws.kinematics, &mut ws.udut);
    for (i, link) in model.links().iter().enumerate() {
        let mut mu = link.parent.map_or(Twist::zero(), |LinkId(p)| k.relative[i].propagate(u.mu[p]));
        for s in link.v..link.v + link.nv {
            let x = z[s] * u.m_hat[s].sqrt().recip() - mu.dot(u.psi[s]);
            mu = k.columns[s].mul_add(x, mu);
            a[s] += x;
        }
        u.mu[i] = mu;
    }
}
