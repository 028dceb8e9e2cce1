//! The energy ledger, momentum and long runs.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{Pd, Reference};
use denoc_sim::{Audit, Integrator, Load, LoadProfile, Simulation, Verdict};

fn puma_with(properties: JointProperties) -> Model {
    let mut arm = catalogue::describe("puma").unwrap();
    arm.joints.iter_mut().for_each(|joint| joint.properties = properties);
    arm.build().unwrap()
}

// oracle: conservation of energy; the default tolerance keeps it to 1e-8 of the energy exchanged
#[test]
fn free_fall_keeps_the_energy() {
    for arm in [catalogue::describe("planar_3r").unwrap(), catalogue::describe("puma").unwrap()] {
        let model = arm.build().unwrap();
        let (samples, summary) = Simulation::new(&model).output_step(0.1).run_collect().unwrap();
        let seen = summary.observations();
        assert_eq!((samples.len(), summary.t()), (101, 10.0));
        assert!(seen.relative_unexplained() < 1e-9, "{}: {:e}", model.name(), seen.relative_unexplained());
        assert!(seen.exchanged > 1.0 && seen.round_trip() < 1e-12);
        let audit = Audit::new(&model, &summary);
        assert!(audit.passed(), "{audit}");
    }
}

// oracle: the balance of energy with everything at work at once; signs of works by their nature
#[test]
fn the_ledger_closes_with_friction_springs_control_and_loads() {
    let properties = JointProperties {
        viscous_friction: 0.8,
        dry_friction: 0.3,
        spring_stiffness: 5.0,
        spring_rest: 0.4,
        ..Default::default()
    };
    let model = puma_with(properties);
    let last = model.link_names().last().unwrap().clone();
    for method in [Integrator::Dop853, Integrator::Dopri5, Integrator::Rkf45, Integrator::Radau5] {
        let pd = Pd::new(&model, Reference::Hold(vec![0.5, -0.4, 0.3, 0.2, 0.6, -0.5]), &[40.0], &[6.0]).unwrap();
        let push = Load::force(&last, [20.0, -10.0, 15.0]).at([0.05, 0.0, 0.1]).during(0.2, 0.613);
        let shake = LoadProfile::Sinusoid { frequency: 1.5, phase: 0.2 };
        let twist = Load::moment(&last, [0.3, 0.2, -0.1]).in_link_axes().profile(shake);
        let simulation = Simulation::new(&model).controller(Box::new(pd)).load(push).load(twist).duration(1.2);
        let (_, summary) = simulation.integrator(method).tolerance(1e-9).output_step(0.05).run_collect().unwrap();
        let seen = summary.observations();
        let works = seen.works;
        assert!(works.friction < -0.1 && works.actuators.abs() > 0.1 && works.external.abs() > 0.1, "{works:?}");
        assert!(seen.end.springs > 0.1);
        let error = seen.relative_unexplained();
        assert!(error < 1e-7, "{method:?}: {error:e}");
        assert!(seen.round_trip() < 1e-12, "{:e}", seen.round_trip());
    }
}

// oracle: the ledger itself; a work that is missing must be noticed
#[test]
fn an_audit_notices_a_coarse_integration() {
    let model = catalogue::describe("planar_3r").unwrap().build().unwrap();
    let (_, summary) =
        Simulation::new(&model).integrator(Integrator::Rk4).step(0.02).duration(2.0).run_collect().unwrap();
    let audit = Audit::new(&model, &summary);
    assert!(!audit.passed());
    assert_eq!(audit.row("unexplained energy").unwrap().verdict, Verdict::Missed);
}

// oracle: exponential decay of a free flywheel, m v̇ = −b v
#[test]
fn viscous_friction_slows_a_flywheel() {
    let (inertia, damping) = (0.5, 0.2);
    let disk =
        MassProperties { mass: 1.0, center: Vec3::zero(), inertia: denoc_math::Sym3::diagonal(0.3, 0.3, inertia) };
    let mut wheel = Description::new("flywheel").link("disk", disk).joint(
        "axle",
        "ground",
        "disk",
        Joint::revolute(Vec3::unit(2)),
        Pose::identity(),
    );
    wheel.joints[0].properties = JointProperties { viscous_friction: damping, ..Default::default() };
    let model = wheel.build().unwrap();
    let run =
        |act| Simulation::new(&model).start(&[0.0], &[3.0]).joint_forces(act).duration(2.0).run_collect().unwrap();
    let (_, summary) = run(true);
    assert!((summary.v()[0] - 3.0 * (-damping * 2.0 / inertia).exp()).abs() < 1e-9);
    let (_, summary) = run(false);
    assert!((summary.v()[0] - 3.0).abs() < 1e-14);
    assert_eq!(summary.observations().works.friction, 0.0);
}

// oracle: conservation of energy; rk4 with the same step loses energy steadily (100,000 steps: `integrators/tests.rs`)
#[test]
fn the_symmetric_method_does_not_drift() {
    let rod = MassProperties::rod(1.0, 1.0, Vec3::unit(0));
    let pendulum = Description::new("pendulum").link("rod", rod);
    let pivot = Joint::revolute(Vec3::unit(1));
    let model = pendulum.joint("pivot", "ground", "rod", pivot, Pose::identity()).build().unwrap();
    let run = |method| {
        let simulation = Simulation::new(&model).integrator(method).step(0.02).duration(200.0).output_step(0.5);
        let (samples, summary) = simulation.start(&[0.1], &[0.0]).run_collect().unwrap();
        assert_eq!(summary.counters().steps, 10_000);
        let quarter = samples.len() / 4;
        let mean = |part: &[denoc_sim::Sample]| part.iter().map(|s| s.unexplained).sum::<f64>() / part.len() as f64;
        let drift = mean(&samples[3 * quarter..]) - mean(&samples[..quarter]);
        drift.abs() / summary.observations().exchanged
    };
    let (gauss, rk4) = (run(Integrator::Gauss4), run(Integrator::Rk4));
    assert!(gauss < 1e-8 && rk4 > 1e3 * gauss, "{gauss:e} {rk4:e}");
}

// oracle: conservation of energy of a spinning top, where coordinates around the start of a step drift by 1e-7
#[test]
fn the_symmetric_method_does_not_drift_on_quaternions() {
    let inertia = denoc_math::Sym3::diagonal(0.1, 0.12, 0.05);
    let body = MassProperties { mass: 1.0, center: Vec3::new(0.0, 0.0, 0.3), inertia };
    for (joint, gravity) in [(Joint::spherical(), -9.81), (Joint::free(), 0.0)] {
        let top = Description::new("top").gravity(Vec3::new(0.0, 0.0, gravity)).link("body", body);
        let model = top.joint("tip", "ground", "body", joint, Pose::identity()).build().unwrap();
        let mut v = vec![0.0; model.nv()];
        v[..3].copy_from_slice(&[1.0, 0.5, 20.0]);
        let (step, steps) = (0.01, 3000.0);
        let simulation = Simulation::new(&model).integrator(Integrator::Gauss4).step(step).duration(steps * step);
        let (samples, summary) =
            { simulation.start(&model.neutral(), &v).output_step(10.0 * step) }.run_collect().unwrap();
        let third = samples.len() / 3;
        let mean = |part: &[denoc_sim::Sample]| part.iter().map(|s| s.unexplained).sum::<f64>() / part.len() as f64;
        let drift = (mean(&samples[2 * third..]) - mean(&samples[..third])).abs() / summary.observations().exchanged;
        println!("{}: {drift:e}", model.links()[0].joint.keyword());
        assert!(drift < 1e-8, "{drift:e}");
    }
}

// oracle: conservation of momentum and energy of a floating chain without gravity
#[test]
fn momentum_is_conserved_where_nothing_acts_from_outside() {
    let rod = MassProperties::cuboid(2.0, Vec3::new(0.6, 0.1, 0.05), Vec3::new(0.3, 0.0, 0.0));
    let model = Description::new("floating chain")
        .gravity(Vec3::zero())
        .link("base", MassProperties::cuboid(5.0, Vec3::new(0.3, 0.4, 0.5), Vec3::zero()))
        .link("arm", rod)
        .link("ball", rod)
        .joint("float", "ground", "base", Joint::free(), Pose::identity())
        .joint("elbow", "base", "arm", Joint::revolute(Vec3::unit(2)), Pose::translation(Vec3::new(0.2, 0.0, 0.0)))
        .joint("wrist", "arm", "ball", Joint::spherical(), Pose::translation(Vec3::new(0.6, 0.0, 0.0)))
        .build()
        .unwrap();
    let v = [0.3, -2.0, 0.5, 0.4, 0.1, -0.2, 3.0, 1.0, -2.0, 4.0];
    let mut simulation = Simulation::new(&model).start(&model.neutral(), &v).duration(5.0);
    let (_, summary) = simulation.run_collect().unwrap();
    let audit = Audit::new(&model, &summary);
    assert!(audit.passed(), "{audit}");
    let momentum = audit.row("angular momentum about the mass centre, largest change").unwrap();
    assert!(momentum.value < 1e-8 && momentum.tolerance.unwrap() < 1e-6, "{momentum:?}");
    // a force on the base from outside, or gravity, and nobody speaks of momentum
    let pushed =
        Simulation::new(&model).start(&model.neutral(), &v).duration(0.1).load(Load::force("base", [1.0, 0.0, 0.0]));
    let (_, summary) = { pushed }.run_collect().unwrap();
    assert_eq!(summary.observations().momentum, None);
}
