//! The serial chain of revolute and prismatic joints between the ground and a frame, as screws in the zero configuration:
//! T(q) = exp(ξ₁ q₁) … exp(ξₙ qₙ) T(0).

use denoc_math::{Mat3, Pose, Vec3};
use denoc_model::joints::SimpleMotion;
use denoc_model::{FrameId, LinkId, Model};

use crate::MechanismError;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum AxisKind {
    Revolute,
    Prismatic,
}

/// The axis of a joint in the zero configuration, in the world.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) kind: AxisKind,
    /// Unit vector.
    pub(crate) direction: Vec3<f64>,
    /// A point of the axis.
    pub(crate) point: Vec3<f64>,
    /// The link it moves.
    pub(crate) link: LinkId,
}

impl Axis {
    /// exp(ξ q).
    pub(crate) fn motion(&self, q: f64) -> Pose<f64> {
        match self.kind {
            AxisKind::Prismatic => Pose::translation(self.direction.scale(q)),
            AxisKind::Revolute => {
                let (s, c) = q.sin_cos();
                let rotation = Mat3::rotation(self.direction, s, c);
                Pose::new(rotation, self.point - rotation.apply(self.point))
            }
        }
    }

    pub(crate) fn is_revolute(&self) -> bool {
        self.kind == AxisKind::Revolute
    }

    /// The axis moved rigidly.
    pub(crate) fn moved(&self, by: Pose<f64>) -> Self {
        Self { direction: by.rotation.apply(self.direction), point: by.point(self.point), ..*self }
    }

    /// The same axis with the coordinate counted the other way.
    pub(crate) fn reversed(&self) -> Self {
        Self { direction: -self.direction, ..*self }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) axes: Vec<Axis>,
    /// The frame in the zero configuration.
    pub(crate) home: Pose<f64>,
}

impl Chain {
    /// The chain to a frame; an error that names the joint if one of them is of another kind.
    pub(crate) fn of(model: &Model, frame: FrameId) -> Result<Self, MechanismError> {
        let at = &model.frames()[frame.0];
        let name = || model.frame_names()[frame.0].clone();
        let mut path = Vec::new();
        let mut link = at.link;
        while let Some(id) = link {
            path.push(id);
            link = model.links()[id.0].parent;
        }
        let (mut pose, mut axes) = (Pose::identity(), Vec::new());
        for &id in path.iter().rev() {
            let link = &model.links()[id.0];
            pose = pose * link.placement;
            let (kind, axis) = match link.joint.simple_motions().as_deref() {
                Some([]) => continue,
                Some(&[SimpleMotion::Turn(axis)]) => (AxisKind::Revolute, axis),
                Some(&[SimpleMotion::Slide(axis)]) => (AxisKind::Prismatic, axis),
                _ => {
                    let (joint, keyword) = (model.joint_names()[id.0].clone(), link.joint.keyword());
                    return Err(MechanismError::NotDh { frame: name(), joint, keyword });
                }
            };
            axes.push(Axis { kind, direction: pose.rotation.apply(axis).normalized(), point: pose.position, link: id });
        }
        if axes.is_empty() {
            return Err(MechanismError::Immovable { frame: name() });
        }
        Ok(Self { axes, home: pose * at.pose })
    }

    /// The axes and the frame at coordinates `q` of the chain.
    pub(crate) fn place(&self, q: &[f64]) -> (Vec<Axis>, Pose<f64>) {
        let mut before = Pose::identity();
        let mut axes = Vec::with_capacity(self.axes.len());
        for (axis, &q) in self.axes.iter().zip(q) {
            axes.push(axis.moved(before));
            before = before * axis.motion(q);
        }
        (axes, before * self.home)
    }
}
