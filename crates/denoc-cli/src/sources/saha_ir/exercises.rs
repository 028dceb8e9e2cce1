//! Exercises 9.11, 9.12, 9.14 and 9.15.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc::prelude::*;
use denoc::results::TextTable;

use super::super::compare::{absolute, plot, relative};
use super::super::data::Reference;
use super::super::motions::{Rows, cycloid, free_fall, torques};
use super::super::{Check, Findings, Oracle};
use super::explicit::{Explicit, RODS};
use super::ode45;
use super::symbolic::TwoRods;

const G: f64 = 9.81;
const JOINTS: [&str; 3] = ["joint 1", "joint 2", "joint 3"];

/// Torques of the printed equations along a motion.
pub(crate) fn printed_torques(arm: &Explicit, rows: &Rows) -> Vec<Vec<f64>> {
    let states = rows.q.iter().zip(&rows.v).zip(&rows.a);
    states.map(|((q, v), a)| arm.torques(three(q), three(v), three(a)).to_vec()).collect()
}

/// Exercise 9.11: torques of Example 9.4 from the printed equations.
pub(super) fn torques_of_three_rods() -> Result<Findings, Error> {
    let (rods, table) = (denoc::load("planar_3r_rods")?.model, denoc::load("planar_3r")?.model);
    let rows = cycloid(&rods, &[0.0; 3], &[PI; 3], 10.0, 100)?;
    let (ours, printed) = (torques(&rods, &rows)?, printed_torques(&RODS, &rows));
    let engines = Reference::read("A1_planar3R_id_formula").numbered("tau", 3);
    let rounding = absolute(&torques(&table, &rows)?, &printed);
    let mut checks = terms(&rods)?;
    checks.push(printed_check("torques along the motion", relative(&ours, &printed)));
    checks.push(Check {
        what: "torques along the motion".into(),
        oracle: Oracle::Engines,
        deviation: relative(&ours, &engines),
        tolerance: 1e-12,
        unit: "of the largest",
    });
    checks.push(Check {
        what: "`planar_3r`, rounded inertias".into(),
        oracle: Oracle::ClosedForm,
        deviation: rounding,
        tolerance: 2e-6,
        unit: "N m",
    });
    Ok(Findings {
        text: format!(
            "The exercise prints the equations of motion of the planar arm of three rods, I θ̈ + C θ̇ = τᵍ + τ (9.42a-d), and \
             asks for the torques of Example 9.4 from them. They are transcribed and compared with the recursion, term by \
             term at 75 states and along the cycloid from 0 to π in 10 s. Model `planar_3r_rods`, with the inertias m a²/12 \
             that the equations have.\n\nThe equations are printed without error. Table 9.2 prints the inertia of the second \
             rod rounded (0.00208): `planar_3r`, which has it, differs from the equations by {rounding:.1e} N m. Sentence of \
             Example 9.4, \"verified with explicit expressions\": reproduced."
        ),
        checks,
        plots: vec![plot("Torques, N m", &JOINTS, "N m", &rows.t, &ours, ("(9.42)", &printed))],
        tables: vec![some("Torques, N m", &rows.t, &ours, &[0, 25, 50, 75, 100])],
    })
}

/// Inertia matrix, convective matrix and vector, and weight, at a grid of states with three different speeds.
fn terms(model: &Model) -> Result<Vec<Check>, Error> {
    let (mut found, mut printed): ([Vec<Vec<f64>>; 4], [Vec<Vec<f64>>; 4]) = Default::default();
    let mut ws = Workspace::new(model);
    let angles = [-2.3, -0.9, 0.2, 1.4, 2.8];
    for (q2, q3) in angles.iter().flat_map(|x| angles.iter().map(move |y| (*x, *y))) {
        for v in [[1.5, -2.0, 0.7], [-0.3, 4.0, 1.0], [2.0, 0.5, -3.0]] {
            let q = [0.4 + q2 * q3, q2, q3];
            let (mut gim, mut mci, mut vci, mut weight) = ([0.0; 9], [0.0; 9], [0.0; 3], [0.0; 3]);
            let mut stage = ws.position(model, &q)?.velocity(&v)?;
            stage.gim(&mut gim)?;
            stage.mci(&mut mci)?;
            stage.vci(&mut vci)?;
            stage.gravity_forces(&mut weight)?;
            // what holds the arm is opposite to τᵍ
            let ours = [gim.to_vec(), mci.to_vec(), vci.to_vec(), weight.map(|x| -x).to_vec()];
            let theirs =
                [RODS.gim(q).concat(), RODS.mci(q, v).concat(), RODS.vci(q, v).to_vec(), RODS.gravity(q).to_vec()];
            found.iter_mut().zip(ours).for_each(|(all, row)| all.push(row));
            printed.iter_mut().zip(theirs).for_each(|(all, row)| all.push(row));
        }
    }
    let whats = ["inertia matrix (9.42b)", "matrix C (9.42c)", "vector C θ̇", "weight τᵍ (9.42d)"];
    let pairs = found.iter().zip(&printed);
    Ok(whats.iter().zip(pairs).map(|(what, (a, b))| printed_check(what, relative(a, b))).collect())
}

/// Exercise 9.12: the fall of Example 9.8 from the printed equations.
pub(super) fn fall_of_three_rods() -> Result<Findings, Error> {
    let model = denoc::load("planar_3r_rods")?.model;
    let (end, start) = (5.0, [0.0; 3]);
    let fall = free_fall(&model, &start, end, 0.05)?;
    let rows = &fall.rows;
    let sharp = printed_fall(&rows.t, [1e-13, 1e-14]);
    let loose = printed_fall(&rows.t, [1e-3, 1e-6]);
    let deviation = absolute(&rows.q, &sharp);
    let leaves = |by: f64| {
        let gap = |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).any(|(x, y)| !((x - y).abs() <= by));
        let first = rows.q.iter().zip(&loose).position(gap);
        first.map_or("not before the end".into(), |i| format!("at {:.2} s", rows.t[i]))
    };
    let text = format!(
        "The exercise asks to simulate Example 9.8 with (9.42) and \"ODE45\" of MATLAB. The transcribed equations are solved \
         for the accelerations by Cramer's rule and integrated by Runge-Kutta of Dormand and Prince, 5(4), which is what \
         ODE45 is; the recursion of `planar_3r_rods` is integrated by DOP853. Both are compared up to {end} s; the motion is \
         chaotic, and rounding decides soon after. With the tolerances that ODE45 takes if nothing is said (1e-3 relative, \
         1e-6 absolute) its curve leaves the exact one by 0.01 rad {}, by 0.1 rad {} and by 1 rad {}.\n\nThe results of \
         Example 9.8 are verified by the printed equations: reproduced, if the tolerance is tight enough. (`planar_3r` of \
         Example 9.8 has a rounded inertia, so its curves differ from these.)",
        leaves(0.01),
        leaves(0.1),
        leaves(1.0)
    );
    Ok(Findings {
        text,
        checks: vec![
            Check {
                what: format!("angles to {end} s, (9.42) integrated"),
                oracle: Oracle::ClosedForm,
                deviation,
                tolerance: 1e-8,
                unit: "rad",
            },
            Check {
                what: "energy".into(),
                oracle: Oracle::Identity,
                deviation: fall.energy_drift,
                tolerance: 1e-10,
                unit: "of the largest kinetic energy",
            },
        ],
        plots: vec![
            plot("Joint angles", &JOINTS, "rad", &rows.t, &rows.q, ("(9.42)", &sharp)),
            plot("ODE45 as it comes", &JOINTS, "rad", &rows.t, &rows.q, ("tolerance 1e-3", &loose)),
        ],
        tables: vec![some("Joint angles, rad", &rows.t, &rows.q, &[1, 10, 20, 40, 60, 80, 100])],
    })
}

/// Angles of the fall from rest along X.
fn printed_fall(t: &[f64], tolerances: [f64; 2]) -> Vec<Vec<f64>> {
    let rates = |[q1, q2, q3, v1, v2, v3]: [f64; 6]| {
        let [a1, a2, a3] = RODS.falling([q1, q2, q3], [v1, v2, v3]);
        [v1, v2, v3, a1, a2, a3]
    };
    let rows = ode45::integrate([0.0; 6], t, tolerances, rates);
    rows.into_iter().map(|row| row.into_iter().take(3).collect()).collect()
}

/// Exercise 9.14: torques of the arm of Fig. 9.5.
pub(super) fn torques_of_two_rods() -> Result<Findings, Error> {
    let model = denoc::load("two_r")?.model;
    let rows = cycloid(&model, &[0.0; 2], &[PI; 2], 10.0, 100)?;
    let ours = torques(&model, &rows)?;
    let states = rows.q.iter().zip(&rows.v).zip(&rows.a);
    let printed: Vec<Vec<f64>> = states.map(|((q, v), a)| two_rods(q, v, a)).collect();
    Ok(Findings {
        text: "The exercise asks for the torques of the arm of Example 9.3 with RoboAnalyzer; it prints no numbers and no \
               motion. Ours: the cycloid from 0 to π in 10 s, m = 1 kg and a = 1 m of both rods, gravity along −Y (model \
               `two_r`). Compared with I θ̈ + h of (9.27) to (9.31) plus the weight, g₁ = (½ m₁ + m₂) g a₁ c₁ + ½ m₂ g a₂ c₁₂ \
               and g₂ = ½ m₂ g a₂ c₁₂, which the book does not print."
            .into(),
        checks: vec![Check { tolerance: 1e-14, ..printed_check("torques", relative(&ours, &printed)) }],
        plots: vec![plot("Torques, N m", &JOINTS[..2], "N m", &rows.t, &ours, ("closed form", &printed))],
        tables: vec![some("Torques, N m", &rows.t, &ours, &[0, 25, 50, 75, 100])],
    })
}

fn two_rods(q: &[f64], v: &[f64], a: &[f64]) -> Vec<f64> {
    let (&[q1, q2], &[v1, v2], &[a1, a2]) = (q, v, a) else { return vec![f64::NAN; 2] };
    let TwoRods { gim: [i11, i12, i21, i22], vci: [h1, h2], .. } = TwoRods::at([q1, q2], [v1, v2]);
    let (upper, lower) = (1.5 * G * q1.cos(), 0.5 * G * (q1 + q2).cos());
    vec![i11 * a1 + i12 * a2 + h1 + upper + lower, i21 * a1 + i22 * a2 + h2 + lower]
}

/// Exercise 9.15: half the way of Example 9.4.
pub(super) fn quarter_turn() -> Result<Findings, Error> {
    let (rods, table) = (denoc::load("planar_3r_rods")?.model, denoc::load("planar_3r")?.model);
    let rows = cycloid(&rods, &[0.0; 3], &[FRAC_PI_2; 3], 10.0, 100)?;
    let (exact, ours, printed) = (torques(&rods, &rows)?, torques(&table, &rows)?, printed_torques(&RODS, &rows));
    // the first rod stands, the second lies towards −X, the third hangs
    let statics = 9.81 * 0.25 * (0.5 * 0.4 + 0.3);
    let end = ours.last().map_or(vec![], Vec::clone);
    Ok(Findings {
        text: "The exercise asks for the torques of Example 9.4 along the cycloid from 0 to π/2 of all joints, with \
               RoboAnalyzer; (9.43) does not say how long it takes: 10 s here, as in (9.36). It prints θ̇(0) = θ̈(0) = 0 twice; \
               the second pair is meant at T. Compared: `planar_3r_rods` with the printed equations (9.42), and `planar_3r` \
               (its inertias rounded as in table 9.2) with the same and with statics by hand at the end, −1.22625, −1.22625 \
               and 0 N m."
            .into(),
        checks: vec![
            printed_check("torques, `planar_3r_rods`", relative(&exact, &printed)),
            Check {
                what: "torques, `planar_3r`".into(),
                oracle: Oracle::ClosedForm,
                deviation: absolute(&ours, &printed),
                tolerance: 2e-6,
                unit: "N m",
            },
            Check {
                what: "statics at the end, by hand".into(),
                oracle: Oracle::Identity,
                deviation: absolute(&[end], &[vec![-statics, -statics, 0.0]]),
                tolerance: 1e-14,
                unit: "N m",
            },
        ],
        plots: vec![plot("Torques, N m", &JOINTS, "N m", &rows.t, &exact, ("(9.42)", &printed))],
        tables: vec![some("Torques of `planar_3r`, N m", &rows.t, &ours, &[0, 25, 50, 75, 100])],
    })
}

fn printed_check(what: &str, deviation: f64) -> Check {
    Check { what: what.into(), oracle: Oracle::ClosedForm, deviation, tolerance: 1e-12, unit: "of the largest" }
}

/// Some rows of a table of three joints at most, with many digits.
pub(crate) fn some(title: &str, t: &[f64], table: &[Vec<f64>], at: &[usize]) -> TextTable {
    let joints = table.first().map_or(0, Vec::len);
    let row = |&i: &usize| {
        let numbers = table.get(i)?.iter().map(|x| format!("{x:.9}"));
        Some([format!("{}", t.get(i)?)].into_iter().chain(numbers).collect())
    };
    TextTable {
        title: title.into(),
        columns: ["t, s".to_owned()].into_iter().chain((1..=joints).map(|k| format!("joint {k}"))).collect(),
        rows: at.iter().filter_map(row).collect(),
        note: String::new(),
    }
}

/// A row of three; NaN if it is not one.
fn three(row: &[f64]) -> [f64; 3] {
    row.try_into().unwrap_or([f64::NAN; 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the printed equations; numbers of an independent program for 9.14; and an arm with a millionth more mass
    #[test]
    fn torques_follow_the_printed_equations_and_would_notice_another_mass() {
        for findings in [torques_of_three_rods().unwrap(), torques_of_two_rods().unwrap(), quarter_turn().unwrap()] {
            assert!(findings.checks.iter().all(Check::passed), "{:#?}", findings.checks);
        }
        let [q, v, a] = [[FRAC_PI_2; 2], [PI / 5.0; 2], [0.0; 2]];
        let found = two_rods(&q, &v, &a);
        assert!((found[0] + 5.49717626407).abs() < 1e-10 && (found[1] + 4.70760791198).abs() < 1e-10, "{found:?}");

        let model = denoc::load("planar_3r_rods").unwrap().model;
        let rows = cycloid(&model, &[0.0; 3], &[PI; 3], 10.0, 10).unwrap();
        let heavier = Explicit { m: [0.5, 0.4 * (1.0 + 1e-6), 0.3], ..RODS };
        let deviation = relative(&torques(&model, &rows).unwrap(), &printed_torques(&heavier, &rows));
        assert!(!printed_check("torques", deviation).passed());
    }
}
