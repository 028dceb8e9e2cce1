//! Example 9.9: free fall of the PUMA.

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::fall::{self, Settings};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::{Case, Finding, Work, reference};

pub(super) const CASE: Case =
    Case { id: "SahaIR Example 9.9", title: "PUMA: free fall (Fig. 9.17)", work: Work::Arm("puma", run) };

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new("From rest with all angles zero, gravity along −Z, 10 s. The motion is regular.");
    let other = reference::fall(reference::PUMA_FALL)?;
    let ours = fall::fall(arm, &[0.0; 6], Settings::exact(10.0))?;
    let rows = Bound::Rows(&other.tolerance);
    finding.compare("angles until 10 s", Oracle::Engines, &[&ours.q], &other.q, rows);
    finding.compare("speeds until 10 s", Oracle::Engines, &[&ours.v], &other.v, rows);
    fall::energy(&mut finding, &ours);
    let start = ours.samples.first().map_or(f64::NAN, |sample| sample.energies.total());
    finding.check("energy at the start", Oracle::Kept, (start + 26.5797045).abs(), 1e-9, "J");
    let first = ours.samples.first().map_or(Vec::new(), |sample| sample.a.clone());
    let kept = [-0.00249045932644, 6.48544860859, -6.40534364939, -0.00249045932644, 0.0754710142984, 0.0];
    let starts = Curves::new([(0.0, first)]);
    finding.compare(
        "accelerations at the start",
        Oracle::Kept,
        &[&starts],
        &Curves::kept(&[(0.0, kept)]),
        Bound::Largest(1e-11),
    );
    let early = ours.q.until(0.5).column(1);
    finding.sentence("joint 2 turns in the positive direction", early.iter().skip(1).all(|q| *q > 0.0), true);
    let without = fall::fall(&without_a3(arm)?, &[0.0; 6], Settings::exact(0.5))?;
    let same = without.q.column(1).iter().skip(1).all(|q| *q > 0.0);
    finding.sentence("\"… due to the length a3 = 0.02\"", !same, false);
    finding.remark(
        "The direction of joint 2 is as the text says, the reason is not: without a3 the arm turns the same way. Its whole weight \
         turns it, 69.7 N m at the start; a3 has a share of 0.48 N m in that.",
    );
    fall::show(&mut finding, arm, &ours, &other.q, "other engines", 1e-10);
    Ok(finding)
}

/// The same arm with a3 = 0; the mass centre of link 3 keeps its place on axis 3.
fn without_a3(arm: &Loaded) -> Result<Loaded, ValidationError> {
    let mut arm = arm.clone();
    let description = &mut arm.description;
    if let (Some(joint), Some(link)) =
        (description.joints.get_mut(2), description.links.iter_mut().find(|l| l.name == "link3"))
    {
        let mut behind = joint.child_origin.inverse();
        link.mass.center.x += behind.position.x;
        behind.position.x = 0.0;
        joint.child_origin = behind.inverse();
    }
    Ok(arm.rebuild()?)
}
