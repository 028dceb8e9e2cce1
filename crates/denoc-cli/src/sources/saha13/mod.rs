//! The survey of 2013, serial part.

mod stanford;

use super::Case;

pub(crate) const CASES: &[Case] = &[
    Case { id: "section 2.8, Fig. 5", title: "torques of the Stanford arm", run: stanford::inverse },
    Case { id: "section 2.8, Fig. 6", title: "free fall of the Stanford arm", run: stanford::fall },
];
