//! Examples 9.1 to 9.3: arms of one and two rods, in symbols.

use denoc::prelude::*;
use denoc::results::TextTable;

use super::super::compare::{absolute, relative};
use super::super::{Check, Findings, Oracle};

const G: f64 = 9.81;

/// Examples 9.1 and 9.2: m a² θ̈ / 3 + m g a sin θ / 2 = τ [SahaIR (9.23f), (9.24c)], with m = 1 kg and a = 1 m.
pub(super) fn one_rod() -> Result<Findings, Error> {
    let model = denoc::load("one_r")?.model;
    let (v, a) = ([1.5], [2.0]);
    let angles: Vec<f64> = (-6..=6).map(|k| f64::from(k) * std::f64::consts::PI / 6.0).collect();
    let (mut torques, mut inertias, mut convective, mut energies) = (vec![], vec![], vec![], vec![]);
    let mut ws = Workspace::new(&model);
    for &angle in &angles {
        let q = [angle];
        let (mut gim, mut mci, mut tau) = ([0.0], [0.0], [0.0]);
        let mut stage = ws.position(&model, &q)?.velocity(&v)?;
        stage.gim(&mut gim)?;
        stage.mci(&mut mci)?;
        stage.inverse(&a, Loads::NONE, &mut tau)?;
        torques.push(tau.to_vec());
        inertias.push(gim.to_vec());
        convective.push(mci.to_vec());
        energies.push(vec![stage.kinetic_energy()]);
    }
    let constant = |x: f64| vec![vec![x]; angles.len()];
    let expected: Vec<Vec<f64>> = angles.iter().map(|q| vec![a[0] / 3.0 + 0.5 * G * q.sin()]).collect();
    let check = |what: &str, deviation, unit| closed_form(what, deviation, unit);
    let some = angles.iter().zip(&torques).zip(&expected).step_by(3);
    Ok(Findings {
        text: "The book derives the equation of one rod on a pivot by hand (Example 9.1) and with MuPAD (Example 9.2, \
               Fig. 9.4): I = m a²/3 (9.23f), C = 0 (9.24a), generalised force τ − ½ m g a sin θ (9.24c). Model `one_r`: \
               m = 1 kg and a = 1 m are our choice; gravity along +X as in (9.24d). Compared at 13 angles from −π to π with \
               θ̇ = 1.5 rad/s and θ̈ = 2 rad/s².\n\nErrata: the matrix in (9.23d) is misprinted, its result is right (E16); \
               gravity along +X is a convention (E17). Exercises 9.6, 9.7 and 9.9 ask for the same equation and for the \
               kinetic energy ½ (m a²/3) θ̇²; both are reproduced."
            .into(),
        checks: vec![
            check("torque", relative(&torques, &expected), "of the largest"),
            check("inertia m a²/3", relative(&inertias, &constant(1.0 / 3.0)), "relative"),
            check("C = 0", absolute(&convective, &constant(0.0)), "kg m²/s"),
            check("kinetic energy", relative(&energies, &constant(v[0] * v[0] / 6.0)), "relative"),
        ],
        tables: vec![TextTable {
            title: "Torque at θ̇ = 1.5 rad/s, θ̈ = 2 rad/s²".into(),
            columns: ["θ, rad", "τ, N m", "closed form, N m"].map(str::to_owned).to_vec(),
            rows: some.map(|((q, a), b)| [*q, a[0], b[0]].map(|x| format!("{x:.12}")).to_vec()).collect(),
            note: String::new(),
        }],
        ..Findings::default()
    })
}

/// The printed matrices of the arm of two equal rods, m = 1 kg and a = 1 m: I [SahaIR (9.27a), (9.27d), (9.29)] and
/// C, C θ̇ [SahaIR (9.30)-(9.31)].
pub(super) struct TwoRods {
    pub(super) gim: [f64; 4],
    pub(super) mci: [f64; 4],
    pub(super) vci: [f64; 2],
}

impl TwoRods {
    pub(super) fn at(q: [f64; 2], v: [f64; 2]) -> Self {
        let ([m1, m2], [a1, a2]) = ([1.0, 1.0], [1.0, 1.0]);
        let (s2, c2) = q[1].sin_cos();
        let i22 = m2 * a2 * a2 / 3.0;
        let i21 = m2 * a2 * a2 / 3.0 + m2 * a1 * a2 * c2 / 2.0;
        let i11 = (m1 * a1 * a1 + m2 * a2 * a2) / 3.0 + m2 * a1 * a1 + m2 * a1 * a2 * c2;
        let half = m2 * a1 * a2 * s2 / 2.0;
        Self {
            gim: [i11, i21, i21, i22],
            mci: [-half * v[1], -half * (v[0] + v[1]), half * v[0], 0.0],
            vci: [-m2 * a1 * a2 * s2 * (v[1] / 2.0 + v[0]) * v[1], half * v[0] * v[0]],
        }
    }
}

/// Example 9.3.
pub(super) fn two_rods() -> Result<Findings, Error> {
    let model = denoc::load("two_r")?.model;
    let mut ws = Workspace::new(&model);
    let (mut found, mut expected) = ([vec![], vec![], vec![]], [vec![], vec![], vec![]]);
    let mut skew = 0.0_f64;
    let grid = |n: i32, step: f64| (-n..=n).map(move |k| f64::from(k) * step);
    for (q1, q2) in grid(2, 1.1).flat_map(|x| grid(6, 0.5).map(move |y| (x, y))) {
        for v in [[1.5, -2.0], [-0.3, 4.0], [2.0, 0.0]] {
            let q = [q1, q2];
            let (mut gim, mut mci, mut vci) = ([0.0; 4], [0.0; 4], [0.0; 2]);
            let mut stage = ws.position(&model, &q)?.velocity(&v)?;
            stage.gim(&mut gim)?;
            stage.mci(&mut mci)?;
            stage.vci(&mut vci)?;
            let printed = TwoRods::at(q, v);
            let rows = [gim.to_vec(), mci.to_vec(), vci.to_vec()];
            let printed_rows = [printed.gim.to_vec(), printed.mci.to_vec(), printed.vci.to_vec()];
            found.iter_mut().zip(rows).for_each(|(all, row)| all.push(row));
            expected.iter_mut().zip(printed_rows).for_each(|(all, row)| all.push(row));
            // İ by differentiation of the printed I: only c₂ moves
            let rate = -q2.sin() * v[1];
            let rates = [rate, 0.5 * rate, 0.5 * rate, 0.0];
            let twice = |i: usize| rates[i] - 2.0 * mci[i];
            let sums = [2.0 * twice(0), twice(1) + twice(2), 2.0 * twice(3)];
            skew = sums.iter().fold(skew, |m, x| if x.is_nan() { f64::NAN } else { m.max(x.abs()) });
        }
    }
    let states = found[0].len();
    let whats = ["inertia matrix I", "matrix C", "vector C θ̇"];
    let of = |k: usize| closed_form(whats[k], relative(&found[k], &expected[k]), "of the largest");
    let skew = Check {
        what: "İ − 2C is skew".into(),
        oracle: Oracle::Identity,
        deviation: skew,
        tolerance: 1e-14,
        unit: "kg m²/s",
    };
    Ok(Findings {
        text: format!(
            "The book derives I, C and h = C θ̇ of an arm of two rods in symbols: (9.27) to (9.29), (9.30), (9.31). Model \
             `two_r`: m = 1 kg and a = 1 m of both rods are our choice. Compared at {states} states, entry by entry: C is \
             not unique, and the engine publishes the one of the book, for which İ − 2C is skew-symmetric (checked, with İ \
             differentiated by hand).\n\nErrata: intermediate steps (9.28b) and (9.29) are misprinted (E18, E19); the final \
             expressions are right: reproduced."
        ),
        checks: [of(0), of(1), of(2), skew].to_vec(),
        ..Findings::default()
    })
}

/// A comparison with expressions of the text, which computers must reproduce to the last digits.
fn closed_form(what: &str, deviation: f64, unit: &'static str) -> Check {
    Check { what: what.into(), oracle: Oracle::ClosedForm, deviation, tolerance: 1e-14, unit }
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the printed expressions, and what a changed model does to them
    #[test]
    fn printed_expressions_hold_and_would_notice_another_mass() {
        for findings in [one_rod().unwrap(), two_rods().unwrap()] {
            assert!(findings.checks.iter().all(Check::passed), "{:?}", findings.checks);
        }
        let mut arm = denoc::load("two_r").unwrap();
        arm.description.links[2].mass.mass *= 1.0 + 1e-6;
        let model = arm.rebuild().unwrap().model;
        let mut gim = [0.0; 4];
        Workspace::new(&model).position(&model, &[0.3, 0.7]).unwrap().gim(&mut gim).unwrap();
        let printed = TwoRods::at([0.3, 0.7], [0.0; 2]).gim;
        let check = closed_form("I", relative(&[gim.to_vec()], &[printed.to_vec()]), "");
        assert!(!check.passed() && check.deviation > 1e-7, "{check:?}");
    }
}
