//! Divide and conquer with orthogonal complements (O-DCA): forward dynamics of any mechanism, assembled piece by piece.
//!
//! The mechanism is cut into pieces that are assembled in the order of a balanced binary tree, and taken apart again
//! [MukAnd06 (1)-(72)]. Work grows linearly with the number of links and conditions; with enough processors time grows with the
//! logarithm. Four sweeps: poses and twists of the handles inward, twists outward, equations of motion inward, accelerations
//! **and all constraint forces** outward.
//!
//! Where this differs from the paper (derived in `docs/theory/odca.md`): the equations of a piece are half inverted, so that
//! bodies whose mass matrix is singular are no exception; a piece holds many links, swept by the recursion UDUᵀ, which makes the
//! whole about two instead of six times as dear as that recursion; loops are closed with the rank that their conditions have.
//! The equations as printed are in [`two_handle`].
//!
//! | File | Step |
//! |---|---|
//! | `sketch.rs` | the tree is cut into paths and pieces |
//! | `plan.rs` | where channels start, meet and are closed |
//! | `node.rs` | the sweeps over the tree of assemblies, over threads |
//! | `piece.rs` and `inward.rs`, `join.rs`, `close.rs` | one piece, two neighbours, loops |
//! | `channels.rs`, `semidefinite.rs` | what a piece shows; systems that may be singular |
//! | `count.rs` | operation counts |

mod channels;
mod close;
mod count;
mod inward;
mod join;
mod node;
mod piece;
mod plan;
mod semidefinite;
mod sketch;
#[cfg(test)]
pub(crate) mod tests;
pub mod two_handle;

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::Model;

use crate::checks::length;
use crate::compiled::Threads;
use crate::kinematics::KinematicsBuffers;
use crate::loops::{LoopOutcome, Loops, Motion};
use crate::{DynamicsError, Loads, Workspace};
use channels::Seat;
use close::Conditions;
use node::{Context, Node};

pub use close::ClosingReport;
pub use count::{PieceCounts, piece_counts};

/// Links of a piece, unless said otherwise: assembling two pieces costs about as much as sweeping four links.
pub const GRAIN: usize = 64;

/// Links that are worth a task of their own: about 100 µs.
const TASK: usize = 256;

/// Forward dynamics by divide and conquer, with its memory.
///
/// ```
/// use denoc_dynamics::compiled::Threads;
/// use denoc_dynamics::odca::Odca;
/// use denoc_dynamics::{Loads, Workspace};
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
/// odca.forward(&model, (&q, &v), &tau, Loads::NONE, Threads::Pool, &mut a)?;
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
    solver: Solver<T>,
    /// Kinematics of the closures, for mechanisms with loops.
    closed: Option<Box<(Workspace<T>, Loops<T>)>>,
    lambda: Vec<T>,
    reactions: Vec<Wrench<T>>,
    loads: Vec<Wrench<T>>,
}

impl<T: Real> Odca<T> {
    /// Cuts a model into pieces of [`GRAIN`] links and allocates the memory.
    pub fn new(model: &Model<T>) -> Self {
        Self::with_grain(model, GRAIN)
    }

    /// Cuts a model into pieces of about `grain` links. One link in a piece is the algorithm of the paper; all links in one piece
    /// is the recursion.
    pub fn with_grain(model: &Model<T>, grain: usize) -> Self {
        let closed = (!model.closures().is_empty()).then(|| Box::new((Workspace::new(model), Loops::new(model))));
        let loops = closed.as_ref().map(|closed| &closed.1);
        Self {
            solver: Solver::new(model, loops, grain),
            lambda: vec![T::zero(); loops.map_or(0, Loops::count)],
            closed,
            reactions: vec![Wrench::zero(); model.links().len()],
            loads: Vec::new(),
        }
    }

    /// The accelerations for forces `tau` in the joints of the tree, at coordinates q and speeds v. The result does not depend on
    /// the number of threads, bit by bit. The wrenches at all joints are there afterwards ([`Odca::reactions`]), and the
    /// multipliers of closures ([`Odca::lambda`]).
    pub fn forward(
        &mut self,
        model: &Model<T>,
        (q, v): (&[T], &[T]),
        tau: &[T],
        loads: Loads<'_, T>,
        threads: Threads,
        a: &mut [T],
    ) -> Result<LoopOutcome, DynamicsError> {
        model.check_coordinates(q)?;
        model.check_speeds("v", v)?;
        model.check_speeds("tau", tau)?;
        length(model, "a", a.len(), model.nv())?;
        loads.check(model)?;
        let task = if threads == Threads::One { usize::MAX } else { TASK };
        let ranks = vec![usize::MAX; model.clusters().len()];
        let input = Input { model, q, v, tau, loads, task };
        let outcome = match &mut self.closed {
            None => self.solver.solve(input, None, &mut [], a, true)?,
            Some(closed) => {
                let (ws, loops) = &mut **closed;
                let stage = ws.position(model, q)?.velocity(v)?;
                loops.place(&stage);
                let known = Known { kinematics: &stage.ws.kinematics, loops, target: None, ranks: &ranks };
                self.solver.solve(input, Some(known), &mut self.lambda, a, false)?
            }
        };
        crate::checks::finite(model, "a", a)?;
        self.find_reactions(input);
        Ok(outcome)
    }

    fn find_reactions(&mut self, input: Input<'_, T>) {
        let model = input.model;
        if let Some(closed) = &self.closed {
            self.loads.clear();
            self.loads.extend((0..model.links().len()).map(|i| input.loads.on(i).unwrap_or(Wrench::zero())));
            closed.1.add_forces(&self.lambda, &mut self.loads, &mut vec![T::zero(); model.nv()]);
            self.solver.react(Input { loads: Loads::per_link(&self.loads), ..input });
        }
        self.solver.reactions(&mut self.reactions);
    }

    /// The wrench that the joint of every link transmits from its parent, in link axes about the link's origin, at the last
    /// solution: all constraint forces, and the forces along the joint.
    pub fn reactions(&self) -> &[Wrench<T>] {
        &self.reactions
    }

    /// The multipliers of the closures at the last solution, one per row of [`Loops::rows`].
    pub fn lambda(&self) -> &[T] {
        &self.lambda
    }

    /// What was found at every place where loops are closed.
    pub fn closings(&self) -> Vec<ClosingReport> {
        let mut all = Vec::new();
        self.solver.root().visit(&mut |_| (), &mut |closing| all.push(closing.report()));
        all
    }

    /// The pieces at the last solution: how many, and the largest number of assemblies on the way from one of them to the whole.
    pub fn pieces(&self) -> Pieces {
        let root = self.solver.root();
        let mut pieces = 0;
        root.visit(&mut |piece| pieces += usize::from(!piece.places.is_empty()), &mut |_| ());
        Pieces { count: pieces, depth: root.depth() }
    }
}

/// How a mechanism was cut.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Number of pieces.
    pub count: usize,
    /// The largest number of assemblies on the way from a piece to the whole.
    pub depth: usize,
}

/// A state and what acts.
#[derive(Copy, Clone)]
pub(crate) struct Input<'a, T> {
    pub(crate) model: &'a Model<T>,
    pub(crate) q: &'a [T],
    pub(crate) v: &'a [T],
    pub(crate) tau: &'a [T],
    pub(crate) loads: Loads<'a, T>,
    /// Nodes of at least so many links become tasks.
    pub(crate) task: usize,
}

/// What is known of a mechanism with loops, whose rows are placed.
pub(crate) struct Known<'a, T> {
    pub(crate) kinematics: &'a KinematicsBuffers<T>,
    pub(crate) loops: &'a mut Loops<T>,
    /// What d(J v)/dt shall be; zero if missing.
    pub(crate) target: Option<&'a [T]>,
    pub(crate) ranks: &'a [usize],
}

/// The tree of assemblies of a model.
#[derive(Clone, Debug)]
pub(crate) struct Solver<T> {
    cut: Node<T>,
    /// All links in one piece, for states in which a piece by itself is nearly singular; made when it is needed.
    whole: Option<Box<Node<T>>>,
    use_whole: bool,
    beta: Vec<T>,
    /// What is felt at the links of one piece after the other.
    seats: Vec<Seat<T>>,
}

impl<T: Real> Solver<T> {
    pub(crate) fn new(model: &Model<T>, loops: Option<&Loops<T>>, grain: usize) -> Self {
        let cut = plan::plan(model, loops, grain);
        let beta = vec![T::zero(); loops.map_or(0, Loops::count)];
        let mut longest = 0;
        cut.visit(&mut |piece| longest = longest.max(piece.places.len()), &mut |_| ());
        Self { cut, whole: None, use_whole: false, beta, seats: Vec::with_capacity(longest) }
    }

    fn root(&self) -> &Node<T> {
        match &self.whole {
            Some(whole) if self.use_whole => whole,
            _ => &self.cut,
        }
    }

    /// The accelerations.
    pub(crate) fn solve(
        &mut self,
        input: Input<'_, T>,
        mut known: Option<Known<'_, T>>,
        lambda: &mut [T],
        a: &mut [T],
        react: bool,
    ) -> Result<LoopOutcome, DynamicsError> {
        if let Some(known) = &mut known {
            rest_rates(input, known, &mut self.beta);
        }
        let Self { cut, whole, use_whole, beta, seats } = self;
        let context = Context { react, ..context(input, known.as_ref(), beta) };
        *use_whole = false;
        if solve(cut, &context, seats).is_err() {
            // a piece by itself may be singular although the whole is not; if the whole is, its error is the one to tell
            let loops = known.as_ref().map(|known| &*known.loops);
            let whole = whole.get_or_insert_with(|| Box::new(plan::plan(input.model, loops, usize::MAX)));
            solve(whole, &context, seats)?;
            *use_whole = true;
        }
        let mut outcome = LoopOutcome { rank: 0, smallest_pivot: 1.0, contradiction: 0.0 };
        self.root().visit(
            &mut |piece| {
                for place in &piece.places {
                    let link = &input.model.links()[place.link as usize];
                    for (a, speed) in a[link.v..link.v + link.nv].iter_mut().zip(&piece.speeds[place.speed as usize..])
                    {
                        *a = speed.a;
                    }
                }
            },
            &mut |closing| {
                closing.lambda().for_each(|(row, x)| lambda[row] = x);
                let (rank, smallest, contradiction) = closing.numbers();
                outcome.rank += rank;
                outcome.smallest_pivot = outcome.smallest_pivot.min(smallest);
                outcome.contradiction = outcome.contradiction.max(contradiction);
            },
        );
        Ok(outcome)
    }

    /// Finds the wrenches at all joints, at the last solution; the forces of closures are among the loads.
    fn react(&mut self, input: Input<'_, T>) {
        let context = context(input, None, &[]);
        match &mut self.whole {
            Some(whole) if self.use_whole => whole.react(&context),
            _ => self.cut.react(&context),
        }
    }

    fn reactions(&self, out: &mut [Wrench<T>]) {
        self.root().visit(
            &mut |piece| {
                for (place, work) in piece.places.iter().zip(&piece.work) {
                    out[place.link as usize] = work.reaction;
                }
            },
            &mut |_| (),
        );
    }
}

/// The four sweeps; the ground accelerates upward instead of gravity downward.
fn solve<T: Real>(root: &mut Node<T>, context: &Context<'_, T>, seats: &mut Vec<Seat<T>>) -> Result<(), DynamicsError> {
    // one thread places joints when it comes to them
    let placed = context.task < root.weight;
    if placed {
        root.place(context);
    }
    root.assemble(context, Twist::zero(), placed, seats)?;
    let ground = Twist::new(Vec3::zero(), -context.model.gravity());
    root.disassemble(context, ground, &[]);
    Ok(())
}

fn context<'a, T: Real>(input: Input<'a, T>, known: Option<&'a Known<'_, T>>, beta: &'a [T]) -> Context<'a, T> {
    let Input { model, q, v, tau, loads, task } = input;
    let conditions = match known {
        Some(known) => Conditions { rows: known.loops.rows(), beta, units: known.loops.units(), ranks: known.ranks },
        None => Conditions { rows: &[], beta: &[], units: &[], ranks: &[] },
    };
    Context { model, q, v, tau, loads, task, react: false, kinematics: known.map(|known| known.kinematics), conditions }
}

/// β: the rates of the conditions if all links accelerated as the ground does in this reckoning, less the target.
fn rest_rates<T: Real>(input: Input<'_, T>, known: &mut Known<'_, T>, beta: &mut [T]) {
    let (k, loops) = (known.kinematics, &mut *known.loops);
    for (rate, pose) in loops.rates.iter_mut().zip(&k.world) {
        // the twist-rates of the recursion are those of links that fall, less gravity
        *rate = Twist::new(Vec3::zero(), pose.rotation.apply_transpose(input.model.gravity()));
    }
    let motion = Motion { q: input.q, v: input.v, a: None, rates: &loops.rates };
    loops.rows.rates(input.model, k, motion, beta);
    if let Some(target) = known.target {
        beta.iter_mut().zip(target).for_each(|(beta, &target)| *beta -= target);
    }
}
