//! The equations of motion of the planar arm of three rods as the book prints them, I θ̈ + C θ̇ = τᵍ + τ [SahaIR (9.42)].
//!
//! Written down from the page; it shares nothing with the recursions.

/// Masses and lengths of the rods, and gravity along −Y.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Explicit {
    pub(crate) m: [f64; 3],
    pub(crate) a: [f64; 3],
    pub(crate) g: f64,
}

/// The arm of [SahaIR table 9.2], its rods without thickness.
pub(crate) const RODS: Explicit = Explicit { m: [0.5, 0.4, 0.3], a: [0.3, 0.25, 0.22], g: 9.81 };

impl Explicit {
    /// I, (9.42b).
    pub(crate) fn gim(&self, q: [f64; 3]) -> [[f64; 3]; 3] {
        let ([m1, m2, m3], [a1, a2, a3]) = (self.m, self.a);
        let (c2, c3, c23) = (q[1].cos(), q[2].cos(), (q[1] + q[2]).cos());
        let i11 = (m1 * a1 * a1 + m2 * a2 * a2 + m3 * a3 * a3) / 3.0
            + m2 * a1 * a1
            + m3 * (a1 * a1 + a2 * a2)
            + (m2 + 2.0 * m3) * a1 * a2 * c2
            + m3 * a3 * (a2 * c3 + a1 * c23);
        let i12 = (m2 * a2 * a2 + m3 * a3 * a3) / 3.0
            + m3 * a2 * a2
            + (m2 * a2 / 2.0 + m3 * a2) * a1 * c2
            + m3 * a3 * (2.0 * a2 * c3 + a1 * c23) / 2.0;
        let i13 = m3 * a3 * a3 / 3.0 + m3 * a3 * (a2 * c3 + a1 * c23) / 2.0;
        let i22 = (m2 * a2 * a2 + m3 * a3 * a3) / 3.0 + m3 * (a2 * a2 + a2 * a3 * c3);
        let i23 = m3 * a3 * a3 / 3.0 + m3 * a2 * a3 * c3 / 2.0;
        let i33 = m3 * a3 * a3 / 3.0;
        [[i11, i12, i13], [i12, i22, i23], [i13, i23, i33]]
    }

    /// C, (9.42c).
    pub(crate) fn mci(&self, q: [f64; 3], v: [f64; 3]) -> [[f64; 3]; 3] {
        let ([_, m2, m3], [a1, a2, a3]) = (self.m, self.a);
        let (s2, s3, s23) = (q[1].sin(), q[2].sin(), (q[1] + q[2]).sin());
        let [v1, v2, v3] = v;
        let (v12, v123) = (v1 + v2, v1 + v2 + v3);
        // the three factors that the book repeats
        let x = m2 * a1 * a2 * s2 + m3 * (2.0 * a1 * a2 * s2 + a1 * a3 * s23);
        let y = m3 * (a1 * a3 * s23 + a2 * a3 * s3);
        let z = m3 * a2 * a3 * s3;
        let double = [
            [-(x * v2 + y * v3), -(x * v12 + y * v3), -y * v123],
            [x * v1 - z * v3, -z * v3, -z * v123],
            [y * v1 + z * v2, z * v12, 0.0],
        ];
        double.map(|row| row.map(|c| c / 2.0))
    }

    /// C θ̇.
    pub(crate) fn vci(&self, q: [f64; 3], v: [f64; 3]) -> [f64; 3] {
        times(&self.mci(q, v), v)
    }

    /// τᵍ, (9.42d).
    pub(crate) fn gravity(&self, q: [f64; 3]) -> [f64; 3] {
        let ([m1, m2, m3], [a1, a2, a3]) = (self.m, self.a);
        let (c1, c12, c123) = (q[0].cos(), (q[0] + q[1]).cos(), (q[0] + q[1] + q[2]).cos());
        let brackets = [
            -m1 * a1 * c1 - 2.0 * m2 * (a1 * c1 + a2 * c12 / 2.0) - 2.0 * m3 * (a1 * c1 + a2 * c12 + a3 * c123 / 2.0),
            -m2 * a2 * c12 - 2.0 * m3 * (a2 * c12 + a3 * c123 / 2.0),
            -m3 * a3 * c123,
        ];
        brackets.map(|b| self.g * b / 2.0)
    }

    /// τ = I θ̈ + C θ̇ − τᵍ, (9.42a).
    pub(crate) fn torques(&self, q: [f64; 3], v: [f64; 3], a: [f64; 3]) -> [f64; 3] {
        let (inertia, convective, weight) = (times(&self.gim(q), a), self.vci(q, v), self.gravity(q));
        core::array::from_fn(|i| inertia[i] + convective[i] - weight[i])
    }

    /// θ̈ without torques: I θ̈ = τᵍ − C θ̇ by Cramer's rule.
    pub(crate) fn falling(&self, q: [f64; 3], v: [f64; 3]) -> [f64; 3] {
        let (gim, convective, weight) = (self.gim(q), self.vci(q, v), self.gravity(q));
        let whole = determinant(&gim);
        core::array::from_fn(|k| {
            let mut with = gim;
            for (i, row) in with.iter_mut().enumerate() {
                row[k] = weight[i] - convective[i];
            }
            determinant(&with) / whole
        })
    }
}

fn times(m: &[[f64; 3]; 3], x: [f64; 3]) -> [f64; 3] {
    m.map(|row| row[0] * x[0] + row[1] * x[1] + row[2] * x[2])
}

fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    let minor = |j: usize, k: usize| m[1][j] * m[2][k] - m[1][k] * m[2][j];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

#[cfg(test)]
mod tests {
    use super::super::super::data::Reference;
    use super::*;

    // oracle: reference A1, torques of other engines along a motion whose coordinates the file has
    #[test]
    fn torques_are_those_of_other_engines() {
        let file = Reference::read("A1_planar3R_id_formula");
        let (t, q, tau) = (file.column("t"), file.numbered("q", 3), file.numbered("tau", 3));
        let worst = |arm: &Explicit| {
            let gap = |(i, t): (usize, &f64)| {
                let s = 0.2 * std::f64::consts::PI * t;
                let rate = 0.1 * std::f64::consts::PI;
                let (v, a) = (rate * (1.0 - s.cos()), rate * 0.2 * std::f64::consts::PI * s.sin());
                let found = arm.torques([q[i][0], q[i][1], q[i][2]], [v; 3], [a; 3]);
                (0..3).map(|k| (found[k] - tau[i][k]).abs()).fold(0.0, f64::max)
            };
            t.iter().enumerate().map(gap).fold(0.0, f64::max)
        };
        assert_eq!(t.len(), 101);
        assert!(worst(&RODS) < 4.4e-12, "{}", worst(&RODS));
        // and it would notice a millionth of a mass
        let heavier = Explicit { m: [0.5, 0.4, 0.3 * (1.0 + 1e-6)], ..RODS };
        assert!(worst(&heavier) > 1e-7);
    }

    // oracle: the equations themselves, from the other end
    #[test]
    fn what_falls_needs_no_torques() {
        let (q, v) = ([0.3, -1.1, 0.7], [1.0, -2.0, 0.5]);
        let a = RODS.falling(q, v);
        assert!(RODS.torques(q, v, a).iter().all(|tau| tau.abs() < 1e-13));
    }
}
