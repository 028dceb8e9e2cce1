//! What must hold in every mechanism: forward and inverse undo each other, every body is in balance.

use denoc_math::{Pose, Vec3, Wrench};
use denoc_model::{ClosureId, LinkId};
use denoc_testkit::{Random, close, close_within, distance, largest, random_wrenches};

use super::mechanisms::{Closed, each, three_legs};
use crate::loops::{LoopForward, LoopInverse, LoopMethod, Strategy};
use crate::{Loads, Workspace};

/// Motors, their forces, and the accelerations for them under random loads.
fn driven(closed: &Closed, seed: u64) -> (Vec<usize>, Vec<f64>, Vec<f64>, Vec<Wrench<f64>>) {
    let Closed { model, q, v, .. } = closed;
    let loads = random_wrenches(model, seed);
    let mut ws = Workspace::new(model);
    let mut forward = LoopForward::new(model, LoopMethod::Multipliers);
    let nv = model.nv();
    let mut a = vec![0.0; nv];
    let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
    forward.forward(&mut stage, &vec![0.0; nv], Loads::NONE, &mut a).unwrap();
    let mut inverse = LoopInverse::new(model);
    inverse.inverse(&mut stage, &a, Loads::NONE, &mut vec![0.0; nv]).unwrap();
    let motors = inverse.motors().to_vec();
    let mut random = Random::new(seed);
    let mut tau = vec![0.0; nv];
    for &s in &motors {
        tau[s] = random.signed(10.0);
    }
    forward.forward(&mut stage, &tau, Loads::per_link(&loads), &mut a).unwrap();
    (motors, tau, a, loads)
}

// oracle: forward dynamics by multipliers; both strategies against each other
#[test]
fn inverse_undoes_forward() {
    let (mut seed, mut portions, mut larger) = (0, 0, 0);
    each(1000, |closed| {
        seed += 1;
        let Closed { model, q, v, freedoms } = closed;
        let (motors, expected, a, loads) = driven(closed, seed);
        let floating = model.links().iter().any(|l| l.nv == 6);
        assert!(motors.len() == *freedoms || floating, "{motors:?} for {freedoms}");
        let mut ws = Workspace::new(model);
        let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
        let mut forward = LoopForward::new(model, LoopMethod::Multipliers);
        let mut again = vec![0.0; model.nv()];
        forward.forward(&mut stage, &expected, Loads::per_link(&loads), &mut again).unwrap();
        let mut answers = Vec::new();
        for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
            let mut inverse = LoopInverse::new(model).strategy(strategy).actuated(&motors).unwrap();
            let mut tau = vec![0.0; model.nv()];
            let outcome = inverse.inverse(&mut stage, &a, Loads::per_link(&loads), &mut tau).unwrap();
            assert_eq!((outcome.freedoms, outcome.unmet), (*freedoms, None));
            portions += usize::from(outcome.strategy == Strategy::Subsystems);
            larger += usize::from(inverse.subsystems().iter().any(|s| s.determinate && s.joints.len() > 1));
            close(&tau, &expected, 1e-10);
            close(inverse.lambda(), forward.lambda(), 1e-10);
            answers.push([tau, inverse.lambda().to_vec()].concat());
        }
        assert!(distance(&answers[0], &answers[1]) < 1e-10);
    });
    // most mechanisms have portions, many of them with several joints
    assert!(portions > 600 && larger > 250, "{portions} {larger}");
}

// oracle: the laws of Newton and Euler for every body by itself, forces from the reactions alone
#[test]
fn every_body_is_in_balance() {
    let mut seed = 100;
    let mut check = |closed: &Closed| {
        seed += 1;
        let Closed { model, q, v, .. } = closed;
        let (motors, _, a, loads) = driven(closed, seed);
        let mut ws = Workspace::new(model);
        let mut stage = ws.position(model, q).unwrap().velocity(v).unwrap();
        let mut inverse = LoopInverse::new(model).actuated(&motors).unwrap();
        let mut tau = vec![0.0; model.nv()];
        inverse.inverse(&mut stage, &a, Loads::per_link(&loads), &mut tau).unwrap();
        let reactions = inverse.reactions(&mut stage, &a, Loads::per_link(&loads)).unwrap().clone();
        let motion = stage.acceleration(&a, Loads::NONE).unwrap();
        for (i, link) in model.links().iter().enumerate() {
            let (id, pose, mass) = (LinkId(i), motion.link_pose(LinkId(i)), link.mass.mass);
            let arm = link.mass.first_moment.scale(1.0 / mass);
            let center = Pose::translation(pose.point(arm));
            let mut sum = reactions.joint(id).about(center);
            let mut size = largest(sum);
            let mut add = |w: Wrench<f64>| {
                size = size.max(largest(w));
                sum += w;
            };
            for (k, other) in model.links().iter().enumerate() {
                if other.parent == Some(id) {
                    add(-reactions.joint(LinkId(k)).about(center));
                }
            }
            for reaction in (0..model.closures().len()).filter_map(|k| reactions.closure(ClosureId(k))) {
                if reaction.on == Some(id) {
                    add(reaction.about(center));
                }
                if reaction.from == Some(id) {
                    add(-reaction.about(center));
                }
            }
            let load = loads[i].rotate(pose.rotation);
            add(Wrench::new(load.moment - (center.position - pose.position).cross(load.force), load.force));
            add(Wrench::new(Vec3::zero(), model.gravity().scale(mass)));

            let frame = model.frame(&model.link_names()[i]).unwrap();
            let (t, rate) = (motion.twist(frame), motion.twist_rate(frame));
            let (w, alpha) = (t.angular, rate.angular);
            let r = center.position - motion.frame_pose(frame).position;
            let acceleration = rate.linear + alpha.cross(r) + w.cross(w.cross(r));
            // inertia about the mass centre: I − m (c² 1 − c cᵀ)
            let inertia = |x: Vec3<f64>| {
                let x = pose.rotation.apply_transpose(x);
                let here = link.mass.inertia.apply(x) + (arm.scale(arm.dot(x)) - x.scale(arm.dot(arm))).scale(mass);
                pose.rotation.apply(here)
            };
            let rate = Wrench::new(inertia(alpha) + w.cross(inertia(w)), acceleration.scale(mass));
            close_within(sum, rate, 1e-11 * size.max(largest(rate)));
        }
    };
    each(200, &mut check);
    check(&three_legs());
}

// oracle: differences of the same forces
#[test]
fn forces_can_be_differentiated() {
    use denoc_math::{Dual, Real};
    let closed = three_legs();
    let (motors, _, a, _) = driven(&closed, 3);
    fn forces<T: Real>(closed: &Closed, motors: &[usize], a: &[f64], mass: T) -> Vec<T> {
        let lift = |x: &[f64]| x.iter().map(|&x| T::lift(x)).collect::<Vec<T>>();
        let mut model = closed.model.cast::<T>();
        model.links_mut()[2].mass.mass = mass;
        let (q, v, a) = (lift(&closed.q), lift(&closed.v), lift(a));
        let mut ws = Workspace::new(&model);
        let mut stage = ws.position(&model, &q).unwrap().velocity(&v).unwrap();
        let mut inverse = LoopInverse::new(&model).actuated(motors).unwrap();
        let mut tau = vec![T::zero(); model.nv()];
        inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
        [&tau, inverse.lambda()].concat()
    }
    let exact = forces(&closed, &motors, &a, Dual::<f64, 1>::variable(3.0, 0));
    // forces are linear in the mass: the difference is exact up to rounding
    let (more, less) = (forces(&closed, &motors, &a, 4.0), forces(&closed, &motors, &a, 2.0));
    let difference: Vec<f64> = more.iter().zip(&less).map(|(x, y)| (x - y) / 2.0).collect();
    close(exact.iter().map(|x| x.parts[0]).collect::<Vec<f64>>(), difference, 1e-12);
}

// oracle: inverse dynamics of the tree; a mechanism without loops, and one without joints
#[test]
fn trees_are_mechanisms_too() {
    let tree = crate::testing::planar_arm(&[1.0, 2.0], &[0.5, 0.4]);
    let (q, v, a) = ([0.3, -0.4], [1.0, 2.0], [-3.0, 4.0]);
    let mut ws = Workspace::new(&tree);
    let mut stage = ws.position(&tree, &q).unwrap().velocity(&v).unwrap();
    let (mut expected, mut tau) = ([0.0; 2], [0.0; 2]);
    stage.inverse(&a, Loads::NONE, &mut expected).unwrap();
    for strategy in [Strategy::Subsystems, Strategy::Multipliers] {
        let mut inverse = LoopInverse::new(&tree).strategy(strategy);
        let outcome = inverse.inverse(&mut stage, &a, Loads::NONE, &mut tau).unwrap();
        assert_eq!((outcome.strategy, outcome.freedoms, inverse.motors()), (strategy, 2, &[0, 1][..]));
        close(tau, expected, 1e-15);
    }
    let rigid = denoc_model::Description::new("block")
        .link("block", denoc_model::MassProperties::sphere(1.0, 0.1))
        .joint("weld", "ground", "block", denoc_model::Joint::fixed(), Pose::identity())
        .build()
        .unwrap();
    let mut ws = Workspace::new(&rigid);
    let mut stage = ws.position(&rigid, &[]).unwrap().velocity(&[]).unwrap();
    let mut inverse = LoopInverse::new(&rigid);
    assert_eq!(inverse.inverse(&mut stage, &[], Loads::NONE, &mut []).unwrap().freedoms, 0);
    let weld = inverse.reactions(&mut stage, &[], Loads::NONE).unwrap().joint(LinkId(0));
    close(weld.wrench.force, Vec3::new(0.0, 0.0, 9.81), 1e-15);
}
