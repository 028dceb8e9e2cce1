//! Dry friction: the directions in which joints start to slide, and those that controllers are told.

use core::f64::consts::PI;

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_mechanism::Draft;
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{ConstantForces, Controller, Moment};
use denoc_sim::{Integrator, Limits, LoopClosure, LoopSettings, Plant, SimError, Simulation};

const EVERY: [Integrator; 7] = [
    Integrator::Rk4,
    Integrator::Rkf45,
    Integrator::Dopri5,
    Integrator::Dop853,
    Integrator::Radau5,
    Integrator::Linimp,
    Integrator::Gauss4,
];

/// Two blocks of 2 kg that slide along x, level; the second has dry friction.
fn blocks(dry_friction: f64) -> Model {
    let body = MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero());
    Description::new("blocks")
        .link("free", body)
        .link("block", body)
        .joint("rail", "ground", "free", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .joint("slide", "ground", "block", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(JointProperties { dry_friction, ..JointProperties::default() })
        .build()
        .unwrap()
}

/// A force on the second block that begins at a time, without telling.
struct Jump {
    at: f64,
    force: f64,
}

impl Controller for Jump {
    fn keyword(&self) -> &'static str {
        "jump"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[1] = if now.t < self.at { 0.0 } else { self.force };
        Ok(())
    }
}

// oracle: closed form: at rest until the force jumps, then a = (F − c sign F)/m
#[test]
fn a_block_starts_in_the_direction_of_a_force_that_jumps() {
    let (model, c) = (blocks(3.0), 3.0_f64);
    for integrator in EVERY {
        for (at, force) in [(0.3, 10.0_f64), (0.3, -10.0), (0.457, 3.5), (0.5, -3.5)] {
            let law = Jump { at, force };
            let run = Simulation::new(&model).controller(Box::new(law)).integrator(integrator).step(0.01);
            let (samples, summary) = { run }.duration(1.0).output_step(0.1).run_collect().unwrap();
            println!("{integrator:?} {at} {force} {:?}", summary.counters());
            for s in &samples {
                let late = (s.t - at).max(0.0);
                let expected = 0.25 * (force - c.copysign(force)) * late * late;
                assert!((s.q[1] - expected).abs() < 1e-6, "{integrator:?} {at} {force} {}: {} {expected}", s.t, s.q[1]);
            }
        }
    }
}

/// A force on the second block that grows from the limit of friction on, 10,000 N in a millisecond.
struct Growing(f64);

impl Controller for Growing {
    fn keyword(&self) -> &'static str {
        "growing"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[1] = self.0 * (3.0 + 1e7 * now.t);
        Ok(())
    }
}

// oracle: closed form: m a = k t in the direction of the force. The block sticks at the start and is released within rounding of it: the
// first step is repeated once. A wrong direction would cut the first step short, as soon as the block moves
#[test]
fn a_block_at_the_limit_of_friction_starts_in_the_direction_of_the_force() {
    let model = blocks(3.0);
    for sign in [1.0, -1.0] {
        for integrator in EVERY {
            let run = Simulation::new(&model).controller(Box::new(Growing(sign))).integrator(integrator).step(1e-2);
            let (samples, summary) = { run }.duration(0.05).output_step(0.01).run_collect().unwrap();
            let counters = summary.counters();
            for s in &samples {
                let expected = sign * 1e7 * s.t.powi(3) / 12.0;
                assert!((s.q[1] - expected).abs() < 1e-7, "{integrator:?} {sign} {}: {} {expected}", s.t, s.q[1]);
            }
            assert_eq!(counters.slips, 1, "{integrator:?} {sign} {counters:?}");
            if !integrator.adapts() {
                assert_eq!((counters.steps, counters.rejected), (5, 1), "{integrator:?} {sign} {counters:?}");
            }
        }
    }
}

/// Compensates the forces of joints as they act in the simulation, and pushes the second block.
struct Compensation {
    push: f64,
}

impl Controller for Compensation {
    fn keyword(&self) -> &'static str {
        "compensation"
    }
    fn torques(
        &mut self,
        now: Moment<'_>,
        plant: &mut Plant<'_>,
        tau: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), SimError> {
        tau.fill(0.0);
        plant.add_joint_forces(now.q, now.v, -1.0, tau);
        tau[1] += self.push;
        Ok(())
    }
}

// oracle: Newton's laws without friction, as long as the block slides: what the controller is told is what acts. At rest it is told
// nothing, and friction holds the block
#[test]
fn controllers_are_told_the_direction_of_sliding() {
    let model = blocks(3.0);
    for integrator in EVERY {
        for (speed, push) in [(0.8, 0.0), (-0.8, 0.0), (0.8, -1.0), (-0.8, 1.0)] {
            let law = Compensation { push };
            let run = Simulation::new(&model).controller(Box::new(law)).start(&[0.0; 2], &[0.3, speed]);
            let (samples, summary) =
                { run }.integrator(integrator).duration(3.0).output_step(0.1).run_collect().unwrap();
            println!("{integrator:?} {speed} {push} {:?}", summary.counters());
            for s in &samples {
                let stop = if push == 0.0 { f64::INFINITY } else { -2.0 * speed / push };
                let t = s.t.min(stop);
                let expected = [0.3 * s.t, speed * t + 0.25 * push * t * t];
                for (q, expected) in s.q.iter().zip(expected) {
                    assert!((q - expected).abs() < 1e-9, "{integrator:?} {speed} {push} {}: {q} {expected}", s.t);
                }
            }
        }
    }
}

/// The slider-crank of the catalogue, without gravity, with dry friction in the slide only.
fn slider_crank(dry_friction: f64) -> Model {
    let mut description = catalogue::describe("slider_crank").unwrap();
    description.joints.iter_mut().find(|joint| joint.name == "slide").unwrap().properties.dry_friction = dry_friction;
    description.build().unwrap()
}

// oracle: the law of friction: its work is −c times the way of the slider. At a dead point no force along the slide moves the crank, or
// holds it. Whatever the sign of the torque, the slider moves towards the pivot
#[test]
fn a_slider_at_a_dead_point_starts_in_its_direction_of_motion() {
    let c = 4.0;
    let model = slider_crank(c);
    let place = |name: &str| &model.links()[model.joint(name).unwrap().0];
    let (crank, slide) = (place("crank_pivot"), place("slide"));
    for (angle, torque) in [(0.0, 0.5), (0.0, -0.5), (PI, 0.5), (PI, -0.5)] {
        for closure in [LoopClosure::Projected, LoopClosure::Corrected] {
            for integrator in [Integrator::Dop853, Integrator::Rk4] {
                let mut draft = Draft::usual(&model);
                draft.q[crank.q] = angle;
                draft.held = vec![model.joint("crank_pivot").unwrap()];
                let start = draft.close(&model).unwrap();
                let mut tau = vec![0.0; model.nv()];
                tau[crank.v] = torque;
                let loops = LoopSettings { closure: Some(closure), ..LoopSettings::default() };
                let run = Simulation::new(&model).start(&start.q, &start.v).loops(loops).integrator(integrator);
                let run = { run }.controller(Box::new(ConstantForces::new(tau))).limits(Limits::Ignore).step(1e-3);
                let (samples, summary) = { run }.duration(0.06).output_step(0.01).run_collect().unwrap();
                let counters = summary.counters();
                let inwards = if angle == 0.0 { -1.0 } else { 1.0 };
                for s in &samples[1..] {
                    let way = s.q[slide.q] - start.q[slide.q];
                    let miss = s.works.friction + c * way.abs();
                    assert!(
                        way * inwards > 0.0 && miss.abs() < 1e-9,
                        "{angle} {torque} {closure:?} {integrator:?}: {miss:e}"
                    );
                }
                assert!(samples.last().unwrap().q[slide.q].abs() < 0.446, "{counters:?}");
                // a wrong direction is found at once and the step repeated; fixed steps are not repeated for other reasons
                if integrator == Integrator::Rk4 {
                    assert_eq!(counters.rejected, 0, "{angle} {torque} {closure:?} {counters:?}");
                }
            }
        }
    }
}
