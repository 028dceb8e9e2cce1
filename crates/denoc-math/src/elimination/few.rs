//! Rows of a few columns, stored as a whole.

use super::program::{Program, Sizes, Step, bits, fill};
use super::sparse::{LARGE, add_row};
use crate::Real;

/// Rows of a few columns, stored as a whole.
#[derive(Clone, Debug)]
pub struct FewColumns<T> {
    columns: usize,
    /// A by rows; after `eliminate` U, whose rows and columns are those of the pivots.
    a: Vec<T>,
    /// The columns with an entry, as bits, row by row: what is not there is zero, in value and in derivatives.
    filled: Vec<u64>,
    /// The same before the last elimination.
    pattern: Vec<u64>,
    /// What was subtracted: a multiple of the row of a pivot from another row.
    steps: Vec<Step<T>>,
    /// Rows and columns of the pivots, in their order, and the reciprocals of the pivots.
    pub(super) pivots: Vec<(usize, usize)>,
    reciprocals: Vec<T>,
    /// The order that is tried first, and what it amounts to.
    pub(super) order: Vec<(usize, usize)>,
    program: Box<Program>,
    /// Rows without a pivot.
    free_rows: Vec<usize>,
    /// Columns without a pivot, as bits and in a list, and the place of a column there.
    free: u64,
    pub(super) independent: Vec<usize>,
    places: Vec<usize>,
    /// When an order is sought: number of entries of a column in the rows without a pivot, and the largest entry of such a row.
    counts: Vec<u32>,
    row_largest: Vec<f64>,
    sizes: Sizes,
}

impl<T: Real> FewColumns<T> {
    pub(super) fn new(columns: usize) -> Self {
        Self {
            columns,
            a: Vec::new(),
            filled: Vec::new(),
            pattern: Vec::new(),
            steps: Vec::new(),
            pivots: Vec::new(),
            reciprocals: Vec::new(),
            order: Vec::new(),
            program: Box::default(),
            free_rows: Vec::new(),
            free: 0,
            independent: Vec::new(),
            places: vec![0; columns],
            counts: vec![0; columns],
            row_largest: Vec::new(),
            sizes: Sizes { largest: 0.0, smallest: f64::INFINITY },
        }
    }

    pub(super) fn keep_order(&mut self) {
        self.order.clone_from(&self.pivots);
        self.prepare_order();
    }

    /// Finds out what the order kept amounts to for rows like the last ones, if this is not known.
    fn prepare_order(&mut self) {
        if !self.program.fits(&self.order, &self.pattern) {
            self.program.record(&self.order, &self.pattern, self.columns);
        }
    }

    pub(super) fn start(&mut self, rows: usize) {
        self.a.resize(rows * self.columns, T::zero());
        self.a.fill(T::zero());
        self.filled.clear();
        self.filled.resize(rows, 0);
        self.free_rows.clear();
        self.free_rows.extend(0..rows);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, row: usize, column: usize, x: T) {
        self.a[row * self.columns + column] += x;
        self.filled[row] |= 1 << column;
    }

    pub(super) fn smallest(&self) -> f64 {
        if self.pivots.is_empty() { 1.0 } else { self.sizes.smallest / self.sizes.largest }
    }

    fn row(&self, row: usize) -> &[T] {
        &self.a[row * self.columns..(row + 1) * self.columns]
    }

    fn size(&self, row: usize, column: usize) -> f64 {
        self.a[row * self.columns + column].value().abs()
    }

    #[inline(never)]
    pub(super) fn eliminate(&mut self, tolerance: f64, limit: usize) {
        self.sizes = Sizes { largest: 0.0, smallest: f64::INFINITY };
        self.pivots.clear();
        self.reciprocals.clear();
        self.steps.clear();
        self.pattern.clone_from(&self.filled);
        self.free = u64::MAX >> (64 - self.columns.max(1) as u32);
        if !self.order.is_empty() {
            self.follow_order(tolerance, limit);
        }
        if self.pivots.len() < limit && !self.free_rows.is_empty() {
            self.prepare_search();
            while self.pivots.len() < limit
                && let Some(pivot) = self.search(tolerance)
            {
                self.take(pivot);
            }
        }
        self.independent.clear();
        for column in bits(self.free).take(self.columns) {
            self.places[column] = self.independent.len();
            self.independent.push(column);
        }
    }

    /// Takes the pivots of the order kept while they are large enough.
    fn follow_order(&mut self, tolerance: f64, limit: usize) {
        self.prepare_order();
        let lists = (&mut self.reciprocals, &mut self.steps);
        self.program.run(&mut self.a, (tolerance, limit), &mut self.sizes, lists);
        self.pivots.extend_from_slice(&self.order[..self.reciprocals.len()]);
        let is_last = self.pivots.len() == limit.min(self.filled.len());
        if is_last && self.pivots.len() == self.order.len() {
            self.filled.copy_from_slice(self.program.after());
        } else {
            // of these rows alone: places that the program knows from others must not decide the search that follows
            fill(&mut self.filled, &self.pivots);
        }
        self.free = self.pivots.iter().fold(self.free, |free, &(_, column)| free & !(1 << column));
        match self.pivots.len() == self.filled.len() {
            true => self.free_rows.clear(),
            false => self.free_rows.retain(|&free| self.pivots.iter().all(|&(row, _)| row != free)),
        }
    }

    /// Counts and sizes of the rows without a pivot, for [`FewColumns::search`].
    fn prepare_search(&mut self) {
        let Self { a, filled, free_rows, columns, counts, row_largest, .. } = self;
        counts.fill(0);
        row_largest.clear();
        row_largest.resize(filled.len(), 0.0);
        for &row in free_rows.iter() {
            row_largest[row] = largest(&a[row * *columns..][..*columns]);
            bits(filled[row]).for_each(|column| counts[column] += 1);
        }
    }

    /// The next pivot: of the entries that are not much smaller than the largest, the one with the fewest others in its row and
    /// column, of equals the last in its row (for constraints of joints: the outermost, whose column is shortest in a chain of loops);
    /// `None` if all are negligible.
    fn search(&self, tolerance: f64) -> Option<(usize, usize)> {
        let most = self.free_rows.iter().fold(0.0, |most, &row| larger(most, self.row_largest[row]));
        if most.is_nan() || most <= tolerance * self.sizes.largest.max(most) {
            return None;
        }
        let mut found = (u32::MAX, None);
        for &row in self.free_rows.iter().filter(|&&row| self.row_largest[row] >= LARGE * most) {
            let entries = self.filled[row].count_ones();
            for column in bits(self.filled[row]).filter(|&column| self.size(row, column) >= LARGE * most) {
                let cost = (entries - 1) * (self.counts[column] - 1);
                let is_later = found.1.is_some_and(|(at, _)| at == row) && cost == found.0;
                if cost < found.0 || is_later {
                    found = (cost, Some((row, column)));
                }
            }
        }
        found.1
    }

    /// Subtracts multiples of a row from all others with an entry in the column, and updates their counts and sizes.
    fn take(&mut self, (row, column): (usize, usize)) {
        let Self { columns, a, filled, steps, free_rows, counts, row_largest, .. } = self;
        let n = *columns;
        let pivot = a[row * n + column];
        self.sizes.add(pivot.value().abs());
        let reciprocal = pivot.recip();
        free_rows.retain(|&free| free != row);
        bits(filled[row]).for_each(|column| counts[column] -= 1);
        for &other in free_rows.iter() {
            if filled[other] & (1 << column) == 0 {
                continue;
            }
            let more = filled[row] & !filled[other];
            filled[other] = (filled[other] | more) & !(1 << column);
            let factor = a[other * n + column] * reciprocal;
            steps.push(Step { from: row, row: other, factor });
            add_row(a, n, (other, row), -factor);
            a[other * n + column] = T::zero();
            bits(more).for_each(|column| counts[column] += 1);
            row_largest[other] = largest(&a[other * n..][..n]);
        }
        self.pivots.push((row, column));
        self.reciprocals.push(reciprocal);
        self.free &= !(1 << column);
    }

    pub(super) fn solve(&self, b: &mut [T], x: &mut [T]) {
        for step in &self.steps {
            b[step.row] = step.factor.neg_mul_add(b[step.from], b[step.row]);
        }
        for (&(row, column), &reciprocal) in self.pivots.iter().zip(&self.reciprocals).rev() {
            x[column] = self.without(row, self.filled[row] & !(1 << column), b[row], x) * reciprocal;
        }
        for &row in &self.free_rows {
            b[row] = self.without(row, self.filled[row], b[row], x);
        }
    }

    /// `b` without the entries of a row in these columns times those of `x`.
    #[inline(always)]
    fn without(&self, row: usize, columns: u64, b: T, x: &[T]) -> T {
        let row = self.row(row);
        bits(columns).fold(b, |rest, column| row[column].neg_mul_add(x[column], rest))
    }

    pub(super) fn relations(&self, table: &mut [T]) {
        let count = self.independent.len();
        let table = &mut table[..self.columns * count];
        table.fill(T::zero());
        for (j, &column) in self.independent.iter().enumerate() {
            table[column * count + j] = T::one();
        }
        for (&(row, column), &reciprocal) in self.pivots.iter().zip(&self.reciprocals).rev() {
            let (filled, entries) = (self.filled[row] & !(1 << column), self.row(row));
            // an independent unknown is itself
            for c in bits(filled & self.free) {
                table[column * count + self.places[c]] -= entries[c] * reciprocal;
            }
            for c in bits(filled & !self.free) {
                add_row(table, count, (column, c), -(entries[c] * reciprocal));
            }
        }
    }

    pub(super) fn solve_transpose(&self, r: &mut [T], y: &mut [T]) {
        y.fill(T::zero());
        // Uᵀ z = r
        for (&(row, column), &reciprocal) in self.pivots.iter().zip(&self.reciprocals) {
            let (z, entries) = (r[column] * reciprocal, self.row(row));
            y[row] = z;
            for c in bits(self.filled[row] & !self.free) {
                r[c] = entries[c].neg_mul_add(z, r[c]);
            }
        }
        // Lᵀ y = z
        for step in self.steps.iter().rev() {
            y[step.from] = step.factor.neg_mul_add(y[step.row], y[step.from]);
        }
    }
}

/// The largest size; what is not a number counts as that.
fn largest<T: Real>(row: &[T]) -> f64 {
    row.iter().fold(0.0, |most, x| larger(most, x.value().abs()))
}

fn larger(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}
