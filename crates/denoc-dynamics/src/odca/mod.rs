//! Divide and conquer with orthogonal complements (O-DCA): forward dynamics of any mechanism, assembled piece by piece.
//!
//! The mechanism is cut into pieces that are assembled in the order of a balanced binary tree, and disassembled again
//! [MukAnd06 (1)-(72)]. Work grows linearly with the number of links and of loops that close locally: constraints between distant
//! links, or with the ground, stay open during the inward sweep. With enough processors, time grows logarithmically. Four sweeps:
//! poses of the handles inward, angular velocities outward, equations of motion inward, accelerations **and all constraint
//! forces** outward.
//!
//! Where this differs from the paper (derived in `docs/theory/odca.md`): the equations of a piece are half inverted, so that
//! bodies with singular mass matrices need no special treatment; a piece has many links, swept by the recursion UDUᵀ, so the total
//! cost is about 2× the recursion instead of 6×; loops are closed with the actual rank of their constraints. The equations as
//! printed are in `denoc_validate::two_handle`.
//!
//! | File | Step |
//! |---|---|
//! | `sketch.rs` | the tree is cut into paths and pieces |
//! | `plan.rs` | where channels start, meet and are closed |
//! | `solver.rs` | inputs and results |
//! | `node.rs` | the sweeps over the tree of assemblies, over threads |
//! | `piece.rs` and `inward.rs`, `join.rs`, `close.rs` | one piece, two neighbours, loops |
//! | `channels.rs` | the equations of a piece |
//! | `count.rs` | operation counts |

mod channels;
mod close;
mod count;
mod inward;
mod join;
mod node;
mod piece;
mod plan;
mod rank;
mod sketch;
mod solver;
#[cfg(test)]
pub(crate) mod tests;

use denoc_math::{Real, Wrench};
use denoc_model::Model;

use crate::checks::{finite, length};
use crate::compiled::Threads;
use crate::loops::{LoopOutcome, Loops};
use crate::{DynamicsError, Loads, ModelSize, State, Workspace};
pub(crate) use solver::{Input, Known, Solver};

pub use close::ClosingReport;
pub use count::{PieceCounts, piece_counts};

/// Default number of links of a piece: assembling two pieces costs about as much as sweeping four links.
pub const GRAIN: usize = 64;

/// Smallest number of links of a task: about 100 µs.
const TASK: usize = 256;

/// Forward dynamics by divide and conquer, with its buffers.
///
/// ```
/// use denoc_dynamics::compiled::Threads;
/// use denoc_dynamics::odca::Odca;
/// use denoc_dynamics::{Loads, State, Workspace};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, LinkId, MassProperties};
///
/// // a chain of 200 links that hangs from the ground, released from the horizontal
/// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
/// let mut chain = Description::new("chain");
/// for i in 0..200 {
///     let parent = if i == 0 { "ground".to_owned() } else { format!("link{}", i - 1) };
///     let origin = Pose::translation(if i == 0 { Vec3::zero() } else { x.scale(0.01) });
///     chain = chain.link(format!("link{i}"), MassProperties::rod(0.01, 0.01, x));
///     chain = chain.joint(format!("joint{i}"), parent, format!("link{i}"), Joint::revolute(y), origin);
/// }
/// let model = chain.build()?;
/// let (q, v, tau) = (vec![0.0; 200], vec![0.0; 200], vec![0.0; 200]);
/// let mut odca = Odca::new(&model);
/// let mut a = vec![0.0; 200];
/// odca.forward(&model, State { q: &q, v: &v }, &tau, Loads::NONE, Threads::Pool, &mut a)?;
///
/// // the same by recursion
/// let mut expected = vec![0.0; 200];
/// let mut ws = Workspace::new(&model);
/// let mut stage = ws.position(&model, &q)?.velocity(&v)?;
/// stage.forward(&tau, Loads::NONE, &mut expected)?;
/// assert!(a.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9 * expected[0].abs()));
///
/// // the force in the first joint
/// let held = odca.reactions()[0].force;
/// assert!((held - stage.acceleration(&a, Loads::NONE)?.reaction(LinkId(0)).force).norm() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Odca<T> {
    size: ModelSize,
    solver: Solver<T>,
    /// Kinematics of the closures, for mechanisms with loops.
    closed: Option<Box<(Workspace<T>, Loops<T>)>>,
    lambda: Vec<T>,
    /// The largest number of independent constraints, by cluster.
    ranks: Vec<usize>,
    /// Whether the wrenches at joints are computed.
    react: bool,
    /// Loads and forces with those of the closures.
    loads: Vec<Wrench<T>>,
    pushes: Vec<T>,
}

impl<T: Real> Odca<T> {
    /// Cuts a model into pieces of [`GRAIN`] links and allocates the buffers.
    pub fn new(model: &Model<T>) -> Self {
        Self::with_grain(model, GRAIN)
    }

    /// Cuts a model into pieces of about `grain` links. With one link per piece it is the algorithm of the paper, with all links in
    /// one piece the recursion.
    pub fn with_grain(model: &Model<T>, grain: usize) -> Self {
        let closed = (!model.closures().is_empty()).then(|| Box::new((Workspace::new(model), Loops::new(model))));
        let loops = closed.as_ref().map(|closed| &closed.1);
        Self {
            size: ModelSize::of(model),
            solver: Solver::new(model, loops, grain),
            lambda: vec![T::zero(); loops.map_or(0, Loops::count)],
            ranks: vec![usize::MAX; model.clusters().len()],
            closed,
            react: true,
            loads: Vec::new(),
            pushes: Vec::new(),
        }
    }

    /// Computes accelerations only, without the wrenches at joints, which saves time and memory.
    pub fn without_reactions(mut self) -> Self {
        self.react = false;
        self
    }

    /// Limits the number of independent constraints of each cluster of loops, as
    /// [`LoopForward::limit_ranks`](crate::loops::LoopForward::limit_ranks) does.
    pub fn limit_ranks(&mut self, ranks: &[usize]) {
        self.ranks.copy_from_slice(ranks);
    }

    /// The accelerations for joint forces `tau` in the tree, rad/s² or m/s². The result does not depend on the number of threads, bit
    /// for bit. Afterwards the wrenches at all joints ([`Odca::reactions`]) and the multipliers of closures ([`Odca::lambda`]) are
    /// available.
    pub fn forward(
        &mut self,
        model: &Model<T>,
        state: State<'_, T>,
        tau: &[T],
        loads: Loads<'_, T>,
        threads: Threads,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        let task = if threads == Threads::One { usize::MAX } else { TASK };
        self.solve(Input { model, q: state.q, v: state.v, tau, given: &[], loads, task }, self.react, a)
    }

    /// Forward dynamics with prescribed accelerations, of a moving base or of driven joints; the joint forces that they require are
    /// computed. Prescribed accelerations that violate closures appear as a contradiction in the outcome.
    ///
    /// ```
    /// use denoc_dynamics::compiled::Threads;
    /// use denoc_dynamics::odca::{Hybrid, Odca};
    /// use denoc_dynamics::{Loads, State};
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// // a pendulum (rod of 2 kg, 1 m) hangs from a lift of 10 kg that is pulled up with 3 m/s²
    /// let [y, z] = [1, 2].map(Vec3::unit);
    /// let cabin = MassProperties::cuboid(10.0, Vec3::new(1.0, 1.0, 1.0), Vec3::zero());
    /// let model = Description::new("lift")
    ///     .link("cabin", cabin)
    ///     .link("rod", MassProperties::rod(2.0, 1.0, z.scale(-1.0)))
    ///     .joint("shaft", "ground", "cabin", Joint::prismatic(z), Pose::identity())
    ///     .joint("pivot", "cabin", "rod", Joint::revolute(y), Pose::identity())
    ///     .build()?;
    /// let (mut tau, mut a) = ([0.0; 2], [0.0; 2]);
    /// let state = State { q: &[0.0, 0.0], v: &[0.0, 0.0] };
    /// let hybrid = Hybrid { prescribed: &[Some(3.0), None], tau: &mut tau, a: &mut a };
    /// Odca::new(&model).hybrid(&model, state, hybrid, Loads::NONE, Threads::One)?;
    /// assert!((tau[0] - 12.0 * (9.81 + 3.0)).abs() < 1e-12 && tau[1] == 0.0);
    /// assert!(a[0] == 3.0 && a[1].abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hybrid(
        &mut self,
        model: &Model<T>,
        state: State<'_, T>,
        Hybrid { prescribed: given, tau, a }: Hybrid<'_, T>,
        loads: Loads<'_, T>,
        threads: Threads,
    ) -> Result<LoopOutcome, DynamicsError> {
        length(model, "prescribed", given.len(), model.nv())?;
        length(model, "a", a.len(), model.nv())?;
        a.iter_mut().zip(given).for_each(|(a, given)| *a = given.unwrap_or(T::zero()));
        model.check_speeds("prescribed", a)?;
        // entries of prescribed speeds are outputs
        tau.iter_mut().zip(given).filter(|x| x.1.is_some()).for_each(|(tau, _)| *tau = T::zero());
        let task = if threads == Threads::One { usize::MAX } else { TASK };
        let outcome = self.solve(Input { model, q: state.q, v: state.v, tau, given, loads, task }, true, a)?;
        self.solver.forces(model, given, tau);
        for (i, push) in self.pushes.iter().enumerate().filter(|&(i, _)| given[i].is_some()) {
            tau[i] -= *push;
        }
        Ok(outcome)
    }

    fn solve(&mut self, input: Input<'_, T>, react: bool, a: &mut [T]) -> Result<LoopOutcome, DynamicsError> {
        let Input { model, q, v, tau, loads, .. } = input;
        self.size.fits(model)?;
        model.check_coordinates(q)?;
        model.check_speeds("v", v)?;
        model.check_speeds("tau", tau)?;
        length(model, "a", a.len(), model.nv())?;
        loads.check(model)?;
        let Some(closed) = &mut self.closed else {
            let outcome = self.solver.solve(input, None, &mut [], a, react)?;
            finite(model, "a", a)?;
            return Ok(outcome);
        };
        let (ws, loops) = &mut **closed;
        let stage = ws.position(model, q)?.velocity(v)?;
        loops.place(&stage);
        let known = Known { kinematics: &stage.ws.kinematics, loops, target: None, ranks: &self.ranks };
        let outcome = self.solver.solve(input, Some(known), &mut self.lambda, a, false)?;
        finite(model, "a", a)?;
        if !react {
            return Ok(outcome);
        }
        self.loads.clear();
        self.loads.extend((0..model.links().len()).map(|i| loads.on(i).unwrap_or(Wrench::zero())));
        self.pushes.clear();
        self.pushes.resize(model.nv(), T::zero());
        loops.add_forces(&self.lambda, &mut self.loads, &mut self.pushes);
        self.solver.react(Input { loads: Loads::per_link(&self.loads), ..input });
        Ok(outcome)
    }

    /// The wrench that the joint of every link transmits from its parent at the last solution, in link axes about the link's
    /// origin, N m and N: all constraint forces and the joint forces. Zero before the first solution and
    /// [without reactions](Odca::without_reactions).
    pub fn reactions(&self) -> Vec<Wrench<T>> {
        self.solver.reactions()
    }

    /// The multipliers of the closures at the last solution, one per row of [`Loops::rows`], N or N m.
    pub fn lambda(&self) -> &[T] {
        &self.lambda
    }

    /// Diagnostics of every place where loops are closed.
    pub fn closings(&self) -> Vec<ClosingReport> {
        let mut all = Vec::new();
        self.solver.root().visit(&mut |_| (), &mut |closing| all.push(closing.report()));
        all
    }

    /// The partition used at the last solution.
    pub fn pieces(&self) -> Pieces {
        let root = self.solver.root();
        let mut pieces = 0;
        root.visit(&mut |piece| pieces += usize::from(!piece.places.is_empty()), &mut |_| ());
        Pieces { count: pieces, depth: root.depth() }
    }
}

/// Which accelerations [`Odca::hybrid`] takes as prescribed, and where its results go. One entry per speed each.
#[derive(Debug)]
pub struct Hybrid<'a, T> {
    /// Prescribed accelerations, rad/s² or m/s²; `None` where the joint force is given instead.
    pub prescribed: &'a [Option<T>],
    /// Joint forces, N m or N: input where nothing is prescribed, computed elsewhere.
    pub tau: &'a mut [T],
    /// Accelerations, rad/s² or m/s²: all of them, computed.
    pub a: &'a mut [T],
}

/// The partition of a mechanism into pieces.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Number of pieces.
    pub count: usize,
    /// The largest number of assemblies between a piece and the complete mechanism.
    pub depth: usize,
}
