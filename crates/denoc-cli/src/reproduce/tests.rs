//! That verdicts can fail, and that what they rest on is sound.

use denoc::Loaded;

use super::finding::{Bound, Finding, Oracle};
use super::motion::Cycloid;
use super::{Check, DOCUMENTS, Measure, Work, curves::Curves, inverse, reference, rods};

/// Runs a case with a changed arm.
fn run_with(id: &str, change: fn(&mut Loaded)) -> Finding {
    let cases = DOCUMENTS.iter().flat_map(|document| document.cases);
    let case = cases.into_iter().find(|case| case.id == id).expect("a case of this name");
    let Work::Arm(model, compute) = case.work else { panic!("{id} has no arm") };
    let mut arm = denoc::load(model).expect("an arm of the catalogue");
    change(&mut arm);
    compute(&arm.rebuild().expect("a model")).expect("a finding")
}

fn passed(finding: &Finding) -> bool {
    finding.checks.iter().all(Check::passed)
}

/// A mass that is wrong by a millionth.
fn heavier(arm: &mut Loaded) {
    arm.description.links.last_mut().expect("a link").mass.mass *= 1.0 + 1e-6;
}

// oracle: the verdict must fall when the model is wrong by a millionth, whatever it is compared with
#[test]
fn a_mass_that_is_wrong_by_a_millionth_is_noticed() {
    for id in [
        "SahaIR Examples 9.1, 9.2",
        "SahaIR Example 9.3",
        "SahaIR Example 9.4",
        "SahaIR Example 9.5",
        "SahaIR Example 9.6",
        "SahaIR Example 9.7",
        "SahaIR Exercise 9.11",
        "SahaIR Exercise 9.14",
        "SahaIR Exercise 9.15",
        "Saha99 section 6.2, Fig. 8",
        "Saha13 section 2.8, Fig. 5",
    ] {
        assert!(passed(&run_with(id, |_| {})), "{id} as it is");
        assert!(!passed(&run_with(id, heavier)), "{id} with a wrong mass");
    }
}

// oracle: as above, for a motion in time
#[test]
fn a_fall_with_a_wrong_mass_is_noticed() {
    let id = "Saha99 section 6.2, Fig. 9";
    assert!(passed(&run_with(id, |_| {})));
    let finding = run_with(id, heavier);
    // the dense equations fall the same way; the kept numbers do not
    let missed: Vec<&str> = finding.checks.iter().filter(|c| !c.passed()).map(|c| c.what.as_str()).collect();
    assert!(missed.contains(&"coordinates at three instants"), "{missed:?}");
}

// oracle: numbers of other engines; that is what the transcription of the text is worth
#[test]
fn the_explicit_torques_are_those_of_other_engines() {
    let motion = Cycloid::new(&[0.0; 3], &[std::f64::consts::PI; 3]);
    let explicit = inverse::along(&motion, |q, v, a| rods::ARM.torques(q, v, a).to_vec());
    let engines = reference::forces(reference::ROD_TORQUES).expect("a reference");
    assert_eq!(engines.tau.rows.len(), 101);
    assert!(explicit.deviation(&engines.tau).largest() < 1e-14);
    let wrong = rods::Rods { m: [0.5, 0.4, 0.3 + 1e-9], ..rods::ARM };
    let wrong = inverse::along(&motion, |q, v, a| wrong.torques(q, v, a).to_vec());
    assert!(wrong.deviation(&engines.tau).largest() > 1e-9);
}

// oracle: by definition
#[test]
fn what_cannot_be_compared_does_not_pass() {
    let some = Curves::kept(&[(0.0, [1.0]), (1.0, [2.0])]);
    let other = Curves::kept(&[(0.0, [1.0]), (0.5, [1.5])]);
    let mut finding = Finding::default();
    finding.compare("no row at 0.5", Oracle::Law, &[&some], &other, Bound::Number(1.0));
    finding.compare("nothing", Oracle::Law, &[&some], &Curves::default(), Bound::Number(1.0));
    finding.check("NaN", Oracle::Law, f64::NAN, 1.0, "");
    assert!(finding.checks.iter().all(|check| !check.passed()));
    finding.compare("itself", Oracle::Law, &[&some], &some, Bound::Largest(0.1));
    assert!(finding.checks.last().is_some_and(Check::passed));
}

// oracle: the list itself
#[test]
fn names_of_cases_are_unique_and_begin_with_their_document() {
    let mut seen = std::collections::BTreeSet::new();
    for document in DOCUMENTS {
        for case in document.cases {
            assert!(case.id.starts_with(document.key), "{}", case.id);
            assert!(seen.insert(case.id), "{} is there twice", case.id);
        }
    }
    assert!(seen.len() > 20);
}

// oracle: the printed tables
#[test]
fn tables_add_up_and_misprints_are_known() {
    for case in DOCUMENTS.iter().flat_map(|document| document.cases).filter(|case| matches!(case.work, Work::Text(_))) {
        let finding = case.run();
        assert!(passed(&finding), "{}", case.id);
        assert!(matches!(finding.checks[0].measure, Measure::Deviation { value: 0.0, .. }), "{}", case.id);
    }
}
