//! Section 6.2: the Stanford arm.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};

use denoc::{Error, Loaded};

use super::super::compare::{absolute, plot, relative};
use super::super::dense::DenseArm;
use super::super::motions::{Rows, cycloid, free_fall, peaks, torques};
use super::super::saha_ir::exercises::some;
use super::super::{Check, Findings, Oracle};

const START: [f64; 6] = [0.0, FRAC_PI_2, 0.0, 0.0, 0.0, 0.0];
const TORQUES: [&str; 6] = ["τ1", "τ2", "f3", "τ4", "τ5", "τ6"];
const MODEL: &str =
    "Model `stanford_1999` (table 3; α2 is printed \"~90\" and read +90°, r4y is printed \"1\" and read 0.1 m).";

/// Joint forces of the library and of the dense equations along a motion.
pub(crate) fn both(arm: &Loaded, rows: &Rows) -> Result<[Vec<Vec<f64>>; 2], Error> {
    let dense = DenseArm::from_description(&arm.description);
    let states = rows.q.iter().zip(&rows.v).zip(&rows.a);
    Ok([torques(&arm.model, rows)?, states.map(|((q, v), a)| dense.torques(q, v, a)).collect()])
}

pub(crate) fn dense_check(what: &str, deviation: f64, tolerance: f64, unit: &'static str) -> Check {
    Check { what: what.into(), oracle: Oracle::Dense, deviation, tolerance, unit }
}

/// A number found by hand, at the start or the end of a motion.
pub(crate) fn by_hand(what: &str, found: Option<&f64>, expected: f64, unit: &'static str) -> Check {
    let deviation = found.map_or(f64::NAN, |x| (x - expected).abs());
    Check { what: format!("{what}, by hand"), oracle: Oracle::Identity, deviation, tolerance: 1e-12, unit }
}

/// Torques in three pictures: the joints of the wrist have a scale of their own, and so has the boom.
pub(crate) fn pictures(title: &str, t: &[f64], [ours, theirs]: &[Vec<Vec<f64>>; 2]) -> Vec<denoc::results::Plot> {
    let columns = |table: &[Vec<f64>], which: &[usize]| -> Vec<Vec<f64>> {
        table.iter().map(|row| which.iter().map(|&k| row.get(k).copied().unwrap_or(f64::NAN)).collect()).collect()
    };
    let picture = |what: &str, which: &[usize], unit: &str| {
        let names: Vec<&str> = which.iter().filter_map(|&k| TORQUES.get(k).copied()).collect();
        let title = format!("{title}: {what}");
        plot(&title, &names, unit, t, &columns(ours, which), ("dense", &columns(theirs, which)))
    };
    vec![picture("arm", &[0, 1], "N m"), picture("boom", &[2], "N"), picture("wrist", &[3, 4, 5], "N m")]
}

/// Fig. 8.
pub(super) fn inverse() -> Result<Findings, Error> {
    let arm = denoc::load("stanford_1999")?;
    let literal = cycloid(&arm.model, &START, &START.map(|x| x + PI), 10.0, 100)?;
    let goal = [FRAC_PI_3, FRAC_PI_3, 0.1, FRAC_PI_3, FRAC_PI_3, FRAC_PI_3];
    let likely = cycloid(&arm.model, &START, &goal, 10.0, 100)?;
    let (first, second) = (both(&arm, &literal)?, both(&arm, &likely)?);
    let peak = |rows: &Rows, table: &[Vec<f64>], k: usize| peaks(&rows.t, table).get(k).map_or(f64::NAN, |p| p.0.abs());
    // links 4, 5 and 6 beyond the axis of joint 2, which carries the boom in its middle
    let moment = -9.81 * (1.0 * 0.5 + 0.6 * 0.6 + 0.5 * 0.6);
    let at = |table: &[Vec<f64>], row: usize, k: usize| table.get(row).and_then(|row| row.get(k)).copied();
    let mut plots = pictures("Fig. 8, as the sentence says", &likely.t, &second);
    plots.extend(pictures("Fig. 8, as (39) says", &literal.t, &first));
    Ok(Findings {
        text: format!(
            "Torques of the Stanford arm in 10 s. {MODEL} Two motions are stated and both are computed: (39) literally, every \
             coordinate moves by π (the boom by π metres); and the sentence below it, from θ2 = 90° and zero to 60° and 0.1 m. \
             They contradict each other; the second is the plausible one, as the boom moves by 0.1 m only. Compared with dense \
             equations of the same data, and with statics by hand: τ2 = −9.81 (1·0.5 + 0.6·0.6 + 0.5·0.6) = −11.3796 N m at the \
             start; f3 = 6.1·9.81/2 = 29.9205 N at the end.\n\nPeaks of the second motion: τ1 {:.4}, τ2 {:.4} N m, f3 {:.4} N; \
             of the first: {:.3}, {:.3} N m, {:.3} N. Sentence: the plots \"exactly match those reported in Cyril (1988)\": \
             cannot be judged, that thesis is not at hand and the figure is a curve without numbers.",
            peak(&likely, &second[0], 0),
            peak(&likely, &second[0], 1),
            peak(&likely, &second[0], 2),
            peak(&literal, &first[0], 0),
            peak(&literal, &first[0], 1),
            peak(&literal, &first[0], 2),
        ),
        checks: vec![
            dense_check("forces, to 60° and 0.1 m", relative(&second[0], &second[1]), 1e-12, "of the largest"),
            dense_check("forces, as (39) says", relative(&first[0], &first[1]), 1e-12, "of the largest"),
            by_hand("τ2 at the start", at(&second[0], 0, 1).as_ref(), moment, "N m"),
            by_hand("f3 at the end", at(&second[0], 100, 2).as_ref(), 0.5 * 6.1 * 9.81, "N"),
        ],
        plots,
        tables: vec![
            some("Forces to 60° and 0.1 m, N m and N", &likely.t, &second[0], &[0, 25, 50, 75, 100]),
            some("Forces as (39) says, N m and N", &literal.t, &first[0], &[0, 25, 50, 75, 100]),
        ],
    })
}

/// Fig. 9.
pub(super) fn fall() -> Result<Findings, Error> {
    let arm = denoc::load("stanford_1999")?;
    let fall = free_fall(&arm.model, &START, 10.0, 0.05)?;
    let rows = &fall.rows;
    let both = DenseArm::from_description(&arm.description).integrate(&START, &[0.0; 6], &rows.t);
    let dense: Vec<Vec<f64>> = both.into_iter().map(|row| row.into_iter().take(6).collect()).collect();
    // the boom leaves for hundreds of metres: relative there
    let scaled = |table: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let part =
            |(row, other): (&Vec<f64>, &Vec<f64>)| row.iter().zip(other).map(|(x, y)| x / y.abs().max(1.0)).collect();
        table.iter().zip(&dense).map(part).collect()
    };
    let column = |k: usize| rows.q.iter().map(|q| q[k]).collect::<Vec<f64>>();
    let (turn, boom) = (column(1), column(2));
    let below = turn.iter().fold(0.0_f64, |m, x| m.max(FRAC_PI_2 - x));
    let back = boom.windows(2).fold(0.0_f64, |m, pair| m.max(pair[0] - pair[1]));
    let after_turn = turn.iter().position(|x| *x >= PI).and_then(|i| rows.t.get(i));
    let after_turn = after_turn.map_or("not within 10 s".to_owned(), |t| format!("at {t:.2} s only"));
    let metres = |i: usize| boom.get(i).copied().unwrap_or(f64::NAN);
    let picture = |title: &str, which: &[usize], names: &[&str], unit: &str| {
        let of = |table: &[Vec<f64>]| -> Vec<Vec<f64>> {
            table.iter().map(|row| which.iter().map(|&k| row[k]).collect()).collect()
        };
        plot(title, names, unit, &rows.t, &of(&rows.q), ("dense", &of(&dense)))
    };
    let printed = |what: &str, deviation: f64, unit: &'static str| Check {
        what: what.into(),
        oracle: Oracle::Printed,
        deviation,
        tolerance: 0.0,
        unit,
    };
    Ok(Findings {
        text: format!(
            "Free fall from θ2 = 90°, all else zero, at rest; the paper integrates with Runge-Kutta of order 5/6. {MODEL} \
             Compared with the dense equations, integrated by extrapolation, up to 10 s.\n\nSentence: \"the motion of joint 3 \
             should sharply increase once the joint 2 turns more than 90 deg\": reproduced, if the angle θ2 is meant: it reads \
             90° at the start and grows at once, and the boom only ever slides outwards ({:.3} m after 0.5 s, {:.3} m after \
             1 s, {:.3} m after 2 s). Not reproduced, if a turn by 90° is meant: θ2 reaches 180° {after_turn}. A real arm has \
             stops; {:.0} m after 10 s is what the equations say.",
            metres(10),
            metres(20),
            metres(40),
            metres(200)
        ),
        checks: vec![
            dense_check("coordinates to 10 s", absolute(&scaled(&rows.q), &scaled(&dense)), 1e-8, "of max(1, |q|)"),
            printed("θ2 stays above 90°", below, "rad"),
            printed("the boom slides outwards", back, "m"),
            Check {
                what: "energy".into(),
                oracle: Oracle::Identity,
                deviation: fall.energy_drift,
                tolerance: 1e-10,
                unit: "of the largest kinetic energy",
            },
        ],
        plots: vec![
            picture("Fig. 9: angles", &[0, 1, 3, 4, 5], &["θ1", "θ2", "θ4", "θ5", "θ6"], "rad"),
            picture("Fig. 9: boom", &[2], &["b3"], "m"),
        ],
        tables: vec![some("Coordinates, rad and m", &rows.t, &rows.q, &[10, 20, 40, 100, 200])],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: dense equations, statics by hand; an arm with a millionth more mass in its last link does not pass
    #[test]
    fn torques_are_those_of_the_dense_equations_and_would_notice_another_mass() {
        let findings = inverse().unwrap();
        assert!(findings.checks.iter().all(Check::passed), "{:#?}", findings.checks);
        let mut arm = denoc::load("stanford_1999").unwrap();
        let rows = cycloid(&arm.model, &START, &[0.5; 6], 10.0, 4).unwrap();
        let [_, dense] = both(&arm, &rows).unwrap();
        arm.description.links.last_mut().unwrap().mass.mass *= 1.0 + 1e-6;
        let [heavier, _] = both(&arm.rebuild().unwrap(), &rows).unwrap();
        assert!(!dense_check("forces", relative(&heavier, &dense), 1e-12, "").passed());
        assert!(!by_hand("τ2", heavier[0].get(1), -11.3796, "N m").passed());
    }
}
