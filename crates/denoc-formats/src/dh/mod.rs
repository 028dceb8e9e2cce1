//! Denavit-Hartenberg tables as CSV.
//!
//! ```text
//! # convention: dh                      (or modified_dh; conventions as in Description::from_dh and from_modified_dh)
//! # name: two rods                      (optional, like the following lines)
//! # gravity: 0 0 -9.81                  (m/s², in the axes of the ground)
//! # base: 0 0 0.3  0 0 0                (pose of the first frame in the ground: x y z, roll pitch yaw; m and rad)
//! joint,type,b,theta [deg],a [mm],alpha [deg],mass,cx,cy,cz,ixx,iyy,izz
//! shoulder,revolute,0,0,500,90,1.2,-0.25,0,0,0,0.025,0.025
//! elbow,prismatic,0.1,0,0,0,0.8,0,0,-0.1,0.01,0.01,0
//! ```
//!
//! Columns may be in any order; missing columns are zero, missing types revolute, missing names `joint1` … and `link1` ….
//! `d` is a synonym of `b`. The mass centre is `cx, cy, cz`; alternatively, `rx, ry, rz` is the vector from the mass centre to
//! the origin of the frame. Numbers are in SI units and radians; other units follow the name, as in `alpha [deg]` or `a (mm)`.

mod extract;
mod header;
mod table;
mod write;

pub(crate) use header::convention;
pub use table::{DhTable, parse_dh_csv, read_dh_csv};
pub use write::write_dh;

/// The Denavit-Hartenberg convention of a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α); mass properties in the frame at the distal end of the link.
    Standard,
    /// Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(b); mass properties in the frame at the joint.
    Modified,
}

impl Convention {
    /// Its keyword in a table.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Standard => "dh",
            Self::Modified => "modified_dh",
        }
    }
}
