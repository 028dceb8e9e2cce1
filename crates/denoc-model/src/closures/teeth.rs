//! Where the teeth of meshing wheels are: each tooth in a gap of the other wheel, along all chains of meshes.

use core::f64::consts::TAU;

use denoc_math::{Mat3, Pose, Vec3};

use super::{Closure, Constraint, ConstraintKind, mesh};
use crate::description::Description;
use crate::model::{LinkId, Model};

/// Teeth meet where they should within this part of their pitch.
const MEETS: f64 = 0.02;
/// Axes are parallel if the sine of the angle between them is at most this.
const PARALLEL: f64 = 1e-5;

/// A wheel where it meshes with another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Hub<L> {
    /// The link that it is part of.
    pub link: L,
    /// In that link: the middle of the teeth on the axis; x leads to the pitch point where all coordinates are zero, y is the
    /// tangent there, the same one for both wheels.
    pub pose: Pose<f64>,
    /// Pitch radius, m.
    pub radius: f64,
    /// Number of teeth.
    pub teeth: f64,
    /// Whether its teeth point inwards.
    pub is_ring: bool,
}

/// A wheel with the place of its teeth.
#[derive(Clone, Debug, PartialEq)]
pub struct Wheel<L> {
    /// Where it meshes first.
    pub hub: Hub<L>,
    /// The angle of a tooth about z, from x.
    pub tooth: f64,
}

impl<L: PartialEq> Wheel<L> {
    fn is(&self, hub: &Hub<L>) -> bool {
        let (own, other) = (&self.hub.pose, &hub.pose);
        let near = (own.position - other.position).norm() <= 1e-3 * self.hub.radius;
        let coaxial = own.rotation.z.cross(other.rotation.z).norm() <= PARALLEL;
        let same = self.hub.teeth == hub.teeth && self.hub.is_ring == hub.is_ring;
        same && near && coaxial && self.hub.link == hub.link
    }

    /// From a tooth to the pitch point of a mesh, along its tangent, in pitches.
    fn beyond_tooth(&self, hub: &Hub<L>) -> f64 {
        let (own, other) = (&self.hub.pose.rotation, &hub.pose.rotation);
        let angle = own.y.dot(other.x).atan2(own.x.dot(other.x));
        own.z.dot(other.z).signum() * (angle - self.tooth) * hub.teeth / TAU
    }

    /// The wheel of a hub with a tooth so far before the pitch point.
    fn with(hub: Hub<L>, beyond_tooth: f64) -> Self {
        Self { tooth: -beyond_tooth * TAU / hub.teeth, hub }
    }
}

/// All wheels of these pairs, with teeth that mesh, and the pairs whose teeth cannot mesh as both wheels mesh with others as well: the
/// number of the pair and by what part of a pitch its teeth are apart. The first wheel of a train has a tooth at its pitch point.
pub fn meshed<L: PartialEq + Clone>(pairs: &[[Hub<L>; 2]]) -> (Vec<Wheel<L>>, Vec<(usize, f64)>) {
    let (mut wheels, mut clashes): (Vec<Wheel<L>>, Vec<(usize, f64)>) = (Vec::new(), Vec::new());
    let mut waiting: Vec<usize> = (0..pairs.len()).collect();
    while !waiting.is_empty() {
        let known = |hub: &Hub<L>| wheels.iter().find(|wheel| wheel.is(hub)).map(|wheel| wheel.beyond_tooth(hub));
        // pairs that continue a train before those that begin one
        let next = waiting.iter().position(|&i| pairs[i].iter().any(|hub| known(hub).is_some())).unwrap_or(0);
        let i = waiting.remove(next);
        let [a, b] = &pairs[i];
        match (known(a), known(b)) {
            (None, None) => wheels.extend([Wheel::with(a.clone(), 0.0), Wheel::with(b.clone(), 0.5)]),
            (Some(x), None) => wheels.push(Wheel::with(b.clone(), x + 0.5)),
            (None, Some(x)) => wheels.push(Wheel::with(a.clone(), x + 0.5)),
            (Some(x), Some(y)) => {
                let apart = x + 0.5 - y;
                let apart = (apart - apart.round()).abs();
                if apart > MEETS {
                    clashes.push((i, apart));
                }
            }
        }
    }
    (wheels, clashes)
}

/// The wheels of all gears of a model, in link frames of the model; `None` is the ground.
pub fn wheels(model: &Model) -> Vec<Wheel<Option<LinkId>>> {
    let hubs = model.closures().iter().filter_map(|closure| match closure {
        Closure::Constraint(Constraint::Gear(gear)) => Some((*gear.hubs).clone()),
        _ => None,
    });
    meshed(&hubs.collect::<Vec<_>>()).0
}

/// Gears of a description whose teeth cannot mesh as their wheels mesh with others as well, by number of the constraint, and by what
/// part of a pitch the teeth are apart.
pub fn clashing_teeth(d: &Description) -> Vec<(usize, f64)> {
    let found = d.constraints.iter().enumerate().filter_map(|(i, constraint)| {
        let ConstraintKind::Gear(gear) = &constraint.kind else { return None };
        let hubs = mesh::find(d, gear).ok()?.hubs;
        Some((i, gear.hubs(hubs, |link, pose| (link.to_owned(), pose))))
    });
    let (numbers, pairs): (Vec<usize>, Vec<_>) = found.unzip();
    meshed(&pairs).1.into_iter().map(|(pair, apart)| (numbers[pair], apart)).collect()
}

/// The frame of a hub in the carrier: x to the pitch point, y along the tangent.
pub(super) fn hub([center, axis]: [Vec3<f64>; 2], point: Vec3<f64>, along: Vec3<f64>) -> Pose<f64> {
    let at = center + axis.scale(axis.dot(point - center));
    let x = (point - at).normalized();
    Pose::new(Mat3::from_columns(x, along, x.cross(along)), at)
}

#[cfg(test)]
mod tests {
    use core::f64::consts::PI;

    use super::*;

    fn turned(angle: f64, flip: bool, at: [f64; 2]) -> Pose<f64> {
        let x = Vec3::new(angle.cos(), angle.sin(), 0.0);
        let z = Vec3::unit(2).scale(if flip { -1.0 } else { 1.0 });
        Pose::new(Mat3::from_columns(x, z.cross(x), z), Vec3::new(at[0], at[1], 0.0))
    }

    /// Planets at angles, all between a sun and a ring.
    fn planetary([s, p, r]: [f64; 3], angles: &[f64]) -> Vec<[Hub<usize>; 2]> {
        let hub = |link, pose, teeth: f64, is_ring| Hub { link, pose, radius: 0.5 * teeth, teeth, is_ring };
        let mut all = Vec::new();
        for (i, &a) in angles.iter().enumerate() {
            let sun = hub(0, turned(a, false, [0.0; 2]), s, false);
            // the tangents at the pitch points are the same for both wheels
            all.push([sun, hub(2 + i, turned(a + PI, true, [0.0; 2]), p, false)]);
            let ring = hub(1, turned(a, false, [0.0; 2]), r, true);
            all.push([ring, hub(2 + i, turned(a, false, [0.0; 2]), p, false)]);
        }
        all
    }

    // oracle: equal angles between n planets require that sun and ring teeth together are a multiple of n; one of two planets may be
    // anywhere on a grid of one part in the sum of teeth
    #[test]
    fn planets_fit_by_the_sum_of_teeth() {
        let third = TAU / 3.0;
        for (teeth, fits) in [([20.0, 16.0, 52.0], true), ([20.0, 17.0, 54.0], false), ([21.0, 15.0, 51.0], true)] {
            let (wheels, clashes) = meshed(&planetary(teeth, &[0.0, third, -third]));
            assert_eq!((wheels.len(), clashes.is_empty()), (5, fits), "{teeth:?} {clashes:?}");
        }
        for k in 0..74 {
            let angle = TAU * f64::from(k) / 74.0;
            assert!(meshed(&planetary([20.0, 17.0, 54.0], &[0.3, 0.3 + angle])).1.is_empty(), "{k}");
            let clashes = meshed(&planetary([20.0, 17.0, 54.0], &[0.3, 0.3 + angle + 0.5 * TAU / 74.0])).1;
            assert!(clashes.len() == 1 && (clashes[0].1 - 0.5).abs() < 1e-9, "{k} {clashes:?}");
        }
    }
}
