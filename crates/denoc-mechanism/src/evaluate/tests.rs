//! Wrenches, springs and loops at a state, each against another way to compute it.

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_math::Wrench;
use denoc_model::{Description, LinkId, Model};

use super::{Acting, Algorithm, ExternalWrench, JointForces, State, reaction_names};
use crate::passive::PassiveWrenches;
use crate::{Draft, Mechanism};

const Q: [f64; 6] = [0.3, -0.4, 0.5, 0.1, -0.2, 0.6];
const V: [f64; 6] = [1.0, -0.5, 0.4, 0.9, -1.1, 0.2];
const STATE: State<'static> = State { q: &Q, v: &V };

fn described(name: &str) -> Description {
    catalogue::describe(name).unwrap()
}

fn model(name: &str) -> Model {
    described(name).build().unwrap()
}

fn close(found: &[f64], expected: &[f64]) {
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 1e-10 * (1.0 + b.abs()), "{found:?} {expected:?}");
    }
}

// oracle: virtual work, J^T w, with the Jacobian of the faithful layer; forward dynamics undoes inverse dynamics
#[test]
fn external_wrenches_do_the_work_of_their_frame() {
    let puma = Mechanism::new(model("puma"));
    // a link whose frame is not at its joint
    let frame = puma.model().frame("link2").unwrap();
    let (wrench, a) = ([0.4, -0.3, 0.2, 5.0, -7.0, 3.0], [0.5; 6]);
    let mut evaluator = puma.evaluator(Algorithm::RECURSIVE);
    let (mut plain, mut pushed, mut back) = ([0.0; 6], [0.0; 6], [0.0; 6]);
    evaluator.inverse_dynamics(STATE, &a, Acting::default(), &mut plain).unwrap();
    let external = [ExternalWrench { frame, wrench }];
    let acting = Acting { external: &external, joint_forces: JointForces::Ignored };
    evaluator.inverse_dynamics(STATE, &a, acting, &mut pushed).unwrap();
    let mut jacobian = [0.0; 36];
    Workspace::new(puma.model()).position(puma.model(), &Q).unwrap().jacobian(frame, &mut jacobian).unwrap();
    let work: Vec<f64> =
        (0..6).map(|k| plain[k] - (0..6).map(|r| jacobian[6 * r + k] * wrench[r]).sum::<f64>()).collect();
    close(&pushed, &work);
    evaluator.forward_dynamics(STATE, &pushed, acting, &mut back).unwrap();
    close(&back, &a);
}

/// A mechanism of the catalogue with springs and friction in all joints.
fn with_joint_forces(name: &str) -> Mechanism {
    let mut description = described(name);
    for (i, joint) in description.joints.iter_mut().enumerate() {
        joint.properties.viscous_friction = 0.1 * i as f64;
        joint.properties.dry_friction = 0.2;
        joint.properties.spring_stiffness = 3.0;
    }
    Mechanism::new(description.build().unwrap())
}

// oracle: what springs and friction add is Model::joint_forces; smoothed friction is the same far from rest; forward dynamics, with
// and without prescribed accelerations, undoes inverse dynamics
#[test]
fn joint_forces_are_what_motors_need_not_give() {
    let puma = with_joint_forces("puma");
    let mut evaluator = puma.evaluator(Algorithm::RECURSIVE);
    let (mut plain, mut felt, mut forces, mut back) = ([0.0; 6], [0.0; 6], [0.0; 6], [0.0; 6]);
    evaluator.inverse_dynamics(STATE, &V, Acting::default(), &mut plain).unwrap();
    puma.model().joint_forces(&Q, &V, &mut forces).unwrap();
    let expected: Vec<f64> = plain.iter().zip(&forces).map(|(tau, force)| tau - force).collect();
    for joint_forces in [JointForces::Exact, JointForces::Smooth] {
        let acting = Acting { external: &[], joint_forces };
        evaluator.inverse_dynamics(STATE, &V, acting, &mut felt).unwrap();
        close(&felt, &expected);
        evaluator.forward_dynamics(STATE, &felt, acting, &mut back).unwrap();
        close(&back, &V);
        let prescribed = [None, Some(V[1]), None, None, Some(V[4]), None];
        let mut tau = felt;
        (tau[1], tau[4]) = (0.0, 0.0);
        evaluator.prescribed_dynamics(STATE, &prescribed, acting, &mut tau, &mut back).unwrap();
        close(&back, &V);
        close(&tau, &felt);
    }
}

// oracle: virtual power: the motor gives what springs and friction of all joints take; forward dynamics undoes inverse dynamics
#[test]
fn joint_forces_of_a_loop_are_felt_by_its_motor() {
    let fourbar = with_joint_forces("fourbar");
    let model = fourbar.model();
    let crank = model.joint("crank_pivot").unwrap();
    let mut draft = Draft::usual(model);
    (draft.q[0], draft.held) = (1.0, vec![crank]);
    (draft.v[0], draft.driven) = (2.0, Some(vec![crank]));
    let closed = draft.close(model).unwrap();
    let state = State { q: &closed.q, v: &closed.v };
    let mut evaluator = fourbar.evaluator(Algorithm::RECURSIVE);
    let (mut a, mut plain, mut felt, mut forces, mut back) = ([0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3], [0.0; 3]);
    evaluator.forward_dynamics(state, &[0.5, 0.0, 0.0], Acting::default(), &mut a).unwrap();
    evaluator.inverse_dynamics(state, &a, Acting::default(), &mut plain).unwrap();
    let acting = Acting { external: &[], joint_forces: JointForces::Exact };
    evaluator.inverse_dynamics(state, &a, acting, &mut felt).unwrap();
    model.joint_forces(&closed.q, &closed.v, &mut forces).unwrap();
    let power = |tau: &[f64]| tau.iter().zip(&closed.v).map(|(tau, v)| tau * v).sum::<f64>();
    assert!(power(&forces).abs() > 0.1);
    // in the joint where the loop is cut
    let (mut wrenches, mut ws) = ([Wrench::zero(); 3], Workspace::new(model));
    let stage = ws.position(model, &closed.q).unwrap().velocity(&closed.v).unwrap();
    PassiveWrenches::new(model).add(&stage, JointForces::Smooth, &mut wrenches);
    let cut: f64 = wrenches.iter().enumerate().map(|(i, w)| stage.link_twist(LinkId(i)).dot(*w)).sum();
    assert!(cut.abs() > 0.1);
    close(&[power(&felt)], &[power(&plain) - power(&forces) - cut]);
    evaluator.forward_dynamics(state, &felt, acting, &mut back).unwrap();
    close(&back, &a);
}

// oracle: planar loops carry forces in the plane and moments about its normal; nothing else is determined
#[test]
fn indeterminate_reactions_and_motors_of_a_planar_loop() {
    let fourbar = Mechanism::new(model("fourbar"));
    let q = Draft::usual(fourbar.model()).close(fourbar.model()).unwrap().q;
    let open = fourbar.with_evaluator(|evaluator| evaluator.indeterminate_reactions(&q)).unwrap();
    assert_eq!(open.len(), reaction_names(fourbar.model()).len());
    assert!(open.iter().all(|six| *six == [true, true, false, false, false, true]));
    assert_eq!(fourbar.actuated_speeds().unwrap(), [0]);
}
