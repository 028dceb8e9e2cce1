//! Numeric inverse kinematics, limits, targets out of reach. Oracles are named at each test.

mod ik_support;

use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::ik::{Cause, IkMethod, IkOptions, Target, solve, solve_many};
use denoc_model::{Description, DhRow, Joint, MassProperties, Model};
use denoc_testkit::{Random, Shape, random_model, random_state};
use ik_support::{apart, arm, described, dh, limited, pose, pose_error, random_q, tip, wrist_arm};

/// Six revolute joints without any special geometry: no closed form.
fn general_arm() -> Model {
    let mut random = Random::new(77);
    let rows: Vec<DhRow> = (0..6)
        .map(|_| DhRow::revolute(random.signed(0.3), random.signed(1.0), random.range(0.1, 0.4), random.signed(1.5)))
        .collect();
    dh("general", &rows)
}

// oracle: forward kinematics of the coordinates chosen beforehand
#[test]
fn a_general_arm_reaches_what_it_can_reach() {
    let model = general_arm();
    let mut random = Random::new(5);
    for _ in 0..8 {
        let q = random_q(&model, &mut random);
        let goal = pose(&model, tip(&model), &q);
        let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions::default()).unwrap();
        assert_eq!(found.method, IkMethod::Numeric);
        assert!(found.reached && found.iterations > 0 && found.starts == 25, "{found}");
        for branch in &found.branches {
            assert!(pose_error(pose(&model, tip(&model), &branch.q), goal) < 1e-8);
            assert!(!branch.family);
        }
        // from nearby it comes back
        let seed: Vec<f64> = q.iter().map(|x| x + random.signed(0.1)).collect();
        let options = IkOptions { seed: Some(seed), starts: 0, ..IkOptions::default() };
        let found = solve(&model, tip(&model), Target::Pose(goal), &options).unwrap();
        assert!(apart(&model, &found.branches[0].q, &q) < 1e-7, "{found}");
    }
}

// oracle: the closed form; whatever the search finds must be one of its branches
#[test]
fn numeric_and_closed_form_agree() {
    for model in [arm("puma"), wrist_arm(3, [false; 3])] {
        let frame = tip(&model);
        let mut random = Random::new(9);
        for _ in 0..3 {
            let goal = pose(&model, frame, &random_q(&model, &mut random));
            let closed = solve(&model, frame, Target::Pose(goal), &IkOptions::default()).unwrap();
            // a second, equal task makes the search numeric
            let both = [(frame, Target::Pose(goal)), (frame, Target::Pose(goal))];
            let numeric = solve_many(&model, &both, &IkOptions::default()).unwrap();
            assert_eq!(numeric.method, IkMethod::Numeric);
            assert!(numeric.reached);
            for branch in &numeric.branches {
                let known = closed.branches.iter().any(|b| apart(&model, &b.q, &branch.q) < 1e-6);
                assert!(known || branch.near_singular, "{branch}\nnot in\n{closed}");
            }
        }
    }
}

// oracle: forward kinematics; joints of every kind, quaternions included; joints that do not matter stay
#[test]
fn trees_and_floating_bases() {
    for seed in 0..6 {
        let kinds = denoc_testkit::Options { joints: 9, shape: Shape::Tree, ..Default::default() };
        let model = random_model(seed, &if seed % 2 == 0 { kinds.floating() } else { kinds });
        let frame = tip(&model);
        let (q, start) = (random_state(&model, seed).q, random_state(&model, seed + 50).q);
        let goal = pose(&model, frame, &q);
        let options = IkOptions { seed: Some(start.clone()), limits: false, ..IkOptions::default() };
        let position = solve(&model, frame, Target::Position(goal.position), &options).unwrap();
        assert!(position.reached, "{seed}: {position}");
        let first = &position.branches[0].q;
        assert!((pose(&model, frame, first).position - goal.position).norm() < 1e-8);
        model.check_coordinates(first).unwrap();
        let mut on_path = vec![false; model.links().len()];
        let mut at = model.frames()[frame.0].link;
        while let Some(link) = at {
            on_path[link.0] = true;
            at = model.links()[link.0].parent;
        }
        for (link, _) in model.links().iter().zip(on_path).filter(|(_, on)| !on) {
            assert_eq!(first[link.q..link.q + link.nq], start[link.q..link.q + link.nq]);
        }
        if seed % 2 == 0 {
            let whole = solve(&model, frame, Target::Pose(goal), &options).unwrap();
            assert!(whole.reached, "{seed}: {whole}");
            assert!(pose_error(pose(&model, frame, &whole.branches[0].q), goal) < 1e-8);
        }
    }
}

// oracle: forward kinematics of both hands
#[test]
fn two_frames_at_once() {
    let mut d = Description::new("two hands");
    let (z, x) = (Vec3::unit(2), Vec3::unit(0));
    let mass = MassProperties::none();
    d = d.link("torso", mass).joint("waist", "ground", "torso", Joint::revolute(z), Pose::identity());
    for (side, sign) in [("left", 1.0), ("right", -1.0)] {
        let mut parent = "torso".to_owned();
        for (k, axis) in [Vec3::unit(1), z, x, Vec3::unit(1)].into_iter().enumerate() {
            let link = format!("{side}{k}");
            let offset = if k == 0 { Vec3::new(0.0, 0.2 * sign, 0.4) } else { Vec3::new(0.25, 0.05, 0.0) };
            d = d.link(&link, mass).joint(
                format!("j{link}"),
                parent,
                &link,
                Joint::revolute(axis),
                Pose::translation(offset),
            );
            parent = link;
        }
        d = d.frame(format!("{side} hand"), parent, Pose::translation(Vec3::new(0.2, 0.0, 0.0)));
    }
    let model = d.build().unwrap();
    let (left, right) = (model.frame("left hand").unwrap(), model.frame("right hand").unwrap());
    let q = random_q(&model, &mut Random::new(4));
    let tasks = [left, right].map(|f| (f, Target::Position(pose(&model, f, &q).position)));
    let found = solve_many(&model, &tasks, &IkOptions::default()).unwrap();
    assert!(found.reached && found.branches[0].family, "{found}");
    for (f, target) in tasks {
        assert!((pose(&model, f, &found.branches[0].q).position - target.position()).norm() < 1e-8);
    }
    assert!(found.to_string().starts_with("\"left hand, right hand\": "), "{found}");
}

// oracle: forward kinematics; seven joints have one to spare
#[test]
fn redundant_arms_have_families() {
    let q = std::f64::consts::FRAC_PI_2;
    let row = |b: f64, alpha: f64| DhRow::revolute(b, 0.0, 0.0, alpha);
    let rows = [row(0.3, -q), row(0.0, q), row(0.4, q), row(0.0, -q), row(0.4, -q), row(0.0, q), row(0.1, 0.0)];
    let model = dh("seven", &rows);
    let mut random = Random::new(3);
    for _ in 0..5 {
        let goal = pose(&model, tip(&model), &random_q(&model, &mut random));
        let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions::default()).unwrap();
        assert!(found.reached && found.branches.iter().all(|b| b.family), "{found}");
        assert!(pose_error(pose(&model, tip(&model), &found.branches[0].q), goal) < 1e-8);
    }
}

// oracle: the direction itself
#[test]
fn pointing_leaves_the_turn_about_the_axis_open() {
    let puma = arm("puma");
    let (position, direction) = (Vec3::new(0.5, 0.2, 0.1), Vec3::new(1.0, 1.0, -2.0));
    let target = Target::Pointing { position, axis: Vec3::new(0.0, 0.0, 2.0), direction };
    let found = solve(&puma, tip(&puma), target, &IkOptions::default()).unwrap();
    assert!(found.reached && found.branches[0].family, "{found}");
    let there = pose(&puma, tip(&puma), &found.branches[0].q);
    assert!((there.position - position).norm() < 1e-8);
    assert!((there.rotation.z - direction.normalized()).norm() < 1e-8);
}

// oracle: geometry by hand: a planar arm of 0.3 + 0.25 + 0.22 m
#[test]
fn targets_out_of_reach_are_explained() {
    let planar = arm("planar_3r");
    let go = |model: &Model, target| solve(model, tip(model), target, &IkOptions::default()).unwrap();
    let far = go(&planar, Target::Position(Vec3::new(0.6, 0.8, 0.0)));
    assert!(!far.reached && far.branches.is_empty() && far.cause == Some(Cause::Distance));
    assert!((far.nearest.position_error - 0.23).abs() < 1e-6, "{far}");
    let words = far.to_string();
    assert!(words.contains("unreachable by 0.23 m") && words.contains("out of range"), "{words}");
    assert!(words.contains("at [0.462, 0.616, 0] m"), "{words}");
    // in range, but tilted out of the plane
    let tilted = Pose::new(Mat3::from_rpy([0.5, 0.0, 0.0]), Vec3::new(0.4, 0.2, 0.0));
    let tilted = go(&planar, Target::Pose(tilted));
    assert_eq!(tilted.cause, Some(Cause::Orientation), "{tilted}");
    assert!(tilted.to_string().contains("not with this orientation"), "{tilted}");
    // no branch within limits
    let stiff = limited(described("planar_3r"), [-0.2, 0.2]);
    let goal = pose(&planar, tip(&planar), &[0.1, 1.0, -0.3]);
    let limits = go(&stiff, Target::Pose(goal));
    assert_eq!(limits.cause, Some(Cause::Limits));
    assert_eq!(limits.branches.len(), 2);
    assert!(limits.nearest.violations.is_empty() && limits.nearest.position_error > 1e-3);
    let words = limits.to_string();
    assert!(words.contains("because of joint limits") && words.contains("joint \"joint2\" is 0.8"), "{words}");
    // the same cause for postures of the arm with the last joint held
    let limits = go(&stiff, Target::Position(Vec3::new(0.0, 0.5, 0.0)));
    assert_eq!(limits.cause, Some(Cause::Limits));
    assert!(matches!(limits.method, IkMethod::ClosedForm(_)) && !limits.branches.is_empty(), "{limits}");
}

// oracle: limits of the model
#[test]
fn limits_are_kept_or_reported() {
    let free = arm("puma");
    let mut d = described("puma");
    for joint in &mut d.joints {
        joint.properties.limits = Some([-2.8, 2.8]);
    }
    d.joints[4].properties.limits = Some([0.0, 1.8]);
    let model = d.build().unwrap();
    let goal = pose(&free, tip(&free), &[0.4, -0.7, 0.5, 0.3, 0.8, -0.6]);
    let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions::default()).unwrap();
    assert!(found.reached && found.branches.len() == 8);
    let inside = found.branches.iter().filter(|b| b.violations.is_empty()).count();
    assert!((1..=4).contains(&inside), "{found}");
    assert!(found.branches[..inside].iter().all(|b| b.violations.is_empty() && b.q[4] >= 0.0));
    for branch in &found.branches[inside..] {
        let v = &branch.violations[0];
        assert!((v.q - v.limit).abs() - v.by < 1e-12 && v.by > 0.0);
    }
    // whole turns are used to stay within limits
    let mut d = described("planar_3r");
    d.joints[0].properties.limits = Some([3.5, 7.5]);
    let model = d.build().unwrap();
    let goal = pose(&model, tip(&model), &[7.0, 0.5, 0.5]);
    let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions::default()).unwrap();
    assert!(found.branches.iter().any(|b| (b.q[0] - 7.0).abs() < 1e-9), "{found}");
}

// oracle: forward kinematics of coordinates within the limits: with a straight wrist only q4 and q6 together are fixed, so
// that joint 6 may turn into its narrow limits
#[test]
fn a_straight_wrist_turns_into_its_limits() {
    let mut d = described("puma");
    d.joints[5].properties.limits = Some([0.5, 0.9]);
    let model = d.build().unwrap();
    let goal = pose(&model, tip(&model), &[0.4, -0.7, 0.5, 0.9, 0.0, 0.7]);
    let found = solve(&model, tip(&model), Target::Pose(goal), &IkOptions::default()).unwrap();
    assert!(found.reached && found.cause.is_none(), "{found}");
    assert!(matches!(found.method, IkMethod::ClosedForm(_)));
    let first = &found.branches[0];
    assert_eq!(first, &found.nearest);
    assert!(first.violations.is_empty() && first.family && (0.5..=0.9).contains(&first.q[5]), "{found}");
    assert!(pose_error(pose(&model, tip(&model), &first.q), goal) < 1e-8);
}

// oracle: the same arm without the other joint
#[test]
fn limits_of_joints_that_do_not_move_the_frame_do_not_count() {
    let (z, along) = (Vec3::unit(2), Pose::translation(Vec3::new(0.5, 0.0, 0.0)));
    let mut d = Description::new("arm and lever");
    for (link, parent, origin) in [("a", "ground", Pose::identity()), ("b", "a", along), ("lever", "ground", along)] {
        d = d.link(link, MassProperties::none()).joint(link, parent, link, Joint::revolute(z), origin);
    }
    d = d.frame("hand", "b", along);
    for (limits, target) in [([0.5, 1.0], Vec3::new(0.5, 0.5, 0.0)), ([10.0, 14.0], Vec3::new(0.3, -0.6, 0.0))] {
        let mut d = d.clone();
        d.joints[2].properties.limits = Some(limits);
        let model = d.build().unwrap();
        let found =
            solve(&model, model.frame("hand").unwrap(), Target::Position(target), &IkOptions::default()).unwrap();
        assert!(found.reached && found.branches.len() == 2, "{found}");
        assert!(found.branches.iter().all(|b| b.violations.is_empty() && b.q[2] == 0.0), "{found}");
    }
}

// oracle: arithmetic by hand: 4π and −6π are the only whole turns within the limits; of several, the one next to the seed
#[test]
fn limits_many_turns_away_are_reached() {
    let goal = pose(&arm("planar_3r"), tip(&arm("planar_3r")), &[0.0, 0.5, 0.5]);
    let turn = std::f64::consts::TAU;
    for (limits, seed, expected) in [
        ([10.0, 14.0], 0.0, 2.0 * turn),
        ([-20.0, -13.5], 0.0, -3.0 * turn),
        ([-100.0, 100.0], 40.0, 6.0 * turn),
        ([10.0, 100.0], 0.0, 2.0 * turn),
        // a coordinate at its limit stays there
        ([0.0, 7.0], 0.0, 0.0),
    ] {
        let mut d = described("planar_3r");
        d.joints[0].properties.limits = Some(limits);
        let model = d.build().unwrap();
        let options = IkOptions { seed: Some(vec![seed, 0.4, 0.4]), ..IkOptions::default() };
        let found = solve(&model, tip(&model), Target::Pose(goal), &options).unwrap();
        assert!(found.reached && found.starts == 0, "{limits:?}: {found}");
        let same_elbow = found.branches.iter().find(|b| b.q[1] > 0.0).unwrap();
        assert!((same_elbow.q[0] - expected).abs() < 1e-9, "{limits:?}: {found}");
    }
}

// oracle: the same call again
#[test]
fn results_repeat() {
    let model = general_arm();
    let goal = Target::Pose(pose(&model, tip(&model), &[0.3, -0.4, 0.5, 0.6, -0.7, 0.8]));
    let go = || solve(&model, tip(&model), goal, &IkOptions::default()).unwrap();
    assert_eq!(go(), go());
}

// oracle: the words
#[test]
fn senseless_targets_are_refused_with_words() {
    let puma = arm("puma");
    let go = |target| solve(&puma, tip(&puma), target, &IkOptions::default()).unwrap_err().to_string();
    let nan = Vec3::new(0.0, f64::NAN, 0.0);
    assert!(go(Target::Position(nan)).contains("frame \"link6\": the target position is NaN"));
    let skewed = Mat3::from_columns(Vec3::unit(0), Vec3::unit(0), Vec3::unit(2));
    assert!(go(Target::Pose(Pose::new(skewed, Vec3::zero()))).contains("from a rotation"));
    let none = Target::Pointing { position: Vec3::zero(), axis: Vec3::zero(), direction: Vec3::unit(0) };
    assert!(go(none).contains("the length of the axis is 0"));
    let bad = IkOptions { seed: Some(vec![0.0]), ..IkOptions::default() };
    let error = solve(&puma, tip(&puma), Target::Position(Vec3::zero()), &bad).unwrap_err();
    assert!(error.to_string().contains("1 entry"), "{error}");
    let bad = IkOptions { position_tolerance: f64::NAN, ..IkOptions::default() };
    let error = solve(&puma, tip(&puma), Target::Position(Vec3::zero()), &bad).unwrap_err();
    assert!(error.to_string().contains("position_tolerance is NaN"), "{error}");
    let ground = puma.frame("ground").unwrap();
    let error = solve(&puma, ground, Target::Position(Vec3::zero()), &IkOptions::default()).unwrap_err();
    assert!(error.to_string().contains("\"ground\" is fixed to the ground"), "{error}");
    assert!(solve_many(&puma, &[], &IkOptions::default()).unwrap_err().to_string().contains("at least one frame"));
}
