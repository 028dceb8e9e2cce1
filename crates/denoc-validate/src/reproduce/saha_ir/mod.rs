//! S. K. Saha, Introduction to Robotics, chapter 9.

mod example_9_1;
mod example_9_10;
mod example_9_11;
mod example_9_3;
mod example_9_4;
mod example_9_5;
mod example_9_6;
mod example_9_7;
mod example_9_8;
mod example_9_9;
mod exercise_9_11;
mod exercise_9_12;
mod exercise_9_14;
mod exercise_9_15;
mod exercise_9_8;
mod table_9_1;
mod table_9_6;
mod two_links;

use super::Source;

pub(super) use example_9_8::against_engines as planar_fall;

pub(super) const SOURCE: Source = Source {
    key: "SahaIR",
    title: "S. K. Saha, Introduction to Robotics, chapter 9, Recursive Robot Dynamics",
    cases: &[
        example_9_1::CASE,
        example_9_3::CASE,
        example_9_4::CASE,
        example_9_5::CASE,
        example_9_6::CASE,
        example_9_7::CASE,
        example_9_8::CASE,
        example_9_9::CASE,
        example_9_10::CASE,
        example_9_11::CASE,
        exercise_9_8::CASE,
        exercise_9_11::CASE,
        exercise_9_12::CASE,
        exercise_9_14::CASE,
        exercise_9_15::CASE,
        table_9_1::CASE,
        table_9_6::CASE,
    ],
};
