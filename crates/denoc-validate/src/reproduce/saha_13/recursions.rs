//! Sections 2.1 to 2.7: the recursions against the matrices they stand for.

use denoc_dynamics::{Dynamics, Workspace};
use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::dense::Arm;
use crate::reproduce::finding::Oracle;
use crate::reproduce::matrices::{matrices, states};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "Saha13 sections 2.1-2.7",
    title: "the recursions and the matrices they stand for",
    work: Work::Arm("stanford_1999", run),
};

/// Differences beside the largest number.
fn relative(ours: &[f64], other: &[f64]) -> f64 {
    let largest = other.iter().fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
    ours.iter().zip(other).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs() / largest))
}

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "At 20 states of the Stanford arm of section 2.8: I = Nᵀ M N (18) and its factors U D Uᵀ (27), the forces of inverse \
         dynamics (23)-(26), the accelerations of forward dynamics (27)-(33).",
    );
    let dense = Arm::new(&arm.description)?;
    let model = &arm.model;
    let n = model.nv();
    let mut ws = Workspace::new(model);
    let mut worst = [0.0_f64; 4];
    for [q, v, a] in states(n, 20) {
        let found = matrices(model, &q, &v)?;
        let gim = dense.equations(&q, &v).0.concat();
        let (mut tau, mut back) = (vec![0.0; n], vec![0.0; n]);
        model.inverse_dynamics(&mut ws, &q, &v, &a, &mut tau)?;
        model.forward_dynamics(&mut ws, &q, &v, &tau, &mut back)?;
        let all = [
            relative(&found.gim, &gim),
            relative(&found.udut, &gim),
            relative(&tau, &dense.forces(&q, &v, &a)),
            relative(&back, &dense.accelerations(&q, &v, &tau)?),
        ];
        worst.iter_mut().zip(all).for_each(|(worst, x)| *worst = worst.max(x));
    }
    let largest = "of the largest";
    finding.check("inertia matrix (18)", Oracle::Dense, worst[0], 1e-12, largest);
    finding.check("U D Uᵀ (27)", Oracle::Dense, worst[1], 1e-12, largest);
    finding.check("inverse dynamics (23)-(26)", Oracle::Dense, worst[2], 1e-12, largest);
    finding.check("forward dynamics (27)-(33)", Oracle::Dense, worst[3], 1e-9, largest);
    finding.remark(
        "Errata E01 (C after (17) lacks a derivative) and E02 ((25) lacks the wrench of the link itself): the corrected forms are \
         what is compared. Accelerations carry the condition of the inertia matrix, hence their bound.",
    );
    Ok(finding)
}
