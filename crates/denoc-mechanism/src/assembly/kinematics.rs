//! The closures of a model at one pose, cluster by cluster: residuals and Jacobian without units.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::{Pose, Twist, Wrench};
use denoc_model::joints::{JointSpace, Unit};
use denoc_model::{Closure, ClosureId, CutJoint, LinkId, Model};
use nalgebra::{DMatrix, DVector};

use crate::MechanismError;
use crate::scaled_jacobian::scaled_rows;

/// Wrenches on at most two links, and factors of at most two speeds: what a row of a Jacobian is made of.
pub(crate) type Pull = ([Option<(LinkId, Wrench<f64>)>; 2], [Option<(usize, f64)>; 2]);

/// The closures at the pose placed last. Lengths are divided by the size of the mechanism, in rows and in columns, so that
/// ranks and distances do not depend on the unit of length.
#[derive(Debug)]
pub(crate) struct Kinematics<'m> {
    pub(crate) model: &'m Model,
    ws: Workspace<f64>,
    pub(crate) loops: Loops<f64>,
    /// The unit of length, m.
    pub(crate) size: f64,
    /// Rows of each cluster.
    pub(crate) rows: Vec<Vec<usize>>,
    /// Speeds of each cluster.
    pub(crate) speeds: Vec<Vec<usize>>,
    /// The unit of each row and of each speed.
    pub(crate) row_units: Vec<f64>,
    pub(crate) speed_units: Vec<f64>,
    /// Rad and m, at the pose placed last.
    pub(crate) residuals: Vec<f64>,
    /// Columns of the joints in link axes, by speed.
    pub(crate) columns: Vec<Twist<f64>>,
    /// Poses of the links in their parents and in the world.
    relative: Vec<Pose<f64>>,
    pub(crate) world: Vec<Pose<f64>>,
}

impl<'m> Kinematics<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let loops = Loops::new(model);
        let size = loops.size();
        let clusters = model.clusters();
        let rows = clusters.iter().map(|c| c.closures.iter().flat_map(|&closure| loops.rows_of(closure)).collect());
        let of_link = |&LinkId(i): &LinkId| model.links()[i].v..model.links()[i].v + model.links()[i].nv;
        Self {
            model,
            ws: Workspace::new(model),
            size,
            rows: rows.collect(),
            speeds: clusters.iter().map(|c| c.links.iter().flat_map(of_link).collect()).collect(),
            row_units: loops.units().to_vec(),
            speed_units: loops.speed_units().to_vec(),
            residuals: vec![0.0; loops.count()],
            columns: vec![Twist::zero(); model.nv()],
            relative: vec![Pose::identity(); model.links().len()],
            world: vec![Pose::identity(); model.links().len()],
            loops,
        }
    }

    /// Places links and closures.
    pub(crate) fn place(&mut self, q: &[f64]) -> Result<(), MechanismError> {
        let position = self.ws.position(self.model, q)?;
        self.loops.place(&position);
        self.loops.residuals(&position, &mut self.residuals)?;
        for (i, link) in self.model.links().iter().enumerate() {
            self.relative[i] = position.relative_pose(LinkId(i));
            self.world[i] = position.link_pose(LinkId(i));
            link.joint.columns(&q[link.q..link.q + link.nq], &mut self.columns[link.v..link.v + link.nv]);
        }
        Ok(())
    }

    /// The generalised inertia matrix at `q`, by rows.
    pub(crate) fn gim(&mut self, q: &[f64]) -> Result<Vec<f64>, MechanismError> {
        let mut gim = vec![0.0; self.model.nv() * self.model.nv()];
        self.ws.position(self.model, q)?.gim(&mut gim)?;
        Ok(gim)
    }

    /// The largest residual of some rows, without units.
    pub(crate) fn worst(&self, rows: &[usize]) -> f64 {
        rows.iter().map(|&r| (self.residuals[r] / self.row_units[r]).abs()).fold(0.0, f64::max)
    }

    /// How far a closure is from closed: m, rad.
    pub(crate) fn miss(&self, closure: ClosureId) -> (f64, f64) {
        let (mut length, mut angle) = (0.0_f64, 0.0_f64);
        for r in self.loops.rows_of(closure) {
            let sum = if self.loops.rows()[r].unit == Unit::Length { &mut length } else { &mut angle };
            *sum = sum.hypot(self.residuals[r]);
        }
        (length, angle)
    }

    /// The way between two poses of a cluster, without units.
    pub(crate) fn way(&self, from: &[f64], to: &[f64], cluster: usize) -> DVector<f64> {
        let speeds = &self.speeds[cluster];
        let (mut way, mut step, mut at) = (DVector::zeros(speeds.len()), [0.0; 6], 0);
        for &LinkId(i) in &self.model.clusters()[cluster].links {
            let link = &self.model.links()[i];
            let (range, step) = (link.q..link.q + link.nq, &mut step[..link.nv]);
            link.joint.difference(&from[range.clone()], &to[range], step);
            for x in step {
                way[at] = *x / self.speed_units[speeds[at]];
                at += 1;
            }
        }
        way
    }

    /// How far the mechanism reaches, in units of its size: positions are rounded in proportion.
    pub(crate) fn reach(&self) -> f64 {
        let far = self.world.iter().map(|pose| pose.position.norm() / self.size);
        far.filter(|x| x.is_finite()).fold(1.0, f64::max)
    }

    /// The rows of a cluster, without units.
    pub(crate) fn block(&self, cluster: usize) -> DMatrix<f64> {
        let pulls = self.rows[cluster].iter().map(|&r| (self.pull(r), self.row_units[r]));
        self.matrix(cluster, pulls)
    }

    /// Rows of speeds of a cluster for what pulls, each divided by its unit.
    pub(crate) fn matrix(&self, cluster: usize, pulls: impl ExactSizeIterator<Item = (Pull, f64)>) -> DMatrix<f64> {
        let pulls: Vec<(Pull, f64)> = pulls.collect();
        // the speeds of a cluster are sorted
        scaled_rows(pulls.iter().map(|(_, unit)| *unit), &self.speeds[cluster], &self.speed_units, |i, add| {
            self.sweep(&pulls[i].0, add);
        })
    }

    /// Calls `add` with what a pull makes of each speed on the two ways to the ground, until they meet.
    pub(crate) fn sweep(&self, pull: &Pull, mut add: impl FnMut(usize, f64)) {
        for (s, x) in pull.1.into_iter().flatten() {
            add(s, x);
        }
        self.transmitted(pull, |LinkId(i), wrench| {
            let link = &self.model.links()[i];
            for s in link.v..link.v + link.nv {
                add(s, self.columns[s].dot(wrench));
            }
        });
    }

    /// Calls `visit` with each link on the two ways to the ground and the wrench that its joint transmits, in link axes about
    /// the link's origin.
    pub(crate) fn transmitted(&self, &([mut a, mut b], _): &Pull, mut visit: impl FnMut(LinkId, Wrench<f64>)) {
        // above the link where the ways meet the two wrenches cancel
        while a.map(|x| x.0) != b.map(|x| x.0) {
            let deeper = if a.map(|x| x.0) > b.map(|x| x.0) { &mut a } else { &mut b };
            if let Some((link, wrench)) = *deeper {
                visit(link, wrench);
                let parent = self.model.links()[link.0].parent;
                *deeper = parent.map(|parent| (parent, self.relative[link.0].propagate_back(wrench)));
            }
        }
    }

    /// What pulls for a unit of the multiplier of a row.
    pub(crate) fn pull(&self, row: usize) -> Pull {
        let row = &self.loops.rows()[row];
        (row.wrenches, row.speeds)
    }

    /// The pose in the world of a frame in a link.
    pub(crate) fn frame(&self, frame: &denoc_model::Frame<f64>) -> Pose<f64> {
        frame.link.map_or(frame.pose, |LinkId(i)| self.world[i] * frame.pose)
    }

    /// The pull of a wrench at the moving frame of a cut joint, in its axes, against the other side.
    pub(crate) fn pull_at_cut(&self, closure: ClosureId, wrench: Wrench<f64>) -> Option<Pull> {
        let Closure::Joint(CutJoint { parent, child, .. }) = &self.model.closures()[closure.0] else { return None };
        let world = self.frame(child);
        let on_parent = parent.link.map(|link| {
            let seen = self.world[link.0].inverse() * world;
            (link, -seen.propagate_back(wrench))
        });
        let on_child = child.link.map(|link| (link, child.pose.propagate_back(wrench)));
        Some(([on_parent, on_child], [None, None]))
    }
}
