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
    rates: Vec<f64>,
}

impl Equations<'_, '_> {
    /// Rows of derivatives: of the accelerations, then of the rates of the controller's states.
    pub(super) fn derivatives(
        &mut self,
        at: Around<'_>,
        rows: &mut [f64],
        scratch: &mut [Vec<f64>; 2],
    ) -> Result<(), SimError> {
        let mut slopes = core::mem::take(&mut self.slopes);
        let mut fresh = core::mem::take(&mut slopes.rates);
        let done = self.derivatives_afresh(&mut slopes, &mut fresh, at, rows, scratch);
        slopes.rates = fresh;
        self.slopes = slopes;
        done
    }

    fn derivatives_afresh(
        &mut self,
        slopes: &mut Slopes,
        fresh: &mut Vec<f64>,
        at: Around<'_>,
        rows: &mut [f64],
        scratch: &mut [Vec<f64>; 2],
    ) -> Result<(), SimError> {
        let mut rates = at.rates;
        if self.closing.is_some() {
            // those given were found with the order of pivots of the step before, which a resumed run does not know
            fresh.resize(at.y.len(), 0.0);
            self.evaluate(at.t, at.y, fresh)?;
            rates = fresh;
        }
        let (t, at) = (at.t.min(self.latest), Around { rates, ..at });
        if self.is_analytic(t) && self.linearise_analytic(slopes, Around { t, ..at }, rows, &mut scratch[0])? {
            return Ok(());
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

#[cfg(test)]
mod tests {
    use denoc_formats::catalogue;
    use denoc_mechanism::Draft;
    use denoc_model::{JointProperties, Model};

    use crate::controllers::{ConstantForces, Controller, Pid, Reference};
    use crate::integrators::{Around, System};
    use crate::simulation::equations::Equations;
    use crate::simulation::load::BoundLoad;
    use crate::simulation::loops::Closing;
    use crate::simulation::plant::Plant;
    use crate::{DryFriction, FrictionMode, Integrator, Load, LoopClosure, LoopSettings};

    /// A mechanism of the catalogue with dry friction in its joints, and a little of other forces.
    fn mechanism(name: &str, dry_friction: &[f64]) -> Model {
        let mut description = catalogue::describe(name).unwrap();
        for (joint, &dry_friction) in description.joints.iter_mut().zip(dry_friction) {
            joint.properties =
                JointProperties { dry_friction, viscous_friction: 0.7, spring_stiffness: 4.0, ..joint.properties };
        }
        description.build().unwrap()
    }

    /// Equations that begin at a state, controller states included, with the rates there.
    fn begin(equations: &mut Equations<'_, '_>, q: &[f64], v: &[f64]) -> [Vec<f64>; 2] {
        let (n, first) = (equations.dimension(), 2 * v.len());
        let [mut y, mut rates] = [vec![0.0; n], vec![0.0; n]];
        equations.begin(q, v, &mut y).unwrap();
        (first..equations.controlled()).for_each(|i| y[i] = 0.3 - 0.1 * (i - first) as f64);
        equations.begin_friction(0.0, &mut y, &mut rates).unwrap();
        equations.rates(0.0, &y, &mut rates).unwrap();
        [y, rates]
    }

    /// Compares derivatives with central differences of the rates, except by speeds that stick: these are zero whatever the state.
    fn check(equations: &mut Equations<'_, '_>, q: &[f64], v: &[f64]) {
        let [y, rates] = begin(equations, q, v);
        let (n, first) = (equations.controlled(), equations.coordinates());
        let mut rows = vec![0.0; (n - first) * n];
        let mut scratch = [y.clone(), y.clone()];
        equations.linearise(Around { t: 0.0, y: &y, rates: &rates }, &mut rows, &mut scratch).unwrap();
        let held = equations.friction.locked().to_vec();
        let (step, mut found, mut expected) = (1e-5, Vec::<f64>::new(), Vec::new());
        let [mut beside, mut before, mut after] = [y.clone(), rates.clone(), rates.clone()];
        for j in (0..n).filter(|&j| !(first..2 * first).contains(&j) || !held[j - first]) {
            for (offset, rates) in [(-step, &mut before), (step, &mut after)] {
                beside[j] = y[j] + offset;
                equations.rates(0.0, &beside, rates).unwrap();
            }
            beside[j] = y[j];
            expected.extend((first..n).map(|i| 0.5 * (after[i] - before[i]) / step));
            found.extend(rows.iter().skip(j).step_by(n));
        }
        // forces, or rates, are differentiated by short forward differences
        denoc_testkit::close_within(&found, &expected, 1e-4 * denoc_testkit::largest(&expected));
    }

    // oracle: central differences of the rates: a tree whose second joint sticks while the others slide, with states of its controller
    #[test]
    fn derivatives_of_a_tree_are_those_of_its_rates() {
        for friction in [[0.1, 0.2, 0.1], [0.1, 50.0, 0.1]] {
            let model = mechanism("planar_3r", &friction);
            let load = Load::force("link3", [1.0, 2.0, 0.0]);
            for loads in [vec![], vec![BoundLoad::new(&model, &load).unwrap()]] {
                let target = Reference::Hold(vec![0.4, -0.2, 0.9]);
                let mut law = Pid::new(&model, target, &[30.0, 20.0, 10.0], &[5.0], &[2.0, 3.0, 4.0]).unwrap();
                let plant = Plant::new(&model, true);
                let mut equations = Equations::new(plant, &mut law, loads, true, None, (DryFriction::Exact, &[]));
                check(&mut equations, &[0.3, 0.8, -0.5], &[0.5, 0.0, -0.8]);
                let sticks = matches!(equations.friction.modes()[1], FrictionMode::Sticks(_));
                assert_eq!(sticks, friction[1] > 1.0);
            }
        }
    }

    /// The same for loops, from the usual start, with a speed of the first joint and a force there.
    fn check_loops(model: &Model, speed: f64, force: f64) -> usize {
        let first = model.links().iter().position(|link| link.nv == 1).unwrap();
        let mut draft = Draft::usual(model);
        draft.held = vec![denoc_model::LinkId(first)];
        draft.v[model.links()[first].v] = speed;
        draft.driven = Some(vec![denoc_model::LinkId(first)]);
        let start = if speed == 0.0 { Draft::usual(model).close(model) } else { draft.close(model) }.unwrap();
        let (mut q, mut v) = (start.q, start.v);
        let mut forces = vec![0.0; model.nv()];
        forces[model.links()[first].v] = force;
        let mut law = ConstantForces::new(forces);
        assert!(law.states() == 0);
        let mut plant = Plant::new(model, true);
        let settings = LoopSettings { closure: Some(LoopClosure::Corrected), ..LoopSettings::default() };
        let closing = Closing::new(model, &mut plant.ws, (settings, Integrator::Radau5), &mut q, &mut v).unwrap();
        let mut equations = Equations::new(plant, &mut law, vec![], false, Some(closing), (DryFriction::Exact, &[]));
        check(&mut equations, &q, &v);
        equations.friction.modes().iter().filter(|mode| matches!(mode, FrictionMode::Sticks(_))).count()
    }

    // oracle: the same, with loops: all joints slide, or one sticks while others are free
    #[test]
    fn derivatives_of_loops_are_those_of_their_rates() {
        assert_eq!(check_loops(&mechanism("fourbar", &[0.1, 0.2, 0.1]), 2.0, 3.0), 0);
        assert_eq!(check_loops(&mechanism("robot_3rrr", &[0.0, 0.0, 0.0]), 0.0, 3.0), 0);
        assert_eq!(check_loops(&mechanism("robot_3rrr", &[0.0, 90.0, 0.0]), 0.0, 3.0), 1);
    }
}
