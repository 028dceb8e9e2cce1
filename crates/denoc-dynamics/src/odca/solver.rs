//! The four sweeps of a model: inputs and results.

use denoc_math::{Real, Twist, Vec3, Wrench};
use denoc_model::Model;

use super::channels::Seat;
use super::close::Conditions;
use super::node::{Context, Node};
use super::piece::Piece;
use super::plan;
use super::rank::RowRanks;
use crate::kinematics::KinematicsBuffers;
use crate::loops::{LoopOutcome, Loops, Motion};
use crate::{DynamicsError, Loads};

/// A state with joint forces and loads.
#[derive(Copy, Clone)]
pub(crate) struct Input<'a, T> {
    pub(crate) model: &'a Model<T>,
    pub(crate) q: &'a [T],
    pub(crate) v: &'a [T],
    pub(crate) tau: &'a [T],
    /// Prescribed accelerations, by speed, whose joint forces are computed. Empty if there are none.
    pub(crate) given: &'a [Option<T>],
    pub(crate) loads: Loads<'a, T>,
    /// Nodes with at least this many links become tasks.
    pub(crate) task: usize,
}

/// Kinematics of a mechanism with loops; the rows are placed.
pub(crate) struct Known<'a, T> {
    pub(crate) kinematics: &'a KinematicsBuffers<T>,
    pub(crate) loops: &'a mut Loops<T>,
    /// Required value of d(J v)/dt; zero if missing.
    pub(crate) target: Option<&'a [T]>,
    pub(crate) ranks: &'a [usize],
}

/// The tree of assemblies of a model.
#[derive(Clone, Debug)]
pub(crate) struct Solver<T> {
    cut: Node<T>,
    /// All links in one piece, for states in which a piece by itself is nearly singular; created on demand.
    whole: Option<Box<Node<T>>>,
    use_whole: bool,
    beta: Vec<T>,
    /// The rows of J, for states in which the number of independent ones is in doubt.
    rows: Option<Box<RowRanks<T>>>,
    /// Scratch memory: inertia and wrench at the links of one piece.
    seats: Vec<Seat<T>>,
}

impl<T: Real> Solver<T> {
    pub(crate) fn new(model: &Model<T>, loops: Option<&Loops<T>>, grain: usize) -> Self {
        let cut = plan::plan(model, loops, grain);
        let beta = vec![T::zero(); loops.map_or(0, Loops::count)];
        let rows = loops.map(|loops| Box::new(RowRanks::new(model, loops)));
        let mut longest = 0;
        cut.visit(&mut |piece| longest = longest.max(piece.places.len()), &mut |_| ());
        Self { cut, whole: None, use_whole: false, beta, rows, seats: Vec::with_capacity(longest) }
    }

    pub(super) fn root(&self) -> &Node<T> {
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
        let Self { cut, whole, use_whole, beta, seats, .. } = self;
        let context = Context { react, ..context(input, known.as_ref(), beta) };
        *use_whole = false;
        if solve(cut, &context, seats).is_err() {
            // a piece by itself may be singular although the mechanism is not; if the mechanism is, its error is reported
            let loops = known.as_ref().map(|known| &*known.loops);
            let whole = whole.get_or_insert_with(|| Box::new(plan::plan(input.model, loops, usize::MAX)));
            solve(whole, &context, seats)?;
            *use_whole = true;
        }
        let mut outcome = LoopOutcome { rank: 0, smallest_pivot: 1.0, contradiction: 0.0 };
        let mut unresolved = false;
        self.root().visit(
            &mut |piece| {
                for run in &piece.runs {
                    a[run.there..run.there + run.count].copy_from_slice(&piece.a[run.here..run.here + run.count]);
                }
            },
            &mut |closing| {
                closing.lambda().for_each(|(row, x)| lambda[row] = x);
                let (rank, smallest, contradiction) = closing.numbers();
                outcome.rank += rank;
                outcome.smallest_pivot = outcome.smallest_pivot.min(smallest);
                outcome.contradiction = outcome.contradiction.max(contradiction);
                unresolved |= closing.is_unresolved();
            },
        );
        if let Some(known) = &known {
            self.check_rank(input, known, outcome.rank, unresolved)?;
        }
        Ok(outcome)
    }

    /// Refuses configurations in which the rows of J have another rank than the one found, or in which rounding decided it.
    fn check_rank(
        &mut self,
        input: Input<'_, T>,
        known: &Known<'_, T>,
        rank: usize,
        unresolved: bool,
    ) -> Result<(), DynamicsError> {
        // as many as usual, or all there are
        let limit = known.ranks.iter().fold(0, |sum: usize, &rank| sum.saturating_add(rank));
        if !unresolved && rank == limit.min(known.loops.count()) {
            return Ok(());
        }
        let Some(rows) = &mut self.rows else { return Ok(()) };
        let found = rows.find(&input, known);
        if !unresolved && found.rank == rank {
            return Ok(());
        }
        let closure = input.model.closure_names()[found.closure.0].clone();
        Err(DynamicsError::Unresolved { model: input.model.name().to_owned(), closure, pivot: found.pivot })
    }

    /// Computes the wrenches at all joints at the last solution; the loads include the forces of closures.
    pub(super) fn react(&mut self, input: Input<'_, T>) {
        let context = context(input, None, &[]);
        match &mut self.whole {
            Some(whole) if self.use_whole => whole.react(&context),
            _ => self.cut.react(&context),
        }
    }

    /// The wrenches at all joints, by link, as last computed.
    pub(super) fn reactions(&self) -> Vec<Wrench<T>> {
        let links = self.root().weight;
        let mut out = vec![Wrench::zero(); links];
        let gather = |piece: &Piece<T>| {
            piece.places.iter().zip(&piece.reactions).for_each(|(place, wrench)| out[place.link as usize] = *wrench);
        };
        self.root().visit(&mut { gather }, &mut |_| ());
        out
    }

    /// The joint forces of prescribed accelerations, including closures, from the wrenches last computed.
    pub(super) fn forces(&self, model: &Model<T>, given: &[Option<T>], tau: &mut [T]) {
        let project = |piece: &Piece<T>| {
            for (place, wrench) in piece.places.iter().zip(&piece.reactions) {
                let link = &model.links()[place.link as usize];
                for (speed, i) in piece.speeds[place.speed as usize..][..link.nv].iter().zip(link.v..) {
                    if let Some(a) = given[i] {
                        tau[i] = link.rotor_inertia.mul_add(a, speed.column.dot(*wrench));
                    }
                }
            }
        };
        self.root().visit(&mut { project }, &mut |_| ());
    }
}

/// The four sweeps; the ground accelerates upward instead of gravity downward.
fn solve<T: Real>(root: &mut Node<T>, context: &Context<'_, T>, seats: &mut Vec<Seat<T>>) -> Result<(), DynamicsError> {
    // a single thread places joints on the fly
    let placed = context.input.task < root.weight;
    if placed {
        root.place(context);
    }
    root.assemble(context, Vec3::zero(), placed, seats)?;
    let ground = Twist::new(Vec3::zero(), -context.input.model.gravity());
    root.disassemble(context, ground, &[]);
    Ok(())
}

fn context<'a, T: Real>(input: Input<'a, T>, known: Option<&'a Known<'_, T>>, beta: &'a [T]) -> Context<'a, T> {
    let conditions = match known {
        Some(known) => Conditions { rows: known.loops.rows(), beta, units: known.loops.units(), ranks: known.ranks },
        None => Conditions { rows: &[], beta: &[], units: &[], ranks: &[] },
    };
    Context { input, react: false, kinematics: known.map(|known| known.kinematics), conditions }
}

/// β: the rates of the constraints if all links accelerated with the ground, which accelerates against gravity, minus the target.
fn rest_rates<T: Real>(input: Input<'_, T>, known: &mut Known<'_, T>, beta: &mut [T]) {
    let (k, loops) = (known.kinematics, &mut *known.loops);
    for (rate, pose) in loops.rates.iter_mut().zip(&k.world) {
        // the twist-rates of the recursion are relative to free fall
        *rate = Twist::new(Vec3::zero(), pose.rotation.apply_transpose(input.model.gravity()));
    }
    let motion = Motion { q: input.q, v: input.v, a: None, rates: &loops.rates };
    loops.rows.rates(input.model, k, motion, beta);
    if let Some(target) = known.target {
        beta.iter_mut().zip(target).for_each(|(beta, &target)| *beta -= target);
    }
}
