use core::ops::Deref;

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::{FrameId, LinkId};

use super::{Acceleration, Position};
use crate::checks::{self, finite, length};
use crate::kinematics::{Fixed, Reference};
use crate::{
    DynamicsError, Loads, State, Udut, centroidal, convective, derivatives, energy, forward, inverse, kinematics,
    regressor,
};

/// Quantities that depend on coordinates and speeds. Created by [`Position::velocity`]; the quantities of [`Position`] are
/// available too.
#[derive(Debug)]
pub struct Velocity<'a, T: Real> {
    pub(crate) position: Position<'a, T>,
    pub(crate) v: &'a [T],
}

impl<'a, T: Real> Deref for Velocity<'a, T> {
    type Target = Position<'a, T>;
    fn deref(&self) -> &Position<'a, T> {
        &self.position
    }
}

impl<'a, T: Real> Velocity<'a, T> {
    /// The speeds.
    pub fn v(&self) -> &'a [T] {
        self.v
    }

    /// Coordinates and speeds.
    pub(crate) fn state(&self) -> State<'a, T> {
        State { q: self.position.q, v: self.v }
    }

    /// Twist of a link in link axes, at its origin [Saha13 (36)], rad/s and m/s.
    pub fn link_twist(&self, link: LinkId) -> Twist<T> {
        self.ws.kinematics.twists[link.0]
    }

    /// Twist of a frame in world axes: angular velocity, velocity of the frame's origin, rad/s and m/s.
    pub fn twist(&self, frame: FrameId) -> Twist<T> {
        let frame = &self.model.frames()[frame.0];
        let Some(LinkId(i)) = frame.link else { return Twist::zero() };
        let t = self.ws.kinematics.twists[i];
        let here = Twist::new(t.angular, t.angular.cross_add(frame.pose.position, t.linear));
        here.rotate(self.ws.kinematics.world[i].rotation)
    }

    /// [`Velocity::twist`] in other axes or at another point.
    pub fn twist_in(&self, frame: FrameId, reference: Reference) -> Twist<T> {
        reference.of(self.frame_pose(frame), self.twist(frame))
    }

    /// The time derivative of [`Position::jacobian`], in the same layout.
    pub fn jacobian_rate(&self, frame: FrameId, out: &mut [T]) -> Result<(), DynamicsError> {
        self.jacobian_rate_in(frame, Reference::Aligned, out)
    }

    /// The time derivative of [`Position::jacobian_in`].
    pub fn jacobian_rate_in(&self, frame: FrameId, reference: Reference, out: &mut [T]) -> Result<(), DynamicsError> {
        self.jacobian_rate_of(self.fixed(frame, reference), out)
    }

    /// The time derivative of [`Position::point_jacobian`], in the same layout.
    pub fn point_jacobian_rate(
        &self,
        link: LinkId,
        point_in_link: Vec3<T>,
        out: &mut [T],
    ) -> Result<(), DynamicsError> {
        self.jacobian_rate_of(Fixed::point(link, point_in_link), out)
    }

    fn jacobian_rate_of(&self, frame: Fixed<T>, out: &mut [T]) -> Result<(), DynamicsError> {
        length(self.model, "jacobian rate", out.len(), 6 * self.model.nv())?;
        kinematics::jacobian_rate(self.model, &self.ws.kinematics, self.state(), frame, out);
        Ok(())
    }

    /// See [`Position::gim`].
    pub fn gim(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        self.position.gim(out)
    }

    /// See [`Position::com_jacobian`].
    pub fn com_jacobian(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        self.position.com_jacobian(out)
    }

    /// See [`Position::centroidal_momentum_matrix`].
    pub fn centroidal_momentum_matrix(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        self.position.centroidal_momentum_matrix(out)
    }

    /// See [`Position::udut`].
    pub fn udut(&mut self) -> Result<Udut<'_, T>, DynamicsError> {
        self.position.udut()
    }

    /// See [`Position::gravity_forces`].
    pub fn gravity_forces(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        self.position.gravity_forces(out)
    }

    /// The matrix of convective inertia (MCI), nv×nv by rows, in the mass-centre form for which İ − 2C is skew
    /// [SahaIR (9.16k)]. See [`crate::convective`].
    #[doc(alias = "coriolis_matrix")]
    pub fn mci(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        let (model, state) = (self.model, self.state());
        length(model, "mci", out.len(), model.nv() * model.nv())?;
        let ws = &mut *self.position.ws;
        convective::mci(model, &ws.kinematics, state, &mut ws.convective, out);
        Ok(())
    }

    /// The vector of convective inertia (VCI), C v, by recursion [SahaIR (9.19)].
    #[doc(alias = "coriolis")]
    pub fn vci(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        let (model, state) = (self.model, self.state());
        length(model, "vci", out.len(), model.nv())?;
        convective::vci(model, self.position.ws, state, out);
        finite(model, "vci", out)
    }

    /// The bias C v + g: joint forces for zero accelerations, N m or N.
    #[doc(alias = "nonlinear_effects")]
    pub fn bias(&mut self, out: &mut [T]) -> Result<(), DynamicsError> {
        self.sweep(None, Loads::NONE)?;
        self.forces(None, "bias", out)
    }

    /// Kinetic energy ½ vᵀ I v, J, including reflected motor inertia.
    pub fn kinetic_energy(&self) -> T {
        energy::kinetic(self.model, &self.ws.kinematics, self.v)
    }

    /// Angular momentum about the world origin (`moment`) and linear momentum (`force`) of the links, world axes.
    pub fn momentum(&self) -> Wrench<T> {
        energy::momentum(self.model, &self.ws.kinematics)
    }

    /// Angular momentum about the mass centre of the system (`moment`) and linear momentum (`force`), world axes.
    #[doc(alias = "centroidal_momentum")]
    pub fn momentum_about_com(&self) -> Wrench<T> {
        let h = self.momentum();
        Wrench::new(h.moment - self.center_of_mass().cross(h.force), h.force)
    }

    /// The velocity of the mass centre of all moving links, m/s; zero if there is no mass.
    pub fn com_velocity(&self) -> Vec3<T> {
        let mass = self.total_mass();
        if mass.value() == 0.0 { Vec3::zero() } else { self.momentum().force.scale(mass.recip()) }
    }

    /// The part Ȧ_G v of the rate of [`Velocity::momentum_about_com`]: the rate at zero accelerations `a`, angular part first.
    pub fn centroidal_momentum_bias(&mut self) -> Wrench<T> {
        let (model, state, center) = (self.model, self.state(), self.center_of_mass());
        let ws = &mut *self.position.ws;
        inverse::rates(model, &ws.kinematics, state, None, Vec3::zero(), &mut ws.inverse.rates);
        centroidal::momentum_rate(model, &ws.kinematics, &ws.inverse.rates, Vec3::zero(), center)
    }

    /// The regressor Y of inverse dynamics at accelerations `a`, nv × 10 links by rows: τ = Y π for the inertial parameters π of all
    /// links ([`crate::regressor`]), without rotor inertia. For a mechanism with loops, that of its spanning tree with all loops cut.
    #[doc(alias = "computeJointTorqueRegressor")]
    pub fn regressor(&mut self, a: &[T], out: &mut [T]) -> Result<(), DynamicsError> {
        let (model, state) = (self.model, self.state());
        model.check_speeds("a", a)?;
        length(model, "regressor", out.len(), regressor::PARAMETERS * model.links().len() * model.nv())?;
        let ws = &mut *self.position.ws;
        inverse::rates(model, &ws.kinematics, state, Some(a), -model.gravity(), &mut ws.inverse.rates);
        regressor::regressor(model, &ws.kinematics, &ws.inverse.rates, out);
        Ok(())
    }

    /// Inverse dynamics: the joint forces τ for accelerations `a` [SahaIR (9.32)-(9.35)]. See [`crate::inverse`]. For a mechanism
    /// with loops, the forces of its spanning tree with all loops cut (otherwise use [`crate::loops::LoopInverse`]).
    #[doc(alias = "rnea")]
    pub fn inverse(&mut self, a: &[T], loads: Loads<'_, T>, tau: &mut [T]) -> Result<(), DynamicsError> {
        self.sweep(Some(a), loads)?;
        self.forces(Some(a), "tau", tau)
    }

    /// Forward dynamics: the accelerations for joint forces `tau` [SahaIR (9.38)-(9.41)]. See [`crate::forward`]. Mechanisms with
    /// loops are refused; use [`crate::loops::LoopForward`].
    #[doc(alias = "aba")]
    pub fn forward(&mut self, tau: &[T], loads: Loads<'_, T>, a: &mut [T]) -> Result<(), DynamicsError> {
        let (model, state) = (self.model, self.state());
        checks::no_loops(model)?;
        model.check_speeds("tau", tau)?;
        length(model, "a", a.len(), model.nv())?;
        loads.check(model)?;
        forward::forward(model, self.position.ws, state, tau, loads, a)?;
        finite(model, "a", a)
    }

    /// Forward dynamics with locked speeds, whose accelerations are zero: the accelerations for joint forces `tau` and, in `held`,
    /// the forces that lock the speeds, in addition to `tau`; zero elsewhere. The same recursion, in which the columns of locked
    /// speeds are not eliminated, O(n). Mechanisms with loops are refused.
    ///
    /// ```
    /// # use denoc_dynamics::{Loads, Workspace};
    /// # use denoc_math::{Pose, Vec3};
    /// # use denoc_model::{Description, Joint, MassProperties};
    /// let rod = Description::new("pendulum")
    ///     .link("rod", MassProperties::rod(2.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
    ///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
    ///     .build()?;
    /// let (mut a, mut held) = ([0.0], [0.0]);
    /// let mut ws = Workspace::new(&rod);
    /// let mut stage = ws.position(&rod, &[0.0])?.velocity(&[0.0])?;
    /// stage.forward_locked(&[1.0], Loads::NONE, &[true], &mut a, &mut held)?;
    /// assert_eq!(a, [0.0]);
    /// assert!((held[0] + 1.0 + 2.0 * 9.81 * 0.5).abs() < 1e-12); // 1 + held = −m g l/2
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn forward_locked(
        &mut self,
        tau: &[T],
        loads: Loads<'_, T>,
        locked: &[bool],
        a: &mut [T],
        held: &mut [T],
    ) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        length(self.model, "locked", locked.len(), nv)?;
        length(self.model, "held", held.len(), nv)?;
        self.position.ws.udut.locked.copy_from_slice(locked);
        let result = self.forward(tau, loads, a);
        self.position.ws.udut.locked.fill(false);
        result?;
        self.inverse(a, loads, held)?;
        for ((held, &tau), &locked) in held.iter_mut().zip(tau).zip(locked) {
            *held = if locked { *held - tau } else { T::zero() };
        }
        Ok(())
    }

    /// The derivatives of inverse dynamics at accelerations `a`: `dq` = ∂τ/∂q along the directions of
    /// [`Model::integrate`](denoc_model::Model::integrate) and `dv` = ∂τ/∂v, nv×nv by rows; ∂τ/∂a is [`Velocity::gim`]. The loads
    /// are constant in link axes. See [`crate::derivatives`]. Mechanisms with loops are refused.
    ///
    /// ```
    /// # use denoc_dynamics::{Loads, Workspace};
    /// # use denoc_math::{Pose, Vec3};
    /// # use denoc_model::{Description, Joint, MassProperties};
    /// let rod = Description::new("pendulum")
    ///     .link("rod", MassProperties::rod(2.0, 1.0, Vec3::new(1.0, 0.0, 0.0)))
    ///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
    ///     .build()?;
    /// let (mut dq, mut dv) = ([0.0], [0.0]);
    /// let mut ws = Workspace::new(&rod);
    /// ws.position(&rod, &[0.3])?.velocity(&[1.0])?.inverse_derivatives(&[0.0], Loads::NONE, &mut dq, &mut dv)?;
    /// assert!((dq[0] - 2.0 * 9.81 * 0.5 * 0.3f64.sin()).abs() < 1e-12); // τ = −m g l/2 cos q
    /// assert_eq!(dv, [0.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "rnea_derivatives")]
    pub fn inverse_derivatives(
        &mut self,
        a: &[T],
        loads: Loads<'_, T>,
        dq: &mut [T],
        dv: &mut [T],
    ) -> Result<(), DynamicsError> {
        let model = self.model;
        checks::no_loops(model)?;
        model.check_speeds("a", a)?;
        loads.check(model)?;
        self.slopes_of_forces(a, loads, dq, dv)?;
        checks::finite_rows(model, "dq", dq)?;
        checks::finite_rows(model, "dv", dv)
    }

    pub(crate) fn slopes_of_forces(
        &mut self,
        a: &[T],
        loads: Loads<'_, T>,
        dq: &mut [T],
        dv: &mut [T],
    ) -> Result<(), DynamicsError> {
        let (model, state) = (self.model, self.state());
        length(model, "dq", dq.len(), model.nv() * model.nv())?;
        length(model, "dv", dv.len(), model.nv() * model.nv())?;
        let ws = &mut *self.position.ws;
        derivatives::inverse(model, &ws.kinematics, state, a, loads, &mut ws.derivatives, [dq, dv]);
        Ok(())
    }

    /// Forward dynamics and its derivatives at forces `tau`: the accelerations `a`, `dq` = ∂a/∂q, `dv` = ∂a/∂v and `dtau` =
    /// ∂a/∂τ = I⁻¹, as [`Velocity::inverse_derivatives`] lays them out. An error that names the joint if I is singular.
    #[doc(alias = "aba_derivatives")]
    pub fn forward_derivatives(
        &mut self,
        tau: &[T],
        loads: Loads<'_, T>,
        a: &mut [T],
        dq: &mut [T],
        dv: &mut [T],
        dtau: &mut [T],
    ) -> Result<(), DynamicsError> {
        length(self.model, "dtau", dtau.len(), self.model.nv() * self.model.nv())?;
        self.forward(tau, loads, a)?;
        self.slopes_of_forces(a, loads, dq, dv)?;
        let ws = &*self.position.ws;
        derivatives::forward(self.model, &ws.udut, &ws.derivatives, [&mut *dq, &mut *dv, &mut *dtau]);
        for (what, matrix) in [("dq", dq), ("dv", dv), ("dtau", dtau)] {
            checks::finite_rows(self.model, what, matrix)?;
        }
        Ok(())
    }

    /// Checks the accelerations and loads, computes twist-rates and joint wrenches of all links.
    pub fn acceleration(mut self, a: &'a [T], loads: Loads<'_, T>) -> Result<Acceleration<'a, T>, DynamicsError> {
        self.sweep(Some(a), loads)?;
        Ok(Acceleration { velocity: self, a })
    }

    /// Both sweeps of inverse dynamics, including gravity.
    fn sweep(&mut self, a: Option<&[T]>, loads: Loads<'_, T>) -> Result<(), DynamicsError> {
        let (model, state) = (self.model, self.state());
        if let Some(a) = a {
            model.check_speeds("a", a)?;
        }
        loads.check(model)?;
        let ws = &mut *self.position.ws;
        inverse::rates(model, &ws.kinematics, state, a, -model.gravity(), &mut ws.inverse.rates);
        inverse::gather(model, &ws.kinematics, true, loads, &mut ws.inverse);
        Ok(())
    }

    /// τ after [`Velocity::sweep`].
    pub(crate) fn forces(&self, a: Option<&[T]>, what: &'static str, tau: &mut [T]) -> Result<(), DynamicsError> {
        length(self.model, what, tau.len(), self.model.nv())?;
        inverse::project(self.model, &self.ws.kinematics.columns, &self.ws.inverse, a, tau);
        finite(self.model, what, tau)
    }
}
