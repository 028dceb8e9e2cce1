//! S. K. Saha, Dynamics of Serial Multibody Systems Using the Decoupled Natural Orthogonal Complement Matrices, 1999.

mod planar;
mod stanford_fall;
mod stanford_torques;
mod table_1;
mod table_2;

use super::Source;

pub(super) const SOURCE: Source = Source {
    key: "Saha99",
    title: "S. K. Saha, Dynamics of Serial Multibody Systems Using the Decoupled Natural Orthogonal Complement Matrices, J. Appl. \
            Mech. 66, 1999",
    cases: &[planar::CASE, stanford_torques::CASE, stanford_fall::CASE, table_1::CASE, table_2::CASE],
};
