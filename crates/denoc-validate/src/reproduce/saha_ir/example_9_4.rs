//! Example 9.4: torques of the planar arm.

use std::f64::consts::PI;

use denoc_results::{Panel, Plot, XAxis};
use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::finding::Oracle;
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse, reference, rods};

pub(super) const CASE: Case = Case {
    id: "SahaIR Example 9.4",
    title: "planar arm of three links: joint torques (Figs. 9.7, 9.8)",
    work: Work::Arm("planar_3r", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "All joints from 0 to π along (9.36) in 10 s, inertias as printed in Table 9.2, gravity along −Y. The torques are those of \
         Fig. 9.8, angles and their rates those of Fig. 9.7.",
    );
    let motion = Cycloid::new(&[0.0; 3], &[PI; 3]);
    let ours = inverse::against_engines(&mut finding, arm, &motion, reference::PLANAR_TORQUES)?;
    let times = ours.q.times.clone();
    let states: Vec<[Vec<f64>; 3]> = times.iter().map(|t| motion.at(*t)).collect();
    let of = |k: usize| states.iter().map(|state| state[k][0]).collect::<Vec<f64>>();
    let peak = |k: usize| of(k).iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    finding.check("largest speed π/5 (Fig. 9.7)", Oracle::ClosedForm, (peak(1) - PI / 5.0).abs(), 1e-15, "rad/s");
    finding.check("largest acceleration π²/50", Oracle::ClosedForm, (peak(2) - PI * PI / 50.0).abs(), 1e-15, "rad/s²");
    let ends = [&states[0], &states[states.len() - 1]];
    let moving = ends.iter().flat_map(|s| s[1].iter().chain(&s[2])).fold(0.0_f64, |m, x| m.max(x.abs()));
    finding.check("rest at both ends", Oracle::Printed, moving, 1e-15, "rad/s, rad/s²");
    let explicit = inverse::along(&motion, |q, v, a| rods::ARM.torques(q, v, a).to_vec());
    let apart = ours.compiled.deviation(&explicit).largest();
    finding.check("explicit expressions (9.42)", Oracle::ClosedForm, apart, 2e-6, "N m");
    finding.remark(
        "\"Verified with explicit expressions\": they are in Exercise 9.11. They describe exact rods, m a²/12; the table rounds \
         one inertia to 0.00208 kg m², which makes a difference of 1.3e-6 N m at most. No misprint takes part.",
    );
    let plot = Plot::new("Joint motion (Fig. 9.7)", XAxis::time(times))
        .panel(Panel::new("θ", "rad").series("all joints", of(0)))
        .panel(Panel::new("θ̇", "rad/s").series("all joints", of(1)))
        .panel(Panel::new("θ̈", "rad/s²").series("all joints", of(2)));
    // beside the torques, which have as many panels
    finding.plots.insert(1, plot);
    Ok(finding)
}
