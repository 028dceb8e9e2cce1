//! S. K. Saha, S. V. Shah, P. V. Nandihal, Evolution of the DeNOC-based dynamic modelling for multibody systems, 2013: serial
//! chains and closed loops.

mod four_bar;
mod four_bar_closure;
mod four_bar_fall;
mod four_bar_torque;
mod recursions;
mod stanford_fall;
mod stanford_torques;

use super::Source;

pub(super) const SOURCE: Source = Source {
    key: "Saha13",
    title: "S. K. Saha, S. V. Shah, P. V. Nandihal, Evolution of the DeNOC-based dynamic modelling for multibody systems, Mech. Sci. 4, \
            2013, sections 2 and 4",
    cases: &[
        recursions::CASE,
        stanford_torques::CASE,
        stanford_fall::CASE,
        four_bar_closure::CASE,
        four_bar_torque::CASE,
        four_bar_fall::CASE,
    ],
};
