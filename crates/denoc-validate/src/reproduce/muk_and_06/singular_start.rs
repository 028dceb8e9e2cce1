//! Section 4.2: the parallelogram started with a speed in the singular pose itself.

use denoc_mechanism::MechanismError;
use denoc_run::Loaded;
use denoc_sim::{SimError, Simulation};

use super::odca;
use super::parallelogram::BARS;
use super::unit_bars::GRAVITY;
use crate::ValidationError;
use crate::reproduce::curves::{Curves, instants};
use crate::reproduce::dense::extrapolation;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::linkage::{self, Settings, speeds};
use crate::reproduce::{Case, Finding, Work, picture};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 4.2, singular start",
    title: "parallelogram: started exactly in its singular pose",
    work: Work::Arm("odca_parallelogram", run),
};

/// Angular speed at the start, rad/s.
const SPEED: f64 = 1.5;
const END: f64 = 5.0;

/// A way of motion out of the singular pose: a pendulum.
struct Branch {
    name: &'static str,
    /// Speeds of the tree in the singular pose, per angular speed.
    speeds: &'static [(&'static str, f64)],
    /// Angles of bars A, B and C, per angle of the pendulum.
    bars: [f64; 3],
    /// g times mass and lever, over the inertia: q̈ = −k sin q.
    k: f64,
}

/// A and B swing and C stays vertical: (1.25 + 1.25 + 1) q̈ = −2 g sin q. Or A stays and B and C swing as one about the
/// pivot of B: (1.25 + 1.25) q̈ = −g sin q.
const BRANCHES: [Branch; 2] = [
    Branch {
        name: "parallelogram",
        speeds: &[("pivot_a", 1.0), ("pivot_b", 1.0), ("pin_ac", -1.0)],
        bars: [1.0, 1.0, 0.0],
        k: 2.0 * GRAVITY / 3.5,
    },
    Branch {
        name: "A stays, B and C swing as one",
        speeds: &[("pivot_b", 1.0), ("pin_ac", 1.0)],
        bars: [0.0, 1.0, 1.0],
        k: GRAVITY / 2.5,
    },
];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(format!(
        "All bars in line and hanging, with {SPEED} rad/s along one of the two ways of motion that cross there, {END} \
         s. Each is a pendulum. By our methods for loops, and by O-DCA."
    ));
    let q = vec![0.0; arm.model.nq()];
    let mut starts = true;
    for branch in &BRANCHES {
        let values: Vec<_> = branch.speeds.iter().map(|(joint, share)| (*joint, SPEED * share)).collect();
        let ours = linkage::launch(arm, &q, &speeds(&arm.model, &values)?, Settings::exact(END, 0.05))?;
        let [angles, _, _] = ours.bars(&arm.model, &BARS)?;
        let pendulum = pendulum(branch)?;
        let what = format!("{}: angles of the bars", branch.name);
        finding.compare(&what, Oracle::Law, &[&angles], &pendulum, Bound::Number(1e-8));
        linkage::laws(&mut finding, &ours, 1e-8);
        odca::compare(&mut finding, arm, &ours, Settings::exact(END, 0.05))?;
        let event = ours.summary.events().first().map(|event| event.name.clone()).unwrap_or_default();
        starts &= event.starts_with("the start is a singular configuration");
        finding.remark(format!("{}: the first event of the run is `{event}`.", branch.name));
        let labels = linkage::labels("bar ", "rad", 3);
        finding.plots.extend(picture::curves(branch.name, &labels, &angles, &pendulum, "pendulum"));
    }
    finding.sentence("started with a speed \"in a truly singular configuration\", it runs", starts, true);
    refusals(&mut finding, arm, &q)?;
    finding.remark(
        "With bars of equal length the crossed way of the text, (b), is the same as (c): when the end of A is at the \
         pivot of B, B and C lie on each other. Two ways cross, not three.",
    );
    Ok(finding)
}

/// The bars along a branch.
fn pendulum(branch: &Branch) -> Result<Curves, ValidationError> {
    let motion = extrapolation::integrate(&[0.0, SPEED], &instants(END, 100), |y, rates| {
        (rates[0], rates[1]) = (y[1], -branch.k * y[0].sin());
        Ok(())
    })?;
    Ok(Curves {
        rows: motion.rows.iter().map(|y| branch.bars.map(|share| share * y[0]).to_vec()).collect(),
        times: motion.times,
    })
}

/// What no motion starts with must be refused.
fn refusals(finding: &mut Finding, arm: &Loaded, q: &[f64]) -> Result<(), ValidationError> {
    let model = &arm.model;
    let refused = |values: &[(&str, f64)]| {
        let v = speeds(model, values)?;
        Ok::<_, ValidationError>(Simulation::new(model).start(q, &v).duration(0.1).run_collect().err())
    };
    let neither = refused(&[("pivot_a", 1.0), ("pivot_b", 2.0)])?;
    let open = refused(&[("pivot_a", 1.0)])?;
    let wrong = |right: bool| if right { 0.0 } else { 1.0 };
    let answer = wrong(matches!(neither, Some(SimError::Mechanism(MechanismError::NoBranch { .. }))));
    finding.check("speeds between the two ways: refused", Oracle::Law, answer, 0.0, "");
    let answer = wrong(matches!(open, Some(SimError::Mechanism(MechanismError::OpeningSpeeds { .. }))));
    finding.check("speeds that open the loop: refused", Oracle::Law, answer, 0.0, "");
    if let Some(error) = neither {
        finding.remark(format!(
            "Speeds of A and B that keep the loop closed to first order but belong to neither way: no acceleration \
             fits them, and no method has one. The program answers: `{}`",
            error.to_string().lines().next().unwrap_or_default()
        ));
    }
    Ok(())
}
