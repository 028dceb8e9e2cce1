//! The natural orthogonal complement N and its decoupled form N = N_l N_d as explicit matrices [SahaIR (9.6)], for inspection.
//! The recursions never form them.

#[cfg(test)]
mod tests;

use denoc_math::{Real, Twist, Vec3};
use denoc_model::{LinkId, Model};

use crate::kinematics::KinematicsBuffers;

/// A dense matrix by rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix<T> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The entries, row by row.
    pub data: Vec<T>,
}

impl<T: Real> Matrix<T> {
    pub(crate) fn zero(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![T::zero(); rows * columns] }
    }

    /// The entry in row `i`, column `j`.
    pub fn get(&self, i: usize, j: usize) -> T {
        self.data[i * self.columns + j]
    }

    pub(crate) fn set_column(&mut self, row: usize, column: usize, entries: Twist<T>) {
        for (k, x) in entries.to_array().into_iter().enumerate() {
            self.data[(row + k) * self.columns + column] = x;
        }
    }
}

/// N, N_l and N_d for one choice of the point on each link whose velocity the twist carries; world axes, twists angular
/// part first.
#[derive(Clone, Debug, PartialEq)]
pub struct Complement<T> {
    /// N: generalised twist = N v, 6n×nv.
    pub noc: Matrix<T>,
    /// N_l: block (i, j) is the twist propagation from link j to link i outward of it, 6n×6n, lower block triangular.
    pub noc_lower: Matrix<T>,
    /// N_d: the columns of the joints on the block diagonal, 6n×nv.
    pub noc_diag: Matrix<T>,
}

/// The matrices for both reference points of the sources. See [`crate::Position::noc`].
#[derive(Clone, Debug, PartialEq)]
pub struct Noc<T> {
    /// Twists at the mass centres: blocks B_ij, columns [e; e×d] [SahaIR (9.4d)]. A link without mass uses its origin.
    pub mass_center: Complement<T>,
    /// Twists at the joint origins: blocks A_ij, columns [e; 0] [Saha13 (36)].
    pub joint_origin: Complement<T>,
}

pub(crate) fn noc<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>) -> Noc<T> {
    let centers = model.links().iter().zip(&k.world).map(|(link, pose)| {
        let m = link.mass;
        if m.mass.value() == 0.0 { pose.position } else { pose.point(m.first_moment.scale(m.mass.recip())) }
    });
    let origins = k.world.iter().map(|pose| pose.position);
    Noc {
        mass_center: complement(model, k, &centers.collect::<Vec<_>>()),
        joint_origin: complement(model, k, &origins.collect::<Vec<_>>()),
    }
}

fn complement<T: Real>(model: &Model<T>, k: &KinematicsBuffers<T>, points: &[Vec3<T>]) -> Complement<T> {
    let (n, nv) = (model.links().len(), model.nv());
    let mut c = Complement {
        noc: Matrix::zero(6 * n, nv),
        noc_lower: Matrix::zero(6 * n, 6 * n),
        noc_diag: Matrix::zero(6 * n, nv),
    };
    // a twist at one point, carried by a rigid body to another
    let carry = |t: Twist<T>, arm: Vec3<T>| Twist::new(t.angular, t.angular.cross_add(arm, t.linear));
    for i in 0..n {
        let mut inward = Some(LinkId(i));
        while let Some(LinkId(j)) = inward {
            let link = &model.links()[j];
            for (axis, unit) in (0..6).map(|axis| (axis, unit_twist(axis))) {
                c.noc_lower.set_column(6 * i, 6 * j + axis, carry(unit, points[i] - points[j]));
            }
            for s in link.v..link.v + link.nv {
                let column = k.columns[s].rotate(k.world[j].rotation);
                c.noc.set_column(6 * i, s, carry(column, points[i] - k.world[j].position));
                if i == j {
                    c.noc_diag.set_column(6 * i, s, carry(column, points[i] - k.world[i].position));
                }
            }
            inward = link.parent;
        }
    }
    c
}

fn unit_twist<T: Real>(axis: usize) -> Twist<T> {
    let mut t = [T::zero(); 6];
    t[axis] = T::one();
    Twist::from_array(t)
}
