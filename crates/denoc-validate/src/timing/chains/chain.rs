//! A serial chain with a state of it.

use denoc_dynamics::DynamicsError;
use denoc_dynamics::{Loads, Workspace};
use denoc_math::Mat3;
use denoc_math::random::Random;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};

use crate::ValidationError;

/// A chain, its state and forces in its joints.
pub(super) struct Chain {
    pub(super) model: Model,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) tau: Vec<f64>,
}

impl Chain {
    /// Revolute joints about x, y and z in turn, every link turned and shaped a little otherwise.
    pub(super) fn new(links: usize) -> Result<Self, ValidationError> {
        // the description is as large as the model: it ends with this line
        let model = describe(links).build()?;
        let mut random = Random::new(1);
        let mut vector = |size: f64| random.vector(links, size);
        // relative turns add up like the steps of a walk at random: the far end shall spin at about 1 rad/s in every chain
        let (q, v, tau) = (vector(1.0), vector((links as f64).sqrt().recip()), vector(1.0));
        Ok(Self { model, q, v, tau })
    }

    /// One step of refinement: the forces that inverse dynamics misses are answered by the recursion.
    pub(super) fn refined(&self, a: &[f64]) -> Result<Vec<f64>, DynamicsError> {
        let mut ws = Workspace::new(&self.model);
        let mut stage = ws.position(&self.model, &self.q)?.velocity(&self.v)?;
        let (mut found, mut step) = (vec![0.0; a.len()], vec![0.0; a.len()]);
        stage.inverse(a, Loads::NONE, &mut found)?;
        found.iter_mut().zip(&self.tau).for_each(|(found, tau)| *found = tau - *found);
        stage.udut()?.solve(&found, &mut step)?;
        step.iter_mut().zip(a).for_each(|(step, a)| *step += a);
        Ok(step)
    }
}

fn describe(links: usize) -> Description {
    let mut random = Random::new(2);
    let mut d = Description::new("chain");
    let mut parent = d.ground.clone();
    for i in 0..links {
        let link = format!("link{i}");
        let turn = Mat3::from_rpy(random.point(0.5).to_array());
        let origin = Pose::new(turn, Vec3::new(random.range(0.15, 0.25), 0.02, random.signed(0.05)));
        let sides = Vec3::new(0.2, random.range(0.03, 0.07), 0.04);
        let body = MassProperties::cuboid(random.range(0.2, 0.8), sides, Vec3::new(0.1, random.signed(0.01), 0.01));
        let joint = Joint::revolute(Vec3::unit(i % 3));
        d = d.link(&link, body).joint(format!("joint{i}"), parent, &link, joint, origin);
        parent = link;
    }
    d
}
