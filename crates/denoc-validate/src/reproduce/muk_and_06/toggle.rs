//! Section 4.2: the linkage of Fig. 5b, which swings through its toggle position.

use std::f64::consts::{FRAC_PI_2, PI};

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{Loops, RANK_TOLERANCE};
use denoc_math::dense::Qr;
use denoc_run::Loaded;

use super::odca;
use crate::ValidationError;
use crate::reproduce::finding::Oracle;
use crate::reproduce::linkage::{self, Bar, Settings, coordinates, speeds};
use crate::reproduce::{Case, Finding, Work, reference};

pub(super) const CASE: Case = Case {
    id: "MukAnd06 section 4.2, Fig. 5b",
    title: "toggle linkage: 20 s through the pose where output link and coupler are in line",
    work: Work::Arm("odca_toggle", run),
};

/// Output link, coupler, crank; the last from pin to pivot, as in the reference.
const BARS: [Bar; 3] = [(&["output_pivot"], 0.0), (&["output_pivot", "output_pin"], 0.0), (&["crank_pivot"], -PI)];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "Output link 0.6 rad off the vertical, at rest; layout and start are not printed. In equilibrium output link \
         and coupler hang in line, and the crank angle is at its extreme. By our methods for loops, and by O-DCA.",
    );
    let ours = linkage::release(arm, Settings::exact(20.0, 0.05))?;
    linkage::against_engines(&mut finding, &ours.bars(&arm.model, &BARS)?, reference::TOGGLE_FALL)?;
    linkage::laws(&mut finding, &ours, 1e-10);
    odca::compare(&mut finding, arm, &ours, Settings::exact(20.0, 0.05))?;
    let model = &arm.model;
    let toggle = coordinates(model, &[("crank_pivot", PI), ("output_pivot", -FRAC_PI_2)])?;
    let crank = Some("crank_pivot");
    let full_rank = rank(arm, &toggle, None)?;
    finding.check("rank of the closure at the toggle, 2", Oracle::Law, full_rank.abs_diff(2) as f64, 0.0, "");
    let dependent = [rank(arm, model.configuration("start")?, crank)?, rank(arm, &toggle, crank)?];
    finding.sentence(
        "\"the dependency matrix … becomes singular\" for the crank as coordinate",
        dependent == [2, 1],
        true,
    );
    // the end of the coupler can move along the crank's circle only, so that the coupler turns against the output link
    let v = speeds(model, &[("output_pivot", 1.0), ("output_pin", -2.0)])?;
    let started = linkage::launch(arm, &toggle, &v, Settings::exact(10.0, 0.05))?;
    finding.check("started at the toggle: energy", Oracle::Law, started.drift(), 1e-8, "of the largest kinetic");
    odca::compare(&mut finding, arm, &started, Settings::exact(10.0, 0.05))?;
    finding.remark(
        "At the toggle the closure keeps its rank: the mechanism is regular, only the crank angle is no coordinate \
         there. Tangents are found anew in every step, so that nothing special happens, and no event is recorded.",
    );
    let events = ours.summary.events().len() as f64;
    finding.check("no singular configuration on the path", Oracle::Law, events, 0.0, "events");
    Ok(finding)
}

/// The rank of the closure's Jacobian in a pose, possibly without the column of one joint.
fn rank(arm: &Loaded, q: &[f64], left_out: Option<&str>) -> Result<usize, ValidationError> {
    let model = &arm.model;
    let out = match left_out {
        Some(joint) => Some(model.links()[model.joint(joint)?.0].v),
        None => None,
    };
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let stage = ws.position(model, q)?;
    loops.place(&stage);
    let mut qr = Qr::<f64>::new();
    qr.start(model.nv(), loops.count());
    for row in 0..loops.count() {
        loops.jacobian_row(&stage, row, |s, x| {
            if Some(s) != out {
                qr.column_mut(row)[s] += x;
            }
        });
    }
    qr.factor(RANK_TOLERANCE, usize::MAX);
    Ok(qr.rank())
}
