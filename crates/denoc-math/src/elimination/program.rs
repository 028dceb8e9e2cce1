//! The elimination of rows with entries at known places, in a known order of pivots: which entries change, by which others.
//!
//! Rows of constraints have few entries, at the same places in all configurations. What is subtracted from what is found out once; then
//! an elimination touches just these entries.

use crate::Real;

/// A pivot of a kept order is at least this part of the other entries in its row and in its column.
pub(super) const STILL_LARGE: f64 = 0.05;

/// A multiple of a row that was subtracted from another.
#[derive(Copy, Clone, Debug)]
pub(super) struct Step<T> {
    pub(super) from: usize,
    pub(super) row: usize,
    pub(super) factor: T,
}

/// Places of entries are those in a table of all rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    order: Vec<(usize, usize)>,
    /// The columns with an entry before the elimination, as bits, row by row; and after it.
    before: Vec<u64>,
    after: Vec<u64>,
    pivots: Vec<Pivot>,
    subtractions: Vec<Subtraction>,
    /// The entries of the rows of pivots beside them, and, for every subtraction from another row, the entries that change.
    beside: Vec<usize>,
    changed: Vec<usize>,
}

#[derive(Copy, Clone, Debug)]
struct Pivot {
    row: usize,
    place: usize,
    /// One past its entries in `beside`, and past its subtractions.
    end_beside: usize,
    end_subtractions: usize,
}

/// From one row, a multiple of the row of a pivot.
#[derive(Copy, Clone, Debug)]
struct Subtraction {
    row: usize,
    /// Its entry in the column of the pivot.
    place: usize,
    /// One past its entries in `changed`.
    end_changed: usize,
}

/// What an elimination found, beside the rows themselves.
#[derive(Clone, Debug)]
pub(super) struct Sizes {
    pub(super) largest: f64,
    pub(super) smallest: f64,
}

impl Sizes {
    pub(super) fn add(&mut self, size: f64) {
        (self.largest, self.smallest) = (self.largest.max(size), self.smallest.min(size));
    }
}

impl Program {
    /// Whether it is for this order, of rows with entries at these places.
    pub(super) fn fits(&self, order: &[(usize, usize)], filled: &[u64]) -> bool {
        let is_known = |(known, now): (&u64, &u64)| now & !known == 0;
        self.order == order && self.before.len() == filled.len() && self.before.iter().zip(filled).all(is_known)
    }

    /// Finds what is subtracted from what.
    pub(super) fn record(&mut self, order: &[(usize, usize)], filled: &[u64], columns: usize) {
        let Self { before, after, pivots, subtractions, beside, changed, .. } = self;
        if self.order != order || before.len() != filled.len() {
            self.order.clear();
            self.order.extend_from_slice(order);
            before.clear();
            before.resize(filled.len(), 0);
        }
        // entries that are zero now and then keep their places
        before.iter_mut().zip(filled).for_each(|(known, now)| *known |= now);
        after.clone_from(before);
        pivots.clear();
        subtractions.clear();
        beside.clear();
        changed.clear();
        for (k, &(row, column)) in order.iter().enumerate() {
            let own = after[row] & !(1 << column);
            beside.extend(bits(own).map(|c| row * columns + c));
            for other in (0..after.len()).filter(|other| order[..=k].iter().all(|used| used.0 != *other)) {
                if after[other] & (1 << column) == 0 {
                    continue;
                }
                after[other] = (after[other] | own) & !(1 << column);
                changed.extend(bits(own).map(|c| other * columns + c));
                subtractions.push(Subtraction {
                    row: other,
                    place: other * columns + column,
                    end_changed: changed.len(),
                });
            }
            let (place, end_beside, end_subtractions) = (row * columns + column, beside.len(), subtractions.len());
            pivots.push(Pivot { row, place, end_beside, end_subtractions });
        }
    }

    /// Eliminates, up to `limit` pivots, while each is large enough beside the other entries of its row and of its column, and above
    /// `tolerance` times the largest. The reciprocals of the pivots and what was subtracted are added to the lists.
    pub(super) fn run<T: Real>(
        &self,
        a: &mut [T],
        (tolerance, limit): (f64, usize),
        sizes: &mut Sizes,
        (reciprocals, steps): (&mut Vec<T>, &mut Vec<Step<T>>),
    ) {
        let (mut first_beside, mut first_subtraction, mut first_changed) = (0, 0, 0);
        for pivot in self.pivots.iter().take(limit) {
            let beside = &self.beside[first_beside..pivot.end_beside];
            let subtractions = &self.subtractions[first_subtraction..pivot.end_subtractions];
            let size = a[pivot.place].value().abs();
            let most = beside.iter().fold(0.0_f64, |most, &e| most.max(a[e].value().abs()));
            let most = subtractions.iter().fold(most, |most, s| most.max(a[s.place].value().abs()));
            // not a number: let the search decide
            if !(size > tolerance * sizes.largest && size >= STILL_LARGE * most) {
                break;
            }
            sizes.add(size);
            let reciprocal = a[pivot.place].recip();
            reciprocals.push(reciprocal);
            for s in subtractions {
                let factor = a[s.place] * reciprocal;
                for (&to, &from) in self.changed[first_changed..s.end_changed].iter().zip(beside) {
                    a[to] = factor.neg_mul_add(a[from], a[to]);
                }
                a[s.place] = T::zero();
                steps.push(Step { from: pivot.row, row: s.row, factor });
                first_changed = s.end_changed;
            }
            (first_beside, first_subtraction) = (pivot.end_beside, pivot.end_subtractions);
        }
    }

    /// The columns with an entry after the elimination, row by row.
    pub(super) fn after(&self) -> &[u64] {
        &self.after
    }
}

/// The columns with an entry after the first pivots of an elimination, row by row, from those before it.
pub(super) fn fill(filled: &mut [u64], pivots: &[(usize, usize)]) {
    for (k, &(row, column)) in pivots.iter().enumerate() {
        let own = filled[row];
        for (other, filled) in filled.iter_mut().enumerate().filter(|(_, filled)| **filled & (1 << column) != 0) {
            if pivots[..=k].iter().all(|used| used.0 != other) {
                *filled = (*filled | own) & !(1 << column);
            }
        }
    }
}

/// The places of the bits that are set.
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = (set != 0).then_some(set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}
