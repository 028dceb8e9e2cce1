use denoc_math::{Pose, Real, Vec3};
use denoc_model::{FrameId, LinkId, Model};

use super::Velocity;
use crate::checks::{self, finite, length};
use crate::kinematics::{Fixed, Reference};
use crate::workspace::Workspace;
use crate::{DynamicsError, Loads, Noc, Udut, centroidal, energy, gim, inverse, kinematics, noc, udut};

/// Quantities that depend on the coordinates. Created by [`Workspace::position`].
///
/// ```
/// # use denoc_dynamics::Workspace;
/// # use denoc_math::{Pose, Vec3};
/// # use denoc_model::{Description, Joint, MassProperties};
/// # let arm = Description::new("arm")
/// #     .link("rod", MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0)))
/// #     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 0.0, 1.0)), Pose::identity())
/// #     .frame("tip", "rod", Pose::translation(Vec3::new(0.5, 0.0, 0.0))).build()?;
/// let mut ws = Workspace::new(&arm);
/// let tip = arm.frame("tip")?;
/// let position = ws.position(&arm, &[0.0])?;
/// assert_eq!(position.frame_pose(tip).position, Vec3::new(0.5, 0.0, 0.0));
/// let mut jacobian = [0.0; 6];
/// position.jacobian(tip, &mut jacobian)?;
/// assert_eq!(jacobian, [0.0, 0.0, 1.0, 0.0, 0.5, 0.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Position<'a, T: Real> {
    pub(crate) ws: &'a mut Workspace<T>,
    pub(crate) model: &'a Model<T>,
    pub(crate) q: &'a [T],
}

impl<'a, T: Real> Position<'a, T> {
    /// The model.
    pub fn model(&self) -> &'a Model<T> {
        self.model
    }

    /// The coordinates.
    pub fn q(&self) -> &'a [T] {
        self.q
    }

    /// Pose of a link frame (at its joint's origin) in the world.
    ///
    /// # Panics
    /// If the model has no such link; this applies to all methods that take the number of a link, frame or speed.
    pub fn link_pose(&self, link: LinkId) -> Pose<T> {
        self.ws.kinematics.world[link.0]
    }

    /// Pose of a link frame in its parent.
    pub fn relative_pose(&self, link: LinkId) -> Pose<T> {
        self.ws.kinematics.relative[link.0]
    }

    /// Pose of a frame in the world.
    pub fn frame_pose(&self, frame: FrameId) -> Pose<T> {
        let frame = &self.model.frames()[frame.0];
        frame.link.map_or(frame.pose, |link| self.link_pose(link) * frame.pose)
    }

    /// The Jacobian of a frame: 6×nv by rows, angular rows first, world axes, at the frame's origin. Its product with v is
    /// the frame's twist.
    pub fn jacobian(&self, frame: FrameId, out: &mut [T]) -> Result<(), DynamicsError> {
        self.jacobian_in(frame, Reference::Aligned, out)
    }

    /// [`Position::jacobian`] in other axes or at another point.
    pub fn jacobian_in(&self, frame: FrameId, reference: Reference, out: &mut [T]) -> Result<(), DynamicsError> {
        self.jacobian_of(self.fixed(frame, reference), out)
    }

    /// The Jacobian at a point fixed in a link, given in link axes; laid out as [`Position::jacobian`].
    pub fn point_jacobian(&self, link: LinkId, point_in_link: Vec3<T>, out: &mut [T]) -> Result<(), DynamicsError> {
        self.jacobian_of(Fixed::point(link, point_in_link), out)
    }

    fn jacobian_of(&self, frame: Fixed<T>, out: &mut [T]) -> Result<(), DynamicsError> {
        length(self.model, "jacobian", out.len(), 6 * self.model.nv())?;
        kinematics::jacobian(self.model, &self.ws.kinematics, frame, out);
        Ok(())
    }

    /// The derivatives of [`Position::jacobian_in`] along unit steps of the speeds ([`Model::integrate`]): 6×nv×nv by rows, the entry
    /// (r, k, j) is ∂J_rk/∂q_j, so the product with v over j is the rate of the Jacobian. It is not symmetric in k and j.
    #[doc(alias = "getJointKinematicHessian")]
    pub fn kinematic_hessian(&self, frame: FrameId, reference: Reference, out: &mut [T]) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        length(self.model, "kinematic hessian", out.len(), 6 * nv * nv)?;
        kinematics::hessian(self.model, &self.ws.kinematics, self.q, self.fixed(frame, reference), out);
        Ok(())
    }

    /// A frame, with the reference of its columns.
    pub(crate) fn fixed(&self, frame: FrameId, reference: Reference) -> Fixed<T> {
        let frame = &self.model.frames()[frame.0];
        Fixed { link: frame.link, pose: frame.pose, reference }
    }

    /// The generalised inertia matrix (GIM), nv×nv by rows, both triangles [SahaIR (9.15)]. See [`crate::gim`].
    #[doc(alias = "crba")]
    #[doc(alias = "mass_matrix")]
    pub fn gim(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        length(self.model, "gim", out.len(), nv * nv)?;
        gim::gim(self.model, &self.ws.kinematics, &mut self.ws.gim, out);
        checks::finite_matrix(self.model, "gim", out)
    }

    /// The decomposition of the GIM into U D Uᵀ [SahaIR (9.38)-(9.39)]; an error that names the joint if it is singular.
    pub fn udut(&mut self) -> Result<Udut<'_, T>, DynamicsError> {
        let Workspace { kinematics, udut: buffers, .. } = &mut *self.ws;
        udut::factor(self.model, kinematics, self.q, buffers)?;
        Ok(Udut { model: self.model, kinematics, buffers })
    }

    /// The natural orthogonal complement as explicit matrices, for both reference points [SahaIR (9.6)]. Allocates; meant for
    /// teaching and tests.
    pub fn noc(&self) -> Noc<T> {
        noc::noc(self.model, &self.ws.kinematics)
    }

    /// The mass centre of all moving links in the world, m; the origin if there is no mass.
    pub fn center_of_mass(&self) -> Vec3<T> {
        let mass = self.total_mass();
        if mass.value() == 0.0 {
            return Vec3::zero();
        }
        energy::first_moment(self.model, &self.ws.kinematics).scale(mass.recip())
    }

    /// The Jacobian of the mass centre: 3×nv by rows, world axes. Its product with v is the velocity of the mass centre.
    pub fn com_jacobian(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        length(self.model, "com jacobian", out.len(), 3 * self.model.nv())?;
        let mass = self.total_mass();
        if mass.value() == 0.0 {
            out.fill(T::zero());
            return Ok(());
        }
        centroidal::com_jacobian(self.model, &self.ws.kinematics, mass, &mut self.ws.gim, out);
        Ok(())
    }

    /// The matrix A_G of the momentum about the mass centre: 6×nv by rows, angular rows first, world axes. Its product with v is
    /// [`Velocity::momentum_about_com`]. See [`crate::centroidal`].
    #[doc(alias = "ccrba")]
    pub fn centroidal_momentum_matrix(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        length(self.model, "centroidal momentum matrix", out.len(), 6 * self.model.nv())?;
        let center = self.center_of_mass();
        centroidal::momentum_matrix(self.model, &self.ws.kinematics, center, &mut self.ws.gim, out);
        Ok(())
    }

    /// The mass of all moving links, kg.
    pub fn total_mass(&self) -> T {
        self.model.total_mass()
    }

    /// Potential energy of gravity, −Σ m g·c, J, zero at the world origin. Springs are not included.
    pub fn potential_energy(&self) -> T {
        -self.model.gravity().dot(energy::first_moment(self.model, &self.ws.kinematics))
    }

    /// The joint forces that balance gravity, N m or N: the gradient of the potential energy along the speeds, and the term
    /// g of I a + C v + g = τ.
    #[doc(alias = "generalized_gravity")]
    pub fn gravity_forces(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        length(self.model, "gravity forces", out.len(), self.model.nv())?;
        let Workspace { kinematics, inverse: buffers, .. } = &mut *self.ws;
        for (rate, pose) in buffers.rates.iter_mut().zip(&kinematics.world) {
            rate.angular = Vec3::zero();
            rate.linear = pose.rotation.apply_transpose(-self.model.gravity());
        }
        inverse::gather(self.model, kinematics, false, Loads::NONE, buffers);
        inverse::project(self.model, &kinematics.columns, buffers, None, out);
        finite(self.model, "gravity forces", out)
    }

    /// Checks the speeds and computes the twists of all links.
    pub fn velocity(self, v: &'a [T]) -> Result<Velocity<'a, T>, DynamicsError> {
        self.model.check_speeds("v", v)?;
        kinematics::twists(self.model, v, &mut self.ws.kinematics);
        Ok(Velocity { position: self, v })
    }
}
