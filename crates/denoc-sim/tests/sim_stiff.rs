//! Stiff springs and dampers, by the methods for them.

use denoc_formats::catalogue;
use denoc_machines::rope::Hanging;
use denoc_math::{Pose, Sym3, Vec3};
use denoc_mechanism::assembly::{AssemblyOptions, Metric, assemble, project_velocity};
use denoc_model::{
    ConstraintKind, Description, DistanceSpec, Drag, Joint, JointProperties, MassProperties, Model, PointSpec, Rope,
    RopeMass, RotationSpring,
};
use denoc_sim::{Integrator, LoopClosure, LoopSettings, SimError, Simulation, Summary};

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
        let simulation = Simulation::new(&model).integrator(method).tolerance(1e-6).duration(0.2);
        { simulation }.run_collect().unwrap().1
    };
    let (implicit, explicit) = (run(Integrator::Radau5), run(Integrator::Dopri5));
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
    let simulation =
        Simulation::new(&model).integrator(Integrator::Dop853).tolerance(1e-6).duration(1.0).most_steps(200);
    let mut samples = Vec::new();
    let error = { simulation }.run(&mut samples).unwrap_err();
    assert!(matches!(&error, SimError::TooManySteps { steps: 200, joint, .. } if joint == "weld"), "{error}");
    let words =
        "allow more steps, loosen the tolerance, or use the integrator radau5 if springs, dampers or gains are stiff";
    assert!(error.to_string().ends_with(words), "{error}");
    assert!(!samples.is_empty());
}

const FREE: JointProperties = JointProperties::NONE;

/// Three rods of 0.3 m along x. The first joint is free, the others have these properties.
fn rods(joint: impl Fn() -> Joint<f64>, properties: JointProperties, drag: Option<Drag>) -> Model {
    let body =
        MassProperties { mass: 0.2, center: Vec3::new(0.15, 0.0, 0.0), inertia: Sym3::diagonal(1e-4, 2e-3, 2e-3) };
    let mut all = Description::new("rods");
    for i in 0..3 {
        let (parent, at) = if i == 0 { ("ground".to_owned(), 0.0) } else { (format!("rod{}", i - 1), 0.3) };
        all = all.link(format!("rod{i}"), body);
        if let Some(drag) = drag {
            all = all.drag(drag);
        }
        let at = Pose::translation(Vec3::new(at, 0.0, 0.0));
        all = all.joint(format!("joint{i}"), parent, format!("rod{i}"), joint(), at);
        all = all.properties(if i == 0 { FREE } else { properties });
    }
    all.build().unwrap()
}

fn about_y() -> Joint<f64> {
    Joint::revolute(Vec3::unit(1))
}

/// Linearly implicit steps from rest; an error beyond so many.
fn linimp(model: &Model, q: &[f64], (tolerance, duration): (f64, f64), steps: u64) -> Result<Summary, SimError> {
    let simulation = Simulation::new(model).integrator(Integrator::Linimp).tolerance(tolerance).most_steps(steps);
    { simulation }.start(q, &vec![0.0; model.nv()]).duration(duration).run_collect().map(|(_, summary)| summary)
}

/// Asserts that a run needs so few evaluations, of which every step takes 36 or so.
fn at_most(evaluations: u64, model: &Model, q: &[f64], accuracy: (f64, f64)) -> Summary {
    let summary = linimp(model, q, accuracy, evaluations / 20).unwrap_or_else(|e| panic!("{e}"));
    println!("{:?}", summary.counters());
    assert!(summary.counters().evaluations < evaluations, "{:?}", summary.counters());
    summary
}

// oracle: what such runs took when each part of the implicit matrix was there; without it steps are 10 to 100 times as many
#[test]
fn every_stiff_force_is_part_of_implicit_steps() {
    // hardly damped: the stiffness alone carries the steps
    let springs = rods(about_y, JointProperties { spring_stiffness: 1e5, viscous_friction: 1.0, ..FREE }, None);
    at_most(20_000, &springs, &[0.0; 3], (1e-6, 2.0));
    let dry = rods(about_y, JointProperties { dry_friction: 20.0, ..FREE }, None);
    at_most(2_000, &dry, &[0.0; 3], (1e-6, 1.0));
    let medium = rods(about_y, FREE, Some(Drag::new(1e3, 10.0)));
    at_most(2_000, &medium, &[0.0; 3], (1e-6, 2.0));
    let spring = RotationSpring::new(Vec3::unit(0), 10.0, 3e3).with_damping(1.0, 3.0);
    let cable = rods(Joint::spherical, JointProperties { rotation_spring: Some(spring), ..FREE }, None);
    at_most(2_000, &cable, &cable.neutral(), (1e-6, 1.0));
}

/// A rope over one metre, tied at both ends.
fn tied(links: usize, length: f64) -> Description {
    let far = Some(PointSpec { link: "ground".into(), position: Vec3::new(1.0, 0.0, 0.0) });
    let rope = Rope { to: far, ..Rope::new("rope", links, length, RopeMass::Total(0.1), 0.01) };
    Description::new("tied").rope(&rope).unwrap()
}

// oracle: what such runs took with the tension that comes from the tie; from either side of it the rope is the same
#[test]
fn tension_of_a_tie_does_not_limit_the_steps() {
    let mut all = tied(24, 1.0002);
    let model = all.build().unwrap();
    let hanging = Hanging::of(&model, None).unwrap();
    let q = hanging.coordinates(&model, &hanging.rest().unwrap());
    at_most(1_000, &model, &q, (1e-4, 1.0));
    // listed from the rope to the ground
    all.configurations.clear();
    let tie = all.joints.last_mut().unwrap();
    std::mem::swap(&mut tie.parent, &mut tie.child);
    std::mem::swap(&mut tie.origin, &mut tie.child_origin);
    at_most(1_000, &all.build().unwrap(), &q, (1e-4, 1.0));
}

/// A weight on vertical rails that hangs from a light lever, at its mass centre, whose end a rod ties to the ground.
fn weight_on_a_lever(from_the_ground: bool) -> Model {
    let point = |link: &str, z: f64| PointSpec { link: link.into(), position: Vec3::new(0.0, 0.0, z) };
    let (ground, end) = (point("ground", 1.1), point("lever", 0.1));
    let (from, to) = if from_the_ground { (ground, end) } else { (end, ground) };
    Description::new("lever")
        .link("weight", MassProperties::sphere(10.0, 0.1))
        .link("lever", MassProperties::sphere(0.01, 0.05))
        .joint("rails", "ground", "weight", Joint::prismatic(Vec3::unit(2)), Pose::identity())
        .joint("ball", "weight", "lever", Joint::spherical(), Pose::identity())
        .constraint("rod", ConstraintKind::Distance(DistanceSpec { from, to, length: 1.0 }))
        .build()
        .unwrap()
}

// oracle: the period of the lever, 2π √(J/(m g r (1 + r/L))) = 6 ms: explicit methods need hundreds of steps in a second
#[test]
fn tension_of_a_rod_does_not_limit_the_steps() {
    for from_the_ground in [false, true] {
        let model = weight_on_a_lever(from_the_ground);
        let simulation = Simulation::new(&model).integrator(Integrator::Linimp).tolerance(1e-4).most_steps(100);
        let v = [0.0, 1e-6, 2e-6, 0.0];
        let (_, summary) = { simulation }.start(&model.neutral(), &v).duration(1.0).run_collect().unwrap();
        assert!(summary.counters().steps < 30, "{:?}", summary.counters());
    }
}

// oracle: dop853, which shares neither steps nor matrices
#[test]
fn tied_ropes_swing_as_with_other_methods() {
    let model = tied(4, 1.2).build().unwrap();
    let q = model.configuration("start").unwrap();
    let simulation =
        Simulation::new(&model).integrator(Integrator::Dop853).tolerance(1e-9).start(q, &vec![0.0; model.nv()]);
    let (_, other) = { simulation }.duration(0.1).run_collect().unwrap();
    let own = linimp(&model, q, (1e-9, 0.1), 1_000).unwrap();
    denoc_testkit::close_within(own.q(), other.q(), 1e-7);
    assert!(own.q().iter().zip(q).any(|(end, start)| (end - start).abs() > 1e-2));
    assert!(own.observations().relative_unexplained() < 1e-7, "{:e}", own.observations().relative_unexplained());
}

// oracle: the same motion in independent coordinates, for which the derivatives are differences of the rates: wrong derivatives would
// take more iterations and shorter steps. Strong friction makes the motions stiff
#[test]
fn derivatives_of_loops_serve_newton_as_well_as_differences() {
    for (name, friction, end) in
        [("fourbar", 1.0, 0.5), ("andrews_squeezer", 0.01, 0.1), ("delta", 10.0, 0.2), ("stewart", 1e4, 0.5)]
    {
        let mut description = catalogue::describe(name).unwrap();
        for joint in &mut description.joints {
            joint.properties.viscous_friction = friction;
        }
        let model = description.build().unwrap();
        let q = model.configuration("start").unwrap();
        let q = assemble(&model, q, &AssemblyOptions::default()).unwrap().q;
        let v = project_velocity(&model, &q, &vec![1.0; model.nv()], &[], Metric::Identity).unwrap();
        let run = |closure| {
            let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
            let simulation = Simulation::new(&model).start(&q, &v).loops(loops).duration(end);
            { simulation }.integrator(Integrator::Radau5).tolerance(1e-6).run_collect().unwrap().1
        };
        let [tree, independent] = [LoopClosure::Corrected, LoopClosure::Projected].map(run);
        let [a, b] = [tree.counters(), independent.counters()];
        println!("{name}: {a:?} {b:?}");
        let mut change = vec![0.0; model.nv()];
        model.difference(tree.q(), independent.q(), &mut change).unwrap();
        assert!(denoc_testkit::largest(&change) < 1e-5, "{name}: {change:?}");
        // the tolerance is for other coordinates
        assert!(5 * a.steps <= 6 * b.steps && 5 * a.evaluations <= 6 * b.evaluations, "{name}: {a:?} {b:?}");
    }
}
