//! Too many or too few motors, ineffective motors; motions that violate the closures.

use denoc_math::{Pose, Vec3};
use denoc_model::{ClosureId, Description, Joint, LinkId, MassProperties};
use denoc_testkit::{Random, close};
use nalgebra::{DMatrix, DVector};

use super::mechanisms::{Closed, jacobian, slider_crank, three_legs};
use crate::loops::tests::four_bar;
use crate::loops::{Actuation, LoopForward, LoopInverse, LoopMethod, Loops, Strategy, self_stresses};
use crate::{DynamicsError, Loads, Workspace};

/// Accelerations of free motion, which satisfy the closures.
fn falling(closed: &Closed) -> Vec<f64> {
    let Closed { model, q, v, .. } = closed;
    let mut ws = Workspace::new(model);
    let mut a = vec![0.0; model.nv()];
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    let tau: Vec<f64> = (0..model.nv()).map(|i| 3.0 - i as f64).collect();
    LoopForward::new(model, LoopMethod::Multipliers).forward(&mut stage, &tau, Loads::NONE, &mut a).unwrap();
    a
}

// oracle: the conditions of a least weighted sum as one dense system, solved by singular values
#[test]
fn more_motors_than_freedoms_share_by_weight() {
    let closed = three_legs();
    let Closed { model, q, v, freedoms } = &closed;
    assert_eq!(*freedoms, 3);
    let a = falling(&closed);
    let motors = [0, 1, 3, 4, 5, 6];
    let mut ws = Workspace::new(model);
    let mut needed = vec![0.0; 7];
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    stage.inverse(&a, Loads::NONE, &mut needed).unwrap();
    let j = jacobian(model, q);
    let m = j.nrows();
    for weights in [[1.0; 6], [1.0, 2.0, 5.0, 0.3, 10.0, 0.7]] {
        // W τ + S μ = 0, J μ = 0, Sᵀ τ + Jᵀ λ = needed
        let mut kkt = DMatrix::zeros(6 + m + 7, 6 + m + 7);
        for (k, &s) in motors.iter().enumerate() {
            kkt[(k, k)] = weights[k];
            kkt[(k, 6 + m + s)] = 1.0;
            kkt[(6 + m + s, k)] = 1.0;
        }
        kkt.view_mut((6, 6 + m), (m, 7)).copy_from(&j);
        kkt.view_mut((6 + m, 6), (7, m)).copy_from(&j.transpose());
        let mut right = DVector::zeros(6 + m + 7);
        right.rows_mut(6 + m, 7).copy_from_slice(&needed);
        let oracle = kkt.svd(true, true).solve(&right, 1e-10).unwrap();
        for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
            let inverse = LoopInverse::new(model).actuated(&motors).unwrap();
            let mut inverse = inverse.weights(&weights).unwrap().strategy(strategy);
            let mut tau = [0.0; 7];
            let outcome = inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
            assert_eq!((outcome.actuation(), outcome.strategy), (Actuation::Over, strategy));
            let found: Vec<f64> = motors.iter().map(|&s| tau[s]).collect();
            close(&found, oracle.rows(0, 6).into_owned(), 1e-11);
            close(inverse.lambda(), oracle.rows(6, m).into_owned(), 1e-11);
            assert_eq!(tau[2], 0.0);
            assert!(inverse.subsystems().iter().all(|s| !s.determinate));
        }
    }
}

// oracle: by hand: without motors, what the mechanism lacks is the force along its one freedom; with forces in the joints that
// act anyway nothing is missing
#[test]
fn too_few_motors_are_reported() {
    let model = four_bar();
    let phi = 1.3453675552809108;
    let q = [0.0, phi, -2.0 * phi];
    let mut ws = Workspace::new(&model);
    let mut stage = ws.position(&model, &q).unwrap().velocity(&[0.0; 3]).unwrap();
    let mut inverse = LoopInverse::new(&model).actuated(&[]).unwrap();
    let mut tau = [1.0; 3];
    let outcome = inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut tau).unwrap();
    assert_eq!(
        (outcome.actuation(), outcome.controlled, outcome.strategy),
        (Actuation::Under, 0, Strategy::Multipliers)
    );
    assert_eq!(tau, [0.0; 3]);
    assert!(inverse.subsystems().is_empty());
    // what is missing lies along the freedom: J e = 0, and the rest is in balance with multipliers
    let e = DVector::from_column_slice(inverse.unmet());
    let j = jacobian(&model, &q);
    assert!((&j * &e).amax() < 1e-12 * e.amax());
    let mut needed = [0.0; 3];
    stage.inverse(&[0.0; 3], Loads::NONE, &mut needed).unwrap();
    close(&e + j.transpose() * DVector::from_column_slice(inverse.lambda()), needed, 1e-12);
    let error = outcome.complete(&model).unwrap_err().to_string();
    let (joint, force) = ("crank_pin", e[1]);
    assert!(e.amax() == force.abs(), "{e}");
    assert_eq!(
        error,
        format!(
            "no motor supplies the force {force:.5e} (N or N m) that joint \"{joint}\" needs for this motion: motors control 0 \
             of 1 degrees of freedom in this configuration; add a motor, or choose a motion that does not need this force"
        )
    );

    let mut motor = LoopInverse::new(&model);
    motor.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut tau).unwrap();
    inverse.set_applied(&tau);
    let outcome = inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut [0.0; 3]).unwrap();
    assert_eq!(outcome.unmet, None);
    assert!(outcome.complete(&model).is_ok());
    close(inverse.lambda(), motor.lambda(), 1e-12);
}

// oracle: by hand: a slider at its dead centre cannot turn the crank, which can be held by any load on the slider
#[test]
fn a_motor_at_the_dead_centre_is_no_motor() {
    let model = slider_crank([0.15, 0.3], [0.36, 0.15, 0.07]).with_gravity(denoc_math::Vec3::new(0.0, -9.81, 0.0));
    let mut ws = Workspace::new(&model);
    let mut stage = ws.position(&model, &[0.0, 0.0, 0.45]).unwrap().velocity(&[0.0; 3]).unwrap();
    for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
        let mut inverse = LoopInverse::new(&model).strategy(strategy).actuated(&[2]).unwrap();
        let outcome = inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut [0.0; 3]).unwrap();
        assert_eq!((outcome.actuation(), outcome.controlled, outcome.freedoms), (Actuation::Singular, 0, 1));
        assert!(matches!(outcome.complete(&model), Err(DynamicsError::Unactuated { .. })));
    }
    // by default the crank is chosen
    let mut inverse = LoopInverse::new(&model);
    inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut [0.0; 3]).unwrap().complete(&model).unwrap();
    assert_eq!(inverse.motors(), [0]);
}

// oracle: the message text
#[test]
fn motions_that_do_not_fit_are_refused() {
    let model = four_bar();
    let phi = 1.3453675552809108;
    let q = [0.0, phi, -2.0 * phi];
    let refusal = |q: &[f64], v: &[f64], a: &[f64]| {
        let mut ws = Workspace::new(&model);
        let mut stage = ws.position(&model, q).unwrap().velocity(v).unwrap();
        LoopInverse::new(&model).inverse(&mut stage, a, Loads::NONE, &mut [0.0; 3]).unwrap_err().to_string()
    };
    let open = refusal(&[0.0, phi + 1e-4, -2.0 * phi], &[0.0; 3], &[0.0; 3]);
    assert!(open.starts_with("q violates the closure \"output_pivot\" by "), "{open}");
    assert!(open.contains("at most 1e-6 is allowed"), "{open}");
    assert!(refusal(&q, &[1.0, 0.0, 0.0], &[0.0; 3]).starts_with("v violates"));
    assert!(refusal(&q, &[0.0; 3], &[1.0, 0.0, 0.0]).starts_with("a violates"));
    let w = -4.636136731511151 / std::f64::consts::TAU;
    assert!(refusal(&q, &[1.0, w - 1.0, 0.0], &[0.0; 3]).starts_with("a violates"));
}

// oracle: the message text
#[test]
fn motors_that_are_not_possible_are_refused() {
    let model = four_bar();
    let error = |speeds: &[usize]| LoopInverse::new(&model).actuated(speeds).unwrap_err().to_string();
    let expected =
        "speed 3 cannot be actuated: speeds are numbered from 0, there are 3, and each has at most one motor";
    assert_eq!(error(&[0, 3]), expected);
    assert!(error(&[1, 1]).starts_with("speed 1 cannot be actuated"));
    let error = LoopInverse::new(&model).weights(&[1.0, -2.0]).unwrap_err().to_string();
    assert_eq!(error, "the weight of motor 1 is -2: weights must be positive, finite numbers");
    let mut ws = Workspace::new(&model);
    let phi = 1.3453675552809108;
    let q = [0.0, phi, -2.0 * phi];
    let mut stage = ws.position(&model, &q).unwrap().velocity(&[0.0; 3]).unwrap();
    let mut inverse = LoopInverse::new(&model).weights(&[1.0, 2.0]).unwrap();
    assert!(inverse.inverse(&mut stage, &[0.0; 3], Loads::NONE, &mut [0.0; 3]).is_err());
}

// oracle: the counter of the allocator
#[test]
fn nothing_is_allocated_after_the_first_state() {
    let closed = three_legs();
    let Closed { model, q, v, .. } = &closed;
    let a = falling(&closed);
    let mut ws = Workspace::new(model);
    let mut tau = [0.0; 7];
    for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
        for motors in [vec![0, 3, 5], vec![0, 1, 3, 4, 5, 6], vec![0]] {
            let mut inverse = LoopInverse::new(model).strategy(strategy).actuated(&motors).unwrap();
            let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
            inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
            let count = denoc_testkit::allocations(|| {
                let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
                inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
                let reactions = inverse.reactions(&mut stage, &a, Loads::NONE).unwrap();
                std::hint::black_box((reactions.joint(LinkId(0)), reactions.closure(ClosureId(0))));
            });
            assert_eq!(count, 0, "{strategy:?} {motors:?}");
        }
    }
}

// oracle: by hand: a bolt holds the arm; nothing drives the pendulum on it
#[test]
fn a_motor_of_a_bolted_joint_is_no_motor() {
    let (x, y, z) = (Vec3::unit(0), Vec3::unit(1), Vec3::unit(2));
    let rod = MassProperties::rod(1.0, 0.5, x);
    let model = Description::new("bolted")
        .link("arm", rod)
        .link("pendulum", rod)
        .joint("held", "ground", "arm", Joint::revolute(z), Pose::identity())
        .joint("swing", "arm", "pendulum", Joint::revolute(y), Pose::translation(x))
        .joint("bolt", "ground", "arm", Joint::fixed(), Pose::identity())
        .cut()
        .build()
        .unwrap();
    let mut ws = Workspace::new(&model);
    let mut stage = ws.position(&model, &[0.0; 2]).unwrap().velocity(&[0.0; 2]).unwrap();
    for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
        let mut inverse = LoopInverse::new(&model).strategy(strategy).actuated(&[0]).unwrap();
        let outcome = inverse.inverse(&mut stage, &[0.0; 2], Loads::NONE, &mut [0.0; 2]).unwrap();
        assert_eq!((outcome.actuation(), outcome.controlled, outcome.freedoms), (Actuation::Singular, 0, 1));
        close(inverse.unmet(), [0.0, -0.25 * 9.81], 1e-12);
        assert!(matches!(outcome.complete(&model), Err(DynamicsError::Unactuated { .. })));
    }
}

// oracle: the tree: both hinges allow the same motion
#[test]
fn the_second_hinge_of_a_door_is_redundant() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let (axis, at) = (random.direction(), Pose::new(random.rotation(), random.point(1.0)));
        let (up, on_leaf) =
            (Pose::translation(axis.scale(random.range(0.5, 2.0))), Pose::translation(random.point(1.0)));
        let leaf = MassProperties::cuboid(20.0, Vec3::new(0.9, 0.04, 2.0), random.point(1.0));
        let model = Description::new("door")
            .link("leaf", leaf)
            .joint("lower", "ground", "leaf", Joint::revolute(axis), at)
            .child_origin(on_leaf)
            .joint("upper", "ground", "leaf", Joint::revolute(axis), at * up)
            .child_origin(on_leaf * up)
            .cut()
            .build()
            .unwrap();
        let (mut ws, mut inverse) = (Workspace::new(&model), LoopInverse::new(&model));
        let q = [random.signed(3.0)];
        let mut stage = ws.position(&model, &q).unwrap().velocity(&[0.7]).unwrap();
        let (mut tau, mut tree) = ([0.0], [0.0]);
        let outcome = inverse.inverse(&mut stage, &[1.3], Loads::NONE, &mut tau).unwrap();
        stage.inverse(&[1.3], Loads::NONE, &mut tree).unwrap();
        assert_eq!((outcome.rank, outcome.actuation()), (0, Actuation::Exact), "{seed}");
        close(tau, tree, 1e-12);
        assert_eq!(self_stresses(&mut Loops::new(&model), &stage).count, 5);
    }
}
