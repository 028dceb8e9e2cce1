//! The integrator `auto`: it finds stiffness, changes its method both ways, and costs little more than the best fixed choice.

use std::sync::atomic::{AtomicUsize, Ordering};

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::Draft;
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model, PointSpec, SpringSpec};
use denoc_sim::controllers::{Controller, Moment};
use denoc_sim::{Checkpoint, Flow, Integrator, Plant, Sample, SimError, Simulation, Sink, Status, Summary};

const Y: Vec3<f64> = Vec3 { x: 0.0, y: 1.0, z: 0.0 };

/// A pendulum whose second link is held by a spring.
fn pendulum(stiffness: f64, damping: f64) -> Model {
    let rod = MassProperties::rod(1.0, 0.5, Vec3::unit(0));
    let mut all = Description::new("stiff")
        .link("upper", rod)
        .link("lower", rod)
        .joint("swing", "ground", "upper", Joint::revolute(Y), Pose::identity())
        .joint("weld", "upper", "lower", Joint::revolute(Y), Pose::translation(Vec3::new(0.5, 0.0, 0.0)));
    all.joints[1].properties =
        JointProperties { spring_stiffness: stiffness, viscous_friction: damping, ..Default::default() };
    all.build().unwrap()
}

/// A flyball governor as in the benchmark A05 of IFToMM, with assumed sizes: two arms with balls on a turning shaft, stiff springs with
/// dampers from the middle of the arms to a sleeve that slides on the shaft.
fn governor() -> Model {
    let ball = MassProperties { mass: 5.0, center: Vec3::new(0.0, 0.0, -1.0), ..MassProperties::sphere(5.0, 0.1) };
    let mut all = Description::new("governor")
        .link("shaft", MassProperties::cylinder(20.0, 0.05, 1.2))
        .link("sleeve", MassProperties::sphere(5.0, 0.1))
        .joint("bearing", "ground", "shaft", Joint::revolute(Vec3::unit(2)), Pose::identity())
        .joint(
            "slide",
            "shaft",
            "sleeve",
            Joint::prismatic(Vec3::unit(2)),
            Pose::translation(Vec3::new(0.0, 0.0, -1.0)),
        );
    for (name, side) in [("left", -1.0), ("right", 1.0)] {
        let axis = Vec3::new(0.0, -side, 0.0);
        let end = |link: &str, at: [f64; 3]| PointSpec { link: link.into(), position: Vec3::new(at[0], at[1], at[2]) };
        all = all.link(name, ball).joint(format!("pin_{name}"), "shaft", name, Joint::revolute(axis), Pose::identity());
        all.springs.push(SpringSpec {
            name: format!("coupler_{name}"),
            from: end(name, [0.0, 0.0, -0.5]),
            to: end("sleeve", [0.0, 0.0, 0.0]),
            stiffness: 8e5,
            rest_length: 0.5,
            damping: 4e4,
            place: None,
        });
    }
    all.build().unwrap()
}

/// Forces τ = μ (1 − q²) v − q on every joint, as in van der Pol's oscillator.
struct Relaxation(f64);

impl Controller for Relaxation {
    fn keyword(&self) -> &'static str {
        "relaxation"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        for ((tau, q), v) in tau.iter_mut().zip(now.q).zip(now.v) {
            *tau = self.0 * (1.0 - q * q) * v - q;
        }
        Ok(())
    }
}

/// A damper of 1e5 N s/m that grips from 0.4 s to 0.8 s, and a soft spring.
struct Gripping;

impl Controller for Gripping {
    fn keyword(&self) -> &'static str {
        "gripping"
    }
    fn breakpoints(&self) -> Vec<f64> {
        vec![0.4, 0.8]
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        let damping = if (0.4..0.8).contains(&now.t) { 1e5 } else { 0.0 };
        tau[0] = -1e3 * now.q[0] - damping * now.v[0] + (5.0 * now.t).sin();
        Ok(())
    }
}

/// A mass of one kilogram on a horizontal slider.
fn slider() -> Model {
    let rail = Joint::prismatic(Vec3::unit(0));
    let all = Description::new("slider").link("mass", MassProperties::sphere(1.0, 0.1));
    all.joint("rail", "ground", "mass", rail, Pose::identity()).build().unwrap()
}

fn evaluations(summary: &Summary) -> u64 {
    println!("{:?}", summary.counters());
    summary.counters().evaluations
}

fn end_of(simulation: Simulation<'_>) -> Summary {
    { simulation }.output_step(0.1).run_collect().unwrap().1
}

fn distance(a: &Summary, b: &Summary) -> f64 {
    a.q().iter().zip(b.q()).fold(0.0, |most, (a, b)| f64::max(most, (a - b).abs()))
}

// oracle: the fixed method for such systems, in evaluations and in the result
#[test]
fn stiff_systems_cost_at_most_twice_as_much_as_with_the_best_method() {
    let (stiff, governor, mass) = (pendulum(1e6, 1e4), governor(), slider());
    let swing = |model, method| Simulation::new(model).integrator(method).tolerance(1e-8).duration(1.0);
    let turning = |method| {
        let (q, v) = ([0.0, 1.0 - 0.5_f64.cos(), 0.5, 0.5], [6.0, 0.0, 0.0, 0.0]);
        Simulation::new(&governor).integrator(method).tolerance(1e-6).start(&q, &v).duration(1.0)
    };
    let relaxing = |method| {
        let run = Simulation::new(&mass).controller(Box::new(Relaxation(1000.0))).tolerance(1e-6);
        run.integrator(method).start(&[2.0], &[0.0]).duration(1000.0)
    };
    let pairs = [Integrator::Auto, Integrator::Radau5].map(|m| [swing(&stiff, m), turning(m), relaxing(m)].map(end_of));
    for (own, best) in pairs[0].iter().zip(&pairs[1]) {
        println!("{}", own.choices()[0]);
        assert!(evaluations(own) < 2 * evaluations(best) + 500);
        assert!(distance(own, best) < 1e-4, "{:?} {:?}", own.q(), best.q());
        assert!(own.choices()[0].contains("implicit for"), "{:?}", own.choices());
    }
}

// oracle: dop853 alone: an undamped spring must be followed, which implicit methods do not do better
#[test]
fn fast_oscillations_are_left_to_the_explicit_method() {
    let model = pendulum(1e6, 0.0);
    let run = |method| end_of(Simulation::new(&model).integrator(method).tolerance(1e-8).duration(0.2));
    let (own, explicit) = (run(Integrator::Auto), run(Integrator::Dop853));
    assert!(5 * evaluations(&own) < 6 * evaluations(&explicit));
    assert!(distance(&own, &explicit) < 1e-7);
}

fn gripped(model: &Model) -> Simulation<'_> {
    Simulation::new(model).controller(Box::new(Gripping)).tolerance(1e-8).start(&[0.1], &[0.0]).duration(4.0)
}

// oracle: dop853 with a tolerance of 1e-11; the times at which the damper grips and lets go
#[test]
fn the_method_changes_both_ways() {
    let model = slider();
    let own = end_of(gripped(&model));
    let exact = end_of(gripped(&model).integrator(Integrator::Dop853).tolerance(1e-11));
    assert!((own.q()[0] - exact.q()[0]).abs() < 1e-7, "{:?} {:?}", own.q(), exact.q());
    let chosen = own.checkpoint.automatic.as_ref().unwrap();
    assert_eq!((chosen.changes, chosen.method), (2, Integrator::Dop853), "{chosen:?}");
    let first = chosen.first_change.unwrap();
    assert!(first > 0.4 && first < 0.41 && chosen.stiff_seconds > 0.38 && chosen.stiff_seconds < 0.6, "{chosen:?}");
    assert!(evaluations(&own) * 20 < evaluations(&exact));
}

/// Keeps samples and checkpoints.
#[derive(Default)]
struct Recorder {
    samples: Vec<Sample>,
    checkpoints: Vec<Checkpoint>,
}

impl Sink for Recorder {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        Flow::Continue
    }
    fn checkpoint_interval(&self) -> Option<f64> {
        Some(0.02)
    }
    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.checkpoints.push(checkpoint.clone());
    }
}

// oracle: the uninterrupted run, bit by bit, from checkpoints of both methods and between them
#[test]
fn runs_resume_bit_by_bit_whatever_the_method() {
    let model = slider();
    let mut whole = Recorder::default();
    let reference = gripped(&model).run(&mut whole).unwrap();
    let mut methods = Vec::new();
    for checkpoint in &whole.checkpoints {
        let text = serde_json::to_string(checkpoint).unwrap();
        let back: Checkpoint = serde_json::from_str(&text).unwrap();
        methods.push((checkpoint.automatic.as_ref().unwrap().method, checkpoint.linearised.is_some()));
        let mut rest = Recorder::default();
        let end = gripped(&model).resume(&back, &mut rest).unwrap();
        assert_eq!(end.status, Status::Finished);
        assert_eq!(end.checkpoint, reference.checkpoint, "from {} s", checkpoint.t);
        let from = whole.samples.len() - rest.samples.len();
        assert_eq!(rest.samples, whole.samples[from..], "from {} s", checkpoint.t);
    }
    for expected in [(Integrator::Dop853, false), (Integrator::Radau5, true)] {
        assert!(methods.contains(&expected), "{methods:?}");
    }
}

/// An arm whose last link is light and strongly damped, with dry friction in all joints, held by springs and pushed to and fro.
fn rubbing() -> Model {
    let mut all = catalogue::describe("planar_3r").unwrap();
    for (joint, damping) in all.joints.iter_mut().zip([0.5, 0.5, 3e3]) {
        joint.properties = JointProperties {
            viscous_friction: damping,
            dry_friction: 3.0,
            spring_stiffness: 40.0,
            ..joint.properties
        };
    }
    all.build().unwrap()
}

// oracle: the uninterrupted run, bit by bit, from checkpoints between changes of friction and of the method
#[test]
fn runs_with_dry_friction_resume_bit_by_bit() {
    let model = rubbing();
    let make = || {
        let run = Simulation::new(&model).tolerance(1e-8).start(&[0.3, 0.2, -0.4], &[0.0, 1.0, 0.0]).duration(3.0);
        run.output_step(0.05)
    };
    let mut whole = Recorder::default();
    let reference = make().run(&mut whole).unwrap();
    let counters = reference.counters();
    let chosen = reference.checkpoint.automatic.as_ref().unwrap();
    assert!(counters.sticks > 2 && chosen.changes > 0 && chosen.stiff_seconds <= 3.0, "{counters:?} {chosen:?}");
    for checkpoint in &whole.checkpoints {
        let mut rest = Recorder::default();
        let end = make().resume(checkpoint, &mut rest).unwrap();
        assert_eq!(end.checkpoint, reference.checkpoint, "from {} s", checkpoint.t);
        assert_eq!(rest.samples, whole.samples[whole.samples.len() - rest.samples.len()..]);
    }
}

// oracle: dop853, dopri5 and radau5, on the whole catalogue
#[test]
fn results_are_those_of_fixed_methods_on_the_whole_catalogue() {
    let names: Vec<&str> = catalogue::ENTRIES.iter().map(|entry| entry.name).collect();
    // cables are too stiff for explicit methods alone, and large for dense matrices
    let fixed = [(Integrator::Dop853, 300), (Integrator::Dopri5, 600), (Integrator::Radau5, 300)];
    let compared = fixed.map(|_| AtomicUsize::new(0));
    denoc_testkit::in_parallel(&names, |name| {
        let model = catalogue::describe(name).unwrap().build().unwrap();
        let Ok(start) = Draft::usual(&model).close(&model) else { return };
        let run = |method, steps| {
            let run = Simulation::new(&model).integrator(method).tolerance(1e-8).most_steps(steps);
            { run }.start(&start.q, &start.v).duration(0.05).output_step(0.05).run_collect()
        };
        // some have no inertia in a joint, and no method moves them
        let own = run(Integrator::Auto, 1000);
        for ((method, steps), compared) in fixed.into_iter().zip(&compared) {
            if method == Integrator::Radau5 && model.nv() > 60 {
                continue;
            }
            let Ok((_, fixed)) = run(method, steps) else { continue };
            let (_, own) = own.as_ref().unwrap_or_else(|error| panic!("{name}: {error}"));
            let apart = distance(own, &fixed);
            assert!(apart < 1e-6, "{name}, {method:?}: {apart:e}");
            compared.fetch_add(1, Ordering::Relaxed);
        }
    });
    for ((method, _), compared) in fixed.iter().zip(compared) {
        let compared = compared.into_inner();
        assert!(compared * 10 >= names.len() * 8, "{method:?}: {compared} of {}", names.len());
    }
}
