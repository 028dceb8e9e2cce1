//! Closing loops by damped least squares (Levenberg-Marquardt), all clusters at once, each with its own damping.
//!
//! The constraints of a cluster depend on its coordinates alone, so one evaluation of the mechanism serves a trial step of
//! every cluster, and the cost grows with the number of clusters, not with its cube.

use denoc_model::{LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::Svd;
use super::kinematics::Kinematics;
use crate::MechanismError;

/// Which coordinates can move, and their limits.
#[derive(Clone, Debug)]
pub(crate) struct Freedom {
    /// Whether a speed is free (not held).
    pub(crate) free: Vec<bool>,
    /// Index in q and limits of the coordinate of each speed that has limits.
    pub(crate) bounds: Vec<Option<(usize, [f64; 2])>>,
}

impl Freedom {
    pub(crate) fn new(model: &Model, hold: &[LinkId], limits: bool) -> Result<Self, MechanismError> {
        let (mut free, mut bounds) = (vec![true; model.nv()], vec![None; model.nv()]);
        for &LinkId(i) in hold {
            let Some(link) = model.links().get(i) else {
                let rule = "it must be the number of a link of the model";
                return Err(MechanismError::Setting { what: "the number of a held joint", value: i as f64, rule });
            };
            free[link.v..link.v + link.nv].fill(false);
        }
        for (i, link) in model.links().iter().enumerate().filter(|(_, link)| limits && link.nq == link.nv) {
            for k in (0..link.nv).filter(|k| free[link.v + k]) {
                bounds[link.v + k] = model.properties(LinkId(i)).limits.map(|limits| (link.q + k, limits));
            }
        }
        Ok(Self { free, bounds })
    }

    /// Moves coordinates into their limits.
    pub(crate) fn clamp(&self, q: &mut [f64]) {
        for (at, [low, high]) in self.bounds.iter().flatten() {
            q[*at] = q[*at].max(*low).min(*high);
        }
    }

    /// Whether a speed may move: not held, and not at a limit that `direction` leads beyond.
    pub(crate) fn may_move(&self, speed: usize, q: &[f64], direction: f64) -> bool {
        self.free[speed]
            && match self.bounds[speed] {
                Some((at, [low, _])) if q[at] <= low && direction < 0.0 => false,
                Some((at, [_, high])) if q[at] >= high && direction > 0.0 => false,
                _ => true,
            }
    }
}

/// The end of a descent.
#[derive(Clone, Debug)]
pub(crate) struct Descent {
    pub(crate) q: Vec<f64>,
    /// Largest error of each cluster, dimensionless.
    pub(crate) errors: Vec<f64>,
    pub(crate) iterations: usize,
}

/// The state of one cluster.
struct Part {
    cluster: usize,
    cost: f64,
    damping: f64,
    rejected: usize,
    /// What the errors of the constraints are, less their targets.
    e: DVector<f64>,
    /// The Jacobian; by differences where the analytic one, exact at closed configurations, leads nowhere.
    j: Option<DMatrix<f64>>,
    by_differences: bool,
    active: bool,
}

/// The values that the dimensionless residuals must reach.
pub(crate) enum Goal<'a> {
    Closed,
    /// One number per row.
    Targets(&'a [f64]),
}

impl Goal<'_> {
    fn errors(&self, k: &Kinematics<'_>, cluster: usize) -> DVector<f64> {
        let rows = &k.rows[cluster];
        let target = |r: usize| if let Self::Targets(t) = self { t[r] } else { 0.0 };
        DVector::from_iterator(rows.len(), rows.iter().map(|&r| k.residuals[r] / k.row_units[r] - target(r)))
    }
}

/// Minimizes the errors of these clusters from `start`, until they vanish or stop decreasing.
pub(crate) fn descend(
    k: &mut Kinematics<'_>,
    freedom: &Freedom,
    start: &[f64],
    clusters: &[usize],
    goal: &Goal<'_>,
    (tolerance, most): (f64, usize),
) -> Result<Descent, MechanismError> {
    let model = k.model;
    let (mut q, mut trial) = (start.to_vec(), start.to_vec());
    k.place(&q)?;
    // rounding of positions
    let finest = 2e-16 * k.reach();
    let mut parts: Vec<Part> = clusters
        .iter()
        .map(|&cluster| {
            let e = goal.errors(k, cluster);
            let cost = 0.5 * e.norm_squared();
            let damping = cost.clamp(1e-14, 1e-3);
            let active = e.amax() > finest;
            // the analytic Jacobian is that of closed configurations
            let by_differences = matches!(goal, Goal::Targets(_));
            Part { cluster, cost, damping, rejected: 0, e, j: None, by_differences, active }
        })
        .collect();
    let mut iterations = 0;
    while iterations < most && parts.iter().any(|part| part.active) {
        iterations += 1;
        let mut step = vec![0.0; model.nv()];
        for part in parts.iter_mut().filter(|part| part.active) {
            if part.j.is_none() {
                let j = if part.by_differences { differences(k, &q, part.cluster)? } else { k.block(part.cluster) };
                part.j = Some(j);
            }
            part.active = part.step(k, freedom, &q, &mut step);
        }
        model.integrate(&q, &step, &mut trial)?;
        freedom.clamp(&mut trial);
        k.place(&trial)?;
        let mut back = false;
        for part in parts.iter_mut().filter(|part| part.active) {
            let e = goal.errors(k, part.cluster);
            let cost = 0.5 * e.norm_squared();
            if cost < part.cost {
                let slow = part.cost - cost <= 1e-12 * part.cost;
                (part.active, part.rejected, part.j) = (e.amax() > finest && !slow, 0, None);
                (part.e, part.cost, part.damping) = (e, cost, (part.damping * 0.1).max(1e-15));
                copy(model, part.cluster, &trial, &mut q);
            } else {
                back = true;
                part.reject(tolerance);
            }
        }
        if back {
            k.place(&q)?;
        }
    }
    k.place(&q)?;
    let mut errors = vec![0.0; model.clusters().len()];
    for part in &parts {
        errors[part.cluster] = part.e.amax();
    }
    Ok(Descent { q, errors, iterations })
}

impl Part {
    /// Adds the step of this cluster; false if there is none.
    fn step(&self, k: &Kinematics<'_>, freedom: &Freedom, q: &[f64], step: &mut [f64]) -> bool {
        let Some(j) = &self.j else { return false };
        let speeds = &k.speeds[self.cluster];
        let gradient = j.transpose() * &self.e;
        let free: Vec<usize> = (0..speeds.len()).filter(|&c| freedom.may_move(speeds[c], q, -gradient[c])).collect();
        if free.is_empty() {
            return false;
        }
        let Some(svd) = Svd::new(&j.select_columns(&free)) else { return false };
        let largest = svd.values.first().copied().unwrap_or(0.0);
        if largest == 0.0 {
            return false;
        }
        let x = svd.damped(&self.e, self.damping * largest * largest);
        // a step of more than a radian, or of the size of the mechanism, trusts the Jacobian too much
        let scale = 1.0 / x.amax().max(1.0);
        for (&c, x) in free.iter().zip(x.iter()) {
            step[speeds[c]] -= scale * x * k.speed_units[speeds[c]];
        }
        true
    }

    fn reject(&mut self, tolerance: f64) {
        self.rejected += 1;
        self.damping = (self.damping * 10.0).max(1e-10);
        if self.e.amax() <= tolerance {
            // closed, and at the limit of rounding
            self.active = self.rejected < 2;
        } else if self.rejected == 6 && !self.by_differences {
            (self.by_differences, self.j, self.damping) = (true, None, 1e-3);
        } else if self.rejected > 18 {
            self.active = false;
        }
    }
}

/// The Jacobian of a cluster by differences.
fn differences(k: &mut Kinematics<'_>, q: &[f64], cluster: usize) -> Result<DMatrix<f64>, MechanismError> {
    let (model, h) = (k.model, 1e-6);
    let (speeds, rows) = (k.speeds[cluster].clone(), k.rows[cluster].clone());
    let mut j = DMatrix::zeros(rows.len(), speeds.len());
    let (mut step, mut moved) = (vec![0.0; model.nv()], q.to_vec());
    for (c, &s) in speeds.iter().enumerate() {
        for sign in [1.0, -1.0] {
            step[s] = sign * h * k.speed_units[s];
            model.integrate(q, &step, &mut moved)?;
            k.place(&moved)?;
            for (i, &r) in rows.iter().enumerate() {
                j[(i, c)] += sign * k.residuals[r] / k.row_units[r] / (2.0 * h);
            }
        }
        step[s] = 0.0;
    }
    k.place(q)?;
    Ok(j)
}

/// Copies the coordinates of a cluster.
pub(crate) fn copy(model: &Model, cluster: usize, from: &[f64], to: &mut [f64]) {
    for &LinkId(i) in &model.clusters()[cluster].links {
        let range = model.links()[i].q..model.links()[i].q + model.links()[i].nq;
        to[range.clone()].copy_from_slice(&from[range]);
    }
}
