//! Example 9.3: the two-link arm in symbols.

use denoc_run::Loaded;

use super::two_links;
use crate::ValidationError;
use crate::reproduce::finding::Oracle;
use crate::reproduce::matrices::{matrices, states};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "SahaIR Example 9.3",
    title: "two-link arm: inertia matrix and convective terms",
    work: Work::Arm("two_r", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(format!(
        "The matrix of inertia I, the matrix C and the vector h = C θ̇ of convective terms, in the split of the DeNOC, from \
         (9.27)-(9.31), at 40 states. {}",
        two_links::choice(&arm.description)
    ));
    let mut worst = [0.0_f64; 4];
    for [q, v, _] in states(2, 40) {
        let found = matrices(&arm.model, &q, &v)?;
        let rate = two_links::gim_rate(&q, &v);
        let skew = |i: usize, j: usize| rate[2 * i + j] - 2.0 * found.mci[2 * i + j];
        let deviation =
            |own: &[f64], other: &[f64]| own.iter().zip(other).fold(0.0_f64, |m, (x, y)| m.max((x - y).abs()));
        let all = [
            deviation(&found.gim, &two_links::gim(&q)),
            deviation(&found.mci, &two_links::mci(&q, &v)),
            deviation(&found.vci, &two_links::vci(&q, &v)),
            [skew(0, 0), skew(1, 1), skew(0, 1) + skew(1, 0)].iter().fold(0.0, |m: f64, x| m.max(x.abs())),
        ];
        worst.iter_mut().zip(all).for_each(|(worst, x)| *worst = worst.max(x));
    }
    finding.check("inertia matrix (9.27)-(9.29)", Oracle::ClosedForm, worst[0], 3e-15, "kg m²");
    finding.check("matrix C (9.30)", Oracle::ClosedForm, worst[1], 1e-14, "kg m²/s");
    finding.check("vector C θ̇ (9.31)", Oracle::ClosedForm, worst[2], 3e-14, "N m");
    finding.check("İ − 2C is skew", Oracle::Law, worst[3], 3e-14, "kg m²/s");
    finding.remark(
        "Errata E18 and E19: two intermediate steps, (9.28b) and the one before (9.29), are misprinted; the final expressions are \
         right.",
    );
    Ok(finding)
}
