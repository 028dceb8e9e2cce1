//! First and second derivatives of the coordinates by the input's.

use denoc_model::Model;
use nalgebra::{DMatrix, DVector};

use super::curve::{End, Point};
use super::system::{Input, System};
use crate::MachineError;
use denoc_mechanism::Svd;

/// Distance of the poses between which a singular one is interpolated, rad (or relative to the size). Second derivatives lose
/// digits with its third power.
const BESIDE: f64 = 0.02;
/// Weights of the poses 1, 2, 3 and 4 distances away, before and behind: polynomials up to the seventh power are met exactly.
const WEIGHTS: [f64; 4] = [4.0 / 5.0, -2.0 / 5.0, 4.0 / 35.0, -1.0 / 70.0];
/// Poses less unique than this are interpolated.
const UNSURE: f64 = 5e-3;

/// A pose with its derivatives; how fast the input moves does not matter yet.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) q: Vec<f64>,
    /// Speeds per speed of each driven joint while the others rest, nv columns of them.
    pub(super) gains: DMatrix<f64>,
    /// Speeds per speed of the input, followers following.
    pub(super) first: DVector<f64>,
    /// Accelerations per square of the input's speed.
    pub(super) second: DVector<f64>,
}

impl Geometry {
    /// Speeds and accelerations for those of the input.
    pub(super) fn motion(&self, speed: f64, acceleration: f64) -> (Vec<f64>, Vec<f64>) {
        let v = &self.first * speed;
        let a = &self.first * acceleration + &self.second * (speed * speed);
        (v.as_slice().to_vec(), a.as_slice().to_vec())
    }
}

impl System<'_> {
    /// The derivatives at a point that is not singular.
    pub(super) fn geometry(&mut self, point: &Point) -> Result<Option<Geometry>, MachineError> {
        let (_, j) = self.equations(&point.q, Input::At(point.input))?;
        let (nv, m, count) = (self.model.nv(), self.loops.count(), self.driven.len());
        let Some(svd) = Svd::new(&j) else { return Ok(None) };
        // the point is not singular, so that only the input's own direction can be near to dependent
        let solve = |b: &DVector<f64>| svd.solve(b, nv);
        let with_units = |x: DVector<f64>| DVector::from_iterator(nv, x.iter().zip(&self.units).map(|(x, u)| x * u));
        let (mut gains, mut first) = (DMatrix::zeros(nv, count), DVector::zeros(nv));
        for (i, d) in self.driven.iter().enumerate() {
            let mut b = DVector::zeros(m + count);
            b[m + i] = 1.0 / self.units[d.v];
            let mut gain = with_units(solve(&b));
            for (k, other) in self.driven.iter().enumerate() {
                gain[other.v] = f64::from(u8::from(i == k));
            }
            first.axpy(d.ratio, &gain, 1.0);
            gains.set_column(i, &gain);
        }
        let mut bias = vec![0.0; m];
        let stage = self.ws.position(self.model, &point.q)?.velocity(first.as_slice())?;
        self.loops.place(&stage);
        self.loops.bias(&stage, &mut bias)?;
        let mut b = DVector::zeros(m + count);
        for (i, (x, unit)) in bias.iter().zip(self.loops.units()).enumerate() {
            b[i] = -x / unit;
        }
        let mut second = with_units(solve(&b));
        for d in &self.driven {
            second[d.v] = 0.0;
        }
        Ok(Some(Geometry { q: point.q.clone(), gains, first, second }))
    }

    /// Goes from a point to where the input is at `to`: the geometry there, and a point to go on from.
    pub(super) fn go(&mut self, from: &Point, to: f64) -> Result<(Geometry, Point), MachineError> {
        let direct = match self.walk(from, to)? {
            End::Arrived(point) => self.geometry(&point)?.map(|geometry| (geometry, point)),
            _ => None,
        };
        match direct {
            Some(sure) if sure.1.clear > UNSURE => Ok(sure),
            // near to singular configurations there may be no room for better
            Some(unsure) => Ok(self.beside(&unsure.1, to).unwrap_or(unsure)),
            None => self.beside(from, to),
        }
    }

    /// The geometry in a singular configuration: derivatives along the branch are smooth, so that they follow from poses before and behind.
    fn beside(&mut self, from: &Point, to: f64) -> Result<(Geometry, Point), MachineError> {
        let d = BESIDE * self.units[self.driven[0].v] * if from.input > to { -1.0 } else { 1.0 };
        let mut parts = Vec::new();
        let mut here = from.clone();
        for offset in [-4.0, -3.0, -2.0, -1.0, 1.0, 2.0, 3.0, 4.0] {
            let End::Arrived(point) = self.walk(&here, to + offset * d)? else { return Err(self.lost(&here, to)) };
            let Some(geometry) = self.geometry(&point)? else { return Err(self.lost(&point, to)) };
            parts.push(geometry);
            here = point;
        }
        let weights = WEIGHTS.iter().rev().chain(&WEIGHTS);
        let (nv, count) = (self.model.nv(), self.driven.len());
        let (mut gains, mut first) = (DMatrix::zeros(nv, count), DVector::zeros(nv));
        let (mut second, mut way) = (DVector::zeros(nv), vec![0.0; nv]);
        let base = parts[3].q.clone();
        let mut step = vec![0.0; nv];
        for (part, &weight) in parts.iter().zip(weights) {
            gains += &part.gains * weight;
            first.axpy(weight, &part.first, 1.0);
            second.axpy(weight, &part.second, 1.0);
            self.model.difference(&base, &part.q, &mut step)?;
            way.iter_mut().zip(&step).for_each(|(sum, x)| *sum += weight * x);
        }
        let mut q = base.clone();
        self.model.integrate(&base, &way, &mut q)?;
        let (e, j) = self.equations(&q, Input::At(to))?;
        let plain = DVector::from_iterator(nv, first.iter().zip(&self.units).map(|(x, unit)| x / unit));
        let opening = (j.rows(0, self.loops.count()) * &plain).amax();
        // a dead point nearby spoils the interpolation
        if e.amax() > 1e-11 || opening > 1e-10 * plain.amax() {
            return Err(self.lost(&here, to));
        }
        Ok((Geometry { q, gains, first, second }, here))
    }

    /// An error for a branch that cannot be followed.
    pub(super) fn lost(&self, at: &Point, to: f64) -> MachineError {
        MachineError::BranchLost { joint: name(self.model, self), at: at.input, to }
    }
}

/// The name of the input.
pub(super) fn name(model: &Model, system: &System<'_>) -> String {
    model.joint_names()[system.driven[0].link.0].clone()
}
