//! Joint types: one file each, one line each in the registry below.
//!
//! A joint moves its link frame relative to a frame fixed in the parent. It provides ([`JointKind`])
//!
//! * the pose of the link frame for coordinates q,
//! * the columns of its motion propagation P [Saha13 (36b)]: the relative twist is Σ Pₖ vₖ, **in link axes, about the link
//!   frame's origin**,
//! * the bias Ṗ v: the rate of that twist, as seen in the moving link axes, at constant speeds v,
//! * how its columns depend on its coordinates.
//!
//! The recursions see these columns and nothing else. Speeds v are the rates of q except for quaternion joints. [`JointSpace`]
//! defines steps of the coordinates, [`JointDescription`] the parameters in files.

use denoc_math::{Pose, Real, Twist};

mod kind;
mod product;
mod simple;
mod slopes;

pub use crate::parameters::{Form, Measure, Parameter, Value, Values};
pub use kind::{
    Chart, ColumnChange, GimbalLock, Guess, JointDescription, JointKind, JointSpace, JointState, MAX_COLUMNS, Unit,
};
pub use simple::{SimpleMotion, SimpleMotions};
pub use slopes::{Slopes, bracket};

/// A joint type in the registry.
#[derive(Copy, Clone, Debug)]
pub struct KindInfo {
    /// Keyword in files and tables.
    pub keyword: &'static str,
    /// One-line summary for tables and help.
    pub summary: &'static str,
    /// Names used by other programs.
    pub synonyms: &'static [&'static str],
    /// Parameters in model files, besides those of all joints.
    pub parameters: &'static [Parameter],
    /// Whether model files can describe it; otherwise it can be created in code only.
    pub in_files: bool,
    /// Whether it can have a rotation spring.
    pub rotation_spring: bool,
    /// A joint of this type with random parameters, from random numbers between −1 and 1.
    pub example: fn(&mut dyn FnMut() -> f64) -> Joint<f64>,
    /// The joint with these parameter values; `None` if one is missing or invalid.
    pub from_values: fn(&Values) -> Option<Joint<f64>>,
}

macro_rules! registry {
    ($($module:ident :: $kind:ident),* $(,)?) => {
        $(mod $module; pub use $module::$kind;)*

        /// A joint of any type.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs)] // each variant carries the documented type of the same name
        pub enum Joint<T> {
            $($kind($kind<T>),)*
        }

        /// All joint types.
        pub const KINDS: &[KindInfo] = &[$(KindInfo {
            keyword: <$kind<f64> as JointKind<f64>>::KEYWORD,
            summary: <$kind<f64> as JointKind<f64>>::SUMMARY,
            synonyms: <$kind<f64> as JointDescription>::SYNONYMS,
            parameters: <$kind<f64> as JointDescription>::PARAMETERS,
            in_files: <$kind<f64> as JointDescription>::IN_FILES,
            rotation_spring: <$kind<f64> as JointDescription>::ROTATION_SPRING,
            example: |random| Joint::$kind($kind::example(random)),
            from_values: |values| $kind::from_values(values).map(Joint::$kind),
        },)*];

        impl<T: Real> Joint<T> {
            /// The keyword of its type.
            pub fn keyword(&self) -> &'static str {
                match self { $(Self::$kind(_) => <$kind<T> as JointKind<T>>::KEYWORD,)* }
            }
            /// How its columns depend on its coordinates.
            #[inline(always)]
            pub fn column_change(&self) -> ColumnChange {
                match self { $(Self::$kind(_) => <$kind<T> as JointKind<T>>::COLUMN_CHANGE,)* }
            }
            /// Whether its columns span the same space in link axes at all coordinates.
            pub fn has_constant_span(&self) -> bool {
                match self { $(Self::$kind(_) => <$kind<T> as JointKind<T>>::CONSTANT_SPAN,)* }
            }
            /// The joint with every parameter converted.
            pub fn map<U: Real>(&self, number: impl Fn(T) -> U + Copy) -> Joint<U> {
                match self { $(Self::$kind(j) => Joint::$kind(j.map(number)),)* }
            }
            /// Units of the entries of q.
            #[inline]
            pub fn q_units(&self) -> &'static [Unit] {
                match self { $(Self::$kind(j) => JointKind::<T>::q_units(j),)* }
            }
            /// Units of the entries of v.
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
            /// The derivatives of columns and bias with respect to the coordinates; `columns` are those for `at.q`.
            pub fn slopes(&self, at: JointState<'_, T>, columns: &[Twist<T>], out: Slopes<'_, T>) {
                match self { $(Self::$kind(j) => j.slopes(at, columns, out),)* }
            }
            /// Writes the coordinates whose pose is `target`, or an initial guess for a search.
            pub fn coordinates(&self, target: Pose<T>, q: &mut [T]) -> Guess {
                match self { $(Self::$kind(j) => j.coordinates(target, q),)* }
            }
            /// Whether the pose is periodic in every angle, with period 2π.
            pub fn full_turns_repeat(&self) -> bool {
                match self { $(Self::$kind(j) => j.full_turns_repeat(),)* }
            }
            /// Gimbal lock, if the joint has it.
            pub fn gimbal_lock(&self) -> Option<GimbalLock> {
                match self { $(Self::$kind(j) => j.gimbal_lock(),)* }
            }
            /// The joint that this one reverses, if it is a reversed joint.
            pub fn original(&self) -> Option<&Joint<T>> {
                match self { $(Self::$kind(j) => j.original(),)* }
            }
        }

        impl Joint<f64> {
            /// The values of its parameters.
            pub fn values(&self) -> Values {
                match self { $(Self::$kind(j) => j.values(),)* }
            }
            /// The joint as a sequence of simple motions, one per coordinate; `None` if it is not such a sequence.
            pub fn simple_motions(&self) -> Option<SimpleMotions> {
                match self { $(Self::$kind(j) => j.simple_motions(),)* }
            }
            /// The reversed joint, with the same coordinates.
            pub fn reversed(&self) -> Self {
                let of_a_kind = match self { $(Self::$kind(j) => j.reversed(),)* };
                of_a_kind.unwrap_or_else(|| Self::Reversed(Reversed::new(self.clone())))
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
            fn chart(&self) -> Chart {
                match self { $(Self::$kind(j) => j.chart(),)* }
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

impl<T: Real> Joint<T> {
    /// Its entry in the registry.
    pub fn kind(&self) -> &'static KindInfo {
        // every variant has one
        KINDS.iter().find(|kind| kind.keyword == self.keyword()).unwrap_or(&KINDS[0])
    }
}

impl Joint<f64> {
    /// The same joint with parameters of another number type.
    pub fn lift<U: Real>(&self) -> Joint<U> {
        self.map(U::lift)
    }

    /// The joint without any reversal.
    pub fn innermost(&self) -> &Self {
        let mut joint = self;
        while let Some(inner) = joint.original() {
            joint = inner;
        }
        joint
    }

    /// The same joint with one numeric parameter changed; `None` if it has no such parameter.
    pub fn with_number(&self, key: &str, number: f64) -> Option<Self> {
        let mut values = self.values();
        let found = values.values_mut().find_map(|(k, value)| match value {
            Value::Number(x) if k == key => Some(x),
            _ => None,
        });
        *found? = number;
        (self.kind().from_values)(&values)
    }
}

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
