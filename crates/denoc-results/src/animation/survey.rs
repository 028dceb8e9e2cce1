//! The extent of a motion.

use denoc_math::{Mat3, Pose, Vec3};

use super::follow::Followed;
use super::moment::{poses, stretched, stretches};
use super::solid::Solid;
use crate::Scene;

/// Moments at which the extent is measured.
const MOMENTS: usize = 80;
/// Most positions of bodies that are measured.
const MOST: usize = 4000;

/// What a camera must show.
pub(super) struct Survey {
    /// Corners around the bodies at moments of the motion, relative to what the camera follows.
    pub(super) points: Vec<Vec3<f64>>,
    /// The height of the lowest point.
    pub(super) lowest: f64,
    /// The middle of the motion, in the world.
    pub(super) middle: Vec3<f64>,
    /// Half the diagonal of a box around the points.
    pub(super) reach: f64,
}

impl Survey {
    /// `corners`: points around each body, in its axes.
    pub(super) fn new(scene: &Scene, upright: Mat3<f64>, corners: &[Vec<Vec3<f64>>], followed: &Followed) -> Self {
        let last = scene.times.len() - 1;
        let looks = (MOST / scene.bodies.len().max(1)).clamp(2, MOMENTS).min(last + 1);
        let (mut points, mut lowest) = (Vec::new(), f64::INFINITY);
        let (mut low, mut high) =
            (Vec3::zero().map(|_: f64| f64::INFINITY), Vec3::zero().map(|_: f64| f64::NEG_INFINITY));
        for look in 0..looks {
            let time = scene.times[look * last / (looks - 1).max(1)];
            let (poses, stretches) = (poses(scene, upright, time), stretches(scene, time));
            let shift = followed.position(&poses);
            for (((body, pose), stretch), corners) in scene.bodies.iter().zip(&poses).zip(stretches).zip(corners) {
                let counts = followed.nothing() || body.poses.len() > 1;
                for point in corners.iter().map(|corner| pose.point(stretched(*corner, stretch))) {
                    lowest = lowest.min(point.z);
                    if counts {
                        points.push(point - shift);
                        low = Vec3::new(low.x.min(point.x), low.y.min(point.y), low.z.min(point.z));
                        high = Vec3::new(high.x.max(point.x), high.y.max(point.y), high.z.max(point.z));
                    }
                }
            }
        }
        let middle = if points.is_empty() { Vec3::zero() } else { (low + high).scale(0.5) };
        let reach = diagonal(&points);
        Self { reach: if reach > 0.0 { 0.5 * reach } else { 1.0 }, points, lowest, middle }
    }
}

fn diagonal(points: &[Vec3<f64>]) -> f64 {
    let side = |of: fn(&Vec3<f64>) -> f64| {
        let values = || points.iter().map(of);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    };
    if points.is_empty() { 0.0 } else { Vec3::new(side(|p| p.x), side(|p| p.y), side(|p| p.z)).norm() }
}

/// The corners of a box around the parts of a body, in its axes; its origin if it has none.
pub(super) fn corners<'a>(parts: impl Iterator<Item = (&'a Solid, Pose<f64>)>) -> Vec<Vec3<f64>> {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for (solid, pose) in parts {
        for position in &solid.positions {
            let point = pose.point(Vec3::from(position.map(f64::from))).to_array();
            for k in 0..3 {
                (low[k], high[k]) = (low[k].min(point[k]), high[k].max(point[k]));
            }
        }
    }
    if low.iter().chain(&high).any(|x| !x.is_finite()) {
        return vec![Vec3::zero()];
    }
    (0..8).map(|i| Vec3::from(std::array::from_fn(|k| if i >> k & 1 == 1 { high[k] } else { low[k] }))).collect()
}
