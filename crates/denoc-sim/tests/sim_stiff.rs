//! Stiff springs and dampers.

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::{Method, SimError, Simulation};

/// A pendulum with a second link held by a very stiff, strongly damped spring.
fn pendulum() -> Model {
    let rod = MassProperties::rod(1.0, 0.5, Vec3::unit(0));
    let y = Vec3::unit(1);
    let mut all = Description::new("stiff")
        .link("upper", rod)
        .link("lower", rod)
        .joint("swing", "ground", "upper", Joint::revolute(y), Pose::identity())
        .joint("weld", "upper", "lower", Joint::revolute(y), Pose::translation(Vec3::new(0.5, 0.0, 0.0)));
    all.joints[1].properties = JointProperties { spring_stiffness: 1e6, viscous_friction: 1e4, ..Default::default() };
    all.build().unwrap()
}

// oracle: the rigid pendulum of both links, which the stiff one approaches as the spring hardens
#[test]
fn the_stiff_method_takes_far_fewer_steps() {
    let model = pendulum();
    let run = |method| {
        let simulation = Simulation::new(&model).method(method).tolerance(1e-6).duration(0.2);
        { simulation }.run_collect().unwrap().1
    };
    let (implicit, explicit) = (run(Method::Radau5), run(Method::Dopri5));
    let steps = (implicit.counters().steps, explicit.counters().steps);
    println!("radau5 {:?}, dopri5 {:?}", implicit.counters(), explicit.counters());
    assert!(steps.0 * 100 < steps.1, "{steps:?}");
    assert!(implicit.counters().evaluations * 50 < explicit.counters().evaluations);
    assert!((implicit.q()[0] - explicit.q()[0]).abs() < 1e-4);
    let rigid = MassProperties::rod(2.0, 1.0, Vec3::unit(0));
    let whole = Description::new("rigid").link("rod", rigid);
    let pivot = Joint::revolute(Vec3::unit(1));
    let whole = whole.joint("swing", "ground", "rod", pivot, Pose::identity()).build().unwrap();
    let (_, summary) = Simulation::new(&whole).duration(0.2).run_collect().unwrap();
    assert!((summary.q()[0] - implicit.q()[0]).abs() < 1e-4, "{} {}", summary.q()[0], implicit.q()[0]);
}

// oracle: the words
#[test]
fn too_many_steps_name_the_joint_and_the_stiff_method() {
    let model = pendulum();
    let simulation = Simulation::new(&model).method(Method::Dop853).tolerance(1e-6).duration(1.0).most_steps(200);
    let mut samples = Vec::new();
    let error = { simulation }.run(&mut samples).unwrap_err();
    assert!(matches!(&error, SimError::TooManySteps { steps: 200, joint, .. } if joint == "weld"), "{error}");
    let words =
        "allow more steps, loosen the tolerance, or use the method radau5 if springs, dampers or gains are stiff";
    assert!(error.to_string().ends_with(words), "{error}");
    assert!(!samples.is_empty());
}
