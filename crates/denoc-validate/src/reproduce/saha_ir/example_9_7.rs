//! Example 9.7: torques of the KUKA KR5.

use std::f64::consts::PI;

use denoc_dynamics::Workspace;
use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::{Curves, Labels};
use crate::reproduce::dense::Arm;
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::interference::{Pair, gaps, table};
use crate::reproduce::motion::Cycloid;
use crate::reproduce::{Case, Finding, Work, inverse, picture, reference};

pub(super) const CASE: Case = Case {
    id: "SahaIR Example 9.7",
    title: "KUKA KR5: joint torques (Fig. 9.15) and path of the tool (Fig. 9.14)",
    work: Work::Arm("kuka_kr5", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding =
        Finding::new("All joints from 0 to π/3 along (9.36) in 10 s, parameters of Table 9.5, gravity along −Z.");
    let motion = Cycloid::new(&[0.0; 6], &[PI / 3.0; 6]);
    let ours = inverse::against_engines(&mut finding, arm, &motion, reference::KUKA_TORQUES)?;
    let last = ours.compiled.columns(5..6).largest() / ours.compiled.largest();
    finding.check("τ6 is zero: link 6 has no inertia", Oracle::Law, last, 1e-15, "of the largest");
    let (path, other) = (tool(arm, &ours.q)?, dense_tool(arm, &ours.q)?);
    finding.compare("path of the tool (Fig. 9.14)", Oracle::Dense, &[&path], &other, Bound::Number(1e-14));
    let labels = Labels { symbols: ["x", "y", "z"].map(str::to_owned).to_vec(), units: vec!["m"; 3] };
    finding.plots.extend(picture::curves(
        "Path of the tool (Fig. 9.14)",
        &labels,
        &path,
        &other,
        "products of 4×4 matrices",
    ));
    let pairs = gaps(arm, &ours.q)?;
    let apart = pairs.iter().all(|pair: &Pair| pair.least() > 0.0);
    finding.sentence("\"the robot links do not interfere\"", apart, true);
    finding.tables.push(table(&ours.q.times, &pairs));
    Ok(finding)
}

/// The tool by the library.
fn tool(arm: &Loaded, q: &Curves) -> Result<Curves, ValidationError> {
    let frame = arm.model.frame("tool")?;
    let mut ws = Workspace::new(&arm.model);
    let mut path = Curves::default();
    for (t, row) in q.times.iter().zip(&q.rows) {
        let pose = ws.position(&arm.model, row)?.frame_pose(frame);
        path.times.push(*t);
        path.rows.push(pose.position.to_array().to_vec());
    }
    Ok(path)
}

/// The origin of frame 7 by products of matrices.
fn dense_tool(arm: &Loaded, q: &Curves) -> Result<Curves, ValidationError> {
    let dense = Arm::new(&arm.description)?;
    let end = |row: &Vec<f64>| dense.places(row).last().map_or(Vec::new(), |place| place.origin.to_vec());
    Ok(Curves::new(q.times.iter().copied().zip(q.rows.iter().map(end))))
}
