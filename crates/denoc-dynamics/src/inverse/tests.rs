use denoc_math::{Pose, Vec3, Wrench};
use denoc_model::{Description, Joint, LinkId, MassProperties};
use denoc_testkit::{Dense, close, close_within, largest, random_wrenches};

use crate::testing::{Rate, each, moving, moving_coordinates, planar_arm, stage, times};
use crate::{Dynamics, DynamicsError, Loads, Workspace, force_at_point};

// oracle: dense transcription, τ = Nᵀ(M ṫ + W M t − w)
#[test]
fn forces_are_those_of_the_dense_equations() {
    each(|model, s| {
        let loads = random_wrenches(model, 5);
        let dense = Dense::new(model, &s.q, &s.v);
        let mut ws = Workspace::new(model);
        let mut tau = vec![0.0; model.nv()];
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        stage.inverse(&s.a, Loads::per_link(&loads), &mut tau).unwrap();
        close(&tau, dense.inverse(&s.a, &loads), 1e-12);
        stage.inverse(&s.a, Loads::NONE, &mut tau).unwrap();
        close(&tau, dense.inverse(&s.a, &[]), 1e-12);
        let mut again = vec![0.0; model.nv()];
        stage.acceleration(&s.a, Loads::NONE).unwrap().tau(&mut again).unwrap();
        assert_eq!(tau, again);
        model.inverse_dynamics(&mut ws, &s.q, &s.v, &s.a, &mut again).unwrap();
        assert_eq!(tau, again);
    });
}

// oracle: dense transcription of the wrenches; no power of the constraint part; the parts add up
#[test]
fn reactions_are_those_of_the_dense_equations() {
    each(|model, s| {
        let loads = random_wrenches(model, 6);
        let dense = Dense::new(model, &s.q, &s.v).joint_wrenches(model, &s.a, &loads);
        let mut ws = Workspace::new(model);
        let stage = stage(&mut ws, model, &s.q, &s.v).acceleration(&s.a, Loads::per_link(&loads)).unwrap();
        let links = (0..model.links().len()).map(LinkId);
        let world: Vec<f64> = links.clone().flat_map(|l| stage.reaction_world(l).to_array()).collect();
        close(&world, &dense, 1e-12);
        for l in links {
            let (all, driven) = (stage.reaction(l), stage.reaction_driven(l));
            let constraint = stage.reaction_constraint(l);
            close(driven + constraint, all, 1e-14);
            let link = &model.links()[l.0];
            for p in &stage.ws.kinematics.columns[link.v..link.v + link.nv] {
                assert!(p.dot(constraint).abs() < 1e-11 * (1.0 + largest(all)), "{}", link.joint.keyword());
            }
        }
    });
}

// oracle: Newton and Euler for the whole system: rate of momentum (by dual numbers along the motion) = reactions of the ground
// + weight + loads, about the world origin
#[test]
fn the_ground_reacts_with_the_rate_of_momentum() {
    each(|model, s| {
        let loads = random_wrenches(model, 7);
        let dual = model.cast::<Rate>();
        let (q, v) = (moving_coordinates(model, &s.q, &s.v), moving(&s.v, &s.a));
        let mut dual_ws = Workspace::new(&dual);
        let rate = stage(&mut dual_ws, &dual, &q, &v).momentum().map(|x| x.parts[0]);

        let mut ws = Workspace::new(model);
        let stage = stage(&mut ws, model, &s.q, &s.v).acceleration(&s.a, Loads::per_link(&loads)).unwrap();
        let mut sum = Wrench::zero();
        for (i, link) in model.links().iter().enumerate() {
            let pose = stage.link_pose(LinkId(i));
            // the weight of every link, also of those that are fixed to the ground
            let moment = pose.position.scale(link.mass.mass) + pose.rotation.apply(link.mass.first_moment);
            sum += Wrench::new(moment.cross(model.gravity()), model.gravity().scale(link.mass.mass));
            sum += pose.propagate_back(loads[i]);
            if link.parent.is_none() {
                sum += pose.propagate_back(stage.reaction(LinkId(i)));
            }
        }
        close(sum, rate, 1e-11);
    });
}

// oracle: virtual power, τ = −Jᵀ f
#[test]
fn a_force_at_a_point_acts_through_the_jacobian() {
    each(|model, s| {
        let nv = model.nv();
        let mut ws = Workspace::new(model);
        let last = LinkId(model.links().len() - 1);
        let (point, force) = (Vec3::new(0.1, -0.2, 0.3), Vec3::new(3.0, -1.0, 2.0));
        let (mut with, mut without, mut j) = (vec![0.0; nv], vec![0.0; nv], vec![0.0; 6 * nv]);
        let mut stage = stage(&mut ws, model, &s.q, &s.v);
        let pose = stage.link_pose(last);
        let mut loads = vec![Wrench::zero(); model.links().len()];
        loads[last.0] = force_at_point(pose, pose.point(point), force);
        stage.inverse(&s.a, Loads::per_link(&loads), &mut with).unwrap();
        stage.inverse(&s.a, Loads::NONE, &mut without).unwrap();
        stage.point_jacobian(last, point, &mut j).unwrap();
        let transposed: Vec<f64> = (0..6 * nv).map(|k| j[(k % 6) * nv + k / 6]).collect();
        let power = times(&transposed, &[0.0, 0.0, 0.0, force.x, force.y, force.z]);
        let difference: Vec<f64> = without.iter().zip(&with).map(|(a, b)| a - b).collect();
        close_within(difference, &power, 1e-12 * (largest(&without) + largest(&power)));
    });
}

// oracle: closed form of one link [SahaIR (9.23f), (9.24c)], gravity along +X of the fixed frame as printed
#[test]
fn example_9_1() {
    let (m, a, g) = (1.7, 0.8, 9.81);
    let model = planar_arm(&[m], &[a]).with_gravity(Vec3::new(g, 0.0, 0.0));
    let mut ws = Workspace::new(&model);
    for (theta, speed, acceleration) in [(0.3f64, 1.2, -0.7), (2.0, -3.0, 4.0)] {
        let mut tau = [0.0];
        model.inverse_dynamics(&mut ws, &[theta], &[speed], &[acceleration], &mut tau).unwrap();
        let expected = m * a * a / 3.0 * acceleration + 0.5 * m * g * a * theta.sin();
        assert!((tau[0] - expected).abs() < 1e-13, "{} {expected}", tau[0]);
    }
}

// oracle: there is nothing to compute
#[test]
fn nothing_moves_when_all_joints_are_fixed() {
    let model = Description::new("statue")
        .link("a", MassProperties::rod(1.0, 1.0, Vec3::unit(0)))
        .link("b", MassProperties::rod(1.0, 1.0, Vec3::unit(0)))
        .joint("j", "ground", "a", Joint::fixed(), Pose::translation(Vec3::unit(2)))
        .joint("k", "a", "b", Joint::fixed(), Pose::translation(Vec3::unit(0)))
        .build()
        .unwrap();
    let mut ws = Workspace::new(&model);
    let mut position = ws.position(&model, &[]).unwrap();
    position.gim(&mut []).unwrap();
    position.gravity_forces(&mut []).unwrap();
    let mut udut = position.udut().unwrap();
    assert_eq!((udut.determinant(), udut.log_determinant()), (1.0, 0.0));
    udut.inverse(&mut []).unwrap();
    udut.solve(&[], &mut []).unwrap();
    position.noc();
    // links that cannot move belong to the ground
    assert_eq!((position.potential_energy(), position.total_mass()), (0.0, 0.0));
    let mut velocity = position.velocity(&[]).unwrap();
    velocity.mci(&mut []).unwrap();
    velocity.vci(&mut []).unwrap();
    velocity.forward(&[], Loads::NONE, &mut []).unwrap();
    let stage = velocity.acceleration(&[], Loads::NONE).unwrap();
    assert!((stage.reaction(LinkId(0)).force.z - 2.0 * 9.81).abs() < 1e-12);
    close(stage.reaction_constraint(LinkId(0)), stage.reaction(LinkId(0)), 0.0);
}

// oracle: the message text
#[test]
fn bad_arguments_and_overflow_are_named() {
    let model = planar_arm(&[1.0, 1.0], &[1.0, 1.0]);
    let mut ws = Workspace::new(&model);
    let mut tau = [0.0; 2];
    let mut stage = stage(&mut ws, &model, &[0.1, 0.2], &[1e200, 0.0]);
    let error = stage.inverse(&[0.0], Loads::NONE, &mut tau).unwrap_err().to_string();
    assert!(error.contains("a has 1 entry"), "{error}");
    let error = stage.inverse(&[0.0; 2], Loads::NONE, &mut [0.0; 3]).unwrap_err().to_string();
    assert!(error.contains("tau has 3 entries"), "{error}");
    let error = stage.inverse(&[0.0; 2], Loads::per_link(&[Wrench::zero()]), &mut tau).unwrap_err().to_string();
    assert!(error.contains("loads has 1 entry"), "{error}");
    let nan = [Wrench::zero(), Wrench::new(Vec3::zero(), Vec3::new(0.0, f64::NAN, 0.0))];
    let error = stage.inverse(&[0.0; 2], Loads::per_link(&nan), &mut tau).unwrap_err().to_string();
    assert!(error.contains("loads[1] (joint \"joint1\") is NaN"), "{error}");
    let error = stage.inverse(&[0.0; 2], Loads::NONE, &mut tau).unwrap_err();
    assert!(matches!(error, DynamicsError::NotFinite { what: "tau", .. }), "{error}");
    assert!(error.to_string().contains("overflow"), "{error}");
}
