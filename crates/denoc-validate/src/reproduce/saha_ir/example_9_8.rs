//! Example 9.8: free fall of the planar arm.

use denoc_run::Loaded;
use denoc_sim::Integrator;

use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::fall::{self, Settings};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::{Case, Finding, Work, reference};

pub(super) const CASE: Case = Case {
    id: "SahaIR Example 9.8",
    title: "planar arm of three links: free fall (Fig. 9.16)",
    work: Work::Arm("planar_3r", run),
};

/// Until here the engines agree to 1e-9; the motion is chaotic.
const HORIZON: f64 = 5.0;

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "From rest, stretched along X, gravity along −Y, 10 s. The motion is chaotic: even engines in quadruple and double \
         precision part, by 1e-9 at 5 s and 1e-3 at 9.8 s. Compared up to 5 s.",
    );
    against_engines(&mut finding, arm)?;
    Ok(finding)
}

/// The fall of the planar arm against the engines; also section 6.1 of Saha99.
pub(in crate::reproduce) fn against_engines(finding: &mut Finding, arm: &Loaded) -> Result<(), ValidationError> {
    let other = reference::fall(reference::PLANAR_FALL)?;
    let ours = fall::fall(arm, &[0.0; 3], Settings::exact(10.0))?;
    let (q, v) = (other.q.until(HORIZON), other.v.until(HORIZON));
    let rows = Bound::Rows(&other.tolerance);
    finding.compare("angles until 5 s", Oracle::Engines, &[&ours.q], &q, rows);
    finding.compare("speeds until 5 s", Oracle::Engines, &[&ours.v], &v, rows);
    fall::energy(finding, &ours);
    let first = ours.samples.first().map_or(Vec::new(), |sample| sample.a.clone());
    let kept = Curves::kept(&[(0.0, [-42.4819709992, 57.9805807059, -21.9081173905])]);
    let starts = Curves::new([(0.0, first)]);
    finding.compare("accelerations at the start", Oracle::Kept, &[&starts], &kept, Bound::Largest(1e-11));
    let early: Vec<f64> = ours.q.until(0.1).column(0);
    finding.sentence("θ1 is negative at first", early.iter().skip(1).all(|q| *q < 0.0), true);
    let highest = ours.samples.iter().fold(f64::NEG_INFINITY, |m, s| m.max(s.energies.gravity));
    finding.sentence("\"behaves as a three-link pendulum\"", highest < 1e-10, true);
    fall::show(finding, arm, &ours, &other.q, "other engines", 1e-10);
    let coarse = Settings { method: Integrator::Rk4, step: Some(0.01), ..Settings::exact(10.0) };
    let coarse = fall::fall(arm, &[0.0; 3], coarse)?;
    let when = |by: f64| fall::leaves(&coarse.q, &other.q, by).map_or("not at all".into(), |t| format!("at {t:.2} s"));
    finding.remark(format!(
        "Pendulum: the mass centre never rises above the pivot and no energy is lost. With the fixed step of the sources, 0.01 s, \
         and a Runge-Kutta method of order four the angles leave the reference by 1e-6 rad {}, by 0.01 rad {} and by 1 rad {}: \
         the later part of a curve drawn that way is one of many.",
        when(1e-6),
        when(1e-2),
        when(1.0)
    ));
    Ok(())
}
