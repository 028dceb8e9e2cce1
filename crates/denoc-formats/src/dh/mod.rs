//! Denavit-Hartenberg tables as CSV.
//!
//! ```text
//! # convention: dh                      (or modified_dh; conventions as in Description::from_dh and from_modified_dh)
//! # name: two rods                      (optional, as the lines below)
//! # gravity: 0 0 -9.81                  (m/s², in the axes of the ground)
//! # base: 0 0 0.3  0 0 0                (the first frame in the ground: x y z, roll pitch yaw; m and rad)
//! joint,type,b,theta [deg],a [mm],alpha [deg],mass,cx,cy,cz,ixx,iyy,izz
//! shoulder,revolute,0,0,500,90,1.2,-0.25,0,0,0,0.025,0.025
//! elbow,prismatic,0.1,0,0,0,0.8,0,0,-0.1,0.01,0.01,0
//! ```
//!
//! Columns may stand in any order; those that are missing are zero (and joints revolute, named `joint1` …, links `link1` …).
//! `d` is another word for `b`. A mass centre is `cx, cy, cz`, or `rx, ry, rz` from the mass centre to the frame's origin.
//! Numbers are in SI units and radians; another unit stands behind the name, as `alpha [deg]` or `a (mm)`.

mod extract;
mod header;
mod table;
mod write;

pub(crate) use header::convention;
pub use table::{DhTable, parse_dh_csv, read_dh_csv};
pub use write::write_dh;

/// Which of the two conventions a table follows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α); masses in the frame at the far end of the link.
    Standard,
    /// Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(b); masses in the frame on the joint.
    Modified,
}

impl Convention {
    /// The word for it in a table.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Standard => "dh",
            Self::Modified => "modified_dh",
        }
    }
}
