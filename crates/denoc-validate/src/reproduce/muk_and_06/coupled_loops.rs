//! Section 4.1: the coupled loops of Fig. 4.

use denoc_dynamics::Loads;
use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{LoopForward, LoopMethod};
use denoc_run::Loaded;

use super::unit_bars::End::{Ground, Start, Tip};
use super::unit_bars::Linkage;
use super::{odca, unstabilised};
use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::dense::extrapolation;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::linkage::{self, Bar, Run, Settings, labels, largest};
use crate::reproduce::{Case, Finding, Work, picture};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 4.1, Figs. 8, 9",
    title: "coupled loops, the seven-bar linkage: motion under gravity, and how far the loops open",
    work: Work::Arm("sevenbar", run),
};

const BARS: [Bar; 6] = [
    (&["pivot1"], 0.0),
    (&["pivot1", "pin12"], 0.0),
    (&["pivot3"], 0.0),
    (&["pivot1", "pin12", "pin24"], 0.0),
    (&["pivot1", "pin12", "pin24", "pin45"], 0.0),
    (&["pivot1", "pin12", "pin26"], 0.0),
];

/// The same linkage for the dense equations: links 1, 2, 3 and the ground, links 4, 5, 6 and link 2.
const LINKAGE: Linkage = Linkage {
    bars: 6,
    pins: &[
        [Ground, Start(0)],
        [Tip(0), Start(1)],
        [Tip(1), Tip(2)],
        [Start(2), Ground],
        [Start(1), Start(3)],
        [Tip(3), Start(4)],
        [Tip(4), Tip(5)],
        [Start(5), Tip(1)],
    ],
};

/// Until here an integration of the dense equations, without stabilisation, can be compared.
const HORIZON: f64 = 5.0;

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "Six links of length 1 m, mass 1 kg and inertia 1 kg m² in two loops that share link 2, released from rest, 10 \
         s. Distance of the pivots and start are not printed: 2 m, link 1 at −30°, link 4 at −100°. By our methods for \
         loops, and by O-DCA. The reference are dense equations of six free bars with pin forces.",
    );
    let ours = linkage::release(arm, Settings::exact(10.0, 0.05))?;
    let [angles, speeds, accelerations] = ours.bars(&arm.model, &BARS)?;
    let dense = accelerations_of_bars(&angles, &speeds)?;
    let what = "accelerations at the states of the run";
    finding.compare(what, Oracle::Dense, &[&accelerations], &dense, Bound::Largest(1e-9));
    let motion = integrate(&angles, &speeds)?;
    let until = format!("angles of the bars until {HORIZON} s");
    finding.compare(&until, Oracle::Dense, &[&angles], &motion, Bound::Number(1e-8));
    let spread = methods(arm, &ours)?;
    finding.check("all methods: accelerations", Oracle::Law, spread, 1e-9, "of the largest");
    linkage::laws(&mut finding, &ours, 1e-10);
    odca::compare(&mut finding, arm, &ours, Settings::exact(10.0, 0.05))?;
    unstabilised::compare(&mut finding, arm, "Fig. 8")?;
    let labels = labels("φ", "rad", BARS.len());
    finding.plots.extend(picture::curves("Angles of the bars (Fig. 9)", &labels, &angles, &motion, "dense equations"));
    finding.tables.push(picture::numbers(&labels, &angles, &motion, "dense equations", &[0.0, 1.0, 2.0, 5.0, 10.0]));
    Ok(finding)
}

/// The dense equations at given states.
fn accelerations_of_bars(angles: &Curves, speeds: &Curves) -> Result<Curves, ValidationError> {
    let mut all = Curves::default();
    for ((t, angles), speeds) in angles.times.iter().zip(&angles.rows).zip(&speeds.rows) {
        all.times.push(*t);
        all.rows.push(LINKAGE.accelerations(angles, speeds)?);
    }
    Ok(all)
}

/// The dense equations, integrated from the start.
fn integrate(angles: &Curves, speeds: &Curves) -> Result<Curves, ValidationError> {
    let n = LINKAGE.bars;
    let start = |curves: &Curves| curves.rows.first().cloned().unwrap_or_default();
    let state: Vec<f64> = start(angles).into_iter().chain(start(speeds)).collect();
    let times = angles.until(HORIZON).times;
    let both = extrapolation::integrate(&state, &times, |y, rates| {
        let (angles, speeds) = y.split_at(n);
        rates[..n].copy_from_slice(speeds);
        rates[n..].copy_from_slice(&LINKAGE.accelerations(angles, speeds)?);
        Ok(())
    })?;
    Ok(both.columns(0..n))
}

/// The largest difference of the accelerations that the methods find at the states of a run, beside the largest.
fn methods(arm: &Loaded, run: &Run) -> Result<f64, ValidationError> {
    let model = &arm.model;
    let mut ws = Workspace::new(model);
    let mut methods: Vec<_> = LoopMethod::ALL.iter().map(|&method| LoopForward::new(model, method)).collect();
    let zero = vec![0.0; model.nv()];
    let (mut worst, mut most) = (0.0_f64, f64::MIN_POSITIVE);
    for sample in &run.samples {
        most = most.max(largest(&sample.a));
        for method in &mut methods {
            let mut a = zero.clone();
            let mut stage = ws.position(model, &sample.q)?.velocity(&sample.v)?;
            method.forward(&mut stage, &zero, Loads::NONE, &mut a)?;
            let apart: Vec<f64> = a.iter().zip(&sample.a).map(|(x, y)| x - y).collect();
            worst = worst.max(largest(&apart));
        }
    }
    Ok(worst / most)
}
