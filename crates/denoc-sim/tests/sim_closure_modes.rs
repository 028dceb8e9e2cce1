//! Loops kept closed in the coordinates of the tree: corrected after every step, at the level of speeds, of accelerations.

use denoc_dynamics::Workspace;
use denoc_dynamics::loops::{LoopMethod, Loops};
use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::MechanismError;
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::{Audit, Integrator, LoopClosure, LoopSettings, Sample, SimError, Simulation, Summary};

fn mechanism(name: &str) -> (Model, Vec<f64>) {
    let model = catalogue::describe(name).unwrap().build().unwrap();
    let q = model.configuration("start").unwrap().to_vec();
    (model, q)
}

fn with(closure: LoopClosure) -> LoopSettings {
    LoopSettings { closure: Some(closure), ..LoopSettings::default() }
}

/// How far loops are open, and the largest rate at which they open, scaled.
fn open(model: &Model, sample: &Sample) -> (f64, f64) {
    let (mut ws, mut loops) = (Workspace::new(model), Loops::new(model));
    let stage = ws.position(model, &sample.q).unwrap();
    loops.place(&stage);
    let mut residuals = vec![0.0; loops.count()];
    loops.residuals(&stage, &mut residuals).unwrap();
    let (mut gap, mut rate) = (0.0_f64, 0.0_f64);
    for (i, (residual, unit)) in residuals.iter().zip(loops.units()).enumerate() {
        let mut opening = 0.0;
        loops.jacobian_row(&stage, i, |s, x| opening += x * sample.v[s]);
        gap = gap.max((residual / unit).abs());
        rate = rate.max((opening / unit).abs());
    }
    (gap, rate)
}

fn run(model: &Model, q: &[f64], v: &[f64], closure: LoopClosure, end: f64) -> (Vec<Sample>, Summary) {
    let simulation = Simulation::new(model).start(q, v).loops(with(closure)).duration(end).output_step(0.05);
    simulation.tolerance(1e-11).run_collect().unwrap()
}

// oracle: the algorithm in space, where loops open; the audit compares the accelerations found in the plane with inverse dynamics
#[test]
fn planar_mechanisms_may_open_like_those_in_space() {
    let (model, q) = mechanism("fourbar");
    for closure in [LoopClosure::Speeds, LoopClosure::Accelerations] {
        let run = |method| {
            let settings = LoopSettings { method, ..with(closure) };
            let run = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).loops(settings).duration(2.0);
            run.tolerance(1e-8).run_collect().unwrap()
        };
        let ((own, summary), (space, _)) = (run(None), run(Some(LoopMethod::Modular)));
        let (here, there) = (own.last().unwrap(), space.last().unwrap());
        assert!(open(&model, here).0 > 1e-14 && here != there, "{closure:?}");
        denoc_testkit::close(&here.q, &there.q, 1e-10);
        let audit = Audit::new(&model, &summary).to_string();
        let round_trip = audit.lines().find(|line| line.contains("forces after forward and inverse")).unwrap();
        assert!(round_trip.contains(" ok "), "{closure:?}: {round_trip}");
    }
}

// oracle: the same motion in independent coordinates, which shares no state with the corrected one; the closures themselves
#[test]
fn corrected_is_projected() {
    // the delta robot falls through a singular configuration at 0.28 s, which is beyond this way of closing loops
    for (name, end) in [
        ("odca_fourbar", 1.0),
        ("sevenbar", 1.0),
        ("slider_crank", 1.0),
        ("spatial_fourbar", 1.0),
        ("bennett", 1.0),
        ("delta", 0.2),
    ] {
        let (model, q) = mechanism(name);
        let v = vec![0.0; model.nv()];
        let (projected, _) = run(&model, &q, &v, LoopClosure::Projected, end);
        let (corrected, summary) = run(&model, &q, &v, LoopClosure::Corrected, end);
        assert_eq!(summary.closure, Some(LoopClosure::Corrected));
        let audit = Audit::new(&model, &summary);
        assert!(audit.passed(), "{name}: {audit}");
        for (a, b) in projected.iter().zip(&corrected) {
            let mut difference = vec![0.0; model.nv()];
            model.difference(&a.q, &b.q, &mut difference).unwrap();
            let far = difference.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            assert!(far < 1e-8, "{name}: {far:e} at {}", a.t);
            let (gap, rate) = open(&model, b);
            assert!(gap < 1e-12 && rate < 1e-11, "{name}: {gap:e}, {rate:e} at {}", b.t);
        }
    }
}

/// A robot whose wheels turn at different speeds.
fn driving() -> (Model, Vec<f64>, Vec<f64>) {
    let (model, q) = mechanism("wheeled_robot");
    let mut given = vec![0.0; model.nv()];
    let hold = [model.joint("left_axle").unwrap(), model.joint("right_axle").unwrap()];
    given[model.links()[hold[0].0].v] = 1.0;
    given[model.links()[hold[1].0].v] = 2.0;
    let v = denoc_mechanism::assembly::project_velocity(&model, &q, &given, &hold, Default::default()).unwrap();
    (model, q, v)
}

// oracle: wheels that roll bind speeds alone; the same motion in independent speeds
#[test]
fn corrected_wheels_roll() {
    let (model, q, v) = driving();
    let (projected, _) = run(&model, &q, &v, LoopClosure::Projected, 2.0);
    let (corrected, _) = run(&model, &q, &v, LoopClosure::Corrected, 2.0);
    for (a, b) in projected.iter().zip(&corrected) {
        denoc_testkit::close_within(&b.q, &a.q, 1e-9);
        let (gap, rate) = open(&model, b);
        assert!(gap < 1e-12 && rate < 1e-12, "{gap:e} {rate:e}");
    }
}

// oracle: the closures themselves, where steps are so long that every correction has work to do: rates of wheels
#[test]
fn corrected_wheels_roll_after_long_steps() {
    let (model, q, v) = driving();
    let simulation = Simulation::new(&model).start(&q, &v).loops(with(LoopClosure::Corrected)).tolerance(1e-4);
    let (samples, _) = { simulation }.duration(5.0).output_step(0.5).run_collect().unwrap();
    for sample in &samples {
        let (gap, rate) = open(&model, sample);
        assert!(gap < 1e-12 && rate < 1e-12, "{gap:e} {rate:e} at {}", sample.t);
    }
}

// oracle: the closures themselves; the scales of speeds of a crank of 20 m and a slider are far from each other
#[test]
fn corrections_close_large_mechanisms_after_long_steps() {
    let (x, z) = (Vec3::unit(0), Vec3::unit(2));
    let model = Description::new("slider-crank")
        .gravity(Vec3::new(0.0, -9.81, 0.0))
        .link("crank", MassProperties::rod(1.0, 20.0, x))
        .link("rod", MassProperties::rod(1.0, 60.0, x))
        .link("slider", MassProperties::sphere(2.0, 0.1))
        .joint("crank", "ground", "crank", Joint::revolute(z), Pose::identity())
        .joint("pin", "crank", "rod", Joint::revolute(z), Pose::translation(x.scale(20.0)))
        .joint("slide", "ground", "slider", Joint::prismatic(x), Pose::identity())
        .joint("wrist", "slider", "rod", Joint::revolute(z), Pose::identity())
        .child_origin(Pose::translation(x.scale(60.0)))
        .cut()
        .build()
        .unwrap();
    let (angle, mut q) = (0.7_f64, [0.0; 3]);
    let back = (20.0 * angle.sin() / 60.0).asin();
    let pose = [("crank", angle), ("pin", -angle - back), ("slide", 20.0 * angle.cos() + 60.0 * back.cos())];
    pose.iter().for_each(|(joint, value)| q[model.links()[model.joint(joint).unwrap().0].q] = *value);
    let simulation = Simulation::new(&model).start(&q, &[0.0; 3]).loops(with(LoopClosure::Corrected)).tolerance(1e-3);
    let (samples, _) = { simulation }.duration(10.0).output_step(0.5).run_collect().unwrap();
    for sample in &samples {
        let (gap, rate) = open(&model, sample);
        assert!(gap < 1e-13 && rate < 1e-12, "{gap:e} {rate:e} at {}", sample.t);
    }
}

// oracle: the rate at which loops open, of speeds that are off by less than what a start may be
#[test]
fn speeds_of_a_start_are_corrected() {
    let (model, q) = mechanism("odca_fourbar");
    let mut v = vec![0.0; model.nv()];
    v[0] = 1.0;
    let v = denoc_mechanism::assembly::project_velocity(&model, &q, &v, &[], Default::default()).unwrap();
    let off: Vec<f64> = v.iter().enumerate().map(|(i, v)| v + 1e-8 * (i as f64 + 1.0)).collect();
    let simulation = Simulation::new(&model).start(&q, &off).loops(with(LoopClosure::Corrected)).duration(0.01);
    let (samples, _) = { simulation }.run_collect().unwrap();
    let (_, rate) = open(&model, &samples[0]);
    assert!(rate < 1e-14, "{rate:e}");
}

// oracle: by hand: a triangle of bars cannot move
#[test]
fn structures_are_refused() {
    let (x, z, third) = (Vec3::unit(0), Vec3::unit(2), std::f64::consts::FRAC_PI_3);
    let model = Description::new("triangle")
        .link("left", MassProperties::rod(2.0, 1.0, x))
        .link("right", MassProperties::rod(2.0, 1.0, x))
        .joint("support", "ground", "left", Joint::revolute(z), Pose::identity())
        .joint("top", "left", "right", Joint::revolute(z), Pose::translation(x))
        .joint("other", "ground", "right", Joint::revolute(z), Pose::translation(x))
        .child_origin(Pose::translation(x))
        .cut()
        .build()
        .unwrap();
    let simulation = Simulation::new(&model).start(&[third, -2.0 * third], &[0.0; 2]);
    let refused = { simulation }.loops(with(LoopClosure::Corrected)).duration(0.1).run_collect().unwrap_err();
    assert!(matches!(refused, SimError::Mechanism(MechanismError::NoFreedom { .. })), "{refused}");
}

/// The largest opening up to two times, with one method of order 5.
fn drift(closure: LoopClosure, times: [f64; 2]) -> ([f64; 2], f64) {
    let (model, q) = mechanism("odca_fourbar");
    let mut simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).loops(with(closure));
    simulation = simulation.integrator(Integrator::Dopri5).tolerance(1e-8).duration(times[1]).output_step(0.05);
    let (samples, _) = simulation.run_collect().unwrap();
    let all: Vec<(f64, (f64, f64))> = samples.iter().map(|sample| (sample.t, open(&model, sample))).collect();
    let until = |t: f64| all.iter().filter(|(at, _)| *at <= t).fold(0.0_f64, |m, (_, (gap, _))| m.max(*gap));
    (times.map(until), all.iter().fold(0.0, |m, (_, (_, rate))| f64::max(m, *rate)))
}

// oracle: an error of coordinates whose rate is the local error grows with t, one whose second derivative is it with t²
#[test]
fn errors_grow_with_time_and_with_its_square() {
    let times = [10.0_f64, 80.0];
    let power = |[early, late]: [f64; 2]| (late / early).ln() / (times[1] / times[0]).ln();
    let (speeds, rate) = drift(LoopClosure::Speeds, times);
    assert!((power(speeds) - 1.0).abs() < 0.3, "{speeds:?}");
    assert!(rate < 1e-13, "{rate:e}");
    let (accelerations, rate) = drift(LoopClosure::Accelerations, times);
    assert!((power(accelerations) - 2.0).abs() < 0.3, "{accelerations:?}");
    assert!(rate > 1e-10 && accelerations[1] > 30.0 * speeds[1], "{accelerations:?} {speeds:?}");
}

// oracle: a run that was interrupted continues bit by bit
#[test]
fn resumes_bit_by_bit() {
    let (model, q) = mechanism("sevenbar");
    let v = vec![0.0; model.nv()];
    for closure in [LoopClosure::Corrected, LoopClosure::Speeds] {
        let make = |end| Simulation::new(&model).start(&q, &v).loops(with(closure)).duration(end).output_step(0.1);
        let (mut whole, mut checkpoints) = (Vec::new(), Interrupt::default());
        make(2.0).run(&mut whole).unwrap();
        make(2.0).run(&mut checkpoints).unwrap();
        let text = serde_json::to_string(&checkpoints.taken[1]).unwrap();
        let checkpoint = serde_json::from_str(&text).unwrap();
        let mut rest: Vec<Sample> = Vec::new();
        make(2.0).resume(&checkpoint, &mut rest).unwrap();
        assert!(!rest.is_empty());
        assert_eq!(whole[whole.len() - rest.len()..], rest);
    }
}

#[derive(Default)]
struct Interrupt {
    taken: Vec<denoc_sim::Checkpoint>,
}

impl denoc_sim::Sink for Interrupt {
    fn sample(&mut self, _: &Sample) -> denoc_sim::Flow {
        denoc_sim::Flow::Continue
    }

    fn checkpoint_interval(&self) -> Option<f64> {
        Some(0.5)
    }

    fn checkpoint(&mut self, checkpoint: &denoc_sim::Checkpoint) {
        self.taken.push(checkpoint.clone());
    }
}

// oracle: by hand: A and B swing with C upright is one way, neither is a way, one alone opens the loop
#[test]
fn starts_are_checked_without_bases_too() {
    let (model, _) = mechanism("odca_parallelogram");
    let speeds = |values: &[(&str, f64)]| {
        let mut v = vec![0.0; model.nv()];
        values.iter().for_each(|(joint, x)| v[model.links()[model.joint(joint).unwrap().0].v] = *x);
        v
    };
    let q = [0.0; 3];
    for closure in [LoopClosure::Corrected, LoopClosure::Speeds, LoopClosure::Accelerations] {
        let start =
            |q: &[f64], v: &[f64]| Simulation::new(&model).start(q, v).loops(with(closure)).duration(0.1).run_collect();
        let refused = start(&q, &speeds(&[("pivot_a", 1.0), ("pivot_b", 2.0)])).unwrap_err();
        assert!(matches!(refused, SimError::Mechanism(MechanismError::NoBranch { .. })), "{refused}");
        let refused = start(&q, &speeds(&[("pivot_a", 1.0)])).unwrap_err();
        assert!(matches!(refused, SimError::Mechanism(MechanismError::OpeningSpeeds { .. })), "{refused}");
        let refused = start(&q, &speeds(&[])).unwrap_err();
        assert!(matches!(refused, SimError::Mechanism(MechanismError::RestsSingular { .. })), "{refused}");
        let refused = start(&[0.3, 0.0, 0.0], &speeds(&[])).unwrap_err();
        assert!(matches!(refused, SimError::Mechanism(MechanismError::OpenLoop { .. })), "{refused}");
    }
}

/// A cable of ball joints along an arc, tied to the ground at both ends.
fn cable(links: usize) -> (Model, Vec<f64>) {
    let (length, bend) = (1.0 / links as f64, 1.0 / links as f64);
    let rod = MassProperties::cuboid(length, Vec3::new(length, 0.1, 0.1), Vec3::new(0.5 * length, 0.0, 0.0));
    let mut description = Description::new("cable");
    // an arc that hangs: the first link dips by half the whole angle
    let angle = |i: usize| 0.5 - (i as f64 + 0.5) * bend;
    let (mut at, mut q) = (Vec3::zero(), Vec::new());
    for i in 0..links {
        let (before, here) = (if i == 0 { 0.0 } else { angle(i - 1) }, angle(i));
        let parent = if i == 0 { "ground".to_owned() } else { format!("link{}", i - 1) };
        let origin = if i == 0 { Pose::identity() } else { Pose::translation(Vec3::new(length, 0.0, 0.0)) };
        description = description.link(format!("link{i}"), rod).joint(
            format!("joint{i}"),
            parent,
            format!("link{i}"),
            Joint::spherical(),
            origin,
        );
        // about y, positive down
        let half = 0.5 * (here - before);
        q.extend([0.0, half.sin(), 0.0, half.cos()]);
        at += Vec3::new(length * here.cos(), 0.0, -length * here.sin());
    }
    let last = format!("link{}", links - 1);
    let description = description
        .joint("tie", "ground", last, Joint::spherical(), Pose::translation(at))
        .child_origin(Pose::translation(Vec3::new(length, 0.0, 0.0)))
        .cut();
    (description.build().unwrap(), q)
}

// oracle: nothing but gravity acts: energy; closures; the same cable in independent coordinates while it is short
#[test]
fn a_long_loop_is_always_corrected() {
    let (short, q) = cable(6);
    let v = vec![0.0; short.nv()];
    assert_eq!(LoopClosure::usual(&short), LoopClosure::Auto);
    let (projected, _) = run(&short, &q, &v, LoopClosure::Projected, 0.3);
    let (corrected, _) = run(&short, &q, &v, LoopClosure::Corrected, 0.3);
    let (a, b) = (projected.last().unwrap(), corrected.last().unwrap());
    denoc_testkit::close_within(&b.q, &a.q, 1e-8);

    let (long, q) = cable(101);
    assert_eq!(LoopClosure::usual(&long), LoopClosure::Corrected);
    let simulation = Simulation::new(&long).start(&q, &vec![0.0; long.nv()]).duration(0.02).output_step(0.005);
    let (samples, summary) = simulation.integrator(Integrator::Dopri5).tolerance(1e-8).run_collect().unwrap();
    assert_eq!(summary.closure, Some(LoopClosure::Corrected));
    assert!(Audit::new(&long, &summary).passed(), "{}", Audit::new(&long, &summary));
    for sample in &samples {
        let (gap, rate) = open(&long, sample);
        assert!(gap < 1e-12 && rate < 1e-9, "{gap:e} {rate:e}");
    }
}

// oracle: the register of methods: all of them find the same accelerations, so that all drift by the same amount
#[test]
fn drift_does_not_depend_on_the_method() {
    let (model, q) = mechanism("odca_fourbar");
    let drift = |method: LoopMethod| {
        let settings = LoopSettings { method: Some(method), ..with(LoopClosure::Accelerations) };
        let simulation = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).loops(settings);
        let mut simulation = simulation.integrator(Integrator::Dopri5).tolerance(1e-8).duration(3.0);
        simulation.run_collect().unwrap().1.observations().closure.unwrap()[0]
    };
    let first = drift(LoopMethod::Multipliers);
    for &method in LoopMethod::ALL {
        let own = drift(method);
        assert!((own / first - 1.0).abs() < 1e-2, "{}: {own:e} {first:e}", method.info().keyword);
    }
}
