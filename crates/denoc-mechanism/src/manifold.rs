//! Coordinates around a state: quaternions without constraints.
//!
//! A step of an integrator works in local coordinates φ (as many as speeds) around the coordinates q₀ at its start:
//! q = q₀ ⊕ φ, where ⊕ is [`Model::integrate`]. Their rates are φ̇ = v for joints whose speeds are the rates of their
//! coordinates. For a ball joint φ is a rotation vector, and its rate is the inverse of the right-trivialised derivative of
//! the exponential map: φ̇ = ω + ½ φ×ω + c φ×(φ×ω) with c = (1 − (θ/2) cot(θ/2))/θ², θ = |φ| (Munthe-Kaas). So a method keeps
//! its order, and the length of the quaternion is one whatever φ is.

use core::ops::Range;

use denoc_math::{Vec3, quaternion_rotation};
use denoc_model::joints::{Chart, JointSpace};
use denoc_model::{Link, Model};

/// The space of the coordinates of a model.
#[derive(Clone, Debug)]
pub struct Manifold<'m> {
    model: &'m Model,
    charts: Vec<Chart>,
    plain: Vec<Plain>,
    /// Links whose joints have a quaternion.
    curved: Vec<usize>,
}

/// Coordinates of one joint after the other to which steps are added.
#[derive(Copy, Clone, Debug)]
struct Plain {
    q: usize,
    v: usize,
    count: usize,
}

impl Plain {
    fn all(model: &Model, charts: &[Chart]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for (l, _) in model.links().iter().zip(charts).filter(|(l, chart)| l.nq > 0 && **chart == Chart::Vector) {
            match all.last_mut() {
                Some(last) if last.q + last.count == l.q && last.v + last.count == l.v => last.count += l.nq,
                _ => all.push(Self { q: l.q, v: l.v, count: l.nq }),
            }
        }
        all
    }

    fn coordinates(self) -> Range<usize> {
        self.q..self.q + self.count
    }

    fn speeds(self) -> Range<usize> {
        self.v..self.v + self.count
    }
}

impl<'m> Manifold<'m> {
    /// That of a model.
    pub fn new(model: &'m Model) -> Self {
        let charts: Vec<Chart> = model.links().iter().map(|l| l.joint.chart()).collect();
        let curved = (0..charts.len()).filter(|&i| charts[i] != Chart::Vector).collect();
        Self { model, plain: Plain::all(model, &charts), curved, charts }
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Links whose joints have a quaternion, with their numbers.
    fn curved_links(&self) -> impl Iterator<Item = (usize, &Link<f64>)> {
        self.curved.iter().map(|&i| (i, &self.model.links()[i]))
    }

    /// `base` ⊕ `local`.
    pub fn coordinates(&self, base: &[f64], local: &[f64], q: &mut [f64]) {
        for &plain in &self.plain {
            let (base, local) = (&base[plain.coordinates()], &local[plain.speeds()]);
            for ((q, base), step) in q[plain.coordinates()].iter_mut().zip(base).zip(local) {
                *q = base + step;
            }
        }
        for (_, l) in self.curved_links() {
            let range = l.q..l.q + l.nq;
            l.joint.integrate(&base[range.clone()], &local[l.v..l.v + l.nv], &mut q[range]);
        }
    }

    /// The rates of the local coordinates for speeds `v`. If a joint has turned by more than half a turn, where the map
    /// ceases to be one to one: its number and angle.
    pub fn rates(&self, local: &[f64], v: &[f64], rates: &mut [f64]) -> Result<(), (usize, f64)> {
        rates.copy_from_slice(v);
        for (i, l) in self.curved_links() {
            let turn = vec3(&local[l.v..]);
            let angle = turn.norm();
            if angle > core::f64::consts::PI {
                return Err((i, angle));
            }
            Turn { turn, free: self.charts[i] == Chart::Free }.apply(&mut rates[l.v..l.v + l.nv]);
        }
        Ok(())
    }

    /// Links with quaternions among `speeds`, which are sorted and contain all speeds of a joint or none: the place of the first
    /// speed of each in `speeds`, and the map of [`Manifold::rates`] there. `None` if one has turned by more than half a turn.
    pub(crate) fn turns(&self, local: &[f64], speeds: &[usize]) -> Option<Vec<(usize, Turn)>> {
        let mut turns = Vec::new();
        for (i, l) in self.curved_links() {
            let Ok(first) = speeds.binary_search(&l.v) else { continue };
            let turn = vec3(&local[l.v..]);
            if turn.norm() > core::f64::consts::PI {
                return None;
            }
            turns.push((first, Turn { turn, free: self.charts[i] == Chart::Free }));
        }
        Some(turns)
    }

    /// Whether there are quaternions.
    pub fn curved(&self) -> bool {
        !self.curved.is_empty()
    }

    /// The middle of a step for joints with quaternions: a point `middle` from which the coordinates `from` are half of
    /// `change` behind, and that distance, `start`. Other joints stay where they are.
    pub fn half_way(&self, from: &[f64], change: &[f64], middle: &mut [f64], start: &mut [f64]) {
        for (l, chart) in self.model.links().iter().zip(&self.charts) {
            let (q, v) = (l.q..l.q + l.nq, l.v..l.v + l.nv);
            if *chart == Chart::Vector {
                middle[q.clone()].copy_from_slice(&from[q]);
                start[v].fill(0.0);
                continue;
            }
            let start = &mut start[v.clone()];
            start.iter_mut().zip(&change[v]).for_each(|(half, change)| *half = 0.5 * change);
            if *chart == Chart::Free {
                // the displacement is in axes of the middle
                let moved = turned(vec3(start), vec3(&start[3..]));
                let step = [start[0], start[1], start[2], moved.x, moved.y, moved.z];
                l.joint.integrate(&from[q.clone()], &step, &mut middle[q]);
            } else {
                l.joint.integrate(&from[q.clone()], start, &mut middle[q]);
            }
            start.iter_mut().for_each(|half| *half = -*half);
        }
    }

    /// The local coordinates of `q` around `base`, of joints with quaternions.
    pub fn local(&self, base: &[f64], q: &[f64], local: &mut [f64]) {
        for (_, l) in self.curved_links() {
            let range = l.q..l.q + l.nq;
            l.joint.difference(&base[range.clone()], &q[range], &mut local[l.v..l.v + l.nv]);
        }
    }

    /// The size of each coordinate, as the relative tolerance sees it: its own for plain coordinates, one radian for
    /// orientations, the distance from the origin (at least one) for the position of a floating base.
    pub fn magnitudes(&self, q: &[f64], out: &mut [f64]) {
        for &plain in &self.plain {
            out[plain.speeds()].iter_mut().zip(&q[plain.coordinates()]).for_each(|(o, x)| *o = x.abs());
        }
        for (_, l) in self.curved_links() {
            let (coordinates, out) = (&q[l.q..l.q + l.nq], &mut out[l.v..l.v + l.nv]);
            // the angular part comes first
            let distance = coordinates[..l.nq - 4].iter().map(|x| x * x).sum::<f64>().sqrt();
            let (turn, shift) = out.split_at_mut(3);
            turn.fill(1.0);
            shift.fill(distance.max(1.0));
        }
    }

    /// How far the lengths of quaternions are from one, at most.
    pub fn quaternion_deviation(&self, q: &[f64]) -> f64 {
        let norms = self.curved_links().filter_map(|(_, l)| l.joint.quaternion_norm(&q[l.q..l.q + l.nq]));
        norms.map(|n| (n - 1.0).abs()).fold(0.0, f64::max)
    }
}

/// How the speeds of a joint with a quaternion become rates of its local coordinates.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Turn {
    turn: Vec3<f64>,
    /// Whether the joint has a position too.
    free: bool,
}

impl Turn {
    /// At local coordinates of one joint.
    pub(crate) fn new(local: &[f64], free: bool) -> Self {
        Self { turn: vec3(local), free }
    }

    /// Replaces speeds by rates. The units of angles and of lengths may be any: they are not mixed.
    pub(crate) fn apply(self, x: &mut [f64]) {
        let rate = turn_rate(self.turn, vec3(x));
        x[..3].copy_from_slice(&rate.to_array());
        if self.free {
            let velocity = turned(self.turn, vec3(&x[3..]));
            x[3..6].copy_from_slice(&velocity.to_array());
        }
    }
}

fn vec3(v: &[f64]) -> Vec3<f64> {
    Vec3::new(v[0], v[1], v[2])
}

/// The rate of a rotation vector for an angular velocity in the turned axes.
pub(crate) fn turn_rate(turn: Vec3<f64>, w: Vec3<f64>) -> Vec3<f64> {
    let angle = turn.norm();
    // series where the difference loses digits
    let c = if angle < 1e-2 {
        let s = angle * angle;
        1.0 / 12.0 + s / 720.0 + s * s / 30240.0
    } else {
        (1.0 - 0.5 * angle / (0.5 * angle).tan()) / (angle * angle)
    };
    let once = turn.cross(w);
    w + once.scale(0.5) + turn.cross(once).scale(c)
}

/// A vector turned by a rotation vector.
fn turned(turn: Vec3<f64>, x: Vec3<f64>) -> Vec3<f64> {
    let half = 0.5 * turn.norm();
    let scale = if half < 1e-4 { 0.5 - half * half / 12.0 } else { 0.5 * half.sin() / half };
    let [a, b, c] = turn.scale(scale).to_array();
    quaternion_rotation([a, b, c, half.cos()]).apply(x)
}

#[cfg(test)]
mod tests {
    use denoc_testkit::{Options, Random, close_within, random_state};

    use super::*;

    // oracle: differences of Model::difference along the path q₀ ⊕ φ(t), for every kind of joint
    #[test]
    fn local_rates_belong_to_the_speeds() {
        for seed in 0..40 {
            let model = denoc_testkit::random_model(seed, &Options::default().floating());
            let state = random_state(&model, seed);
            let manifold = Manifold::new(&model);
            let local = Random::new(seed).vector(model.nv(), 0.8);
            let mut rates = vec![0.0; model.nv()];
            manifold.rates(&local, &state.v, &mut rates).unwrap();
            let at = |t: f64| {
                let moved: Vec<f64> = local.iter().zip(&rates).map(|(x, r)| x + t * r).collect();
                let mut q = vec![0.0; model.nq()];
                manifold.coordinates(&state.q, &moved, &mut q);
                q
            };
            let (step, here) = (1e-4, at(0.0));
            let from_here = |t: f64| {
                let mut change = vec![0.0; model.nv()];
                model.difference(&here, &at(t), &mut change).unwrap();
                change
            };
            let (before, after) = (from_here(-step), from_here(step));
            let found: Vec<f64> = before.iter().zip(&after).map(|(a, b)| (b - a) / (2.0 * step)).collect();
            close_within(&found, &state.v, 1e-6 * (1.0 + denoc_testkit::largest(&state.v)));
        }
    }
}
