//! The explicit equations of motion of the planar arm of three rods, I θ̈ + C θ̇ = τᵍ + τ, as printed in [SahaIR (9.42)].

use super::dense::vector::solve;
use crate::ValidationError;

/// Masses, lengths and gravity.
#[derive(Copy, Clone, Debug)]
pub(super) struct Rods {
    pub(super) m: [f64; 3],
    pub(super) a: [f64; 3],
    pub(super) g: f64,
}

/// The arm of [SahaIR table 9.2].
pub(super) const ARM: Rods = Rods { m: [0.5, 0.4, 0.3], a: [0.3, 0.25, 0.22], g: 9.81 };

impl Rods {
    /// The inertia matrix, (9.42b).
    pub(super) fn gim(&self, q: &[f64]) -> [[f64; 3]; 3] {
        let ([m1, m2, m3], [a1, a2, a3]) = (self.m, self.a);
        let (c2, c3, c23) = (q[1].cos(), q[2].cos(), (q[1] + q[2]).cos());
        let i11 = (m1 * a1 * a1 + m2 * a2 * a2 + m3 * a3 * a3) / 3.0
            + m2 * a1 * a1
            + m3 * (a1 * a1 + a2 * a2)
            + (m2 + 2.0 * m3) * a1 * a2 * c2
            + m3 * a3 * (a2 * c3 + a1 * c23);
        let i12 = (m2 * a2 * a2 + m3 * a3 * a3) / 3.0
            + m3 * a2 * a2
            + (0.5 * m2 * a2 + m3 * a2) * a1 * c2
            + 0.5 * m3 * a3 * (2.0 * a2 * c3 + a1 * c23);
        let i13 = m3 * a3 * a3 / 3.0 + 0.5 * m3 * a3 * (a2 * c3 + a1 * c23);
        let i22 = (m2 * a2 * a2 + m3 * a3 * a3) / 3.0 + m3 * (a2 * a2 + a2 * a3 * c3);
        let i23 = m3 * a3 * a3 / 3.0 + 0.5 * m3 * a2 * a3 * c3;
        let i33 = m3 * a3 * a3 / 3.0;
        [[i11, i12, i13], [i12, i22, i23], [i13, i23, i33]]
    }

    /// C θ̇, (9.42c).
    pub(super) fn vci(&self, q: &[f64], v: &[f64]) -> [f64; 3] {
        let ([_, m2, m3], [a1, a2, a3]) = (self.m, self.a);
        let (s2, s3, s23) = (q[1].sin(), q[2].sin(), (q[1] + q[2]).sin());
        let (v1, v2, v3) = (v[0], v[1], v[2]);
        let (v12, v123) = (v1 + v2, v1 + v2 + v3);
        let elbow = m2 * a1 * a2 * s2 + m3 * (2.0 * a1 * a2 * s2 + a1 * a3 * s23);
        let wrist = m3 * (a1 * a3 * s23 + a2 * a3 * s3);
        let last = m3 * a2 * a3 * s3;
        let c = [
            [-0.5 * (elbow * v2 + wrist * v3), -0.5 * (elbow * v12 + wrist * v3), -0.5 * wrist * v123],
            [0.5 * (elbow * v1 - last * v3), -0.5 * last * v3, -0.5 * last * v123],
            [0.5 * (wrist * v1 + last * v2), 0.5 * last * v12, 0.0],
        ];
        c.map(|row| row[0] * v1 + row[1] * v2 + row[2] * v3)
    }

    /// τᵍ, (9.42d).
    pub(super) fn gravity(&self, q: &[f64]) -> [f64; 3] {
        let ([m1, m2, m3], [a1, a2, a3]) = (self.m, self.a);
        let (c1, c12, c123) = (q[0].cos(), (q[0] + q[1]).cos(), (q[0] + q[1] + q[2]).cos());
        let half = 0.5 * self.g;
        [
            half * (-m1 * a1 * c1
                - 2.0 * m2 * (a1 * c1 + 0.5 * a2 * c12)
                - 2.0 * m3 * (a1 * c1 + a2 * c12 + 0.5 * a3 * c123)),
            half * (-m2 * a2 * c12 - 2.0 * m3 * (a2 * c12 + 0.5 * a3 * c123)),
            half * (-m3 * a3 * c123),
        ]
    }

    /// Torques of a motion, (9.42a).
    pub(super) fn torques(&self, q: &[f64], v: &[f64], a: &[f64]) -> [f64; 3] {
        let (gim, vci, gravity) = (self.gim(q), self.vci(q, v), self.gravity(q));
        core::array::from_fn(|i| (0..3).map(|j| gim[i][j] * a[j]).sum::<f64>() + vci[i] - gravity[i])
    }

    /// Accelerations without torques.
    pub(super) fn accelerations(&self, q: &[f64], v: &[f64]) -> Result<Vec<f64>, ValidationError> {
        let (gim, vci, gravity) = (self.gim(q), self.vci(q, v), self.gravity(q));
        solve(gim.map(|row| row.to_vec()).to_vec(), (0..3).map(|i| gravity[i] - vci[i]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: statics by hand: at rest along X a rod's weight acts at its middle
    #[test]
    fn statics_by_hand() {
        let [t1, t2, t3] = ARM.torques(&[0.0; 3], &[0.0; 3], &[0.0; 3]);
        let third = 9.81 * 0.3 * 0.11;
        let second = 9.81 * (0.4 * 0.125 + 0.3 * (0.25 + 0.11));
        let first = 9.81 * (0.5 * 0.15 + 0.4 * (0.3 + 0.125) + 0.3 * (0.3 + 0.25 + 0.11));
        for (found, expected) in [(t1, first), (t2, second), (t3, third)] {
            assert!((found - expected).abs() < 1e-15 * first);
        }
    }

    // oracle: the equations themselves, from the other end
    #[test]
    fn accelerations_need_no_torques() {
        let (q, v) = ([0.3, -1.1, 0.7], [1.0, -2.0, 0.5]);
        let a = ARM.accelerations(&q, &v).unwrap();
        assert!(ARM.torques(&q, &v, &a).iter().all(|tau| tau.abs() < 1e-13));
    }
}
