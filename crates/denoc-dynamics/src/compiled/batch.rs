//! Batches: one state per lane, blocks of lanes distributed over threads.

use denoc_math::Real;
use rayon::prelude::*;

use super::engine::{BLOCK, Engine, Input, NARROW_BLOCK, Task};
use super::{Layout, Threads};

/// Sizes of one state: entries of q, of v and of the third input, and of the result.
#[derive(Copy, Clone)]
pub(super) struct Sizes {
    pub(super) q: usize,
    pub(super) v: usize,
    pub(super) x: usize,
    pub(super) out: usize,
}

/// A number that batches are made of.
pub(super) trait Element: Real + Default {
    const LANES: usize;
    /// The rounding unit.
    const ROUNDING: f64;
    /// Whether small pivots must be recomputed in double precision.
    const NARROW: bool;
    fn narrow(x: f64) -> Self;
    fn is_finite(self) -> bool;
    fn block(engine: &mut dyn Engine, task: Task, input: Input<'_, Self>, out: &mut [Self]) -> bool;
}

impl Element for f64 {
    const LANES: usize = BLOCK;
    const ROUNDING: f64 = f64::EPSILON;
    const NARROW: bool = false;
    fn narrow(x: f64) -> f64 {
        x
    }
    fn is_finite(self) -> bool {
        self.is_finite()
    }
    fn block(engine: &mut dyn Engine, task: Task, input: Input<'_, f64>, out: &mut [f64]) -> bool {
        engine.block(task, input, out)
    }
}

impl Element for f32 {
    const LANES: usize = NARROW_BLOCK;
    const ROUNDING: f64 = f32::EPSILON as f64;
    const NARROW: bool = true;
    fn narrow(x: f64) -> f32 {
        x as f32
    }
    fn is_finite(self) -> bool {
        self.is_finite()
    }
    fn block(engine: &mut dyn Engine, task: Task, input: Input<'_, f32>, out: &mut [f32]) -> bool {
        engine.narrow_block(task, input, out)
    }
}

/// Evaluates all states; returns the blocks whose pivots are unsafe, in order. States are independent, so the result does not
/// depend on the number of threads.
pub(super) fn run<E: Element>(
    engine: &mut Box<dyn Engine>,
    task: Task,
    sizes: Sizes,
    input: Input<'_, E>,
    out: &mut [E],
    layout: Layout,
    threads: Threads,
) -> Vec<usize> {
    let states = out.len() / sizes.out.max(1);
    if threads == Threads::One {
        return part(engine.as_mut(), task, sizes, input, out, layout);
    }
    // complete blocks per part, a few parts per thread
    let parts = 4 * rayon::current_num_threads();
    let per_part = states.div_ceil(parts).next_multiple_of(E::LANES).max(E::LANES);
    let engine: &dyn Engine = engine.as_ref();
    out.par_chunks_mut(per_part * sizes.out)
        .enumerate()
        .map_init(
            || engine.fork(),
            |engine, (i, out)| {
                let slice = |x: &'_ [E], n: usize| (i * per_part * n).min(x.len());
                let input = Input {
                    q: &input.q[slice(input.q, sizes.q)..],
                    v: &input.v[slice(input.v, sizes.v)..],
                    x: &input.x[slice(input.x, sizes.x)..],
                };
                let blocks = part(engine.as_mut(), task, sizes, input, out, layout);
                blocks.into_iter().map(|b| i * per_part / E::LANES + b).collect::<Vec<_>>()
            },
        )
        .flatten_iter()
        .collect()
}

/// Evaluates states one block after the other; returns the unsafe blocks.
fn part<E: Element>(
    engine: &mut dyn Engine,
    task: Task,
    n: Sizes,
    input: Input<'_, E>,
    out: &mut [E],
    layout: Layout,
) -> Vec<usize> {
    let lanes = E::LANES;
    // stays empty, without allocation, if all pivots are safe
    let mut unsafe_blocks = Vec::new();
    match layout {
        Layout::Blocks => {
            for (b, out) in out.chunks_exact_mut(n.out * lanes).enumerate() {
                let block = Input {
                    q: &input.q[b * n.q * lanes..],
                    v: &input.v[b * n.v * lanes..],
                    x: &input.x[b * n.x * lanes..],
                };
                if !E::block(engine, task, block, out) {
                    unsafe_blocks.push(b);
                }
            }
        }
        Layout::Rows => {
            let mut buffer = vec![E::default(); (n.q + n.v + n.x + n.out) * lanes];
            for (b, out) in out.chunks_mut(n.out * lanes).enumerate() {
                let rows = out.len() / n.out;
                let (q, rest) = buffer.split_at_mut(n.q * lanes);
                let (v, rest) = rest.split_at_mut(n.v * lanes);
                let (x, result) = rest.split_at_mut(n.x * lanes);
                to_lanes(&input.q[b * lanes * n.q..], n.q, rows, lanes, q);
                to_lanes(&input.v[b * lanes * n.v..], n.v, rows, lanes, v);
                to_lanes(&input.x[b * lanes * n.x..], n.x, rows, lanes, x);
                if !E::block(engine, task, Input { q, v, x }, result) {
                    unsafe_blocks.push(b);
                }
                for (r, out) in out.chunks_exact_mut(n.out).enumerate() {
                    for (o, x) in out.iter_mut().zip(result.chunks_exact(lanes)) {
                        *o = x[r];
                    }
                }
            }
        }
    }
    unsafe_blocks
}

/// Transposes rows of states to `[entry][lane]`; missing rows repeat the last one.
#[inline]
fn to_lanes<E: Copy>(rows: &[E], n: usize, count: usize, lanes: usize, out: &mut [E]) {
    for lane in 0..lanes {
        let row = &rows[lane.min(count - 1) * n..][..n];
        for (o, &x) in out.iter_mut().skip(lane).step_by(lanes).zip(row) {
            *o = x;
        }
    }
}
