//! Section 2.8: free fall of the Stanford arm.

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::fall::{self, Settings};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "Saha13 section 2.8, Fig. 6",
    title: "Stanford arm: free fall from the printed start",
    work: Work::Arm("stanford_1999", run),
};

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(
        "\"Initial positions same\" as in the inverse dynamics: all coordinates zero, at rest, gravity along −Z. There the arm stands \
         upright with all mass centres over axis 2: an equilibrium of all turning joints. The solution is θ = 0 and b3 = −g t²/2.",
    );
    let ours = fall::fall(arm, &[0.0; 6], Settings::exact(10.0))?;
    let boom = |t: &f64| (*t, vec![0.0, 0.0, -0.5 * 9.81 * t * t, 0.0, 0.0, 0.0]);
    let exact = Curves::new(ours.q.times.iter().map(boom));
    finding.compare("coordinates until 10 s", Oracle::Law, &[&ours.q], &exact, Bound::Number(1e-9));
    let speed = |t: &f64| (*t, vec![0.0, 0.0, -9.81 * t, 0.0, 0.0, 0.0]);
    let speeds = Curves::new(ours.q.times.iter().map(speed));
    finding.compare("speeds until 10 s", Oracle::Law, &[&ours.v], &speeds, Bound::Number(1e-9));
    fall::energy(&mut finding, &ours);
    let turns = [0, 1, 3, 4, 5].iter().any(|&i| ours.q.columns(i..i + 1).largest() > 1e-6);
    finding.sentence("\"variations of the joint motions\", of turning joints", turns, false);
    finding.remark(
        "From the printed start values joint 3 moves alone. Fig. 6 has curves for all joints (their numbers are not printed): if \
         they are not constant, the figure belongs to other start values, such as θ2 = 90° of the paper of 1999 (see `Saha99 \
         section 6.2, Fig. 9`).",
    );
    fall::show(&mut finding, arm, &ours, &exact, "exact solution", 1e-9);
    Ok(finding)
}
