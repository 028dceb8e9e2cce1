//! Gaussian elimination of sparse rows: rank-revealing, and linear in the number of rows where each has a few entries.
//!
//! [`dense::Elimination`](crate::dense::Elimination) takes the largest entry of the whole matrix as the next pivot. Here every entry
//! within a factor of it may be the pivot, and of these the one is taken whose row and column have the fewest other entries
//! (Markowitz): pivots still come from large to small, and little is filled in. The order can be kept. Similar matrices are then
//! eliminated in the same order as long as their pivots are large enough, without a search.

use super::program::STILL_LARGE;
use crate::Real;
use crate::dense::add_multiple;

/// A pivot is at least this part of the largest entry when an order is sought.
pub(super) const LARGE: f64 = 0.25;

/// Rows with many columns; the functions are those of [`RowElimination`](crate::elimination::RowElimination).
#[derive(Clone, Debug)]
pub struct SparseElimination<T> {
    columns: usize,
    /// Entries by row; after `eliminate` those of U in the rows of pivots.
    rows: Vec<Vec<(usize, T)>>,
    /// The rows that may have an entry in a column.
    rows_of: Vec<Vec<usize>>,
    /// Number of entries of every column in rows without a pivot.
    counts: Vec<usize>,
    /// The place of a column in the row at hand, if the entry there is of that column.
    places: Vec<usize>,
    /// Rows and columns of the pivots, in their order.
    pub(super) pivots: Vec<(usize, usize)>,
    /// The order that is tried first.
    pub(super) order: Vec<(usize, usize)>,
    /// Whether a row has a pivot, and whether a column has.
    is_used: Vec<bool>,
    is_dependent: Vec<bool>,
    /// What was subtracted: a multiple of the row of a pivot from another row.
    steps: Vec<(usize, usize, T)>,
    pub(super) independent: Vec<usize>,
    largest: f64,
    smallest: f64,
}

impl<T: Real> SparseElimination<T> {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            columns,
            rows: Vec::new(),
            rows_of: vec![Vec::new(); columns],
            counts: vec![0; columns],
            places: vec![0; columns],
            pivots: Vec::new(),
            order: Vec::new(),
            is_used: Vec::new(),
            is_dependent: vec![false; columns],
            steps: Vec::new(),
            independent: Vec::new(),
            largest: 0.0,
            smallest: 0.0,
        }
    }

    pub(super) fn start(&mut self, rows: usize) {
        self.rows.truncate(rows);
        self.rows.iter_mut().for_each(Vec::clear);
        self.rows.resize_with(rows, Vec::new);
        self.rows_of.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn add(&mut self, row: usize, column: usize, x: T) {
        let entries = &mut self.rows[row];
        match entries.get_mut(self.places[column]).filter(|entry| entry.0 == column) {
            Some(entry) => entry.1 += x,
            None => {
                self.places[column] = entries.len();
                entries.push((column, x));
                self.rows_of[column].push(row);
            }
        }
    }

    pub(super) fn keep_order(&mut self) {
        self.order.clone_from(&self.pivots);
    }

    fn rank(&self) -> usize {
        self.pivots.len()
    }

    pub(super) fn smallest(&self) -> f64 {
        if self.pivots.is_empty() { 1.0 } else { self.smallest / self.largest }
    }

    pub(super) fn eliminate(&mut self, tolerance: f64, limit: usize) {
        self.reset();
        let order = core::mem::take(&mut self.order);
        for &pivot in &order {
            if self.rank() == limit || !self.is_still_large(pivot, tolerance) {
                break;
            }
            self.take(pivot);
        }
        self.order = order;
        while self.rank() < limit
            && let Some(pivot) = self.search(tolerance)
        {
            self.take(pivot);
        }
        self.independent.clear();
        self.independent.extend((0..self.columns).filter(|&column| !self.is_dependent[column]));
    }

    pub(super) fn solve(&self, b: &mut [T], x: &mut [T]) {
        for &(row, pivot_row, factor) in &self.steps {
            b[row] = factor.neg_mul_add(b[pivot_row], b[row]);
        }
        self.substitute(|row| b[row], x);
        for (row, b) in b.iter_mut().enumerate().filter(|(row, _)| !self.is_used[*row]) {
            *b = self.rows[row].iter().fold(*b, |sum, &(column, entry)| entry.neg_mul_add(x[column], sum));
        }
    }

    pub(super) fn relations(&self, table: &mut [T]) {
        let count = self.independent.len();
        table[..self.columns * count].fill(T::zero());
        for (j, &column) in self.independent.iter().enumerate() {
            table[column * count + j] = T::one();
        }
        for &(row, column) in self.pivots.iter().rev() {
            let scale = -self.entry(row, column).recip();
            for &(c, entry) in self.rows[row].iter().filter(|(c, _)| *c != column) {
                add_row(table, count, (column, c), entry * scale);
            }
        }
    }

    pub(super) fn solve_transpose(&self, r: &mut [T], y: &mut [T]) {
        y.fill(T::zero());
        // Uᵀ z = r
        for &(row, column) in &self.pivots {
            let entries = &self.rows[row];
            let Some(&(_, pivot)) = entries.iter().find(|(c, _)| *c == column) else { continue };
            let z = r[column] * pivot.recip();
            y[row] = z;
            for &(c, x) in entries {
                r[c] = x.neg_mul_add(z, r[c]);
            }
        }
        // Lᵀ y = z
        for &(row, pivot_row, factor) in self.steps.iter().rev() {
            y[pivot_row] = factor.neg_mul_add(y[row], y[pivot_row]);
        }
    }

    fn substitute(&self, b: impl Fn(usize) -> T, x: &mut [T]) {
        for &(row, column) in self.pivots.iter().rev() {
            let (mut sum, mut pivot) = (b(row), T::one());
            for &(c, entry) in &self.rows[row] {
                if c == column {
                    pivot = entry;
                } else {
                    sum = entry.neg_mul_add(x[c], sum);
                }
            }
            x[column] = sum * pivot.recip();
        }
    }

    fn reset(&mut self) {
        (self.largest, self.smallest) = (0.0, f64::INFINITY);
        self.pivots.clear();
        self.steps.clear();
        self.is_used.clear();
        self.is_used.resize(self.rows.len(), false);
        self.is_dependent.fill(false);
        for (count, rows) in self.counts.iter_mut().zip(&self.rows_of) {
            *count = rows.len();
        }
    }

    fn entry(&self, row: usize, column: usize) -> T {
        self.rows[row].iter().find(|(c, _)| *c == column).map_or(T::zero(), |(_, x)| *x)
    }

    /// Whether a pivot of the order kept is large enough beside the other entries of its row and of its column.
    fn is_still_large(&self, (row, column): (usize, usize), tolerance: f64) -> bool {
        let size = |x: T| x.value().abs();
        let pivot = size(self.entry(row, column));
        let others = self.rows_of[column].iter().filter(|&&other| !self.is_used[other]);
        let most = self.rows[row].iter().map(|&(_, x)| size(x)).fold(0.0, f64::max);
        let most = others.fold(most, |most, &other| most.max(size(self.entry(other, column))));
        // not a number: let the search decide
        pivot > tolerance * self.largest && pivot >= STILL_LARGE * most
    }

    /// The next pivot: of the entries that are not much smaller than the largest, the one with the fewest others in its row and
    /// column; `None` if all are negligible.
    fn search(&self, tolerance: f64) -> Option<(usize, usize)> {
        let entries = || {
            let rows = self.rows.iter().enumerate().filter(|(row, _)| !self.is_used[*row]);
            rows.flat_map(|(row, entries)| entries.iter().map(move |&(column, x)| (row, column, x.value().abs())))
        };
        let most = entries().fold(0.0, |most: f64, (_, _, size)| most.max(size));
        if most.is_nan() || most <= tolerance * self.largest.max(most) {
            return None;
        }
        let large = entries().filter(|&(_, _, size)| size >= LARGE * most);
        let cost = |row: usize, column: usize| (self.rows[row].len() - 1) * (self.counts[column] - 1);
        large.min_by_key(|&(row, column, _)| cost(row, column)).map(|(row, column, _)| (row, column))
    }

    /// Subtracts multiples of a row from all others with an entry in the column.
    fn take(&mut self, (row, column): (usize, usize)) {
        let pivot = self.entry(row, column);
        let size = pivot.value().abs();
        (self.largest, self.smallest) = (self.largest.max(size), self.smallest.min(size));
        (self.is_used[row], self.is_dependent[column]) = (true, true);
        self.pivots.push((row, column));
        let reciprocal = pivot.recip();
        let pivot_row = core::mem::take(&mut self.rows[row]);
        pivot_row.iter().for_each(|&(c, _)| self.counts[c] -= 1);
        let others = core::mem::take(&mut self.rows_of[column]);
        for &other in others.iter().filter(|&&other| !self.is_used[other]) {
            let entries = &mut self.rows[other];
            let Some(at) = entries.iter().position(|(c, _)| *c == column) else { continue };
            let (_, x) = entries.swap_remove(at);
            self.counts[column] -= 1;
            let factor = x * reciprocal;
            self.steps.push((other, row, factor));
            entries.iter().enumerate().for_each(|(at, (c, _))| self.places[*c] = at);
            for &(c, x) in pivot_row.iter().filter(|(c, _)| *c != column) {
                match entries.get_mut(self.places[c]).filter(|entry| entry.0 == c) {
                    Some(entry) => entry.1 = x.neg_mul_add(factor, entry.1),
                    None => {
                        entries.push((c, -(x * factor)));
                        self.rows_of[c].push(other);
                        self.counts[c] += 1;
                    }
                }
            }
        }
        self.rows_of[column] = others;
        self.rows[row] = pivot_row;
    }
}

/// Adds a multiple of one row of a table with this number of columns to another.
#[inline]
pub(super) fn add_row<T: Real>(table: &mut [T], columns: usize, (to, from): (usize, usize), factor: T) {
    let (low, high) = table.split_at_mut(to.max(from) * columns);
    let (to, from) = match from < to {
        true => (&mut high[..columns], &low[from * columns..(from + 1) * columns]),
        false => (&mut low[to * columns..(to + 1) * columns], &high[..columns]),
    };
    add_multiple(to, factor, from);
}
