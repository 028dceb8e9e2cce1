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
