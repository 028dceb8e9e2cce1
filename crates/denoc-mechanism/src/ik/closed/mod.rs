//! Closed forms: all branches of arms whose geometry allows it. The geometry is read from the axes of the chain, never from
//! names.
//!
//! | Family | Conditions | Branches |
//! |---|---|---|
//! | three joints and a spherical wrist | six joints, the last (or first) three revolute and meeting in a point | 8 |
//! | three parallel axes | six revolute joints, 2 to 4 (or 3 to 5) parallel, the two outer axes behind them meet | 8 |
//! | parallel axes | two or three parallel revolute joints, at most one sliding along them (planar arms, SCARA) | 2 |
//! | three joints | any three revolute or prismatic joints; position only | 4 |
//! | the first joints, the others held | more joints; position only: the first ones as above, the others keep the values of the seed | 2 or 4 |

mod label;
mod parallel;
mod regional;
mod three_parallel;
mod trigonometry;
mod wrist;

use denoc_math::{Pose, Vec3};

use super::Target;
use crate::fk::{Axis, Chain};

pub(super) use label::label;

/// The family whose last joints keep the values of the seed.
pub(super) const HELD: &str = "the first joints, the others held";

/// One answer for the coordinates of the chain.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) q: Vec<f64>,
    /// Whether a coordinate could be chosen freely.
    pub(super) family: bool,
}

/// Sines, and lengths relative to the size of the arm, below which axes count as parallel or meeting.
const GEOMETRY: f64 = 1e-9;

/// The family of the chain and its candidates, or `None` if there is no closed form. Free coordinates take the value of
/// `seed`. Candidates may be spurious where the target is out of reach: check them.
pub(super) fn solve(chain: &Chain, target: &Target, seed: &[f64]) -> Option<(&'static str, Vec<Candidate>)> {
    let size = size(chain);
    match target {
        Target::Pose(pose) => {
            let moved = *pose * chain.home.inverse();
            pose_of(&chain.axes, moved, seed, size).or_else(|| {
                // the chain seen from its other end: T⁻¹ = exp(−ξₙ qₙ) … exp(−ξ₁ q₁)
                let axes: Vec<Axis> = chain.axes.iter().rev().map(Axis::reversed).collect();
                let seed: Vec<f64> = seed.iter().rev().copied().collect();
                let (family, mut found) = pose_of(&axes, moved.inverse(), &seed, size)?;
                for candidate in &mut found {
                    candidate.q.reverse();
                }
                Some((family, found))
            })
        }
        Target::Position(goal) => {
            let tip = chain.home.position;
            if let Some(found) = parallel::position(&chain.axes, tip, *goal, size) {
                return Some(("parallel axes", found));
            }
            let all_parallel = chain.axes.windows(2).all(|pair| are_parallel(&pair[0], &pair[1]));
            if let Ok(axes) = chain.axes.as_slice().try_into()
                && !all_parallel
            {
                return Some(("three joints", regional::solve(axes, tip, *goal, seed, size)?));
            }
            arm(chain, *goal, seed, size)
        }
        Target::Pointing { .. } => None,
    }
}

/// The first two or three joints place the tip while the others keep the values of `seed`: the postures of an arm whose wrist is
/// free.
fn arm(chain: &Chain, goal: Vec3<f64>, seed: &[f64], size: f64) -> Option<(&'static str, Vec<Candidate>)> {
    let n = chain.axes.len();
    let mut all = Vec::new();
    for count in (2..=3).filter(|&count| count < n) {
        let rest = chain.axes[count..].iter().zip(&seed[count..]);
        let held = rest.fold(Pose::identity(), |pose, (axis, q)| pose * axis.motion(*q));
        let (axes, tip) = (&chain.axes[..count], held.point(chain.home.position));
        let found = parallel::position(axes, tip, goal, size).or_else(|| {
            let axes: &[Axis; 3] = axes.try_into().ok()?;
            regional::solve(axes, tip, goal, seed, size)
        });
        let whole = |c: Candidate| Candidate { q: c.q.into_iter().chain(seed[count..].iter().copied()).collect(), ..c };
        all.extend(found.into_iter().flatten().map(whole));
    }
    (!all.is_empty()).then_some((HELD, all))
}

/// exp(ξ₁ q₁) … exp(ξₙ qₙ) = `moved`.
fn pose_of(axes: &[Axis], moved: Pose<f64>, seed: &[f64], size: f64) -> Option<(&'static str, Vec<Candidate>)> {
    if let Some(found) = parallel::pose(axes, moved, size) {
        return Some(("parallel axes", found));
    }
    let axes: &[Axis; 6] = axes.try_into().ok()?;
    if let Some(found) = wrist::solve(axes, moved, seed, size) {
        return Some(("three joints and a spherical wrist", found));
    }
    Some(("three parallel axes", three_parallel::solve(axes, moved, seed, size)?))
}

/// The size of the arm: the sum of the distances from joint to joint to the frame.
fn size(chain: &Chain) -> f64 {
    let points = chain.axes.iter().map(|a| a.point).chain([chain.home.position]).collect::<Vec<_>>();
    let length: f64 = points.windows(2).map(|w| (w[1] - w[0]).norm()).sum();
    if length > 0.0 { length } else { 1.0 }
}

/// The angle about `axis` that takes `from` to `to`; `None` where one of them lies (nearly) along it.
fn angle_about(axis: Vec3<f64>, from: Vec3<f64>, to: Vec3<f64>, size: f64) -> Option<f64> {
    let flat = |v: Vec3<f64>| v - axis.scale(axis.dot(v));
    let (from, to) = (flat(from), flat(to));
    if from.norm() < 1e-10 * size || to.norm() < 1e-10 * size {
        return None;
    }
    Some(axis.dot(from.cross(to)).atan2(from.dot(to)))
}

fn are_parallel(a: &Axis, b: &Axis) -> bool {
    a.direction.cross(b.direction).norm() < GEOMETRY
}

/// The point where two axes meet.
fn meeting(a: &Axis, b: &Axis, size: f64) -> Option<Vec3<f64>> {
    let normal = a.direction.cross(b.direction);
    let square = normal.dot(normal);
    if square.sqrt() < 1e-6 {
        return None;
    }
    let between = b.point - a.point;
    if (between.dot(normal)).abs() > GEOMETRY * size * square.sqrt() {
        return None;
    }
    let along = between.cross(b.direction).dot(normal) / square;
    Some(a.point + a.direction.scale(along))
}

/// Distance of a point from an axis.
fn distance(axis: &Axis, point: Vec3<f64>) -> f64 {
    (point - axis.point).cross(axis.direction).norm()
}
