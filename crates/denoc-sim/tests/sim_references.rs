//! Whole motions against outside references (`denoc-testkit/data`): other tools, elliptic functions, many digits.

use std::f64::consts::FRAC_PI_2;

use denoc_formats::catalogue;
use denoc_math::{Pose, Sym3, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::controllers::{Controller, Moment};
use denoc_sim::{Integrator, Plant, Sample, SimError, Simulation};
use denoc_testkit::reference::{self, table};

/// Point masses of 1 kg on massless rods of 1 m, angles from the downward vertical towards +x.
fn pendulum(rods: usize) -> Model {
    let down = Vec3::new(0.0, 0.0, -1.0);
    let point = MassProperties { mass: 1.0, center: down, inertia: Sym3::zero() };
    let axis = Vec3::new(0.0, -1.0, 0.0);
    let mut all = Description::new("point masses");
    let mut parent = "ground".to_owned();
    for i in 0..rods {
        let name = format!("rod{i}");
        let place = if i == 0 { Pose::identity() } else { Pose::translation(down) };
        all = all.link(&name, point).joint(format!("joint{i}"), &parent, &name, Joint::revolute(axis), place);
        parent = name;
    }
    all.build().unwrap()
}

fn worst(found: &[f64], expected: &[f64]) -> f64 {
    found.iter().zip(expected).fold(0.0_f64, |m, (a, b)| m.max((a - b).abs()))
}

fn run(mut simulation: Simulation<'_>) -> Vec<Sample> {
    simulation.run_collect().unwrap().0
}

// oracle: B1, Jacobi elliptic functions with 40 digits
#[test]
fn the_simple_pendulum_swings_as_elliptic_functions() {
    let (model, table) = (pendulum(1), table("B1_A01_simple_pendulum"));
    let times = table.column("t");
    for (method, bound) in
        [(Integrator::Dop853, 1e-10), (Integrator::Dopri5, 1e-9), (Integrator::Rkf45, 1e-8), (Integrator::Radau5, 1e-7)]
    {
        let simulation = Simulation::new(&model).start(&[-FRAC_PI_2], &[0.0]).duration(times[times.len() - 1]);
        let tolerance = if method == Integrator::Dop853 { 1e-13 } else { 1e-12 };
        let samples = run(simulation.output_step(0.05).integrator(method).tolerance(tolerance));
        assert_eq!(samples.len(), times.len());
        for ((sample, t), row) in samples.iter().zip(&times).zip(table.columns(&["psi", "psid"])) {
            assert!((sample.t - t).abs() < 1e-12);
            let error = worst(&[sample.q[0], sample.v[0]], &row);
            assert!(error < bound, "{method:?} at {t} s: {error:e}");
        }
    }
}

// oracle: B10, 300-bit Taylor integration; bounds: ten times what its file says of another program in double precision
#[test]
fn the_chaotic_double_pendulum_is_followed_for_eight_seconds() {
    let (model, table) = (pendulum(2), table("B10_double_pendulum_high_precision"));
    let samples =
        run(Simulation::new(&model).start(&[2.0, 0.5], &[0.0; 2]).duration(8.4).output_step(0.1).tolerance(1e-13));
    for (sample, row) in samples.iter().zip(&table.rows) {
        let found = [sample.q[0], sample.q[0] + sample.q[1], sample.v[0], sample.v[0] + sample.v[1]];
        let bound = if sample.t < 2.85 {
            1e-11
        } else if sample.t < 5.85 {
            1e-9
        } else {
            1e-7
        };
        let error = worst(&found, &row[1..]);
        assert!((sample.t - row[0]).abs() < 1e-12 && error < bound, "at {} s: {error:e}", sample.t);
    }
}

// oracle: A5 and A6, quadruple precision; bounds as the files say: max(1e-10, 100 times the spread of two tools)
#[test]
fn arms_fall_as_in_quadruple_precision() {
    for (case, arm) in [
        ("A5_planar3R_freefall_table", catalogue::describe("planar_3r").unwrap()),
        ("A6_puma_freefall_R", catalogue::describe("puma").unwrap()),
    ] {
        let (model, table) = (arm.build().unwrap(), table(case));
        let (times, spread) = (table.column("t"), table.column("spread"));
        let simulation = Simulation::new(&model).duration(times[times.len() - 1]).output_step(times[1] - times[0]);
        let samples = run(simulation.tolerance(1e-13));
        assert_eq!(samples.len(), times.len());
        let (q, v) = (table.numbered("q"), table.numbered("qd"));
        for (i, sample) in samples.iter().enumerate() {
            let error = worst(&sample.q, &q[i]).max(worst(&sample.v, &v[i]));
            let bound = (100.0 * spread[i]).max(1e-10);
            assert!(error < bound, "{case} at {} s: {error:e}, allowed {bound:e}", sample.t);
        }
    }
}

fn quaternion_distance(a: &[f64], b: &[f64]) -> f64 {
    let sign = if a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() < 0.0 { -1.0 } else { 1.0 };
    a.iter().zip(b).fold(0.0_f64, |m, (a, b)| m.max((a - sign * b).abs()))
}

// oracle: B9, Jacobi elliptic functions and quadruple precision
#[test]
fn a_body_flips_about_its_intermediate_axis() {
    let motion = reference::intermediate_axis();
    let (end, step) = (motion.times[motion.times.len() - 1], motion.times[1] - motion.times[0]);
    let simulation = Simulation::new(&motion.model).start(&motion.q[0], &motion.v[0]).duration(end).output_step(step);
    for (i, sample) in run(simulation.tolerance(1e-13)).iter().enumerate() {
        let error = worst(&sample.v, &motion.v[i]).max(quaternion_distance(&sample.q, &motion.q[i]));
        assert!(error < 1e-9, "at {} s: {error:e}", sample.t);
        let norm = sample.q.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((norm - 1.0).abs() < 4e-16, "length {norm}");
    }
}

// oracle: B9; halving the step divides the error by two to the power of the order
#[test]
fn orders_of_convergence_hold_on_quaternions() {
    let motion = reference::intermediate_axis();
    // the sample at 2 s, in the middle of the first flip
    let at = motion.times.iter().position(|t| (t - 2.0).abs() < 1e-9).unwrap();
    for &method in Integrator::ALL {
        let error = |steps: f64| {
            let h = 2.0 / steps;
            // a loose tolerance accepts every step, the longest step makes them equal; a sample inside the steps
            let simulation = Simulation::new(&motion.model).start(&motion.q[0], &motion.v[0]).duration(2.0);
            let samples = run(simulation.output_step(0.05).integrator(method).tolerance(1e-2).step(h).longest_step(h));
            let last = samples.last().unwrap();
            let ends = worst(&last.v, &motion.v[at]).max(quaternion_distance(&last.q, &motion.q[at]));
            let between = samples.iter().enumerate().fold(0.0_f64, |m, (i, s)| {
                m.max(worst(&s.v, &motion.v[i])).max(quaternion_distance(&s.q, &motion.q[i]))
            });
            (ends, between)
        };
        // at a tolerance as loose as this one, `auto` takes steps of dopri5
        let info = if method == Integrator::Auto { Integrator::Dopri5.info() } else { method.info() };
        let steps = if info.order > 5 { 27.0 } else { 61.0 };
        let (coarse, fine) = (error(steps), error(2.0 * steps));
        let (ends, between) = ((coarse.0 / fine.0).log2(), (coarse.1 / fine.1).log2());
        println!("{}: {ends:.2}, between steps {between:.2}, {coarse:?} {fine:?}", info.keyword);
        // steps of an implicit method that solves its equations to a loose tolerance are no measure
        if method != Integrator::Radau5 {
            assert!(ends > f64::from(info.order) - 0.5, "{}: order {ends} {coarse:?} {fine:?}", info.keyword);
            assert!(between > f64::from(info.dense_order) - 0.8, "{}: order {between} between steps", info.keyword);
        }
    }
}

/// The forces of B12.
struct Arm;

impl Controller for Arm {
    fn keyword(&self) -> &'static str {
        "arm"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau.copy_from_slice(&reference::space_robot_forces(now.t));
        Ok(())
    }
}

// oracle: B12, two other engines with DOP853
#[test]
fn a_floating_base_moves_under_internal_forces() {
    let motion = reference::space_robot();
    let (end, step) = (motion.times[motion.times.len() - 1], motion.times[1] - motion.times[0]);
    let simulation = Simulation::new(&motion.model).start(&motion.q[0], &motion.v[0]).controller(Box::new(Arm));
    let mut simulation = simulation.duration(end).output_step(step).tolerance(1e-12);
    let (samples, summary) = simulation.run_collect().unwrap();
    for (i, sample) in samples.iter().enumerate() {
        let (q, v) = (&motion.q[i], &motion.v[i]);
        let position = worst(&sample.q[..3], &q[..3]).max(worst(&sample.q[7..], &q[7..]));
        let error = position.max(quaternion_distance(&sample.q[3..7], &q[3..7])).max(worst(&sample.v, v));
        assert!(error < 1e-9, "at {} s: {error:e}", sample.t);
    }
    let momentum = summary.observations().momentum.as_ref().unwrap();
    assert!(momentum.linear_change < 1e-10 && momentum.angular_change < 1e-10, "{momentum:?}");
}
