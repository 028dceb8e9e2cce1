//! What still media do to links.

use denoc_dynamics::Velocity;
use denoc_math::{RigidMass, Sym3, Vec3, Wrench};
use denoc_model::{Link, LinkId, Model};

/// The links that a medium resists, each with D of the wrench −D t that acts on it, t its twist, in link axes about its origin. D
/// has the form of a mass: that of a body of mass `linear` and inertia `angular` (1 − a aᵀ) at the centre of drag.
pub fn resistances(model: &Model) -> impl Iterator<Item = (LinkId, RigidMass<f64>)> {
    let one = |(i, link): (usize, &Link<f64>)| {
        let drag = model.drag(LinkId(i)).filter(|drag| [drag.linear, drag.angular] != [0.0; 2])?;
        let [x, y, z] = drag.axis.map_or([0.0; 3], |axis| axis.to_array());
        let turning = Sym3 { xx: 1.0 - x * x, xy: -x * y, xz: -x * z, yy: 1.0 - y * y, yz: -y * z, zz: 1.0 - z * z };
        let place = drag.center.unwrap_or_else(|| mass_center(&link.mass));
        Some((LinkId(i), RigidMass::from_center(drag.linear, place, turning.scale(drag.angular))))
    };
    model.links().iter().enumerate().filter_map(one)
}

/// The mass centre in link axes.
pub fn mass_center(mass: &RigidMass<f64>) -> Vec3<f64> {
    if mass.mass > 0.0 { mass.first_moment.scale(1.0 / mass.mass) } else { Vec3::zero() }
}

/// Adds the wrenches on these links, in link axes about their origins; their power.
pub(super) fn add(stage: &Velocity<'_, f64>, links: &[(LinkId, RigidMass<f64>)], wrenches: &mut [Wrench<f64>]) -> f64 {
    let mut power = 0.0;
    for &(link, resistance) in links {
        let twist = stage.link_twist(link);
        let wrench = -resistance.apply(twist);
        wrenches[link.0] += wrench;
        power += twist.dot(wrench);
    }
    power
}
