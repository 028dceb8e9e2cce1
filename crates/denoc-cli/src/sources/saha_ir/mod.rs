//! S. K. Saha, Introduction to Robotics, chapter 9.

pub(super) mod counts;
pub(super) mod exercises;
pub(super) mod explicit;
mod fall;
mod interference;
mod inverse;
mod ode45;
mod symbolic;

use super::Case;

pub(crate) const CASES: &[Case] = &[
    Case { id: "Examples 9.1 and 9.2", title: "one-link arm, in symbols", run: symbolic::one_rod },
    Case { id: "Example 9.3", title: "two-link arm, in symbols", run: symbolic::two_rods },
    Case { id: "Example 9.4", title: "inverse dynamics of the planar arm", run: inverse::planar },
    Case { id: "Example 9.5", title: "inverse dynamics of the PUMA", run: inverse::puma },
    Case { id: "Example 9.6", title: "inverse dynamics of the Stanford arm", run: inverse::stanford },
    Case { id: "Example 9.7", title: "inverse dynamics of the KUKA KR5", run: inverse::kuka },
    Case { id: "Example 9.8", title: "free fall of the planar arm", run: fall::planar },
    Case { id: "Example 9.9", title: "free fall of the PUMA", run: fall::puma },
    Case { id: "Example 9.10", title: "free fall of the Stanford arm", run: fall::stanford },
    Case { id: "Example 9.11", title: "free fall of the KUKA KR5, and links that interfere", run: fall::kuka },
    Case {
        id: "Exercise 9.11",
        title: "torques of the planar arm from explicit expressions",
        run: exercises::torques_of_three_rods,
    },
    Case {
        id: "Exercise 9.12",
        title: "free fall of the planar arm from explicit expressions",
        run: exercises::fall_of_three_rods,
    },
    Case { id: "Exercise 9.14", title: "torques of the two-link arm", run: exercises::torques_of_two_rods },
    Case { id: "Exercise 9.15", title: "torques of the planar arm, a quarter turn", run: exercises::quarter_turn },
    Case { id: "Table 9.1", title: "operation counts of inverse dynamics", run: counts::inverse },
    Case { id: "Table 9.6", title: "operation counts of forward dynamics", run: counts::forward },
];
