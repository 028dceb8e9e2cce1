//! Controllers against closed forms and wanted motions.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{
    CONTROLLERS, ComputedTorque, ConstantForces, Controller, GravityCompensation, Interpolation, NoForces, Pd, Pid,
    Reference, SinusoidalForces, TorqueTable,
};
use denoc_sim::motion::Motion;
use denoc_sim::{Audit, Integrator, SimError, Simulation};
use denoc_testkit::cycloidal;

/// The trajectory of the book's examples, all joints alike.
#[derive(Debug)]
struct Cycloid {
    end: Vec<f64>,
    duration: f64,
}

impl Motion for Cycloid {
    fn duration(&self) -> f64 {
        self.duration
    }
    fn sample(&self, t: f64, q: &mut [f64], v: &mut [f64], a: &mut [f64]) -> Result<(), SimError> {
        for (k, end) in self.end.iter().enumerate() {
            [q[k], v[k], a[k]] = cycloidal(0.0, *end, self.duration, t);
        }
        Ok(())
    }
}

/// A mass on a horizontal slider.
fn slider(mass: f64) -> Model {
    let body = MassProperties::cuboid(mass, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let rail = Joint::prismatic(Vec3::unit(0));
    Description::new("slider")
        .link("mass", body)
        .joint("rail", "ground", "mass", rail, Pose::identity())
        .build()
        .unwrap()
}

// oracle: the wanted motion, with friction, springs and a start on it
#[test]
fn computed_torque_follows_a_motion() {
    let mut arm = catalogue::describe("puma").unwrap();
    let p = JointProperties { viscous_friction: 0.7, dry_friction: 0.2, spring_stiffness: 3.0, ..Default::default() };
    arm.joints.iter_mut().for_each(|joint| joint.properties = p);
    let model = arm.build().unwrap();
    let motion = Cycloid { end: vec![1.0, -0.8, 0.6, 0.5, -1.2, 2.0], duration: 1.0 };
    let controller = ComputedTorque::new(&model, Reference::Motion(Box::new(motion)), &[100.0], &[20.0]).unwrap();
    let (samples, summary) =
        Simulation::new(&model).duration(1.3).controller(Box::new(controller)).run_collect().unwrap();
    let tracking = summary.observations().tracking.as_ref().unwrap();
    assert!(tracking.largest.iter().all(|e| *e < 1e-8), "{:?}", tracking.largest);
    let last = samples.last().unwrap();
    assert!((last.q[5] - 2.0).abs() < 1e-8 && last.v.iter().all(|v| v.abs() < 1e-8));
    let audit = Audit::new(&model, &summary);
    assert!(audit.passed() && audit.row("tracking error of joint6, largest").is_some(), "{audit}");
}

// oracle: the damped oscillator m ẍ = −kp x − kd ẋ in closed form
#[test]
fn pd_is_a_spring_and_a_damper() {
    let (mass, kp, kd, x0) = (2.0, 50.0, 4.0, 0.3);
    let model = slider(mass);
    for &method in Integrator::ALL {
        let pd = Pd::new(&model, Reference::Hold(vec![0.0]), &[kp], &[kd]).unwrap();
        let simulation = Simulation::new(&model).start(&[x0], &[0.0]).controller(Box::new(pd)).duration(1.0);
        let (_, summary) = simulation.integrator(method).run_collect().unwrap();
        let (decay, square) = (0.5 * kd / mass, kp / mass - (0.5 * kd / mass).powi(2));
        let w = square.sqrt();
        let exact = x0 * (-decay * 1.0_f64).exp() * (w.cos() + decay / w * w.sin());
        assert!((summary.q()[0] - exact).abs() < 1e-9, "{method:?}: {} {exact}", summary.q()[0]);
    }
}

// oracle: at rest the integral carries the load, the error vanishes
#[test]
fn pid_removes_the_error_that_pd_leaves() {
    let model = catalogue::describe("planar_3r").unwrap().build().unwrap();
    let target = || Reference::Hold(vec![0.3, -0.2, 0.1]);
    let run = |controller| {
        let mut simulation =
            Simulation::new(&model).duration(6.0).output_step(1.0).tolerance(1e-8).controller(controller);
        let (_, summary) = simulation.run_collect().unwrap();
        [0.3, -0.2, 0.1].iter().zip(summary.q()).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()))
    };
    let pd = run(Box::new(Pd::new(&model, target(), &[30.0], &[3.0]).unwrap()) as Box<dyn Controller>);
    let pid = run(Box::new(Pid::new(&model, target(), &[30.0], &[100.0], &[3.0]).unwrap()));
    let gravity = run(Box::new(GravityCompensation::with_pd(Pd::new(&model, target(), &[30.0], &[3.0]).unwrap())));
    assert!(pd > 1e-2 && pid < 1e-6 && gravity < 1e-6, "{pd:e} {pid:e} {gravity:e}");
}

// oracle: forces that balance gravity leave a resting arm at rest
#[test]
fn gravity_compensation_holds() {
    let model = catalogue::describe("puma").unwrap().build().unwrap();
    let q = [0.1, 0.4, -0.3, 0.2, 0.5, 0.0];
    let controller = Box::new(GravityCompensation::new());
    let (_, summary) =
        Simulation::new(&model).start(&q, &[0.0; 6]).duration(1.0).controller(controller).run_collect().unwrap();
    assert!(q.iter().zip(summary.q()).all(|(a, b)| (a - b).abs() < 1e-10), "{:?}", summary.q());
    // next to nothing was exchanged, and the audit does not mistake rounding for a fault
    assert!(Audit::new(&model, &summary).passed());
}

// oracle: constant force, x = F t²/(2 m), and a limit on it
#[test]
fn constant_forces_saturate_if_asked() {
    let mut all = Description::new("slider")
        .link("mass", MassProperties::cuboid(2.0, Vec3::new(0.1, 0.1, 0.1), Vec3::zero()))
        .joint("rail", "ground", "mass", Joint::prismatic(Vec3::unit(0)), Pose::identity());
    all.joints[0].properties.effort_limit = Some(3.0);
    let model = all.build().unwrap();
    let end = |saturate| {
        let push = Box::new(ConstantForces::new(vec![8.0]));
        let (samples, summary) =
            Simulation::new(&model).duration(2.0).controller(push).saturate(saturate).run_collect().unwrap();
        (summary.q()[0], samples[0].tau[0], summary.observations().saturated)
    };
    let close = |found: (f64, f64, f64), expected: (f64, f64, f64)| {
        let error = (found.0 - expected.0).abs() + (found.1 - expected.1).abs() + (found.2 - expected.2).abs();
        assert!(error < 1e-9, "{found:?} {expected:?}");
    };
    close(end(false), (8.0, 8.0, 0.0));
    close(end(true), (3.0, 3.0, 2.0));
}

// oracle: the double integral of straight lines: impulse and displacement by hand; kinks are ends of steps
#[test]
fn a_table_of_forces_is_integrated_exactly() {
    let model = slider(1.0);
    let table = |how| TorqueTable::new(vec![0.5, 1.0, 1.2], vec![vec![0.0], vec![2.0], vec![0.0]], how).unwrap();
    let run = |how| {
        let simulation = Simulation::new(&model).duration(2.0).controller(Box::new(table(how)));
        let (_, summary) = { simulation }.run_collect().unwrap();
        (summary.v()[0], summary.q()[0], summary.counters().steps)
    };
    let (v, x, steps) = run(Interpolation::Linear);
    // a triangle of area 0.7, its centre at (0.5 + 1.0 + 1.2)/3
    assert!((v - 0.7).abs() < 1e-12 && (x - 0.7 * (2.0 - 0.9)).abs() < 1e-12, "{v} {x}");
    assert!(steps < 100, "{steps} steps");
    let (v, ..) = run(Interpolation::Cubic);
    // the parabola through three points, by its integral: 2 (t − ½)(t − 1.2)/((1 − ½)(1 − 1.2))
    let area = 20.0 * 0.7_f64.powi(3) / 6.0;
    assert!((v - area).abs() < 1e-12, "{v} {area}");
    let (v, ..) = run(Interpolation::Natural);
    // the natural spline: curvature m at the middle knot, area of an interval (a + b) h/2 − (m_a + m_b) h³/24
    let m = 6.0 * (-2.0 / 0.2 - 2.0 / 0.5) / (2.0 * 0.7);
    let area = 0.7 - m * (0.5_f64.powi(3) + 0.2_f64.powi(3)) / 24.0;
    assert!((v - area).abs() < 1e-12, "{v} {area}");
}

// oracle: m ẍ = A sin(ω t + φ), integrated twice by hand
#[test]
fn sinusoidal_forces_are_integrated() {
    let (mass, amplitude, frequency, phase) = (2.0, 3.0, 1.7, 0.4);
    let model = slider(mass);
    let forces = SinusoidalForces::new(vec![amplitude], frequency, vec![phase]).unwrap();
    let (_, summary) = Simulation::new(&model).duration(1.3).controller(Box::new(forces)).run_collect().unwrap();
    let omega = std::f64::consts::TAU * frequency;
    let (scale, end) = (amplitude / mass, omega * 1.3 + phase);
    let v = scale / omega * (phase.cos() - end.cos());
    let x = scale / omega * (1.3 * phase.cos() - (end.sin() - phase.sin()) / omega);
    assert!((summary.v()[0] - v).abs() < 1e-9 && (summary.q()[0] - x).abs() < 1e-9, "{v} {x}");
    assert!(SinusoidalForces::new(vec![1.0], f64::NAN, vec![0.0]).is_err());
    assert!(SinusoidalForces::new(vec![1.0], 1.0, vec![]).is_err());
}

// oracle: the register
#[test]
fn every_controller_is_in_the_registry() {
    let model = slider(1.0);
    let hold = || Reference::Hold(vec![0.0]);
    let all: Vec<Box<dyn Controller>> = vec![
        Box::new(NoForces),
        Box::new(ConstantForces::new(vec![0.0])),
        Box::new(Pd::new(&model, hold(), &[1.0], &[1.0]).unwrap()),
        Box::new(Pid::new(&model, hold(), &[1.0], &[1.0], &[1.0]).unwrap()),
        Box::new(GravityCompensation::new()),
        Box::new(ComputedTorque::new(&model, hold(), &[1.0], &[1.0]).unwrap()),
        Box::new(TorqueTable::new(vec![0.0], vec![vec![0.0]], Interpolation::Linear).unwrap()),
        Box::new(SinusoidalForces::new(vec![1.0], 2.0, vec![0.0]).unwrap()),
    ];
    let words: Vec<&str> = all.iter().map(|c| c.keyword()).collect();
    assert_eq!(words, CONTROLLERS.iter().map(|c| c.keyword).collect::<Vec<_>>());
}
