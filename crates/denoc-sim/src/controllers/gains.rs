//! Gains: one for every speed, or one for all.

use super::Errors;
use crate::SimError;
use denoc_mechanism::MechanismError;

/// Checks the gains of a controller and repeats a single one for all speeds.
pub(super) fn spread(what: &'static str, gains: &[f64], nv: usize) -> Result<Vec<f64>, SimError> {
    if let Some(&value) = gains.iter().find(|g| !g.is_finite()) {
        return Err(MechanismError::Setting { what, value, rule: "gains must be finite" }.into());
    }
    match gains {
        [one] => Ok(vec![*one; nv]),
        all if all.len() == nv => Ok(all.to_vec()),
        all => Err(MechanismError::Count {
            what,
            found: all.len(),
            expected: nv,
            rule: "give one gain for every degree of freedom, or a single one for all",
        }
        .into()),
    }
}

/// Proportional and derivative gains.
#[derive(Clone, Debug)]
pub(super) struct Gains {
    kp: Vec<f64>,
    kd: Vec<f64>,
}

impl Gains {
    pub(super) fn new(kp: &[f64], kd: &[f64], nv: usize) -> Result<Self, SimError> {
        Ok(Self { kp: spread("the proportional gain", kp, nv)?, kd: spread("the derivative gain", kd, nv)? })
    }

    /// Adds kp e + kd (v_ref − v).
    pub(super) fn add(&self, errors: Errors<'_>, v: &[f64], out: &mut [f64]) {
        for (k, out) in out.iter_mut().enumerate() {
            *out += self.kp[k] * errors.position[k] + self.kd[k] * (errors.v[k] - v[k]);
        }
    }
}
