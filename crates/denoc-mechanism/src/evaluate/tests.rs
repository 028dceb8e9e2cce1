//! Wrenches, springs and loops at a state, each against another way to compute it.

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_model::{Description, Model};

use super::{Acting, Algorithm, ExternalWrench, JointForces, State, reaction_names};
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

// oracle: what springs and friction add is Model::joint_forces; smoothed friction is the same far from rest
#[test]
fn joint_forces_are_what_motors_need_not_give() {
    let mut description = described("puma");
    for (i, joint) in description.joints.iter_mut().enumerate() {
        joint.properties.viscous_friction = 0.1 * i as f64;
        joint.properties.dry_friction = 0.2;
        joint.properties.spring_stiffness = 3.0;
    }
    let puma = Mechanism::new(description.build().unwrap());
    let mut evaluator = puma.evaluator(Algorithm::RECURSIVE);
    let (mut plain, mut felt, mut forces) = ([0.0; 6], [0.0; 6], [0.0; 6]);
    evaluator.inverse_dynamics(STATE, &V, Acting::default(), &mut plain).unwrap();
    puma.model().joint_forces(&Q, &V, &mut forces).unwrap();
    let expected: Vec<f64> = plain.iter().zip(&forces).map(|(tau, force)| tau - force).collect();
    for joint_forces in [JointForces::Exact, JointForces::Smooth] {
        evaluator.inverse_dynamics(STATE, &V, Acting { external: &[], joint_forces }, &mut felt).unwrap();
        close(&felt, &expected);
    }
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
