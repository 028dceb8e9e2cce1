//! Section 6.1: the planar arm.

use std::f64::consts::PI;

use denoc::Error;

use super::super::compare::{absolute, plot, relative};
use super::super::data::Reference;
use super::super::motions::{cycloid, free_fall, torques};
use super::super::saha_ir::exercises::{printed_torques, some};
use super::super::saha_ir::explicit::RODS;
use super::super::{Check, Findings, Oracle};

const JOINTS: [&str; 3] = ["joint 1", "joint 2", "joint 3"];
const NO_DATA: &str =
    "The paper prints neither masses nor lengths; those of table 9.2 of the book are taken (model `planar_3r`).";

/// Fig. 5.
pub(super) fn inverse() -> Result<Findings, Error> {
    let (model, rods) = (denoc::load("planar_3r")?.model, denoc::load("planar_3r_rods")?.model);
    let rows = cycloid(&model, &[0.0; 3], &[PI; 3], 10.0, 100)?;
    let literal: Vec<Vec<f64>> = rows.t.iter().map(|t| vec![half_turn(*t); 3]).collect();
    let ours = torques(&model, &rows)?;
    let engines = Reference::read("A1_planar3R_id_table").numbered("tau", 3);
    let exact = relative(&torques(&rods, &rows)?, &printed_torques(&RODS, &rows));
    let check = |what: &str, oracle, deviation, tolerance, unit| Check {
        what: what.into(),
        oracle,
        deviation,
        tolerance,
        unit,
    };
    Ok(Findings {
        text: format!(
            "Torques along (38), the cycloid from 0 to π in 10 s, gravity along −Y. {NO_DATA} Compared with other engines, and \
             `planar_3r_rods` with explicit expressions (the book's (9.42), which are the same equations).\n\nSentences: the \
             torques \"exactly match those reported in Angeles (1997)\" and \"are also verified with the plots obtained from \
             the explicit expressions\": reproduced, with the book's expressions; Angeles (1997) itself is not at hand."
        ),
        checks: vec![
            check("motion (38)", Oracle::ClosedForm, absolute(&rows.q, &literal), 1e-14, "rad"),
            check("torques", Oracle::Engines, relative(&ours, &engines), 1e-12, "of the largest"),
            check("torques, `planar_3r_rods`", Oracle::ClosedForm, exact, 1e-12, "of the largest"),
        ],
        plots: vec![plot("Fig. 5: torques", &JOINTS, "N m", &rows.t, &ours, ("other engines", &engines))],
        tables: vec![some("Torques, N m", &rows.t, &ours, &[0, 25, 50, 75, 100])],
    })
}

/// (38) as it is printed, T = 10 s.
pub(super) fn half_turn(t: f64) -> f64 {
    let s = 2.0 * PI / 10.0 * t;
    0.5 * (s - s.sin())
}

/// Fig. 6.
pub(super) fn fall() -> Result<Findings, Error> {
    let model = denoc::load("planar_3r")?.model;
    let file = Reference::read("A5_planar3R_freefall_table");
    let (spread, theirs) = (file.column("spread"), file.numbered("q", 3));
    let end = 5.0;
    let known = file.column("t").iter().take_while(|t| **t <= end + 1e-9).count();
    let (spread, theirs) = (&spread[..known], &theirs[..known]);
    let fall = free_fall(&model, &[0.0; 3], end, 0.05)?;
    let rows = &fall.rows;
    // row by row in parts of what is allowed there: 1e-10, or a hundred times the spread of the engines
    let parts = |table: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let scale = |(row, s): (&Vec<f64>, &f64)| row.iter().map(|x| x / (100.0 * s).max(1e-10)).collect();
        table.iter().zip(spread).map(scale).collect()
    };
    let fits = if rows.q.len() == known { absolute(&parts(&rows.q), &parts(theirs)) } else { f64::NAN };
    let first: Vec<f64> = rows.q.iter().take_while(|q| q.iter().all(|x| x.abs() < 1.0)).map(|q| q[0]).collect();
    let wrong_way = if first.len() > 1 { first.iter().fold(0.0_f64, |m, x| m.max(*x)) } else { f64::NAN };
    let check = |what: &str, oracle, deviation, tolerance, unit| Check {
        what: what.into(),
        oracle,
        deviation,
        tolerance,
        unit,
    };
    Ok(Findings {
        text: format!(
            "Free fall from rest along X; the paper integrates with Runge-Kutta of order 5/6. {NO_DATA} Compared with other \
             engines up to {end} s, within 1e-10 rad or a hundred times their spread; the motion is chaotic, and the engines \
             themselves part later.\n\nSentences: \"θ1 will increase initially in the negative direction\": reproduced, \
             {:.4} rad after 0.05 s. \"The system under gravity behaves as a triple pendulum\": reproduced, its energy stays.",
            rows.q.get(1).map_or(f64::NAN, |q| q[0])
        ),
        checks: vec![
            check("angles to 5 s", Oracle::Engines, fits, 1.0, "of what is allowed"),
            check("θ1 negative at first", Oracle::Printed, wrong_way, 0.0, "rad"),
            check("energy", Oracle::Identity, fall.energy_drift, 1e-10, "of the largest kinetic energy"),
        ],
        plots: vec![plot("Fig. 6: joint angles", &JOINTS, "rad", &rows.t, &rows.q, ("other engines", theirs))],
        tables: vec![some("Joint angles, rad", &rows.t, &rows.q, &[1, 10, 20, 40, 60, 80, 100])],
    })
}
