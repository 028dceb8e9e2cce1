//! The constraints and speeds of one cluster of loops, and the directions in which it can move.

use denoc_dynamics::Position;
use denoc_dynamics::loops::Loops;
use denoc_math::dense::Qr;
use denoc_math::elimination::RowElimination;
use denoc_model::{Cluster, Model};
use nalgebra::{DMatrix, DVector};

use super::follow::norm;
use crate::scaled_jacobian::scaled_rows;
use crate::svd::Svd;

/// Smallest pivots above this part of their usual value need no better order.
const USUAL: f64 = 0.5;
/// Entries of the scaled Jacobian below this are rounding, as in the rows normal to the plane of a planar linkage.
const ROUNDING: f64 = 4e-16;
/// Pivots below this part of the largest are not divided by.
const TOLERANCE: f64 = 1e-14;

/// One cluster of loops. Matrices are in scaled numbers: rows divided by their units, speeds along lengths divided by the size
/// of the mechanism.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Numbers of its rows, those that bind coordinates first.
    pub(super) rows: Vec<usize>,
    /// How many bind coordinates.
    pub(super) holonomic: usize,
    /// Numbers of its speeds.
    pub(super) speeds: Vec<usize>,
    /// Where its independent coordinates, and its independent speeds, begin among those of the mechanism.
    pub(super) first: [usize; 2],
    /// The most constraints that are independent, of coordinates and of speeds.
    pub(super) ranks: [usize; 2],
    /// Independent motions, of coordinates and of speeds, orthonormal; empty where states are kept in full coordinates.
    pub(super) tangents: [DMatrix<f64>; 2],
    /// The smallest pivot that is usual for it, relative to the largest.
    pub(super) usual: f64,
    /// Its rows, eliminated at the configuration placed last.
    eliminations: [RowElimination<f64>; 2],
    /// The order of pivots at the start of a motion, of the rows that bind coordinates.
    usual_order: Vec<(usize, usize)>,
    /// Whether the last elimination is that of [`Block::examine`].
    is_examined: bool,
    /// Its rows as columns, decomposed, where they are fewer than its independent motions.
    qr: Qr<f64>,
    /// The right-hand side of the next [`Block::shortest`], scaled.
    pub(super) right: Vec<f64>,
    /// The solution of the last one.
    pub(super) step: Vec<f64>,
    /// An orthonormal basis of the motions that the rows allow, column by column; and these motions as a table.
    basis: Vec<f64>,
    table: Vec<f64>,
}

/// The rows of all closures at a configuration, and the sizes of all speeds.
#[derive(Copy, Clone)]
pub(super) struct Placed<'a, 's> {
    pub(super) loops: &'a Loops<f64>,
    pub(super) stage: &'a Position<'s, f64>,
    pub(super) scale: &'a [f64],
}

/// Coordinates or speeds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Coordinates = 0,
    Speeds = 1,
}

impl Block {
    pub(super) fn new(model: &Model, loops: &Loops<f64>, cluster: &Cluster) -> Self {
        let all = || cluster.closures.iter().flat_map(|&closure| loops.rows_of(closure));
        let mut rows: Vec<usize> = all().filter(|&i| loops.rows()[i].holonomic).collect();
        let holonomic = rows.len();
        rows.extend(all().filter(|&i| !loops.rows()[i].holonomic));
        let speeds: Vec<usize> =
            cluster.links.iter().map(|link| &model.links()[link.0]).flat_map(|link| link.v..link.v + link.nv).collect();
        let (none, empty) = (DMatrix::zeros(0, 0), RowElimination::new(speeds.len()));
        Self {
            rows,
            holonomic,
            speeds,
            first: [0, 0],
            ranks: [0, 0],
            tangents: [none.clone(), none],
            usual: 1.0,
            eliminations: [empty.clone(), empty],
            usual_order: Vec::new(),
            is_examined: false,
            qr: Qr::new(),
            right: Vec::new(),
            step: Vec::new(),
            basis: Vec::new(),
            table: Vec::new(),
        }
    }

    /// Whether all rows bind coordinates: then those of both levels are the same, and one elimination serves both.
    pub(super) fn is_holonomic(&self) -> bool {
        self.holonomic == self.rows.len()
    }

    /// The elimination of a level.
    fn elimination(&self, level: Level) -> &RowElimination<f64> {
        &self.eliminations[if self.is_holonomic() { 0 } else { level as usize }]
    }

    /// Its independent coordinates among those of the mechanism.
    pub(super) fn independent_range(&self) -> core::ops::Range<usize> {
        self.first[0]..self.first[0] + self.tangents[0].ncols()
    }

    /// Number of rows at a level.
    pub(super) fn count(&self, level: Level) -> usize {
        if level == Level::Coordinates { self.holonomic } else { self.rows.len() }
    }

    /// The scaled Jacobian of its rows; the rows are placed.
    pub(super) fn jacobian(&self, Placed { loops, stage, scale }: Placed<'_, '_>, level: Level) -> DMatrix<f64> {
        let rows = &self.rows[..self.count(level)];
        // speeds are sorted: links of a cluster are
        scaled_rows(rows.iter().map(|&row| loops.units()[row]), &self.speeds, scale, |i, add| {
            loops.jacobian_row(stage, rows[i], add);
        })
    }

    /// Its part of a list of residuals, scaled.
    pub(super) fn part(&self, loops: &Loops<f64>, all: &[f64], level: Level) -> DVector<f64> {
        let rows = &self.rows[..self.count(level)];
        DVector::from_iterator(rows.len(), rows.iter().map(|&i| all[i] / loops.units()[i]))
    }

    /// Its part of full speeds, scaled.
    pub(super) fn scaled(&self, full: &[f64], scale: &[f64]) -> DVector<f64> {
        DVector::from_iterator(self.speeds.len(), self.speeds.iter().map(|&s| full[s] / scale[s]))
    }

    /// Eliminates its rows, which are placed, with no more independent ones than its rank; the smallest pivot relative to the
    /// largest, zero if there are fewer.
    pub(super) fn eliminate(&mut self, placed: Placed<'_, '_>, level: Level) -> f64 {
        self.eliminate_within(placed, level, TOLERANCE, self.ranks[level as usize]);
        self.least(level)
    }

    /// The same for the rows that bind coordinates.
    pub(super) fn examine(&mut self, placed: Placed<'_, '_>) -> f64 {
        let least = self.eliminate(placed, Level::Coordinates);
        self.is_examined = true;
        least
    }

    /// Eliminates its rows with pivots above a part of the largest, and no more than `limit` of them; their number.
    pub(super) fn eliminate_within(
        &mut self,
        Placed { loops, stage, scale }: Placed<'_, '_>,
        level: Level,
        tolerance: f64,
        limit: usize,
    ) -> usize {
        let (count, which) = (self.count(level), if self.is_holonomic() { 0 } else { level as usize });
        self.is_examined = false;
        let elimination = &mut self.eliminations[which];
        elimination.start(count);
        for (i, &row) in self.rows[..count].iter().enumerate() {
            let unit = loops.units()[row];
            loops.jacobian_row(stage, row, |s, x| {
                let x = x * scale[s] / unit;
                if x.abs() > ROUNDING
                    && let Some(column) = place(&self.speeds, s)
                {
                    elimination.add(i, column, x);
                }
            });
        }
        elimination.eliminate(tolerance, limit);
        elimination.rank()
    }

    /// The smallest pivot of the last elimination relative to the largest; zero if there are fewer than the rank.
    pub(super) fn least(&self, level: Level) -> f64 {
        let elimination = self.elimination(level);
        if elimination.rank() < self.ranks[level as usize] { 0.0 } else { elimination.smallest() }
    }

    /// Keeps the order of the pivots for configurations nearby.
    pub(super) fn keep_order(&mut self) {
        self.eliminations.iter_mut().for_each(RowElimination::keep_order);
    }

    /// The pivots of all its rows, in the order that is kept: numbers of rows and of speeds.
    pub(super) fn pivots(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        let order = self.elimination(Level::Speeds).order();
        order.iter().map(|&(row, column)| (self.rows[row], self.speeds[column]))
    }

    /// Makes the order of the pivots the usual one.
    pub(super) fn keep_usual_order(&mut self) {
        self.keep_order();
        self.usual_order = self.eliminations[0].pivots().to_vec();
    }

    /// Forgets the order that was kept.
    pub(super) fn forget_order(&mut self) {
        self.eliminations.iter_mut().for_each(RowElimination::forget_order);
    }

    /// Forgets the order that was kept: the usual one is tried first, where there is one.
    pub(super) fn take_usual_order(&mut self) {
        self.eliminations[0].set_order(self.usual_order.iter().copied());
        self.eliminations[1].forget_order();
    }

    /// Whether the pivots of the last elimination have about their usual sizes: no other order is needed.
    pub(super) fn has_usual_pivots(&self) -> bool {
        self.least(Level::Coordinates) >= USUAL * self.usual
    }

    /// Whether the last elimination is that of [`Block::examine`], serves the rows of both levels, and had the usual order.
    pub(super) fn is_examined_in_usual_order(&self) -> bool {
        self.is_examined && self.is_holonomic() && self.eliminations[0].pivots() == self.usual_order
    }

    /// The first `count` motions that the rows of the last elimination allow, of unit length.
    fn motions(&self, level: Level, count: usize) -> DMatrix<f64> {
        let (n, elimination) = (self.speeds.len(), self.elimination(level));
        let all = elimination.independent().len();
        let mut table = vec![0.0; n * all];
        elimination.relations(&mut table);
        let mut motions = DMatrix::from_fn(n, count, |i, j| if j < all { table[i * all + j] } else { 0.0 });
        motions.column_iter_mut().take(all).for_each(|mut motion| {
            motion.normalize_mut();
        });
        motions
    }

    /// Number of independent motions.
    pub(super) fn freedom(&self, level: Level) -> usize {
        self.speeds.len() - self.ranks[level as usize].min(self.speeds.len())
    }

    /// An orthonormal basis of the motions that the rows of the last elimination allow.
    pub(super) fn allowed(&self, level: Level) -> DMatrix<f64> {
        orthonormal(self.motions(level, self.freedom(level)))
    }

    /// The motions that the rows of the last elimination allow whose parts along the tangents are unit vectors, and the cosine of
    /// the largest angle between both.
    pub(super) fn motions_along_tangents(&self, level: Level) -> (DMatrix<f64>, f64) {
        aligned(&self.motions(level, self.freedom(level)), &self.tangents[level as usize])
    }

    /// The solution of A x = b at right angles to the tangents, A the rows of the last elimination; with the smallest pivot.
    pub(super) fn solve(&self, level: Level, b: DVector<f64>) -> (DVector<f64>, f64) {
        self.solve_mapped(level, b, |_| {})
    }

    /// The same for y = R x, with A x = b and y at right angles to the tangents; `map` replaces scaled speeds x by R x.
    pub(super) fn solve_mapped(&self, level: Level, b: DVector<f64>, map: impl Fn(&mut [f64])) -> (DVector<f64>, f64) {
        let (mut b, mut x) = (b, DVector::zeros(self.speeds.len()));
        self.elimination(level).solve(b.as_mut_slice(), x.as_mut_slice());
        let mut motions = self.motions(level, self.freedom(level));
        map(x.as_mut_slice());
        motions.as_mut_slice().chunks_exact_mut(self.speeds.len().max(1)).for_each(map);
        let tangents = &self.tangents[level as usize];
        let (motions, cosine) = aligned(&motions, tangents);
        (&x - motions * tangents.tr_mul(&x), self.least(level) * cosine)
    }

    /// Makes its part of a list of numbers, one per row, the right-hand side of [`Block::shortest`], with the opposite sign; the
    /// largest of them, scaled.
    pub(super) fn set_right(&mut self, loops: &Loops<f64>, all: &[f64], level: Level) -> f64 {
        let count = self.count(level);
        self.right.clear();
        self.right.extend(self.rows[..count].iter().map(|&i| -all[i] / loops.units()[i]));
        self.right.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
    }

    /// The same with the rates J v at which full speeds would open the loops.
    pub(super) fn set_right_to_opening(&mut self, Placed { loops, stage, .. }: Placed<'_, '_>, v: &[f64]) {
        self.right.clear();
        for &row in &self.rows {
            let mut rate = 0.0;
            loops.jacobian_row(stage, row, |s, x| rate -= x * v[s]);
            self.right.push(rate / loops.units()[row]);
        }
    }

    /// Decomposes its rows, which are placed, and computes the shortest solution of A x = b with no more than `limit` independent
    /// rows, in `step`; b is `right`, which is overwritten. The length of the solution.
    pub(super) fn shortest(&mut self, placed: Placed<'_, '_>, level: Level, limit: usize) -> f64 {
        self.decompose(placed, level, limit);
        self.solve_shortest(level)
    }

    /// Decomposes its rows, which are placed, with no more than `limit` independent ones, for [`Block::solve_shortest`].
    pub(super) fn decompose(&mut self, placed: Placed<'_, '_>, level: Level, limit: usize) {
        if self.has_few_rows(level) {
            let rows = self.jacobian(placed, level);
            transposed(&mut self.qr, &rows);
            self.qr.factor(1e-12, limit);
            return;
        }
        self.eliminate_within(placed, level, 1e-12, limit);
        self.fill_basis(level);
    }

    /// Whether it has fewer rows than independent motions.
    fn has_few_rows(&self, level: Level) -> bool {
        self.freedom(level) > self.count(level)
    }

    /// Computes the shortest solution of A x = b, in `step`; A are the rows decomposed last, and b is `right`, which is overwritten. The
    /// length of the solution.
    pub(super) fn solve_shortest(&mut self, level: Level) -> f64 {
        let n = self.speeds.len();
        self.step.clear();
        if self.has_few_rows(level) {
            self.step.resize(n.max(self.right.len()), 0.0);
            for (y, &i) in self.step.iter_mut().zip(&self.qr.order()[..self.qr.rank()]) {
                *y = self.right[i];
            }
            self.qr.solve_lower(&mut self.step);
            self.qr.apply(&mut self.step[..n]);
            self.step.truncate(n);
            return norm(&self.step);
        }
        self.step.resize(n, 0.0);
        self.eliminations[if self.is_holonomic() { 0 } else { level as usize }].solve(&mut self.right, &mut self.step);
        for motion in self.basis.chunks_exact(n.max(1)) {
            remove(motion, &mut self.step);
        }
        norm(&self.step)
    }

    /// An orthonormal basis of the motions that the rows of the last elimination allow, by Gram and Schmidt, twice for the sake of
    /// rounding.
    fn fill_basis(&mut self, level: Level) {
        let (n, which) = (self.speeds.len(), if self.is_holonomic() { 0 } else { level as usize });
        let (elimination, basis, table) = (&self.eliminations[which], &mut self.basis, &mut self.table);
        let count = elimination.independent().len();
        basis.clear();
        basis.resize(n * count, 0.0);
        table.resize(n * count, 0.0);
        elimination.relations(table);
        for j in 0..count {
            let (before, rest) = basis.split_at_mut(j * n);
            let motion = &mut rest[..n];
            motion.iter_mut().zip(table.chunks_exact(count)).for_each(|(x, row)| *x = row[j]);
            for _ in 0..2 {
                let length = norm(motion);
                motion.iter_mut().for_each(|x| *x /= length);
                before.chunks_exact(n).for_each(|other| remove(other, motion));
            }
            let length = norm(motion);
            motion.iter_mut().for_each(|x| *x /= length);
        }
    }
}

/// Removes the part of `x` along a vector of unit length.
fn remove(unit: &[f64], x: &mut [f64]) {
    let along: f64 = unit.iter().zip(&*x).map(|(a, b)| a * b).sum();
    x.iter_mut().zip(unit).for_each(|(x, u)| *x -= along * u);
}

/// The basis of the span of `motions` whose parts along `tangents`, which are orthonormal, are unit vectors, and the cosine of the
/// largest angle between both.
pub(super) fn aligned(motions: &DMatrix<f64>, tangents: &DMatrix<f64>) -> (DMatrix<f64>, f64) {
    let product = tangents.tr_mul(motions);
    let count = product.ncols();
    let (mut qr, mut inverse) = (Qr::new(), DMatrix::zeros(count, count));
    qr.start(count, count);
    for (j, column) in product.column_iter().enumerate() {
        qr.column_mut(j).copy_from_slice(column.as_slice());
    }
    qr.factor(TOLERANCE, usize::MAX);
    let cosine = if qr.rank() < count { 0.0 } else { (0..count).map(|i| qr.r(i, i).abs()).fold(1.0, f64::min) };
    for j in 0..count {
        let mut x = vec![0.0; count];
        x[j] = 1.0;
        qr.apply_transpose(&mut x);
        qr.solve_upper(&mut x);
        for (&i, &x) in qr.order()[..qr.rank()].iter().zip(&x) {
            inverse[(i, j)] = x;
        }
    }
    (motions * inverse, cosine)
}

/// An orthonormal basis of the span of independent columns, by Gram and Schmidt, twice for the sake of rounding.
pub(super) fn orthonormal(mut columns: DMatrix<f64>) -> DMatrix<f64> {
    for j in 0..columns.ncols() {
        for _ in 0..2 {
            for i in 0..j {
                let along = columns.column(i).dot(&columns.column(j));
                let (before, mut rest) = columns.columns_range_pair_mut(i, j);
                rest.axpy(-along, &before, 1.0);
            }
            columns.column_mut(j).normalize_mut();
        }
    }
    columns
}

/// Singular values and left singular vectors of a matrix. The right ones, of which there are as many as columns, are not found:
/// the cost is linear in the number of columns.
pub(super) fn left_values(qr: &mut Qr<f64>, a: &DMatrix<f64>) -> Option<(Vec<f64>, DMatrix<f64>)> {
    let (m, n) = a.shape();
    transposed(qr, a);
    qr.factor(0.0, usize::MAX);
    // A = P Rᵀ Qᵀ
    let mut triangle = DMatrix::zeros(m, m.min(n));
    for (j, &row) in qr.order().iter().enumerate() {
        for i in 0..qr.rank().min(j + 1) {
            triangle[(row, i)] = qr.r(i, j);
        }
    }
    let Svd { values, u, .. } = Svd::new(&triangle)?;
    Some((values, u))
}

/// Fills the matrix to be decomposed with the rows of A as its columns.
fn transposed(qr: &mut Qr<f64>, a: &DMatrix<f64>) {
    let (m, n) = a.shape();
    qr.start(n, m);
    for i in 0..m {
        qr.column_mut(i).iter_mut().zip(&a.row(i)).for_each(|(x, a)| *x = *a);
    }
}

/// The place of a speed in a sorted list, which often has no gaps.
fn place(speeds: &[usize], s: usize) -> Option<usize> {
    let guess = s.checked_sub(*speeds.first()?)?;
    if speeds.get(guess) == Some(&s) { Some(guess) } else { speeds.binary_search(&s).ok() }
}

#[cfg(test)]
mod tests {
    use denoc_dynamics::Workspace;
    use denoc_testkit::four_bar_row;

    use super::*;

    // oracle: the angle between the motions of two configurations
    #[test]
    fn tangents_that_have_turned_away_count_as_near_to_singular() {
        let model = four_bar_row(1);
        let (mut ws, mut loops) = (Workspace::new(&model), Loops::new(&model));
        let scale = loops.speed_units().to_vec();
        let mut block = Block::new(&model, &loops, &model.clusters()[0]);
        block.ranks = [2, 2];
        let level = Level::Coordinates;
        // motions that keep the closure as open as it is
        let tangents = [[0.1, -0.1, 0.1], [0.3, -1.2, 0.9]].map(|q| {
            let stage = ws.position(&model, &q).unwrap();
            loops.place(&stage);
            let least = block.eliminate(Placed { loops: &loops, stage: &stage, scale: &scale }, level);
            (block.allowed(level), least)
        });
        let [(first, _), (second, least)] = tangents;
        let cosine = first.column(0).dot(&second.column(0)).abs();
        assert!(cosine < 0.97 && least > 0.01, "{cosine} {least}");
        block.tangents[level as usize] = first;
        let (_, found) = block.solve(level, DVector::zeros(block.count(level)));
        assert!((found - least * cosine).abs() < 1e-14, "{found} {least} {cosine}");
    }
}
