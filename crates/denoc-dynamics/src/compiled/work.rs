//! Intermediate results of the sweeps.

use denoc_math::{ArticulatedMass, Lane, Pose, Real, Twist, Vec3, Wrench};
use denoc_model::Joint;

use super::program::Program;

/// Motion of a body frame: angular velocity, angular acceleration, acceleration of the origin including gravity, and the x
/// column of Ω = ω̇× + ω×ω×, which the first child needs. Linear velocity is not needed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Motion<T> {
    pub(super) w: Vec3<T>,
    pub(super) wd: Vec3<T>,
    pub(super) omega_x: Vec3<T>,
    pub(super) acc: Vec3<T>,
}

impl<T: Real> Motion<T> {
    #[inline(always)]
    pub(super) fn rest() -> Self {
        Self { w: Vec3::zero(), wd: Vec3::zero(), omega_x: Vec3::zero(), acc: Vec3::zero() }
    }
}

/// Articulated mass and wrench on their way inward.
#[derive(Copy, Clone, Debug)]
pub(super) struct Articulated<T> {
    pub(super) mass: ArticulatedMass<T>,
    pub(super) wrench: Wrench<T>,
}

impl<T: Real> Articulated<T> {
    #[inline(always)]
    pub(super) fn zero() -> Self {
        Self { mass: ArticulatedMass::zero(), wrench: Wrench::zero() }
    }
}

/// Results for a revolute body: its wrench, and the quantities that elimination passes to the outward sweep.
///
/// The six components of the wrench are not adjacent on purpose: if they are, the compiler adds them as vectors and unpacks
/// them again, which lengthens the chain of dependent operations of a single state by a quarter.
#[derive(Copy, Clone, Debug)]
#[repr(C)]
pub(super) struct LinkWork<T> {
    moment_x: T,
    /// ψ without its z moment, which is one (with rotor inertia it is `psi_z`).
    pub(super) psi_x: T,
    moment_y: T,
    pub(super) psi_y: T,
    moment_z: T,
    pub(super) psi_z: T,
    force_x: T,
    /// φ̃ = φ̂ / m̂ [SahaIR (9.40)].
    pub(super) phi: T,
    force_y: T,
    /// 1 / m̂.
    pub(super) inverse_pivot: T,
    force_z: T,
    pub(super) psi_force: Vec3<T>,
}

impl<T: Real> LinkWork<T> {
    pub(super) fn empty() -> Self {
        let o = T::zero();
        Self {
            moment_x: o,
            psi_x: o,
            moment_y: o,
            psi_y: o,
            moment_z: o,
            psi_z: o,
            force_x: o,
            phi: o,
            force_y: o,
            inverse_pivot: o,
            force_z: o,
            psi_force: Vec3::zero(),
        }
    }

    #[inline(always)]
    pub(super) fn wrench(&self) -> Wrench<T> {
        Wrench {
            moment: Vec3::new(self.moment_x, self.moment_y, self.moment_z),
            force: Vec3::new(self.force_x, self.force_y, self.force_z),
        }
    }

    #[inline(always)]
    pub(super) fn set_wrench(&mut self, w: Wrench<T>) {
        (self.moment_x, self.moment_y, self.moment_z) = (w.moment.x, w.moment.y, w.moment.z);
        (self.force_x, self.force_y, self.force_z) = (w.force.x, w.force.y, w.force.z);
    }
}

/// Results for a body with general placement.
#[derive(Clone, Debug)]
pub(super) struct GeneralWork<T> {
    pub(super) joint: Joint<T>,
    pub(super) nq: usize,
    pub(super) nv: usize,
    pub(super) pose: Pose<T>,
    pub(super) wrench: Wrench<T>,
    pub(super) columns: [Twist<T>; 6],
    pub(super) psi: [Wrench<T>; 6],
    pub(super) phi: [T; 6],
}

/// Buffers of one evaluation.
#[derive(Clone, Debug)]
pub(super) struct Work<T: Lane> {
    /// Of the joint angles, by body, `[body][lane]`.
    pub(super) sin: Vec<T::Element>,
    pub(super) cos: Vec<T::Element>,
    pub(super) links: Vec<LinkWork<T>>,
    pub(super) generals: Vec<GeneralWork<T>>,
    /// For bodies with several children: their motion, the sum over their children, their part of the solution.
    pub(super) motion: Vec<Motion<T>>,
    pub(super) articulated: Vec<Articulated<T>>,
    pub(super) mu: Vec<Twist<T>>,
    /// Whether all pivots exceed their thresholds.
    pub(super) safe: bool,
}

impl<T: Lane> Work<T> {
    pub(super) fn new<K>(p: &Program<K>) -> Self {
        let zero = T::zero();
        // sines are computed four at a time: room for the last group
        let padded = p.nodes.len().next_multiple_of(4) * T::LANES;
        Self {
            sin: vec![T::Element::zero(); padded],
            cos: vec![T::Element::zero(); padded],
            links: vec![LinkWork::empty(); p.nodes.len()],
            generals: p
                .joints
                .iter()
                .map(|joint| GeneralWork {
                    joint: joint.lift(),
                    nq: joint.q_units().len(),
                    nv: joint.v_units().len(),
                    pose: Pose::identity(),
                    wrench: Wrench::zero(),
                    columns: [Twist::zero(); 6],
                    psi: [Wrench::zero(); 6],
                    phi: [zero; 6],
                })
                .collect(),
            motion: vec![Motion::rest(); p.slots],
            articulated: vec![Articulated::zero(); p.slots],
            mu: vec![Twist::zero(); p.slots],
            safe: true,
        }
    }
}
