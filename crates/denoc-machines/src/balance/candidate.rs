//! Where counterweights may be placed on a machine.

use denoc_dynamics::loops::Loops;
use denoc_math::{Sym3, Twist, Vec3};
use denoc_model::joints::Unit;
use denoc_model::{Description, MassProperties, Model, ModelError, names};

use super::{Candidate, Counterweight};
use crate::MachineError;

/// Limits of one counterweight.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct CounterweightLimits {
    /// The largest mass, kg.
    pub mass: f64,
    /// The largest distance from the origin of the link frame along each of its axes, m.
    pub distance: f64,
}

impl CounterweightLimits {
    /// The default limits: the mass of all moving links, and the length of the longest link.
    pub fn usual(model: &Model) -> Self {
        Self { mass: model.total_mass(), distance: longest_link(model) }
    }
}

impl Candidate {
    /// A counterweight in the plane through the origin of the link frame and normal to the joint axis, if that axis is an axis of the
    /// link frame; otherwise anywhere within the limits.
    ///
    /// ```
    /// use denoc_machines::balance::{Candidate, CounterweightLimits};
    /// # use denoc_formats::catalogue;
    ///
    /// let linkage = catalogue::describe("fourbar")?.build()?;
    /// let limits = CounterweightLimits { mass: 5.0, distance: 0.05 };
    /// let crank = Candidate::normal_to_joint(&linkage, "crank", limits)?;
    /// assert_eq!(crank.bounds, [[-0.05, 0.05], [-0.05, 0.05], [0.0, 0.0]]); // the crank turns about z
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the model has no such link.
    pub fn normal_to_joint(model: &Model, link: &str, limits: CounterweightLimits) -> Result<Self, MachineError> {
        let id = model.link(link)?;
        let l = &model.links()[id.0];
        let mut bounds = [[-limits.distance, limits.distance]; 3];
        if l.nv == 1 && l.nq == 1 {
            let mut column = [Twist::zero()];
            l.joint.columns(&[0.0], &mut column);
            // from the link frame of the model to that of the description
            let axis = model.frames()[id.0].pose.rotation.apply_transpose(column[0].angular).to_array();
            if let Some(k) = axis.iter().position(|x| x.abs() > 1.0 - 1e-9) {
                bounds[k] = [0.0, 0.0];
            }
        }
        Ok(Self { link: link.to_owned(), max_mass: limits.mass, bounds })
    }
}

/// The largest distance between two joints of one link, m; 1 m if all coincide.
fn longest_link(model: &Model) -> f64 {
    let loops = Loops::new(model);
    let lengths = loops.rows().iter().zip(loops.units()).filter(|(row, _)| row.unit == Unit::Length).map(|x| *x.1);
    let placements = model.links().iter().map(|l| l.placement.position.norm());
    let longest = lengths.chain(placements).fold(0.0, f64::max);
    if longest > 0.0 { longest } else { 1.0 }
}

/// The description of a machine with point masses welded to its links, ready to be written to a model file.
///
/// # Errors
/// If the description has no link of such a name.
pub fn describe_with_counterweights(
    description: &Description,
    counterweights: &[Counterweight],
) -> Result<Description, MachineError> {
    let mut description = description.clone();
    for c in counterweights {
        let Some(at) = description.links.iter().position(|link| link.name == c.link) else {
            let nearest = names::nearest(&c.link, description.links.iter().map(|link| link.name.as_str()));
            return Err(ModelError::UnknownName { what: "link", name: c.link.clone(), nearest }.into());
        };
        let weight = MassProperties { mass: c.mass, center: Vec3::from(c.position), inertia: Sym3::zero() };
        let link = &mut description.links[at];
        link.mass = MassProperties::welded(&[link.mass, weight]);
    }
    Ok(description)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::with_counterweights;

    // oracle: the lengths and masses in models/fourbar.toml
    #[test]
    fn usual_limits_are_those_of_the_links() {
        let linkage = denoc_formats::catalogue::describe("fourbar").unwrap().build().unwrap();
        let limits = CounterweightLimits::usual(&linkage);
        assert!((limits.mass - 9.5).abs() < 1e-12 && limits.distance > 0.1 && limits.distance < 0.2, "{limits:?}");
        let error = Candidate::normal_to_joint(&linkage, "cranc", limits).unwrap_err().to_string();
        assert!(error.contains("cranc") && error.contains("did you mean \"crank\"?"), "{error}");
    }

    // oracle: point masses added to the numbered model
    #[test]
    fn a_description_with_counterweights_builds_the_same_model() {
        let description = denoc_formats::catalogue::describe("fourbar").unwrap();
        let weights = [Counterweight { link: "output".into(), mass: 2.0, position: [-0.05, 0.01, 0.0] }];
        let built = describe_with_counterweights(&description, &weights).unwrap().build().unwrap();
        let added = with_counterweights(&description.build().unwrap(), &weights).unwrap();
        let output = built.link("output").unwrap().0;
        let [a, b] = [&built, &added].map(|model| model.links()[output].mass);
        assert!((a.mass - b.mass).abs() < 1e-14 && (a.mass - 5.0).abs() < 1e-14);
        assert!((a.first_moment - b.first_moment).norm() < 1e-14, "{a:?} {b:?}");
        let missing = [Counterweight { link: "rod".into(), ..weights[0].clone() }];
        assert!(describe_with_counterweights(&description, &missing).is_err());
    }
}
