//! Closed forms of inverse kinematics. Oracle: forward kinematics of coordinates chosen beforehand, which must come back.

mod ik_support;

use denoc_mechanism::ik::{IkMethod, IkOptions, Solutions, Target, solve};
use denoc_model::Model;
use denoc_testkit::Random;
use ik_support::{apart, arm, dh, pose, pose_error, random_q, scara, tip, ur5, wrist_arm};

fn all(model: &Model, target: Target) -> Solutions {
    solve(model, tip(model), target, &IkOptions { limits: false, starts: 0, ..IkOptions::default() }).unwrap()
}

/// Random coordinates must come back among the branches, and every branch must be a solution. Returns the branches of all
/// trials.
fn round_trip(model: &Model, family: &'static str, trials: u64) -> Vec<usize> {
    let mut random = Random::new(trials);
    (0..trials)
        .map(|trial| {
            let q = random_q(model, &mut random);
            let goal = pose(model, tip(model), &q);
            let found = all(model, Target::Pose(goal));
            assert_eq!(found.method, IkMethod::ClosedForm(family), "{} {trial}", model.name());
            for branch in &found.branches {
                assert!(pose_error(pose(model, tip(model), &branch.q), goal) < 1e-11, "{} {trial}", model.name());
            }
            let nearest = found.branches.iter().map(|b| apart(model, &b.q, &q)).fold(f64::INFINITY, f64::min);
            assert!(nearest < 1e-9, "{} {trial}: {nearest:.1e} from {q:?} of\n{found}", model.name());
            found.branches.len()
        })
        .collect()
}

const WRIST: &str = "three joints and a spherical wrist";

#[test]
fn arms_with_a_spherical_wrist() {
    for name in ["puma", "kuka_kr5", "stanford"] {
        let counts = round_trip(&arm(name), WRIST, 60);
        assert!(counts.iter().all(|n| n % 2 == 0 && *n <= 8), "{name}: {counts:?}");
    }
}

#[test]
fn a_puma_has_eight_branches_with_eight_names() {
    let puma = arm("puma");
    let goal = pose(&puma, tip(&puma), &[0.4, -0.7, 0.5, 0.3, 0.8, -0.6]);
    let found = all(&puma, Target::Pose(goal));
    let mut labels: Vec<&str> = found.branches.iter().map(|b| b.label.as_str()).collect();
    labels.sort_unstable();
    let words = |s: &str, e: &str, w: &str| format!("shoulder {s}, elbow {e}, wrist {w}");
    let mut expected: Vec<String> = Vec::new();
    for s in ["left", "right"] {
        for e in ["down", "up"] {
            for w in ["flip", "no-flip"] {
                expected.push(words(s, e, w));
            }
        }
    }
    assert_eq!(labels, expected);
}

// general geometry: the position problem is a quartic
#[test]
fn random_arms_with_a_spherical_wrist() {
    for seed in 0..12 {
        round_trip(&wrist_arm(seed, [false; 3]), WRIST, 12);
    }
}

#[test]
fn random_arms_with_sliding_joints_and_a_spherical_wrist() {
    for bits in 1..8u64 {
        let slides = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
        for seed in 0..3 {
            round_trip(&wrist_arm(seed, slides), WRIST, 10);
        }
    }
}

// the wrist at the other end
#[test]
fn random_arms_with_a_spherical_shoulder() {
    use denoc_model::DhRow;
    for seed in 0..5 {
        let mut random = Random::new(seed);
        let mut rows = vec![
            DhRow::revolute(0.2, 0.1, 0.0, 1.3),
            DhRow::revolute(0.0, 0.4, 0.0, -1.5),
            DhRow::revolute(0.3, -0.2, 0.2, 1.1),
        ];
        for _ in 0..3 {
            rows.push(DhRow::revolute(random.signed(0.3), 0.2, random.range(0.1, 0.4), random.signed(1.5)));
        }
        round_trip(&dh("shoulder", &rows), WRIST, 10);
    }
}

#[test]
fn arms_with_three_parallel_axes() {
    let counts = round_trip(&ur5(), "three parallel axes", 60);
    assert!(counts.iter().all(|n| n % 2 == 0 && *n <= 8) && counts.contains(&8), "{counts:?}");
}

#[test]
fn planar_and_scara_arms() {
    use denoc_model::DhRow;
    let (turn, slide) = (DhRow::revolute(0.1, 0.2, 0.3, 0.0), DhRow::prismatic(0.1, 0.2, 0.05, 0.0));
    let last = dh("slides last", &[turn, turn, turn, slide]);
    let first = dh("slides first", &[slide, turn, turn, turn]);
    for model in [arm("planar_3r"), scara(), last, first] {
        assert_eq!(round_trip(&model, "parallel axes", 40), vec![2; 40]);
    }
}

#[test]
fn positions_of_arms_with_three_joints() {
    use denoc_model::DhRow;
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let rows: Vec<DhRow> = (0..3)
            .map(|_| DhRow::revolute(random.signed(0.3), 0.1, random.range(0.1, 0.5), random.signed(2.0)))
            .collect();
        let model = dh("three", &rows);
        for _ in 0..10 {
            let q = random_q(&model, &mut random);
            let goal = pose(&model, tip(&model), &q).position;
            let found = all(&model, Target::Position(goal));
            assert_eq!(found.method, IkMethod::ClosedForm("three joints"));
            assert!(found.branches.len() <= 4);
            assert!(found.branches.iter().any(|b| apart(&model, &b.q, &q) < 1e-9), "{q:?} of\n{found}");
        }
    }
}

// oracle: the family of solutions of a straight wrist, q4 + q6 (here q4 − q6 by the twist angles) fixed
#[test]
fn a_straight_wrist_is_a_family_with_a_representative_from_the_seed() {
    let puma = arm("puma");
    let q = [0.4, -0.7, 0.5, 0.9, 0.0, -0.6];
    let goal = pose(&puma, tip(&puma), &q);
    let seed = Some(vec![0.4, -0.7, 0.5, 0.2, 0.1, 0.0]);
    let options = IkOptions { limits: false, starts: 0, seed, ..IkOptions::default() };
    let found = solve(&puma, tip(&puma), Target::Pose(goal), &options).unwrap();
    let first = &found.branches[0];
    assert!(first.family && first.near_singular, "{found}");
    assert!((first.q[3] - 0.2).abs() < 1e-6 && first.q[4].abs() < 1e-6, "{found}");
    assert!(pose_error(pose(&puma, tip(&puma), &first.q), goal) < 1e-11);
    assert!(found.to_string().contains("one of infinitely many"), "{found}");
}

// oracle: forward kinematics; right angles everywhere make axes line up
#[test]
fn special_poses_are_reached() {
    use std::f64::consts::FRAC_PI_2;
    for model in [arm("puma"), arm("kuka_kr5"), arm("stanford"), ur5(), scara(), arm("planar_3r")] {
        let mut random = Random::new(1);
        for _ in 0..60 {
            let q: Vec<f64> = (0..model.nq()).map(|_| FRAC_PI_2 * (random.below(4) as f64 - 1.0)).collect();
            let goal = pose(&model, tip(&model), &q);
            let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions::default()).unwrap();
            assert!(found.reached, "{}: {q:?}: {found}", model.name());
            for branch in &found.branches {
                assert!(pose_error(pose(&model, tip(&model), &branch.q), goal) < 1e-8, "{}: {q:?}", model.name());
            }
        }
    }
}

// oracle: forward kinematics; the wrist centre is on the first axis, which may turn as it likes
#[test]
fn a_wrist_above_the_base_is_a_family() {
    use denoc_math::{Mat3, Pose, Vec3};
    let kuka = arm("kuka_kr5");
    let goal = Pose::new(Mat3::from_rpy([0.0, 0.0, 0.3]), Vec3::new(0.0, 0.0, 1.25));
    let seed = Some(vec![0.7, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let options = IkOptions { limits: false, seed, ..IkOptions::default() };
    let found = solve(&kuka, tip(&kuka), Target::Pose(goal), &options).unwrap();
    assert_eq!(found.method, IkMethod::ClosedForm(WRIST), "{found}");
    assert!(found.branches.iter().all(|b| b.family && (b.q[0] - 0.7).abs() < 1e-6), "{found}");
    assert!(pose_error(pose(&kuka, tip(&kuka), &found.branches[0].q), goal) < 1e-11);
}
