//! Classes of revolute bodies: real robots have twists of 0 or 90 degrees and vanishing lengths, and a kernel that knows
//! leaves out what they make zero.

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

/// What is known of a body in advance.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) twist: u8,
    /// a ≠ 0.
    pub(super) a: bool,
    /// d ≠ 0.
    pub(super) d: bool,
    /// The joint has rotor inertia: elimination leaves a row that is otherwise zero.
    pub(super) rotor: bool,
}

impl Default for Class {
    fn default() -> Self {
        Self { twist: twist::ANY, a: true, d: true, rotor: false }
    }
}

impl Class {
    pub(super) fn of(link: &Link<f64>, rotor: f64) -> Self {
        let twist = match (link.sin_alpha, link.cos_alpha) {
            (1.0, 0.0) => twist::RIGHT,
            (0.0, 1.0) => twist::NONE,
            _ => twist::ANY,
        };
        Self { twist, a: link.a != 0.0, d: link.d != 0.0, rotor: rotor != 0.0 }
    }

    /// The class that serves both.
    pub(super) fn join(self, o: Self) -> Self {
        Self {
            twist: if self.twist == o.twist { self.twist } else { twist::ANY },
            a: self.a || o.a,
            d: self.d || o.d,
            rotor: self.rotor || o.rotor,
        }
    }
}

/// Calls `function::<…, TWIST, A, D>(…)` for the class at hand.
macro_rules! by_class {
    ($class:expr, $function:ident::<$($generic:ty),*>, $arguments:tt) => {{
        use $crate::compiled::class::twist::{ANY, NONE, RIGHT};
        let class = $class;
        match (class.twist, class.a, class.d) {
            (RIGHT, false, false) => by_class!(@ $function, [$($generic),*], RIGHT, false, false, $arguments),
            (RIGHT, false, true) => by_class!(@ $function, [$($generic),*], RIGHT, false, true, $arguments),
            (RIGHT, true, false) => by_class!(@ $function, [$($generic),*], RIGHT, true, false, $arguments),
            (RIGHT, true, true) => by_class!(@ $function, [$($generic),*], RIGHT, true, true, $arguments),
            (NONE, _, false) => by_class!(@ $function, [$($generic),*], NONE, true, false, $arguments),
            (NONE, _, true) => by_class!(@ $function, [$($generic),*], NONE, true, true, $arguments),
            (_, _, false) => by_class!(@ $function, [$($generic),*], ANY, true, false, $arguments),
            (_, _, true) => by_class!(@ $function, [$($generic),*], ANY, true, true, $arguments),
        }
    }};
    (@ $function:ident, [$($generic:ty),*], $twist:ident, $a:literal, $d:literal, ($($argument:expr),*)) => {
        $function::<$($generic,)* $twist, $a, $d>($($argument),*)
    };
}
pub(super) use by_class;
