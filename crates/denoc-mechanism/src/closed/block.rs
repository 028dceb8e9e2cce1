//! The conditions and speeds of one cluster of loops, and the directions in which it can move.

use denoc_dynamics::Position;
use denoc_dynamics::loops::Loops;
use denoc_math::dense::Qr;
use denoc_model::{Cluster, Model};
use nalgebra::{DMatrix, DVector};

use crate::scaled_jacobian::scaled_rows;
use crate::svd::Svd;

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
    /// The most conditions that are independent, of coordinates and of speeds.
    pub(super) ranks: [usize; 2],
    /// Directions of coordinates, and of speeds; empty where states are kept in full coordinates.
    pub(super) directions: [Directions; 2],
    /// The smallest singular value that is usual for it, relative to the largest.
    pub(super) usual: f64,
}

/// Tangents (independent motions) and normals (the rest), orthonormal.
#[derive(Clone, Debug)]
pub(super) struct Directions {
    pub(super) tangents: DMatrix<f64>,
    pub(super) normals: DMatrix<f64>,
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
        let none = Directions { tangents: DMatrix::zeros(0, 0), normals: DMatrix::zeros(0, 0) };
        Self { rows, holonomic, speeds, first: [0, 0], ranks: [0, 0], directions: [none.clone(), none], usual: 1.0 }
    }

    /// Its independent coordinates among those of the mechanism.
    pub(super) fn independent_range(&self) -> core::ops::Range<usize> {
        self.first[0]..self.first[0] + self.directions[0].tangents.ncols()
    }

    /// Number of rows at a level.
    pub(super) fn count(&self, level: Level) -> usize {
        if level == Level::Coordinates { self.holonomic } else { self.rows.len() }
    }

    /// The scaled Jacobian of its rows; the rows are placed.
    pub(super) fn jacobian(
        &self,
        loops: &Loops<f64>,
        stage: &Position<'_, f64>,
        scale: &[f64],
        level: Level,
    ) -> DMatrix<f64> {
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
}

impl Directions {
    /// Of a matrix of known rank; also the singular value of that number, relative to the largest.
    pub(super) fn of(jacobian: &DMatrix<f64>, rank: usize) -> (Self, f64) {
        let n = jacobian.ncols();
        if jacobian.is_empty() {
            return (Self { normals: DMatrix::zeros(n, 0), tangents: DMatrix::identity(n, n) }, 1.0);
        }
        let Some(svd) = Svd::new(jacobian) else {
            return (Self { normals: DMatrix::zeros(n, rank), tangents: DMatrix::identity(n, n - rank) }, 0.0);
        };
        let least = match rank {
            0 => 1.0,
            r => svd.values.get(r - 1).copied().unwrap_or(0.0) / svd.values[0].max(f64::MIN_POSITIVE),
        };
        let v = svd.v;
        (Self { normals: v.columns(0, rank).into_owned(), tangents: v.columns(rank, n - rank).into_owned() }, least)
    }

    /// Of tangents alone.
    pub(super) fn around(tangents: DMatrix<f64>) -> Self {
        let (complement, _) = Self::of(&tangents.transpose(), tangents.ncols());
        Self { tangents, normals: complement.tangents }
    }
}

/// The least-squares solution of A x = b, A of full column rank, and the smallest pivot relative to the largest.
pub(super) fn least_squares(qr: &mut Qr<f64>, a: &DMatrix<f64>, b: &DVector<f64>) -> (DVector<f64>, f64) {
    let (m, n) = a.shape();
    qr.start(m, n);
    for j in 0..n {
        qr.column_mut(j).copy_from_slice(a.column(j).as_slice());
    }
    qr.factor(1e-14, usize::MAX);
    let mut y: Vec<f64> = b.as_slice().to_vec();
    qr.apply_transpose(&mut y);
    qr.solve_upper(&mut y);
    let mut x = DVector::zeros(n);
    for (&j, &value) in qr.order()[..qr.rank()].iter().zip(&y) {
        x[j] = value;
    }
    (
        x,
        if qr.rank() < n {
            0.0
        } else if n == 0 {
            1.0
        } else {
            qr.smallest()
        },
    )
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

/// The shortest solution of A x = b with no more than `limit` independent rows.
pub(super) fn shortest(qr: &mut Qr<f64>, a: &DMatrix<f64>, b: &DVector<f64>, limit: usize) -> DVector<f64> {
    let (m, n) = a.shape();
    transposed(qr, a);
    qr.factor(1e-12, limit);
    let mut y = vec![0.0; n.max(m)];
    for (y, &i) in y.iter_mut().zip(&qr.order()[..qr.rank()]) {
        *y = b[i];
    }
    qr.solve_lower(&mut y);
    qr.apply(&mut y[..n]);
    DVector::from_column_slice(&y[..n])
}
