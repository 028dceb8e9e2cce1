//! Example 9.11: free fall of the KUKA KR5, and links that interfere.

use denoc_run::Loaded;

use crate::ValidationError;
use crate::reproduce::curves::Curves;
use crate::reproduce::dense::{Arm, Place};
use crate::reproduce::fall::{self, Fall, Settings};
use crate::reproduce::finding::{Bound, Oracle};
use crate::reproduce::interference::{Pair, RADIUS, gaps, gaps_to_plane, plot, table};
use crate::reproduce::{Case, Finding, Work};

pub(super) const CASE: Case = Case {
    id: "SahaIR Example 9.11",
    title: "KUKA KR5: free fall (Fig. 9.19) and interference (Fig. 9.20)",
    work: Work::Arm("kuka_kr5", run),
};

/// Chaotic: two accurate integrations agree to 1e-11 until 5.5 s.
const END: f64 = 5.0;

const KEPT: [(f64, [f64; 5]); 5] = [
    (0.5, [0.1653410918, -1.949900061, -1.982338083, 0.4113049209, -1.509856684]),
    (1.0, [0.2872856467, -2.397535435, 1.550242959, -0.5144078848, 1.268883883]),
    (2.0, [0.05166844648, -1.101896005, 11.29844484, -0.268662325, -0.2222326476]),
    (3.0, [0.247369823, -2.032385138, 11.8743607, 1.341610803, 12.60738606]),
    (5.0, [0.05038010521, -0.2165078302, 6.678235035, 1.410286892, 30.49947239]),
];

fn run(arm: &Loaded) -> Result<Finding, ValidationError> {
    let mut finding = Finding::new(format!(
        "From rest with all angles zero, gravity along −Z, {END} s. Link 6 of Table 9.5 has no inertia and its mass centre on its \
         own axis: as tabulated, nothing resists joint 6, and its acceleration is not defined. With a rotor of 1e-6 kg m² at \
         joint 6 the arm falls. No other engine was used; the reference is an integration of dense equations of motion."
    ));
    refusal(&mut finding, arm);
    let settings = Settings { output: 0.01, ..Settings::exact(END) };
    let ours = fall::fall(&with_rotor(arm, 1e-6)?, &[0.0; 6], settings)?;
    fall::against_dense(&mut finding, &with_rotor(arm, 1e-6)?, &ours, END, 1e-8)?;
    let kept = Curves::kept(&KEPT);
    finding.compare(
        "angles 1 to 5 at five instants",
        Oracle::Kept,
        &[&ours.q.columns(0..5)],
        &kept,
        Bound::Number(1e-8),
    );
    let heavy = fall::fall(&with_rotor(arm, 1e-4)?, &[0.0; 6], settings)?;
    finding.compare("no influence of the rotor: 1e-4 kg m²", Oracle::Law, &[&heavy.q], &ours.q, Bound::Number(1e-8));
    finding.check("joint 6 does not turn", Oracle::Law, ours.q.columns(5..6).largest(), 1e-12, "rad");
    fall::energy(&mut finding, &ours);
    interference(&mut finding, arm, &ours)?;
    Ok(finding)
}

/// As tabulated it must be refused, with a message that names the joint.
fn refusal(finding: &mut Finding, arm: &Loaded) {
    let answer = fall::fall(arm, &[0.0; 6], Settings::exact(0.1)).err().map(|failure| failure.to_string());
    let named = answer.as_ref().is_some_and(|message| message.contains("joint6"));
    let wrong = if named { 0.0 } else { 1.0 };
    finding.check("as tabulated: refused, naming joint6", Oracle::Law, wrong, 0.0, "");
    if let Some(message) = answer {
        finding.remark(format!("As tabulated the program answers: `{}`", message.lines().next().unwrap_or_default()));
    }
}

fn with_rotor(arm: &Loaded, inertia: f64) -> Result<Loaded, ValidationError> {
    let mut arm = arm.clone();
    if let Some(joint) = arm.description.joints.iter_mut().find(|joint| joint.name == "joint6") {
        joint.properties.rotor_inertia = inertia;
        joint.properties.gear_ratio = 1.0;
    }
    Ok(arm.rebuild()?)
}

/// "The robot links interfere during the motion", Fig. 9.20.
fn interference(finding: &mut Finding, arm: &Loaded, ours: &Fall) -> Result<(), ValidationError> {
    let times = &ours.q.times;
    let pairs = gaps(arm, &ours.q)?;
    let first = |pair: &&Pair| pair.first(times).unwrap_or(f64::INFINITY);
    let earliest = pairs.iter().min_by(|a, b| first(a).total_cmp(&first(b)));
    finding.sentence(
        "\"the robot links interfere during the motion\"",
        pairs.iter().any(|pair| pair.least() < 0.0),
        true,
    );
    let dense = Arm::new(&arm.description)?;
    let places: Vec<Vec<Place>> = ours.q.rows.iter().map(|q| dense.places(q)).collect();
    let when = |link: usize, near: &dyn Fn([f64; 3]) -> bool| {
        places.iter().position(|p| near(p[link].origin)).map_or(f64::NAN, |k| times[k])
    };
    let below = |[_, _, z]: [f64; 3]| z < 0.0;
    let under_base = |[x, y, z]: [f64; 3]| x.hypot(y) < 0.15 && z < 0.4;
    for (what, found, kept) in [
        ("elbow below the mounting plane", when(1, &below), 0.28),
        ("elbow within 0.15 m of axis 1", when(1, &under_base), 0.47),
        ("wrist within 0.15 m of axis 1", when(3, &under_base), 0.50),
        ("flange within 0.15 m of axis 1", when(5, &under_base), 0.51),
    ] {
        finding.check(&format!("{what}: at {found:.2} s"), Oracle::Kept, (found - kept).abs(), 0.011, "s");
    }
    if let Some(pair) = earliest {
        finding.remark(format!(
            "Interference: with capsules of radius {RADIUS} m around the DH skeleton, {} interfere first, at {:.2} s. The wrist \
             hangs 0.22 m below the mounting plane at the start already: the arm needs a pedestal, which elbow, wrist and flange \
             sweep through from 0.47 s on.",
            pair.name,
            first(&pair)
        ));
    }
    finding.plots.push(plot(times, &pairs));
    let all: Vec<Pair> = pairs.into_iter().chain(gaps_to_plane(arm, &ours.q)?).collect();
    finding.tables.push(table(times, &all));
    Ok(())
}
