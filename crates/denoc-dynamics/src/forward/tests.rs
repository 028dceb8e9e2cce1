use denoc_math::{Mat3, Pose, Sym3, Vec3, Wrench};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_testkit::{Dense, Options, close_within, largest, random_model, random_state, random_wrenches};

use crate::testing::{each, planar_arm, stage, times};
use crate::{Dynamics, DynamicsError, Loads, SingularCause, Workspace};

// oracle: the equation of motion, I a + h = τ, with I, h and external forces of the dense transcription
#[test]
fn accelerations_satisfy_the_equation_of_motion() {
    each(|model, s| {
        let loads = random_wrenches(model, 8);
        let nv = model.nv();
        let (mut a, mut gim) = (vec![0.0; nv], vec![0.0; nv * nv]);
        let mut ws = Workspace::new(model);
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        stage.forward(&s.tau, Loads::per_link(&loads), &mut a).unwrap();
        stage.gim(&mut gim).unwrap();
        let tau = Dense::new(model, &s.q, &s.v).inverse(&a, &loads);
        let size = largest(&s.tau) + largest(&gim) * largest(&a);
        close_within(&tau, &s.tau, 1e-12 * size);
    });
}

// oracle: inverse dynamics and back, and back again
#[test]
fn forward_undoes_inverse() {
    each(|model, s| {
        let nv = model.nv();
        let (mut tau, mut a, mut gim) = (vec![0.0; nv], vec![0.0; nv], vec![0.0; nv * nv]);
        let mut ws = Workspace::new(model);
        model.inverse_dynamics(&mut ws, &s.q, &s.v, &s.a, &mut tau).unwrap();
        model.forward_dynamics(&mut ws, &s.q, &s.v, &tau, &mut a).unwrap();
        model.gim(&mut ws, &s.q, &mut gim).unwrap();
        let difference: Vec<f64> = a.iter().zip(&s.a).map(|(x, y)| x - y).collect();
        let residual = times(&gim, &difference);
        close_within(residual, vec![0.0; nv], 1e-12 * (largest(&tau) + largest(&gim) * largest(&a)));
    });
}

fn singular(model: &Model, q: &[f64]) -> (String, SingularCause) {
    let mut ws = Workspace::new(model);
    let zero = vec![0.0; model.nv()];
    // inverse dynamics is unaffected
    model.inverse_dynamics(&mut ws, q, &zero, &zero, &mut zero.clone()).unwrap();
    let error = model.forward_dynamics(&mut ws, q, &zero, &zero, &mut zero.clone()).unwrap_err();
    assert_eq!(ws.position(model, q).unwrap().udut().unwrap_err(), error);
    match &error {
        DynamicsError::Singular { cause, .. } => (error.to_string(), cause.clone()),
        other => panic!("{other}"),
    }
}

fn body(mass: f64) -> MassProperties {
    MassProperties::cuboid(mass, Vec3::new(0.3, 0.2, 0.1), Vec3::new(0.1, 0.0, 0.05))
}

// oracle: the message text
#[test]
fn a_leaf_without_mass_is_named() {
    let model = Description::new("arm")
        .link("upper", body(1.0))
        .link("tip", MassProperties::none())
        .joint("shoulder", "ground", "upper", Joint::revolute(Vec3::unit(2)), Pose::identity())
        .joint("wrist", "upper", "tip", Joint::revolute(Vec3::unit(1)), Pose::translation(Vec3::unit(0)))
        .build()
        .unwrap();
    let (message, cause) = singular(&model, &[0.1, 0.2]);
    assert_eq!(cause, SingularCause::NoMass);
    for part in ["joint \"wrist\"", "link \"tip\"", "have no inertia in its direction", "has mass", "rotor inertia"] {
        assert!(message.contains(part), "{part}: {message}");
    }
}

// oracle: the message text; mass centre on the axis and no inertia about it, as link 6 of the KUKA arm in the book, in a skew frame
// so that rounding leaves something; a rotor of 1e-6 kg m² is a remedy
#[test]
fn no_inertia_about_the_axis_is_named() {
    let turn = Mat3::from_rpy([0.3, -1.1, 0.7]);
    let axis = turn.apply(Vec3::unit(2));
    let thin = Sym3::diagonal(0.02, 0.02, 0.0).rotate(turn);
    let link = MassProperties { mass: 20.0, center: axis.scale(0.3), inertia: thin };
    let arm = |rotor_inertia: f64| {
        Description::new("arm")
            .link("upper", body(5.0))
            .link("tool", link)
            .joint("shoulder", "ground", "upper", Joint::revolute(Vec3::unit(0)), Pose::identity())
            .joint("flange", "upper", "tool", Joint::revolute(axis), Pose::new(turn, Vec3::new(0.1, 0.7, 0.3)))
            .properties(JointProperties { rotor_inertia, ..Default::default() })
            .build()
            .unwrap()
    };
    for angle in [0.0, 0.4, 2.0, -1.3] {
        let (message, cause) = singular(&arm(0.0), &[0.3, angle]);
        assert_eq!(cause, SingularCause::NoInertia);
        for part in ["joint \"flange\"", "link \"tool\"", "about its axis", "rotor inertia"] {
            assert!(message.contains(part), "{part}: {message}");
        }
        let single = arm(0.0).cast::<f32>();
        let mut ws = Workspace::new(&single);
        let result = single.forward_dynamics(&mut ws, &[0.3, angle as f32], &[0.0; 2], &[0.0; 2], &mut [0.0; 2]);
        assert!(matches!(result, Err(DynamicsError::Singular { .. })), "{result:?}");
        let (mut a, remedied) = ([0.0; 2], arm(1e-6));
        let mut ws = Workspace::new(&remedied);
        remedied.forward_dynamics(&mut ws, &[0.3, angle], &[0.0; 2], &[0.0; 2], &mut a).unwrap();
    }
}

// oracle: mechanics; the thin body is attached to fixed joints, turned by quarter turns that rounding leaves inexact
#[test]
fn no_inertia_about_the_axis_is_found_through_fixed_joints() {
    let half = core::f64::consts::FRAC_PI_2;
    for rpy in [[half, 0.0, 0.0], [0.0, half, 0.0], [half, half, 0.3], [0.1, 0.2, 0.3]] {
        let turn = Pose::new(Mat3::from_rpy(rpy), Vec3::zero());
        let axis = turn.inverse().rotation.apply(Vec3::unit(2));
        let thin = MassProperties::rod(3.0, 0.4, axis);
        let model = Description::new("tool")
            .link("flange", MassProperties::none())
            .link("tool", thin)
            .joint("j6", "ground", "flange", Joint::revolute(Vec3::unit(2)), Pose::identity())
            .joint("weld", "flange", "tool", Joint::fixed(), turn)
            .build()
            .unwrap();
        let (message, cause) = singular(&model, &[0.7]);
        assert_eq!(cause, SingularCause::NoInertia, "{message}");
    }
}

// oracle: the message text; the geometry of the twelve sequences
#[test]
fn gimbal_lock_is_named() {
    let half = core::f64::consts::FRAC_PI_2;
    for (letters, locked, near) in [("zyx", half, "±π/2"), ("xyz", -half, "±π/2"), ("zxz", 0.0, "0 and ±π")] {
        let model = Description::new("top")
            .link("body", body(2.0))
            .joint("ball", "ground", "body", Joint::euler(letters).unwrap(), Pose::identity())
            .build()
            .unwrap();
        for q in [[0.3, locked, -0.4], [2.0, locked + 1e-8, 1.1]] {
            let (message, cause) = singular(&model, &q);
            assert!(matches!(cause, SingularCause::GimbalLock { .. }), "{message}");
            for part in ["joint \"ball\"", "gimbal lock", letters, near, "spherical"] {
                assert!(message.contains(part), "{part}: {message}");
            }
        }
        let mut a = [0.0; 3];
        let mut ws = Workspace::new(&model);
        model.forward_dynamics(&mut ws, &[0.3, locked + 0.01, -0.4], &[0.0; 3], &[0.0; 3], &mut a).unwrap();
    }
}

// oracle: mechanics: a thin rod does not resist turning about itself, wherever the angles are; a point on the axis neither
#[test]
fn bodies_without_inertia_are_not_taken_for_gimbal_lock() {
    let thin = MassProperties::rod(1.0, 1.0, Vec3::unit(2));
    let point = MassProperties { mass: 2.0, center: Vec3::zero(), inertia: Sym3::zero() };
    let (ball, hinge) = (Joint::euler("zyx").unwrap(), Joint::revolute(Vec3::unit(1)));
    for (mass, joint) in [(thin, ball.clone()), (point, ball), (point, hinge)] {
        let q = [0.3, 0.4, 0.5];
        let n = joint.q_units().len();
        let d = Description::new("thin").link("body", mass).joint("j", "ground", "body", joint, Pose::identity());
        let (message, cause) = singular(&d.build().unwrap(), &q[..n]);
        assert_eq!(cause, SingularCause::NoInertia, "{message}");
    }
}

// oracle: mechanics: two sliders in line without mass between, then everything slides away before the last pivot
#[test]
fn joints_in_line_are_found_behind_others() {
    let lists = [vec![0, 0], vec![0, 0, 1, 2], vec![1, 0, 1, 2], vec![2, 0, 1, 2]];
    let turns = [Mat3::identity(), Mat3::from_rpy([0.3, -1.1, 0.7])];
    let all = lists.iter().flat_map(|axes| turns.iter().flat_map(move |&turn| [(axes, turn, 3.0), (axes, turn, 49.0)]));
    for (axes, turn, mass) in all {
        let mut d = Description::new("sliders");
        for (i, &axis) in axes.iter().enumerate() {
            let mass = if i + 1 == axes.len() { body(mass) } else { MassProperties::none() };
            let parent = if i == 0 { "ground".into() } else { format!("link{}", i - 1) };
            let joint = Joint::prismatic(turn.apply(Vec3::unit(axis)));
            d = d.link(format!("link{i}"), mass).joint(
                format!("joint{i}"),
                parent,
                format!("link{i}"),
                joint,
                Pose::translation(Vec3::new(0.1, 0.2, -0.4)),
            );
        }
        let (message, _) = singular(&d.build().unwrap(), &vec![0.1; axes.len()]);
        assert!(message.contains("joint \"joint0\""), "{message}");
    }
}

// oracle: inverse dynamics; light and heavy links together are not singular
#[test]
fn heavy_and_light_links_are_accepted() {
    for (masses, lengths) in [([1e3, 1e-3], [10.0, 0.01]), ([1e-3, 1e3], [0.01, 10.0])] {
        let model = planar_arm(&masses, &lengths);
        let (mut a, mut tau) = ([0.0; 2], [0.0; 2]);
        let mut ws = Workspace::new(&model);
        model.forward_dynamics(&mut ws, &[0.3, 0.5], &[0.1, 0.2], &[1.0, 2.0], &mut a).unwrap();
        model.inverse_dynamics(&mut ws, &[0.3, 0.5], &[0.1, 0.2], &a, &mut tau).unwrap();
        let mut gim = [0.0; 4];
        model.gim(&mut ws, &[0.3, 0.5], &mut gim).unwrap();
        close_within(tau, [1.0, 2.0], 1e-13 * largest(gim) * largest(a));
    }
}

// oracle: the residual of the equation of motion; linear memory and no recursion on the call stack. A planar chain is rigid out
// of its plane: its articulated masses grow with the cube of the length, which must not be taken for a singularity.
#[test]
fn a_chain_of_many_links() {
    let n = 300_000;
    let model = planar_arm(&vec![1.0; n], &vec![0.1; n]);
    let q: Vec<f64> = (0..n).map(|i| 0.3 * (i as f64).sin()).collect();
    let v: Vec<f64> = (0..n).map(|i| 0.01 * (1.7 * i as f64).cos()).collect();
    let tau = vec![0.0; n];
    let (mut a, mut back) = (vec![0.0; n], vec![0.0; n]);
    let mut ws = Workspace::new(&model);
    model.forward_dynamics(&mut ws, &q, &v, &tau, &mut a).unwrap();
    model.inverse_dynamics(&mut ws, &q, &v, &a, &mut back).unwrap();
    // the forces that cancel in the residual are of the size of the weight on the first joint times its length
    close_within(&back, &tau, 1e-12 * 9.81 * n as f64 * 0.1 * n as f64);
}

// oracle: the message text
#[test]
fn bad_arguments_are_named() {
    let model = planar_arm(&[1.0, 1.0], &[1.0, 1.0]);
    let mut ws = Workspace::new(&model);
    let mut a = [0.0; 2];
    let mut stage = stage(&mut ws, &model, &[0.1, 0.2], &[0.0; 2]);
    let error = stage.forward(&[f64::NAN, 0.0], Loads::NONE, &mut a).unwrap_err().to_string();
    assert!(error.contains("tau[0] (joint \"joint0\") is NaN"), "{error}");
    let error = stage.forward(&[0.0; 2], Loads::NONE, &mut [0.0; 1]).unwrap_err().to_string();
    assert!(error.contains("a has 1 entry"), "{error}");
    let error = stage.forward(&[0.0; 2], Loads::per_link(&[Wrench::zero(); 3]), &mut a).unwrap_err().to_string();
    assert!(error.contains("loads has 3 entries"), "{error}");
    let error = stage.forward(&[1e308, -1e308], Loads::NONE, &mut a).unwrap_err();
    assert!(matches!(error, DynamicsError::NotFinite { what: "a", .. }), "{error}");
}

// oracle: the error names a massless leaf, in any tree
#[test]
fn random_trees_with_massless_leaves_are_refused() {
    for seed in 0..20 {
        let options = Options { massless_leaves: true, rotors: 0.0, ..Options::default() };
        let model = random_model(seed, &options);
        let leaf_moves = model.links().iter().any(|l| l.mass.mass == 0.0 && l.nv > 0);
        let s = random_state(&model, seed);
        let mut a = vec![0.0; model.nv()];
        let result = model.forward_dynamics(&mut Workspace::new(&model), &s.q, &s.v, &s.tau, &mut a);
        assert_eq!(leaf_moves, result.is_err(), "seed {seed}: {result:?}");
    }
}

// oracle: I a + h = τ of the free speeds alone, with I, h and external forces of the dense transcription
#[test]
fn locked_speeds_stay_and_their_forces_hold_them() {
    each(|model, s| {
        let loads = random_wrenches(model, 8);
        let nv = model.nv();
        for pattern in [0b0_u64, 0b1, 0b10_1101, 0b1101_0010, u64::MAX] {
            let locked: Vec<bool> = (0..nv).map(|k| pattern >> (k % 64) & 1 == 1).collect();
            let (mut a, mut held, mut gim) = (vec![1.0; nv], vec![1.0; nv], vec![0.0; nv * nv]);
            let mut ws = Workspace::new(model);
            let mut stage = stage(&mut ws, model, &s.q, &s.v);
            stage.forward_locked(&s.tau, Loads::per_link(&loads), &locked, &mut a, &mut held).unwrap();
            stage.gim(&mut gim).unwrap();
            let forces: Vec<f64> = s.tau.iter().zip(&held).map(|(tau, held)| tau + held).collect();
            let back = Dense::new(model, &s.q, &s.v).inverse(&a, &loads);
            let size = largest(&s.tau) + largest(&gim) * largest(&a) + largest(&back);
            close_within(&back, &forces, 1e-12 * size);
            for k in 0..nv {
                assert!(if locked[k] { a[k] == 0.0 } else { held[k] == 0.0 }, "{k}");
            }
            // the mask does not stay
            let mut free = vec![0.0; nv];
            stage.forward(&s.tau, Loads::per_link(&loads), &mut free).unwrap();
            let back = Dense::new(model, &s.q, &s.v).inverse(&free, &loads);
            close_within(&back, &s.tau, 1e-12 * (largest(&s.tau) + largest(&gim) * largest(&free)));
        }
    });
}
