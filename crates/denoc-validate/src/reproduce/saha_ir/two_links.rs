//! The two-link arm of Example 9.3 in closed form.

use denoc_model::Description;

/// Masses and lengths; our choice.
const M: [f64; 2] = [1.0, 1.0];
const A: [f64; 2] = [1.0, 1.0];
const G: f64 = 9.81;

/// The inertia matrix [SahaIR (9.27a)], [SahaIR (9.27d)], [SahaIR (9.29)], by rows.
pub(super) fn gim(q: &[f64]) -> [f64; 4] {
    let c2 = q[1].cos();
    let i22 = M[1] * A[1] * A[1] / 3.0;
    let i21 = i22 + 0.5 * M[1] * A[0] * A[1] * c2;
    let i11 = (M[0] * A[0] * A[0] + M[1] * A[1] * A[1]) / 3.0 + M[1] * A[0] * A[0] + M[1] * A[0] * A[1] * c2;
    [i11, i21, i21, i22]
}

/// Its rate, by rows.
pub(super) fn gim_rate(q: &[f64], v: &[f64]) -> [f64; 4] {
    let rate = -M[1] * A[0] * A[1] * q[1].sin() * v[1];
    [rate, 0.5 * rate, 0.5 * rate, 0.0]
}

/// The matrix of convective inertia [SahaIR (9.30)-(9.31)], by rows.
pub(super) fn mci(q: &[f64], v: &[f64]) -> [f64; 4] {
    let half = 0.5 * M[1] * A[0] * A[1] * q[1].sin();
    [-half * v[1], -half * (v[0] + v[1]), half * v[0], 0.0]
}

/// The vector of convective inertia, in the form of the text.
pub(super) fn vci(q: &[f64], v: &[f64]) -> [f64; 2] {
    let coupling = M[1] * A[0] * A[1] * q[1].sin();
    [-coupling * (0.5 * v[1] + v[0]) * v[1], 0.5 * coupling * v[0] * v[0]]
}

/// Torques with gravity along −Y; the gravity is not in the example.
pub(super) fn torques(q: &[f64], v: &[f64], a: &[f64]) -> Vec<f64> {
    let (gim, vci) = (gim(q), vci(q, v));
    let (c1, c12) = (q[0].cos(), (q[0] + q[1]).cos());
    let second = 0.5 * M[1] * G * A[1] * c12;
    let first = (0.5 * M[0] + M[1]) * G * A[0] * c1 + second;
    vec![gim[0] * a[0] + gim[1] * a[1] + vci[0] + first, gim[2] * a[0] + gim[3] * a[1] + vci[1] + second]
}

/// Words about the choice.
pub(super) fn choice(arm: &Description) -> String {
    let [x, y, z] = arm.gravity.to_array();
    format!("Masses of 1 kg, lengths of 1 m and gravity ({x}, {y}, {z}) m/s² are our choice.")
}
