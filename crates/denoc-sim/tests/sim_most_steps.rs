//! The largest number of steps: steps that are rejected or repeated count as well, so that no run goes on without end.

use denoc_formats::catalogue;
use denoc_math::{Pose, Vec3};
use denoc_model::{Description, Joint, JointProperties, MassProperties, Model};
use denoc_sim::controllers::{Controller, Moment};
use denoc_sim::{Checkpoint, Flow, Integrator, Plant, Sample, SimError, Simulation, Sink};

/// A block of 2 kg that slides along x, level.
fn block(dry_friction: f64) -> Model {
    Description::new("block on a table")
        .link("block", MassProperties::cuboid(2.0, Vec3::new(0.2, 0.2, 0.2), Vec3::zero()))
        .joint("slide", "ground", "block", Joint::prismatic(Vec3::unit(0)), Pose::identity())
        .properties(JointProperties { dry_friction, ..JointProperties::default() })
        .build()
        .unwrap()
}

/// A force of 10 N from 0.3 s on, which jumps without telling.
struct Jump;

impl Controller for Jump {
    fn keyword(&self) -> &'static str {
        "jump"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[0] = if now.t < 0.3 { 0.0 } else { 10.0 };
        Ok(())
    }
}

/// Asserts that a run passes with as many steps as it tries without a limit, and not with one less.
fn check_limit<'m>(make: &dyn Fn() -> Simulation<'m>) {
    let (_, free) = make().run_collect().unwrap();
    let counters = free.counters();
    let tried = counters.steps + counters.rejected;
    assert!(counters.rejected > 0, "{counters:?}");
    let (_, enough) = make().most_steps(tried).run_collect().unwrap();
    assert_eq!(enough.checkpoint, free.checkpoint);
    match make().most_steps(tried - 1).run_collect().map(|(_, summary)| summary.counters()) {
        Err(SimError::TooManySteps { steps, time, end, .. }) => {
            assert!(steps == tried - 1 && time < end, "{steps} of {tried}, {time} s");
        }
        other => panic!("{other:?}"),
    }
}

// oracle: the counts of the same run without a limit
#[test]
fn rejected_steps_count() {
    let model = block(0.0);
    for method in [Integrator::Auto, Integrator::Dopri5, Integrator::Radau5] {
        check_limit(&|| Simulation::new(&model).controller(Box::new(Jump)).integrator(method).duration(1.0));
    }
}

// oracle: fixed steps are never rejected: those that count so were repeated because the motion came near a singular configuration
#[test]
fn steps_that_the_closure_repeats_count() {
    let model = catalogue::describe("odca_parallelogram").unwrap().build().unwrap();
    let q = model.configuration("start").unwrap().to_vec();
    check_limit(&|| {
        let run = Simulation::new(&model).start(&q, &vec![0.0; model.nv()]).integrator(Integrator::Rk4).step(0.1);
        run.duration(1.2)
    });
}

/// A force that grows from the limit of friction on: it releases the block within rounding of the start.
struct Growing;

impl Controller for Growing {
    fn keyword(&self) -> &'static str {
        "growing"
    }
    fn torques(&mut self, now: Moment<'_>, _: &mut Plant<'_>, tau: &mut [f64], _: &mut [f64]) -> Result<(), SimError> {
        tau[0] = 3.0 + 1e7 * now.t;
        Ok(())
    }
}

// oracle: the same: the first step is repeated when friction has released the block
#[test]
fn steps_that_dry_friction_repeats_count() {
    let model = block(3.0);
    check_limit(&|| {
        let run = Simulation::new(&model).controller(Box::new(Growing)).integrator(Integrator::Rk4).step(0.01);
        run.duration(0.05)
    });
}

/// Keeps checkpoints.
#[derive(Default)]
struct Recorder(Vec<Checkpoint>);

impl Sink for Recorder {
    fn sample(&mut self, _: &Sample) -> Flow {
        Flow::Continue
    }
    fn checkpoint_interval(&self) -> Option<f64> {
        Some(0.05)
    }
    fn checkpoint(&mut self, checkpoint: &Checkpoint) {
        self.0.push(checkpoint.clone());
    }
}

// oracle: the uninterrupted run, whose error names the same time and the same number of steps
#[test]
fn a_resumed_run_counts_the_steps_before_it() {
    let model = block(0.0);
    let make = || Simulation::new(&model).controller(Box::new(Jump)).duration(1.0).integrator(Integrator::Dopri5);
    let mut whole = Recorder::default();
    let counters = make().run(&mut whole).unwrap().counters();
    let limit = counters.steps + counters.rejected - 1;
    let expected = make().most_steps(limit).run_collect().unwrap_err().to_string();
    assert!(expected.starts_with(&format!("{limit} steps were tried up to t = ")), "{expected}");
    assert!(whole.0.iter().any(|checkpoint| checkpoint.counters.rejected > 0));
    for checkpoint in &whole.0 {
        let error = make().most_steps(limit).resume(checkpoint, &mut Recorder::default()).unwrap_err();
        assert_eq!(error.to_string(), expected, "from {} s", checkpoint.t);
    }
}
