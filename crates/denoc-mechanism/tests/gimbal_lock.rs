//! The precision that forward dynamics has near gimbal lock is the precision that is stated.

use denoc_dynamics::compiled::Compile;
use denoc_dynamics::{Dynamics, Workspace};
use denoc_math::{Mat3, Pose, Vec3};
use denoc_mechanism::evaluate::{Ask, States};
use denoc_mechanism::{GimbalLockDistance, Mechanism};
use denoc_model::{Description, Joint, MassProperties, Model};

const QUARTER_TURN: f64 = core::f64::consts::FRAC_PI_2;

/// An arm with a ball joint between two hinges.
fn arm(ball: Joint<f64>) -> Model {
    let body = |y: f64| MassProperties::cuboid(2.0, Vec3::new(0.3, 0.4, 0.7), Vec3::new(0.1, y, 0.3));
    let wrist = Pose::new(Mat3::from_rpy([0.3, 0.4, 0.5]), Vec3::new(0.2, 0.0, 0.5));
    Description::new("arm")
        .link("upper", body(0.1))
        .link("middle", body(0.2))
        .link("lower", body(-0.1))
        .joint("shoulder", "ground", "upper", Joint::revolute(Vec3::unit(0)), Pose::identity())
        .joint("ball", "upper", "middle", ball, wrist)
        .joint("elbow", "middle", "lower", Joint::revolute(Vec3::unit(1)), Pose::translation(Vec3::new(0.0, 0.3, 0.5)))
        .build()
        .unwrap()
}

/// Speeds and joint forces.
fn state(k: usize) -> ([f64; 5], [f64; 5]) {
    let t = k as f64;
    ([0.5, 0.3, 0.2 * (t + 1.0).sin(), -0.4, 0.1 * t], [1.0, 2.0 * t.cos(), -0.5, 0.3, 0.2])
}

// oracle: inverse dynamics, which has no division: the forces that the accelerations need are those that were given
#[test]
fn the_precision_left_is_stated() {
    for (letters, lock) in [
        ("zyx", QUARTER_TURN),
        ("xyz", -QUARTER_TURN),
        ("xzy", 3.0 * QUARTER_TURN),
        ("zxz", 0.0),
        ("yzy", 2.0 * QUARTER_TURN),
    ] {
        let model = arm(Joint::euler(letters).unwrap());
        let (mut ws, mut compiled) = (Workspace::new(&model), model.compile());
        let mut measured = Vec::new();
        for power in 1..12 {
            let delta = 10_f64.powf(-0.5 * f64::from(power));
            let (mut worst, mut stated) = (0.0_f64, 0.0_f64);
            for k in 0..20 {
                let q = [0.3 + k as f64, 0.7 - 0.3 * k as f64, lock + delta, 0.2 * k as f64, -0.5];
                let near = GimbalLockDistance::nearest(&model, &q).unwrap();
                assert_eq!((&*near.joint, near.sequence, near.state), ("ball", letters, 0));
                assert!((near.distance - delta.sin()).abs() < 1e-15);
                stated = near.precision();
                let (v, tau) = state(k);
                let (mut a, mut fast, mut back) = ([0.0; 5], [0.0; 5], [0.0; 5]);
                model.forward_dynamics(&mut ws, &q, &v, &tau, &mut a).unwrap();
                compiled.forward_dynamics(&q, &v, &tau, &mut fast).unwrap();
                for a in [a, fast] {
                    model.inverse_dynamics(&mut ws, &q, &v, &a, &mut back).unwrap();
                    // the weight of the links is at work as well
                    let error = tau.iter().zip(&back).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
                    worst = worst.max(error / 20.0);
                }
            }
            measured.push(worst / stated);
        }
        // neither too bold nor far too cautious
        assert!(measured.iter().all(|ratio| *ratio < 1.0), "{letters}: {measured:?}");
        assert!(measured.iter().any(|ratio| *ratio > 0.01), "{letters}: {measured:?}");
    }
}

// oracle: the geometry of the sequence
#[test]
fn only_states_near_gimbal_lock_are_remarked_upon() {
    let mechanism = Mechanism::new(arm(Joint::euler("zyx").unwrap()));
    let zeros = [0.0; 10];
    let forward = |second: f64| {
        let q = [0.1, 0.2, 0.3, 0.4, 0.5, 0.1, 0.2, second, 0.4, 0.5];
        let all = mechanism.evaluate(States { q: &q, v: &zeros }, &Ask::forward(&zeros)).unwrap();
        assert_eq!(mechanism.evaluate(States { q: &q, v: &zeros }, &Ask::inverse(&zeros)).unwrap().gimbal_lock, None);
        all.gimbal_lock
    };
    assert_eq!(forward(0.3), None);
    assert_eq!(forward(QUARTER_TURN - 0.02), None);
    let near = forward(QUARTER_TURN - 1e-4).unwrap();
    assert_eq!((near.state, near.link), (1, 1));
    assert_eq!(
        near.to_string(),
        "joint \"ball\" is 1.000e-4 rad from gimbal lock (sequence zyx): accelerations satisfy the equations of motion to about \
         2.000e-7 of the forces at work only; use a spherical joint (quaternion) or another sequence for more"
    );
    let ball = arm(Joint::spherical());
    assert_eq!(GimbalLockDistance::nearest(&ball, &ball.neutral()), None);
}
