//! That verdicts can fail, and that what they rest on is sound.

use denoc_run::Loaded;
use denoc_testkit::in_parallel;

use super::finding::{Bound, Finding, Oracle};
use super::motion::Cycloid;
use super::{Case, Check, Measure, SOURCES, Work, cases, curves::Curves, inverse, reference, rods};

/// Runs a case with a changed arm; nothing if it has none.
fn run_with(case: &Case, change: fn(&mut Loaded)) -> Option<Finding> {
    let Work::Arm(model, compute) = case.work else { return None };
    let mut arm = denoc_run::load(model).expect("an arm of the catalogue");
    change(&mut arm);
    Some(compute(&arm.rebuild().expect("a model")).expect("a finding"))
}

fn passed(finding: &Finding) -> bool {
    finding.checks.iter().all(Check::passed)
}

/// The mass of the last link is wrong by a millionth.
fn heavier(arm: &mut Loaded) {
    let last = arm.description.joints.last().expect("a joint").child.clone();
    let link = arm.description.links.iter_mut().find(|link| link.name == last).expect("its link");
    link.mass.mass *= 1.0 + 1e-6;
}

/// Cases that ask whether two computations with the same arm agree, or whose answer does not depend on masses.
const WITHOUT_NUMBERS: &[&str] =
    &["SahaIR Exercise 9.8", "Saha13 sections 2.1-2.7", "Saha13 section 2.8, Fig. 6", KINEMATIC[0], KINEMATIC[1]];

/// Cases about loops that are about geometry alone.
const KINEMATIC: [&str; 2] = ["Saha13 section 4, (51)-(53)", "MukAnd06 section 3.3, (42)"];

/// The last joint sits wrong in its child, by a thousandth of a millimetre.
fn longer(arm: &mut Loaded) {
    let last = arm.description.joints.last_mut().expect("a joint");
    last.child_origin.position.x += 1e-6;
}

// oracle: the verdict must fall when a bar is wrong by a thousandth of a millimetre
#[test]
fn a_bar_that_is_too_long_is_noticed() {
    for case in cases().filter(|case| KINEMATIC.contains(&case.id)) {
        assert!(run_with(case, |_| {}).is_some_and(|found| passed(&found)), "{} as it is", case.id);
        assert!(run_with(case, longer).is_some_and(|found| !passed(&found)), "{} with a long bar", case.id);
    }
}

// oracle: the sentences of the sources that are known not to hold, and why
#[test]
fn what_is_wrong_in_the_sources_about_loops_is_found_wrong() {
    for (id, text) in [
        (KINEMATIC[0], "as printed"),
        (KINEMATIC[1], "positive definite"),
        ("MukAnd06 section 4.1, Figs. 6, 7", "1e-14"),
        ("MukAnd06 section 4.1, growth", "t^0.7"),
    ] {
        let finding = cases().find(|case| case.id == id).expect("a case").run().finding;
        let check = finding.checks.iter().find(|check| check.what.contains(text)).expect("a sentence");
        assert_eq!(check.measure, Measure::Sentence { holds: false, known: false }, "{id}");
    }
}

// oracle: the verdict must fall when the model is wrong by a millionth, whatever it is compared with
#[test]
fn a_mass_that_is_wrong_by_a_millionth_is_noticed() {
    in_parallel(cases().filter(|case| !WITHOUT_NUMBERS.contains(&case.id)), |case| {
        assert!(run_with(case, |_| {}).is_none_or(|found| passed(&found)), "{} as it is", case.id);
        assert!(run_with(case, heavier).is_none_or(|found| !passed(&found)), "{} with a wrong mass", case.id);
    });
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
fn names_of_cases_are_unique_and_begin_with_their_source() {
    let mut seen = std::collections::BTreeSet::new();
    for source in SOURCES {
        for case in source.cases {
            assert!(case.id.starts_with(source.key), "{}", case.id);
            assert_eq!(case.source().key, source.key);
            assert!(seen.insert(case.id), "{} is there twice", case.id);
        }
    }
    assert!(seen.len() > 20);
}

// oracle: the printed tables
#[test]
fn tables_add_up_and_misprints_are_known() {
    for case in cases().filter(|case| matches!(case.work, Work::Text(_))) {
        let finding = case.run().finding;
        assert!(passed(&finding), "{}", case.id);
        assert!(matches!(finding.checks[0].measure, Measure::Deviation { value: 0.0, .. }), "{}", case.id);
    }
}
