//! Examples 9.4 to 9.7: torques of four arms that move along cycloids.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3, PI};

use denoc::model::{Description, Model};
use denoc::results::{Panel, Plot, TextTable, XAxis};

use super::super::data::Reference;
use super::super::dense::DenseArm;
use super::super::motions::{Rows, cycloid, peaks, torques};
use super::super::{Check, Findings, Oracle, compare};

const G: f64 = 9.81;

/// What an example moves, and the file with the torques of other engines.
struct Example {
    model: &'static str,
    file: &'static str,
    start: &'static [f64],
    goal: &'static [f64],
    names: &'static [&'static str],
}

/// What was computed for it.
struct Moved {
    model: Model,
    description: Description,
    rows: Rows,
    torques: Vec<Vec<f64>>,
    findings: Findings,
}

const SIX: &[&str] = &["τ1", "τ2", "τ3", "τ4", "τ5", "τ6"];

impl Example {
    /// Computes the torques and compares them with those of other engines.
    fn run(&self) -> Result<Moved, denoc::Error> {
        let denoc::Loaded { description, model, .. } = denoc::load(self.model)?;
        let rows = cycloid(&model, self.start, self.goal, 10.0, 100)?;
        let found = torques(&model, &rows)?;
        let reference = Reference::read(self.file);
        let expected = reference.numbered("tau", self.names.len());
        let check = torque_check(&found, &expected);
        let ends = [&rows.v, &rows.a].into_iter().flat_map(|table| [table.first(), table.last()]).flatten().flatten();
        let rest = Check {
            what: "speeds and accelerations at both ends".into(),
            oracle: Oracle::Printed,
            deviation: ends.fold(0.0, |m, x| if x.abs() <= m { m } else { x.abs() }),
            tolerance: 1e-14,
            unit: "rad/s, rad/s²",
        };
        let findings = Findings {
            checks: vec![check, rest],
            plots: self.plots(&rows.t, &found, &expected),
            tables: vec![self.peaks(&model)?],
            ..Findings::default()
        };
        Ok(Moved { model, description, rows, torques: found, findings })
    }

    /// Three joints in a picture: the torques of a hand are small beside those of the arm that carries it.
    fn plots(&self, t: &[f64], found: &[Vec<f64>], expected: &[Vec<f64>]) -> Vec<Plot> {
        let part = |table: &[Vec<f64>], from: usize| {
            table.iter().map(|row| row.iter().skip(from).take(3).copied().collect()).collect::<Vec<Vec<f64>>>()
        };
        let halves = self.names.chunks(3).enumerate().map(|(k, names)| {
            let (ours, theirs) = (part(found, 3 * k), part(expected, 3 * k));
            let (unit, what) = if names.contains(&"f3") { ("N m; f3: N", "Joint forces") } else { ("N m", "Torques") };
            let title = format!("{what} {} to {}", names[0], names[names.len() - 1]);
            compare::plot(&title, names, unit, t, &ours, ("others", &theirs))
        });
        halves.collect()
    }

    /// The torques at both ends and the largest ones, to the hundredth of a second.
    fn peaks(&self, model: &Model) -> Result<TextTable, denoc::Error> {
        let rows = cycloid(model, self.start, self.goal, 10.0, 1000)?;
        let table = torques(model, &rows)?;
        let ends = [table.first(), table.last()].map(|row| row.cloned().unwrap_or_default());
        let line = |(k, (peak, t)): (usize, (f64, f64))| {
            let [start, end] = &ends;
            let mut cells = vec![self.names[k].to_owned()];
            // no sign of a zero
            cells.extend([start[k], end[k], peak].map(|x| format!("{:.6}", if x.abs() < 5e-7 { 0.0 } else { x })));
            cells.push(format!("{t:.2} s"));
            cells
        };
        Ok(TextTable {
            title: "Ends and peaks".into(),
            columns: ["", "at 0 s", "at 10 s", "largest", "when"].map(str::to_owned).to_vec(),
            rows: peaks(&rows.t, &table).into_iter().enumerate().map(line).collect(),
            note: "N m; N where a joint slides.".into(),
        })
    }
}

/// The comparison with other engines.
fn torque_check(found: &[Vec<f64>], expected: &[Vec<f64>]) -> Check {
    Check {
        what: "torques".into(),
        oracle: Oracle::Engines,
        deviation: compare::relative(found, expected),
        tolerance: 1e-9,
        unit: "of the largest",
    }
}

/// A few torques against statics by hand, in N m.
fn statics(pairs: &[(f64, f64)]) -> Check {
    let [found, expected] = [0, 1].map(|k| pairs.iter().map(|p| vec![[p.0, p.1][k]]).collect::<Vec<_>>());
    Check {
        what: "torques at rest, by hand".into(),
        oracle: Oracle::ClosedForm,
        deviation: compare::relative(&found, &expected),
        tolerance: 1e-12,
        unit: "of the largest",
    }
}

/// Example 9.4: the planar arm.
pub(super) fn planar() -> Result<Findings, denoc::Error> {
    let example = Example {
        model: "planar_3r",
        file: "A1_planar3R_id_table",
        start: &[0.0; 3],
        goal: &[PI; 3],
        names: &["τ1", "τ2", "τ3"],
    };
    let Moved { rows, torques, mut findings, .. } = example.run()?;
    // largest speed and acceleration of the cycloid from 0 to π
    let largest = [&rows.v, &rows.a].map(|table| peaks(&rows.t, table).into_iter().map(|p| p.0.abs()).collect());
    findings.checks.push(Check {
        what: "largest speeds π/5 and accelerations π²/50".into(),
        oracle: Oracle::ClosedForm,
        deviation: compare::absolute(&largest, &[vec![PI / 5.0; 3], vec![PI * PI / 50.0; 3]]),
        tolerance: 1e-12,
        unit: "rad/s, rad/s²",
    });
    let (start, end) = (weights([1.0, 1.0, 1.0]), weights([-1.0, 1.0, -1.0]));
    let pairs: Vec<(f64, f64)> =
        [(&torques[0], start), (&torques[100], end)].iter().flat_map(|(a, b)| a.iter().copied().zip(*b)).collect();
    findings.checks.push(statics(&pairs));
    findings.plots.insert(0, motion(&rows));
    findings.text = "Three rods turn by π each in ten seconds, along the cycloid (9.36) with gravity along −Y; Fig. 9.7 shows the \
                     motion, Fig. 9.8 the torques. Model `planar_3r` with the numbers of Table 9.2. Compared are the torques \
                     with those of other engines for the same table, the motion with its peaks by hand, and the torques at both \
                     ends with statics as in (9.42d).\n\nThe figures come without numbers, so the curves of the book can be \
                     judged by eye only. The text verifies the torques with explicit expressions: see Exercise 9.11."
        .into();
    Ok(findings)
}

/// Torques that hold the rods of Table 9.2 where the cosines of their absolute angles are `c`.
fn weights(c: [f64; 3]) -> [f64; 3] {
    let (m, a) = ([0.5, 0.4, 0.3], [0.3, 0.25, 0.22]);
    // arms of the weights about joint k: whole links between, half of the own one
    let arm = |k: usize, j: usize| (k..j).map(|i| a[i] * c[i]).sum::<f64>() + 0.5 * a[j] * c[j];
    [0, 1, 2].map(|k| (k..3).map(|j| m[j] * G * arm(k, j)).sum())
}

/// The curves of Fig. 9.7; all joints move alike.
fn motion(rows: &Rows) -> Plot {
    let first = |table: &[Vec<f64>]| table.iter().map(|row| row[0]).collect::<Vec<_>>();
    let panel =
        |label: &str, unit: &str, table: &[Vec<f64>]| Panel::new(label, unit).series("every joint", first(table));
    Plot::new("Motion of the joints (Fig. 9.7)", XAxis::time(rows.t.clone()))
        .panel(panel("angle", "rad", &rows.q))
        .panel(panel("speed", "rad/s", &rows.v))
        .panel(panel("acceleration", "rad/s²", &rows.a))
}

/// Example 9.5: the PUMA.
pub(super) fn puma() -> Result<Findings, denoc::Error> {
    let example = Example { model: "puma", file: "A2_puma_id_R", start: &[0.0; 6], goal: &[PI; 6], names: SIX };
    let Moved { torques, mut findings, .. } = example.run()?;
    let hand = 1.052 + 1.052 + 0.351;
    findings.checks.push(statics(&[
        // link 3 has its mass centre on axis 3
        (torques[0][1], -G * (15.761 * (0.432 - 0.292) + 8.767 * 0.432 + hand * (0.432 + 0.02))),
        (torques[0][2], -G * 0.02 * hand),
    ]));
    findings.text = "All six joints of the arm of Table 9.3 turn by π in ten seconds; Fig. 9.11 has the six torques. Model `puma`. \
                     Compared are the torques with those of other engines for the same table, with r as the vector from the mass \
                     centre to the next joint, and τ2 and τ3 at the start with statics by hand: −g [m2 (a2 − r2) + m3 a2 + \
                     (m4 + m5 + m6)(a2 + a3)] and −g a3 (m4 + m5 + m6).\n\nThe remark of the text that frames 5 and 6 differ \
                     from those of an earlier figure changes no torque."
        .into();
    Ok(findings)
}

/// Example 9.6: the Stanford arm.
pub(super) fn stanford() -> Result<Findings, denoc::Error> {
    const THIRD: f64 = 5.0 * PI / 6.0;
    let example = Example {
        model: "stanford",
        file: "A3_stanford_id_R",
        start: &[0.0, -FRAC_PI_2, 0.635, 0.0, PI, PI],
        goal: &[FRAC_PI_3, -THIRD, 0.735, FRAC_PI_3, THIRD, THIRD],
        names: &["τ1", "τ2", "f3", "τ4", "τ5", "τ6"],
    };
    let Moved { torques, mut findings, .. } = example.run()?;
    // the boom is level at the start; the wrist is at b3 + b4
    let wrist = 0.635 + 0.227;
    let hand = 0.6 * 0.06 + 0.5 * (0.432 + 0.2);
    findings.checks.push(statics(&[
        (torques[0][1], G * (4.0 * 0.635 + (wrist - 0.1) + 1.1 * wrist + hand)),
        (torques[0][4], G * hand),
        (torques[100][2], G * 6.1 * THIRD.cos()),
    ]));
    findings.text = "The arm of Table 9.4 moves from its printed start to its printed end in ten seconds; the third joint slides \
                     by 0.1 m. Model `stanford`. Compared are the forces of Fig. 9.13 with those of other engines, and statics by \
                     hand: τ2 and τ5 at the start, where the boom is level, and f3 = (m3 + … + m6) g cos θ2 at the \
                     end.\n\nErratum E12 matters here: the rate of d in (9.16d) leaves out the sliding of the joint, which halves \
                     its Coriolis force; the engines agree with the corrected expression."
        .into();
    Ok(findings)
}

/// Example 9.7: the KUKA.
pub(super) fn kuka() -> Result<Findings, denoc::Error> {
    let example =
        Example { model: "kuka_kr5", file: "A4_kuka_id_R", start: &[0.0; 6], goal: &[FRAC_PI_3; 6], names: SIX };
    let Moved { model, description, rows, torques, mut findings } = example.run()?;
    let hand = 4.008 + 1.615 + 0.016;
    findings.checks.push(statics(&[
        (torques[0][1], G * (15.92 * (0.6 - 0.333) + 25.852 * (0.72 - 0.032) + hand * 0.72)),
        (torques[0][2], -G * (25.852 * (0.12 - 0.032) + hand * 0.12)),
    ]));
    findings.checks.push(Check {
        what: "torque 6 is zero".into(),
        oracle: Oracle::Identity,
        deviation: compare::absolute(
            &torques.iter().map(|row| vec![row[5]]).collect::<Vec<_>>(),
            &vec![vec![0.0]; torques.len()],
        ),
        tolerance: 1e-13,
        unit: "N m",
    });
    let path = tool(&model, &rows)?;
    let dense = DenseArm::from_description(&description);
    let places = rows.q.iter().map(|q| dense.places(q).last().map_or(Vec::new(), |place| place.origin.to_vec()));
    findings.checks.push(Check {
        what: "path of the tool".into(),
        oracle: Oracle::Dense,
        deviation: compare::absolute(&path, &places.collect::<Vec<_>>()),
        tolerance: 1e-12,
        unit: "m",
    });
    let column = |k: usize| path.iter().map(|p| p[k]).collect::<Vec<_>>();
    let mut panel = Panel::new("position of the tool", "m");
    for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
        panel = panel.series(name, column(k));
    }
    findings.plots.push(Plot::new("Path of the tool (Fig. 9.14)", XAxis::time(rows.t.clone())).panel(panel));
    findings.text = "All six joints of the robot of Table 9.5 turn by 60° in ten seconds; Fig. 9.14 shows the path of the tool, \
                     Fig. 9.15 the torques. Model `kuka_kr5`. Compared are the torques with those of other engines, τ2 and τ3 at \
                     the start with statics by hand, and the path with products of 4×4 matrices.\n\nτ6 is zero at all times: link \
                     6 has no inertia and its mass centre is on its own axis. Free fall needs a rotor there (Example 9.11)."
        .into();
    Ok(findings)
}

/// Where the frame `tool` is.
fn tool(model: &Model, rows: &Rows) -> Result<Vec<Vec<f64>>, denoc::Error> {
    let frame = model.frame("tool")?;
    let mut ws = denoc::dynamics::Workspace::new(model);
    let mut path = Vec::with_capacity(rows.q.len());
    for q in &rows.q {
        path.push(ws.position(model, q)?.frame_pose(frame).position.to_array().to_vec());
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    // oracle: the same comparison with the right model passes
    #[test]
    fn a_mass_that_is_wrong_by_a_millionth_is_noticed() {
        let expected = Reference::read("A2_puma_id_R").numbered("tau", 6);
        let mut loaded = denoc::load("puma").unwrap();
        for (factor, passes) in [(1.0, true), (1.0 + 1e-6, false)] {
            let link = loaded.description.links.iter_mut().find(|link| link.name == "link3").unwrap();
            link.mass.mass *= factor;
            let model = loaded.description.build().unwrap();
            let rows = cycloid(&model, &[0.0; 6], &[PI; 6], 10.0, 100).unwrap();
            let check = torque_check(&torques(&model, &rows).unwrap(), &expected);
            assert_eq!(check.passed(), passes, "{check:?}");
        }
    }
}
