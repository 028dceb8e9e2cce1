//! Derivatives of the equations of motion for implicit integrators.
//!
//! Without loads: ∂a/∂x = I⁻¹ (∂f/∂x − ∂τ/∂x) for x coordinates and speeds, ∂τ/∂x the derivatives of inverse dynamics by recursion, f the
//! forces of controller, springs and friction, by differences: forces take little work. With loops whose states are in the coordinates
//! of the tree, the same with the derivatives of [`denoc_dynamics::loops::LoopDerivatives`]. Otherwise, and with loops where dry
//! friction sticks: differences of the rates.
//!
//! Speeds that dry friction holds have no acceleration: with E their unit vectors, ∂a/∂x is reduced by I⁻¹ E (Eᵀ I⁻¹ E)⁻¹ Eᵀ ∂a/∂x.

use denoc_dynamics::Loads;
use denoc_dynamics::loops::Driven;
use denoc_math::dense::Cholesky;

use super::Equations;
use crate::SimError;
use crate::integrators::{Around, System, difference_step, differences};

/// Matrices of [`Equations::linearise_analytic`], allocated at its first call.
#[derive(Default)]
pub(super) struct Slopes {
    dq: Vec<f64>,
    dv: Vec<f64>,
    /// ∂a/∂f; I⁻¹ without loops.
    inverse: Vec<f64>,
    forces: Vec<f64>,
    own_rates: [Vec<f64>; 2],
}

impl Equations<'_, '_> {
    /// Rows of derivatives: of the accelerations, then of the rates of the controller's states.
    pub(super) fn derivatives(
        &mut self,
        at: Around<'_>,
        rows: &mut [f64],
        scratch: &mut [Vec<f64>; 2],
    ) -> Result<(), SimError> {
        let t = at.t.min(self.latest);
        if self.is_analytic(t) {
            let mut slopes = core::mem::take(&mut self.slopes);
            let done = self.linearise_analytic(&mut slopes, Around { t, ..at }, rows, &mut scratch[0]);
            self.slopes = slopes;
            if done? {
                return Ok(());
            }
        }
        differences(self, at, rows, scratch)
    }

    /// Whether derivatives are found without differences of the rates.
    fn is_analytic(&self, t: f64) -> bool {
        let plain = self.closing.as_ref().is_none_or(|closing| closing.is_plain() && !self.friction.sticks());
        plain && !self.any_wrenches(t)
    }

    /// `false` if there is no solution for reasons of rounding.
    fn linearise_analytic(
        &mut self,
        s: &mut Slopes,
        Around { t, y, rates }: Around<'_>,
        rows: &mut [f64],
        beside: &mut [f64],
    ) -> Result<bool, SimError> {
        let (nv, n) = (self.plant.model.nv(), self.controlled());
        let states = n - 2 * nv;
        for matrix in [&mut s.dq, &mut s.dv, &mut s.inverse] {
            matrix.resize(nv * nv, 0.0);
        }
        s.own_rates.iter_mut().for_each(|rates| rates.resize(states, 0.0));
        beside.copy_from_slice(y);
        let saturated = self.saturated;
        self.place(y)?;
        self.forces(t, &y[2 * nv..n], &mut s.own_rates[0])?;
        s.forces.clear();
        s.forces.extend_from_slice(&self.total);
        self.clear_wrenches();
        let Self { plant, q, v, a, total, friction, wrenches, closing, .. } = self;
        let mut stage = plant.ws.position(plant.model, q)?.velocity(v)?;
        if let Some(closing) = closing {
            let driven = Driven { tau: total, loads: Loads::NONE, a: &rates[nv..2 * nv] };
            if !closing.linearise(&mut stage, driven, [&mut s.dq, &mut s.dv, &mut s.inverse])? {
                self.saturated = saturated;
                return Ok(false);
            }
        } else {
            if friction.sticks() {
                friction.accelerate(&mut stage, total, wrenches, a)?;
            }
            stage.forward_derivatives(total, Loads::NONE, a, &mut s.dq, &mut s.dv, &mut s.inverse)?;
        }
        for (i, row) in rows[..nv * n].chunks_exact_mut(n).enumerate() {
            row[..nv].copy_from_slice(&s.dq[i * nv..][..nv]);
            row[nv..2 * nv].copy_from_slice(&s.dv[i * nv..][..nv]);
            row[2 * nv..].fill(0.0);
        }
        let (accelerations, own) = rows.split_at_mut(nv * n);
        for j in 0..n {
            beside[j] = y[j] + difference_step(y[j]);
            let step = beside[j] - y[j];
            self.place(beside)?;
            self.forces(t, &beside[2 * nv..n], &mut s.own_rates[1])?;
            beside[j] = y[j];
            for (k, (there, here)) in self.total.iter().zip(&s.forces).enumerate() {
                // most forces depend on one joint only
                if there != here {
                    let slope = (there - here) / step;
                    for (row, inverse) in accelerations.chunks_exact_mut(n).zip(s.inverse[k..].iter().step_by(nv)) {
                        row[j] += inverse * slope;
                    }
                }
            }
            for (k, row) in own.chunks_exact_mut(n).enumerate() {
                row[j] = (s.own_rates[1][k] - s.own_rates[0][k]) / step;
            }
        }
        self.saturated = saturated;
        if self.friction.sticks() {
            hold(self.friction.locked(), &s.inverse, accelerations, n);
        }
        Ok(true)
    }
}

/// Makes the accelerations of locked speeds vanish: reduces the rows of all accelerations, of length `n`, by what the forces that hold
/// these speeds change.
fn hold(locked: &[bool], inverse: &[f64], rows: &mut [f64], n: usize) {
    let nv = locked.len();
    let held: Vec<usize> = (0..nv).filter(|&k| locked[k]).collect();
    let mut small = Cholesky::new(held.len());
    for (i, &row) in held.iter().enumerate() {
        held[..=i].iter().enumerate().for_each(|(j, &column)| small.set(i, j, inverse[row * nv + column]));
    }
    if small.factor(0.0).is_err() {
        return; // rounding: Newton's method does without
    }
    let mut forces = vec![0.0; held.len()];
    for j in 0..n {
        forces.iter_mut().zip(&held).for_each(|(force, &k)| *force = rows[k * n + j]);
        small.solve(&mut forces);
        for (i, row) in rows.chunks_exact_mut(n).enumerate() {
            let change: f64 = held.iter().zip(&forces).map(|(&k, force)| inverse[i * nv + k] * force).sum();
            row[j] = if locked[i] { 0.0 } else { row[j] - change };
        }
    }
}
