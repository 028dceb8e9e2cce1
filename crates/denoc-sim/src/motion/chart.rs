//! A chart of the coordinates around a pose: curves are drawn in a vector space of dimension nv and mapped to states.
//!
//! For most joints the chart is q − q₀. For ball joints x is the rotation vector from q₀, in link axes; a free joint adds
//! the straight way in the axes of q₀ (as `Model::integrate` does). Speeds follow from ω = J(x) ẋ with
//!
//! ```text
//! J = 1 − A [x]× + B [x]×²,   A = (1 − cos θ)/θ²,   B = (θ − sin θ)/θ³,   θ = |x|.
//! ```

use std::sync::Arc;

use denoc_math::{Mat3, Vec3};
use denoc_model::Model;

use crate::SimError;

/// A vector space laid on the coordinates around `origin`.
#[derive(Clone, Debug)]
pub(crate) struct Chart {
    model: Arc<Model>,
    origin: Vec<f64>,
}

fn triple(x: &[f64]) -> Vec3<f64> {
    Vec3::new(x[0], x[1], x[2])
}

impl Chart {
    pub(crate) fn new(model: &Model, origin: &[f64]) -> Result<Self, SimError> {
        model.check_coordinates(origin)?;
        Ok(Self { model: Arc::new(model.clone()), origin: origin.to_vec() })
    }

    /// A chart of the same model elsewhere.
    pub(crate) fn around(&self, origin: &[f64]) -> Result<Self, SimError> {
        self.model.check_coordinates(origin)?;
        Ok(Self { model: Arc::clone(&self.model), origin: origin.to_vec() })
    }

    /// The point of the chart for coordinates `q`.
    pub(crate) fn point(&self, q: &[f64]) -> Result<Vec<f64>, SimError> {
        let mut x = vec![0.0; self.model.nv()];
        self.model.difference(&self.origin, q, &mut x)?;
        Ok(x)
    }

    /// The point of the chart for coordinates `q` that is nearest to `near`: rotation vectors are counted on beyond π.
    pub(crate) fn point_near(&self, q: &[f64], near: &[f64]) -> Result<Vec<f64>, SimError> {
        let mut x = self.point(q)?;
        for l in self.model.links().iter().filter(|l| l.nq != l.nv) {
            let (rotation, before) = (triple(&x[l.v..]), triple(&near[l.v..]));
            let angle = rotation.norm();
            if angle < 1e-12 {
                continue;
            }
            let along = rotation.scale(1.0 / angle);
            let turns = ((before.dot(along) - angle) / std::f64::consts::TAU).round();
            let nearest = along.scale(angle + turns * std::f64::consts::TAU);
            x[l.v..l.v + 3].copy_from_slice(&nearest.to_array());
        }
        Ok(x)
    }

    /// The largest rotation vector of a ball joint in a point.
    pub(crate) fn largest_turn(&self, x: &[f64]) -> f64 {
        let balls = self.model.links().iter().filter(|l| l.nq != l.nv);
        balls.map(|l| triple(&x[l.v..]).norm()).fold(0.0, f64::max)
    }

    /// The state for a point and its rates.
    pub(crate) fn state(
        &self,
        [x, rate, second]: [&[f64]; 3],
        q: &mut [f64],
        v: &mut [f64],
        a: &mut [f64],
    ) -> Result<(), SimError> {
        self.model.integrate(&self.origin, x, q)?;
        self.model.check_length("v", v.len(), self.model.nv())?;
        self.model.check_length("a", a.len(), self.model.nv())?;
        v.copy_from_slice(rate);
        a.copy_from_slice(second);
        for l in self.model.links().iter().filter(|l| l.nq != l.nv) {
            let turn = Turn::new(triple(&x[l.v..]), triple(&rate[l.v..]));
            let w = turn.jacobian.apply(turn.rate);
            let acceleration = turn.jacobian.apply_add(triple(&second[l.v..]), turn.jacobian_rate.apply(turn.rate));
            v[l.v..l.v + 3].copy_from_slice(&w.to_array());
            a[l.v..l.v + 3].copy_from_slice(&acceleration.to_array());
            if l.nv == 6 {
                let at = l.v + 3..l.v + 6;
                let velocity = turn.rotation.apply_transpose(triple(&rate[at.clone()]));
                let seen = turn.rotation.apply_transpose(triple(&second[at.clone()])) - w.cross(velocity);
                v[at.clone()].copy_from_slice(&velocity.to_array());
                a[at].copy_from_slice(&seen.to_array());
            }
        }
        Ok(())
    }

    /// The rates of a point for speeds `v` and accelerations `a` there: the inverse of [`Chart::state`].
    pub(crate) fn rates(&self, x: &[f64], v: &[f64], a: &[f64]) -> [Vec<f64>; 2] {
        let (mut rate, mut second) = (v.to_vec(), a.to_vec());
        for l in self.model.links().iter().filter(|l| l.nq != l.nv) {
            let (rotation, w) = (triple(&x[l.v..]), triple(&v[l.v..]));
            let inverse = inverse_jacobian(rotation);
            let turn = Turn::new(rotation, inverse.apply(w));
            rate[l.v..l.v + 3].copy_from_slice(&turn.rate.to_array());
            let rest = triple(&a[l.v..]) - turn.jacobian_rate.apply(turn.rate);
            second[l.v..l.v + 3].copy_from_slice(&inverse.apply(rest).to_array());
            if l.nv == 6 {
                let at = l.v + 3..l.v + 6;
                let velocity = triple(&v[at.clone()]);
                let acceleration = triple(&a[at.clone()]) + w.cross(velocity);
                rate[at.clone()].copy_from_slice(&turn.rotation.apply(velocity).to_array());
                second[at].copy_from_slice(&turn.rotation.apply(acceleration).to_array());
            }
        }
        [rate, second]
    }
}

/// A rotation vector that moves.
struct Turn {
    rate: Vec3<f64>,
    rotation: Mat3<f64>,
    jacobian: Mat3<f64>,
    jacobian_rate: Mat3<f64>,
}

fn scaled(m: Mat3<f64>, s: f64) -> Mat3<f64> {
    m.map(|x| x * s)
}

impl Turn {
    fn new(x: Vec3<f64>, rate: Vec3<f64>) -> Self {
        let (k, dk) = (x.skew(), rate.skew());
        let k2 = k * k;
        let square = x.dot(x);
        let one = Mat3::identity();
        // sin θ/θ, A and B as power series: their quotients lose all digits near zero
        let [(s, _), (a, da), (b, db)] = [1, 2, 3].map(|n| series(n, square));
        let along = 2.0 * x.dot(rate); // the rate of θ²
        Self {
            rate,
            rotation: one + scaled(k, s) + scaled(k2, a),
            jacobian: one + scaled(k, -a) + scaled(k2, b),
            jacobian_rate: scaled(k, -da * along)
                + scaled(dk, -a)
                + scaled(k2, db * along)
                + scaled(dk * k + k * dk, b),
        }
    }
}

/// Σ (−z)ᵏ / (2k + n)! and its derivative by z = θ²: sin θ/θ, (1 − cos θ)/θ², (θ − sin θ)/θ³ for n = 1, 2, 3.
fn series(n: u32, z: f64) -> (f64, f64) {
    let mut term = 1.0 / (1..=n).map(f64::from).product::<f64>();
    let (mut sum, mut slope) = (0.0, 0.0);
    // enough for more than one turn
    for k in 0..30u32 {
        sum += term;
        let m = f64::from(2 * k + n);
        let next = -term / ((m + 1.0) * (m + 2.0));
        slope += f64::from(k + 1) * next;
        term = next * z;
    }
    (sum, slope)
}

/// J⁻¹ = 1 + ½ [x]× + c [x]×², c = (1 − θ/2 cot θ/2)/θ².
fn inverse_jacobian(x: Vec3<f64>) -> Mat3<f64> {
    let (k, square) = (x.skew(), x.dot(x));
    let half = 0.5 * square.sqrt();
    let c = if half < 0.05 {
        1.0 / 12.0 + square / 720.0 + square * square / 30240.0
    } else {
        (1.0 - half / half.tan()) / square
    };
    Mat3::identity() + scaled(k, 0.5) + scaled(k * k, c)
}
