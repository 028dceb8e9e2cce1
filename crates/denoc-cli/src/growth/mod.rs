//! How errors of loops grow with time, by the way loops are kept closed: the study of section 4 of
//! the O-DCA paper.
//!
//! | File | What is in it |
//! |---|---|
//! | `subject.rs` | [`Subject`]: a mechanism and its start; the ones of the paper |
//! | `way.rs` | [`Way`]: a method of forward dynamics and what keeps loops closed |
//! | `course.rs` | [`Course`]: the errors of one run, and the power of time they grow with |
//! | `study.rs` | [`Study`]: all ways with one mechanism; its numbers as table, plot and JSON |

mod course;
mod study;
mod subject;
mod way;

pub(crate) use course::Settings;
pub(crate) use study::{COLUMNS, Study};
pub(crate) use subject::Subject;
pub(crate) use way::{WAYS, Way};
