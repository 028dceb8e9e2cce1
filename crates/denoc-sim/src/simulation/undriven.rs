//! Controllers of trees in which some joints have no motor, such as a floating base.

use denoc_dynamics::{CouplingForces, DynamicsError, SingularCause, Workspace};
use denoc_math::dense::{Cholesky, NotDefinite};
use denoc_model::{LinkId, Model};

/// Pivots of the inertia matrix of undriven joints below this part of its largest entry are zero.
const LEAST_PIVOT: f64 = 1e-13;

/// The speeds without a motor, and how they accelerate: with a_d of the driven joints given, those of the others, a_u, follow from
/// I_uu a_u + I_ud a_d + h_u = 0, and the motors supply τ_d = I_dd a_d + I_du a_u + h_d.
#[derive(Debug)]
pub(super) struct Undriven {
    /// Each with its followers and their ratios.
    speeds: Vec<Vec<(usize, f64)>>,
    forces: CouplingForces,
    gim: Vec<f64>,
    inertia: Cholesky<f64>,
    a: Vec<f64>,
    change: Vec<f64>,
}

impl Undriven {
    /// `None` if motors drive all joints, or where loops are closed by more than couplings.
    pub(super) fn new(model: &Model) -> Option<Self> {
        if !model.closures().is_empty() && !model.is_coupled_tree() {
            return None;
        }
        let (forces, couplings) = (CouplingForces::new(model), model.couplings());
        let bearing = forces.speeds(model.nv());
        let mut speeds = Vec::new();
        for (i, link) in model.links().iter().enumerate().filter(|&(i, _)| !model.is_actuated(LinkId(i))) {
            let own = (link.v..link.v + link.nv).filter(|k| bearing.contains(k));
            let followers = || couplings.followers().iter().filter(move |f| f.leader.0 == i);
            let followers = || followers().map(|f| (model.links()[f.joint.0].v, f.ratio));
            speeds.extend(own.map(|k| std::iter::once((k, 1.0)).chain(followers()).collect()));
        }
        let (nv, n) = (model.nv(), speeds.len());
        (n > 0).then(|| Self {
            speeds,
            forces,
            gim: vec![0.0; nv * nv],
            inertia: Cholesky::new(n),
            a: vec![0.0; n],
            change: vec![0.0; nv],
        })
    }

    /// Changes the forces of a motion in which these speeds accelerate as well to those of one in which no force acts at them.
    pub(super) fn release(
        &mut self,
        (model, ws): (&Model, &mut Workspace<f64>),
        q: &[f64],
        tau: &mut [f64],
    ) -> Result<(), DynamicsError> {
        let Self { speeds, forces, gim, inertia, a, change } = self;
        let nv = model.nv();
        ws.position(model, q)?.gim(gim)?;
        let gim = &*gim;
        let between = |x: &[(usize, f64)], y: &[(usize, f64)]| -> f64 {
            x.iter().flat_map(|(i, r)| y.iter().map(move |(j, s)| r * s * gim[i * nv + j])).sum()
        };
        inertia.start(speeds.len());
        let mut largest = 0.0_f64;
        for (i, x) in speeds.iter().enumerate() {
            a[i] = -tau[x[0].0];
            for (j, y) in speeds[..=i].iter().enumerate() {
                inertia.set(i, j, between(x, y));
            }
            largest = largest.max(inertia.at(i, i));
        }
        inertia.factor(LEAST_PIVOT * largest).map_err(|NotDefinite { pivot, value }| {
            let speed = speeds[pivot][0].0;
            let link = model.links().iter().position(|l| (l.v..l.v + l.nv).contains(&speed)).unwrap_or_default();
            DynamicsError::Singular {
                joint: model.joint_names()[link].clone(),
                link: model.link_names()[link].clone(),
                pivot: value,
                scale: largest,
                cause: SingularCause::NoInertia,
            }
        })?;
        inertia.solve(a);
        for (row, change) in change.iter_mut().enumerate() {
            *change = speeds.iter().zip(&*a).map(|(x, a)| a * between(&[(row, 1.0)], x)).sum();
        }
        forces.gather(change);
        tau.iter_mut().zip(&*change).for_each(|(tau, change)| *tau += change);
        speeds.iter().for_each(|x| tau[x[0].0] = 0.0);
        Ok(())
    }
}
