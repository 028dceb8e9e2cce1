//! What the sweeps leave for each other.

use denoc_math::{ArticulatedMass, Pose, Real, Twist, Vec3, Wrench};
use denoc_model::Joint;

use super::program::Program;

/// Motion of a body frame: angular velocity, angular acceleration, acceleration of the origin with gravity in it, and what
/// the first child needs of Ω = ω̇× + ω×ω×: its x column. There is no linear velocity: nothing needs it.
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

/// Of a revolute body: its wrench, and what elimination leaves for the outward sweep.
#[derive(Copy, Clone, Debug)]
pub(super) struct LinkWork<T> {
    pub(super) sin: T,
    pub(super) cos: T,
    pub(super) wrench: Wrench<T>,
    /// ψ without its z moment, which is one (with rotor inertia it is `psi_z`).
    pub(super) psi_x: T,
    pub(super) psi_y: T,
    pub(super) psi_z: T,
    pub(super) psi_force: Vec3<T>,
    /// φ̃ = φ̂ / m̂ [SahaIR (9.40)].
    pub(super) phi: T,
    /// 1 / m̂.
    pub(super) inverse_pivot: T,
}

impl<T: Real> LinkWork<T> {
    pub(super) fn empty() -> Self {
        let zero = T::zero();
        Self {
            sin: zero,
            cos: zero,
            wrench: Wrench::zero(),
            psi_x: zero,
            psi_y: zero,
            psi_z: zero,
            psi_force: Vec3::zero(),
            phi: zero,
            inverse_pivot: zero,
        }
    }
}

/// Of a body with general placement.
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
pub(super) struct Work<T> {
    pub(super) links: Vec<LinkWork<T>>,
    pub(super) generals: Vec<GeneralWork<T>>,
    /// For bodies that others branch off: their motion, what their children add, their part of the solution.
    pub(super) motion: Vec<Motion<T>>,
    pub(super) articulated: Vec<Articulated<T>>,
    pub(super) mu: Vec<Twist<T>>,
    /// Whether all pivots exceed their thresholds.
    pub(super) safe: bool,
}

impl<T: Real> Work<T> {
    pub(super) fn new<K>(p: &Program<K>) -> Self {
        let zero = T::zero();
        Self {
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
