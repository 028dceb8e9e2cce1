//! Cables of many links: stiff springs in ball joints, tension, by linearly implicit steps.

use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{Description, Drag, Joint, JointProperties, MassProperties, Model, RotationSpring};
use denoc_sim::{Checkpoint, Flow, Integrator, Load, Sample, Simulation, Sink, Status, Summary};

/// A cable of one metre along x, of one kilogram, hung at its start by a ball joint without spring.
fn cable(links: usize, spring: Option<RotationSpring>, drag: Option<Drag>) -> Model {
    let (length, mass) = (1.0 / links as f64, 1.0 / links as f64);
    let radius = 0.005;
    let across = mass * (length * length / 12.0 + radius * radius / 4.0);
    let inertia = Sym3::diagonal(0.5 * mass * radius * radius, across, across);
    let body = MassProperties { mass, center: Vec3::new(0.5 * length, 0.0, 0.0), inertia };
    let mut all = Description::new("cable");
    for i in 0..links {
        let (parent, start) = if i == 0 { ("ground".to_owned(), 0.0) } else { (format!("link{}", i - 1), length) };
        let (name, at) = (format!("link{i}"), Pose::translation(Vec3::new(start, 0.0, 0.0)));
        all = all.link(&*name, body);
        if let Some(drag) = drag {
            all = all.drag(drag);
        }
        all = all.joint(format!("joint{i}"), parent, name, Joint::spherical(), at);
        if i > 0 {
            all = all.properties(JointProperties { rotation_spring: spring, ..Default::default() });
        }
    }
    all.build().unwrap()
}

/// Bending 20 N m/rad, twist 500 N m/rad, strongly damped.
fn stiff() -> RotationSpring {
    RotationSpring::new(Vec3::unit(0), 20.0, 500.0).with_damping(0.2, 1.0)
}

fn run(model: &Model, method: Integrator, tolerance: f64, duration: f64) -> Summary {
    // it falls and spins about itself
    let mut v = vec![0.0; model.nv()];
    v[..3].copy_from_slice(&[3.0, 0.0, 1.0]);
    let q = model.neutral();
    let simulation = Simulation::new(model).integrator(method).tolerance(tolerance).start(&q, &v).duration(duration);
    { simulation }.output_step(0.01).run_collect().unwrap().1
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |largest, (a, b)| f64::max(largest, (a - b).abs()))
}

// oracle: radau5, another method with a Jacobian by differences, and dop853; energy and the works of dampers balance
#[test]
fn a_stiff_cable_takes_long_steps() {
    let model = cable(6, Some(stiff()), None);
    let (own, dense) = (run(&model, Integrator::Linimp, 1e-8, 0.1), run(&model, Integrator::Radau5, 1e-8, 0.1));
    println!("linimp {:?}, radau5 {:?}", own.counters(), dense.counters());
    assert!(distance(own.q(), dense.q()) < 1e-6, "{:?} {:?}", own.q(), dense.q());
    assert!(own.observations().relative_unexplained() < 1e-6, "{:e}", own.observations().relative_unexplained());
    let short = 2e-3;
    let (own, explicit) = (run(&model, Integrator::Linimp, 1e-6, 0.1), run(&model, Integrator::Dop853, 1e-6, short));
    println!("linimp {:?}, dop853 {:?} for {short} s", own.counters(), explicit.counters());
    let per_second = |summary: &Summary, duration: f64| summary.counters().evaluations as f64 / duration;
    assert!(50.0 * per_second(&own, 0.1) < per_second(&explicit, short));
}

// oracle: dop853, where nothing is stiff: a free rope, and one in a thick medium
#[test]
fn ropes_fall_as_with_other_methods() {
    for drag in [None, Some(Drag::new(0.3, 1e-3))] {
        let model = cable(6, None, drag);
        let (own, other) = (run(&model, Integrator::Linimp, 1e-9, 0.2), run(&model, Integrator::Dop853, 1e-9, 0.2));
        println!("linimp {:?}, dop853 {:?}", own.counters(), other.counters());
        assert!(distance(own.q(), other.q()) < 1e-7, "{:?} {:?}", own.q(), other.q());
        assert!(own.observations().relative_unexplained() < 1e-8, "{:e}", own.observations().relative_unexplained());
        // tension that is slow beside the steps is left out: with it they would be half as long
        assert!(drag.is_some() || own.counters().evaluations < 900, "{:?}", own.counters());
    }
}

// oracle: the solution with short steps; 0.02 s are three times what the shortest wave allows an explicit method
#[test]
fn tension_does_not_limit_the_steps() {
    let links = 12;
    // it hangs, pulled by a weight of ten times its own
    let mut all = Description::new("rope with a weight");
    let (length, mass) = (1.0 / links as f64, 0.1 / links as f64);
    for i in 0..links {
        let (parent, start) = if i == 0 { ("ground".to_owned(), 0.0) } else { (format!("link{}", i - 1), -length) };
        let body = MassProperties {
            mass: if i + 1 == links { 1.0 } else { mass },
            center: Vec3::new(0.0, 0.0, -0.5 * length),
            inertia: Sym3::diagonal(mass * length * length / 12.0, mass * length * length / 12.0, 1e-7),
        };
        let at = Pose::translation(Vec3::new(0.0, 0.0, start));
        let name = format!("link{i}");
        all = all.link(&*name, body).joint(format!("joint{i}"), parent, name, Joint::spherical(), at);
    }
    let model = all.build().unwrap();
    // it swings to one side as a whole
    let mut v = vec![0.0; model.nv()];
    v[1] = 0.1;
    let swing = |tolerance: f64| {
        let simulation = Simulation::new(&model).integrator(Integrator::Linimp).tolerance(tolerance);
        { simulation }.start(&model.neutral(), &v).duration(1.0).run_collect().unwrap().1
    };
    let (coarse, fine) = (swing(1e-3), swing(1e-8));
    println!("{:?} {:?}", coarse.counters(), fine.counters());
    assert!(distance(coarse.q(), fine.q()) < 0.02, "{:?} {:?}", coarse.q(), fine.q());
    assert!(coarse.counters().steps < 60, "{:?}", coarse.counters());
}

/// Reckons the work of a run: evaluations of the equations of motion, each of which counts three times in steps of linimp, because it also
/// factors a matrix and solves with it. Stops runs that take too much.
struct Work {
    method: Integrator,
    evaluations: u64,
    total: u64,
    most: u64,
}

impl Sink for Work {
    fn sample(&mut self, _: &Sample) -> Flow {
        if self.total > self.most { Flow::Stop } else { Flow::Continue }
    }
    fn checkpoint_interval(&self) -> Option<f64> {
        Some(1e-12) // after every step
    }
    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        let each = if self.method == Integrator::Linimp { 3 } else { 1 };
        self.total += each * (checkpoint.counters.evaluations - self.evaluations);
        self.evaluations = checkpoint.counters.evaluations;
        self.method = checkpoint.automatic.as_ref().map_or(self.method, |chosen| chosen.method);
    }
}

/// The work of a run, and its end if it took no more than `most`.
fn work_of(simulation: Simulation<'_>, method: Integrator, most: u64) -> (u64, Summary) {
    let first = if method == Integrator::Auto { Integrator::Dop853 } else { method };
    let mut work = Work { method: first, evaluations: 0, total: 0, most };
    let end = { simulation }.integrator(method).tolerance(1e-6).output_step(1e-3).run(&mut work).unwrap();
    work.checkpoint(&end.checkpoint);
    (work.total, end)
}

/// Checks the work of auto, which changes its method this often, and its result.
fn compare<'m>(name: &str, make: impl Fn() -> Simulation<'m>, changes: u64) {
    let (own, end) = work_of(make(), Integrator::Auto, u64::MAX);
    let chosen = end.checkpoint.automatic.as_ref().unwrap();
    assert_eq!(chosen.changes, changes, "{name} {chosen:?}");
    for method in [Integrator::Linimp, Integrator::Dop853] {
        let (other, fixed) = work_of(make(), method, own);
        println!("{name}: {own} with auto, {other} with {method:?}, {:?}", fixed.status);
        assert!(own <= 2 * other, "{name}: {own} with auto, {other} with {method:?}");
        let apart = distance(end.q(), fixed.q());
        assert!(fixed.status != Status::Finished || apart < 1e-4, "{name} {method:?} {apart:e}");
    }
}

// oracle: linimp and dop853 alone, whichever takes less work for the same motion
#[test]
fn auto_takes_at_most_twice_the_work_of_the_best_method_for_long_cables() {
    let undamped = RotationSpring::new(Vec3::unit(0), 50.0, 50.0);
    let (damped, undamped) = (cable(36, Some(stiff()), None), cable(36, Some(undamped), None));
    assert!(damped.nv() > 100);
    let falling = || Simulation::new(&damped).duration(0.3);
    // it hangs almost at rest, where long steps serve, until a force across it makes it oscillate, which must be followed
    let mut hanging = undamped.neutral();
    (hanging[1], hanging[3]) = (0.5_f64.sqrt(), 0.5_f64.sqrt());
    let pushed = || {
        let [along, across] = [[0.0, 0.0, 1.0], [0.0, 3.0, 0.0]].map(|force| Load::force("link20", force));
        let run = Simulation::new(&undamped).start(&hanging, &vec![0.0; undamped.nv()]).duration(0.17);
        run.load(along.during(0.01, 0.011)).load(across.during(0.15, 0.151))
    };
    compare("falling", falling, 1);
    compare("pushed", pushed, 2);
}

/// Stops half way.
#[derive(Default)]
struct Half {
    samples: Vec<Sample>,
    stop: bool,
}

impl Sink for Half {
    fn sample(&mut self, sample: &Sample) -> Flow {
        self.samples.push(sample.clone());
        if self.stop && self.samples.len() == 4 { Flow::Stop } else { Flow::Continue }
    }
}

// oracle: the bits of the run without interruption
#[test]
fn linearly_implicit_runs_resume_bit_by_bit() {
    let model = cable(3, Some(stiff()), None);
    let simulation =
        || Simulation::new(&model).integrator(Integrator::Linimp).tolerance(1e-7).duration(0.08).output_step(0.01);
    let (mut whole, mut first) = (Half::default(), Half { stop: true, ..Half::default() });
    let end = simulation().run(&mut whole).unwrap();
    let stopped = simulation().run(&mut first).unwrap();
    let mut rest = Half::default();
    let resumed = simulation().resume(&stopped.checkpoint, &mut rest).unwrap();
    assert_eq!(resumed.q(), end.q());
    assert_eq!(resumed.counters(), end.counters());
    first.samples.extend(rest.samples);
    assert_eq!(first.samples, whole.samples);
}
