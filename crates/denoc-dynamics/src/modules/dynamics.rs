//! Inverse and forward dynamics, module by module.

use denoc_math::Real;
use denoc_model::Model;

use super::inter::Memory;
use super::intra::{Given, Task};
use super::plan::Plan;
use crate::checks::{finite, length, no_loops};
use crate::compiled::Threads;
use crate::{DynamicsError, Loads};

/// Smaller branches are not worth a thread: a fork and join costs the time of about a hundred links (measured;
/// `docs/theory/modules.md`).
const GRAIN: usize = 256;

/// Inverse and forward dynamics as recursions over modules [Saha13 section 3], with branches in parallel if that saves time.
/// Results are identical, bit for bit, to those of [`Velocity::inverse`](crate::Velocity::inverse) and
/// [`Velocity::forward`](crate::Velocity::forward), for any number of threads.
///
/// ```
/// use denoc_dynamics::modules::ModularDynamics;
/// use denoc_dynamics::{Dynamics, Loads, Workspace};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// let rod = MassProperties::rod(1.0, 0.5, Vec3::new(1.0, 0.0, 0.0));
/// let hinge = || Joint::revolute(Vec3::new(0.0, 1.0, 0.0));
/// let end = Pose::translation(Vec3::new(0.5, 0.0, 0.0));
/// let fork = Description::new("fork").link("handle", rod).link("left", rod).link("right", rod)
///     .joint("a", "ground", "handle", hinge(), Pose::identity())
///     .joint("b", "handle", "left", hinge(), end)
///     .joint("c", "handle", "right", hinge(), end).build()?;
/// let (q, v, tau) = ([0.1, 0.2, -0.3], [1.0, 0.0, 2.0], [0.0; 3]);
/// let (mut flat, mut modular) = ([0.0; 3], [0.0; 3]);
/// fork.forward_dynamics(&mut Workspace::new(&fork), &q, &v, &tau, &mut flat)?;
/// ModularDynamics::new(&fork).forward_dynamics(&q, &v, &tau, Loads::NONE, &mut modular)?;
/// assert_eq!(flat, modular); // to the last bit
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModularDynamics<T> {
    model: Model<T>,
    threads: Threads,
    grain: usize,
    plan: Plan,
    memory: Memory<T>,
}

impl<T: Real> ModularDynamics<T> {
    /// Allocates the buffers for a model, with a plan for all threads of the current rayon pool.
    pub fn new(model: &Model<T>) -> Self {
        let mut new = Self {
            threads: Threads::Pool,
            grain: GRAIN,
            plan: Plan::serial(model),
            memory: Memory::new(model),
            model: model.clone(),
        };
        new.share_out();
        new
    }

    /// Restricts computation to the calling thread, or allows all threads of the current rayon pool.
    pub fn with_threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self.share_out();
        self
    }

    /// Sets the smallest number of links of a parallel branch (default: 256). Results do not depend on it.
    pub fn with_grain(mut self, links: usize) -> Self {
        self.grain = links;
        self.share_out();
        self
    }

    fn share_out(&mut self) {
        self.plan = match self.threads {
            Threads::One => Plan::serial(&self.model),
            Threads::Pool => Plan::new(&self.model, rayon::current_num_threads(), self.grain),
        };
    }

    /// Number of branches evaluated in parallel; zero if everything is evaluated sequentially.
    pub fn branches(&self) -> usize {
        self.plan.branches().count()
    }

    /// The model.
    pub fn model(&self) -> &Model<T> {
        &self.model
    }

    /// Joint forces τ for accelerations `a`, as [`Velocity::inverse`](crate::Velocity::inverse); for a mechanism with loops, those
    /// of its spanning tree.
    #[doc(alias = "rnea")]
    pub fn inverse_dynamics(
        &mut self,
        q: &[T],
        v: &[T],
        a: &[T],
        loads: Loads<'_, T>,
        tau: &mut [T],
    ) -> Result<(), DynamicsError> {
        let model = &self.model;
        model.check_coordinates(q)?;
        model.check_speeds("v", v)?;
        model.check_speeds("a", a)?;
        loads.check(model)?;
        length(model, "tau", tau.len(), model.nv())?;
        self.memory.evaluate(model, &self.plan, &Given { q, v, task: Task::Inverse(a), loads }, tau)?;
        finite(model, "tau", tau)
    }

    /// Accelerations for joint forces `tau`, as [`Velocity::forward`](crate::Velocity::forward); mechanisms with loops and
    /// singular ones are refused.
    #[doc(alias = "aba")]
    pub fn forward_dynamics(
        &mut self,
        q: &[T],
        v: &[T],
        tau: &[T],
        loads: Loads<'_, T>,
        a: &mut [T],
    ) -> Result<(), DynamicsError> {
        let model = &self.model;
        model.check_coordinates(q)?;
        model.check_speeds("v", v)?;
        no_loops(model)?;
        model.check_speeds("tau", tau)?;
        length(model, "a", a.len(), model.nv())?;
        loads.check(model)?;
        self.memory.evaluate(model, &self.plan, &Given { q, v, task: Task::Forward(tau), loads }, a)?;
        finite(model, "a", a)
    }
}
