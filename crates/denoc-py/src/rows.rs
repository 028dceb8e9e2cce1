//! Memory for the results of a batch, divided into blocks of states.

use std::ops::Range;

use crate::arrays::Number;

/// Memory for one result, and its number of entries per state.
pub(crate) struct Part<'a, T = f64> {
    pub(crate) numbers: &'a mut [T],
    pub(crate) width: usize,
}

impl<T: Number> Part<'_, T> {
    /// The entries of one state.
    pub(crate) fn row(&mut self, state: usize) -> &mut [T] {
        &mut self.numbers[state * self.width..(state + 1) * self.width]
    }
}

/// Consecutive states of a batch with memory for their results.
pub(crate) struct Block<'a, T = f64> {
    pub(crate) states: Range<usize>,
    pub(crate) parts: Vec<Part<'a, T>>,
}

impl<'a, T: Number> Block<'a, T> {
    /// Blocks of up to `each` states.
    pub(crate) fn divide(self, each: usize) -> Vec<Block<'a, T>> {
        let Block { states, parts: mut rest } = self;
        let firsts = states.clone().step_by(each.max(1));
        let cut = |first: usize| {
            let last = states.end.min(first + each.max(1));
            let part = |part: &mut Part<'a, T>| {
                let (head, tail) = std::mem::take(&mut part.numbers).split_at_mut((last - first) * part.width);
                part.numbers = tail;
                Part { numbers: head, width: part.width }
            };
            Block { states: first..last, parts: rest.iter_mut().map(part).collect() }
        };
        firsts.map(cut).collect()
    }

    /// Marks the results of all states as missing.
    pub(crate) fn fill_with_nan(&mut self) {
        self.parts.iter_mut().for_each(|part| part.numbers.fill(T::NAN));
    }
}
