//! The constraints of a mechanism with driven joints, as one dimensionless system of equations.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_model::{LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::CycleOptions;
use crate::MachineError;
use denoc_mechanism::{MechanismError, RANK_TOLERANCE, Svd, scaled_rows};

/// A driven joint.
#[derive(Copy, Clone, Debug)]
pub(super) struct Driven {
    pub(super) link: LinkId,
    /// Its index in q and in v.
    pub(super) q: usize,
    pub(super) v: usize,
    /// Change per change of the input.
    pub(super) ratio: f64,
}

/// The constraint on the input.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Input {
    /// None: the mechanism can move.
    Free,
    /// A prescribed coordinate.
    At(f64),
}

/// Closures and driven joints of a model. The first driven joint is the input.
#[derive(Debug)]
pub(super) struct System<'m> {
    pub(super) model: &'m Model,
    pub(super) ws: Workspace<f64>,
    pub(super) loops: Loops<f64>,
    pub(super) driven: Vec<Driven>,
    /// Coordinates of the driven joints at the start.
    home: Vec<f64>,
    /// The unit of each speed.
    pub(super) units: Vec<f64>,
    residuals: Vec<f64>,
    /// All speeds.
    speeds: Vec<usize>,
}

impl<'m> System<'m> {
    pub(super) fn new(model: &'m Model, options: &CycleOptions) -> Result<Self, MachineError> {
        if let Some(i) = model.closures().iter().position(|c| c.is_nonholonomic()) {
            let closure = model.closure_names()[i].clone();
            return Err(MachineError::RollsInCycle { closure });
        }
        let mut driven = vec![joint(model, &options.input, 1.0)?];
        for follower in &options.followers {
            if !follower.ratio.is_finite() {
                let rule = "it must be a number: 0 holds the joint";
                return Err(
                    MechanismError::Setting { what: "the ratio of a follower", value: follower.ratio, rule }.into()
                );
            }
            let new = joint(model, &follower.joint, follower.ratio)?;
            if driven.iter().any(|d| d.v == new.v) {
                return Err(MachineError::DrivenTwice { joint: follower.joint.clone() });
            }
            driven.push(new);
        }
        let loops = Loops::new(model);
        Ok(Self {
            model,
            ws: Workspace::new(model),
            home: vec![0.0; driven.len()],
            driven,
            units: loops.speed_units().to_vec(),
            residuals: vec![0.0; loops.count()],
            speeds: (0..model.nv()).collect(),
            loops,
        })
    }

    /// Sets the start, from which followers follow the input.
    pub(super) fn set_home(&mut self, q: &[f64]) {
        self.home = self.driven.iter().map(|d| q[d.q]).collect();
    }

    pub(super) fn input(&self, q: &[f64]) -> f64 {
        q[self.driven[0].q]
    }

    /// The prescribed coordinate of each driven joint, for a coordinate of the input.
    fn prescribed(&self, input: f64) -> impl Iterator<Item = (Driven, f64)> + '_ {
        let moved = input - self.home[0];
        self.driven.iter().zip(&self.home).map(move |(d, home)| (*d, home + d.ratio * moved))
    }

    /// Errors of all constraints, and their Jacobian, both dimensionless: loops, then driven joints (without the input if it is free).
    pub(super) fn equations(&mut self, q: &[f64], input: Input) -> Result<(DVector<f64>, DMatrix<f64>), MachineError> {
        let position = self.ws.position(self.model, q)?;
        self.loops.place(&position);
        self.loops.residuals(&position, &mut self.residuals)?;
        let (m, units) = (self.loops.count(), self.loops.units());
        let first = usize::from(input == Input::Free);
        let count = m + self.driven.len() - first;
        let j = scaled_rows(units.iter().copied(), &self.speeds, &self.units, |row, add| {
            self.loops.jacobian_row(&position, row, add);
        });
        let (mut e, mut j) = (DVector::zeros(count), j.resize_vertically(count, 0.0));
        for (e, (residual, unit)) in e.iter_mut().zip(self.residuals.iter().zip(units)) {
            *e = residual / unit;
        }
        let at = if let Input::At(at) = input { at } else { self.input(q) };
        for (i, (d, prescribed)) in self.prescribed(at).enumerate().skip(first) {
            let row = m + i - first;
            e[row] = (q[d.q] - prescribed) / self.units[d.v];
            j[(row, d.v)] = 1.0;
            if input == Input::Free {
                let lead = self.driven[0].v;
                j[(row, lead)] -= d.ratio * self.units[lead] / self.units[d.v];
            }
        }
        Ok((e, j))
    }

    /// Newton's method (least squares, smallest steps) from `q`; returns the coordinates and the length of the first step, or `None`.
    pub(super) fn close(&mut self, q: &[f64], input: Input) -> Result<Option<(Vec<f64>, f64)>, MachineError> {
        let mut q = q.to_vec();
        let mut next = q.clone();
        let most = self.model.nv() - usize::from(input == Input::Free);
        let (mut before, mut first) = (f64::INFINITY, None);
        for _ in 0..25 {
            let (e, j) = self.equations(&q, input)?;
            let Some(svd) = Svd::new(&j) else { return Ok(None) };
            let x = svd.solve(&e, svd.rank(RANK_TOLERANCE).min(most));
            let size = x.norm();
            let first = *first.get_or_insert(size);
            // as good as rounding allows: the corrections get no smaller
            if size < 1e-12 && (size <= 1e-15 || size >= 0.25 * before) {
                return Ok((e.amax() < 1e-9).then_some((q, first)));
            }
            if !size.is_finite() || size > 1.0 || (size > 1e-9 && size > 0.9 * before) {
                return Ok(None);
            }
            let step: Vec<f64> = x.iter().zip(&self.units).map(|(x, unit)| -x * unit).collect();
            self.model.integrate(&q, &step, &mut next)?;
            core::mem::swap(&mut q, &mut next);
            before = size;
        }
        Ok(None)
    }

    /// The dimensionless unit vector along which the mechanism moves, and its uniqueness: the smallest accepted singular value
    /// relative to the largest. `None` if nothing can move.
    pub(super) fn direction(&mut self, q: &[f64]) -> Result<Option<(DVector<f64>, f64)>, MachineError> {
        let (_, j) = self.equations(q, Input::Free)?;
        let nv = self.model.nv();
        let Some(svd) = Svd::new(&j) else { return Ok(None) };
        if svd.rank(RANK_TOLERANCE) >= nv {
            return Ok(None);
        }
        let largest = svd.values.first().copied().unwrap_or(0.0);
        let clear = match nv {
            1 => 1.0,
            _ => svd.values.get(nv - 2).copied().unwrap_or(0.0) / largest.max(f64::MIN_POSITIVE),
        };
        Ok(Some((svd.v.column(nv - 1).into_owned(), clear)))
    }

    /// Number of degrees of freedom that are not driven, in a closed configuration.
    pub(super) fn undriven(&mut self, q: &[f64]) -> Result<usize, MachineError> {
        let at = self.input(q);
        let (_, j) = self.equations(q, Input::At(at))?;
        Ok(Svd::new(&j).map_or(0, |svd| self.model.nv() - svd.rank(RANK_TOLERANCE)))
    }
}

fn joint(model: &Model, name: &str, ratio: f64) -> Result<Driven, MachineError> {
    if model.closure(name).is_ok() {
        return Err(MachineError::DrivesCut { joint: name.to_owned() });
    }
    let link = model.joint(name)?;
    let l = &model.links()[link.0];
    if l.nq != 1 || l.nv != 1 {
        let (joint, rule) = (name.to_owned(), "the input of a cycle must have exactly one");
        return Err(MechanismError::NoCoordinate { joint, what: "single coordinate", index: 0, rule }.into());
    }
    Ok(Driven { link, q: l.q, v: l.v, ratio })
}
