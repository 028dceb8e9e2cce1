//! Classes of revolute bodies: real robots have twists of 0 or 90 degrees and vanishing lengths, and specialised kernels omit
//! the terms that are then zero.

use super::program::Link;

/// The twist α between successive axes.
pub(super) mod twist {
    /// Any angle.
    pub(in super::super) const ANY: u8 = 0;
    /// 90 degrees: the rotation about x exchanges two components.
    pub(in super::super) const RIGHT: u8 = 1;
    /// Parallel axes: no rotation.
    pub(in super::super) const NONE: u8 = 2;
}

/// The special geometry of a body, which selects its kernel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Class {
    /// General.
    General,
    /// d = 0.
    GeneralFlat,
    /// 90°, a and d.
    Right,
    /// 90°, d = 0.
    RightFlat,
    /// 90°, a = 0.
    RightLine,
    /// 90°, a = d = 0.
    RightPoint,
    /// Parallel axes.
    Parallel,
    /// Parallel axes, d = 0.
    ParallelFlat,
    /// The joint has rotor inertia: elimination leaves a row that is otherwise zero.
    Rotor,
}

impl Class {
    pub(super) fn of(link: &Link<f64>, rotor: f64) -> Self {
        if rotor != 0.0 {
            return Self::Rotor;
        }
        match (link.sin_alpha, link.cos_alpha, link.a != 0.0, link.d != 0.0) {
            (1.0, 0.0, true, true) => Self::Right,
            (1.0, 0.0, true, false) => Self::RightFlat,
            (1.0, 0.0, false, true) => Self::RightLine,
            (1.0, 0.0, false, false) => Self::RightPoint,
            (0.0, 1.0, _, true) => Self::Parallel,
            (0.0, 1.0, _, false) => Self::ParallelFlat,
            (_, _, _, true) => Self::General,
            (_, _, _, false) => Self::GeneralFlat,
        }
    }

    /// The most special class that covers both.
    pub(super) fn join(self, o: Self) -> Self {
        use Class::{General, GeneralFlat, Parallel, ParallelFlat, Right, RightFlat, RightLine, RightPoint};
        let flat = |c| matches!(c, GeneralFlat | RightFlat | RightPoint | ParallelFlat);
        let right = |c| matches!(c, Right | RightFlat | RightLine | RightPoint);
        let parallel = |c| matches!(c, Parallel | ParallelFlat);
        if self == o {
            self
        } else if right(self) && right(o) {
            if flat(self) && flat(o) { RightFlat } else { Right }
        } else if parallel(self) && parallel(o) {
            Parallel
        } else if flat(self) && flat(o) {
            GeneralFlat
        } else {
            General
        }
    }
}

/// Calls `function::<T, …, TWIST, A, D>(…)` for the class at hand; numbers that do not specialise use the general kernel.
macro_rules! by_class {
    ($class:expr, $function:ident::<$number:ty $(, $generic:ty)*>, $arguments:tt) => {{
        use $crate::compiled::class::{Class, twist::ANY};
        if <$number as denoc_math::Real>::SPECIALISE {
            by_class!(special $class, $function, [$number $(, $generic)*], $arguments)
        } else {
            by_class!(@ $function, [$number $(, $generic)*], ANY, true, true, $arguments)
        }
    }};
    (special $class:expr, $function:ident, [$($generic:ty),*], $arguments:tt) => {{
        use $crate::compiled::class::twist::{NONE, RIGHT};
        match $class {
            Class::General | Class::Rotor => by_class!(@ $function, [$($generic),*], ANY, true, true, $arguments),
            Class::GeneralFlat => by_class!(@ $function, [$($generic),*], ANY, true, false, $arguments),
            Class::Right => by_class!(@ $function, [$($generic),*], RIGHT, true, true, $arguments),
            Class::RightFlat => by_class!(@ $function, [$($generic),*], RIGHT, true, false, $arguments),
            Class::RightLine => by_class!(@ $function, [$($generic),*], RIGHT, false, true, $arguments),
            Class::RightPoint => by_class!(@ $function, [$($generic),*], RIGHT, false, false, $arguments),
            Class::Parallel => by_class!(@ $function, [$($generic),*], NONE, true, true, $arguments),
            Class::ParallelFlat => by_class!(@ $function, [$($generic),*], NONE, true, false, $arguments),
        }
    }};
    (@ $function:ident, [$($generic:ty),*], $twist:ident, $a:literal, $d:literal, ($($argument:expr),*)) => {
        $function::<$($generic,)* $twist, $a, $d>($($argument),*)
    };
}
pub(super) use by_class;
