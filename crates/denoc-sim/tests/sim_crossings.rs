//! Every crossing of an event and of a joint limit is found, however long the steps are.

use denoc_dynamics::Workspace;
use denoc_formats::catalogue;
use denoc_math::random::Random;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::Draft;
use denoc_model::{Description, Joint, JointProperties, LinkId, MassProperties, Model};
use denoc_sim::{Event, Integrator, Limits, Load, LoadProfile, Sample, Simulation, Status};
use denoc_testkit::{Options, Shape, in_parallel, random_model, random_state};

/// A bar on a horizontal axle, with its mass centre on the axis or at its middle.
fn bar(balanced: bool, properties: JointProperties) -> Model {
    let middle = if balanced { 0.0 } else { 0.5 };
    let mass = MassProperties::cuboid(1.0, Vec3::new(1.0, 0.05, 0.05), Vec3::new(middle, 0.0, 0.0));
    let mut all = Description::new("bar")
        .link("bar", mass)
        .joint("axle", "ground", "bar", Joint::revolute(Vec3::unit(1)), Pose::identity())
        .frame("tip", "bar", Pose::translation(Vec3::new(1.0, 0.0, 0.0)));
    all.joints[0].properties = properties;
    all.build().unwrap()
}

// oracle: the angle is 10 t, and the height −sin(10 t) of the tip passes 0.3 upwards once a turn, 32 times in 20 s
#[test]
fn a_rotor_crosses_a_height_once_a_turn() {
    let model = bar(true, JointProperties::default());
    let turn = 2.0 * core::f64::consts::PI;
    let first = (0.3_f64.asin() + 0.5 * turn) / 10.0;
    for &method in Integrator::ALL {
        let run = |event: Event| {
            let simulation = Simulation::new(&model).start(&[0.0], &[10.0]).duration(20.0).output_step(20.0);
            let (_, summary) = simulation.integrator(method).step(0.05).event(event).run_collect().unwrap();
            (summary.events().iter().map(|e| e.t).collect::<Vec<f64>>(), summary.status)
        };
        let (times, status) = run(Event::frame("tip", 2, 0.3).rising());
        assert_eq!((times.len(), status), (32, Status::Finished), "{method:?}");
        for (k, t) in times.iter().enumerate() {
            let exact = first + turn * k as f64 / 10.0;
            assert!((t - exact).abs() < 1e-11, "{method:?}: {t} {exact}");
        }
        let (times, status) = run(Event::frame("tip", 2, 0.3).rising().stop());
        assert_eq!((times.len(), status), (1, Status::Event), "{method:?}");
        assert!((times[0] - first).abs() < 1e-12, "{method:?}: {times:?}");
        assert_eq!(run(Event::frame("tip", 2, 0.3)).0.len(), 63, "{method:?}");
        // a touch from below is one crossing or two, or none: what rounding makes of it; a height beyond reach is none
        assert!(run(Event::frame("tip", 2, 1.0)).0.len() <= 64, "{method:?}");
        assert_eq!(run(Event::frame("tip", 2, 1.0 + 1e-11)).0.len(), 0, "{method:?}");
        let grazed = run(Event::frame("tip", 2, 1.0 - 1e-9)).0.len();
        assert_eq!(grazed, 64, "{method:?}");
    }
}

// oracle: energy: the bar passes both limits once a period, whose length is an elliptic integral
#[test]
fn a_pendulum_passes_limits_just_inside_its_amplitude() {
    let down = core::f64::consts::FRAC_PI_2;
    let limits = Some([down - 0.4999, down + 0.4999]);
    let model = bar(false, JointProperties { limits, ..Default::default() });
    // T = 4 √(I / (m g l)) K(sin ¼), with K by the arithmetic-geometric mean
    let inertia: f64 = (1.0 + 0.05 * 0.05) / 12.0 + 0.25;
    let (mut a, mut b) = (1.0, (0.5_f64 / 2.0).cos());
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let period = 2.0 * core::f64::consts::PI / a * (inertia / (9.81 * 0.5)).sqrt();
    let duration = 12.4 * period;
    for &method in Integrator::ALL {
        let simulation = Simulation::new(&model).start(&[down], &[0.0]).duration(duration).output_step(duration);
        // from the lowest point, with the speed of an amplitude of 0.5 rad: 13 upper and 12 lower limits
        let speed = (2.0 * 9.81 * 0.5 * (1.0 - 0.5_f64.cos()) / inertia).sqrt();
        let simulation = simulation.start(&[down], &[speed]).integrator(method).step(0.01).limits(Limits::Report);
        let (_, summary) = { simulation }.run_collect().unwrap();
        assert_eq!(summary.counters().limits, 25, "{method:?}");
        let crossings = summary.events().iter().enumerate();
        for (k, event) in crossings {
            assert!(event.name.contains(if k % 2 == 0 { "upper" } else { "lower" }), "{method:?} {event:?}");
        }
    }
}

/// A quantity along the samples of a run, and an event that watches it.
struct Watched {
    event: Event,
    values: Vec<f64>,
}

impl Watched {
    /// Chooses a value that the quantity passes just before it turns back, where two crossings are close together; and not nearer to
    /// any turn, nor to the start or the end: the number of crossings would depend on the errors of the run there.
    fn new(number: usize, mut event: Event, values: Vec<f64>, random: &mut Random) -> Self {
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(*x), b.max(*x)));
        let turns = values.windows(3).filter(|w| (w[1] - w[0]) * (w[2] - w[1]) <= 0.0);
        let turns: Vec<[f64; 2]> = turns.map(|w| [w[1], (w[1] - w[0]).signum()]).collect();
        let ends = [[values[0], 0.0], [*values.last().unwrap(), 0.0]];
        event.value = low + (high - low) * random.range(0.02, 0.98);
        for _ in 0..20 {
            if turns.iter().chain(&ends).all(|turn| (turn[0] - event.value).abs() > 1e-4 * (high - low)) {
                break;
            }
            event.value = low + (high - low) * random.range(0.02, 0.98);
        }
        for _ in 0..20 {
            let Some([turn, side]) = turns.get(random.below(turns.len().max(1))) else { break };
            let value = turn - side * (high - low) * random.range(1.2e-4, 3e-4);
            if turns.iter().chain(&ends).all(|turn| (turn[0] - value).abs() > 1e-4 * (high - low)) {
                event.value = value;
                break;
            }
        }
        Self { event: event.named(&format!("event {number}")), values }
    }

    /// Changes of sign between the samples.
    fn crossings(&self) -> usize {
        let beyond = |x: f64| x < self.event.value;
        self.values.windows(2).filter(|w| beyond(w[0]) != beyond(w[1])).count()
    }
}

/// Random events: on coordinates and speeds of joints and positions of links.
fn random_events(model: &Model, samples: &[Sample], random: &mut Random) -> Vec<Watched> {
    let mut all = Vec::new();
    let mut ws = Workspace::new(model);
    let along = |of: &mut dyn FnMut(&Sample) -> f64| samples.iter().map(of).collect::<Vec<f64>>();
    for (i, link) in model.links().iter().enumerate() {
        let (joint, name) = (&model.joint_names()[i], &model.link_names()[i]);
        if link.nv > 0 {
            let k = random.below(link.nv);
            all.push((Event::speed(joint, k, 0.0), along(&mut |s| s.v[link.v + k])));
            let k = random.below(link.nq);
            all.push((Event::coordinate(joint, k, 0.0), along(&mut |s| s.q[link.q + k])));
        }
        let (frame, axis) = (model.frame(name).unwrap(), random.below(3));
        let position = &mut |s: &Sample| {
            let stage = ws.position(model, &s.q).unwrap();
            stage.frame_pose(frame).position.to_array()[axis]
        };
        all.push((Event::frame(name, axis, 0.0), along(position)));
    }
    let moving = |values: &[f64]| values.iter().any(|x| (x - values[0]).abs() > 1e-3);
    let all = all.into_iter().filter(|(_, values)| moving(values)).enumerate();
    all.map(|(k, (event, values))| Watched::new(k, event, values, random)).collect()
}

/// Runs a mechanism with every integrator and compares the number of crossings with those of many samples of an accurate run.
fn compare(model: &Model, q: &[f64], v: &[f64], [tolerance, step, output]: [f64; 3], seed: u64) {
    let duration = 1.0;
    let simulation = || Simulation::new(model).start(q, v).duration(duration).limits(Limits::Ignore);
    let mut accurate = simulation().tolerance(1e-12).output_step(output);
    let (samples, _) = accurate.run_collect().unwrap();
    let events = random_events(model, &samples, &mut Random::new(seed));
    let mut total = 0;
    for &method in Integrator::ALL {
        let mut run = simulation().integrator(method).tolerance(tolerance).step(step).output_step(duration);
        for watched in &events {
            run = run.event(watched.event.clone());
        }
        let summary = match run.run_collect() {
            Ok((_, summary)) => summary,
            Err(_) if !method.adapts() => continue, // the step is too long for this mechanism
            Err(error) => panic!("{} {method:?}: {error}", model.name()),
        };
        let last = samples.last().unwrap();
        let size = last.v.iter().fold(1.0_f64, |m, v| m.max(v.abs()));
        let inaccurate = last.v.iter().zip(summary.v()).any(|(a, b)| (a - b).abs() > 1e-5 * size);
        if inaccurate && !method.adapts() {
            continue; // the step is too long for this mechanism: it is another motion
        }
        assert!(summary.events().is_sorted_by(|a, b| a.t <= b.t), "{:?}", summary.events());
        for watched in &events {
            let found = summary.events().iter().filter(|e| Some(&e.name) == watched.event.name.as_ref()).count();
            assert_eq!(found, watched.crossings(), "{} {method:?} {:?}", model.name(), watched.event);
            total += found;
        }
    }
    assert!(total > 0, "{}", model.name());
}

fn compare_tree(seed: u64) {
    let shape = if seed.is_multiple_of(2) { Shape::Chain } else { Shape::Tree };
    let options = Options { joints: 2, shape, floating: seed.is_multiple_of(3), ..Options::default() };
    let model = random_model(seed, &options);
    let state = random_state(&model, seed);
    let v: Vec<f64> = state.v.iter().map(|v| 3.0 * v).collect();
    compare(&model, &state.q, &v, [1e-6, 5e-4, 5e-4], seed);
}

fn compare_loop(name: &str, tolerance: f64, output: f64, seed: u64) {
    let model = catalogue::describe(name).unwrap().build().unwrap();
    let mut start = Draft::usual(&model);
    start.v[0] = 20.0;
    start.driven = Some(vec![LinkId(0)]);
    let start = start.close(&model).unwrap();
    compare(&model, &start.q, &start.v, [tolerance, 2e-3, output], seed);
}

// oracle: changes of sign between 2000 samples of an accurate run
#[test]
fn random_events_on_random_trees_are_counted_right() {
    in_parallel(0..3, compare_tree);
}

// oracle: changes of sign between 2000 samples of an accurate run
#[test]
fn random_events_on_loops_are_counted_right() {
    compare_loop("fourbar", 1e-6, 5e-4, 0);
}

/// Run with `cargo test --release -p denoc-sim --test sim_crossings -- --ignored`.
// oracle: changes of sign between 2000 samples of an accurate run
#[test]
#[ignore = "minutes"]
fn many_random_events_on_trees_are_counted_right() {
    in_parallel(3..60, compare_tree);
}

/// Run with `cargo test --release -p denoc-sim --test sim_crossings -- --ignored`.
// oracle: changes of sign between 10,000 samples of an accurate run
#[test]
#[ignore = "minutes"]
fn many_random_events_on_loops_are_counted_right() {
    let names = ["fourbar", "slider_crank", "stephenson_sixbar", "watt_sixbar", "quick_return", "hoeken"];
    in_parallel((0..18).map(|seed| (names[seed % names.len()], seed as u64)), |(name, seed)| {
        // values are 1e-4 of the range from turns: errors must be smaller, and samples dense enough to see both crossings
        compare_loop(name, 1e-9, 1e-4, seed);
    });
}

// oracle: an accurate run in steps of a millisecond; the tolerance, however inaccurate the interpolation of the integrator is
#[test]
fn times_of_crossings_are_as_accurate_as_the_steps() {
    let model = catalogue::describe("planar_3r").unwrap().build().unwrap();
    let tool = model.link_names().last().unwrap();
    let simulation = || {
        let start = Simulation::new(&model).start(&[0.3, 0.2, 0.1], &[5.0, 0.0, 0.0]).duration(1.0).output_step(1.0);
        // what acts depends on time, so that steps inside a step must begin at theirs
        let push = Load::force(tool, [0.0, 5.0, 20.0]).profile(LoadProfile::Sinusoid { frequency: 2.0, phase: 0.3 });
        let start = start.load(push).limits(Limits::Ignore).event(Event::coordinate("joint1", 0, 1.0));
        start.event(Event::speed("joint2", 0, 1.0)).event(Event::frame(tool, 0, 0.2))
    };
    let (_, exact) = simulation().tolerance(1e-13).longest_step(1e-3).run_collect().unwrap();
    assert!(exact.events().len() > 2);
    for &method in Integrator::ALL.iter().filter(|method| method.adapts()) {
        for tolerance in [1e-6, 1e-10] {
            let (_, summary) = simulation().integrator(method).tolerance(tolerance).run_collect().unwrap();
            assert_eq!(summary.events().len(), exact.events().len(), "{method:?} {tolerance}");
            for (found, exact) in summary.events().iter().zip(exact.events()) {
                assert_eq!(found.name, exact.name);
                assert!((found.t - exact.t).abs() < 20.0 * tolerance, "{method:?} {tolerance} {found:?} {exact:?}");
            }
        }
    }
}

// oracle: the same run without the event
#[test]
fn events_do_not_change_the_motion() {
    let model = catalogue::describe("planar_3r").unwrap().build().unwrap();
    let simulation = || Simulation::new(&model).start(&[0.3, 0.2, 0.1], &[5.0, 0.0, 0.0]).duration(0.5);
    for &method in Integrator::ALL {
        let run = |simulation: Simulation<'_>| simulation.integrator(method).run_collect().unwrap();
        let (free, _) = run(simulation().limits(Limits::Ignore));
        let (watched, summary) = run(simulation().event(Event::coordinate("joint1", 0, 1.0)));
        assert!(summary.counters().events > 0);
        assert!(free.iter().zip(&watched).all(|(a, b)| a.q == b.q && a.v == b.v), "{method:?}");
    }
}
