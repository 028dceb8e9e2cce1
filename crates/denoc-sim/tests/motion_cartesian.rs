//! Lines and arcs of a frame. Oracles: the path itself through forward kinematics, central differences, the words.

#[path = "../../denoc-mechanism/tests/ik_support/mod.rs"]
mod ik_support;
mod motion_support;

use denoc_math::{Mat3, Vec3};
use denoc_model::{DhRow, Model};
use denoc_sim::motion::{Cartesian, CartesianPath, Motion, Orientation, TimeLaw};
use denoc_testkit::close_within;
use ik_support::{arm, described, dh, pose, pose_error, scara, tip};
use motion_support::{at, check_rates};

const START: [f64; 6] = [0.3, -0.6, 0.4, 0.5, 0.9, -0.3];

fn follow(model: &Model, start: &[f64], path: CartesianPath, orientation: Orientation) -> Cartesian {
    Cartesian::new(model, tip(model), start, path, orientation, 2.0, TimeLaw::Quintic).unwrap()
}

#[test]
fn lines_are_straight_and_turn_in_step() {
    for name in ["puma", "kuka_kr5", "stanford"] {
        let model = arm(name);
        let mut start = START;
        if name == "stanford" {
            (start[1], start[2]) = (-1.3, 0.4);
        }
        let begin = pose(&model, tip(&model), &start);
        let way = Vec3::new(0.1, -0.15, 0.08);
        let turn = Vec3::new(0.3, 0.2, -0.4);
        let rotation = |s: f64| {
            let angle = turn.norm() * s;
            Mat3::rotation(turn.normalized(), angle.sin(), angle.cos()) * begin.rotation
        };
        let path = CartesianPath::Line { to: begin.position + way };
        let motion = follow(&model, &start, path, Orientation::To(rotation(1.0)));
        for k in 0..=10 {
            let t = 0.2 * f64::from(k);
            let s = TimeLaw::Quintic.at(t, 2.0)[0];
            let found = pose(&model, tip(&model), &at(&model, &motion, t).0);
            let expected = denoc_math::Pose::new(rotation(s), begin.position + way.scale(s));
            assert!(pose_error(found, expected) < 1e-9, "{name} {t}");
        }
        check_rates(&model, &motion, 9, 1e-5);
    }
}

#[test]
fn arcs_keep_their_distance_and_pass_their_points() {
    let puma = arm("puma");
    let begin = pose(&puma, tip(&puma), &START).position;
    let (via, to) = (begin + Vec3::new(0.05, 0.1, 0.0), begin + Vec3::new(-0.02, 0.16, 0.05));
    let motion = follow(&puma, &START, CartesianPath::ArcThrough { via, to }, Orientation::Keep);
    let places: Vec<Vec3<f64>> = (0..=400)
        .map(|k| {
            let t = 2.0 * f64::from(k) / 400.0;
            pose(&puma, tip(&puma), &at(&puma, &motion, t).0).position
        })
        .collect();
    assert!((places[400] - to).norm() < 1e-9);
    let nearest = places.iter().map(|p| (*p - via).norm()).fold(f64::INFINITY, f64::min);
    assert!(nearest < 1e-3, "{nearest}");
    check_rates(&puma, &motion, 9, 1e-5);

    let center = begin + Vec3::new(0.05, 0.0, 0.02);
    let axis = Vec3::unit(2);
    let motion = follow(&puma, &START, CartesianPath::ArcAbout { center, axis, angle: 7.0 }, Orientation::Keep);
    for k in 0..=20 {
        let place = pose(&puma, tip(&puma), &at(&puma, &motion, 0.1 * f64::from(k)).0).position;
        let arm = place - center;
        assert!((arm.x.hypot(arm.y) - 0.05).abs() < 1e-9 && (arm.z + 0.02).abs() < 1e-9);
    }
    check_rates(&puma, &motion, 9, 1e-4);
}

#[test]
fn arms_with_few_or_many_joints_follow_lines() {
    let scara = scara();
    let q = [0.4, 0.9, 0.05, 0.2];
    let to = pose(&scara, tip(&scara), &q).position + Vec3::new(-0.1, 0.05, 0.03);
    let motion = follow(&scara, &q, CartesianPath::Line { to }, Orientation::Keep);
    check_rates(&scara, &motion, 9, 1e-5);
    // six joints, three conditions
    let puma = arm("puma");
    let begin = pose(&puma, tip(&puma), &START).position;
    let way = Vec3::new(0.1, 0.1, 0.0);
    let motion = follow(&puma, &START, CartesianPath::Line { to: begin + way }, Orientation::Free);
    for k in 0..=37 {
        let t = 2.0 * f64::from(k) / 37.0;
        let place = pose(&puma, tip(&puma), &at(&puma, &motion, t).0).position;
        // a cubic spline through 200 knots
        close_within(place, begin + way.scale(TimeLaw::Quintic.at(t, 2.0)[0]), 1e-7);
    }
    check_rates(&puma, &motion, 9, 1e-4);
}

#[test]
fn paths_that_cannot_be_followed_are_refused_with_words() {
    let puma = arm("puma");
    let begin = pose(&puma, tip(&puma), &START).position;
    let path = |to| CartesianPath::Line { to };
    let go = |model: &Model, start: &[f64], to, o| {
        Cartesian::new(model, tip(model), start, path(to), o, 2.0, TimeLaw::Quintic).unwrap_err().to_string()
    };
    let far = go(&puma, &START, begin + Vec3::new(3.0, 0.0, 0.0), Orientation::Keep);
    assert!(
        far.contains("\"link6\" cannot follow the path at t = ") && far.contains("not with this orientation"),
        "{far}"
    );
    assert!(far.contains("the nearest point found is"), "{far}");
    // past the axis of the first joint, where the folded arm would have to turn at once
    let two = dh("two", &[DhRow::revolute(0.0, 0.0, 0.5, 0.0), DhRow::revolute(0.0, 0.0, 0.5, 0.0)]);
    let start = [0.2, 1.5];
    let beyond = go(&two, &start, Vec3::new(1.5, 0.0, 0.0), Orientation::Free);
    assert!(beyond.contains("the place is out of range"), "{beyond}");
    let here = pose(&two, tip(&two), &start).position;
    let through = go(&two, &start, -here + Vec3::new(1e-4, 0.0, 0.0), Orientation::Free);
    assert!(through.contains("singular configuration"), "{through}");
    let nan = go(&puma, &START, Vec3::new(f64::NAN, 0.0, 0.0), Orientation::Keep);
    assert!(nan.contains("a coordinate of the end point is NaN"), "{nan}");
    let line = CartesianPath::ArcThrough { via: begin + Vec3::unit(0), to: begin + Vec3::unit(0).scale(2.0) };
    let error = Cartesian::new(&puma, tip(&puma), &START, line, Orientation::Keep, 1.0, TimeLaw::Cubic).unwrap_err();
    assert!(error.to_string().contains("in line"), "{error}");
    let limited = ik_support::limited(described("puma"), [-1.0, 1.0]);
    let error = go(&limited, &START, begin + Vec3::new(-0.4, 0.3, 0.0), Orientation::Keep);
    assert!(error.contains("beyond its limits"), "{error}");
    let motion = follow(&puma, &START, path(begin + Vec3::new(0.05, 0.0, 0.0)), Orientation::Keep);
    assert_eq!(motion.breakpoints(), vec![0.0, 2.0]);
}
