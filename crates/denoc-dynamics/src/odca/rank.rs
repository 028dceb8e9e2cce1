//! How many constraints are independent, decided by the rows of J as in the other algorithms.
//!
//! The matrices at closures are products J I⁻¹ Jᵀ: a pivot of J of 1e-7 is one of 1e-14 there, which rounding hides. Where fewer
//! constraints are found than there are, J itself tells whether the others depend on them.

use denoc_math::Real;
use denoc_math::elimination::RowElimination;
use denoc_model::{ClosureId, Model};

use super::solver::{Input, Known};
use crate::kinematics::KinematicsBuffers;
use crate::loops::{Loops, RANK_TOLERANCE, ZERO_ROW, generic};

/// The rows of J by cluster of loops, with their elimination.
#[derive(Clone, Debug)]
pub(super) struct RowRanks<T> {
    clusters: Vec<Rows<T>>,
    /// The place of every entry of v among the speeds of its cluster.
    local: Vec<usize>,
    /// Scratch memory: the entries of one row.
    entries: Vec<(usize, T)>,
}

#[derive(Clone, Debug)]
struct Rows<T> {
    /// Its number in the model.
    cluster: usize,
    closure: ClosureId,
    /// The rows by their numbers in the model.
    rows: Vec<usize>,
    elimination: RowElimination<T>,
}

/// The number of independent constraints of all clusters, and the cluster nearest to a singular configuration.
pub(super) struct RowRank {
    pub(super) rank: usize,
    pub(super) closure: ClosureId,
    /// Its smallest pivot, relative to its largest.
    pub(super) pivot: f64,
}

impl<T: Real> RowRanks<T> {
    pub(super) fn new(model: &Model<T>, loops: &Loops<T>) -> Self {
        let mut all = Self { clusters: Vec::new(), local: vec![0; model.nv()], entries: Vec::new() };
        for (cluster, links) in model.clusters().iter().enumerate() {
            let Some(&closure) = links.closures.first() else { continue };
            let mut speeds = 0;
            for link in links.links.iter().map(|id| &model.links()[id.0]) {
                all.local[link.v..link.v + link.nv].iter_mut().for_each(|local| {
                    *local = speeds;
                    speeds += 1;
                });
            }
            let rows = links.closures.iter().flat_map(|&closure| loops.rows_of(closure)).collect();
            all.clusters.push(Rows { cluster, closure, rows, elimination: RowElimination::new(speeds) });
        }
        // an order of elimination that does not depend on the states that are evaluated
        let (k, trial) = generic(model, loops, 1);
        all.eliminate(model, &k, &trial, &[], &[]);
        all.clusters.iter_mut().for_each(|rows| rows.elimination.keep_order());
        all
    }

    pub(super) fn find(&mut self, input: &Input<'_, T>, known: &Known<'_, T>) -> RowRank {
        self.eliminate(input.model, known.kinematics, known.loops, input.given, known.ranks);
        let rank = self.clusters.iter().map(|rows| rows.elimination.rank()).sum();
        let pivot = |rows: &&Rows<T>| rows.elimination.smallest();
        let nearest = self.clusters.iter().min_by(|a, b| pivot(a).total_cmp(&pivot(b)));
        let (closure, pivot) = nearest.map_or((ClosureId(0), 1.0), |rows| (rows.closure, pivot(&rows)));
        RowRank { rank, closure, pivot }
    }

    /// Eliminates the columns of speeds whose accelerations are not `given`, up to `ranks` by cluster if there are such limits.
    fn eliminate(
        &mut self,
        model: &Model<T>,
        k: &KinematicsBuffers<T>,
        loops: &Loops<T>,
        given: &[Option<T>],
        ranks: &[usize],
    ) {
        let Self { clusters, local, entries } = self;
        for Rows { cluster, rows, elimination, .. } in clusters {
            elimination.start(rows.len());
            for (i, &row) in rows.iter().enumerate() {
                let unit = loops.units()[row].recip();
                entries.clear();
                loops.rows.sweep(model, k, &loops.rows()[row], |s, x| {
                    if given.get(s).is_none_or(Option::is_none) {
                        entries.push((local[s], x * unit * loops.speed_units[s]));
                    }
                });
                // no joint can influence the constraint
                if entries.iter().all(|(_, x)| x.value().abs() < ZERO_ROW) {
                    continue;
                }
                entries.iter().for_each(|&(column, x)| elimination.add(i, column, x));
            }
            elimination.eliminate(RANK_TOLERANCE, ranks.get(*cluster).copied().unwrap_or(usize::MAX));
        }
    }
}
