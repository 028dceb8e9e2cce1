use serde::{Deserialize, Serialize};

/// Energies of a state, J.
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Energies {
    /// Of motion, reflected motor inertia included.
    pub kinetic: f64,
    /// In the field of gravity, zero at the world origin.
    pub gravity: f64,
    /// In joint springs.
    pub springs: f64,
}

impl Energies {
    /// Their sum.
    pub fn total(self) -> f64 {
        self.kinetic + self.gravity + self.springs
    }
}

/// Work done on the mechanism since the start, J: integrated with the motion, by the same method.
#[derive(Copy, Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Works {
    /// By the actuators.
    pub actuators: f64,
    /// By friction: negative.
    pub friction: f64,
    /// By external loads.
    pub external: f64,
}

impl Works {
    /// Their sum.
    pub fn total(self) -> f64 {
        self.actuators + self.friction + self.external
    }
}

/// The motion at one time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// Time, s.
    pub t: f64,
    /// Coordinates.
    pub q: Vec<f64>,
    /// Speeds.
    pub v: Vec<f64>,
    /// Accelerations. Where forces jump: those just before.
    pub a: Vec<f64>,
    /// Forces of the actuators, after saturation.
    pub tau: Vec<f64>,
    /// Energies.
    pub energies: Energies,
    /// Works since the start.
    pub works: Works,
    /// Change of energy since the start that no work explains: an error of the integration.
    pub unexplained: f64,
}
