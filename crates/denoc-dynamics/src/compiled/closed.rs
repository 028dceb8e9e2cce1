//! Trees with couplings: the forces of the joints that drive others, and the check that motions satisfy the couplings.

use denoc_model::{ClosureId, Model};
use rayon::prelude::*;

use super::batch::Element;
use super::engine::Input;
use super::{Compiled, Layout, Threads};
use crate::checks::no_loops;
use crate::loops::{LoopInverse, Loops};
use crate::{CouplingForces, DynamicsError, States, Workspace};

/// Violations of a coupling below this fraction of its terms satisfy it: that of the algorithms for loops, less what these allow for
/// rounding.
const TOLERANCE: f64 = 1e-6;
/// The same for joints at rest.
const REST: f64 = 1e-9;

/// The closures of a model.
#[derive(Debug)]
pub(super) struct Closed {
    /// Whether they are couplings that forward dynamics takes into account.
    coupled: bool,
    couplings: Vec<Coupling>,
    pub(super) forces: CouplingForces,
}

/// A joint that follows another, by their numbers in q and v.
#[derive(Debug)]
struct Coupling {
    q: [usize; 2],
    v: [usize; 2],
    ratio: f64,
    offset: f64,
    /// The size of its residual.
    unit: f64,
}

impl Closed {
    /// `None` for trees.
    pub(super) fn new(model: &Model, coupled: bool) -> Option<Self> {
        if model.closures().is_empty() {
            return None;
        }
        if !coupled {
            return Some(Self { coupled, couplings: Vec::new(), forces: CouplingForces::default() });
        }
        let loops = Loops::new(model);
        let one = |(i, closure): (usize, &denoc_model::Closure<f64>)| {
            let coupling = closure.coupling()?;
            let links = [coupling.joint, coupling.follows].map(|link| &model.links()[link.0]);
            Some(Coupling {
                q: links.map(|link| link.q),
                v: links.map(|link| link.v),
                ratio: coupling.ratio,
                offset: coupling.offset,
                unit: loops.units()[loops.rows_of(ClosureId(i)).start],
            })
        };
        let couplings = model.closures().iter().enumerate().filter_map(one).collect();
        Some(Self { coupled, couplings, forces: CouplingForces::new(model) })
    }

    /// Refuses models whose closures the compiled layer does not take into account.
    pub(super) fn allows_forward(&self, model: &Model) -> Result<(), DynamicsError> {
        if self.coupled { Ok(()) } else { no_loops(model) }
    }

    /// Checks that coordinates, speeds and accelerations satisfy the couplings; without accelerations if there are none.
    #[inline]
    pub(super) fn check(&self, model: &Model, [q, v, a]: [&[f64]; 3]) -> Result<(), DynamicsError> {
        let entry = |x: &[f64], i: usize| x.get(i).copied().unwrap_or(0.0);
        match self.holds(f64::EPSILON, |i| q[i], |i| v[i], |i| entry(a, i)) {
            true => Ok(()),
            false => check_exactly(model, [q, v, a]),
        }
    }

    /// Whether a motion clearly satisfies the couplings.
    #[inline]
    fn holds(
        &self,
        rounding: f64,
        q: impl Fn(usize) -> f64,
        v: impl Fn(usize) -> f64,
        a: impl Fn(usize) -> f64,
    ) -> bool {
        self.couplings.iter().all(|c| {
            let (x, moved) = (q(c.q[0]), c.ratio * q(c.q[1]));
            let rounded = 4.0 * rounding * (x.abs() + moved.abs());
            let closes = (x - moved - c.offset).abs() <= TOLERANCE * c.unit + rounded;
            let rate = |x: f64, other: f64| {
                let moved = c.ratio * other;
                (x - moved).abs() <= TOLERANCE * (x.abs() + moved.abs()) + REST * c.unit
            };
            closes && rate(v(c.v[0]), v(c.v[1])) && rate(a(c.v[0]), a(c.v[1]))
        })
    }
}

/// The check of the algorithms for loops, whose error names the closure.
#[cold]
fn check_exactly(model: &Model, [q, v, a]: [&[f64]; 3]) -> Result<(), DynamicsError> {
    let mut ws = Workspace::new(model);
    let mut stage = ws.position(model, q)?.velocity(v)?;
    match a {
        [] => Loops::new(model).check_state(&stage),
        _ => LoopInverse::new(model).check_motion(&mut stage, a),
    }
}

impl Compiled {
    /// Inverse dynamics with the couplings of a tree: the forces of the joints that drive the motion, as
    /// [`Compiled::inverse_dynamics`] gives them for other joints. Joints that follow others have zero, unless theirs are the motors
    /// ([`CouplingForces`]). q, v and a must satisfy the couplings; models with other closures are refused.
    ///
    /// ```
    /// use denoc_dynamics::compiled::Compile;
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let finger = MassProperties::sphere(0.5, 0.01);
    /// let slide = |x| Joint::prismatic(Vec3::new(x, 0.0, 0.0));
    /// let model = Description::new("gripper")
    ///     .link("left", finger)
    ///     .link("right", finger)
    ///     .joint("left_slide", "ground", "left", slide(1.0), Pose::identity())
    ///     .joint("right_slide", "ground", "right", slide(-1.0), Pose::identity())
    ///     .coupling("right_slide", "left_slide", 1.0, 0.0)
    ///     .build()?;
    /// let mut tau = [0.0; 2];
    /// model.compile().drive_forces(&[0.1, 0.1], &[0.0, 0.0], &[2.0, 2.0], &mut tau)?;
    /// assert_eq!(tau, [2.0, 0.0]); // one motor moves both fingers, of 1 kg
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drive_forces(&mut self, q: &[f64], v: &[f64], a: &[f64], tau: &mut [f64]) -> Result<(), DynamicsError> {
        self.inverse_dynamics(q, v, a, tau)?;
        let Some(closed) = &self.closed else { return Ok(()) };
        closed.allows_forward(&self.model)?;
        closed.check(&self.model, [q, v, a])?;
        closed.forces.gather(tau);
        Ok(())
    }

    /// [`Compiled::drive_forces`] of N states: forces `tau` for accelerations `a`, N × nv each, all in the same `layout`.
    pub fn drive_forces_batch(
        &mut self,
        states: States<'_>,
        a: &[f64],
        tau: &mut [f64],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.inverse_dynamics_batch(states, a, tau, layout, threads)?;
        self.gather_batch(Input { q: states.q, v: states.v, x: a }, tau, layout, threads)
    }

    /// [`Compiled::drive_forces_batch`] in single precision.
    pub fn drive_forces_batch_f32(
        &mut self,
        states: States<'_, f32>,
        a: &[f32],
        tau: &mut [f32],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.inverse_dynamics_batch_f32(states, a, tau, layout, threads)?;
        self.gather_batch(Input { q: states.q, v: states.v, x: a }, tau, layout, threads)
    }

    fn gather_batch<E: Element + Into<f64>>(
        &mut self,
        input: Input<'_, E>,
        tau: &mut [E],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.check_batch(input, tau.len(), layout, threads, false)?;
        let Some(closed) = &self.closed else { return Ok(()) };
        let nv = self.model.nv().max(1);
        match layout {
            Layout::Rows => tau.chunks_exact_mut(nv).for_each(|tau| closed.forces.gather(tau)),
            Layout::Blocks => tau.chunks_exact_mut(nv * E::LANES).for_each(|block| {
                (0..E::LANES).for_each(|lane| closed.forces.gather_at(block, |s| s * E::LANES + lane));
            }),
        }
        Ok(())
    }

    /// Refuses closures other than couplings, and states that violate these. The third input is accelerations, or joint `forces`,
    /// which satisfy nothing. Inputs of the wrong length are left to the evaluation.
    pub(super) fn check_batch<E: Element + Into<f64>>(
        &self,
        Input { q, v, x }: Input<'_, E>,
        results: usize,
        layout: Layout,
        threads: Threads,
        forces: bool,
    ) -> Result<(), DynamicsError> {
        let Some(closed) = &self.closed else { return Ok(()) };
        closed.allows_forward(&self.model)?;
        let (nq, nv, lanes) = (self.model.nq(), self.model.nv(), E::LANES);
        let states = results / nv.max(1);
        if q.len() != states * nq || v.len() != states * nv || x.len() != states * nv {
            return Ok(());
        }
        let at = |s: usize, n: usize, k: usize| match layout {
            Layout::Rows => s * n + k,
            Layout::Blocks => (s / lanes * n + k) * lanes + s % lanes,
        };
        let number = |from: &[E], s, n, k| -> f64 { from[at(s, n, k)].into() };
        let fails = |s: &usize| {
            let acceleration = |k| if forces { 0.0 } else { number(x, *s, nv, k) };
            !closed.holds(E::ROUNDING, |k| number(q, *s, nq, k), |k| number(v, *s, nv, k), acceleration)
        };
        let doubtful: Vec<usize> = match threads {
            Threads::One => (0..states).filter(fails).collect(),
            Threads::Pool => (0..states).into_par_iter().with_min_len(1 << 12).filter(fails).collect(),
        };
        doubtful.into_iter().try_for_each(|s| {
            let row = |from: &[E], n: usize| -> Vec<f64> { (0..n).map(|k| number(from, s, n, k)).collect() };
            let a = if forces { Vec::new() } else { row(x, nv) };
            check_exactly(&self.model, [&row(q, nq), &row(v, nv), &a]).map_err(|error| error.in_state(s))
        })
    }
}
