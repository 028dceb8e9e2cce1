//! Whole computations in one call.

use denoc_math::Real;
use denoc_model::Model;

use crate::workspace::{Closed, Workspace};
use crate::{DynamicsError, Loads};

/// The common computations in one call each, without the stages. Mechanisms with loops are treated as such: inverse dynamics
/// gives the forces of their motors ([`crate::loops::LoopInverse`]), forward dynamics keeps their loops closed
/// ([`crate::loops::LoopForward`]); inertia matrix, bias and gravity forces are those of the spanning tree.
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
    /// The forces τ for a motion: I a + C v + g = τ.
    #[doc(alias = "rnea")]
    fn inverse_dynamics(
        &self,
        ws: &mut Workspace<T>,
        q: &[T],
        v: &[T],
        a: &[T],
        tau: &mut [T],
    ) -> Result<(), DynamicsError>;

    /// The accelerations for forces τ.
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

    /// C v + g: the forces for zero accelerations.
    #[doc(alias = "nonlinear_effects")]
    fn bias(&self, ws: &mut Workspace<T>, q: &[T], v: &[T], out: &mut [T]) -> Result<(), DynamicsError>;

    /// The forces g that hold the links against gravity.
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
        if self.closures().is_empty() {
            return ws.position(self, q)?.velocity(v)?.inverse(a, Loads::NONE, tau);
        }
        let mut closed = ws.closed.take().unwrap_or_else(|| Closed::new(self));
        let done = (|| {
            let mut stage = ws.position(self, q)?.velocity(v)?;
            closed.inverse.inverse(&mut stage, a, Loads::NONE, tau)?.complete(self)
        })();
        ws.closed = Some(closed);
        done.map(|_| ())
    }

    fn forward_dynamics(
        &self,
        ws: &mut Workspace<T>,
        q: &[T],
        v: &[T],
        tau: &[T],
        a: &mut [T],
    ) -> Result<(), DynamicsError> {
        if self.closures().is_empty() {
            return ws.position(self, q)?.velocity(v)?.forward(tau, Loads::NONE, a);
        }
        let mut closed = ws.closed.take().unwrap_or_else(|| Closed::new(self));
        let done = (|| {
            let mut stage = ws.position(self, q)?.velocity(v)?;
            closed.forward.forward(&mut stage, tau, Loads::NONE, a)
        })();
        ws.closed = Some(closed);
        done.map(|_| ())
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
