//! The kinds of joints: one file each, one line each in the registry below.
//!
//! A joint moves its link frame relative to a frame fixed in the parent. It supplies (the contract, [`JointKind`])
//!
//! * the pose of the link frame for coordinates q,
//! * the columns of its motion propagation P [Saha13 (36b)]: the relative twist is Σ Pₖ vₖ, **in link axes, about the link
//!   frame's origin**,
//! * the bias Ṗ v: the rate of that twist, as seen in the moving link axes, at constant speeds v.
//!
//! The recursions see these columns and nothing else. Speeds v are the rates of q except for quaternion joints.

use denoc_math::{Pose, Real, Twist};

mod make;
mod product;

/// What one entry of q, or of v, measures.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Radians (and rad/s, N m).
    Angle,
    /// Metres (and m/s, N).
    Length,
    /// A component of a unit quaternion `[x, y, z, w]`.
    Quaternion,
}

/// The contract between a joint and the recursions.
pub trait JointKind<T: Real> {
    /// The word for it in files and tables.
    const KEYWORD: &'static str;
    /// One line for tables and help.
    const SUMMARY: &'static str;

    /// What the entries of q measure; its length is the number of coordinates.
    fn q_units(&self) -> &'static [Unit];

    /// What the entries of v measure; its length is the number of degrees of freedom.
    fn v_units(&self) -> &'static [Unit] {
        self.q_units()
    }

    /// Pose of the link frame in the joint's fixed frame.
    fn pose(&self, q: &[T]) -> Pose<T>;

    /// The columns of the motion propagation, in link axes.
    fn columns(&self, q: &[T], columns: &mut [Twist<T>]);

    /// Ṗ v at constant speeds.
    fn bias(&self, _q: &[T], _v: &[T]) -> Twist<T> {
        Twist::zero()
    }

    /// The rates of q for speeds v.
    fn rate(&self, _q: &[T], v: &[T], rate: &mut [T]) {
        rate.copy_from_slice(v);
    }
}

/// The space its coordinates live in; the defaults describe a vector space.
pub trait JointSpace {
    /// The coordinates of the zero pose.
    fn neutral(&self, q: &mut [f64]) {
        q.fill(0.0);
    }

    /// `q` moved along `step` (speeds times time).
    fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) {
        for ((o, q), s) in out.iter_mut().zip(q).zip(step) {
            *o = q + s;
        }
    }

    /// The step that leads from `from` to `to`.
    fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) {
        for ((s, a), b) in step.iter_mut().zip(from).zip(to) {
            *s = b - a;
        }
    }

    /// The length of the quaternion, for joints that have one.
    fn quaternion_norm(&self, _q: &[f64]) -> Option<f64> {
        None
    }
}

/// One entry of the registry.
#[derive(Copy, Clone)]
pub struct KindInfo {
    /// The word for it in files and tables.
    pub keyword: &'static str,
    /// One line for tables and help.
    pub summary: &'static str,
    /// A joint of this kind with random parameters, made from random numbers between −1 and 1.
    pub example: fn(&mut dyn FnMut() -> f64) -> Joint<f64>,
}

macro_rules! registry {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        $(mod $module; pub use $module::$kind;)*

        /// A joint of any kind.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)] // each variant carries the documented type of the same name
        pub enum Joint<T> {
            $($kind($kind<T>),)*
        }

        /// Every kind of joint.
        pub const KINDS: &[KindInfo] = &[$(KindInfo {
            keyword: <$kind<f64> as JointKind<f64>>::KEYWORD,
            summary: <$kind<f64> as JointKind<f64>>::SUMMARY,
            example: |random| Joint::$kind($kind::example(random)),
        },)*];

        impl<T: Real> Joint<T> {
            /// The word for its kind.
            pub fn keyword(&self) -> &'static str {
                match self { $(Self::$kind(_) => <$kind<T> as JointKind<T>>::KEYWORD,)* }
            }
            /// What the entries of q measure.
            #[inline]
            pub fn q_units(&self) -> &'static [Unit] {
                match self { $(Self::$kind(j) => JointKind::<T>::q_units(j),)* }
            }
            /// What the entries of v measure.
            #[inline]
            pub fn v_units(&self) -> &'static [Unit] {
                match self { $(Self::$kind(j) => JointKind::<T>::v_units(j),)* }
            }
            /// Pose of the link frame in the joint's fixed frame.
            #[inline(always)]
            pub fn pose(&self, q: &[T]) -> Pose<T> {
                match self { $(Self::$kind(j) => j.pose(q),)* }
            }
            /// The columns of the motion propagation, in link axes.
            #[inline(always)]
            pub fn columns(&self, q: &[T], columns: &mut [Twist<T>]) {
                match self { $(Self::$kind(j) => j.columns(q, columns),)* }
            }
            /// Ṗ v at constant speeds.
            #[inline(always)]
            pub fn bias(&self, q: &[T], v: &[T]) -> Twist<T> {
                match self { $(Self::$kind(j) => j.bias(q, v),)* }
            }
            /// The rates of q for speeds v.
            pub fn rate(&self, q: &[T], v: &[T], rate: &mut [T]) {
                match self { $(Self::$kind(j) => j.rate(q, v, rate),)* }
            }
        }

        impl Joint<f64> {
            /// The same joint with parameters as numbers of another computation.
            pub fn lift<U: Real>(&self) -> Joint<U> {
                match self { $(Self::$kind(j) => Joint::$kind(j.lift()),)* }
            }
        }

        impl JointSpace for Joint<f64> {
            fn neutral(&self, q: &mut [f64]) {
                match self { $(Self::$kind(j) => j.neutral(q),)* }
            }
            fn integrate(&self, q: &[f64], step: &[f64], out: &mut [f64]) {
                match self { $(Self::$kind(j) => j.integrate(q, step, out),)* }
            }
            fn difference(&self, from: &[f64], to: &[f64], step: &mut [f64]) {
                match self { $(Self::$kind(j) => j.difference(from, to, step),)* }
            }
            fn quaternion_norm(&self, q: &[f64]) -> Option<f64> {
                match self { $(Self::$kind(j) => j.quaternion_norm(q),)* }
            }
        }
    };
}

registry! {
    fixed::Fixed,
    revolute::Revolute,
    prismatic::Prismatic,
    helical::Helical,
    cylindrical::Cylindrical,
    universal::Universal,
    spherical::Spherical,
    euler::Euler,
    planar::Planar,
    translational::Translational,
    free::Free,
    custom::Custom,
    reversed::Reversed,
}
pub use custom::JointLaw;
pub use euler::SEQUENCES as EULER_SEQUENCES;
pub(crate) use spherical::logarithm;

/// A random direction from random numbers between −1 and 1.
pub(crate) fn random_axis(random: &mut dyn FnMut() -> f64) -> denoc_math::Vec3<f64> {
    loop {
        let v = denoc_math::Vec3::new(random(), random(), random());
        if v.norm() > 0.1 {
            return v.normalized();
        }
    }
}

#[cfg(test)]
mod tests;
