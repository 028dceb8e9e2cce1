//! Joint forces of coupled joints.
//!
//! If joints follow a leader, q = r q' + c, the closures transmit forces between them: only their sum Σ r τ does work. Inverse
//! dynamics assigns it to the joint that drives the others: the leader, or where the model lists motors, the joints of the group
//! that have one (several share it with the least sum of squares, as in [`crate::loops::LoopInverse`]).

use denoc_math::Real;
use denoc_model::{LinkId, Model};

use crate::stages::Velocity;
use crate::{DynamicsError, Loads, checks};

/// Which joints of every group of coupled joints bear its force.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CouplingForces {
    groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq)]
struct Group {
    /// Speeds and ratios to the speed of the leader.
    members: Vec<(usize, f64)>,
    /// Speeds that bear the force, and their parts of it.
    drivers: Vec<(usize, f64)>,
}

impl CouplingForces {
    /// The groups of coupled joints of a model; none if it has no couplings.
    ///
    /// ```
    /// use denoc_dynamics::CouplingForces;
    /// use denoc_math::{Pose, Vec3};
    /// use denoc_model::{Description, Joint, MassProperties};
    ///
    /// let rod = MassProperties::rod(1.0, 1.0, Vec3::unit(0));
    /// let geared = Description::new("gears")
    ///     .link("a", rod)
    ///     .link("b", rod)
    ///     .joint("first", "ground", "a", Joint::revolute(Vec3::unit(2)), Pose::identity())
    ///     .joint("second", "ground", "b", Joint::revolute(Vec3::unit(2)), Pose::identity())
    ///     .coupling("second", "first", 3.0, 0.0)
    ///     .build()?;
    /// let (forces, mut tau) = (CouplingForces::new(&geared), [1.0, 2.0]);
    /// forces.gather(&mut tau);
    /// assert_eq!((tau, forces.speeds(2)), ([7.0, 0.0], vec![0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(model: &Model) -> Self {
        let mut leaders: Vec<LinkId> = Vec::new();
        let mut members: Vec<Vec<(LinkId, f64)>> = Vec::new();
        for follower in model.couplings().followers() {
            let known = leaders.iter().position(|leader| *leader == follower.leader);
            let group = known.unwrap_or_else(|| {
                leaders.push(follower.leader);
                members.push(vec![(follower.leader, 1.0)]);
                leaders.len() - 1
            });
            members[group].push((follower.joint, follower.ratio));
        }
        Self { groups: members.into_iter().map(|members| Group::new(model, &members)).collect() }
    }

    /// Whether there are no couplings.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The speeds, of `nv`, at which inverse dynamics gives forces: all except those of coupled joints that others drive.
    pub fn speeds(&self, nv: usize) -> Vec<usize> {
        let driven = |s: &usize| {
            let others = self.groups.iter().filter(|group| !group.drivers.iter().any(|driver| driver.0 == *s));
            others.flat_map(|group| &group.members).any(|member| member.0 == *s)
        };
        (0..nv).filter(|s| !driven(s)).collect()
    }

    /// Moves the forces of coupled joints to those that drive them.
    pub fn gather<T: Real>(&self, tau: &mut [T]) {
        self.gather_at(tau, |speed| speed);
    }

    /// The derivatives of these forces at accelerations `a`: `dq` = ∂τ/∂q along the directions of
    /// [`Model::integrate`](denoc_model::Model::integrate), `dv` = ∂τ/∂v and `da` = ∂τ/∂a, nv×nv by rows. All coordinates, speeds and
    /// accelerations of the tree count as independent: the derivatives along a motion that satisfies the couplings are sums of those by
    /// a leader and, times the ratio, by its followers. The loads are constant in link axes.
    ///
    /// ```
    /// # use denoc_dynamics::{CouplingForces, Loads, Workspace};
    /// # use denoc_math::{Pose, Vec3};
    /// # use denoc_model::{Description, Joint, MassProperties};
    /// # let finger = MassProperties::sphere(0.5, 0.01);
    /// # let slide = |x| Joint::prismatic(Vec3::new(x, 0.0, 0.0));
    /// # let gripper = Description::new("gripper")
    /// #     .link("left", finger)
    /// #     .link("right", finger)
    /// #     .joint("left_slide", "ground", "left", slide(1.0), Pose::identity())
    /// #     .joint("right_slide", "ground", "right", slide(-1.0), Pose::identity())
    /// #     .coupling("right_slide", "left_slide", 2.0, 0.0)
    /// #     .build()?;
    /// // fingers of 0.5 kg, the second twice as fast as the first, which drives both
    /// let (mut ws, mut da) = (Workspace::new(&gripper), [0.0; 4]);
    /// let mut stage = ws.position(&gripper, &[0.1, 0.2])?.velocity(&[0.0; 2])?;
    /// let forces = CouplingForces::new(&gripper);
    /// forces.inverse_derivatives(&mut stage, &[1.0, 2.0], Loads::NONE, [&mut [0.0; 4], &mut [0.0; 4], &mut da])?;
    /// assert_eq!(da, [0.5, 1.0, 0.0, 0.0]); // along the motion: 0.5 + 2 · 1.0, the reduced mass
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn inverse_derivatives(
        &self,
        stage: &mut Velocity<'_, f64>,
        a: &[f64],
        loads: Loads<'_, f64>,
        [dq, dv, da]: [&mut [f64]; 3],
    ) -> Result<(), DynamicsError> {
        let (model, nv) = (stage.model, stage.model.nv());
        model.check_speeds("a", a)?;
        loads.check(model)?;
        stage.slopes_of_forces(a, loads, dq, dv)?;
        stage.gim(da)?;
        for (what, matrix) in [("dq", dq), ("dv", dv), ("da", da)] {
            (0..nv).for_each(|column| self.gather_at(matrix, |s| s * nv + column));
            checks::finite_rows(model, what, matrix)?;
        }
        Ok(())
    }

    /// [`CouplingForces::gather`] where the force at a speed is entry `at(speed)`.
    pub(crate) fn gather_at<T: Real>(&self, tau: &mut [T], at: impl Fn(usize) -> usize) {
        for group in &self.groups {
            let mut sum = T::zero();
            for &(s, ratio) in &group.members {
                sum = T::lift(ratio).mul_add(tau[at(s)], sum);
                tau[at(s)] = T::zero();
            }
            for &(s, part) in &group.drivers {
                tau[at(s)] = T::lift(part) * sum;
            }
        }
    }
}

impl Group {
    /// The leader comes first.
    fn new(model: &Model, members: &[(LinkId, f64)]) -> Self {
        let speed = |link: LinkId| model.links()[link.0].v;
        let has_motor = |link: LinkId| model.lists_motors() && model.is_actuated(link);
        let mut drivers: Vec<(LinkId, f64)> = members.iter().copied().filter(|(link, _)| has_motor(*link)).collect();
        let squares: f64 = drivers.iter().map(|(_, ratio)| ratio * ratio).sum();
        if squares == 0.0 {
            drivers = vec![members[0]];
        }
        let squares = if squares == 0.0 { 1.0 } else { squares };
        Self {
            members: members.iter().map(|&(link, ratio)| (speed(link), ratio)).collect(),
            drivers: drivers.into_iter().map(|(link, ratio)| (speed(link), ratio / squares)).collect(),
        }
    }
}
