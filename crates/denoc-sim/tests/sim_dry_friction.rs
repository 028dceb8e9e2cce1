//! Dry friction that sticks exactly: trees with closed forms.

use core::f64::consts::PI;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{Controller, Moment};
use denoc_sim::{DryFriction, Integrator, Plant, SimError, Simulation, Status};

const G: f64 = 9.81;

/// A block of 2 kg on a slope of 30°, which it slides down along x.
fn block(dry_friction: f64) -> Model {
    let down = Vec3::new((PI / 6.0).cos(), 0.0, -(PI / 6.0).sin());
    Description::new("block")
        .link("block", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero()))
        .joint("slope", "ground", "block", Joint::prismatic(down), Pose::identity())
        .properties(JointProperties { dry_friction, ..JointProperties::default() })
        .build()
        .unwrap()
}

const EVERY: [Integrator; 7] = [
    Integrator::Rk4,
    Integrator::Rkf45,
    Integrator::Dopri5,
    Integrator::Dop853,
    Integrator::Radau5,
    Integrator::Linimp,
    Integrator::Gauss4,
];

// oracle: statics, c > m g sin α
#[test]
fn a_block_that_friction_holds_does_not_creep() {
    let model = block(10.0);
    for integrator in EVERY {
        let mut run = Simulation::new(&model).duration(60.0).output_step(1.0).step(0.01).integrator(integrator);
        let (samples, summary) = run.run_collect().unwrap();
        assert_eq!(summary.status, Status::Finished);
        assert!(samples.iter().all(|s| s.q[0] == 0.0 && s.v[0] == 0.0 && s.a[0] == 0.0), "{integrator:?}");
        assert_eq!(summary.observations().works.friction, 0.0);
        assert!(summary.observations().round_trip() < 1e-14, "{integrator:?}");
    }
}

// oracle: a = g sin α − c/m
#[test]
fn a_block_that_slides_has_the_exact_acceleration() {
    let model = block(9.0);
    let a = G * 0.5 - 9.0 / 2.0;
    for integrator in EVERY {
        let mut run = Simulation::new(&model).duration(3.0).integrator(integrator);
        let (samples, summary) = run.run_collect().unwrap();
        for s in &samples {
            assert!((s.a[0] - a).abs() < 1e-12, "{integrator:?} {}", s.a[0] - a);
            assert!((s.v[0] - a * s.t).abs() < 1e-12 * (1.0 + s.t), "{integrator:?}");
            assert!((s.q[0] - 0.5 * a * s.t * s.t).abs() < 1e-12 * (1.0 + s.t * s.t), "{integrator:?}");
        }
        let works = summary.observations().works;
        assert!((works.friction + 9.0 * summary.q()[0]).abs() < 1e-11, "{integrator:?}");
    }
}

// oracle: closed form: thrown uphill with speed u it stops after u / (g sin α + c/m) and stays or slides back
#[test]
fn a_block_thrown_uphill_stops_and_stays_or_slides_back() {
    for (c, stays) in [(10.0, true), (6.0, false)] {
        let model = block(c);
        let (up, back) = (G * 0.5 + c / 2.0, G * 0.5 - c / 2.0);
        let (u, end) = (3.0, 2.0);
        let (stop, place) = (u / up, -0.5 * u * u / up);
        for integrator in EVERY {
            let mut run = Simulation::new(&model).start(&[0.0], &[-u]).duration(end).step(0.013).integrator(integrator);
            let (samples, summary) = run.run_collect().unwrap();
            for s in &samples {
                let after = (s.t - stop).max(0.0);
                let before = s.t.min(stop);
                let moved = if stays { 0.0 } else { 0.5 * back * after * after };
                let expected = -u * before + 0.5 * up * before * before + moved;
                assert!((s.q[0] - expected).abs() < 1e-12, "{integrator:?} {c} {} {:e}", s.t, s.q[0] - expected);
            }
            assert_eq!(summary.counters().sticks, u64::from(stays), "{integrator:?}");
            if stays {
                assert_eq!(summary.v()[0], 0.0);
                assert!((summary.q()[0] - place).abs() < 1e-13, "{integrator:?} {:e}", summary.q()[0] - place);
            }
            assert!(summary.observations().relative_unexplained() < 1e-11, "{integrator:?}");
        }
    }
}

/// A block of 2 kg that slides along x, level, on a spring of 50 N/m.
fn oscillator(dry_friction: f64) -> Model {
    Description::new("oscillator")
        .link("block", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero()))
        .joint("slide", "ground", "block", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(JointProperties { dry_friction, spring_stiffness: 50.0, ..JointProperties::default() })
        .build()
        .unwrap()
}

// oracle: closed form: half periods of a cosine about ±c/k; it stops where the spring is weaker than friction
#[test]
fn an_oscillator_stops_after_whole_half_periods() {
    let (model, shift, half) = (oscillator(3.0), 3.0 / 50.0, PI / 5.0);
    for integrator in EVERY {
        let bound = if integrator.adapts() { 1e-8 } else { 1e-6 };
        let mut run = Simulation::new(&model).start(&[1.0], &[0.0]).duration(7.0).integrator(integrator);
        let (samples, summary) = run.run_collect().unwrap();
        for s in &samples {
            let n = (s.t / half).floor().min(8.0);
            let sign = if n % 2.0 == 0.0 { 1.0 } else { -1.0 };
            let amplitude = 1.0 - shift - 2.0 * shift * n; // about the centre of this half period
            let moving = if n < 8.0 { amplitude * (5.0 * (s.t - n * half)).cos() + shift } else { 0.04 };
            let expected = sign * moving;
            assert!((s.q[0] - expected).abs() < bound, "{integrator:?} {} {:e}", s.t, s.q[0] - expected);
            if n == 8.0 && s.t > 8.0 * half + 1e-6 {
                assert_eq!((s.v[0], s.a[0]), (0.0, 0.0), "{integrator:?}");
            }
        }
        assert_eq!((summary.counters().sticks, summary.counters().slips), (1, 0), "{integrator:?}");
        assert!(summary.observations().relative_unexplained() < 1e-7, "{integrator:?}");
    }
}

// oracle: the exact law itself; the smoothed one fades below 1e-3 m/s and creeps at rest
#[test]
fn the_smoothed_law_is_near_the_exact_one() {
    let model = oscillator(3.0);
    let end = |law| {
        let mut run = Simulation::new(&model).start(&[1.0], &[0.0]).duration(4.9).tolerance(1e-8).dry_friction(law);
        run.run_collect().unwrap().1
    };
    let (exact, smooth) = (end(DryFriction::Exact), end(DryFriction::Smooth));
    let difference = (exact.q()[0] - smooth.q()[0]).abs();
    assert!(difference < 1e-3 && difference > 1e-9, "{difference:e}");
    assert!(smooth.counters().sticks == 0 && exact.counters().steps < smooth.counters().steps / 2);
}

/// Pulls a block by a spring of 50 N/m whose other end moves at 0.1 m/s.
struct Puller;

impl Controller for Puller {
    fn keyword(&self) -> &'static str {
        "puller"
    }

    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[0] = 50.0 * (0.1 * now.t - now.q[0]);
        Ok(())
    }
}

// oracle: closed form: it sticks until the spring pulls with c, then moves by V (τ − sin(ωτ)/ω), at rest for an instant in every period
#[test]
fn a_block_that_is_pulled_through_a_spring_starts_when_the_spring_is_stretched() {
    let model = block_on_table(3.0);
    let start = 3.0 / 50.0 / 0.1;
    for integrator in EVERY {
        let bound = 1e-7; // rest for an instant amplifies errors
        let mut run =
            Simulation::new(&model).controller(Box::new(Puller)).duration(6.0).step(2e-3).integrator(integrator);
        let (samples, summary) = run.run_collect().unwrap();
        for s in &samples {
            let late = (s.t - start).max(0.0);
            let expected = 0.1 * (late - (5.0 * late).sin() / 5.0);
            assert!((s.q[0] - expected).abs() < bound, "{integrator:?} {} {:e}", s.t, s.q[0] - expected);
            assert!(late > 0.0 || s.q[0] == 0.0, "{integrator:?}");
        }
        // an instant of rest may count as one or not
        assert!((1..=10).contains(&summary.counters().slips), "{integrator:?} {:?}", summary.counters());
        assert!(summary.counters().steps < 10_000, "{integrator:?} {:?}", summary.counters());
    }
}

/// A block of 2 kg that slides along x, level.
fn block_on_table(dry_friction: f64) -> Model {
    Description::new("block on a table")
        .link("block", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero()))
        .joint("slide", "ground", "block", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(JointProperties { dry_friction, ..JointProperties::default() })
        .build()
        .unwrap()
}
