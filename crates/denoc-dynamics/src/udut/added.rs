//! Inertia added in the decomposition only.

use denoc_math::{Real, RigidMass};
use denoc_model::Model;

use crate::checks::length;
use crate::{DynamicsError, Workspace};

/// Inertia that is added to a model in the decomposition UDUᵀ and nowhere else. With it the O(n) recursions solve
/// (I + D + Σ NᵢᵀAᵢNᵢ) x = φ, with D diagonal and Aᵢ the masses added to the links, as implicit integrators need. See
/// [`Workspace::set_added_inertia`].
#[derive(Clone, Debug, PartialEq)]
pub struct AddedInertia<T> {
    /// D, one entry per speed: kg m² or kg.
    pub speeds: Vec<T>,
    /// The mass added to each link, in link axes about its origin: kg, kg m, kg m².
    pub links: Vec<RigidMass<T>>,
}

impl<T: Real> AddedInertia<T> {
    /// Zero for every speed and link of a model.
    pub fn zero(model: &Model<T>) -> Self {
        Self { speeds: vec![T::zero(); model.nv()], links: vec![RigidMass::zero(); model.links().len()] }
    }
}

impl<T: Real> Workspace<T> {
    /// Sets the inertia added in the decomposition UDUᵀ (`None`: none) and returns the previous one. Gravity and gyroscopic forces
    /// are those of the model, so [`Velocity::forward`](crate::Velocity::forward) returns (I + added)⁻¹ (τ − h). The compiled
    /// layer, and algorithms for loops that do not use the decomposition, ignore it.
    ///
    /// ```
    /// use denoc_dynamics::{AddedInertia, Dynamics, Workspace};
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let pendulum = Description::new("pendulum")
    ///     .link("rod", MassProperties::rod(3.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
    ///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 0.0, 1.0)), Pose::identity())
    ///     .build()?;
    /// let mut ws = Workspace::new(&pendulum);
    /// let mut added = AddedInertia::zero(&pendulum);
    /// added.speeds[0] = 3.0; // the rod's own inertia is one
    /// ws.set_added_inertia(&pendulum, Some(added))?;
    /// let mut a = [0.0];
    /// pendulum.forward_dynamics(&mut ws, &[0.0], &[0.0], &[8.0], &mut a)?;
    /// assert!((a[0] - 2.0).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_added_inertia(
        &mut self,
        model: &Model<T>,
        added: Option<AddedInertia<T>>,
    ) -> Result<Option<AddedInertia<T>>, DynamicsError> {
        if let Some(added) = &added {
            length(model, "added inertia of speeds", added.speeds.len(), self.udut.m_hat.len())?;
            length(model, "added inertia of links", added.links.len(), self.udut.articulated.len())?;
        }
        Ok(core::mem::replace(&mut self.udut.added, added))
    }
}
