//! A program bound to an instruction set, with its buffers.

use std::sync::Arc;

use denoc_math::simd::{Choose, Isa, Kernel, Level, detect};
use denoc_math::{Constant, Lane};
use denoc_model::Model;

use super::coupled::{Coupled, Plan, Solve, tolerance};
use super::gim::{self, GimWork};
use super::limbs::{self, Packed, PackedWork};
use super::outward::{Rates, sines, sines_together};
use super::program::Program;
use super::work::Work;
use super::{forward, inverse};

/// What is computed, for one state or for a block of states; a block is stored as `[entry][lane]`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Inverse,
    Forward,
    Gim,
}

impl Task {
    /// Names of the third input and of the result, for messages.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Inverse => ("a", "tau"),
            Self::Forward => ("tau", "a"),
            Self::Gim => ("", "gim"),
        }
    }
}

/// Inputs of a task: coordinates, speeds, and accelerations (inverse dynamics) or joint forces (forward dynamics).
#[derive(Copy, Clone)]
pub(super) struct Input<'a, E> {
    pub(super) q: &'a [E],
    pub(super) v: &'a [E],
    pub(super) x: &'a [E],
}

/// The operations of [`super::Compiled`], independent of the instruction set. The evaluations return whether all pivots are safe.
pub(super) trait Engine: Send + Sync {
    fn isa(&self) -> &'static str;
    fn single(&mut self, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool;
    fn block(&mut self, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool;
    fn narrow_block(&mut self, task: Task, input: Input<'_, f32>, out: &mut [f32]) -> bool;
    fn fork(&self) -> Box<dyn Engine>;
    /// Whether limbs share lanes.
    fn packed(&self) -> bool;
    /// Whether forward dynamics takes the couplings of the model into account.
    fn coupled(&self) -> bool;
}

/// Lanes of a block.
pub(super) const BLOCK: usize = 4;
/// Lanes of a block in single precision.
pub(super) const NARROW_BLOCK: usize = 8;

pub(super) fn engine(model: &Model<f64>, level: Level, packing: bool) -> Box<dyn Engine> {
    struct Make<'a>(&'a Model<f64>, bool);
    impl Choose for Make<'_> {
        type Output = Box<dyn Engine>;
        fn with<I: Isa>(self, isa: I) -> Box<dyn Engine> {
            let program = Arc::new(Program::new(self.0));
            let packed = if self.1 && I::WIDE { Packed::new(self.0).map(Arc::new) } else { None };
            Box::new(Native::new(isa, program, packed, Plan::new(self.0).map(Arc::new)))
        }
    }
    detect(level, Make(model, packing))
}

struct Native<I: Isa> {
    isa: I,
    program: Arc<Program<f64>>,
    packed: Option<Limbs<I>>,
    single: Buffers<I::F64>,
    // allocated on first use: a long chain evaluated one state at a time needs only `single`
    block: Option<Buffers<I::F64x4>>,
    narrow: Option<(Program<f32>, Buffers<I::F32x8>)>,
    /// Of trees with couplings, with buffers for each kind of number.
    plan: Option<Arc<Plan>>,
    coupled: CoupledBuffers,
}

/// Buffers of trees with couplings, allocated on first use.
#[derive(Default)]
struct CoupledBuffers {
    single: Option<Box<Coupled<f64>>>,
    block: Option<Box<Coupled<f64>>>,
    narrow: Option<Box<Coupled<f32>>>,
}

/// A tree whose limbs share the lanes, with its buffers.
struct Limbs<I: Isa> {
    packed: Arc<Packed<I::F64x4>>,
    work: PackedWork<I::F64, I::F64x4>,
}

struct Buffers<T: Lane> {
    work: Work<T>,
    gim: Option<GimWork<T>>,
}

impl<T: Lane> Buffers<T> {
    fn new<K>(p: &Program<K>) -> Self {
        Self { work: Work::new(p), gim: None }
    }
}

impl<I: Isa> Native<I> {
    fn new(isa: I, program: Arc<Program<f64>>, packed: Option<Arc<Packed<I::F64x4>>>, plan: Option<Arc<Plan>>) -> Self {
        let packed = packed.map(|packed| Limbs { work: packed.work(), packed });
        let single = Buffers::new(&program);
        Self { isa, program, packed, single, block: None, narrow: None, plan, coupled: CoupledBuffers::default() }
    }

    /// One state of the tree.
    fn single_of_tree(&mut self, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool {
        if I::WIDE
            && let Some(Limbs { packed: p, work }) = &mut self.packed
        {
            match task {
                Task::Inverse => return self.isa.enter_long(PackedInverse::<I> { p, work, input, out }),
                Task::Forward => return self.isa.enter_long(PackedForward::<I> { p, work, input, out }),
                Task::Gim => {}
            }
        }
        match task {
            Task::Inverse => {
                self.isa.enter_long(SingleInverse::<I> { p: &self.program, b: &mut self.single, input, out })
            }
            Task::Forward => {
                self.isa.enter_long(SingleForward::<I> { p: &self.program, b: &mut self.single, input, out })
            }
            Task::Gim => self.isa.enter(SingleGim::<I> { p: &self.program, b: &mut self.single, input, out }),
        }
    }

    fn block_of_tree(&mut self, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool {
        let b = self.block.get_or_insert_with(|| Buffers::new(&self.program));
        enter_block(self.isa, task, &self.program, b, input, out)
    }

    fn narrow_block_of_tree(&mut self, task: Task, input: Input<'_, f32>, out: &mut [f32]) -> bool {
        let (p, b) = self.narrow.get_or_insert_with(|| {
            let narrow = self.program.narrow();
            let buffers = Buffers::new(&narrow);
            (narrow, buffers)
        });
        enter_block(self.isa, task, p, b, input, out)
    }
}

/// Forward dynamics of a tree with couplings, from the inverse dynamics and the inertia matrix of the tree.
macro_rules! forward_coupled {
    ($native:ident, $buffers:ident, $number:ty, $rounding:expr, $of_tree:ident, $input:ident, $out:ident) => {
        if let Some(plan) = &$native.plan {
            let lanes = <$number as Lane>::LANES;
            let kept = $native.coupled.$buffers.take();
            let mut coupled = kept.unwrap_or_else(|| Box::new(Coupled::new(plan, lanes)));
            let Coupled { rest, bias, gim, .. } = &mut *coupled;
            $native.$of_tree(Task::Inverse, Input { x: rest, ..$input }, bias);
            $native.$of_tree(Task::Gim, Input { v: &[], x: &[], ..$input }, gim);
            let tolerance = tolerance($rounding);
            let solve = Solve::<$number> { coupled: &mut coupled, tau: $input.x, a: $out, tolerance };
            let safe = $native.isa.enter(solve);
            $native.coupled.$buffers = Some(coupled);
            return safe;
        }
    };
}

impl<I: Isa> Engine for Native<I> {
    fn isa(&self) -> &'static str {
        I::NAME
    }

    fn packed(&self) -> bool {
        self.packed.is_some()
    }

    fn coupled(&self) -> bool {
        self.plan.is_some()
    }

    fn single(&mut self, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool {
        if task == Task::Forward {
            forward_coupled!(self, single, I::F64, f64::EPSILON, single_of_tree, input, out);
        }
        self.single_of_tree(task, input, out)
    }

    fn block(&mut self, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool {
        if task == Task::Forward {
            forward_coupled!(self, block, I::F64x4, f64::EPSILON, block_of_tree, input, out);
        }
        self.block_of_tree(task, input, out)
    }

    fn narrow_block(&mut self, task: Task, input: Input<'_, f32>, out: &mut [f32]) -> bool {
        if task == Task::Forward {
            forward_coupled!(self, narrow, I::F32x8, f64::from(f32::EPSILON), narrow_block_of_tree, input, out);
        }
        self.narrow_block_of_tree(task, input, out)
    }

    fn fork(&self) -> Box<dyn Engine> {
        let packed = self.packed.as_ref().map(|limbs| Arc::clone(&limbs.packed));
        Box::new(Self::new(self.isa, Arc::clone(&self.program), packed, self.plan.clone()))
    }
}

/// One kernel per task keeps each entry small enough for the optimiser.
macro_rules! kernel {
    ($name:ident<$isa:ident>($p:ident: $program:ty, $b:ident: $buffers:ty, $input:ident, $out:ident) $run:block) => {
        struct $name<'a, $isa: Isa> {
            p: &'a $program,
            b: &'a mut $buffers,
            input: Input<'a, f64>,
            out: &'a mut [f64],
        }
        impl<$isa: Isa> Kernel<$isa> for $name<'_, $isa> {
            type Output = bool;
            #[inline(always)]
            fn run(self) -> bool {
                let Self { p: $p, b: $b, input: $input, out: $out } = self;
                $run
            }
        }
    };
}

kernel!(SingleInverse<I>(p: Program<f64>, b: Buffers<I::F64>, input, out) {
    sines_together::<I>(p, &mut b.work, input.q);
    inverse::run::<I::F64, f64>(p, &mut b.work, rates(input), out);
    true
});
kernel!(SingleForward<I>(p: Program<f64>, b: Buffers<I::F64>, input, out) {
    sines_together::<I>(p, &mut b.work, input.q);
    forward::run::<I::F64, f64>(p, &mut b.work, rates(input), input.x, out);
    b.work.safe
});
kernel!(SingleGim<I>(p: Program<f64>, b: Buffers<I::F64>, input, out) {
    sines_together::<I>(p, &mut b.work, input.q);
    let gim = b.gim.get_or_insert_with(|| GimWork::new(p));
    gim::run::<I::F64, f64>(p, &mut b.work, gim, input.q, out);
    true
});

struct PackedInverse<'a, I: Isa> {
    p: &'a Packed<I::F64x4>,
    work: &'a mut PackedWork<I::F64, I::F64x4>,
    input: Input<'a, f64>,
    out: &'a mut [f64],
}
impl<I: Isa> Kernel<I> for PackedInverse<'_, I> {
    type Output = bool;
    #[inline(always)]
    fn run(self) -> bool {
        limbs::inverse::<I>(self.p, self.work, rates(self.input), self.out);
        true
    }
}

struct PackedForward<'a, I: Isa> {
    p: &'a Packed<I::F64x4>,
    work: &'a mut PackedWork<I::F64, I::F64x4>,
    input: Input<'a, f64>,
    out: &'a mut [f64],
}
impl<I: Isa> Kernel<I> for PackedForward<'_, I> {
    type Output = bool;
    #[inline(always)]
    fn run(self) -> bool {
        limbs::forward::<I>(self.p, self.work, rates(self.input), self.input.x, self.out);
        self.work.trunk.safe
    }
}

#[inline(always)]
fn rates<E>(input: Input<'_, E>) -> Rates<'_, E> {
    Rates { q: input.q, v: input.v, a: input.x }
}

struct BlockInverse<'a, T: Lane, K>(&'a Program<K>, &'a mut Buffers<T>, Input<'a, T::Element>, &'a mut [T::Element]);
impl<I: Isa, T: Lane, K: Constant<T>> Kernel<I> for BlockInverse<'_, T, K> {
    type Output = bool;
    #[inline(always)]
    fn run(self) -> bool {
        sines(self.0, &mut self.1.work, self.2.q);
        inverse::run(self.0, &mut self.1.work, rates(self.2), self.3);
        true
    }
}

struct BlockForward<'a, T: Lane, K>(&'a Program<K>, &'a mut Buffers<T>, Input<'a, T::Element>, &'a mut [T::Element]);
impl<I: Isa, T: Lane, K: Constant<T>> Kernel<I> for BlockForward<'_, T, K> {
    type Output = bool;
    #[inline(always)]
    fn run(self) -> bool {
        sines(self.0, &mut self.1.work, self.2.q);
        forward::run(self.0, &mut self.1.work, rates(self.2), self.2.x, self.3);
        self.1.work.safe
    }
}

struct BlockGim<'a, T: Lane, K>(&'a Program<K>, &'a mut Buffers<T>, Input<'a, T::Element>, &'a mut [T::Element]);
impl<I: Isa, T: Lane, K: Constant<T>> Kernel<I> for BlockGim<'_, T, K> {
    type Output = bool;
    #[inline(always)]
    fn run(self) -> bool {
        let Self(p, b, input, out) = self;
        sines(p, &mut b.work, input.q);
        let gim = b.gim.get_or_insert_with(|| GimWork::new(p));
        gim::run(p, &mut b.work, gim, input.q, out);
        true
    }
}

fn enter_block<I: Isa, T: Lane, K: Constant<T>>(
    isa: I,
    task: Task,
    p: &Program<K>,
    b: &mut Buffers<T>,
    input: Input<'_, T::Element>,
    out: &mut [T::Element],
) -> bool {
    match task {
        Task::Inverse => isa.enter_long(BlockInverse(p, b, input, out)),
        Task::Forward => isa.enter_long(BlockForward(p, b, input, out)),
        Task::Gim => isa.enter_long(BlockGim(p, b, input, out)),
    }
}
