//! A rope at rest beside the catenary.

use denoc_model::Model;

use super::{Catenary, Hanging, Resting};
use crate::MachineError;

/// Lengths that agree to this part are equal, but for rounding.
const ROUNDING: f64 = 1e-9;

/// Whether a rope of a length spans a distance without slack: then no finite tension can carry its weight. Both in m.
///
/// ```
/// assert!(denoc_machines::rope::is_taut(2.0, 2.0) && !denoc_machines::rope::is_taut(2.1, 2.0));
/// ```
pub fn is_taut(length: f64, distance: f64) -> bool {
    (length - distance).abs() < ROUNDING * length
}

/// The equilibrium of the rope of a model, with the catenary of the same length and weight.
///
/// ```
/// use denoc_machines::rope::Equilibrium;
/// # use denoc_formats::catalogue;
///
/// let chain = catalogue::describe("chain_between")?.build()?;
/// let equilibrium = Equilibrium::find(&chain, None)?;
/// let catenary = equilibrium.catenary.as_ref().unwrap();
/// assert!(equilibrium.rest.distance(catenary) < 0.01 * equilibrium.size); // rigid links follow the curve closely
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// The rope.
    pub hanging: Hanging,
    /// Its links at rest.
    pub rest: Resting,
    /// The rope of the same length and weight without stiffness; `None` for a free end.
    pub catenary: Option<Catenary>,
    /// The length that distances are compared with, m: between both ends, or of the rope if one end is free.
    pub size: f64,
}

impl Equilibrium {
    /// The equilibrium of a rope: the only one of the model, or the one of this name.
    ///
    /// # Errors
    /// If the model has no such rope, it is taut, or no equilibrium is found.
    pub fn find(model: &Model, name: Option<&str>) -> Result<Self, MachineError> {
        let hanging = Hanging::of(model, name)?;
        let (length, distance) = (hanging.links.length(), hanging.to.map(|[x, y]| x.hypot(y)));
        if let Some(distance) = distance.filter(|distance| is_taut(length, *distance)) {
            return Err(MachineError::TautRope { model: model.name().to_owned(), length, distance });
        }
        let (rest, catenary) = (hanging.rest()?, hanging.catenary().transpose()?);
        Ok(Self { hanging, rest, catenary, size: distance.unwrap_or(length) })
    }

    /// The tension in the last joint above a free end, N: the weight of the last link, with everything welded to it. `None` if both
    /// ends are held.
    pub fn tension_in_last_joint(&self) -> Option<f64> {
        let mass = self.hanging.links.masses.last().filter(|_| self.hanging.to.is_none())?;
        Some(self.hanging.links.gravity * mass)
    }

    /// Whether the rope resists bending.
    pub fn is_stiff(&self) -> bool {
        self.hanging.links.stiffness.iter().any(|stiffness| *stiffness > 0.0)
    }

    /// Whether the links push their ends apart instead of pulling at them.
    pub fn is_compressed(&self) -> bool {
        self.rest.force[0] < 0.0
    }

    /// The length over which bending stiffness acts, √(E I/H) with the horizontal force H of the catenary, relative to
    /// [`Self::size`]. `None` without a catenary, and where the links do not pull at their ends.
    pub fn relative_bending_length(&self) -> Option<f64> {
        let catenary = self.catenary.as_ref().filter(|_| self.rest.force[0] > 0.0)?;
        Some(self.hanging.bending_length(catenary.horizontal()) / self.size)
    }

    /// The largest distance of joints (and of a free end) in a state of the model from their positions at rest, m.
    ///
    /// # Errors
    /// If the coordinates do not fit the model.
    pub fn distance(&self, model: &Model, q: &[f64]) -> Result<f64, MachineError> {
        self.hanging.distance(model, q, &self.rest)
    }

    /// Arc lengths from the first end to all joints and the last end, m.
    pub fn arc_lengths(&self) -> Vec<f64> {
        let mut along = 0.0;
        let joints = self.hanging.links.lengths.iter().map(|length| {
            along += length;
            along
        });
        core::iter::once(0.0).chain(joints).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalogue(name: &str) -> Model {
        denoc_formats::catalogue::describe(name).unwrap().build().unwrap()
    }

    // oracle: a rope with a free end hangs straight down, so that the last joint carries the last link
    #[test]
    fn a_free_end() {
        let model = catalogue("rope");
        let found = Equilibrium::find(&model, None).unwrap();
        assert!(found.catenary.is_none() && found.relative_bending_length().is_none() && !found.is_compressed());
        assert!((found.size - found.hanging.links.length()).abs() < 1e-12);
        let last = model.links().last().unwrap().mass.mass;
        assert!((found.tension_in_last_joint().unwrap() - 9.81 * last).abs() < 1e-12);
        let along = found.arc_lengths();
        assert!((along.last().unwrap() - found.size).abs() < 1e-12 && along.len() == model.links().len() + 1);
        let q = found.hanging.coordinates(&model, &found.rest);
        assert!(found.distance(&model, &q).unwrap() < 1e-9);
    }

    // oracle: links that span the distance of the ends exactly
    #[test]
    fn a_taut_rope_is_refused() {
        let text = "[model]\nname = \"line\"\n\n[[rope]]\nname = \"line\"\ntype = \"rope\"\nlinks = 4\nlength = 2.0\n\
                    mass_per_length = 0.1\ndiameter = 0.01\nto = { point = [2.0, 0.0, 0.0] }\n";
        let model = denoc_formats::parse_native(text, "line.toml").unwrap().description.build().unwrap();
        let error = Equilibrium::find(&model, None).unwrap_err();
        assert!(matches!(error, MachineError::TautRope { .. }), "{error}");
    }
}
