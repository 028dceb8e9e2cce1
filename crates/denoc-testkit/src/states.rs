use std::f64::consts::{FRAC_PI_2, PI};

use denoc_math::Wrench;
use denoc_model::joints::Unit;
use denoc_model::{Joint, Model};

use crate::Random;

/// How far the middle angle of Euler joints stays away from gimbal lock, rad.
const GIMBAL_MARGIN: f64 = 0.3;

/// Coordinates, speeds, accelerations and joint forces of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Coordinates, quaternions of length one.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Their rates.
    pub a: Vec<f64>,
    /// Joint forces.
    pub tau: Vec<f64>,
}

/// A random state: angles anywhere, except that the middle angle of Euler joints keeps 0.3 rad away from gimbal lock;
/// lengths up to half a metre.
pub fn random_state(model: &Model, seed: u64) -> State {
    let mut random = Random::new(seed ^ 0x57A7E);
    let q = model.links().iter().flat_map(|link| coordinates(&link.joint, &mut random)).collect();
    let n = model.nv();
    State { q, v: random.vector(n, 2.0), a: random.vector(n, 5.0), tau: random.vector(n, 10.0) }
}

/// One random wrench for every link, in link axes about the link origin.
pub fn random_wrenches(model: &Model, seed: u64) -> Vec<Wrench<f64>> {
    let mut random = Random::new(seed ^ 0x0F0_2CE5);
    model.links().iter().map(|_| Wrench::new(random.point(3.0), random.point(10.0))).collect()
}

fn coordinates(joint: &Joint<f64>, random: &mut Random) -> Vec<f64> {
    let joint = joint.original().unwrap_or(joint);
    let quaternion = random.quaternion();
    let mut components = quaternion.iter();
    let mut q: Vec<f64> = joint
        .q_units()
        .iter()
        .map(|unit| match unit {
            Unit::Angle => random.signed(PI),
            Unit::Length => random.signed(0.5),
            Unit::Quaternion => *components.next().expect("four components"),
        })
        .collect();
    if let Some(lock) = joint.gimbal_lock() {
        q[lock.coordinate] = if lock.angle == 0.0 {
            random.sign() * random.range(GIMBAL_MARGIN, PI - GIMBAL_MARGIN)
        } else {
            lock.angle - FRAC_PI_2 + random.signed(FRAC_PI_2 - GIMBAL_MARGIN)
        };
    }
    q
}
