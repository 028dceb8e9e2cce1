//! Section 4.2: the parallelogram of Fig. 5a, which passes a singular pose twice in every period.

use std::f64::consts::FRAC_PI_4;

use denoc_results::TextTable;
use denoc_run::Loaded;

use super::odca;
use super::unit_bars::GRAVITY;
use crate::ValidationError;
use crate::reproduce::curves::{Curves, Labels};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::linkage::{self, Bar, Run, Settings};
use crate::reproduce::{Case, Finding, Work, picture, reference};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 4.2, Fig. 5a",
    title: "parallelogram: 20 s through its singular pose",
    work: Work::Arm("odca_parallelogram", run),
};

/// Bars A and B from the downward vertical, and C, which stays vertical.
pub(super) const BARS: [Bar; 3] = [(&["pivot_a"], 0.0), (&["pivot_b"], 0.0), (&["pivot_a", "pin_ac"], 0.0)];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "Released at 45°, at rest. On the branch of the parallelogram it is a pendulum, q̈ = −(2 g/3.5) sin q: the \
         reference are Jacobi's elliptic functions in 40 digits. When it hangs all bars are in line, the closure loses \
         a rank and another branch of motion crosses. By our methods for loops, and by O-DCA.",
    );
    let ours = linkage::release(arm, Settings::exact(20.0, 0.05))?;
    let [angles, speeds, accelerations] = ours.bars(&arm.model, &BARS)?;
    let file = reference::PARALLELOGRAM_FALL;
    // the same angle for both bars, none for the third
    let exact = |name: &str| {
        let one = reference::named(file, &[name])?;
        Ok::<_, ValidationError>(Curves {
            rows: one.rows.iter().map(|x| vec![x[0], x[0], 0.0]).collect(),
            times: one.times,
        })
    };
    let q = exact("q")?;
    finding.compare("angles of the bars", Oracle::Engines, &[&angles], &q, Bound::Number(1e-9));
    finding.compare("their speeds", Oracle::Engines, &[&speeds], &exact("qd")?, Bound::Number(1e-8));
    finding.compare("their accelerations", Oracle::Engines, &[&accelerations], &exact("qdd")?, Bound::Number(1e-7));
    linkage::laws(&mut finding, &ours, 1e-9);
    odca::compare(&mut finding, arm, &ours, Settings::exact(20.0, 0.05))?;
    passages(&mut finding, &ours);
    let kept = angles.rows.iter().all(|row| (row[0] - row[1]).abs() < 1e-8);
    finding.sentence(
        "\"the system passes through the vertical and remains in a parallelogram configuration\"",
        kept,
        true,
    );
    let labels = Labels { symbols: ["A", "B", "C"].map(str::to_owned).to_vec(), units: vec!["rad"; 3] };
    finding.plots.extend(picture::curves("Angles of the bars", &labels, &angles, &q, "elliptic functions"));
    let scale = picture::Scale { by: 1.0, unit: "rad", tolerance: 1e-9 };
    finding.plots.push(picture::deviation("Deviation of the angles", &labels, &angles, &q, &scale));
    finding.tables.push(picture::numbers(&labels, &angles, &q, "elliptic functions", &[0.0, 1.0, 5.0, 10.0, 20.0]));
    finding.remark(
        "States near the singular pose are interpolated from states on both sides of it along the branch. (Pinocchio \
         4.1 with a cut joint leaves the parallelogram: it is off by 1.45 rad within 5 s.)",
    );
    Ok(finding)
}

/// The events of the run beside the times at which the pendulum hangs.
fn passages(finding: &mut Finding, run: &Run) {
    let exact: Vec<f64> = (0..).map(|k| (0.5 * f64::from(k) + 0.25) * period()).take_while(|t| *t < 20.0).collect();
    let events = run.summary.events();
    let missing = (events.len() as f64 - exact.len() as f64).abs();
    finding.check("singular poses passed: events", Oracle::ClosedForm, missing, 0.0, "too many or too few");
    let late = events.iter().zip(&exact).fold(0.0, |m: f64, (event, t)| m.max((event.t - t).abs()));
    finding.check("their times, (k/2 + 1/4) periods", Oracle::ClosedForm, late, 1e-6, "s");
    let row = |(event, t): (&denoc_sim::Occurrence, &f64)| {
        vec![format!("{:.6}", event.t), format!("{t:.6}"), event.name.clone()]
    };
    finding.tables.push(TextTable {
        title: "Singular poses".into(),
        columns: ["t [s]", "pendulum [s]", "event"].map(str::to_owned).to_vec(),
        rows: events.iter().zip(&exact).map(row).collect(),
        note: String::new(),
    });
}

/// The period of q̈ = −k² sin q released at 45°: 2π / (k agm(1, cos 22.5°)).
fn period() -> f64 {
    let (mut a, mut b) = (1.0, (0.5 * FRAC_PI_4).cos());
    // converges quadratically: the digits double each time
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    std::f64::consts::TAU / ((2.0 * GRAVITY / 3.5).sqrt() * a)
}
