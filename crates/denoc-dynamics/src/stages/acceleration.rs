use core::ops::Deref;

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::{FrameId, LinkId};

use super::Velocity;
use crate::DynamicsError;
use crate::centroidal;
use crate::kinematics::{AccelerationKind, MAX_COLUMNS, Reference};

/// Quantities that depend on coordinates, speeds and accelerations. Created by [`Velocity::acceleration`]; the quantities of the
/// earlier stages are available too.
///
/// ```
/// # use denoc_dynamics::{Loads, Workspace};
/// # use denoc_math::{Pose, Vec3};
/// # use denoc_model::{Description, Joint, LinkId, MassProperties};
/// # let model = Description::new("hanging")
/// #     .link("rod", MassProperties::rod(2.0, 1.0, Vec3::new(0.0, 0.0, -1.0)))
/// #     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity()).build()?;
/// let mut ws = Workspace::new(&model);
/// let at_rest = ws.position(&model, &[0.0])?.velocity(&[0.0])?.acceleration(&[0.0], Loads::NONE)?;
/// // the pivot carries the weight of the hanging rod
/// assert!((at_rest.reaction(LinkId(0)).force.z - 2.0 * 9.81).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Acceleration<'a, T: Real> {
    pub(crate) velocity: Velocity<'a, T>,
    pub(crate) a: &'a [T],
}

impl<'a, T: Real> Deref for Acceleration<'a, T> {
    type Target = Velocity<'a, T>;
    fn deref(&self) -> &Velocity<'a, T> {
        &self.velocity
    }
}

impl<'a, T: Real> Acceleration<'a, T> {
    /// The accelerations.
    pub fn a(&self) -> &'a [T] {
        self.a
    }

    /// Twist-rate of a frame in world axes: angular acceleration, classical acceleration of the frame's origin, rad/s² and m/s².
    /// Gravity is not included.
    pub fn twist_rate(&self, frame: FrameId) -> Twist<T> {
        let frame = &self.model.frames()[frame.0];
        let Some(LinkId(i)) = frame.link else { return Twist::zero() };
        let (rate, w, r) = (self.ws.inverse.rates[i], self.ws.kinematics.twists[i].angular, frame.pose.position);
        let here = Twist::new(rate.angular, rate.linear + rate.angular.cross(r) + w.cross(w.cross(r)));
        let mut rate = here.rotate(self.ws.kinematics.world[i].rotation);
        // the sweep ran on a base that accelerates with −g
        rate.linear += self.model.gravity();
        rate
    }

    /// The acceleration of a frame, [angular; linear], in the axes and at the point of `reference`, rad/s² and m/s². Gravity is not
    /// included.
    pub fn frame_acceleration(&self, frame: FrameId, reference: Reference, kind: AccelerationKind) -> Twist<T> {
        let (mut rate, twist, pose) = (self.twist_rate(frame), self.twist(frame), self.frame_pose(frame));
        if (reference, kind) == (Reference::Aligned, AccelerationKind::Classical) {
            return rate;
        }
        rate.linear -= twist.angular.cross(twist.linear);
        let mut seen = reference.of(pose, rate);
        if kind == AccelerationKind::Classical {
            let twist = reference.of(pose, twist);
            seen.linear += twist.angular.cross(twist.linear);
        }
        seen
    }

    /// The rate A_G a + Ȧ_G v of the momentum about the mass centre, without gravity: the moment and force that all external forces,
    /// weight included, exert in sum. See [`crate::centroidal`].
    #[doc(alias = "computeCentroidalMomentumTimeVariation")]
    pub fn momentum_rate_about_com(&self) -> Wrench<T> {
        let (base, center) = (-self.model.gravity(), self.center_of_mass());
        centroidal::momentum_rate(self.model, &self.ws.kinematics, &self.ws.inverse.rates, base, center)
    }

    /// The acceleration of the mass centre of all moving links, m/s²; zero if there is no mass. Gravity is not included.
    pub fn com_acceleration(&self) -> Vec3<T> {
        let mass = self.total_mass();
        if mass.value() == 0.0 { Vec3::zero() } else { self.momentum_rate_about_com().force.scale(mass.recip()) }
    }

    /// The joint forces τ for this motion [SahaIR (9.33)], N m or N.
    pub fn tau(&self, out: &mut [T]) -> Result<(), DynamicsError> {
        self.velocity.forces(Some(self.a), "tau", out)
    }

    /// The wrench w̃ that the parent exerts on a link through its joint [SahaIR (9.33)], in link axes about the joint origin:
    /// everything that the joint transmits, including the driving force, N m and N. It is [`Acceleration::reaction_driven`] plus
    /// [`Acceleration::reaction_constraint`].
    #[doc(alias = "joint_force")]
    #[doc(alias = "joint_wrench")]
    pub fn reaction(&self, link: LinkId) -> Wrench<T> {
        self.ws.inverse.wrenches[link.0]
    }

    /// [`Acceleration::reaction`] in world axes (still about the joint origin).
    pub fn reaction_world(&self, link: LinkId) -> Wrench<T> {
        self.reaction(link).rotate(self.ws.kinematics.world[link.0].rotation)
    }

    /// The part of the reaction along the motion of the joint: the wrench P λ with Pᵀ P λ = Pᵀ w̃, which has the same power as
    /// the reaction for every motion of the joint. For revolute and prismatic joints it is the moment or force of the motor
    /// (less what accelerates the rotor). If rotation and translation are coupled (a screw), the split between moment and force
    /// is a convention, with one metre as the unit of length; the actual share of the motor depends on its design.
    pub fn reaction_driven(&self, link: LinkId) -> Wrench<T> {
        let l = &self.model.links()[link.0];
        let wrench = self.reaction(link);
        let mut basis = [Twist::zero(); MAX_COLUMNS];
        let mut driven = Wrench::zero();
        let norm2 = |t: Twist<T>| t.dot(as_wrench(t));
        // Gram-Schmidt; a column within the span of the others (gimbal lock) adds nothing
        for (k, &column) in self.ws.kinematics.columns[l.v..l.v + l.nv].iter().enumerate() {
            let mut rest = column;
            for _ in 0..2 {
                for &b in &basis[..k] {
                    rest = b.neg_mul_add(rest.dot(as_wrench(b)), rest);
                }
            }
            if norm2(rest).value() > 1e-24 * norm2(column).value() {
                basis[k] = rest.scale(norm2(rest).sqrt().recip());
                driven = as_wrench(basis[k]).mul_add(basis[k].dot(wrench), driven);
            }
        }
        driven
    }

    /// The constraint part w^C of the reaction: the reaction minus [`Acceleration::reaction_driven`]. It has no power in any
    /// motion of the joint, pᵀ w^C = 0 for every column [SahaIR (9.9b)].
    pub fn reaction_constraint(&self, link: LinkId) -> Wrench<T> {
        self.reaction(link) - self.reaction_driven(link)
    }
}

fn as_wrench<T: Real>(t: Twist<T>) -> Wrench<T> {
    Wrench::new(t.angular, t.linear)
}
