//! Linearly implicit steps of the equations of motion, O(n).
//!
//! With K and B symmetric, positive semidefinite approximations of stiffness and damping, a step h of the linearly implicit
//! Euler method is
//!
//! ```text
//! (I + hB + h²K) δv = h (I a − hK v),      δφ = h φ̇(φ, v + δv)
//! ```
//!
//! which is forward dynamics with [`AddedInertia`] hB + h²K and forces reduced by hK v: the same recursion, the same cost. K and
//! B hold what is local to a joint or to a link:
//!
//! * joints: springs, viscous friction, the slope of smoothed dry friction; of rotation springs of ball joints a diagonal matrix
//!   that is not below them. It is the spring itself where its axis is one of the frame's axes, as in ropes. With a skew axis it
//!   makes the soft directions as stiff as the stiff ones, and steps become short: there `radau5` is better;
//! * links: media, and the stiffness of tension. A link that turns by θ moves the points at levers r from its mass centre, where
//!   forces F act; with F as at the start of the step the moment of these forces changes by −Kθ θ, Kθ = Σ [(F·r) 1 − ½ (F rᵀ +
//!   r Fᵀ)], without its negative part. In a rope under tension that is what carries transverse waves. It takes part only in
//!   links where the step is too long for an explicit method.
//!
//! Springs between points, gains of controllers and gyroscopic forces are left to accuracy: their steps are not longer than with
//! explicit methods.

use denoc_dynamics::{Acceleration, AddedInertia, Loads, Velocity};
use denoc_math::{RigidMass, Sym3, Vec3, Wrench};
use denoc_mechanism::passive::{DRY_FRICTION_SPEED, mass_center, resistances};
use denoc_model::{ClosureId, LinkId, Model};
use nalgebra::{Matrix3, SymmetricEigen};

use super::equations::Equations;
use super::loops::Closing;
use crate::SimError;
use crate::integrators::Span;

/// Tension is left out where (step · frequency)² is below this, the frequency that of the link alone: there the steps are stable
/// without it, and more accurate. The shortest wave of a rope has a third of the square of the frequency of a link, and the
/// extrapolated steps hardly grow without it (by 1e-3 per step) up to step · frequency = 2.4.
const SLOW: f64 = 20.0;

/// What linearly implicit steps need.
pub(super) struct Implicit {
    /// Stiffness and viscous damping, by speed.
    stiffness: Vec<f64>,
    damping: Vec<f64>,
    /// Dry friction: speeds and forces.
    dry: Vec<(usize, f64)>,
    /// What media add, per unit of time.
    media: Vec<(LinkId, RigidMass<f64>)>,
    /// Stiffness of tension, by link, in link axes.
    tension: Vec<Sym3<f64>>,
    /// hB + h²K; lent to the workspace while accelerations are computed.
    added: AddedInertia<f64>,
    /// Speeds at the end of the small step.
    later: Vec<f64>,
    /// The length of the small step in work.
    step: Option<f64>,
}

impl Implicit {
    fn new(model: &Model, joint_forces: bool, smooth: bool) -> Self {
        let mut matrices = Self {
            stiffness: vec![0.0; model.nv()],
            damping: vec![0.0; model.nv()],
            dry: Vec::new(),
            media: Vec::new(),
            tension: vec![Sym3::zero(); model.links().len()],
            added: AddedInertia::zero(model),
            later: vec![0.0; model.nv()],
            step: None,
        };
        if joint_forces {
            matrices.add_joints(model, smooth);
            matrices.media.extend(resistances(model));
        }
        matrices
    }

    fn add_joints(&mut self, model: &Model, smooth: bool) {
        for (i, l) in model.links().iter().enumerate() {
            let p = model.properties(LinkId(i));
            let speeds = l.v..l.v + l.nv;
            self.damping[speeds.clone()].fill(p.viscous_friction);
            if l.nq == l.nv {
                self.stiffness[speeds.clone()].fill(p.spring_stiffness);
            }
            if smooth && p.dry_friction != 0.0 {
                self.dry.extend(speeds.clone().map(|s| (s, p.dry_friction)));
            }
            if let Some(spring) = p.rotation_spring.filter(|_| l.nv == 3) {
                for (k, s) in speeds.enumerate() {
                    self.stiffness[s] += bounds(spring.stiffness())[k];
                    self.damping[s] += bounds(spring.damping())[k];
                }
            }
        }
    }

    /// The length of the small step in work.
    pub(super) fn step(&self) -> Option<f64> {
        self.step
    }

    /// Sets the added inertia for speeds `v` and reduces the forces.
    fn begin(&mut self, h: f64, v: &[f64], forces: &mut [f64]) {
        for (s, added) in self.added.speeds.iter_mut().enumerate() {
            *added = h * (self.damping[s] + h * self.stiffness[s]);
            forces[s] -= h * self.stiffness[s] * v[s];
        }
        for &(s, force) in &self.dry {
            let fade = 1.0 / (v[s] / DRY_FRICTION_SPEED).cosh();
            self.added.speeds[s] += h * force / DRY_FRICTION_SPEED * fade * fade;
        }
        for (added, tension) in self.added.links.iter_mut().zip(&self.tension) {
            *added = RigidMass { inertia: tension.scale(h * h), ..RigidMass::zero() };
        }
        for (link, medium) in &self.media {
            self.added.links[link.0] += medium.map(|x| h * x);
        }
    }

    /// Adds −h Kθ ω.
    pub(super) fn push(&self, stage: &Velocity<'_, f64>, wrenches: &mut [Wrench<f64>]) {
        let Some(h) = self.step else { return };
        for (i, (wrench, tension)) in wrenches.iter_mut().zip(&self.tension).enumerate() {
            wrench.moment += tension.apply(stage.link_twist(LinkId(i)).angular).scale(-h);
        }
    }

    /// The speeds at the end of the small step in work.
    pub(super) fn later(&mut self, v: &[f64], a: &[f64]) -> Option<&[f64]> {
        let h = self.step?;
        self.later.iter_mut().zip(v).zip(a).for_each(|((later, v), a)| *later = v + h * a);
        Some(&self.later)
    }

    /// The stiffness of tension, from the forces in the joints of a motion and in closures.
    fn tighten(&mut self, stage: &Acceleration<'_, f64>, closing: Option<&Closing<'_>>, step: f64) {
        let model = stage.model();
        self.tension.fill(Sym3::zero());
        let mut add = |LinkId(i): LinkId, point: Vec3<f64>, force: Vec3<f64>| {
            let lever = point - mass_center(&model.links()[i].mass);
            self.tension[i] += turning(force, lever);
        };
        for (i, link) in model.links().iter().enumerate() {
            let force = stage.reaction(LinkId(i)).force;
            add(LinkId(i), Vec3::zero(), force);
            if let Some(parent) = link.parent {
                let pose = stage.relative_pose(LinkId(i));
                add(parent, pose.position, -pose.rotation.apply(force));
            }
        }
        if let Some((loops, lambda)) = closing.map(Closing::multipliers) {
            for (i, closure) in model.closures().iter().enumerate() {
                let Some([parent, child]) = closure.ends() else { continue };
                for row in loops.rows_of(ClosureId(i)) {
                    // either end may be the ground
                    for (end, frame) in loops.rows()[row].wrenches.iter().zip([parent, child]) {
                        if let Some((link, wrench)) = end {
                            add(*link, frame.pose.position, wrench.force.scale(lambda[row]));
                        }
                    }
                }
            }
        }
        for (tension, link) in self.tension.iter_mut().zip(model.links()) {
            let (positive, largest) = positive_part(*tension);
            let square = step * step * largest;
            *tension = if square > SLOW * transverse_inertia(&link.mass) { positive } else { Sym3::zero() };
        }
    }
}

/// (F·r) 1 − ½ (F rᵀ + r Fᵀ).
fn turning(force: Vec3<f64>, lever: Vec3<f64>) -> Sym3<f64> {
    let (f, r) = (force, lever);
    Sym3 {
        xx: f.y * r.y + f.z * r.z,
        xy: -0.5 * (f.x * r.y + f.y * r.x),
        xz: -0.5 * (f.x * r.z + f.z * r.x),
        yy: f.x * r.x + f.z * r.z,
        yz: -0.5 * (f.y * r.z + f.z * r.y),
        zz: f.x * r.x + f.y * r.y,
    }
}

/// A diagonal matrix not below a positive semidefinite one: its sums of sizes along rows.
fn bounds(m: Sym3<f64>) -> [f64; 3] {
    let (xy, xz, yz) = (m.xy.abs(), m.xz.abs(), m.yz.abs());
    [m.xx + xy + xz, m.yy + xy + yz, m.zz + xz + yz]
}

/// About the mass centre, across the long direction of a slender link.
fn transverse_inertia(mass: &RigidMass<f64>) -> f64 {
    let offset = mass_center(mass);
    0.5 * mass.inertia.trace() - mass.mass * offset.dot(offset)
}

/// A matrix without its negative part, and its largest eigenvalue.
fn positive_part(m: Sym3<f64>) -> (Sym3<f64>, f64) {
    let eigen = SymmetricEigen::new(Matrix3::new(m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz));
    let (mut sum, mut largest) = (Sym3::zero(), 0.0_f64);
    for (k, &value) in eigen.eigenvalues.iter().enumerate() {
        largest = largest.max(value);
        if value > 0.0 {
            let [x, y, z]: [f64; 3] = eigen.eigenvectors.column(k).into_owned().into();
            sum += Sym3 { xx: x * x, xy: x * y, xz: x * z, yy: y * y, yz: y * z, zz: z * z }.scale(value);
        }
    }
    (sum, largest)
}

impl Equations<'_, '_> {
    /// Freezes the stiffness of tension at the start of a step.
    pub(super) fn freeze(&mut self, span: Span<'_>) -> Result<(), SimError> {
        let Span { t, y, rates, .. } = span;
        let (model, joint_forces) = (self.plant.model, self.plant.joint_forces);
        let mut implicit = match self.implicit.take() {
            Some(implicit) => implicit,
            None => Box::new(Implicit::new(model, joint_forces, !self.friction.has_dry())),
        };
        if self.closing.is_some() {
            self.rates_with_multipliers(t, y, &mut vec![0.0; rates.len()])?;
        } else {
            let (positions, speeds) = self.sizes();
            self.place(y)?;
            self.a.copy_from_slice(&rates[positions..positions + speeds]);
        }
        self.set_wrenches(t.min(self.latest))?;
        let Self { plant, wrenches, acted, q, v, a, closing, .. } = self;
        if let Some(closing) = closing {
            *acted = true;
            // forces in joints are not needed
            closing.add_forces(wrenches, &mut vec![0.0; v.len()]);
        }
        let stage = plant.ws.position(model, q)?.velocity(v)?.acceleration(a, Loads::per_link(wrenches))?;
        implicit.tighten(&stage, closing.as_ref(), span.h);
        self.implicit = Some(implicit);
        Ok(())
    }

    /// The change of a state in a linearly implicit step.
    pub(super) fn small_step(&mut self, t: f64, y: &[f64], h: f64, change: &mut [f64]) -> Result<(), SimError> {
        if let Some(implicit) = &mut self.implicit {
            implicit.step = Some(h);
        }
        let result = self.evaluate(t, y, change);
        if let Some(implicit) = &mut self.implicit {
            implicit.step = None;
        }
        change.iter_mut().for_each(|change| *change *= h);
        result
    }

    /// The accelerations, with the inertia that the small step in work adds.
    pub(super) fn accelerate_implicit(&mut self, t: f64) -> Result<[f64; 2], SimError> {
        let Some((implicit, h)) = self.implicit.as_mut().and_then(|implicit| implicit.step.map(|h| (implicit, h)))
        else {
            return self.accelerate(t);
        };
        implicit.begin(h, &self.v, &mut self.total);
        let model = self.plant.model;
        let nothing = AddedInertia { speeds: Vec::new(), links: Vec::new() };
        let added = core::mem::replace(&mut implicit.added, nothing);
        self.plant.ws.set_added_inertia(model, Some(added))?;
        let powers = self.accelerate(t);
        let added = self.plant.ws.set_added_inertia(model, None)?;
        if let (Some(implicit), Some(added)) = (&mut self.implicit, added) {
            implicit.added = added;
        }
        powers
    }
}
