//! Gaussian elimination of the rows of constraints: rank-revealing, with an order of pivots that can be kept for similar matrices.
//!
//! A matrix of a few dozen columns is stored as a whole ([`FewColumns`]); what an order that is kept subtracts from what is found out once.
//! A larger one is stored by its entries ([`SparseElimination`]), so that the cost is linear in the number of rows
//! where each has a few entries. Both choose pivots by the same rule.

mod few;
mod program;
mod sparse;

use crate::Real;
pub use few::FewColumns;
pub use sparse::SparseElimination;

/// Matrices of up to this many columns are stored as a whole.
const FEW: usize = 48;

/// Rows A with their elimination. Memory is reused.
///
/// ```
/// use denoc_math::elimination::RowElimination;
///
/// // x₀ − x₁ = 1, x₁ − 2 x₂ = 3
/// let mut rows = RowElimination::new(3);
/// rows.start(2);
/// rows.add(0, 0, 1.0);
/// rows.add(0, 1, -1.0);
/// rows.add(1, 1, 1.0);
/// rows.add(1, 2, -2.0);
/// rows.eliminate(1e-9, usize::MAX);
/// assert_eq!(rows.rank(), 2);
/// let mut x = [0.0_f64; 3]; // the entry of the independent unknown is given
/// rows.solve(&mut [1.0, 3.0], &mut x);
/// assert!((x[0] - x[1] - 1.0).abs() < 1e-15 && (x[1] - 2.0 * x[2] - 3.0).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub enum RowElimination<T> {
    /// Up to 48 columns.
    Few(FewColumns<T>),
    /// More.
    Many(SparseElimination<T>),
}

macro_rules! either {
    ($self:expr, $rows:ident => $result:expr) => {
        match $self {
            Self::Few($rows) => $result,
            Self::Many($rows) => $result,
        }
    };
}

impl<T: Real> RowElimination<T> {
    /// For this number of unknowns.
    pub fn new(columns: usize) -> Self {
        if columns <= FEW { Self::Few(FewColumns::new(columns)) } else { Self::Many(SparseElimination::new(columns)) }
    }

    /// Starts this number of empty rows; fill them with [`RowElimination::add`].
    pub fn start(&mut self, rows: usize) {
        either!(self, all => all.start(rows));
    }

    /// Adds to an entry; rows are filled one after the other. Zeros need no place.
    #[inline]
    pub fn add(&mut self, row: usize, column: usize, x: T) {
        either!(self, all => all.add(row, column, x));
    }

    /// Eliminates until no entry exceeds `tolerance` times the largest pivot, or `limit` pivots are found.
    pub fn eliminate(&mut self, tolerance: f64, limit: usize) {
        either!(self, all => all.eliminate(tolerance, limit));
    }

    /// Rows and columns of the pivots, in their order.
    pub fn pivots(&self) -> &[(usize, usize)] {
        either!(self, all => &all.pivots)
    }

    /// Tries this order of pivots first in the eliminations that follow; an empty one is no order.
    pub fn set_order(&mut self, order: impl Iterator<Item = (usize, usize)>) {
        let kept = either!(self, all => &mut all.order);
        kept.clear();
        kept.extend(order);
    }

    /// The order that is tried first.
    pub fn order(&self) -> &[(usize, usize)] {
        either!(self, all => &all.order)
    }

    /// Keeps the order of the last elimination for those that follow.
    pub fn keep_order(&mut self) {
        either!(self, all => all.keep_order());
    }

    /// Forgets the order that was kept.
    pub fn forget_order(&mut self) {
        self.set_order(core::iter::empty());
    }

    /// Number of pivots.
    pub fn rank(&self) -> usize {
        self.pivots().len()
    }

    /// The smallest pivot, relative to the largest; one if there are no pivots.
    pub fn smallest(&self) -> f64 {
        either!(self, all => all.smallest())
    }

    /// The columns without a pivot: those of the independent unknowns.
    pub fn independent(&self) -> &[usize] {
        either!(self, all => &all.independent)
    }

    /// Solves A x = b for the rows of pivots: the entries of `x` of independent unknowns are given, the others are set, and must be
    /// finite before. `b` is overwritten; its entries in the other rows become their inconsistency.
    pub fn solve(&self, b: &mut [T], x: &mut [T]) {
        either!(self, all => all.solve(b, x));
    }

    /// The solutions of A x = 0 in which one independent unknown is one and the others are zero, as the columns of a table with a row
    /// for every unknown.
    pub fn relations(&self, table: &mut [T]) {
        either!(self, all => all.relations(table));
    }

    /// The y with Aᵀ y = r in the columns of pivots that is zero in the rows without one. `r` has an entry for each column, and is
    /// overwritten.
    pub fn solve_transpose(&self, r: &mut [T], y: &mut [T]) {
        either!(self, all => all.solve_transpose(r, y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Rows i of a ladder: entries in the columns 2 i … 2 i + 3, of rank one less than their number.
    fn ladder(count: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut random = Random::new(seed);
        let mut rows: Vec<Vec<f64>> = (0..count)
            .map(|i| {
                (0..2 * count + 2)
                    .map(|j| if j / 2 == i || j / 2 == i + 1 { random.signed(1.0) } else { 0.0 })
                    .collect()
            })
            .collect();
        let sum = rows[0].iter().zip(&rows[1]).map(|(a, b)| a - 2.0 * b).collect();
        rows.push(sum);
        rows
    }

    fn eliminated(rows: &[Vec<f64>], all: &mut RowElimination<f64>) {
        all.start(rows.len());
        for (i, row) in rows.iter().enumerate() {
            row.iter().enumerate().filter(|(_, x)| **x != 0.0).for_each(|(j, &x)| all.add(i, j, x));
        }
        all.eliminate(1e-10, usize::MAX);
    }

    // oracle: A x = b and Aᵀ y = r by multiplication, for rows of known rank, searched for and in an order kept
    fn solves_rows_of_known_rank(count: usize, mut all: RowElimination<f64>) {
        for seed in 0..20 {
            let rows = ladder(count, seed);
            let times = |x: &[f64]| rows.iter().map(|row| crate::dense::dot(row, x)).collect::<Vec<f64>>();
            eliminated(&rows, &mut all);
            assert_eq!(all.rank(), count, "seed {seed}");
            if seed == 3 {
                all.keep_order();
            }
            let free = all.independent().len();
            assert_eq!(free, count + 2);
            assert!(all.smallest() > 1e-6 && all.smallest() <= 1.0);
            let mut random = Random::new(seed + 100);
            let b = times(&random.vector(2 * count + 2, 1.0));
            let (mut left, mut x) = (b.clone(), random.vector(2 * count + 2, 1.0));
            all.solve(&mut left, &mut x);
            crate::dense::testing::close(&times(&x), &b, 1e-9);
            let used = |row: usize| all.pivots().iter().any(|pivot| pivot.0 == row);
            assert!((0..left.len()).filter(|&row| !used(row)).map(|row| left[row].abs()).sum::<f64>() < 1e-9);
            let mut table = vec![f64::NAN; (2 * count + 2) * free];
            all.relations(&mut table);
            for (j, &column) in all.independent().iter().enumerate() {
                let x: Vec<f64> = table.chunks_exact(free).map(|row| row[j]).collect();
                crate::dense::testing::close(&times(&x), &vec![0.0; count + 1], 1e-9);
                assert!(all.independent().iter().all(|&other| x[other] == f64::from(u8::from(other == column))));
            }

            let force = |y: &[f64]| {
                (0..2 * count + 2).map(|j| rows.iter().zip(y).map(|(row, y)| row[j] * y).sum()).collect::<Vec<f64>>()
            };
            let r = force(&random.vector(count + 1, 1.0));
            let mut y = vec![0.0; count + 1];
            all.solve_transpose(&mut r.clone(), &mut y);
            crate::dense::testing::close(&force(&y), &r, 1e-9);
        }
    }

    #[test]
    fn solves_rows_of_few_columns() {
        let all = RowElimination::new(26);
        assert!(matches!(all, RowElimination::Few(_)));
        solves_rows_of_known_rank(12, all);
    }

    #[test]
    fn solves_rows_of_many_columns() {
        let all = RowElimination::new(62);
        assert!(matches!(all, RowElimination::Many(_)));
        solves_rows_of_known_rank(30, all);
    }

    // oracle: known ranks; A x = b by multiplication; the smallest pivot does not depend on the unit of the rows
    #[test]
    fn an_order_kept_and_the_unit_change_neither_ranks_nor_solutions() {
        let (rows, mut random) = (ladder(10, 5), Random::new(9));
        let mut regular = rows.clone();
        regular[10].iter_mut().for_each(|x| *x += random.signed(1e-2));
        for mut all in [RowElimination::Few(FewColumns::new(22)), RowElimination::Many(SparseElimination::new(22))] {
            eliminated(&regular, &mut all);
            assert_eq!(all.rank(), 11);
            let smallest = all.smallest();
            all.keep_order();
            eliminated(&rows, &mut all);
            assert_eq!(all.rank(), 10);
            let scaled: Vec<Vec<f64>> = regular.iter().map(|row| row.iter().map(|x| 1e3 * x).collect()).collect();
            eliminated(&scaled, &mut all);
            assert!((all.smallest() / smallest - 1.0).abs() < 1e-9, "{} {smallest}", all.smallest());
            // a hundred times the tolerance is not negligible, whether an order is kept or not
            let mut small = regular.clone();
            small[10].iter_mut().for_each(|x| *x *= 1e-6);
            all.forget_order();
            eliminated(&small, &mut all);
            assert_eq!(all.rank(), 11);
            all.keep_order();
            eliminated(&small, &mut all);
            assert_eq!(all.rank(), 11);
            // the first pivot of the order is negligible now
            let (row, column) = all.pivots()[0];
            let mut changed = regular.clone();
            changed[row][column] *= 1e-13;
            eliminated(&changed, &mut all);
            let (b, mut x) = (random.vector(11, 1.0), random.vector(22, 1.0));
            all.solve(&mut b.clone(), &mut x);
            let times: Vec<f64> = changed.iter().map(|row| crate::dense::dot(row, &x)).collect();
            crate::dense::testing::close(&times, &b, 1e-9);
        }
    }

    // oracle: b − A x by multiplication, where a limit leaves independent rows without a pivot
    #[test]
    fn rows_without_a_pivot_show_their_inconsistency() {
        let (rows, mut random) = (ladder(10, 5), Random::new(8));
        for mut all in [RowElimination::Few(FewColumns::new(22)), RowElimination::Many(SparseElimination::new(22))] {
            all.start(rows.len());
            for (i, row) in rows.iter().enumerate() {
                row.iter().enumerate().filter(|(_, x)| **x != 0.0).for_each(|(j, &x)| all.add(i, j, x));
            }
            all.eliminate(1e-10, 6);
            assert_eq!(all.rank(), 6);
            let (b, mut x) = (random.vector(rows.len(), 1.0), random.vector(22, 1.0));
            let mut left = b.clone();
            all.solve(&mut left, &mut x);
            for (i, row) in rows.iter().enumerate() {
                let used = all.pivots().iter().any(|pivot| pivot.0 == i);
                let (open, found) = (b[i] - crate::dense::dot(row, &x), if used { 0.0 } else { left[i] });
                assert!((open - found).abs() < 1e-12, "row {i}: {open} {found}");
            }
        }
    }

    // oracle: A x = b by multiplication, for rows with an entry where those that gave the order had none
    #[test]
    fn entries_at_new_places_are_eliminated_too() {
        let few = vec![vec![2.0, 1.0, 0.0], vec![1.0, 0.0, 2.0]];
        let more = vec![vec![2.0, 1.0, 0.5], vec![1.0, 0.3, 2.0]];
        for mut all in [RowElimination::Few(FewColumns::new(3)), RowElimination::Many(SparseElimination::new(3))] {
            eliminated(&few, &mut all);
            all.keep_order();
            for rows in [&few, &more, &few] {
                eliminated(rows, &mut all);
                let mut x = vec![0.7; 3];
                all.solve(&mut [1.0, -2.0], &mut x);
                let b: Vec<f64> = rows.iter().map(|row| crate::dense::dot(row, &x)).collect();
                crate::dense::testing::close(&b, &[1.0, -2.0], 1e-14);
            }
        }
    }

    // oracle: the same rows, bit by bit, eliminated without others before them
    #[test]
    fn pivots_do_not_depend_on_earlier_rows() {
        let (mut random, mut broken_off) = (Random::new(11), 0);
        for seed in 0..200 {
            let row = |random: &mut Random, filled: f64| -> Vec<f64> {
                (0..8).map(|_| if random.chance(filled) { random.signed(1.0) } else { 0.0 }).collect()
            };
            let [first, fuller, mut rows] =
                [0.4, 0.7, 0.4].map(|filled| (0..6).map(|_| row(&mut random, filled)).collect::<Vec<_>>());
            let mut fresh = RowElimination::<f64>::new(8);
            eliminated(&first, &mut fresh);
            fresh.keep_order();
            let mut used = fresh.clone();
            eliminated(&fuller, &mut used);
            // the order breaks off at a pivot that is too small
            let order = fresh.order().to_vec();
            if let Some(&(row, column)) = order.get(2) {
                rows[row][column] = 1e-3;
            }
            [&mut fresh, &mut used].into_iter().for_each(|all| eliminated(&rows, all));
            broken_off += usize::from(fresh.pivots() != order);
            assert_eq!(fresh.pivots(), used.pivots(), "seed {seed}");
            let [mut x, mut y] = [vec![0.5; 8], vec![0.5; 8]];
            let right = random.vector(6, 1.0);
            fresh.solve(&mut right.clone(), &mut x);
            used.solve(&mut right.clone(), &mut y);
            assert_eq!(x, y, "seed {seed}");
        }
        assert!(broken_off > 100, "{broken_off}");
    }

    // oracle: both storages choose pivots of the same sizes
    #[test]
    fn both_storages_agree() {
        for seed in 0..20 {
            let rows = ladder(10, seed);
            let mut both = [RowElimination::Few(FewColumns::new(22)), RowElimination::Many(SparseElimination::new(22))];
            both.iter_mut().for_each(|all| eliminated(&rows, all));
            let [few, many] = both;
            assert_eq!(few.rank(), many.rank());
            assert!((few.smallest() / many.smallest()).ln().abs() < 2.0, "seed {seed}");
        }
    }
}
