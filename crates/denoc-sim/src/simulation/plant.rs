use denoc_dynamics::compiled::{Compile, Compiled};
use denoc_dynamics::loops::{LoopInverse, Loops, RANK_TOLERANCE};
use denoc_dynamics::{DynamicsError, Loads, Workspace};
use denoc_math::Wrench;
use denoc_math::dense::Qr;
use denoc_mechanism::passive::{PassiveWrenches, add_joint_forces};
use denoc_model::{LinkId, Model};

use crate::SimError;

/// The mechanism as a controller sees it: its model, and dynamics without new memory.
#[derive(Debug)]
pub struct Plant<'m> {
    pub(super) model: &'m Model,
    pub(super) compiled: Compiled,
    pub(super) ws: Workspace<f64>,
    pub(super) joint_forces: bool,
    /// Made when a controller asks for inverse dynamics first: it grows with the square of a loop's joints.
    closed: Option<Box<ClosedPlant<'m>>>,
}

/// What mechanisms with loops need besides.
#[derive(Debug)]
struct ClosedPlant<'m> {
    inverse: LoopInverse<f64>,
    loops: Loops<f64>,
    jacobian: Vec<f64>,
    rows: Vec<f64>,
    a: Vec<f64>,
    qr: Qr<f64>,
    /// How willingly each speed changes its acceleration: those with motors hardly.
    ease: Vec<f64>,
    forces: Vec<f64>,
    passive: PassiveWrenches<'m>,
    wrenches: Vec<Wrench<f64>>,
}

impl<'m> Plant<'m> {
    pub(crate) fn new(model: &'m Model, joint_forces: bool) -> Self {
        Self { model, compiled: model.compile(), ws: Workspace::new(model), joint_forces, closed: None }
    }

    fn has_loops(&self) -> bool {
        !self.model.closures().is_empty()
    }

    /// The model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The forces for a motion, without those of springs and friction. Of a mechanism with loops: the forces of its motors for
    /// the accelerations that its loops allow, those of joints with motors as in `a` and the others as they follow; springs and
    /// friction that act in the simulation are counted there.
    pub fn inverse_dynamics(&mut self, q: &[f64], v: &[f64], a: &[f64], tau: &mut [f64]) -> Result<(), DynamicsError> {
        if !self.has_loops() {
            return self.compiled.inverse_dynamics(q, v, a, tau);
        }
        self.closed_inverse((q, v, a), self.joint_forces, tau)
    }

    /// The forces that hold the links against gravity; of a mechanism with loops: those of its motors.
    pub fn gravity_forces(&mut self, q: &[f64], tau: &mut [f64]) -> Result<(), DynamicsError> {
        if self.has_loops() {
            let rest = vec![0.0; self.model.nv()];
            return self.closed_inverse((q, &rest, &rest), false, tau);
        }
        self.ws.position(self.model, q)?.gravity_forces(tau)
    }

    fn closed_inverse(
        &mut self,
        (q, v, a): (&[f64], &[f64], &[f64]),
        joint_forces: bool,
        tau: &mut [f64],
    ) -> Result<(), DynamicsError> {
        let mut forces = vec![0.0; v.len()];
        if joint_forces {
            self.tree_forces(q, v, 1.0, &mut forces);
        }
        let closed = self.closed.get_or_insert_with(|| ClosedPlant::new(self.model));
        closed.forces.copy_from_slice(&forces);
        let mut stage = self.ws.position(self.model, q)?.velocity(v)?;
        closed.wrenches.fill(Wrench::zero());
        if joint_forces {
            closed.passive.add(&stage, &mut closed.wrenches);
        }
        closed.loops.place(&stage);
        closed.loops.jacobian(&stage, &mut closed.jacobian)?;
        closed.loops.bias(&stage, &mut closed.rows)?;
        closed.allow(a);
        closed.inverse.set_applied(&closed.forces);
        closed.inverse.inverse(&mut stage, &closed.a, Loads::per_link(&closed.wrenches), tau)?.complete(self.model)?;
        Ok(())
    }

    /// Adds `scale` times the forces of springs and friction as they act in the simulation: nothing if they are switched
    /// off, and nothing for mechanisms with loops, where [`Plant::inverse_dynamics`] counts them.
    pub fn add_joint_forces(&self, q: &[f64], v: &[f64], scale: f64, tau: &mut [f64]) {
        if self.joint_forces && !self.has_loops() {
            self.tree_forces(q, v, scale, tau);
        }
    }

    fn tree_forces(&self, q: &[f64], v: &[f64], scale: f64, tau: &mut [f64]) {
        add_joint_forces(self.model, (q, v), scale, tau);
    }

    /// The step that leads from `from` to `to`, in speeds times time.
    pub fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) -> Result<(), SimError> {
        Ok(self.model.difference(from, to, step)?)
    }
}

/// Changes of accelerations with motors count for more.
fn ease(model: &Model) -> Vec<f64> {
    let known = model.lists_motors();
    let own = |(i, link): (usize, &denoc_model::Link<f64>)| {
        let ease = if known && model.is_actuated(LinkId(i)) { 1e-4 } else { 1.0 };
        core::iter::repeat_n(ease, link.nv)
    };
    model.links().iter().enumerate().flat_map(own).collect()
}

impl<'m> ClosedPlant<'m> {
    fn new(model: &'m Model) -> Box<Self> {
        let loops = Loops::new(model);
        Box::new(Self {
            inverse: LoopInverse::new(model),
            jacobian: vec![0.0; loops.count() * model.nv()],
            rows: vec![0.0; loops.count()],
            a: vec![0.0; model.nv()],
            qr: Qr::new(),
            ease: ease(model),
            forces: vec![0.0; model.nv()],
            passive: PassiveWrenches::new(model),
            wrenches: vec![Wrench::zero(); model.links().len()],
            loops,
        })
    }

    /// The shortest change of `a` to accelerations that keep the loops closed, J a + J̇ v = 0.
    fn allow(&mut self, a: &[f64]) {
        let (m, nv) = (self.rows.len(), a.len());
        self.qr.start(nv, m);
        for (i, unit) in self.loops.units().iter().enumerate() {
            let row = &self.jacobian[i * nv..(i + 1) * nv];
            let opening: f64 = row.iter().zip(a).map(|(j, a)| j * a).sum();
            self.rows[i] = -(self.rows[i] + opening) / unit;
            let entries = row.iter().zip(&self.ease).map(|(j, ease)| j * ease / unit);
            self.qr.column_mut(i).iter_mut().zip(entries).for_each(|(x, entry)| *x = entry);
        }
        self.qr.factor(RANK_TOLERANCE, usize::MAX);
        let mut change = vec![0.0; nv.max(m)];
        for (x, &i) in change.iter_mut().zip(&self.qr.order()[..self.qr.rank()]) {
            *x = self.rows[i];
        }
        self.qr.solve_lower(&mut change);
        self.qr.apply(&mut change[..nv]);
        for (i, own) in self.a.iter_mut().enumerate() {
            *own = a[i] + self.ease[i] * change[i];
        }
    }
}
