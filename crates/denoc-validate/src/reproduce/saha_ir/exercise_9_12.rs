//! Exercise 9.12: the free fall of Example 9.8 from explicit expressions and ODE45.

use denoc_run::Loaded;
use denoc_sim::Integrator;

use crate::ValidationError;
use crate::reproduce::curves::instants;
use crate::reproduce::dense::extrapolation;
use crate::reproduce::fall::{self, Settings};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::{Case, Finding, Work, rods};

pub(super) const CASE: Case = Case {
    id: "SahaIR Exercise 9.12",
    title: "planar arm: free fall from explicit expressions (9.42)",
    work: Work::Arm("planar_3r_rods", run),
};

const END: f64 = 5.0;

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "θ̈ = I⁻¹(τᵍ − C θ̇) of (9.42), integrated by extrapolation, against the recursion, integrated by the method of \"ODE45\" \
         (Dormand and Prince, order 5) with a tolerance of 1e-13; until 5 s, because the motion is chaotic. Inertias m a²/12 without \
         rounding.",
    );
    let reference = extrapolation::integrate(&[0.0; 6], &instants(END, 100), |y, rates| {
        let (q, v) = y.split_at(3);
        rates[..3].copy_from_slice(v);
        rates[3..].copy_from_slice(&rods::ARM.accelerations(q, v)?);
        Ok(())
    })?;
    let (q, v) = (reference.columns(0..3), reference.columns(3..6));
    let settings = Settings { method: Integrator::Dopri5, ..Settings::exact(END) };
    let ours = fall::fall(arm, &[0.0; 3], settings)?;
    finding.compare("angles until 5 s", Oracle::ClosedForm, &[&ours.q], &q, Bound::Number(1e-8));
    finding.compare("speeds until 5 s", Oracle::ClosedForm, &[&ours.v], &v, Bound::Number(1e-8));
    fall::energy(&mut finding, &ours);
    fall::show(&mut finding, arm, &ours, &q, "(9.42), integrated", 1e-8);
    let loose = fall::fall(arm, &[0.0; 3], Settings { tolerance: 1e-3, ..settings })?;
    let when = |by: f64| fall::leaves(&loose.q, &q, by).map_or("not until 5 s".into(), |t| format!("at {t:.2} s"));
    finding.remark(format!(
        "With the default tolerance of ODE45, 1e-3, the angles leave the reference by 0.01 rad {} and by 1 rad \
         {}.",
        when(0.01),
        when(1.0)
    ));
    Ok(finding)
}
