//! Motors compared with degrees of freedom.

use denoc_math::{Vec3, Wrench};
use denoc_model::{ClosureId, LinkId, Model};
use nalgebra::DMatrix;
use serde::Serialize;

use crate::assembly::{Kinematics, Pivot, Which, pivots};
use crate::svd::Svd;

/// Number of motors compared with the degrees of freedom, idle ones left out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Balance {
    /// Fully actuated, without surplus motors.
    Exact,
    /// Under-actuated: no motor controls some motion.
    Under,
    /// Over-actuated: more motors than needed, which can work against each other.
    Over,
    /// No motor controls some motion, yet some motors can work against each other.
    Both,
}

/// The motors of a mechanism at a generic configuration, computed by [`Mobility::analyse`](super::Mobility::analyse).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActuationReport {
    /// Actuated joints.
    pub joints: Vec<String>,
    /// Number of motors: degrees of freedom of the actuated joints.
    pub motors: usize,
    /// Number of degrees of freedom that they control.
    pub controlled: usize,
    /// Number of degrees of freedom, idle ones left out, that they do not control.
    pub uncontrolled: usize,
    /// Number of motors beyond those needed.
    pub surplus: usize,
    /// Actuated joints that cannot move.
    pub powerless: Vec<String>,
    /// The comparison in one word.
    pub balance: Balance,
}

/// Speeds of the motors of one cluster.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The joint of each row.
    pub(super) joints: Vec<String>,
    /// Speeds of the motors, one column per motion.
    pub(super) speeds: DMatrix<f64>,
}

/// Whether the model lists motors.
pub(super) fn listed(model: &Model) -> bool {
    model.lists_motors() || (0..model.closures().len()).any(|i| model.is_closure_actuated(ClosureId(i)))
}

/// Speeds of all motors of a cluster for its motions `t`.
pub(super) fn view(k: &Kinematics<'_>, cluster: usize, t: &DMatrix<f64>) -> View {
    let driven = |pivot: &Pivot| match pivot.which {
        Which::Tree(link) => k.model.lists_motors() && k.model.is_actuated(link),
        Which::Cut(closure) => k.model.is_closure_actuated(closure),
    };
    joint_speeds(k, cluster, t, driven)
}

/// Speeds of the joints chosen by `select`.
pub(super) fn joint_speeds(
    k: &Kinematics<'_>,
    cluster: usize,
    t: &DMatrix<f64>,
    select: impl Fn(&Pivot) -> bool,
) -> View {
    let (speeds, mut joints) = (&k.speeds[cluster], Vec::new());
    let mut rows: Vec<nalgebra::RowDVector<f64>> = Vec::new();
    for pivot in pivots(k, cluster).iter().filter(|pivot| select(pivot)) {
        match pivot.which {
            Which::Tree(LinkId(i)) => {
                let link = &k.model.links()[i];
                let first = speeds.partition_point(|&s| s < link.v);
                rows.extend((first..first + link.nv).map(|row| t.row(row).into_owned()));
            }
            Which::Cut(closure) => {
                let pulls: Vec<_> = duals(pivot, k.size)
                    .into_iter()
                    .filter_map(|wrench| Some((k.pull_at_cut(closure, wrench)?, 1.0)))
                    .collect();
                let speeds = k.matrix(cluster, pulls.into_iter()) * t;
                rows.extend(speeds.row_iter().map(|row| row.into_owned()));
            }
        }
        joints.resize(rows.len(), pivot.name(k.model).to_owned());
    }
    let speeds = if rows.is_empty() { DMatrix::zeros(0, t.ncols()) } else { DMatrix::from_rows(&rows) };
    View { joints, speeds }
}

/// For each speed of a joint the wrench, in axes of its moving frame, whose power in a relative twist is that speed (slides
/// relative to the size of the mechanism).
fn duals(pivot: &Pivot, size: f64) -> Vec<Wrench<f64>> {
    let n = pivot.local_columns.len();
    let mut p = DMatrix::zeros(6, n);
    for (column, t) in pivot.local_columns.iter().enumerate() {
        let unit = if t.angular.norm() > 1e-9 { 1.0 } else { size };
        let [a, b, c] = t.angular.scale(unit).to_array();
        let [d, e, f] = t.linear.scale(unit / size).to_array();
        p.set_column(column, &nalgebra::DVector::from_row_slice(&[a, b, c, d, e, f]));
    }
    let Some(svd) = Svd::new(&p) else { return Vec::new() };
    let rank = svd.rank(1e-9);
    let mut rows = vec![Wrench::zero(); n];
    for i in 0..6 {
        let mut e = nalgebra::DVector::zeros(6);
        e[i] = 1.0;
        let axis = Vec3::unit(i % 3);
        for (row, x) in rows.iter_mut().zip(svd.solve(&e, rank).iter()) {
            let part = match i < 3 {
                true => Wrench::new(axis.scale(*x), Vec3::zero()),
                false => Wrench::new(Vec3::zero(), axis.scale(*x / size)),
            };
            *row += part;
        }
    }
    rows
}

/// Number of singular values above `tolerance`; motions have unit length.
pub(super) fn rank(speeds: &DMatrix<f64>, tolerance: f64) -> usize {
    Svd::new(speeds).map_or(0, |svd| svd.values.iter().filter(|&&x| x > tolerance).count())
}
