//! Serial arms from Denavit-Hartenberg tables.

use denoc_math::{Mat3, Pose, Vec3};

use crate::{Description, Joint, MassProperties};

/// Which parameter of a row is the joint coordinate.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DhJoint {
    /// θ varies.
    Revolute,
    /// b varies.
    Prismatic,
}

/// One row: joint offset b, joint angle θ, link length a, twist angle α (metres, radians). The variable one of b and θ holds
/// its value at q = 0.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct DhRow {
    /// Joint type.
    pub joint: DhJoint,
    /// Joint offset along z, m.
    pub b: f64,
    /// Joint angle about z, rad.
    pub theta: f64,
    /// Link length along x, m.
    pub a: f64,
    /// Twist angle about x, rad.
    pub alpha: f64,
}

impl DhRow {
    /// A revolute joint.
    pub fn revolute(b: f64, theta: f64, a: f64, alpha: f64) -> Self {
        Self { joint: DhJoint::Revolute, b, theta, a, alpha }
    }
    /// A prismatic joint.
    pub fn prismatic(b: f64, theta: f64, a: f64, alpha: f64) -> Self {
        Self { joint: DhJoint::Prismatic, b, theta, a, alpha }
    }

    fn about_z(&self) -> Pose<f64> {
        let (s, c) = self.theta.sin_cos();
        Pose::new(Mat3::rotation(Vec3::unit(2), s, c), Vec3::new(0.0, 0.0, self.b))
    }

    fn about_x(&self) -> Pose<f64> {
        // right angles are meant exactly: a cosine of 6e-17 would make axes nearly, not exactly, perpendicular
        let (s, c) = exact_sin_cos(self.alpha);
        Pose::new(Mat3::rotation(Vec3::unit(0), s, c), Vec3::new(self.a, 0.0, 0.0))
    }

    fn kind(&self) -> Joint<f64> {
        let z = Vec3::unit(2);
        match self.joint {
            DhJoint::Revolute => Joint::revolute(z),
            DhJoint::Prismatic => Joint::prismatic(z),
        }
    }
}

/// Sine and cosine with the exact values 0 and ±1 at (double-precision) multiples of π/2.
pub fn exact_sin_cos(angle: f64) -> (f64, f64) {
    let (s, c) = angle.sin_cos();
    let snap = |x: f64| {
        if x.abs() < 1e-15 {
            0.0
        } else if (x.abs() - 1.0).abs() < 1e-15 {
            x.signum()
        } else {
            x
        }
    };
    (snap(s), snap(c))
}

impl Description {
    /// A serial arm from a DH table as in SahaIR: Rot_z(θ) Trans_z(b) Trans_x(a) Rot_x(α); frame i+1 is fixed to link i, and
    /// the mass properties of link i are given in frame i+1. Links are called `link1`…, joints `joint1`….
    pub fn from_dh(name: impl Into<String>, rows: &[(DhRow, MassProperties)]) -> Self {
        let mut d = Self::new(name);
        for (i, (row, mass)) in rows.iter().enumerate() {
            let parent = if i == 0 { d.ground.clone() } else { format!("link{i}") };
            let link = format!("link{}", i + 1);
            // q turns (or shifts) about z of frame i, in front of the constant part of the row
            d = d.link(&link, *mass).joint(format!("joint{}", i + 1), parent, &link, row.kind(), Pose::identity());
            if let Some(joint) = d.joints.last_mut() {
                joint.child_origin = (row.about_z() * row.about_x()).inverse();
            }
        }
        d
    }

    /// A serial arm from a modified DH table: Rot_x(α) Trans_x(a) Rot_z(θ) Trans_z(b), α and a of the previous link; frame i,
    /// on joint i, is fixed to link i, and the mass properties of link i are given in frame i.
    pub fn from_modified_dh(name: impl Into<String>, rows: &[(DhRow, MassProperties)]) -> Self {
        let mut d = Self::new(name);
        for (i, (row, mass)) in rows.iter().enumerate() {
            let parent = if i == 0 { d.ground.clone() } else { format!("link{i}") };
            let link = format!("link{}", i + 1);
            let origin = row.about_x() * row.about_z();
            d = d.link(&link, *mass).joint(format!("joint{}", i + 1), parent, &link, row.kind(), origin);
        }
        d
    }
}
