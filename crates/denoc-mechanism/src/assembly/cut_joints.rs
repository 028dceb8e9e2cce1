//! The joints where loops are cut, at a pose.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::joints::Unit;
use denoc_model::{ClosureId, Model};

use super::{Assembled, AssemblyMethod};
use crate::MechanismError;

/// A joint where a loop is cut, with the coordinates that follow from those of the spanning tree.
#[derive(Clone, Debug, PartialEq)]
pub struct CutJoint {
    /// The joint.
    pub name: String,
    /// Its type, such as `revolute`.
    pub kind: &'static str,
    /// Its coordinates.
    pub q: Vec<f64>,
    /// Their units: rad, m, or 1 for components of a quaternion.
    pub units: Vec<&'static str>,
}

/// The coordinates of all joints where loops are cut, at the coordinates `q` of the spanning tree.
///
/// ```
/// use denoc_mechanism::Draft;
/// use denoc_mechanism::assembly::cut_joints;
/// # use denoc_formats::catalogue;
///
/// let fourbar = catalogue::describe("fourbar")?.build()?;
/// let cuts = cut_joints(&fourbar, &Draft::usual(&fourbar).close(&fourbar)?.q)?;
/// assert_eq!((cuts[0].name.as_str(), cuts[0].units[0]), ("output_pin", "rad"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the coordinates do not fit the model.
pub fn cut_joints(model: &Model, q: &[f64]) -> Result<Vec<CutJoint>, MechanismError> {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    loops.place(&ws.position(model, q)?);
    let unit = |unit: &Unit| match unit {
        Unit::Angle => "rad",
        Unit::Length => "m",
        Unit::Quaternion => "1",
    };
    let closures = model.closures().iter().zip(model.closure_names()).enumerate();
    let cuts = closures.filter_map(|(i, (closure, name))| {
        let joint = closure.cut_joint()?;
        Some(CutJoint {
            name: name.clone(),
            kind: joint.keyword(),
            q: loops.cut_coordinates(model, ClosureId(i)),
            units: joint.q_units().iter().map(unit).collect(),
        })
    });
    Ok(cuts.collect())
}

impl Assembled {
    /// Whether the pose is so far from the drawing that another assembly may have been meant: more than 1 rad away, or found from
    /// random starts.
    pub fn is_far(&self) -> bool {
        self.distance > 1.0 || matches!(self.path, AssemblyMethod::Restarts { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;

    // oracle: the angles of a closed quadrilateral: those of both ways round to the cut pin agree
    #[test]
    fn the_cut_pin_of_a_four_bar() {
        let model = denoc_formats::catalogue::describe("fourbar").unwrap().build().unwrap();
        let q = Draft::usual(&model).close(&model).unwrap().q;
        let at = |joint: &str| q[model.links()[model.joint(joint).unwrap().0].q];
        let cuts = cut_joints(&model, &q).unwrap();
        let around = at("output_pivot") - at("crank_pivot") - at("coupler_pin") - cuts[0].q[0];
        assert!(around.sin().abs() < 1e-9 && around.cos() > 0.0, "{around}");
        assert_eq!((cuts.len(), cuts[0].kind), (1, "revolute"));
    }
}
