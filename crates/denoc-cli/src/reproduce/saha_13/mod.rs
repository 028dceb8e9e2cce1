//! S. K. Saha, S. V. Shah, P. V. Nandihal, Evolution of the DeNOC-based dynamic modelling for multibody systems, 2013: the serial
//! part.

mod recursions;
mod stanford_fall;
mod stanford_torques;

use super::Document;

pub(super) const DOCUMENT: Document = Document {
    key: "Saha13",
    title: "S. K. Saha, S. V. Shah, P. V. Nandihal, Evolution of the DeNOC-based dynamic modelling for multibody systems, Mech. Sci. 4, \
            2013, section 2",
    cases: &[recursions::CASE, stanford_torques::CASE, stanford_fall::CASE],
};
