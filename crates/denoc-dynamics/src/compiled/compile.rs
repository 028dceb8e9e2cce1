//! The public interface of the compiled layer.

use core::ops::Range;
use std::sync::Arc;

use denoc_math::simd::Level;
use denoc_model::{Model, QUATERNION_TOLERANCE};
use rayon::prelude::*;

use super::batch::{self, Element, Sizes};
use super::closed::Closed;
use super::engine::{Engine, Input, Task, engine};
use crate::loops::{LoopForward, LoopMethod};
use crate::{Dynamics, DynamicsError, Loads, States, Workspace};

/// Memory layout of the states of a batch.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// State after state.
    Rows,
    /// Blocks of four states (eight in single precision) stored as `[block][entry][lane]`. The fastest layout; the number of
    /// states must be a multiple of the block size.
    Blocks,
}

/// Threads that a computation may use. Results are identical, bit for bit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Threads {
    /// The calling thread only.
    One,
    /// All threads of the current rayon pool.
    Pool,
}

/// Compilation of a model into a specialised program.
pub trait Compile {
    /// Compiles for the best instruction set of this CPU.
    ///
    /// ```
    /// use denoc_dynamics::compiled::Compile;
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let rod = MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0));
    /// let model = Description::new("pendulum")
    ///     .link("rod", rod)
    ///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::new(0.0, 1.0, 0.0)), Pose::identity())
    ///     .build()?;
    /// let mut fast = model.compile();
    /// let mut tau = [0.0];
    /// fast.inverse_dynamics(&[0.0], &[0.0], &[0.0], &mut tau)?;
    /// assert!((tau[0] + 9.81 * 0.25).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn compile(&self) -> Compiled;

    /// Compiles for a given instruction set; `packing` lets limbs of one tree share the lanes of a single state.
    fn compile_for(&self, level: Level, packing: bool) -> Compiled;
}

impl Compile for Model<f64> {
    fn compile(&self) -> Compiled {
        self.compile_for(Level::Best, true)
    }

    fn compile_for(&self, level: Level, packing: bool) -> Compiled {
        let quaternions = self.links().iter().filter(|l| l.nq != l.nv).map(|l| l.q..l.q + l.nq).collect();
        let engine = engine(self, level, packing);
        let closed = Closed::new(self, engine.coupled()).map(Arc::new);
        Compiled { model: self.clone(), quaternions, engine, closed }
    }
}

/// A compiled model with its buffers: joint forces, accelerations and the generalised inertia matrix.
///
/// Single evaluations allocate nothing after the first of their kind, except for custom joints with long laws and to diagnose a
/// small pivot. Joints with rotor inertia use a slower kernel and are not packed into lanes. Clone it for use on another thread;
/// clones share the program.
pub struct Compiled {
    pub(super) model: Model<f64>,
    /// Coordinates of joints that end in a quaternion.
    quaternions: Vec<Range<usize>>,
    pub(super) engine: Box<dyn Engine>,
    /// The closures, if there are any.
    pub(super) closed: Option<Arc<Closed>>,
}

impl Clone for Compiled {
    fn clone(&self) -> Self {
        let (model, quaternions, closed) = (self.model.clone(), self.quaternions.clone(), self.closed.clone());
        Self { model, quaternions, engine: self.engine.fork(), closed }
    }
}

impl core::fmt::Debug for Compiled {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Compiled").field("model", &self.model.name()).field("isa", &self.engine.isa()).finish()
    }
}

impl Compiled {
    /// The model it was compiled from.
    pub fn model(&self) -> &Model<f64> {
        &self.model
    }

    /// The instruction set in use.
    pub fn isa(&self) -> &'static str {
        self.engine.isa()
    }

    /// Whether limbs share the SIMD lanes in single evaluations.
    pub fn packs_limbs(&self) -> bool {
        self.engine.packed()
    }

    /// Inverse dynamics: the joint forces τ for a motion, N m or N. Closures are ignored; [`Compiled::drive_forces`] takes couplings
    /// into account.
    #[doc(alias = "rnea")]
    pub fn inverse_dynamics(&mut self, q: &[f64], v: &[f64], a: &[f64], tau: &mut [f64]) -> Result<(), DynamicsError> {
        let input = Input { q, v, x: a };
        self.check_lengths(Task::Inverse, input, tau.len())?;
        self.engine.single(Task::Inverse, input, tau);
        if self.suspicious(q, tau) { self.explain(Task::Inverse, input, tau) } else { Ok(()) }
    }

    /// Forward dynamics: the accelerations for joint forces, rad/s² or m/s². Joints may follow others by couplings
    /// ([`Model::is_coupled_tree`]), which q and v must satisfy; models with other closures are refused.
    #[doc(alias = "aba")]
    pub fn forward_dynamics(&mut self, q: &[f64], v: &[f64], tau: &[f64], a: &mut [f64]) -> Result<(), DynamicsError> {
        let input = Input { q, v, x: tau };
        self.check_lengths(Task::Forward, input, a.len())?;
        if let Some(closed) = &self.closed {
            closed.allows_forward(&self.model)?;
            closed.check(&self.model, [q, v, &[]])?;
        }
        let safe = self.engine.single(Task::Forward, input, a);
        if !safe {
            self.doubtful(input, a)?;
        }
        if self.suspicious(q, a) { self.explain(Task::Forward, input, a) } else { Ok(()) }
    }

    /// The generalised inertia matrix: nv × nv, row by row, both triangles.
    #[doc(alias = "crba")]
    #[doc(alias = "mass_matrix")]
    pub fn gim(&mut self, q: &[f64], gim: &mut [f64]) -> Result<(), DynamicsError> {
        let nv = self.model.nv();
        self.model.check_length("q", q.len(), self.model.nq())?;
        self.model.check_length("gim", gim.len(), nv * nv)?;
        self.engine.single(Task::Gim, Input { q, v: &[], x: &[] }, gim);
        // a NaN coordinate reaches the diagonal entry of its joint
        let diagonal = gim.iter().step_by(nv + 1);
        if self.bad_quaternion(q) || diagonal.fold(false, |bad, x| bad | !x.is_finite()) {
            self.model.check_coordinates(q)?;
            crate::checks::finite_matrix(&self.model, "gim", gim)?;
        }
        Ok(())
    }

    #[inline]
    fn check_lengths(&self, task: Task, Input { q, v, x }: Input<'_, f64>, result: usize) -> Result<(), DynamicsError> {
        let (nq, nv) = (self.model.nq(), self.model.nv());
        if (q.len() == nq) & (v.len() == nv) & (x.len() == nv) & (result == nv) {
            return Ok(());
        }
        let (third, output) = task.names();
        for (what, found, expected) in
            [("q", q.len(), nq), ("v", v.len(), nv), (third, x.len(), nv), (output, result, nv)]
        {
            self.model.check_length(what, found, expected)?;
        }
        Ok(())
    }

    /// Whether the inputs need to be checked. Input that is not finite shows in the result; a quaternion that is not of unit
    /// length does not.
    #[inline]
    fn suspicious(&self, q: &[f64], result: &[f64]) -> bool {
        self.bad_quaternion(q) | result.iter().fold(false, |bad, x| bad | !x.is_finite())
    }

    #[inline]
    fn bad_quaternion(&self, q: &[f64]) -> bool {
        self.bad_quaternion_of(|k| q[k])
    }

    #[inline]
    fn bad_quaternion_of(&self, q: impl Fn(usize) -> f64) -> bool {
        self.quaternions.iter().any(|joint| {
            let (position, quaternion) = (joint.start..joint.end - 4, joint.end - 4..joint.end);
            let square: f64 = quaternion.map(|k| q(k) * q(k)).sum();
            // no result depends on the position of a floating base: NaN there is detected only here
            let nothing: f64 = position.map(|k| 0.0 * q(k)).sum();
            // |n² − 1| = |n − 1| (n + 1); false for NaN
            let unit = (square + nothing - 1.0).abs() <= 2.0 * QUATERNION_TOLERANCE;
            !unit
        })
    }

    /// Finds the number in the inputs or in the result that makes a result suspicious.
    #[cold]
    fn explain(&self, task: Task, input: Input<'_, f64>, result: &[f64]) -> Result<(), DynamicsError> {
        let (third, output) = task.names();
        self.model.check_coordinates(input.q)?;
        self.model.check_speeds("v", input.v)?;
        self.model.check_speeds(third, input.x)?;
        crate::checks::finite(&self.model, output, result)
    }

    /// Leaves a state with a small or infinite pivot to the faithful layer, which reports the joint if the pivot really vanishes or
    /// overflows.
    #[cold]
    fn doubtful(&self, Input { q, v, x }: Input<'_, f64>, a: &mut [f64]) -> Result<(), DynamicsError> {
        let mut ws = Workspace::new(&self.model);
        if self.closed.is_none() {
            return self.model.forward_dynamics(&mut ws, q, v, x, a);
        }
        let mut stage = ws.position(&self.model, q)?.velocity(v)?;
        LoopForward::new(&self.model, LoopMethod::default()).forward(&mut stage, x, Loads::NONE, a).map(drop)
    }

    /// Inverse dynamics of N states: joint forces `tau` for accelerations `a`, N × nv each, all in the same `layout`.
    ///
    /// ```
    /// use denoc_dynamics::States;
    /// use denoc_dynamics::compiled::{Compile, Layout, Threads};
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let model = Description::new("pendulum")
    ///     .link("rod", MassProperties::rod(1.0, 0.5, Vec3::unit(0)))
    ///     .joint("pivot", "ground", "rod", Joint::revolute(Vec3::unit(1)), Pose::identity())
    ///     .build()?;
    /// let (states, mut tau) = (States { q: &[0.0, 0.1, 0.2], v: &[0.0; 3] }, [0.0; 3]);
    /// model.compile().inverse_dynamics_batch(states, &[0.0; 3], &mut tau, Layout::Rows, Threads::Pool)?;
    /// assert!((tau[2] + 9.81 * 0.25 * 0.2f64.cos()).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inverse_dynamics_batch(
        &mut self,
        states: States<'_>,
        a: &[f64],
        tau: &mut [f64],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.batch(Task::Inverse, Input { q: states.q, v: states.v, x: a }, tau, layout, threads)
    }

    /// Forward dynamics of N states: accelerations `a` for joint forces `tau`, N × nv each, all in the same `layout`.
    pub fn forward_dynamics_batch(
        &mut self,
        states: States<'_>,
        tau: &[f64],
        a: &mut [f64],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        let input = Input { q: states.q, v: states.v, x: tau };
        self.check_batch(input, a.len(), layout, threads, true)?;
        self.batch(Task::Forward, input, a, layout, threads)
    }

    /// Generalised inertia matrices of N states: `q` has N × nq entries, `gim` N × nv × nv.
    pub fn gim_batch(
        &mut self,
        q: &[f64],
        gim: &mut [f64],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.batch(Task::Gim, Input { q, v: &[], x: &[] }, gim, layout, threads)
    }

    /// [`Compiled::inverse_dynamics_batch`] in single precision.
    pub fn inverse_dynamics_batch_f32(
        &mut self,
        states: States<'_, f32>,
        a: &[f32],
        tau: &mut [f32],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.batch(Task::Inverse, Input { q: states.q, v: states.v, x: a }, tau, layout, threads)
    }

    /// [`Compiled::forward_dynamics_batch`] in single precision.
    pub fn forward_dynamics_batch_f32(
        &mut self,
        states: States<'_, f32>,
        tau: &[f32],
        a: &mut [f32],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        let input = Input { q: states.q, v: states.v, x: tau };
        self.check_batch(input, a.len(), layout, threads, true)?;
        self.batch(Task::Forward, input, a, layout, threads)
    }

    /// [`Compiled::gim_batch`] in single precision.
    pub fn gim_batch_f32(
        &mut self,
        q: &[f32],
        gim: &mut [f32],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        self.batch(Task::Gim, Input { q, v: &[], x: &[] }, gim, layout, threads)
    }

    pub(super) fn batch<E: Element + Into<f64>>(
        &mut self,
        task: Task,
        input: Input<'_, E>,
        out: &mut [E],
        layout: Layout,
        threads: Threads,
    ) -> Result<(), DynamicsError> {
        let Input { q, v, x } = input;
        let (nq, nv) = (self.model.nq(), self.model.nv());
        let sizes = match task {
            Task::Gim => Sizes { q: nq, v: 0, x: 0, out: nv * nv },
            _ => Sizes { q: nq, v: nv, x: nv, out: nv },
        };
        let (third, result) = task.names();
        let states = out.len() / sizes.out.max(1);
        let check = |what, found, each: usize| self.model.check_length(what, found, states * each);
        check(result, out.len(), sizes.out)?;
        check("q", q.len(), sizes.q)?;
        check("v", v.len(), sizes.v)?;
        check(third, x.len(), sizes.x)?;
        if layout == Layout::Blocks && !states.is_multiple_of(E::LANES) {
            return Err(DynamicsError::Blocks { states, lanes: E::LANES });
        }
        if states == 0 {
            return Ok(());
        }
        let unsafe_blocks = batch::run(&mut self.engine, task, sizes, input, out, layout, threads);
        // if a number is not finite or a pivot is small or infinite, find the first such state and report it
        let lanes = E::LANES;
        let entry = |s: usize, n: usize, k: usize| match layout {
            Layout::Rows => s * n + k,
            Layout::Blocks => (s / lanes * n + k) * lanes + s % lanes,
        };
        let state = |s, from: &[E], n| -> Vec<f64> { (0..n).map(|k| from[entry(s, n, k)].into()).collect() };
        for s in unsafe_blocks.into_iter().flat_map(|b| b * lanes..states.min((b + 1) * lanes)) {
            let (q, v, x) = (state(s, q, nq), state(s, v, nv), state(s, x, nv));
            let (input, mut precise, mut safe) = (Input { q: &q, v: &v, x: &x }, vec![0.0; nv], false);
            if E::NARROW {
                // a pivot that is noise or overflows in single precision may be valid in double precision
                safe = self.engine.single(Task::Forward, input, &mut precise);
            }
            if !safe {
                self.doubtful(input, &mut precise).map_err(|e| e.in_state(s))?;
            }
            for (k, x) in precise.into_iter().enumerate() {
                out[entry(s, nv, k)] = E::narrow(x);
            }
        }
        let no_unit = |s: usize| self.bad_quaternion_of(|k| q[entry(s, nq, k)].into());
        let infinite = |part: &[E]| part.iter().fold(false, |bad, &x| bad | !Element::is_finite(x));
        let quaternions = if self.quaternions.is_empty() { 0 } else { states };
        let suspicious = match threads {
            Threads::One => infinite(out) || (0..quaternions).any(no_unit),
            Threads::Pool => {
                out.par_chunks(1 << 14).any(infinite)
                    || (0..quaternions).into_par_iter().with_min_len(1 << 10).any(no_unit)
            }
        };
        if suspicious {
            for s in 0..states {
                let (q, v, x) = (state(s, q, nq), state(s, v, sizes.v), state(s, x, sizes.x));
                let explain = || -> Result<(), DynamicsError> {
                    self.model.check_coordinates(&q)?;
                    match task {
                        Task::Gim => crate::checks::finite_matrix(&self.model, result, &state(s, out, nv * nv)),
                        _ => self.explain(task, Input { q: &q, v: &v, x: &x }, &state(s, out, nv)),
                    }
                };
                explain().map_err(|e| e.in_state(s))?;
            }
        }
        Ok(())
    }
}
