//! External loads against closed forms.

use std::f64::consts::TAU;

use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, MassProperties, Model};
use denoc_sim::{Flow, Load, LoadProfile, Progress, Sample, Simulation, Sink, Status};

/// A mass of 2 kg on a slider along x.
fn slider() -> Model {
    let body = MassProperties::cuboid(2.0, Vec3::new(0.1, 0.1, 0.1), Vec3::zero());
    let rail = Joint::prismatic(Vec3::unit(0));
    Description::new("slider")
        .link("mass", body)
        .joint("rail", "ground", "mass", rail, Pose::identity())
        .build()
        .unwrap()
}

/// A rod of 1 kg and 0.6 m in the plane of gravity's absence.
fn rod() -> Model {
    let rod = MassProperties::rod(1.0, 0.6, Vec3::unit(0));
    let pivot = Joint::revolute(Vec3::unit(2));
    let all = Description::new("rod").gravity(Vec3::zero()).link("rod", rod);
    all.joint("pivot", "ground", "rod", pivot, Pose::identity()).build().unwrap()
}

fn end(mut simulation: Simulation<'_>) -> (f64, f64, f64, u64) {
    let (_, summary) = simulation.run_collect().unwrap();
    let seen = summary.observations();
    assert!(seen.unexplained().abs() < 1e-9 * seen.exchanged.max(1e-3), "{:e}", seen.unexplained());
    (summary.q()[0], summary.v()[0], seen.works.external, summary.counters().steps)
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-10 * expected.abs().max(1.0), "{found} {expected}");
}

// oracle: impulse and displacement of a rectangular pulse; its edges are ends of steps
#[test]
fn a_pulse_gives_its_impulse() {
    let model = slider();
    let pulse = Load::force("mass", [6.0, 3.0, -2.0]).during(0.123, 0.456);
    let (x, v, work, steps) = end(Simulation::new(&model).duration(1.0).load(pulse));
    let time = 0.456 - 0.123;
    close(v, 3.0 * time);
    close(x, 1.5 * time * time + 3.0 * time * (1.0 - 0.456));
    close(work, 0.5 * 2.0 * v * v);
    assert!(steps < 60, "{steps}");
}

// oracle: v = F (1 − cos ωt)/(m ω)
#[test]
fn a_sinusoid_is_integrated() {
    let model = slider();
    let shake = Load::force("mass", [4.0, 0.0, 0.0]).profile(LoadProfile::Sinusoid { frequency: 1.7, phase: 0.0 });
    let (_, v, ..) = end(Simulation::new(&model).duration(2.0).load(shake));
    let w = TAU * 1.7;
    close(v, 4.0 * (1.0 - (w * 2.0).cos()) / (2.0 * w));
}

// oracle: a force that turns with the rod is a constant moment F L, q = F L t²/(2 I); a moment in world axes likewise
#[test]
fn loads_act_at_points_and_in_axes() {
    let model = rod();
    let inertia = 0.6 * 0.6 / 3.0;
    let push = Load::force("rod", [5.0, 0.7, 0.0]).at([0.6, 0.0, 0.0]).in_link_axes();
    let (q, v, work, _) = end(Simulation::new(&model).duration(2.0).load(push));
    close(q, 0.5 * 0.42 / inertia * 4.0);
    close(v, 0.42 / inertia * 2.0);
    close(work, 0.42 * q);
    let turn = Load::moment("rod", [0.0, 0.0, 0.42]);
    close(end(Simulation::new(&model).duration(2.0).load(turn)).0, q);
    // in world axes: potential energy −F x, so the work is F (x_end − x_start)
    let pull = Load::force("rod", [3.0, 0.0, 0.0]).at([0.6, 0.0, 0.0]);
    let (q, _, work, _) = end(Simulation::new(&model).start(&[1.2], &[0.0]).duration(0.7).load(pull));
    close(work, 3.0 * 0.6 * (q.cos() - 1.2_f64.cos()));
}

/// Asks to stop when it is told that half of the time is over.
#[derive(Default)]
struct Impatient {
    calls: Vec<Progress>,
    samples: usize,
    stop: bool,
}

impl Sink for Impatient {
    fn sample(&mut self, _: &Sample) -> Flow {
        self.samples += 1;
        Flow::Continue
    }
    fn progress(&mut self, progress: &Progress) -> Flow {
        self.calls.push(*progress);
        if self.stop { Flow::Stop } else { Flow::Continue }
    }
}

// oracle: the contract of Sink
#[test]
fn progress_is_reported_and_can_stop_a_run() {
    let model = slider();
    let mut sink = Impatient::default();
    let summary = Simulation::new(&model).duration(1.0).run(&mut sink).unwrap();
    assert_eq!((summary.status, sink.samples), (Status::Finished, 101));
    let (first, last) = (sink.calls[0], sink.calls[sink.calls.len() - 1]);
    assert_eq!((first.t, last.t, last.end, last.steps), (0.0, 1.0, 1.0, summary.counters().steps));
    let mut sink = Impatient { stop: true, ..Default::default() };
    let summary = Simulation::new(&model).duration(1.0).run(&mut sink).unwrap();
    assert_eq!((summary.status, summary.t(), sink.samples), (Status::Interrupted, 0.0, 1));
}

// oracle: the run to the later end, to rounding; a force that starts where the first run ended is not missed
#[test]
fn a_finished_run_can_be_extended() {
    let model = slider();
    let push = || Load::force("mass", [2.0, 0.0, 0.0]).during(0.5, 1.0);
    let mut samples = Vec::new();
    let first = Simulation::new(&model).duration(0.5).load(push()).run(&mut samples).unwrap();
    let longer = Simulation::new(&model).duration(1.0).load(push()).resume(&first.checkpoint, &mut samples).unwrap();
    close(longer.v()[0], 0.5);
    close(longer.q()[0], 0.125);
    assert_eq!(samples.len(), 101);
}
