use serde::{Deserialize, Serialize};

/// Energies of a state, J, computed by [`Simulation`](crate::Simulation).
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Energies {
    /// Kinetic energy, including reflected rotor inertia.
    pub kinetic: f64,
    /// Potential energy of gravity, zero at the world origin.
    pub gravity: f64,
    /// Energy stored in springs.
    pub springs: f64,
}

impl Energies {
    /// Their sum.
    pub fn total(self) -> f64 {
        self.kinetic + self.gravity + self.springs
    }
}

/// Work done on the mechanism since the start, J, integrated together with the motion.
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Works {
    /// By the actuators.
    pub actuators: f64,
    /// By friction and dampers (not positive).
    pub friction: f64,
    /// By external loads.
    pub external: f64,
    /// By stops at joint limits, in impacts (not positive).
    #[serde(default)]
    pub stops: f64,
}

impl Works {
    /// Their sum.
    pub fn total(self) -> f64 {
        self.actuators + self.friction + self.external + self.stops
    }
}

/// The motion at one time, computed by [`Simulation`](crate::Simulation). Entries of q, v, a and tau are in the order of the model
/// ([`Entries`](denoc_mechanism::quantity::Entries) has their names and units).
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Sample {
    /// Time, s.
    pub t: f64,
    /// Coordinates, nq: rad, m, unit quaternions `[x, y, z, w]`.
    pub q: Vec<f64>,
    /// Speeds, nv: rad/s, m/s.
    pub v: Vec<f64>,
    /// Accelerations, nv: rad/s², m/s². Where forces jump, those just before.
    pub a: Vec<f64>,
    /// Actuator forces after saturation, nv: N m, N.
    pub tau: Vec<f64>,
    /// Energies, J.
    pub energies: Energies,
    /// Works since the start, J.
    pub works: Works,
    /// Change of energy since the start minus all works, J: the error of the integration.
    pub unexplained: f64,
}
