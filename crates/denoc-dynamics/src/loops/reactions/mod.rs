//! Reactions: the wrench in every joint of a mechanism with loops, in the tree and cut, and of every other closure.
//!
//! The multipliers are external wrenches for the tree; one inward sweep of inverse dynamics [SahaIR (9.33)] with them gives the
//! joints of the tree, and Σ λ c over the directions c of its rows that of a cut joint. If constraints are redundant, the mechanism
//! can be under stress without load ([`self_stresses`]): the affected components of the reactions are indeterminate, and the values
//! returned are those of the least multipliers.

mod self_stress;
#[cfg(test)]
mod tests;

use denoc_math::{Pose, Real, Vec3, Wrench};
use denoc_model::{Closure, ClosureId, LinkId, Model};

use super::Loops;
use crate::stages::{Position, Velocity};
use crate::{DynamicsError, Loads, inverse};

pub use self_stress::{SelfStresses, self_stresses};

/// The wrench that one joint or closure transmits, computed by [`Reactions`].
#[derive(Copy, Clone, Debug)]
pub struct Reaction<T> {
    /// The link that exerts the wrench; `None` is the ground.
    pub from: Option<LinkId>,
    /// The link that the wrench acts on; `None` is the ground.
    pub on: Option<LinkId>,
    /// The moving frame of the joint, in the world. For a rod it is the frame of its second end, for a rolling wheel the centre
    /// of the wheel with the axes of its link.
    pub pose: Pose<T>,
    /// The wrench in the axes and about the origin of that frame, including the driving force: N m and N.
    pub wrench: Wrench<T>,
    /// Pose in the world of the link that the wrench acts on.
    axes: Pose<T>,
}

/// Axes for a reaction; the reference point stays at the origin of the joint.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ReactionAxes {
    /// Those of the joint's moving frame.
    Joint,
    /// Those of the link it acts on. In joints of the tree they are the same.
    Link,
    /// Those of the world.
    World,
}

impl<T: Real> Reaction<T> {
    /// The wrench about the origin of the joint, in these axes.
    pub fn along(&self, axes: ReactionAxes) -> Wrench<T> {
        let world = self.wrench.rotate(self.pose.rotation);
        match axes {
            ReactionAxes::Joint => self.wrench,
            ReactionAxes::World => world,
            ReactionAxes::Link => world.rotate(self.axes.rotation.transpose()),
        }
    }

    /// The opposite wrench, of `on` on `from`, in a frame given by its pose in the world.
    pub fn opposite(&self, position: &Position<'_, T>, frame: Pose<T>) -> Self {
        let axes = self.from.map_or(Pose::identity(), |link| position.link_pose(link));
        Self { from: self.on, on: self.from, pose: frame, wrench: -self.about(frame), axes }
    }

    /// The wrench in the axes and about the origin of any frame, given by its pose in the world
    /// ([`Position::frame_pose`], [`Position::link_pose`]).
    pub fn about(&self, frame: Pose<T>) -> Wrench<T> {
        (frame.inverse() * self.pose).propagate_back(self.wrench)
    }
}

/// The forces at the closures.
pub(super) struct Known<'a, T> {
    pub(super) loops: &'a Loops<T>,
    pub(super) lambda: &'a [T],
    /// Wrenches of motors in cut joints, in the axes of the moving frame.
    pub(super) motors: &'a [(ClosureId, Wrench<T>)],
}

/// The reactions of one state. Buffers are allocated once.
///
/// ```
/// use denoc_dynamics::loops::{LoopForward, LoopMethod, ReactionAxes, Reactions};
/// use denoc_dynamics::{Loads, Workspace};
/// use denoc_math::{Pose, Vec3};
/// use denoc_model::{Description, Joint, MassProperties};
///
/// // two rods of 2 kg lean against each other: at the top they push sideways only
/// let (x, y) = (Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0));
/// let rod = MassProperties::rod(2.0, 1.0, x);
/// let model = Description::new("roof")
///     .link("left", rod)
///     .link("right", rod)
///     .joint("left_foot", "ground", "left", Joint::revolute(y), Pose::identity())
///     .joint("right_foot", "ground", "right", Joint::revolute(y), Pose::translation(x))
///     .joint("ridge", "left", "right", Joint::revolute(y), Pose::translation(x))
///     .child_origin(Pose::translation(x))
///     .cut()
///     .build()?;
/// let third = std::f64::consts::FRAC_PI_3;
/// let q = [-third, -2.0 * third];
/// let mut ws = Workspace::new(&model);
/// let mut stage = ws.position(&model, &q)?.velocity(&[0.0; 2])?;
/// let (mut forward, mut a) = (LoopForward::new(&model, LoopMethod::Multipliers), [0.0; 2]);
/// forward.forward(&mut stage, &[0.0; 2], Loads::NONE, &mut a)?;
/// let mut reactions = Reactions::new(&model);
/// reactions.compute(&mut stage, forward.loops(), forward.lambda(), &a, Loads::NONE)?;
/// let ridge = reactions.closure(model.closure("ridge")?).ok_or("no joint")?.along(ReactionAxes::World);
/// assert!((ridge.force.x - 9.81 / third.tan()).abs() < 1e-12 && ridge.force.z.abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reactions<T> {
    joints: Vec<Reaction<T>>,
    closures: Vec<Option<Reaction<T>>>,
    loads: Vec<Wrench<T>>,
    /// The forces of couplings in the joints, which the inward sweep includes already.
    tau: Vec<T>,
}

impl<T: Real> Reactions<T> {
    /// Allocates the buffers for a model.
    pub fn new(model: &Model<T>) -> Self {
        let nothing =
            Reaction { from: None, on: None, pose: Pose::identity(), wrench: Wrench::zero(), axes: Pose::identity() };
        Self {
            joints: vec![nothing; model.links().len()],
            closures: vec![None; model.closures().len()],
            loads: vec![Wrench::zero(); model.links().len()],
            tau: vec![T::zero(); model.nv()],
        }
    }

    /// Computes the reactions for accelerations `a` and multipliers `lambda` of the same state, as returned by
    /// [`super::LoopForward`] or [`super::LoopInverse`]. `loops` must be placed at this state.
    pub fn compute(
        &mut self,
        stage: &mut Velocity<'_, T>,
        loops: &Loops<T>,
        lambda: &[T],
        a: &[T],
        loads: Loads<'_, T>,
    ) -> Result<(), DynamicsError> {
        self.compute_known(stage, Known { loops, lambda, motors: &[] }, a, loads)
    }

    /// The same with motors in cut joints.
    #[inline(never)]
    pub(super) fn compute_known(
        &mut self,
        stage: &mut Velocity<'_, T>,
        known: Known<'_, T>,
        a: &[T],
        loads: Loads<'_, T>,
    ) -> Result<(), DynamicsError> {
        let Known { loops, lambda, motors } = known;
        let model = stage.model;
        model.check_speeds("a", a)?;
        model.check_length("reactions", self.joints.len(), model.links().len())?;
        model.check_length("lambda", lambda.len(), loops.count())?;
        loads.check(model)?;
        for (i, load) in self.loads.iter_mut().enumerate() {
            *load = loads.on(i).unwrap_or(Wrench::zero());
        }
        self.tau.fill(T::zero());
        loops.add_forces(lambda, &mut self.loads, &mut self.tau);
        let pushing = (0..model.closures().len()).map(ClosureId);
        let pushing = pushing.filter_map(|id| Some((id, idle(loops, model, id, lambda)?)));
        for (closure, wrench) in motors.iter().copied().chain(pushing) {
            for (link, wrench) in on_links(stage, closure, wrench).into_iter().flatten() {
                self.loads[link.0] += wrench;
            }
        }
        let state = stage.state();
        let ws = &mut *stage.position.ws;
        inverse::rates(model, &ws.kinematics, state, Some(a), -model.gravity(), &mut ws.inverse.rates);
        inverse::gather(model, &ws.kinematics, true, Loads::per_link(&self.loads), &mut ws.inverse);
        for (i, link) in model.links().iter().enumerate() {
            let pose = ws.kinematics.world[i];
            let wrench = ws.inverse.wrenches[i];
            self.joints[i] = Reaction { from: link.parent, on: Some(LinkId(i)), pose, wrench, axes: pose };
        }
        for i in 0..model.closures().len() {
            self.closures[i] = closure_wrench(loops, stage, ClosureId(i), lambda).map(|wrench| {
                let [from, on] = model.closures()[i].links();
                let axes = on.map_or(Pose::identity(), |link| stage.link_pose(link));
                let motors = motors.iter().filter(|motor| motor.0 == ClosureId(i));
                let wrench = motors.fold(wrench, |sum, motor| sum + motor.1);
                let wrench = idle(loops, model, ClosureId(i), lambda).map_or(wrench, |idle| wrench + idle);
                Reaction { from, on, pose: closure_pose(stage, ClosureId(i)), wrench, axes }
            });
        }
        Ok(())
    }

    /// The reaction in the tree joint that moves a link: of its parent on the link.
    pub fn joint(&self, link: LinkId) -> Reaction<T> {
        self.joints[link.0]
    }

    /// The reaction of a closure, on its second link: the child of a cut joint, the second end of a rod, the wheel. `None` for
    /// couplings and cams: they act within joints.
    pub fn closure(&self, closure: ClosureId) -> Option<Reaction<T>> {
        self.closures[closure.0]
    }
}

/// The moving frame of a closure in the world; the identity for couplings and cams.
fn closure_pose<T: Real>(position: &Position<'_, T>, closure: ClosureId) -> Pose<T> {
    let frame = position.model.closures()[closure.0].moving_frame();
    frame.map_or(Pose::identity(), |f| f.link.map_or(f.pose, |link| position.link_pose(link) * f.pose))
}

/// A wrench between the two links of a cut joint, given in the moving frame, as wrenches on the two links.
pub(super) fn on_links<T: Real>(
    position: &Position<'_, T>,
    closure: ClosureId,
    wrench: Wrench<T>,
) -> [Option<(LinkId, Wrench<T>)>; 2] {
    let world = closure_pose(position, closure);
    let [from, on] = position.model.closures()[closure.0].links();
    let to = |link: LinkId| (link, (position.link_pose(link).inverse() * world).propagate_back(wrench));
    [from.map(|link| (link, -to(link).1)), on.map(to)]
}

/// What a constraint exerts on its second link besides its rows, in its moving frame.
fn idle<T: Real>(loops: &Loops<T>, model: &Model<T>, closure: ClosureId, lambda: &[T]) -> Option<Wrench<T>> {
    match &model.closures()[closure.0] {
        Closure::Joint(_) => None,
        Closure::Constraint(constraint) => constraint.idle(&lambda[loops.rows_of(closure)]),
    }
}

/// The wrench that a closure exerts on its second link, in the axes and about the origin of its moving frame.
fn closure_wrench<T: Real>(
    loops: &Loops<T>,
    position: &Position<'_, T>,
    closure: ClosureId,
    lambda: &[T],
) -> Option<Wrench<T>> {
    match &position.model.closures()[closure.0] {
        Closure::Joint(_) => {
            let sum = |sum, (c, &x): (&Wrench<T>, &T)| c.mul_add(x, sum);
            Some(loops.directions(closure).iter().zip(&lambda[loops.rows_of(closure)]).fold(Wrench::zero(), sum))
        }
        Closure::Constraint(constraint) => {
            let frame = position.model.closures()[closure.0].moving_frame()?;
            let [_, on] = position.model.closures()[closure.0].links();
            let Some(link) = on else {
                return wrench_on_ground(loops, position, closure, lambda, constraint.is_force_only());
            };
            let (_, wrench) = loops.wrench(closure, lambda)?;
            if frame.link == on {
                return Some(frame.pose.inverse().propagate_back(wrench));
            }
            // a frame that moves with neither link: the pitch point of wheels
            let elsewhere = closure_pose(position, closure).inverse() * position.link_pose(link);
            Some(elsewhere.propagate_back(wrench))
        }
    }
}

/// The wrench of a constraint whose moving frame is on the ground: the opposite of the wrench on its first link.
fn wrench_on_ground<T: Real>(
    loops: &Loops<T>,
    position: &Position<'_, T>,
    closure: ClosureId,
    lambda: &[T],
    force_only: bool,
) -> Option<Wrench<T>> {
    let frame = closure_pose(position, closure);
    let mut total: Option<Wrench<T>> = None;
    for i in loops.rows_of(closure) {
        let (link, wrench) = loops.rows()[i].wrenches[0]?;
        let link = position.link_pose(link);
        let on_ground = match force_only {
            // without rounding errors of a moment that vanishes
            true => {
                let force = -link.rotation.apply(wrench.force).scale(lambda[i]);
                Wrench::new(Vec3::zero(), frame.rotation.apply_transpose(force))
            }
            false => -(frame.inverse() * link).propagate_back(wrench).scale(lambda[i]),
        };
        total = Some(total.map_or(on_ground, |sum| sum + on_ground));
    }
    total
}
