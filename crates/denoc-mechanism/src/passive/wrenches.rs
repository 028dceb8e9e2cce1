//! Passive wrenches on links: springs and dampers between points and in cut joints, and drag.

use denoc_dynamics::Velocity;
use denoc_dynamics::loops::Loops;
use denoc_math::{RigidMass, Twist, Wrench};
use denoc_model::joints::Unit;
use denoc_model::{Closure, ClosureId, CutJoint, Frame, Joint, JointProperties, LinkId, Model};
use nalgebra::{DMatrix, DVector};

use super::{DRY_FRICTION_SPEED, drag, point_springs};
use crate::CutAngle;
use crate::evaluate::JointForces;
use crate::svd::Svd;

/// The wrenches on links of springs between points, of springs and friction in joints where loops are cut, and of media
/// ([`denoc_model::Drag`]). Those in the joints of the tree are forces in these joints ([`Model::joint_forces`]).
#[derive(Clone, Debug)]
pub struct PassiveWrenches {
    point_springs: bool,
    /// If there are cut joints with a spring or friction.
    loops: Option<Loops<f64>>,
    cuts: Vec<Cut>,
    /// Those with a spring at an angle whose turns are not counted.
    uncounted: Vec<ClosureId>,
    /// Whether dry friction in cut joints is left out.
    without_dry: bool,
    /// Links that a medium resists, and how.
    dragged: Vec<(LinkId, RigidMass<f64>)>,
}

/// A joint where a loop is cut, with a spring or friction.
#[derive(Clone, Debug)]
struct Cut {
    closure: ClosureId,
    /// The angle of its spring with full turns.
    angle: Option<CutAngle>,
    /// The wrench of spring and friction at the state of the last call of `add`.
    wrench: Wrench<f64>,
}

impl Cut {
    fn new(model: &Model, closure: ClosureId) -> Self {
        let angle = if is_sprung(model, closure) { CutAngle::new(model, closure) } else { None };
        Self { closure, angle, wrench: Wrench::zero() }
    }

    fn is_uncounted(&self, model: &Model) -> bool {
        let joint = model.closures()[self.closure.0].cut_joint();
        is_sprung(model, self.closure) && self.angle.is_none() && joint.is_some_and(has_angles)
    }
}

/// Whether a joint has angles that its pose shows without full turns.
fn has_angles(joint: &Joint<f64>) -> bool {
    joint.full_turns_repeat()
        && joint.q_units().len() == joint.v_units().len()
        && joint.q_units().contains(&Unit::Angle)
}

fn is_sprung(model: &Model, closure: ClosureId) -> bool {
    model.closure_properties(closure).is_some_and(|p| p.spring_stiffness != 0.0)
}

impl PassiveWrenches {
    /// Whether a model can have passive wrenches; cheaper than creating them.
    pub fn may_act(model: &Model) -> bool {
        let dragged = |i: usize| model.drag(LinkId(i)).is_some();
        let has_cuts = model.closures().iter().any(|closure| closure.cut_joint().is_some());
        has_cuts || !model.point_springs().is_empty() || (0..model.links().len()).any(dragged)
    }

    /// Allocates the buffers for a model.
    pub fn new(model: &Model) -> Self {
        let acts = |p: &JointProperties| [p.viscous_friction, p.dry_friction, p.spring_stiffness] != [0.0; 3];
        let cuts = (0..model.closures().len()).map(ClosureId);
        let cuts = cuts.filter(|&c| model.closure_properties(c).is_some_and(acts)).map(|c| Cut::new(model, c));
        let cuts: Vec<Cut> = cuts.collect();
        let uncounted = cuts.iter().filter(|cut| cut.is_uncounted(model)).map(|cut| cut.closure).collect();
        Self {
            point_springs: !model.point_springs().is_empty(),
            loops: (!cuts.is_empty()).then(|| Loops::new(model)),
            cuts,
            uncounted,
            without_dry: false,
            dragged: drag::resistances(model).collect(),
        }
    }

    /// Leaves out dry friction in cut joints, which [`CutFriction`](super::CutFriction) adds.
    pub fn without_dry_friction(mut self, model: &Model) -> Self {
        let acts = |p: &JointProperties| [p.viscous_friction, p.spring_stiffness] != [0.0; 2];
        self.cuts.retain(|cut| model.closure_properties(cut.closure).is_some_and(acts));
        self.without_dry = true;
        self
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        !self.point_springs && !self.act_beside_point_springs()
    }

    /// Whether others act than those of springs and dampers between points.
    pub fn act_beside_point_springs(&self) -> bool {
        !(self.cuts.is_empty() && self.dragged.is_empty())
    }

    /// Adds them, in link axes about the origins of the links; the power of dampers, friction and media.
    pub fn add(&mut self, stage: &Velocity<'_, f64>, friction: JointForces, wrenches: &mut [Wrench<f64>]) -> f64 {
        let mut power = point_springs::add(stage, wrenches) + self.add_drag(stage, wrenches);
        let Some(loops) = self.loops.as_mut().filter(|_| !self.cuts.is_empty()) else { return power };
        loops.place(stage);
        // slower relative motion is the rounding of the motion of links
        let rest = 1e-13 * loops.pace(stage.v());
        for Cut { closure, angle, wrench } in &mut self.cuts {
            let Some(cut) = CutState::of(loops, stage, *closure, angle.as_ref()) else { continue };
            let mut forces = DVector::zeros(cut.v.len());
            for (k, force) in forces.iter_mut().enumerate() {
                let (p, speed) = (cut.properties, cut.v[k]);
                let sign = match friction {
                    _ if self.without_dry => 0.0,
                    JointForces::Smooth => (speed / DRY_FRICTION_SPEED).tanh(),
                    _ if speed.abs() <= rest => 0.0,
                    _ => speed.signum(),
                };
                let friction = -p.viscous_friction * speed - p.dry_friction * sign;
                power += friction * speed;
                *force = friction + cut.spring_force(k);
            }
            *wrench = cut.wrench(&forces).unwrap_or(Wrench::zero());
            cut.apply(stage, *wrench, wrenches);
        }
        power
    }

    /// The wrench of spring and friction in a cut joint on its child, at the state of the last call of [`PassiveWrenches::add`]: in
    /// the axes and about the origin of its moving frame.
    pub fn in_cut_joint(&self, closure: ClosureId) -> Option<Wrench<f64>> {
        self.cuts.iter().find(|cut| cut.closure == closure).map(|cut| cut.wrench)
    }

    /// Whether a spring is in a cut joint whose turns are not counted.
    pub fn has_uncounted_turns(&self) -> bool {
        !self.uncounted.is_empty()
    }

    /// The angles of springs in cut joints whose turns are not counted, because the axes of their loop are not parallel: with the
    /// closure, within half a turn. The moment of a spring that passes half a turn would reverse.
    pub fn uncounted_angles(&mut self, stage: &Velocity<'_, f64>) -> Vec<(ClosureId, f64)> {
        let model = stage.model();
        let Some(loops) = self.loops.as_mut().filter(|_| !self.uncounted.is_empty()) else { return Vec::new() };
        loops.place(stage);
        let angles = |&closure: &ClosureId| {
            let units = model.closures()[closure.0].cut_joint().map_or(&[][..], |joint| joint.q_units());
            let q = loops.cut_coordinates(model, closure).into_iter();
            q.zip(units).filter(|(_, unit)| **unit == Unit::Angle).map(move |(q, _)| (closure, q)).collect::<Vec<_>>()
        };
        self.uncounted.iter().flat_map(angles).collect()
    }

    /// Adds those of media alone, which act from outside: the others connect links with each other or with the ground. Returns their
    /// power.
    pub fn add_drag(&self, stage: &Velocity<'_, f64>, wrenches: &mut [Wrench<f64>]) -> f64 {
        drag::add(stage, &self.dragged, wrenches)
    }

    /// The energy stored in the springs.
    pub fn energy(&mut self, stage: &Velocity<'_, f64>) -> f64 {
        let mut energy = point_springs::energy(stage);
        let Some(loops) = self.loops.as_mut().filter(|_| !self.cuts.is_empty()) else { return energy };
        loops.place(stage);
        for Cut { closure, angle, .. } in &self.cuts {
            let Some(cut) = CutState::of(loops, stage, *closure, angle.as_ref()) else { continue };
            let stiffness = cut.properties.spring_stiffness;
            if stiffness > 0.0 {
                energy += (0..cut.v.len()).map(|k| 0.5 * cut.spring_force(k).powi(2) / stiffness).sum::<f64>();
            }
        }
        energy
    }
}

/// Motion of a joint where a loop is cut.
pub(super) struct CutState<'a> {
    properties: &'a JointProperties,
    parent: &'a Frame<f64>,
    child: &'a Frame<f64>,
    /// Columns in axes of the moving frame.
    pub(super) columns: DMatrix<f64>,
    q: Vec<f64>,
    pub(super) v: DVector<f64>,
}

impl<'a> CutState<'a> {
    pub(super) fn of(
        loops: &Loops<f64>,
        stage: &Velocity<'a, f64>,
        closure: ClosureId,
        angle: Option<&CutAngle>,
    ) -> Option<Self> {
        let model = stage.model();
        let Closure::Joint(CutJoint { joint, parent, child }) = &model.closures()[closure.0] else { return None };
        let properties = model.closure_properties(closure)?;
        let twist = loops.relative_twist(stage, closure)?;
        let mut q = loops.cut_coordinates(model, closure);
        if let Some(angle) = angle {
            angle.add_turns(stage.q(), &mut q);
        }
        let columns = columns(joint, &q);
        let right = DVector::from_column_slice(&twist.to_array());
        let v = solve(&columns, &right)?;
        Some(Self { properties, parent, child, columns, q, v })
    }

    /// Orientations have no single coordinate a spring could pull at.
    fn spring_force(&self, k: usize) -> f64 {
        let p = self.properties;
        if self.q.len() == self.v.len() { -p.spring_stiffness * (self.q[k] - p.spring_rest) } else { 0.0 }
    }

    /// The wrench with the power of these forces in every motion of the joint, in the moving frame.
    pub(super) fn wrench(&self, forces: &DVector<f64>) -> Option<Wrench<f64>> {
        let w = solve(&self.columns.transpose(), forces)?;
        Some(Wrench::from_array([w[0], w[1], w[2], w[3], w[4], w[5]]))
    }

    /// Adds a wrench in the moving frame on the child, and its opposite on the parent.
    pub(super) fn apply(&self, stage: &Velocity<'_, f64>, wrench: Wrench<f64>, wrenches: &mut [Wrench<f64>]) {
        let world = self.child.link.map_or(self.child.pose, |link| stage.link_pose(link) * self.child.pose);
        if let Some(link) = self.child.link {
            wrenches[link.0] += self.child.pose.propagate_back(wrench);
        }
        if let Some(link) = self.parent.link {
            let there = stage.link_pose(link).inverse() * world;
            wrenches[link.0] += -there.propagate_back(wrench);
        }
    }
}

fn columns(joint: &Joint<f64>, q: &[f64]) -> DMatrix<f64> {
    let mut columns = vec![Twist::zero(); joint.v_units().len()];
    joint.columns(q, &mut columns);
    DMatrix::from_fn(6, columns.len(), |i, j| columns[j].to_array()[i])
}

/// The shortest least-squares solution.
pub(super) fn solve(matrix: &DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    if matrix.ncols() == 1 || matrix.nrows() == 1 {
        // most joints have one speed
        let size = matrix.norm_squared();
        return Some(matrix.tr_mul(right) * if size > 0.0 { size.recip() } else { 0.0 });
    }
    let svd = Svd::new(matrix)?;
    Some(svd.solve(right, svd.rank(1e-12)))
}
