//! External wrenches on the links.

use denoc_math::{Pose, Real, Vec3, Wrench};
use denoc_model::{Model, StateError};

/// External wrenches w^E [SahaIR (9.8)], besides gravity and joint forces: none, or one per link, in link axes about the
/// origin of the link frame; N m and N.
///
/// ```
/// use denoc_dynamics::{Dynamics, Loads, Workspace, force_at_point};
/// use denoc_math::{Pose, Vec3, Wrench};
/// use denoc_model::{Description, Joint, LinkId, MassProperties};
///
/// let y = Vec3::new(0.0, 1.0, 0.0);
/// let model = Description::new("lever")
///     .link("bar", MassProperties::rod(1.0, 2.0, Vec3::new(1.0, 0.0, 0.0)))
///     .joint("pivot", "ground", "bar", Joint::revolute(y), Pose::identity())
///     .build()?
///     .with_gravity(Vec3::zero());
/// let mut ws = Workspace::new(&model);
/// let stage = ws.position(&model, &[0.0])?;
/// // 5 N upward at the far end, in world axes
/// let push = force_at_point(stage.link_pose(LinkId(0)), Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 5.0));
/// let mut tau = [0.0];
/// stage.velocity(&[0.0])?.inverse(&[0.0], Loads::per_link(&[push]), &mut tau)?;
/// assert_eq!(tau, [10.0]); // the motor balances it, about +y
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Loads<'a, T> {
    wrenches: Option<&'a [Wrench<T>]>,
}

impl<'a, T: Real> Loads<'a, T> {
    /// No external wrench.
    pub const NONE: Loads<'static, T> = Loads { wrenches: None };

    /// One wrench per link, in link axes, about the origin of the link frame.
    pub fn per_link(wrenches: &'a [Wrench<T>]) -> Self {
        Self { wrenches: Some(wrenches) }
    }

    /// The wrench on a link, if there are any.
    #[inline]
    pub(crate) fn on(&self, link: usize) -> Option<Wrench<T>> {
        self.wrenches.map(|w| w[link])
    }

    pub(crate) fn check(&self, model: &Model<T>) -> Result<(), StateError> {
        let Some(wrenches) = self.wrenches else { return Ok(()) };
        model.check_length("loads", wrenches.len(), model.links().len())?;
        for (index, wrench) in wrenches.iter().enumerate() {
            if let Some(bad) = wrench.to_array().into_iter().find(|x| !x.value().is_finite()) {
                let joint = model.joint_names()[index].clone();
                return Err(StateError::NotFinite { what: "loads", index, joint, value: bad.value() });
            }
        }
        Ok(())
    }
}

impl<T: Real> Default for Loads<'_, T> {
    fn default() -> Self {
        Self::NONE
    }
}

/// The wrench on a link from a force at a point, both in world axes; `link` is the world pose of the link
/// ([`crate::Position::link_pose`]).
pub fn force_at_point<T: Real>(link: Pose<T>, point: Vec3<T>, force: Vec3<T>) -> Wrench<T> {
    let moment = (point - link.position).cross(force);
    wrench_in_link(link, Wrench::new(moment, force))
}

/// Converts a wrench about the origin of the link from world axes to link axes.
pub fn wrench_in_link<T: Real>(link: Pose<T>, wrench: Wrench<T>) -> Wrench<T> {
    wrench.rotate(link.rotation.transpose())
}
