//! First and second derivatives of the coordinates by the input's.

use denoc_model::Model;
use nalgebra::{DMatrix, DVector};

use super::curve::{End, Point};
use super::system::{Input, System};
use crate::MachineError;
use denoc_mechanism::{RANK_TOLERANCE, Svd};

/// Distance of the configurations between which a singular one is interpolated, rad (or relative to the size). Second derivatives lose
/// digits with its third power.
const BESIDE: f64 = 0.02;
/// Weights of the configurations 1, 2, 3 and 4 distances away, before and behind: polynomials up to the seventh power are met exactly.
const WEIGHTS: [f64; 4] = [4.0 / 5.0, -2.0 / 5.0, 4.0 / 35.0, -1.0 / 70.0];
/// Configurations less unique than this are interpolated.
const UNSURE: f64 = 5e-3;

/// A configuration with its derivatives; how fast the input moves does not matter yet.
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
        let units = DVector::from_column_slice(&self.units);
        let with_units = |x: DVector<f64>| x.component_mul(&units);
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
        let b = self.second_order(&point.q, &first)?;
        let mut second = with_units(svd.solve(&b, nv));
        for d in &self.driven {
            second[d.v] = 0.0;
        }
        Ok(Some(Geometry { q: point.q.clone(), gains, first, second }))
    }

    /// What J times the accelerations per square of the input's speed must be, dimensionless: −J̇ v of the closures, zero for the driven
    /// joints.
    fn second_order(&mut self, q: &[f64], first: &DVector<f64>) -> Result<DVector<f64>, MachineError> {
        let m = self.loops.count();
        let mut bias = vec![0.0; m];
        let stage = self.ws.position(self.model, q)?.velocity(first.as_slice())?;
        self.loops.place(&stage);
        self.loops.bias(&stage, &mut bias)?;
        let mut b = DVector::zeros(m + self.driven.len());
        for (i, (x, unit)) in bias.iter().zip(self.loops.units()).enumerate() {
            b[i] = -x / unit;
        }
        Ok(b)
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

    /// The geometry in a singular configuration: derivatives along the branch are smooth, so that they follow from configurations before and behind.
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
        let mut geometry = Geometry { q, gains, first, second };
        self.refine(&mut geometry, to)?;
        Ok((geometry, here))
    }

    /// Removes the errors of interpolation. Constraints determine coordinates, speeds and accelerations in all but the singular
    /// directions; there they relate accelerations to speeds, which are tangent to the branch.
    fn refine(&mut self, geometry: &mut Geometry, to: f64) -> Result<(), MachineError> {
        let (e, j) = self.equations(&geometry.q, Input::At(to))?;
        let Some(svd) = Svd::new(&j) else { return Ok(()) };
        let (m, nv, rank) = (self.loops.count(), self.model.nv(), svd.rank(UNSURE));
        let units = DVector::from_column_slice(&self.units);
        let correction = |error: &DVector<f64>| svd.solve(error, rank).component_mul(&units);
        let step: Vec<f64> = correction(&e).iter().map(|x| -x).collect();
        let mut q = geometry.q.clone();
        self.model.integrate(&geometry.q, &step, &mut q)?;
        geometry.q = q;
        let (_, j) = self.equations(&geometry.q, Input::At(to))?;
        let error = |x: &DVector<f64>, b: &DVector<f64>| &j * x.component_div(&units) - b;
        for (i, d) in self.driven.iter().enumerate() {
            let mut b = DVector::zeros(m + self.driven.len());
            b[m + i] = 1.0 / self.units[d.v];
            let gain = geometry.gains.column(i).into_owned();
            geometry.gains.set_column(i, &(&gain - correction(&error(&gain, &b))));
        }
        let ratios = DVector::from_iterator(self.driven.len(), self.driven.iter().map(|d| d.ratio));
        geometry.first = &geometry.gains * &ratios;

        let (singular, across) = (svd.v.columns(rank, nv - rank), svd.u.columns(rank, nv - rank));
        let b = self.second_order(&geometry.q, &geometry.first)?;
        let mut slopes = DMatrix::zeros(nv - rank, nv - rank);
        for (k, direction) in singular.column_iter().enumerate() {
            // J̇ v is quadratic in the speeds, so that a difference is exact
            let side = direction.component_mul(&units) * geometry.first.amax();
            let [ahead, behind] =
                [1.0, -1.0].map(|sign| self.second_order(&geometry.q, &(&geometry.first + &side * sign)));
            slopes.set_column(k, &(across.transpose() * (ahead? - behind?) / (2.0 * geometry.first.amax())));
        }
        // accelerations are less certain than speeds: the smallest changes of both, weighted, that meet the constraints
        let sigma = DMatrix::from_diagonal(&DVector::from_column_slice(&svd.values[rank..])) / UNSURE;
        let both = DMatrix::from_columns(&sigma.column_iter().chain((-slopes).column_iter()).collect::<Vec<_>>());
        if let Some(both) = Svd::new(&both) {
            let change = both.solve(&(across.transpose() * error(&geometry.second, &b)), both.rank(RANK_TOLERANCE));
            let (faster, turned) = (change.rows(0, nv - rank) / UNSURE, change.rows(nv - rank, nv - rank));
            geometry.second -= (singular * faster).component_mul(&units);
            let gain = geometry.gains.column(0) - (singular * turned).component_mul(&units);
            geometry.gains.set_column(0, &gain);
            geometry.first = &geometry.gains * ratios;
        }
        let b = self.second_order(&geometry.q, &geometry.first)?;
        geometry.second -= correction(&error(&geometry.second, &b));
        Ok(())
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
