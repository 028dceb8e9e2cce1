//! Inverse and forward dynamics and reactions of one state with everything that may act: external wrenches on frames, springs
//! and friction of joints, loops.
//!
//! ```
//! use denoc::evaluate::{Acting, Evaluator, JointForces};
//! let arm = denoc::load("planar_3r")?.model;
//! let mut evaluator = Evaluator::new(&arm);
//! let (q, v, a, mut tau) = ([0.1, 0.2, 0.3], [0.0; 3], [0.0; 3], [0.0; 3]);
//! // a newton along x of the world at the tip, no moment
//! let push = [(arm.frame("link3")?, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0])];
//! let acting = Acting { external: &push, joint_forces: JointForces::Act };
//! evaluator.inverse_dynamics(&arm, (&q, &v, &a), acting, &mut tau)?;
//! # Ok::<(), denoc::Error>(())
//! ```

use std::sync::OnceLock;

use denoc_dynamics::loops::{Axes, LoopForward, LoopInverse, LoopMethod, Loops, Reaction, Reactions, self_stresses};
use denoc_dynamics::{DynamicsError, Loads, Velocity, Workspace, wrench_in_link};
use denoc_math::{Vec3, Wrench};
use denoc_mechanism::mobility::Mobility;
use denoc_mechanism::passive::{PassiveWrenches, smooth_joint_forces};
use denoc_model::{ClosureId, FrameId, LinkId, Model, StateError};

use crate::Error;
use crate::scenario::Start;

/// What acts besides gravity and the motors.
#[derive(Copy, Clone, Debug, Default)]
pub struct Acting<'a> {
    /// Wrenches [moment; force] in world axes, the moment about the origin of the frame.
    pub external: &'a [(FrameId, [f64; 6])],
    /// Springs and friction of the joints.
    pub joint_forces: JointForces,
}

/// Whether springs and friction of the joints act.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum JointForces {
    /// They do not.
    #[default]
    None,
    /// They do; dry friction is zero at rest. In joints where loops are cut it is smoothed all the same.
    Act,
    /// They do; dry friction is smoothed, as in simulations.
    Smooth,
}

/// What a mechanism with loops needs to know before its first state.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Independent conditions of each cluster of loops at almost all poses: in special geometry rounding would hide them.
    ranks: Option<Vec<usize>>,
    /// The speeds that motors drive, where the model does not list motors.
    motors: Option<Vec<usize>>,
}

/// The facts about a model that all its evaluators share. Found at the usual start, so that results do not depend on which
/// state comes first.
#[derive(Debug, Default)]
pub struct Shared(OnceLock<Known>);

impl Shared {
    fn of(&self, model: &Model) -> &Known {
        self.0.get_or_init(|| Known::find(model).unwrap_or_default())
    }

    /// The speeds that motors drive in a mechanism with loops: those that the model lists, else those chosen.
    pub fn motors(&self, model: &Model) -> Vec<usize> {
        match &self.of(model).motors {
            Some(chosen) => chosen.clone(),
            None => {
                let driven = |i: &usize| model.is_actuated(LinkId(*i));
                let links = (0..model.links().len()).filter(driven).map(|i| &model.links()[i]);
                links.flat_map(|l| l.v..l.v + l.nv).collect()
            }
        }
    }
}

impl Known {
    fn find(model: &Model) -> Result<Self, Error> {
        let q = Start::default().close(model)?.q;
        let ranks = Mobility::analyse(model, &q).ok().map(|mobility| mobility.cluster_ranks);
        let motors = if model.lists_motors() {
            None
        } else {
            let (rest, mut tau) = (vec![0.0; model.nv()], vec![0.0; model.nv()]);
            let (mut ws, mut inverse) = (Workspace::new(model), LoopInverse::new(model));
            inverse.inverse(&mut ws.position(model, &q)?.velocity(&rest)?, &rest, Loads::NONE, &mut tau)?;
            Some(inverse.motors().to_vec())
        };
        Ok(Self { ranks, motors })
    }
}

/// Memory for states of one model. One for each thread.
#[derive(Clone, Debug)]
pub struct Evaluator {
    ws: Workspace<f64>,
    forces: Vec<f64>,
    wrenches: Vec<Wrench<f64>>,
    closed: Option<Box<(LoopForward<f64>, LoopInverse<f64>)>>,
}

impl Evaluator {
    /// Memory for a model.
    pub fn new(model: &Model) -> Self {
        Self::sharing(model, &Shared::default())
    }

    /// Memory for a model whose facts may be known already.
    pub fn sharing(model: &Model, shared: &Shared) -> Self {
        let closed = || {
            let known = shared.of(model);
            let (mut forward, mut inverse) = (LoopForward::new(model, LoopMethod::default()), LoopInverse::new(model));
            if let Some(motors) = &known.motors {
                inverse = inverse.clone().actuated(motors).unwrap_or(inverse);
            }
            if let Some(ranks) = &known.ranks {
                forward.limit_ranks(ranks);
                inverse.limit_ranks(ranks);
            }
            Box::new((forward, inverse))
        };
        Self {
            ws: Workspace::new(model),
            forces: vec![0.0; model.nv()],
            wrenches: vec![Wrench::zero(); model.links().len()],
            closed: (!model.closures().is_empty()).then(closed),
        }
    }

    /// The workspace, for everything else.
    pub fn workspace(&mut self) -> &mut Workspace<f64> {
        &mut self.ws
    }

    /// The forces `tau` of the motors for accelerations `a`. With loops, q, v and a must fit them.
    #[doc(alias = "rnea")]
    pub fn inverse_dynamics(
        &mut self,
        model: &Model,
        (q, v, a): (&[f64], &[f64], &[f64]),
        acting: Acting<'_>,
        tau: &mut [f64],
    ) -> Result<(), Error> {
        self.gather(model, (q, v), acting)?;
        let mut stage = self.ws.position(model, q)?.velocity(v)?;
        let loads = Loads::per_link(&self.wrenches);
        match &mut self.closed {
            Some(closed) => {
                closed.1.set_applied(&self.forces);
                closed.1.inverse(&mut stage, a, loads, tau)?.complete(model)?;
            }
            None => {
                stage.inverse(a, loads, tau)?;
                tau.iter_mut().zip(&self.forces).for_each(|(tau, force)| *tau -= force);
            }
        }
        Ok(())
    }

    /// Checks that q and v fit the loops, if there are any; [`Evaluator::forward_dynamics`] does not.
    pub fn check_closed(&mut self, model: &Model, q: &[f64], v: &[f64]) -> Result<(), Error> {
        let stage = self.ws.position(model, q)?.velocity(v)?;
        match &mut self.closed {
            Some(closed) => Ok(closed.1.check_state(&stage)?),
            None => Ok(()),
        }
    }

    /// The accelerations `a` for forces `tau`. With loops, q and v must fit them; so do the accelerations.
    #[doc(alias = "aba")]
    pub fn forward_dynamics(
        &mut self,
        model: &Model,
        (q, v, tau): (&[f64], &[f64], &[f64]),
        acting: Acting<'_>,
        a: &mut [f64],
    ) -> Result<(), Error> {
        self.gather(model, (q, v), acting)?;
        model.check_speeds("tau", tau)?;
        self.forces.iter_mut().zip(tau).for_each(|(force, tau)| *force += tau);
        let mut stage = self.ws.position(model, q)?.velocity(v)?;
        let loads = Loads::per_link(&self.wrenches);
        match &mut self.closed {
            Some(closed) => drop(closed.0.forward(&mut stage, &self.forces, loads, a)?),
            None => stage.forward(&self.forces, loads, a)?,
        }
        Ok(())
    }

    /// What every joint transmits for a motion, [moment; force] in world axes about the joint's origin, exerted on its child:
    /// first the joints of the tree, then those where loops are cut ([`reaction_names`]).
    pub fn reactions(
        &mut self,
        model: &Model,
        (q, v, a): (&[f64], &[f64], &[f64]),
        acting: Acting<'_>,
        out: &mut [f64],
    ) -> Result<(), Error> {
        self.gather(model, (q, v), acting)?;
        model.check_speeds("a", a)?;
        let mut stage = self.ws.position(model, q)?.velocity(v)?;
        let loads = Loads::per_link(&self.wrenches);
        let tree;
        let found = match &mut self.closed {
            Some(closed) => {
                let mut tau = vec![0.0; model.nv()];
                closed.1.set_applied(&self.forces);
                closed.1.inverse(&mut stage, a, loads, &mut tau)?.complete(model)?;
                closed.1.reactions(&mut stage, a, loads)?
            }
            None => {
                let (mut own, loops) = (Reactions::new(model), Loops::new(model));
                own.compute(&mut stage, (&loops, &[]), a, loads)?;
                tree = own;
                &tree
            }
        };
        let mut rows = out.chunks_exact_mut(6);
        let joints = (0..model.links().len()).map(|i| found.joint(LinkId(i)));
        let cuts = (0..model.closures().len()).filter_map(|i| found.closure(ClosureId(i)));
        for (reaction, row) in joints.chain(cuts).zip(&mut rows) {
            row.copy_from_slice(&world(&reaction).to_array());
        }
        Ok(())
    }

    /// Which components of the reactions motion determines: 1, or 0 where redundant conditions leave them open.
    pub fn reactions_determined(&mut self, model: &Model, q: &[f64], out: &mut [f64]) -> Result<(), Error> {
        out.fill(1.0);
        let rest = vec![0.0; model.nv()];
        self.check_closed(model, q, &rest)?;
        let mut stage = self.ws.position(model, q)?.velocity(&rest)?;
        let mut loops = Loops::new(model);
        let stresses = self_stresses(&mut loops, &stage);
        let mut reactions = Reactions::new(model);
        reactions.compute(&mut stage, (&loops, &vec![0.0; loops.count()]), &rest, Loads::NONE)?;
        let joints = (0..model.links().len()).map(|i| (reactions.joint(LinkId(i)), &stresses.joints, i));
        let cuts = (0..model.closures().len()).map(ClosureId);
        let cuts = cuts.filter_map(|c| reactions.closure(c).map(|reaction| (reaction, &stresses.closures, c.0)));
        for ((reaction, stresses, i), row) in joints.chain(cuts).zip(out.chunks_exact_mut(6)) {
            let open = open_components(&loops, &reaction, stresses.iter().map(|wrenches| wrenches[i]));
            row.iter_mut().zip(open).filter(|(_, open)| *open).for_each(|(known, _)| *known = 0.0);
        }
        Ok(())
    }

    /// Forces in the joints and wrenches on the links that act anyway.
    fn gather(&mut self, model: &Model, (q, v): (&[f64], &[f64]), acting: Acting<'_>) -> Result<(), Error> {
        self.forces.fill(0.0);
        self.wrenches.fill(Wrench::zero());
        if acting.external.is_empty() && acting.joint_forces == JointForces::None {
            return Ok(());
        }
        let stage = self.ws.position(model, q)?.velocity(v)?;
        for &(frame, wrench) in acting.external {
            add_external(model, &stage, frame, wrench, &mut self.wrenches)?;
        }
        match acting.joint_forces {
            JointForces::None => {}
            JointForces::Act => model.joint_forces(q, v, &mut self.forces)?,
            JointForces::Smooth => smooth_joint_forces(model, q, v, &mut self.forces),
        }
        if acting.joint_forces != JointForces::None && PassiveWrenches::may_act(model) {
            PassiveWrenches::new(model).add(&stage, &mut self.wrenches);
        }
        Ok(())
    }
}

/// The joints of reactions: those of the tree, then those where loops are cut.
pub fn reaction_names(model: &Model) -> Vec<String> {
    let cut = |i: &usize| matches!(model.closures()[*i], denoc_model::Closure::Joint { .. });
    let cuts = (0..model.closures().len()).filter(cut).map(|i| model.closure_names()[i].clone());
    model.joint_names().iter().cloned().chain(cuts).collect()
}

/// Self-stresses of less than this, of a basis of unit length, change nothing.
const UNSEEN: f64 = 1e-8;

/// Which components [moment; force], in world axes, of a reaction motion does not tell: those that self-stresses of the mechanism
/// change, given as they are at this joint ([`self_stresses`]).
pub fn open_components(
    loops: &Loops<f64>,
    reaction: &Reaction<f64>,
    stresses: impl Iterator<Item = Wrench<f64>>,
) -> [bool; 6] {
    // forces times the size of the mechanism are moments
    let size = loops.units().iter().copied().fold(0.0, f64::max);
    let size = if size > 0.0 { size } else { 1.0 };
    let mut open = [false; 6];
    for stress in stresses {
        for (k, x) in stress.rotate(reaction.pose.rotation).to_array().into_iter().enumerate() {
            open[k] |= x.abs() * if k < 3 { 1.0 } else { size } > UNSEEN;
        }
    }
    open
}

fn world(reaction: &Reaction<f64>) -> Wrench<f64> {
    reaction.along(Axes::World)
}

fn add_external(
    model: &Model,
    stage: &Velocity<'_, f64>,
    frame: FrameId,
    wrench: [f64; 6],
    wrenches: &mut [Wrench<f64>],
) -> Result<(), Error> {
    let name = &model.frame_names()[frame.0];
    if let Some(index) = wrench.iter().position(|x| !x.is_finite()) {
        let (joint, value) = (name.clone(), wrench[index]);
        return Err(DynamicsError::from(StateError::NotFinite { what: "external", index, joint, value }).into());
    }
    // the ground does not feel anything
    let Some(link) = model.frames()[frame.0].link else { return Ok(()) };
    let [x, y, z, fx, fy, fz] = wrench;
    let (moment, force) = (Vec3::new(x, y, z), Vec3::new(fx, fy, fz));
    let pose = stage.link_pose(link);
    let arm = stage.frame_pose(frame).position - pose.position;
    let own = wrench_in_link(pose, Wrench::new(moment + arm.cross(force), force));
    wrenches[link.0] += own;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    const Q: [f64; 6] = [0.3, -0.4, 0.5, 0.1, -0.2, 0.6];
    const V: [f64; 6] = [1.0, -0.5, 0.4, 0.9, -1.1, 0.2];

    fn close(found: &[f64], expected: &[f64]) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-10 * (1.0 + b.abs()), "{found:?} {expected:?}");
        }
    }

    // oracle: virtual work, J^T w, with the Jacobian of the faithful layer; forward dynamics undoes inverse dynamics
    #[test]
    fn external_wrenches_do_the_work_of_their_frame() {
        let model = load("puma").unwrap().model;
        // a link whose frame is not at its joint
        let frame = model.frame("link2").unwrap();
        let (wrench, a) = ([0.4, -0.3, 0.2, 5.0, -7.0, 3.0], [0.5; 6]);
        let mut evaluator = Evaluator::new(&model);
        let (mut plain, mut pushed, mut back) = ([0.0; 6], [0.0; 6], [0.0; 6]);
        evaluator.inverse_dynamics(&model, (&Q, &V, &a), Acting::default(), &mut plain).unwrap();
        let acting = Acting { external: &[(frame, wrench)], joint_forces: JointForces::None };
        evaluator.inverse_dynamics(&model, (&Q, &V, &a), acting, &mut pushed).unwrap();
        let mut jacobian = [0.0; 36];
        evaluator.workspace().position(&model, &Q).unwrap().jacobian(frame, &mut jacobian).unwrap();
        let work: Vec<f64> =
            (0..6).map(|k| plain[k] - (0..6).map(|r| jacobian[6 * r + k] * wrench[r]).sum::<f64>()).collect();
        close(&pushed, &work);
        evaluator.forward_dynamics(&model, (&Q, &V, &pushed), acting, &mut back).unwrap();
        close(&back, &a);
    }

    // oracle: what springs and friction add is Model::joint_forces; smoothed friction is the same far from rest
    #[test]
    fn joint_forces_are_what_motors_need_not_give() {
        let mut loaded = load("puma").unwrap();
        for (i, joint) in loaded.description.joints.iter_mut().enumerate() {
            joint.properties.viscous_friction = 0.1 * i as f64;
            joint.properties.dry_friction = 0.2;
            joint.properties.spring_stiffness = 3.0;
        }
        let model = loaded.rebuild().unwrap().model;
        let mut evaluator = Evaluator::new(&model);
        let (mut plain, mut felt, mut forces) = ([0.0; 6], [0.0; 6], [0.0; 6]);
        evaluator.inverse_dynamics(&model, (&Q, &V, &V), Acting::default(), &mut plain).unwrap();
        model.joint_forces(&Q, &V, &mut forces).unwrap();
        let expected: Vec<f64> = plain.iter().zip(&forces).map(|(tau, force)| tau - force).collect();
        for joint_forces in [JointForces::Act, JointForces::Smooth] {
            let acting = Acting { external: &[], joint_forces };
            evaluator.inverse_dynamics(&model, (&Q, &V, &V), acting, &mut felt).unwrap();
            close(&felt, &expected);
        }
    }

    // oracle: the mobility analysis names the same reactions; motors do not depend on the state that comes first
    #[test]
    fn reactions_and_motors_of_a_loop() {
        let loaded = load("fourbar").unwrap();
        let model = &loaded.model;
        let q = Start::default().close(model).unwrap().q;
        let mut known = vec![0.0; 6 * reaction_names(model).len()];
        Evaluator::new(model).reactions_determined(model, &q, &mut known).unwrap();
        // in the plane: forces along x and y and the moment about z
        assert!(known.chunks(6).all(|six| six == [0.0, 0.0, 1.0, 1.0, 1.0, 0.0]));
        assert_eq!(Shared::default().motors(model), [0]);
    }
}
