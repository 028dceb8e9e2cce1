//! Inverse and forward dynamics of trees in one call.

use denoc_math::Real;
use denoc_model::Model;

use crate::workspace::Workspace;
use crate::{DynamicsError, Loads};

/// The common computations for trees, one call each, without stages. Inverse and forward dynamics refuse models with loops;
/// the crate `denoc-mechanism` evaluates those. Inertia matrix, bias and gravity forces are those of the spanning tree.
///
/// ```
/// use denoc_dynamics::{Dynamics, Workspace};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let model = Description::new("pendulum")
///     .link("rod", MassProperties::rod(3.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
///     .build()?;
/// let mut ws = Workspace::new(&model);
/// let (q, v, a) = ([0.4], [1.5], [2.0]);
/// let mut tau = [0.0];
/// model.inverse_dynamics(&mut ws, &q, &v, &a, &mut tau)?;
/// let mut back = [0.0];
/// model.forward_dynamics(&mut ws, &q, &v, &tau, &mut back)?;
/// assert!((back[0] - a[0]).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Dynamics<T: Real> {
    /// Inverse dynamics: the joint forces τ = I a + C v + g, N m or N.
    #[doc(alias = "rnea")]
    fn inverse_dynamics(
        &self,
        ws: &mut Workspace<T>,
        q: &[T],
        v: &[T],
        a: &[T],
        tau: &mut [T],
    ) -> Result<(), DynamicsError>;

    /// Forward dynamics: the accelerations for joint forces τ, rad/s² or m/s².
    #[doc(alias = "aba")]
    fn forward_dynamics(
        &self,
        ws: &mut Workspace<T>,
        q: &[T],
        v: &[T],
        tau: &[T],
        a: &mut [T],
    ) -> Result<(), DynamicsError>;

    /// The generalised inertia matrix, nv×nv by rows.
    #[doc(alias = "crba")]
    #[doc(alias = "mass_matrix")]
    fn gim(&self, ws: &mut Workspace<T>, q: &[T], out: &mut [T]) -> Result<(), DynamicsError>;

    /// The bias C v + g: joint forces for zero accelerations, N m or N.
    #[doc(alias = "nonlinear_effects")]
    fn bias(&self, ws: &mut Workspace<T>, q: &[T], v: &[T], out: &mut [T]) -> Result<(), DynamicsError>;

    /// The joint forces g that balance gravity, N m or N.
    fn gravity_forces(&self, ws: &mut Workspace<T>, q: &[T], out: &mut [T]) -> Result<(), DynamicsError>;
}

impl<T: Real> Dynamics<T> for Model<T> {
    fn inverse_dynamics(
        &self,
        ws: &mut Workspace<T>,
        q: &[T],
        v: &[T],
        a: &[T],
        tau: &mut [T],
    ) -> Result<(), DynamicsError> {
        crate::checks::no_loops(self)?;
        ws.position(self, q)?.velocity(v)?.inverse(a, Loads::NONE, tau)
    }

    fn forward_dynamics(
        &self,
        ws: &mut Workspace<T>,
        q: &[T],
        v: &[T],
        tau: &[T],
        a: &mut [T],
    ) -> Result<(), DynamicsError> {
        crate::checks::no_loops(self)?;
        ws.position(self, q)?.velocity(v)?.forward(tau, Loads::NONE, a)
    }

    fn gim(&self, ws: &mut Workspace<T>, q: &[T], out: &mut [T]) -> Result<(), DynamicsError> {
        ws.position(self, q)?.gim(out)
    }

    fn bias(&self, ws: &mut Workspace<T>, q: &[T], v: &[T], out: &mut [T]) -> Result<(), DynamicsError> {
        ws.position(self, q)?.velocity(v)?.bias(out)
    }

    fn gravity_forces(&self, ws: &mut Workspace<T>, q: &[T], out: &mut [T]) -> Result<(), DynamicsError> {
        ws.position(self, q)?.gravity_forces(out)
    }
}
