//! Exercise 9.8: kinetic energy from twists and from joint rates.

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::dense::Arm;
use crate::reproduce::finding::Oracle;
use crate::reproduce::matrices::{matrices, states};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "SahaIR Exercise 9.8",
    title: "kinetic energy from twists and from joint rates",
    work: Work::Arm("puma", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new("T = ½ tᵀ M t = ½ θ̇ᵀ I θ̇, at 20 states.");
    let dense = Arm::new(&arm.description)?;
    let n = arm.model.nv();
    let (mut from_rates, mut from_links) = (0.0_f64, 0.0_f64);
    for [q, v, _] in states(n, 20) {
        let found = matrices(&arm.model, &q, &v)?;
        let half: f64 = 0.5 * (0..n * n).map(|k| v[k / n] * found.gim[k] * v[k % n]).sum::<f64>();
        let by_links = dense.kinetic_energy(&q, &v);
        from_rates = from_rates.max((found.kinetic_energy - half).abs() / half);
        from_links = from_links.max((found.kinetic_energy - by_links).abs() / by_links);
    }
    finding.check("½ θ̇ᵀ I θ̇ of the inertia matrix", Oracle::ClosedForm, from_rates, 1e-13, "relative");
    finding.check("sum over the links, world axes", Oracle::Dense, from_links, 1e-13, "relative");
    Ok(finding)
}
