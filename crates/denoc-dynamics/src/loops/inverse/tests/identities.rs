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
    let mut seed = 0;
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
            close(&tau, &expected, 1e-10);
            close(inverse.lambda(), forward.lambda(), 1e-10);
            answers.push([tau, inverse.lambda().to_vec()].concat());
        }
        assert!(distance(&answers[0], &answers[1]) < 1e-10);
    });
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
