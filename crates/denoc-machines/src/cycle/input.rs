//! Units and default speed of the driven joint.

use core::f64::consts::TAU;

use denoc_mechanism::quantity::{Entries, Quantity};
use denoc_model::Model;

use crate::MachineError;

/// The units of the driven joint of a cycle.
///
/// ```
/// use denoc_machines::cycle::InputUnits;
/// # use denoc_formats::catalogue;
///
/// let linkage = catalogue::describe("fourbar")?.build()?;
/// let units = InputUnits::of(&linkage, "crank_pivot")?;
/// assert_eq!((units.coordinate, units.speed, units.force), ("rad", "rad/s", "N m"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InputUnits {
    /// Of the coordinate: rad or m.
    pub coordinate: &'static str,
    /// Of the speed: rad/s or m/s.
    pub speed: &'static str,
    /// Of the torque or force that drives the joint: N m or N.
    pub force: &'static str,
}

impl InputUnits {
    /// The units of a joint of the spanning tree.
    ///
    /// # Errors
    /// If the model has no such joint.
    pub fn of(model: &Model, joint: &str) -> Result<Self, MachineError> {
        let link = &model.links()[model.joint(joint)?.0];
        let unit = |quantity, at: usize| Entries::new(model, quantity).units.get(at).copied();
        let coordinate = (link.nq > 0).then(|| unit(Quantity::Q, link.q)).flatten().unwrap_or("rad");
        let speed = (link.nq > 0).then(|| unit(Quantity::V, link.v)).flatten().unwrap_or("rad/s");
        Ok(Self { coordinate, speed, force: if coordinate == "m" { "N" } else { "N m" } })
    }

    /// The speed of a cycle if none is given: one revolution per second (60 rpm), or 1 m/s for a sliding joint.
    pub fn usual_speed(self) -> f64 {
        if self.speed == "m/s" { 1.0 } else { TAU }
    }

    /// [`Self::usual_speed`], in the direction from one coordinate to another.
    pub fn usual_speed_between(self, from: f64, to: f64) -> f64 {
        if to < from { -self.usual_speed() } else { self.usual_speed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the joints of models/slider_crank.toml
    #[test]
    fn sliding_inputs_are_in_metres() {
        let engine = denoc_formats::catalogue::describe("slider_crank").unwrap().build().unwrap();
        let crank = InputUnits::of(&engine, "crank_pivot").unwrap();
        assert_eq!((crank.force, crank.usual_speed()), ("N m", TAU));
        let sliding = engine.joint_names().iter().find(|name| {
            InputUnits::of(&engine, name).unwrap() == InputUnits { coordinate: "m", speed: "m/s", force: "N" }
        });
        assert!(sliding.is_some_and(|name| InputUnits::of(&engine, name).unwrap().usual_speed() == 1.0));
        assert!(InputUnits::of(&engine, "wheel").is_err());
    }
}
