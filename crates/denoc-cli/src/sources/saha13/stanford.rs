//! Section 2.8: the Stanford arm.

use std::f64::consts::FRAC_PI_3;

use denoc::Error;

use super::super::compare::{absolute, plot, relative};
use super::super::motions::{cycloid, free_fall};
use super::super::saha_ir::exercises::some;
use super::super::saha99::stanford::{both, by_hand, dense_check, pictures};
use super::super::{Check, Findings, Oracle};

const G: f64 = 9.81;

/// Fig. 5.
pub(super) fn inverse() -> Result<Findings, Error> {
    let arm = denoc::load("stanford_1999")?;
    let goal = [FRAC_PI_3, FRAC_PI_3, 0.1, FRAC_PI_3, FRAC_PI_3, FRAC_PI_3];
    let rows = cycloid(&arm.model, &[0.0; 6], &goal, 10.0, 100)?;
    let tables = both(&arm, &rows)?;
    let [ours, dense] = &tables;
    let at = |row: usize, k: usize| ours.get(row).and_then(|row| row.get(k)).copied();
    Ok(Findings {
        text: "Torques of the Stanford arm along (34) and (35), the cycloid in 10 s from zero (joint 2 and the boom, too); \
               gravity along −Z1. The survey takes its data from Saha (1999a) (model `stanford_1999`) and does not print the \
               final values: **assumed** here are those of that paper, 60° and 0.1 m. Compared with dense equations of the same \
               data, and by hand: the upright boom carries 6.1 kg, so f3 = 59.841 N at the start and half of it at the \
               end.\n\nSentence: \"the results were verified with those reported in Saha (2008)\": cannot be reproduced. That \
               book has another Stanford arm (other lengths) and other start values than the paper of 1999."
            .replace("**", ""),
        checks: vec![
            dense_check("forces, final values assumed", relative(ours, dense), 1e-12, "of the largest"),
            by_hand("f3 at the start", at(0, 2).as_ref(), 6.1 * G, "N"),
            by_hand("f3 at the end", at(100, 2).as_ref(), 0.5 * 6.1 * G, "N"),
        ],
        plots: pictures("Fig. 5, final values assumed", &rows.t, &tables),
        tables: vec![some("Forces, N m and N", &rows.t, ours, &[0, 25, 50, 75, 100])],
    })
}

/// Fig. 6.
pub(super) fn fall() -> Result<Findings, Error> {
    let model = denoc::load("stanford_1999")?.model;
    let fall = free_fall(&model, &[0.0; 6], 10.0, 0.05)?;
    let rows = &fall.rows;
    let column = |k: usize| rows.q.iter().map(|q| vec![q[k]]).collect::<Vec<_>>();
    let boom = column(2);
    let parabola: Vec<Vec<f64>> = rows.t.iter().map(|t| vec![-0.5 * G * t * t]).collect();
    let turns: Vec<Vec<f64>> = rows.q.iter().map(|q| [&q[..2], &q[3..]].concat()).collect();
    let rest = vec![vec![0.0; 5]; turns.len()];
    let check = |what: &str, deviation, unit| Check {
        what: what.into(),
        oracle: Oracle::ClosedForm,
        deviation,
        tolerance: 1e-9,
        unit,
    };
    Ok(Findings {
        text: "Free fall \"from the same initial positions\" as the inverse dynamics, that is, all coordinates zero. There the \
               arm stands upright with every mass centre above the axis of joint 2: all revolute joints are in equilibrium, and \
               the equations have the exact solution θ = 0, b3 = −g t²/2; the boom alone falls down. Model `stanford_1999`, \
               compared with that closed form up to 10 s.\n\nThe curves of Fig. 6: not reproduced, they show motion of the \
               revolute joints. The figure must have used other start values than printed, probably θ2 = 90° of the paper of \
               1999; that fall is Saha99 section 6.2, Fig. 9."
            .into(),
        checks: vec![
            check("b3 = −g t²/2", relative(&boom, &parabola), "of the largest"),
            check("revolute joints at rest", absolute(&turns, &rest), "rad"),
            Check {
                what: "energy".into(),
                oracle: Oracle::Identity,
                deviation: fall.energy_drift,
                tolerance: 1e-10,
                unit: "of the largest kinetic energy",
            },
        ],
        plots: vec![plot("b3 from the printed start", &["b3"], "m", &rows.t, &boom, ("−g t²/2", &parabola))],
        tables: vec![some("Coordinates, rad and m", &rows.t, &rows.q, &[20, 40, 100, 200])],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the exact solution; a start a little beside the equilibrium leaves it
    #[test]
    fn the_printed_start_is_an_equilibrium_of_the_revolute_joints() {
        let findings = fall().unwrap();
        assert!(findings.checks.iter().all(Check::passed), "{:#?}", findings.checks);
        let model = denoc::load("stanford_1999").unwrap().model;
        let beside = free_fall(&model, &[0.0, 1e-6, 0.0, 0.0, 0.0, 0.0], 1.0, 0.5).unwrap();
        assert!(beside.rows.q[2][1].abs() > 1e-6);
    }
}
