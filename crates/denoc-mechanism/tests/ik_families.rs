//! Tolerances, families of solutions, and frames behind closures. Oracles are named at each test.

mod ik_support;

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::Loops;
use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::ik::{IkMethod, IkOptions, Target, solve};
use denoc_mechanism::{Draft, MechanismError};
use denoc_model::{DhRow, Model};
use ik_support::{apart, arm, described, dh, pose, pose_error, tip};

fn go(model: &Model, target: Target) -> denoc_mechanism::ik::Solutions {
    solve(model, tip(model), target, &IkOptions::default()).unwrap()
}

// oracle: π, written with eight decimals
#[test]
fn eight_decimals_of_pi_suffice() {
    // turns about z, after half a turn about x: three freedoms for a pose of six conditions
    let flipped =
        dh("flipped", &[DhRow::revolute(0.0, 0.0, 0.3, std::f64::consts::PI), DhRow::revolute(0.0, 0.0, 0.4, 0.0)]);
    let q = [0.3, 0.5];
    let exact = pose(&flipped, tip(&flipped), &q);
    let yaw = exact.rotation.x.y.atan2(exact.rotation.x.x);
    let written = Pose::new(Mat3::from_rpy(["3.14159265".parse().unwrap(), 0.0, yaw]), exact.position);
    let found = go(&flipped, Target::Pose(written));
    assert!(found.reached && (2e-9..1e-8).contains(&found.nearest.orientation_error), "{found}");
    assert!(found.to_string().contains("the nearest pose is used, 3.59 nrad off"), "{found}");
    // a planar arm has a closed form: its branches are those of the exact target
    let planar = arm("planar_3r");
    let exact = pose(&planar, tip(&planar), &[0.4, -0.9, 0.3]);
    let off = Pose::new(Mat3::from_rpy([4e-8, 0.0, 0.0]) * exact.rotation, exact.position);
    let found = go(&planar, Target::Pose(off));
    assert!(matches!(found.method, IkMethod::ClosedForm(_)) && found.branches.len() == 2, "{found}");
    // far enough to be meant
    let off = Pose::new(Mat3::from_rpy([3e-6, 0.0, 0.0]) * exact.rotation, exact.position);
    let found = go(&planar, Target::Pose(off));
    assert!(!found.reached && found.to_string().contains("unreachable by 3 µrad;"), "{found}");
}

// oracle: the closed forms of the first joints, and the count of branches of these arms
#[test]
fn a_free_wrist_leaves_the_branches_of_the_arm() {
    for (name, count) in [("puma", 4), ("ur5_like", 4), ("planar_3r", 2)] {
        let model = arm(name);
        let seed: Vec<f64> = (0..model.nq()).map(|i| 0.1 * i as f64).collect();
        let goal = pose(&model, tip(&model), &seed).position;
        let options = IkOptions { seed: Some(seed.clone()), ..IkOptions::default() };
        let found = solve(&model, tip(&model), Target::Position(goal), &options).unwrap();
        assert!(matches!(found.method, IkMethod::ClosedForm(_)) && found.branches.len() == count, "{name}: {found}");
        assert_eq!(found.family_dimension, model.nv() - if name == "planar_3r" { 2 } else { 3 });
        assert!(apart(&model, &found.branches[0].q, &seed) < 1e-6, "{name}: {found}");
        for branch in &found.branches {
            assert!((pose(&model, tip(&model), &branch.q).position - goal).norm() < 1e-9 && branch.family);
            // the wrist keeps its initial values
            let arm = if name == "planar_3r" { 2 } else { 3 };
            assert!(branch.q[arm..].iter().zip(&seed[arm..]).all(|(a, b)| (a - b).abs() < 1e-9), "{found}");
        }
        let labels: std::collections::BTreeSet<&str> = found.branches.iter().map(|b| b.label.as_str()).collect();
        assert_eq!(labels.len(), count);
    }
}

// oracle: an arm of four links in a plane and a target near its full reach: bent either way, it is the same family, since the
// elbows fold through the straight configuration of some of them
#[test]
fn one_family_has_one_representative() {
    let row = DhRow::revolute(0.0, 0.0, 0.5, 0.0);
    let model = dh("four", &[row; 4]);
    let straight = Mat3::identity();
    let target = Target::Pointing { position: Vec3::new(1.4, 0.0, 0.0), axis: Vec3::unit(2), direction: straight.z };
    let found = go(&model, target);
    assert!(found.reached && found.branches.len() == 1 && found.family_dimension == 2, "{found}");
    // nearest to the initial guess: no other solution that a search finds is nearer
    let nearest: f64 = found.branches[0].q.iter().map(|x| x * x).sum();
    for seed in 1..6 {
        let options = IkOptions { random_seed: seed, ..IkOptions::default() };
        let other = solve(&model, tip(&model), target, &options).unwrap();
        let squares: f64 = other.branches[0].q.iter().map(|x| x * x).sum();
        assert!(squares > nearest - 1e-3, "{other}");
    }
}

fn gap(model: &Model, q: &[f64]) -> f64 {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let stage = ws.position(model, q).unwrap();
    loops.place(&stage);
    let mut gaps = vec![0.0; loops.count()];
    loops.residuals(&stage, &mut gaps).unwrap();
    gaps.iter().fold(0.0, |m, x| m.max(x.abs()))
}

// oracle: residuals of the closures and forward kinematics
#[test]
fn frames_of_loops_reach_their_targets() {
    for name in ["delta", "robot_3rrr", "stewart"] {
        let model = arm(name);
        let tool = model.frame("tool").unwrap();
        let home = pose(&model, tool, &Draft::usual(&model).close(&model).unwrap().q);
        let goal = home.position + Vec3::new(0.02, 0.01, if name == "robot_3rrr" { 0.0 } else { -0.02 });
        let options = IkOptions { starts: 4, ..IkOptions::default() };
        let found = solve(&model, tool, Target::Position(goal), &options).unwrap();
        assert!(found.reached, "{name}: {found}");
        for branch in &found.branches {
            assert!(gap(&model, &branch.q) < 1e-12, "{name}");
            assert!((pose(&model, tool, &branch.q).position - goal).norm() < 1e-11, "{name}");
        }
    }
}

// oracle: the closed form of the arm without the coupling, and the line of the coupling
#[test]
fn joints_that_follow_others_follow_them() -> Result<(), MechanismError> {
    let free = arm("puma");
    let goal = pose(&free, tip(&free), &[0.3, -0.5, 0.4, 0.2, 0.6, -0.1]);
    // a follower beside the path: the closed form remains
    let mut d = described("puma");
    let z = Vec3::unit(2);
    d = d.link("flag", denoc_model::MassProperties::none());
    d = d.joint("wave", "ground", "flag", denoc_model::Joint::revolute(z), Pose::identity());
    d = d.coupling("wave", "joint1", 2.0, 0.1);
    let model = d.build()?;
    let (hand, wave) = (model.frame("link6")?, model.links()[model.joint("wave")?.0].q);
    let first = model.links()[model.joint("joint1")?.0].q;
    let found = solve(&model, hand, Target::Pose(goal), &IkOptions { limits: false, ..IkOptions::default() })?;
    assert!(matches!(found.method, IkMethod::ClosedForm(_)) && found.branches.len() == 8, "{found}");
    assert!(found.branches.iter().all(|b| (b.q[wave] - 2.0 * b.q[first] - 0.1).abs() < 1e-12));
    // a follower on the path: five freedoms, so only some poses can be reached
    let d = described("puma").coupling("joint3", "joint2", -0.8, 0.0);
    let model = d.build()?;
    let q = [0.3, -0.5, 0.4, 0.2, 0.6, -0.1];
    assert!(gap(&model, &q) < 1e-15);
    let seed = Some(q.iter().map(|x| x * 0.8).collect());
    let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions { seed, ..IkOptions::default() })?;
    assert!(found.reached && gap(&model, &found.nearest.q) < 1e-12, "{found}");
    assert!(pose_error(pose(&model, tip(&model), &found.nearest.q), goal) < 1e-10);
    Ok(())
}

// oracle: geometry by hand: with links of equal length, folded back, the tip is on the first axis wherever that turns
#[test]
fn a_folded_arm_is_one_singular_family() {
    let model = arm("two_r");
    let found = go(&model, Target::Position(Vec3::zero()));
    assert!(found.reached && found.branches.len() == 1 && found.family_dimension == 1, "{found}");
    assert!((found.branches[0].q[1].abs() - std::f64::consts::PI).abs() < 1e-9 && found.branches[0].family);
    let words = found.to_string();
    assert!(words.contains("singular: infinitely many solutions, 1 family with 1 free parameter"), "{words}");
}

// oracle: geometry by hand: a chord of full length has one way to be straight, whether the last joint is spare or not
#[test]
fn a_stretched_arm_is_a_single_solution() {
    for (name, length) in [("planar_3r", 0.77), ("two_r", 2.0)] {
        let model = arm(name);
        let found = go(&model, Target::Position(Vec3::new(length, 0.0, 0.0)));
        assert!(found.reached && found.branches.len() == 1 && found.family_dimension == 0, "{name}: {found}");
        let only = &found.branches[0];
        assert!(!only.family && only.near_singular && only.label == "elbow straight", "{name}: {found}");
        assert!(only.q.iter().all(|x| x.abs() < 1e-15), "{name}: {found}");
        assert!(found.to_string().contains(": 1 solution ("), "{found}");
    }
}

// oracle: words; the elbows are connected through motions of the joint that is held
#[test]
fn branches_of_an_arm_are_not_called_families() {
    let found = go(&arm("planar_3r"), Target::Position(Vec3::new(0.4, 0.2, 0.0)));
    let words = found.to_string();
    let expected = "2 branches of the arm, with 1 joint held, of infinitely many solutions with 1 free parameter";
    assert!(found.branches.len() == 2 && words.contains(expected) && !words.contains("families"), "{words}");
}

// oracle: the poses of the platform and the coordinates of the motors, by themselves
#[test]
fn assemblies_differ_in_motors_or_platform() {
    let model = arm("delta");
    let tool = model.frame("tool").unwrap();
    let found = solve(&model, tool, Target::Position(Vec3::new(0.05, 0.0, -0.45)), &IkOptions::default()).unwrap();
    assert!(found.reached && found.branches.len() > 1, "{found}");
    let motors: Vec<usize> =
        (1..=3).map(|k| model.links()[model.joint(&format!("motor_joint{k}")).unwrap().0].q).collect();
    for (i, a) in found.branches.iter().enumerate() {
        for b in &found.branches[..i] {
            let same = motors.iter().all(|&m| (a.q[m] - b.q[m]).sin().abs() < 1e-6);
            let off = pose_error(pose(&model, tool, &a.q), pose(&model, tool, &b.q));
            assert!(!same || off > 1e-6, "{found}");
        }
    }
    // the regular one is not turned
    let first = &found.branches[0];
    assert!(first.pose.rpy.iter().all(|x| x.abs() < 1e-9), "{found}");
    assert_eq!(first.label, "numeric 1, nearest to the start, rpy [0, 0, 0] rad");
    assert!(found.branches[1..].iter().all(|b| b.label.contains("another assembly, rpy [")), "{found}");
}
