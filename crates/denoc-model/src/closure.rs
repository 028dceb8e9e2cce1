//! What the spanning tree leaves out: the joints where loops are cut, and all other constraints, numbered.

use std::sync::Arc;

use denoc_math::{Pose, Real, Vec3};

use crate::cam_profile::CamProfile;
use crate::joints::Joint;
use crate::model::{Frame, LinkId};

/// The number of a closure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClosureId(pub usize);

/// A constraint between links of the spanning tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Closure<T> {
    /// A joint where a loop is cut.
    Joint {
        /// Its kind.
        joint: Joint<T>,
        /// Its fixed frame, in one link.
        parent: Frame<T>,
        /// Its moving frame, in the other.
        child: Frame<T>,
    },
    /// Two points at a constant distance; only the positions of the frames matter.
    Distance {
        /// One end.
        from: Frame<T>,
        /// The other.
        to: Frame<T>,
        /// The distance.
        length: T,
    },
    /// q = ratio · q of another joint + offset; both have one coordinate.
    Coupling {
        /// The joint that follows.
        joint: LinkId,
        /// The other.
        follows: LinkId,
        /// Factor.
        ratio: T,
        /// Coordinate where the other is at zero.
        offset: T,
    },
    /// q = a function of q of another joint.
    Cam {
        /// The joint that follows.
        joint: LinkId,
        /// The joint that drives it.
        follows: LinkId,
        /// The function.
        profile: Arc<CamProfile>,
    },
    /// A disk that rolls on a plane of the ground.
    Rolling {
        /// The wheel.
        link: LinkId,
        /// Its centre in our link frame.
        center: Vec3<T>,
        /// Its axis, a unit vector, in our link frame.
        axis: Vec3<T>,
        /// Its radius.
        radius: T,
        /// A point of the plane.
        plane_point: Vec3<T>,
        /// Its unit normal.
        plane_normal: Vec3<T>,
        /// Whether the height of the wheel is a condition too.
        keep_height: bool,
    },
}

impl<T> Closure<T> {
    /// One word for its kind: that of the joint, or the constraint's own.
    pub fn keyword(&self) -> &'static str
    where
        T: Real,
    {
        match self {
            Self::Joint { joint, .. } => joint.keyword(),
            Self::Distance { .. } => "distance",
            Self::Coupling { .. } => "coupling",
            Self::Cam { .. } => "cam",
            Self::Rolling { .. } => "rolling",
        }
    }

    /// The links it ties together; `None` is the ground.
    pub fn links(&self) -> [Option<LinkId>; 2] {
        match self {
            Self::Joint { parent, child, .. } => [parent.link, child.link],
            Self::Distance { from, to, .. } => [from.link, to.link],
            Self::Coupling { joint, follows, .. } | Self::Cam { joint, follows, .. } => [Some(*joint), Some(*follows)],
            Self::Rolling { link, .. } => [None, Some(*link)],
        }
    }

    /// The joint, if it is one where a loop is cut.
    pub fn cut_joint(&self) -> Option<&Joint<T>> {
        match self {
            Self::Joint { joint, .. } => Some(joint),
            Self::Distance { .. } | Self::Coupling { .. } | Self::Cam { .. } | Self::Rolling { .. } => None,
        }
    }

    /// The joints whose coordinates it binds: the one that follows and the other. `None` if it acts on links, by wrenches.
    pub fn bound_joints(&self) -> Option<[LinkId; 2]> {
        match self {
            Self::Coupling { joint, follows, .. } | Self::Cam { joint, follows, .. } => Some([*joint, *follows]),
            Self::Joint { .. } | Self::Distance { .. } | Self::Rolling { .. } => None,
        }
    }

    /// The two frames, or points, that it holds against each other.
    pub fn ends(&self) -> Option<[&Frame<T>; 2]> {
        match self {
            Self::Joint { parent, child, .. } => Some([parent, child]),
            Self::Distance { from, to, .. } => Some([from, to]),
            Self::Coupling { .. } | Self::Cam { .. } | Self::Rolling { .. } => None,
        }
    }

    /// A length that it keeps: that of a rod, the radius of a wheel.
    pub fn length(&self) -> Option<&T> {
        match self {
            Self::Distance { length, .. } => Some(length),
            Self::Rolling { radius, .. } => Some(radius),
            Self::Joint { .. } | Self::Coupling { .. } | Self::Cam { .. } => None,
        }
    }

    /// Whether some of its conditions bind speeds alone.
    pub fn is_nonholonomic(&self) -> bool {
        match self {
            Self::Rolling { .. } => true,
            Self::Joint { .. } | Self::Distance { .. } | Self::Coupling { .. } | Self::Cam { .. } => false,
        }
    }

    /// The frame in which its wrench on the second link is told; `None` if it has no wrench.
    pub fn moving_frame(&self) -> Option<Frame<T>>
    where
        T: Real,
    {
        match self {
            Self::Joint { child, .. } => Some(child.clone()),
            Self::Distance { to, .. } => Some(to.clone()),
            Self::Rolling { link, center, .. } => Some(Frame { link: Some(*link), pose: Pose::translation(*center) }),
            Self::Coupling { .. } | Self::Cam { .. } => None,
        }
    }

    /// How many freedoms it takes from a mechanism that moves in one plane; `None` if that is not known.
    pub fn planar_conditions(&self) -> Option<i64>
    where
        T: Real,
    {
        match self {
            Self::Joint { joint, .. } => Some(3 - joint.v_units().len() as i64),
            Self::Coupling { .. } | Self::Cam { .. } => Some(1),
            Self::Distance { .. } | Self::Rolling { .. } => None,
        }
    }
}

impl Closure<f64> {
    pub(crate) fn lift<U: Real>(&self) -> Closure<U> {
        let frame = |f: &Frame<f64>| Frame { link: f.link, pose: Pose::lift(f.pose) };
        match self {
            Self::Joint { joint, parent, child } => {
                Closure::Joint { joint: joint.lift(), parent: frame(parent), child: frame(child) }
            }
            Self::Distance { from, to, length } => {
                Closure::Distance { from: frame(from), to: frame(to), length: U::lift(*length) }
            }
            Self::Coupling { joint, follows, ratio, offset } => {
                Closure::Coupling { joint: *joint, follows: *follows, ratio: U::lift(*ratio), offset: U::lift(*offset) }
            }
            Self::Cam { joint, follows, profile } => {
                Closure::Cam { joint: *joint, follows: *follows, profile: Arc::clone(profile) }
            }
            Self::Rolling { link, center, axis, radius, plane_point, plane_normal, keep_height } => Closure::Rolling {
                link: *link,
                center: Vec3::lift(*center),
                axis: Vec3::lift(*axis),
                radius: U::lift(*radius),
                plane_point: Vec3::lift(*plane_point),
                plane_normal: Vec3::lift(*plane_normal),
                keep_height: *keep_height,
            },
        }
    }
}

/// A spring, with a damper beside it, between two points; only the positions of the frames matter.
#[derive(Clone, Debug, PartialEq)]
pub struct PointSpring<T> {
    /// One end.
    pub from: Frame<T>,
    /// The other.
    pub to: Frame<T>,
    /// Stiffness.
    pub stiffness: T,
    /// Length at which it exerts no force.
    pub rest_length: T,
    /// Force per speed of lengthening.
    pub damping: T,
}

impl PointSpring<f64> {
    pub(crate) fn lift<U: Real>(&self) -> PointSpring<U> {
        let frame = |f: &Frame<f64>| Frame { link: f.link, pose: Pose::lift(f.pose) };
        PointSpring {
            from: frame(&self.from),
            to: frame(&self.to),
            stiffness: U::lift(self.stiffness),
            rest_length: U::lift(self.rest_length),
            damping: U::lift(self.damping),
        }
    }
}
