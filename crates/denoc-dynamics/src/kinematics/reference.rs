//! The axes and the reference point of twists of frames.

use core::fmt;

use denoc_math::{Pose, Real, Twist};

/// The axes in which a six-vector of a frame is expressed, and the point it refers to. Twists are [angular; linear].
///
/// ```
/// use denoc_dynamics::Reference;
///
/// assert_eq!(Reference::default(), Reference::Aligned);
/// assert_eq!(Reference::from_keyword("local"), Some(Reference::Local));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Reference {
    /// World axes, at the origin of the frame.
    #[default]
    #[doc(alias = "LOCAL_WORLD_ALIGNED")]
    Aligned,
    /// The axes of the frame, at its origin: the body twist.
    #[doc(alias = "LOCAL")]
    Local,
    /// World axes, at the world origin: the spatial twist.
    #[doc(alias = "WORLD")]
    World,
}

impl Reference {
    /// Every reference.
    pub const ALL: [Self; 3] = [Self::Aligned, Self::Local, Self::World];

    /// Its keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Aligned => "aligned",
            Self::Local => "local",
            Self::World => "world",
        }
    }

    /// The reference with this keyword.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reference| reference.keyword() == keyword)
    }

    /// A twist of a frame at `pose` that is given in world axes at the origin of the frame.
    #[inline]
    pub fn of<T: Real>(self, pose: Pose<T>, t: Twist<T>) -> Twist<T> {
        match self {
            Self::Aligned => t,
            Self::Local => {
                Twist::new(pose.rotation.apply_transpose(t.angular), pose.rotation.apply_transpose(t.linear))
            }
            Self::World => Twist::new(t.angular, t.linear + pose.position.cross(t.angular)),
        }
    }

    /// The rate of [`Reference::of`]: `rate` is that of `t`, and the frame moves with the twist `frame`, all in world axes at the
    /// origin of the frame.
    #[inline]
    pub(crate) fn of_rate<T: Real>(self, pose: Pose<T>, frame: Twist<T>, t: Twist<T>, rate: Twist<T>) -> Twist<T> {
        let w = frame.angular;
        let more = match self {
            Self::Aligned => return rate,
            Self::Local => Twist::new(t.angular.cross(w), t.linear.cross(w)),
            Self::World => Twist::new(denoc_math::Vec3::zero(), frame.linear.cross(t.angular)),
        };
        self.of(pose, rate + more)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

/// Which acceleration of the origin of a frame.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum AccelerationKind {
    /// The acceleration of the origin as a point: the rate of its velocity.
    #[default]
    Classical,
    /// The rate of the twist with constant axes and reference point: classical − ω × v.
    Spatial,
}
