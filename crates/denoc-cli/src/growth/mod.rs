//! How errors of loops grow with time, by the way loops are kept closed: the study of section 4 of
//! the O-DCA paper.
//!
//! | File | What is in it |
//! |---|---|
//! | `subject.rs` | [`Subject`]: a mechanism and its start; the ones of the paper |
//! | `way.rs` | [`Way`]: a method of forward dynamics and what keeps loops closed |
//! | `course.rs` | [`Course`]: the errors of one run, and the power of time they grow with |
//! | `bar.rs` | [`Bar`]: how far a study is |
//! | `study.rs` | [`Study`]: all ways with one mechanism; its numbers as table, plot and JSON |

mod bar;
mod course;
mod study;
mod subject;
mod way;

pub(crate) use bar::Bar;
pub(crate) use course::Settings;
pub(crate) use study::{COLUMNS, PRINTED_COLUMN, Study};
pub(crate) use subject::Subject;
pub(crate) use way::{WAYS, Way};
