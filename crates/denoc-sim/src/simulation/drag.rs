//! What still media do to links.

use denoc_dynamics::Velocity;
use denoc_math::{Vec3, Wrench};
use denoc_model::{LinkId, Model};

/// Links that a medium resists.
pub(super) fn links(model: &Model) -> Vec<LinkId> {
    let resists = |link: &LinkId| model.drag(*link).is_some_and(|drag| [drag.linear, drag.angular] != [0.0; 2]);
    (0..model.links().len()).map(LinkId).filter(resists).collect()
}

/// Adds the wrenches on these links, in link axes about their origins; their power.
pub(super) fn add(stage: &Velocity<'_, f64>, links: &[LinkId], wrenches: &mut [Wrench<f64>]) -> f64 {
    let model = stage.model();
    let mut power = 0.0;
    for &link in links {
        let Some(drag) = model.drag(link) else { continue };
        let (twist, mass) = (stage.link_twist(link), &model.links()[link.0].mass);
        let center = if mass.mass > 0.0 { mass.first_moment.scale(1.0 / mass.mass) } else { Vec3::zero() };
        let velocity = twist.angular.cross_add(center, twist.linear);
        let (force, moment) = (velocity.scale(-drag.linear), twist.angular.scale(-drag.angular));
        wrenches[link.0] += Wrench::new(center.cross_add(force, moment), force);
        power += velocity.dot(force) + twist.angular.dot(moment);
    }
    power
}
